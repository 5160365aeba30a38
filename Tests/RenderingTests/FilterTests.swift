import Composition
import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

@Suite struct FilterTests {
  private func filter(
    _ text: String, _ medium: FilterMedium = .video, during range: TimeRange? = nil
  ) throws -> [Filter] {
    try FilterCall.chain(text).map { try Filter($0.checked(as: medium), during: range) }
  }

  // MARK: - Pictures

  /// Two seconds of one generator's pictures, as a layer that `set` changes.
  private func plan(
    _ clip: GeneratorSource, _ set: (inout LayerInstruction) throws -> Void
  ) throws -> RenderPlan {
    var edit = Composition()
    let id = edit.addTrack(.video)
    let range = TimeRange(start: .zero, duration: Time(2))
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(range, of: clip.videoTrack, at: .zero)
    }
    var layer = LayerInstruction(edit.reference(to: id)!)
    try set(&layer)
    return try RenderPlan(
      edit,
      video: VideoComposition(
        frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
        instructions: [Instruction(timeRange: range, layers: [layer])]),
      mix: nil, canvas: smallCanvas)
  }

  private func moving() throws -> GeneratorSource {
    var options = GeneratorSource.Options()
    (options.width, options.height, options.rate) = (64, 36, FrameRate(25))
    return try GeneratorSource(kind: "test", options)
  }

  @Test func aFilterActsInItsRangeAndNowhereElse() throws {
    let plan = try plan(solid(0.5)) { layer in
      layer.filters = try filter(
        "lutyuv=y=200", during: TimeRange(start: Time(2, 5), duration: Time(2, 5)))
    }
    let renderer = FrameRenderer(plan, threads: 1)
    let before = try renderer.frame(at: Time(9, 25)).luma(5, 5)
    #expect((120...130).contains(before))
    #expect(try renderer.frame(at: Time(10, 25)).luma(5, 5) == 200)
    #expect(try renderer.frame(at: Time(19, 25)).luma(5, 5) == 200)
    #expect(try renderer.frame(at: Time(20, 25)).luma(5, 5) == before)
  }

  @Test func filtersActOneAfterAnother() throws {
    // 200, then 255 − 200.
    let plan = try plan(solid(0.5)) { $0.filters = try filter("lutyuv=y=200,lutyuv=y=255-val") }
    #expect(try FrameRenderer(plan, threads: 1).frame(at: .zero).luma(5, 5) == 55)
  }

  @Test func aFilterWorksOnTheSourceBeforeItIsCutAndMoved() throws {
    let plan = try plan(solid(0.25)) { layer in
      // White from column 40 to 43 of the source, which moves left by 20 with it.
      layer.filters = try filter("drawbox=x=40:y=0:w=4:h=36:color=white:t=fill")
      try layer.cropRectangle.set(Rect(x: 20, y: 0, width: 22, height: 36), at: .zero)
      try layer.transform.set(Transform(translationX: -20, y: 0), at: .zero)
    }
    let frame = try FrameRenderer(plan, threads: 1).frame(at: .zero)
    #expect(frame.luma(19, 10) < 100 && frame.luma(20, 10) > 230 && frame.luma(21, 10) > 230)
    // The crop ends in the middle of the box.
    #expect(frame.luma(22, 10) == 16)
  }

  @Test(arguments: [1, 2, 5])
  func framesAreTheSameInAnyOrderAndForAnyNumberOfThreads(threads: Int) throws {
    let plan = try plan(moving()) { $0.filters = try filter("gblur=2,hue=h=60,vignette") }
    func picture(_ renderer: FrameRenderer, _ index: Int) throws -> [UInt8] {
      let frame = try renderer.frame(at: Time(Int64(index), 25))
      return frame.planes.flatMap { plane in
        (0..<plane.height).flatMap {
          Array(UnsafeRawBufferPointer(start: plane.row($0), count: plane.width))
        }
      }
    }
    let forward = FrameRenderer(plan, threads: 1)
    let inOrder = try (0..<8).map { try picture(forward, $0) }
    #expect(Set(inOrder).count == 8)
    let jumping = FrameRenderer(plan, threads: threads)
    for index in [5, 2, 7, 2, 0, 6, 1] {
      #expect(try picture(jumping, index) == inOrder[index], "frame \(index)")
    }
  }

  @Test func aHeldFrameIsFilteredOnceAndOnlyWhileItIsShown() throws {
    let source = try moving()
    let (one, other) = (source.frame(0), source.frame(1))
    let (cache, pool) = (FilterCache(threads: 1), FramePool())
    let filters = try filter("gblur=3")
    let first = try cache.frame(one, through: filters, at: .zero, pool: pool)
    #expect(first !== one)
    cache.dropUnused()
    #expect(try cache.frame(one, through: filters, at: Time(1, 25), pool: pool) === first)
    cache.dropUnused()
    _ = try cache.frame(other, through: filters, at: Time(2, 25), pool: pool)
    cache.dropUnused()
    #expect(try cache.frame(one, through: filters, at: Time(3, 25), pool: pool) !== first)
    #expect(try cache.frame(one, through: [], at: Time(3, 25), pool: pool) === one)
  }

  @Test func aKeyedColourLetsTheBackgroundThrough() throws {
    var options = GeneratorSource.Options()
    (options.width, options.height, options.rate) = (64, 36, FrameRate(25))
    options.color = Color(red: 0, green: 1, blue: 0)
    let plan = try plan(GeneratorSource(kind: "solid", options)) { layer in
      layer.filters = try filter("chromakey=color=lime:similarity=0.1")
    }
    // Black beneath, where the green was.
    #expect(try FrameRenderer(plan, threads: 1).frame(at: .zero).luma(30, 20) == 16)
  }

  @Test func aFilteredLayerIsNotPlain() throws {
    var layer = LayerInstruction(
      TrackReference(composition: CompositionID(), id: 1, mediaType: .video))
    layer.filters = try filter(
      "gblur", during: TimeRange(start: Time(1), duration: Time(1)))
    #expect(layer.isPlain(over: TimeRange(start: .zero, duration: Time(1))))
    #expect(!layer.isPlain(over: TimeRange(start: .zero, duration: Time(3, 2))))
  }

  // MARK: - Sound

  private func mixer(
    _ source: GeneratorSource, gain: Double = 1, _ filters: [Filter]
  ) throws -> AudioMixer {
    var edit = Composition()
    let id = edit.addTrack(.audio)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: source.audioTrack, at: Time(1, 2))
    }
    var parameters = try MixParameters(edit.reference(to: id)!)
    parameters.filters = filters
    try parameters.volume.set(gain, at: .zero)
    var mix = try AudioMix([parameters])
    mix.limitsPeaks = false
    return AudioMixer(
      try RenderPlan(edit, video: .silent, mix: mix, canvas: smallCanvas), rate: 48_000,
      layout: .mono, origin: .zero)
  }

  @Test func everySampleIsFilteredAtItsPlaceBeforeTheVolume() throws {
    let source = try tone(440)
    // The difference of each sample to the one before, at half the volume.
    let mixer = try mixer(source, gain: 0.5, filter("aderivative", .audio))
    let truth = source.samples(from: 0, count: 48_000).samples()
    let block = try mixer.mix(from: 23_000, count: 3000).samples()
    #expect(block.prefix(1000).allSatisfy { $0 == 0 })
    for index in [1, 2, 700, 1999] {
      #expect(block[1000 + index] == (truth[index] - truth[index - 1]) * 0.5, "sample \(index)")
    }
    // What comes after the segment's end is the filter's answer to it.
    let end = try mixer.mix(from: 71_990, count: 20).samples()
    #expect(end[10] == -truth[47_999] * 0.5 && end[11] == 0)
  }

  @Test func aSoundFilterIsHeardInItsRange() throws {
    let source = try tone(440)
    let truth = source.samples(from: 0, count: 48_000).samples()
    let mixer = try mixer(
      source,
      filter("aderivative", .audio, during: TimeRange(start: Time(3, 4), duration: Time(1, 4))))
    let block = try mixer.mix(from: 24_000, count: 36_000).samples()
    // From sample 12 000 of the tone to 24 000, with 240 samples of passage at either end inside.
    #expect(block[11_999] == truth[11_999] && block[24_000] == truth[24_000])
    #expect(block[12_240] == truth[12_240] - truth[12_239])
    #expect(block[23_760] == truth[23_760] - truth[23_759])
  }

  @Test func seeksAndSplitsGiveTheSameSamples() throws {
    let source = try tone(97)
    let filters = try filter(
      "highpass=f=120,equalizer=f=300:w=2:g=9,acompressor=threshold=0.05:release=300", .audio)
    let whole = try mixer(source, filters).mix(from: 0, count: 72_000).samples()
    let mixer = try mixer(source, filters)
    for (first, count) in [
      (50_000, 3000), (20_000, 777), (30_001, 9), (30_010, 5000), (71_000, 900),
    ] {
      let block = try mixer.mix(from: Int64(first), count: count).samples()
      let worst = zip(block, whole[first...]).map { ($0 - $1).magnitude }.max() ?? 1
      #expect(worst <= SoundFilter.tolerance, "from \(first): \(worst)")
    }
  }
}
