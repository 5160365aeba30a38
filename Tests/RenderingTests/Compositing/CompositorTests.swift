import Composition
import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

@Suite struct CompositorTests {
  /// Two video tracks of 1 s, the second one's picture a gradient; and their layers, the first on top.
  private struct Edit {
    var composition = Composition()
    var layers: [LayerInstruction] = []
    let clips: [GeneratorSource]

    init(_ clips: [GeneratorSource]) throws {
      self.clips = clips
      for clip in clips {
        let id = composition.addTrack(.video)
        try composition.edit(id) { track throws(CompositionError) in
          try track.insert(
            TimeRange(start: .zero, duration: Time(1)), of: clip.videoTrack, at: .zero)
        }
        layers.append(LayerInstruction(composition.reference(to: id)!))
      }
    }

    func plan(background: Color? = nil, canvas: Canvas = smallCanvas) throws -> RenderPlan {
      var instruction = Instruction(
        timeRange: TimeRange(start: .zero, duration: Time(1)), layers: layers)
      instruction.backgroundColor = background
      return try RenderPlan(
        composition,
        video: VideoComposition(
          frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
          instructions: [instruction]),
        mix: nil, canvas: canvas)
    }

    /// The picture at a time, and the clips that were asked for a frame, by number.
    func picture(
      at time: Time = .zero, background: Color? = nil,
      decoded: (VideoFrame) throws -> VideoFrame = { $0 }
    ) throws -> (VideoFrame, [Int]) {
      let plan = try plan(background: background)
      var fetched: [Int] = []
      let frame = try Compositor(canvas: plan.canvas).render(plan.spans[0], at: time) {
        index, source in
        guard case .generator(let generator) = source.kind else { throw CancellationError() }
        fetched.append(clips.firstIndex { $0 === generator } ?? -1)
        return try decoded(generator.frame(index))
      }
      return (frame, fetched)
    }
  }

  private func test(width: Int = 64, height: Int = 36) throws -> GeneratorSource {
    var options = GeneratorSource.Options()
    (options.width, options.height, options.rate) = (width, height, FrameRate(25))
    return try GeneratorSource(kind: "test", options)
  }

  @Test func aTurnedPictureThatCoversTheCanvasHidesWhatIsBelow() throws {
    var edit = try Edit([solid(0.8), solid(0.2)])
    let turned = Transform(translationX: -32, y: -18).concat(Transform(scaleX: 3, y: 3))
      .concat(Transform(rotation: 0.3)).concat(Transform(translationX: 32, y: 18))
    try edit.layers[0].transform.set(turned, at: .zero)
    let (frame, fetched) = try edit.picture()
    #expect(fetched == [0])
    let light = edit.clips[0].frame(0).luma(0, 0)
    for (x, y) in [(0, 0), (63, 0), (0, 35), (63, 35)] { #expect(frame.luma(x, y) == light) }
  }

  private static let transparentKinds: [PixelFormat] = [
    .yuva420p, .yuva444p16, .gbrap,
    PixelFormat(name: "rgba", model: .rgb, hasAlpha: true, isPlanar: false, planeCount: 1),
  ]

  @Test(arguments: transparentKinds)
  func alphaThatIsOpaqueEverywhereHidesWhatIsBelow(_ format: PixelFormat) throws {
    let pool = FramePool()
    /// A picture in this format, with one pixel's alpha lowered by one where `isSeenThrough`.
    func coded(_ frame: VideoFrame, isSeenThrough: Bool) throws -> VideoFrame {
      let color = ColorDescription.assumed(width: 64, height: 36, model: format.model)
      let shape = FrameConverter.Shape(
        format: format, width: frame.width, height: frame.height, color: color)
      let result = try FrameConverter(from: frame.shape, to: shape).convert(frame, pool: pool)
      guard isSeenThrough else { return result }
      let last = result.planes[result.planes.count - 1].row(20)
      // In a packed pixel alpha comes last.
      let place = format.isPlanar ? 40 * format.bytesPerSample : 40 * 4 + 3
      last.storeBytes(of: 254, toByteOffset: place, as: UInt8.self)
      return result
    }
    let edit = try Edit([solid(0.8), solid(0.2)])
    let plain = try edit.picture().0
    let (frame, fetched) = try edit.picture { try coded($0, isSeenThrough: false) }
    #expect(fetched == [0])
    #expect(abs(frame.luma(40, 20) - plain.luma(40, 20)) <= 1)
    #expect(try edit.picture { try coded($0, isSeenThrough: true) }.1 == [0, 1])
  }

  @Test func aGeneratorThatDoesNotMoveDrawsItsPictureOnce() throws {
    for kind in ["solid", "gradient", "bars"] {
      let clip = try GeneratorSource(kind: kind, GeneratorSource.Options())
      #expect(clip.frame(0) === clip.frame(7))
    }
    let moving = try test()
    #expect(moving.frame(0) !== moving.frame(1))
    #expect(moving.frame(0).luma(0, 0) != moving.frame(1).luma(0, 0))
  }

  @Test func aBlendedOrTranslucentLayerHidesNothing() throws {
    var edit = try Edit([solid(0.8), solid(0.2)])
    edit.layers[0].blendMode = .multiply
    #expect(try edit.picture().1 == [0, 1])
    edit.layers[0].blendMode = .normal
    try edit.layers[0].opacity.set(0.99, at: .zero)
    #expect(try edit.picture().1 == [0, 1])
    try edit.layers[0].opacity.set(0, at: .zero)
    #expect(try edit.picture().1 == [1])
  }

  @Test func aTrackThatIsNotNamedIsNeitherDrawnNorDecoded() throws {
    var edit = try Edit([solid(0.8), solid(0.2)])
    edit.layers.removeFirst()
    let (frame, fetched) = try edit.picture()
    #expect(fetched == [1] && frame.luma(9, 9) == edit.clips[1].frame(0).luma(9, 9))
  }

  @Test func alphaOfTheBackgroundCountsOnlyWhereTheCanvasHasAlpha() throws {
    var edit = try Edit([solid(0.8)])
    try edit.layers[0].transform.set(Transform(translationX: 32, y: 0), at: .zero)
    let clear = Color(red: 1, green: 1, blue: 1, alpha: 0.25)
    #expect(try edit.picture(background: clear).0.luma(3, 3) == 235)
    let canvas = Canvas(width: 64, height: 36, format: .yuva444p, color: .bt601)
    let frame = try FrameRenderer(edit.plan(background: clear, canvas: canvas), threads: 1)
      .frame(at: .zero)
    #expect(frame.code(3, 3, 3) == 64 && frame.code(3, 40, 3) == 255)
  }

  @Test func multiplyByWhiteIsNothingAndScreenWithWhiteIsWhite() throws {
    for (mode, luma) in [(BlendMode.multiply, nil), (.screen, 235), (.difference, nil)] {
      var edit = try Edit([solid(mode == .difference ? 0 : 1), solid(0.4)])
      edit.layers[0].blendMode = mode
      let expected = luma ?? edit.clips[1].frame(0).luma(5, 5)
      #expect(abs(try edit.picture().0.luma(5, 5) - expected) <= 1, "\(mode)")
    }
  }

  @Test func aMovingPictureIsCopiedWhereItIsAtHome() throws {
    var edit = try Edit([test()])
    try edit.layers[0].transform.setRamp(
      .identity, Transform(scaleX: 2, y: 2), TimeRange(start: Time(1, 5), duration: Time(1, 2)))
    let (frame, _) = try edit.picture()
    #expect(frame.fingerprint == edit.clips[0].frame(0).fingerprint)
  }

  /// A ramp that passes through an upright place shows nothing of it.
  @Test func sharpnessDoesNotChangeWhereATurnPassesThroughNothing() throws {
    let scaled = Transform(scaleX: 0.83, y: 0.83)
    func drawn(_ angle: Double) throws -> VideoFrame {
      var edit = try Edit([test()])
      try edit.layers[0].transform.set(scaled.rotated(angle), at: .zero)
      try edit.layers[0].transform.setRamp(
        scaled, .identity, TimeRange(start: Time(1, 2), duration: Time(1, 4)))
      return try edit.picture().0
    }
    let (upright, turned) = (try drawn(0), try drawn(1e-7))
    for (x, y) in (0..<36).flatMap({ y in (0..<64).map { ($0, y) } }) {
      #expect(abs(upright.luma(x, y) - turned.luma(x, y)) <= 1)
    }
  }

  /// The instruction after a ramp shows the same layer at rest.
  @Test func sharpnessDoesNotChangeWhereARampEnds() throws {
    var edit = try Edit([test()])
    let end = Transform(scaleX: 0.83, y: 0.83)
    try edit.layers[0].transform.setRamp(
      Transform(scaleX: 0.5, y: 0.5), end, TimeRange(start: .zero, duration: Time(1, 2)))
    let halves = [Time.zero, Time(1, 2)].map {
      Instruction(timeRange: TimeRange(start: $0, duration: Time(1, 2)), layers: edit.layers)
    }
    let plan = try RenderPlan(
      edit.composition,
      video: VideoComposition(
        frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36), instructions: halves),
      mix: nil, canvas: smallCanvas)
    let source = edit.clips[0].frame(0)
    func drawn(_ span: Int, _ time: Time) throws -> VideoFrame {
      try Compositor(canvas: smallCanvas).render(plan.spans[span], at: time) { _, _ in source }
    }
    let (last, rest) = (try drawn(0, Time(499_999_999, 1_000_000_000)), try drawn(1, Time(1, 2)))
    let expected = FramePool().makeFrame(
      format: .yuv420p, width: 64, height: 36, color: .bt601)
    fill(expected, with: .black)
    drawAffine(source, crop: .infinite, transform: end, opacity: 1, into: expected)
    for (x, y) in (0..<36).flatMap({ y in (0..<64).map { ($0, y) } }) {
      #expect(abs(last.luma(x, y) - rest.luma(x, y)) <= 1)
      #expect(rest.luma(x, y) == expected.luma(x, y))
    }
  }

  /// What is left after the converter is a turn without any shrinking.
  @Test func aPictureAtRestIsMadeSmallBeforeItIsTurned() throws {
    var edit = try Edit([test(width: 640, height: 360)])
    let turn = Transform(rotation: 0.2).concat(Transform(translationX: 12, y: 2))
    try edit.layers[0].transform.set(
      Transform(scaleX: 0.0625, y: 0.0625).concat(turn), at: .zero)
    let (frame, _) = try edit.picture()
    let source = edit.clips[0].frame(0)
    let small = try FrameConverter(
      from: source.shape,
      to: .init(format: .yuv420p, width: 40, height: 22, color: smallCanvas.color)
    ).convert(source, pool: FramePool())
    let expected = FramePool().makeFrame(
      format: .yuv420p, width: 64, height: 36, color: .bt601)
    fill(expected, with: .black)
    drawAffine(
      small, crop: .infinite,
      transform: Transform(scaleX: 1, y: 22.5 / 22).concat(turn), opacity: 1, into: expected)
    for (x, y) in (0..<36).flatMap({ y in (0..<64).map { ($0, y) } }) {
      #expect(abs(frame.luma(x, y) - expected.luma(x, y)) <= 1, "(\(x), \(y))")
    }
  }

  /// 100.5 in units of the canvas: a picture that is rounded before it is enlarged shows blotches.
  @Test func aDeeperPictureIsRoundedAfterItIsDrawn() throws {
    var edit = try Edit([test()])
    try edit.layers[0].transform.set(
      Transform(scaleX: 8, y: 8).rotated(0.01).translated(-8, -8), at: .zero)
    try edit.layers[0].opacity.set(0.999, at: .zero)
    let deep = FramePool().makeFrame(
      format: .yuv420p10, width: 64, height: 36, color: .bt601)
    for (plane, code) in zip(deep.planes, [402, 512, 512]) {
      for y in 0..<plane.height {
        plane.row(y).assumingMemoryBound(to: UInt16.self)
          .update(repeating: UInt16(code), count: plane.width)
      }
    }
    let span = try edit.plan(background: Color(red: 0.385, green: 0.385, blue: 0.385)).spans[0]
    let frame = try Compositor(canvas: smallCanvas).render(span, at: .zero) { _, _ in deep }
    for block in 0..<32 {
      let (left, top) = (block % 8 * 8, block / 8 * 8)
      let sum = (0..<64).reduce(0) { $0 + frame.luma(left + $1 % 8, top + $1 / 8) }
      #expect(abs(Double(sum) / 64 - 100.5) < 0.1, "block \(block)")
    }
  }

  @Test func mixturesThatAModeActsOnAreNotRoundedFirst() throws {
    func deepens(_ modes: [BlendMode], canvas: Canvas = smallCanvas) throws -> Bool {
      let frame = try test().frame(0)
      let layers = try modes.map { mode in
        let placement = try #require(
          Placement(
            frameWidth: 64, frameHeight: 36, place: Rect(x: 0, y: 0, width: 64, height: 36),
            transform: .identity, cropRectangle: .infinite, opacity: 1, canvas: canvas))
        return DrawnLayer(
          frame: frame, placement: placement, isMoving: false, blendMode: mode, path: nil)
      }
      return layers.needDepth(beyond: canvas)
    }
    #expect(try !deepens([.normal]) && !deepens([.normal, .normal, .normal]))
    #expect(try !deepens([.normal, .multiply, .normal]) && !deepens([.multiply]))
    #expect(try deepens([.normal, .multiply, .overlay]) && deepens([.multiply, .screen]))
    #expect(try deepens([.normal, .normal, .screen]))
    let deep = Canvas(width: 64, height: 36, format: .yuv420p16, color: .bt601)
    #expect(try !deepens([.multiply, .screen], canvas: deep))
  }

  /// Fixed placings are the converter's, and stand where they should to a fraction of a pixel.
  @Test func aFixedPictureEndsBetweenPixelsWhereItShould() throws {
    var edit = try Edit([solid(1)])
    try edit.layers[0].transform.set(
      Transform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 4.25, ty: 3), at: .zero)
    let (frame, _) = try edit.picture()
    let white = 235 - 16
    #expect(frame.luma(3, 10) == 16 && frame.luma(5, 10) == 235)
    #expect(abs(frame.luma(4, 10) - (16 + white * 3 / 4)) <= 1)
    #expect(abs(frame.luma(36, 10) - (16 + white / 4)) <= 1 && frame.luma(37, 10) == 16)
    #expect(frame.luma(20, 2) == 16 && frame.luma(20, 3) == 235 && frame.luma(20, 21) == 16)
  }

  @Test func aHeldPictureIsPreparedOnce() throws {
    let cache = MipmapCache()
    let frame = try test().frame(0)
    var made = 0
    for _ in 0..<3 {
      _ = cache.mipmap(of: frame, as: .init(crop: frame.bounds, size: nil)) {
        made += 1
        return Mipmap(frame, pool: FramePool())
      }
      cache.dropUnused()
    }
    #expect(made == 1)
    cache.dropUnused()
    _ = cache.mipmap(of: frame, as: .init(crop: frame.bounds, size: nil)) {
      made += 1
      return Mipmap(frame, pool: FramePool())
    }
    #expect(made == 2)
  }

  /// From the third picture on it is drawn from what is kept of it.
  @Test(arguments: [
    Transform.identity, Transform(scaleX: 0.5, y: 0.5), Transform(translationX: 5, y: 3),
    Transform(a: -1, b: 0, c: 0, d: 1, tx: 64, ty: 0), Transform(scaleX: 3, y: 3),
    Transform(rotation: 0.3),
  ])
  func aRestingLayerLooksTheSameInEveryPicture(_ transform: Transform) throws {
    var edit = try Edit([solid(0.5), test()])
    try edit.layers[0].transform.set(transform, at: .zero)
    try edit.layers[0].opacity.setRamp(1, 0.3, TimeRange(start: .zero, duration: Time(1, 5)))
    let title = title(columns: 21..<40, rows: 7..<18)
    let plan = try edit.plan()
    func draw(_ number: Int64, by compositor: Compositor) throws -> VideoFrame {
      try compositor.render(plan.spans[0], at: Time(number, 25)) { index, source in
        guard case .generator(let generator) = source.kind else { throw CancellationError() }
        return generator === edit.clips[0] ? title : generator.frame(index)
      }
    }
    let compositor = Compositor(canvas: plan.canvas)
    for number in Int64(0)..<8 {
      let fresh = try draw(number, by: Compositor(canvas: plan.canvas))
      #expect(try draw(number, by: compositor).fingerprint == fresh.fingerprint, "\(number)")
    }
  }

  @Test func ofARestingLayerThePartThatShowsIsKept() throws {
    let cache = StillCache()
    func layer(_ frame: VideoFrame, opacity: Double = 1, x: Double = 0) throws -> DrawnLayer {
      let placement = Placement(
        frameWidth: 64, frameHeight: 36, place: Rect(x: 0, y: 0, width: 64, height: 36),
        transform: Transform(translationX: x, y: 0), cropRectangle: .infinite, opacity: opacity,
        canvas: smallCanvas)
      return DrawnLayer(
        frame: frame, placement: try #require(placement), isMoving: false, blendMode: .normal,
        path: nil)
    }
    let frame = title(columns: 21..<40, rows: 7..<18)
    let whole = StillCache.Still(picture: frame, x: 2, y: 4)
    try cache.note(whole, of: layer(frame))
    #expect(try cache.still(of: layer(frame)) == nil)
    cache.dropUnused()
    try cache.note(whole, of: layer(frame))
    let kept = try #require(try cache.still(of: layer(frame, opacity: 0.5)))
    #expect((kept.x, kept.y, kept.picture.width, kept.picture.height) == (23, 11, 19, 11))
    #expect(try cache.still(of: layer(frame, x: 1)) == nil)
    #expect(try cache.still(of: layer(title(columns: 21..<40, rows: 7..<18))) == nil)
    cache.dropUnused()
    #expect(try cache.still(of: layer(frame)) != nil)
    cache.dropUnused()
    cache.dropUnused()
    #expect(try cache.still(of: layer(frame)) == nil)
  }

  /// A picture that is clear but for a part, where it is a pattern.
  private func title(columns: Range<Int>, rows: Range<Int>) -> VideoFrame {
    let frame = FramePool().makeFrame(format: .gbrap, width: 64, height: 36, color: .sRGB)
    for (index, plane) in frame.planes.enumerated() {
      for y in 0..<36 {
        for x in 0..<64 {
          let value = columns.contains(x) && rows.contains(y) ? x * 3 + y * 5 + index * 40 + 1 : 0
          plane.row(y).storeBytes(of: UInt8(value & 0xff), toByteOffset: x, as: UInt8.self)
        }
      }
    }
    return frame
  }

  @Test func framesOfAWholeEditAreTheSameForAnyNumberOfThreads() throws {
    var edit = try Edit([test(width: 640, height: 360), solid(0.3)])
    try edit.layers[0].opacity.set(0.6, at: .zero)
    try edit.layers[0].transform.setRamp(
      Transform(scaleX: 0.2, y: 0.2), Transform(scaleX: 3, y: 3).rotated(0.4),
      TimeRange(start: .zero, duration: Time(1)))
    let canvas = Canvas(width: 320, height: 180, format: .yuv420p, color: .bt601)
    let plan = try edit.plan(canvas: canvas)
    func prints(_ threads: Int) throws -> [UInt64] {
      let renderer = FrameRenderer(plan, threads: threads)
      defer { renderer.close() }
      return try [0, 7, 13, 20].map { try renderer.frame(at: Time($0, 25)).fingerprint }
    }
    let one = try prints(1)
    for threads in [2, 4, 8] {
      for _ in 0..<3 { #expect(try prints(threads) == one, "\(threads) threads") }
    }
  }

  @Test func aVideoCompositionSetsTheColoursOfItsCanvas() throws {
    var video = VideoComposition()
    (video.colorPrimaries, video.colorMatrix, video.colorTransfer) = (
      "bt2020", "bt2020nc", "arib-std-b67"
    )
    let color = try video.color(over: .bt709, format: .yuv420p10)
    #expect(color.primaries == .bt2020 && color.matrix == .bt2020 && color.transfer == .hlg)
    #expect(color.range == .limited)
    #expect(try video.color(over: .sRGB, format: .gbrp).matrix == .rgb)
    #expect(try VideoComposition().color(over: .bt601, format: .yuv420p) == .bt601)
    video.colorMatrix = "bt710"
    let error = #expect(throws: RenderError.self) {
      try video.color(over: .bt709, format: .yuv420p)
    }
    #expect(error?.message.contains("bt710") == true && error?.hint?.contains("bt709") == true)
  }
}
