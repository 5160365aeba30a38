import CSDL2
import Glibc
import Media

/// The functions of SDL2, loaded when something is first played.
///
/// Not linked: it brings dozens of libraries, and the start of every script would pay for them.
struct SDL: Sendable {
  typealias Window = OpaquePointer
  typealias Renderer = OpaquePointer
  typealias Texture = OpaquePointer

  let initSubSystem: @convention(c) (UInt32) -> Int32
  let quitSubSystem: @convention(c) (UInt32) -> Void
  let setHint: @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> SDL_bool
  let getError: @convention(c) () -> UnsafePointer<CChar>

  let getCurrentVideoDriver: @convention(c) () -> UnsafePointer<CChar>?
  let createWindow:
    @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32, UInt32) -> Window?
  let destroyWindow: @convention(c) (Window) -> Void
  let setWindowTitle: @convention(c) (Window, UnsafePointer<CChar>) -> Void
  let setWindowFullscreen: @convention(c) (Window, UInt32) -> Int32
  let getDisplayUsableBounds: @convention(c) (Int32, UnsafeMutablePointer<SDL_Rect>) -> Int32

  let createRenderer: @convention(c) (Window, Int32, UInt32) -> Renderer?
  let destroyRenderer: @convention(c) (Renderer) -> Void
  let getRendererOutputSize:
    @convention(c) (Renderer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Int32
  let setRenderDrawColor: @convention(c) (Renderer, UInt8, UInt8, UInt8, UInt8) -> Int32
  let setRenderDrawBlendMode: @convention(c) (Renderer, SDL_BlendMode) -> Int32
  let renderClear: @convention(c) (Renderer) -> Int32
  let renderCopy:
    @convention(c) (Renderer, Texture, UnsafePointer<SDL_Rect>?, UnsafePointer<SDL_Rect>?) -> Int32
  let renderFillRects: @convention(c) (Renderer, UnsafePointer<SDL_Rect>, Int32) -> Int32
  let renderPresent: @convention(c) (Renderer) -> Void

  let createTexture: @convention(c) (Renderer, UInt32, Int32, Int32, Int32) -> Texture?
  let destroyTexture: @convention(c) (Texture) -> Void
  let updateYUVTexture:
    @convention(c) (
      Texture, UnsafePointer<SDL_Rect>?, UnsafePointer<UInt8>, Int32, UnsafePointer<UInt8>, Int32,
      UnsafePointer<UInt8>, Int32
    ) -> Int32
  let setYUVConversionMode: @convention(c) (SDL_YUV_CONVERSION_MODE) -> Void

  let waitEventTimeout: @convention(c) (UnsafeMutablePointer<SDL_Event>, Int32) -> Int32
  let pollEvent: @convention(c) (UnsafeMutablePointer<SDL_Event>) -> Int32
  let pushEvent: @convention(c) (UnsafeMutablePointer<SDL_Event>) -> Int32

  let openAudioDevice:
    @convention(c) (
      UnsafePointer<CChar>?, Int32, UnsafePointer<SDL_AudioSpec>,
      UnsafeMutablePointer<SDL_AudioSpec>?, Int32
    ) -> SDL_AudioDeviceID
  let closeAudioDevice: @convention(c) (SDL_AudioDeviceID) -> Void
  let pauseAudioDevice: @convention(c) (SDL_AudioDeviceID, Int32) -> Void

  /// The library, or why it cannot be had.
  static let shared: Result<SDL, PlaybackError> = {
    do throws(OptionalLibrary.Unusable) {
      let library = try OptionalLibrary("libSDL2-2.0.so.0")
      let loaded = try SDL(library)
      quieten(library)
      // Ctrl-C belongs to the program, not to the window.
      _ = loaded.setHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
      _ = loaded.setHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
      return .success(loaded)
    } catch {
      return .failure(.noLibrary(error.reason))
    }
  }()

  /// Keeps the libraries below from writing to the terminal what SDL's error says once.
  ///
  /// A machine without a sound device or a display would get eight lines of ALSA's and Wayland's own.
  private static func quieten(_ library: OptionalLibrary) {
    // Both take a handler with arguments, which one without them may ignore.
    let ignore: @convention(c) () -> Void = {}
    for name in ["snd_lib_error_set_handler", "wl_log_set_handler_client"] {
      typealias Setter = @convention(c) (@convention(c) () -> Void) -> Int32
      guard let setter: Setter = try? library.function(name) else { continue }
      _ = setter(ignore)
    }
  }

  /// What SDL says of the last failure on this thread.
  var lastError: String {
    let text = String(cString: getError())
    return text.isEmpty ? "no reason given" : text
  }

  /// Whether somebody can see the windows, after the video part was started.
  ///
  /// Where it finds no screen, SDL draws into memory of its own accord; only who asks for that gets it.
  var isShowing: Bool {
    guard getenv("SDL_VIDEODRIVER") == nil, let name = getCurrentVideoDriver() else { return true }
    return !["offscreen", "dummy", "evdev"].contains(String(cString: name))
  }

  private init(_ library: OptionalLibrary) throws(OptionalLibrary.Unusable) {
    initSubSystem = try library.function("SDL_InitSubSystem")
    quitSubSystem = try library.function("SDL_QuitSubSystem")
    setHint = try library.function("SDL_SetHint")
    getError = try library.function("SDL_GetError")
    getCurrentVideoDriver = try library.function("SDL_GetCurrentVideoDriver")
    createWindow = try library.function("SDL_CreateWindow")
    destroyWindow = try library.function("SDL_DestroyWindow")
    setWindowTitle = try library.function("SDL_SetWindowTitle")
    setWindowFullscreen = try library.function("SDL_SetWindowFullscreen")
    getDisplayUsableBounds = try library.function("SDL_GetDisplayUsableBounds")
    createRenderer = try library.function("SDL_CreateRenderer")
    destroyRenderer = try library.function("SDL_DestroyRenderer")
    getRendererOutputSize = try library.function("SDL_GetRendererOutputSize")
    setRenderDrawColor = try library.function("SDL_SetRenderDrawColor")
    setRenderDrawBlendMode = try library.function("SDL_SetRenderDrawBlendMode")
    renderClear = try library.function("SDL_RenderClear")
    renderCopy = try library.function("SDL_RenderCopy")
    renderFillRects = try library.function("SDL_RenderFillRects")
    renderPresent = try library.function("SDL_RenderPresent")
    createTexture = try library.function("SDL_CreateTexture")
    destroyTexture = try library.function("SDL_DestroyTexture")
    updateYUVTexture = try library.function("SDL_UpdateYUVTexture")
    setYUVConversionMode = try library.function("SDL_SetYUVConversionMode")
    waitEventTimeout = try library.function("SDL_WaitEventTimeout")
    pollEvent = try library.function("SDL_PollEvent")
    pushEvent = try library.function("SDL_PushEvent")
    openAudioDevice = try library.function("SDL_OpenAudioDevice")
    closeAudioDevice = try library.function("SDL_CloseAudioDevice")
    pauseAudioDevice = try library.function("SDL_PauseAudioDevice")
  }
}
