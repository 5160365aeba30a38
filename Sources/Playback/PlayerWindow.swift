import CSDL2
import Imaging
import Synchronization

/// A window of SDL's with the picture in it, as large as fits with its shape kept.
///
/// Made, used and closed on one thread, but for `wake`.
final class PlayerWindow: Surface, @unchecked Sendable {
  private static let isOpen = Atomic(false)

  private let sdl: SDL
  private let window: SDL.Window
  private let renderer: SDL.Renderer
  private var texture: (handle: SDL.Texture, width: Int, height: Int)?
  /// The event with which other threads end a wait.
  private let wakeEvent = SDL_USEREVENT.rawValue

  /// Opens a window for pictures of a size in square pixels.
  init(title: String, width: Int, height: Int) throws(PlaybackError) {
    sdl = try SDL.shared.get()
    guard !Self.isOpen.exchange(true, ordering: .acquiring) else { throw .secondWindow }
    var failure: String?
    var made: (SDL.Window, SDL.Renderer)?
    if sdl.initSubSystem(SDL_INIT_VIDEO) == 0 {
      if sdl.isShowing {
        made = Self.open(sdl, title: title, width: width, height: height)
        if made == nil { failure = sdl.lastError }
      } else {
        failure = "there is no screen"
      }
      if made == nil { sdl.quitSubSystem(SDL_INIT_VIDEO) }
    } else {
      failure = sdl.lastError
    }
    guard let made else {
      Self.isOpen.store(false, ordering: .releasing)
      throw .noWindow(failure ?? "no reason given")
    }
    (window, renderer) = made
  }

  private static func open(
    _ sdl: SDL, title: String, width: Int, height: Int
  ) -> (SDL.Window, SDL.Renderer)? {
    var bounds = SDL_Rect(x: 0, y: 0, w: 1280, h: 720)
    _ = sdl.getDisplayUsableBounds(0, &bounds)
    let scale = min(1, Double(bounds.w) / Double(width), Double(bounds.h) / Double(height))
    let centred = Int32(bitPattern: 0x2FFF_0000)
    let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    guard
      let window = sdl.createWindow(
        title, centred, centred, Int32(max(Double(width) * scale, 160)),
        Int32(max(Double(height) * scale, 90)), flags)
    else { return nil }
    // Waiting for the screen keeps pictures whole; a machine without a graphics card draws itself.
    let accelerated = SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_PRESENTVSYNC.rawValue
    guard
      let renderer = sdl.createRenderer(window, -1, accelerated)
        ?? sdl.createRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
    else {
      sdl.destroyWindow(window)
      return nil
    }
    return (window, renderer)
  }

  func close() {
    if let texture { sdl.destroyTexture(texture.handle) }
    texture = nil
    sdl.destroyRenderer(renderer)
    sdl.destroyWindow(window)
    sdl.quitSubSystem(SDL_INIT_VIDEO)
    Self.isOpen.store(false, ordering: .releasing)
  }

  func setFullScreen(_ isFull: Bool) {
    _ = sdl.setWindowFullscreen(window, isFull ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
  }

  // MARK: Drawing

  func show(_ frame: VideoFrame?, text: String?) throws {
    var (width, height) = (Int32(0), Int32(0))
    _ = sdl.getRendererOutputSize(renderer, &width, &height)
    _ = sdl.setRenderDrawColor(renderer, 0, 0, 0, 255)
    _ = sdl.renderClear(renderer)
    if let frame {
      let texture = try upload(frame)
      var place = Self.place(of: frame, in: Int(width), Int(height))
      _ = sdl.renderCopy(renderer, texture, nil, &place)
    }
    if let text { draw(text, unit: max(height / 180, 2)) }
    sdl.renderPresent(renderer)
  }

  /// The largest rectangle in the middle of an area that has the picture's shape.
  static func place(of frame: VideoFrame, in width: Int, _ height: Int) -> SDL_Rect {
    let (across, down) = (
      frame.width * frame.pixelAspect.numerator, frame.height * frame.pixelAspect.denominator
    )
    var (fittedWidth, fittedHeight) = (width, width * down / across)
    if fittedHeight > height { (fittedWidth, fittedHeight) = (height * across / down, height) }
    return SDL_Rect(
      x: Int32((width - fittedWidth) / 2), y: Int32((height - fittedHeight) / 2),
      w: Int32(fittedWidth), h: Int32(fittedHeight))
  }

  private func upload(_ frame: VideoFrame) throws -> SDL.Texture {
    if let known = texture, known.width != frame.width || known.height != frame.height {
      sdl.destroyTexture(known.handle)
      texture = nil
    }
    if texture == nil {
      sdl.setYUVConversionMode(
        frame.color.matrix == .bt709 ? SDL_YUV_CONVERSION_BT709 : SDL_YUV_CONVERSION_BT601)
      guard
        let handle = sdl.createTexture(
          renderer, SDL_PIXELFORMAT_IYUV.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue),
          Int32(frame.width), Int32(frame.height))
      else { throw PlaybackError.noWindow(sdl.lastError) }
      texture = (handle, frame.width, frame.height)
    }
    let planes = frame.planes
    func bytes(_ plane: Int) -> UnsafePointer<UInt8> {
      UnsafePointer(planes[plane].base.assumingMemoryBound(to: UInt8.self))
    }
    guard
      sdl.updateYUVTexture(
        texture!.handle, nil, bytes(0), Int32(planes[0].stride), bytes(1),
        Int32(planes[1].stride), bytes(2), Int32(planes[2].stride)) == 0
    else { throw PlaybackError.noWindow(sdl.lastError) }
    return texture!.handle
  }

  /// A line at the top left, white on a dark bar.
  private func draw(_ text: String, unit: Int32) {
    let pixels = OverlayText.pixels(of: text)
    let bar = SDL_Rect(
      x: 0, y: 0, w: unit * Int32(OverlayText.width(of: text) + 4),
      h: unit * Int32(OverlayText.height + 4))
    _ = sdl.setRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
    _ = sdl.setRenderDrawColor(renderer, 0, 0, 0, 160)
    _ = withUnsafePointer(to: bar) { sdl.renderFillRects(renderer, $0, 1) }
    _ = sdl.setRenderDrawColor(renderer, 255, 255, 255, 255)
    let boxes = pixels.map {
      SDL_Rect(x: unit * Int32($0.x + 2), y: unit * Int32($0.y + 2), w: unit, h: unit)
    }
    _ = sdl.renderFillRects(renderer, boxes, Int32(boxes.count))
  }

  // MARK: Events

  func wake() {
    var event = SDL_Event()
    event.type = wakeEvent
    _ = sdl.pushEvent(&event)
  }

  func wait(milliseconds: Int) -> [PlaybackKey] {
    var keys: [PlaybackKey] = []
    var event = SDL_Event()
    guard sdl.waitEventTimeout(&event, Int32(milliseconds)) != 0 else { return keys }
    repeat {
      if let key = Self.key(of: event) { keys.append(key) }
    } while sdl.pollEvent(&event) != 0
    return keys
  }

  private static func key(of event: SDL_Event) -> PlaybackKey? {
    switch SDL_EventType(rawValue: event.type) {
    case SDL_QUIT: return .quit
    case SDL_WINDOWEVENT:
      let kind = SDL_WindowEventID(rawValue: UInt32(event.window.event))
      return kind == SDL_WINDOWEVENT_CLOSE
        ? .quit
        : kind == SDL_WINDOWEVENT_EXPOSED || kind == SDL_WINDOWEVENT_SIZE_CHANGED ? .redraw : nil
    case SDL_MOUSEBUTTONDOWN where event.button.clicks == 2: return .toggleFullScreen
    case SDL_KEYDOWN: return keys[SDL_KeyCode(rawValue: UInt32(event.key.keysym.sym))]
    default: return nil
    }
  }

  private static let keys: [SDL_KeyCode: PlaybackKey] = [
    SDLK_SPACE: .togglePause, SDLK_p: .togglePause, SDLK_q: .quit, SDLK_ESCAPE: .leaveFullScreen,
    SDLK_f: .toggleFullScreen, SDLK_i: .toggleOverlay, SDLK_l: .toggleLoop, SDLK_m: .toggleMute,
    SDLK_PERIOD: .step(1), SDLK_COMMA: .step(-1), SDLK_RIGHT: .skip(5), SDLK_LEFT: .skip(-5),
    SDLK_UP: .skip(60), SDLK_DOWN: .skip(-60), SDLK_HOME: .toStart, SDLK_END: .toEnd,
    SDLK_0: .volume(1), SDLK_9: .volume(-1), SDLK_LEFTBRACKET: .slower,
    SDLK_RIGHTBRACKET: .faster, SDLK_BACKSPACE: .backward,
  ]
}

extension SDL_KeyCode: @retroactive Hashable {}
