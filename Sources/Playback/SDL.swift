import CSDL2
@preconcurrency import Glibc

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
    guard let handle = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL) else {
      return .failure(.noLibrary(dlerror().map { String(cString: $0) } ?? "not found"))
    }
    do {
      let loaded = try SDL(handle)
      quieten(handle)
      // Ctrl-C belongs to the program, not to the window.
      _ = loaded.setHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
      _ = loaded.setHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
      return .success(loaded)
    } catch let missing as MissingFunction {
      return .failure(.noLibrary("it has no \(missing.name)"))
    } catch {
      return .failure(.noLibrary("\(error)"))
    }
  }()

  /// Keeps the libraries below from writing to the terminal what SDL's error says once.
  ///
  /// A machine without a sound device or a display would get eight lines of ALSA's and Wayland's own.
  private static func quieten(_ handle: UnsafeMutableRawPointer) {
    // Both take a handler with arguments, which one without them may ignore.
    let ignore: @convention(c) () -> Void = {}
    for name in ["snd_lib_error_set_handler", "wl_log_set_handler_client"] {
      guard let setter = dlsym(handle, name) else { continue }
      typealias Setter = @convention(c) (@convention(c) () -> Void) -> Int32
      _ = unsafeBitCast(setter, to: Setter.self)(ignore)
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

  private struct MissingFunction: Error { let name: String }

  private init(_ handle: UnsafeMutableRawPointer) throws(MissingFunction) {
    func find<F>(_ name: String) throws(MissingFunction) -> F {
      guard let address = dlsym(handle, "SDL_" + name) else {
        throw MissingFunction(name: "SDL_" + name)
      }
      return unsafeBitCast(address, to: F.self)
    }
    initSubSystem = try find("InitSubSystem")
    quitSubSystem = try find("QuitSubSystem")
    setHint = try find("SetHint")
    getError = try find("GetError")
    getCurrentVideoDriver = try find("GetCurrentVideoDriver")
    createWindow = try find("CreateWindow")
    destroyWindow = try find("DestroyWindow")
    setWindowTitle = try find("SetWindowTitle")
    setWindowFullscreen = try find("SetWindowFullscreen")
    getDisplayUsableBounds = try find("GetDisplayUsableBounds")
    createRenderer = try find("CreateRenderer")
    destroyRenderer = try find("DestroyRenderer")
    getRendererOutputSize = try find("GetRendererOutputSize")
    setRenderDrawColor = try find("SetRenderDrawColor")
    setRenderDrawBlendMode = try find("SetRenderDrawBlendMode")
    renderClear = try find("RenderClear")
    renderCopy = try find("RenderCopy")
    renderFillRects = try find("RenderFillRects")
    renderPresent = try find("RenderPresent")
    createTexture = try find("CreateTexture")
    destroyTexture = try find("DestroyTexture")
    updateYUVTexture = try find("UpdateYUVTexture")
    setYUVConversionMode = try find("SetYUVConversionMode")
    waitEventTimeout = try find("WaitEventTimeout")
    pollEvent = try find("PollEvent")
    pushEvent = try find("PushEvent")
    openAudioDevice = try find("OpenAudioDevice")
    closeAudioDevice = try find("CloseAudioDevice")
    pauseAudioDevice = try find("PauseAudioDevice")
  }
}
