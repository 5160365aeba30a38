import Geometry
import Testing
import Timing

@testable import Composition

@Suite struct FitTests {
  private let canvas = Size(width: 1920, height: 1080)
  private let portrait = Transform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)

  private func box(_ fit: Fit, _ size: Size, _ preferred: Transform = .identity) -> Rect {
    fit.transform(natural: size, preferred: preferred, canvas: canvas).apply(Rect(size))
  }

  @Test func theCanvasesOwnSizeIsIdentity() {
    for fit in Fit.allCases {
      #expect(fit.transform(natural: canvas, preferred: .identity, canvas: canvas).isIdentity)
    }
  }

  @Test func picturesOfAnotherShapeArePlacedAsAsked() {
    let size = Size(width: 640, height: 480)
    #expect(box(.contain, size) == Rect(x: 240, y: 0, width: 1440, height: 1080))
    #expect(box(.cover, size) == Rect(x: 0, y: -180, width: 1920, height: 1440))
    #expect(box(.stretch, size) == Rect(x: 0, y: 0, width: 1920, height: 1080))
    #expect(box(.none, size) == Rect(x: 0, y: 0, width: 640, height: 480))
  }

  @Test func portraitClipsStandUprightAndCentred() {
    #expect(box(.contain, canvas, portrait) == Rect(x: 656.25, y: 0, width: 607.5, height: 1080))
    let placed = Fit.contain.transform(natural: canvas, preferred: portrait, canvas: canvas)
    // The natural top-left corner is at the right when upright.
    #expect(placed.apply(Point.zero) == Point(x: 1263.75, y: 0))
  }

  @Test func turnsWithWrongOffsetsAreMovedOntoTheCanvas() {
    let wrong = Transform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    #expect(box(.none, canvas, wrong) == Rect(canvas))
    #expect(box(.contain, canvas, wrong) == Rect(canvas))
  }

  @Test func unscaledPicturesAreCentredByEvenPixels() {
    let size = Size(width: 1920, height: 1074)
    #expect(box(.contain, size) == Rect(x: 0, y: 4, width: 1920, height: 1074))
  }
}

@Suite struct AutomaticVideoCompositionTests {
  @Test func oneInstructionForEachIntervalOfTheSameSegments() throws {
    var composition = Composition()
    let (one, two) = (composition.addTrack(.video), composition.addTrack(.video))
    let sound = composition.addTrack(.audio)
    try composition.edit(one) { track throws(CompositionError) in
      try track.insert(range(0, 4), of: video("A", Time(9)), at: .zero)
      try track.insert(range(0, 2), of: video("B", Time(9)), at: Time(6))
    }
    try composition.edit(two) { track throws(CompositionError) in
      try track.insert(range(0, 2), of: video("C", Time(9)), at: Time(3))
    }
    try composition.edit(sound) { track throws(CompositionError) in
      try track.insert(range(0, 9), of: audio("S", Time(9)), at: .zero)
    }
    let made = VideoComposition.of(composition)
    let expected: [(TimeRange, [Int32])] = [
      (range(0, 3), [1]), (range(3, 4), [1, 2]), (range(4, 5), [2]), (range(5, 6), []),
      (range(6, 8), [1]), (range(8, 9), []),
    ]
    #expect(made.instructions.map(\.timeRange) == expected.map(\.0))
    #expect(made.instructions.map { $0.layers.map(\.track.id) } == expected.map(\.1))
    #expect(made.problems(for: composition).isEmpty)
    #expect(made.instruction(at: Time(3))?.timeRange == range(3, 4))
    #expect(made.instruction(at: Time(9)) == nil)
    #expect(made.instructions[0].passthroughTrack?.id == 1)
    #expect(made.instructions[1].passthroughTrack == nil)
    #expect(made.frameTimingTrack == nil)
  }

  @Test func eachSegmentIsPlacedByItsOwnSizeAndTransform() throws {
    let turned = Transform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)
    var composition = Composition()
    let id = composition.addTrack(.video)
    try composition.edit(id) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: video("P", Time(9), transform: turned), at: .zero)
      try track.insert(range(0, 1), of: video("L", Time(9)), at: Time(1))
    }
    let made = VideoComposition.of(composition)
    #expect(made.renderSize == Size(width: 360, height: 640))
    let places = made.instructions.map {
      $0.layers[0].transform.value(at: $0.timeRange.start).apply(
        Rect(x: 0, y: 0, width: 640, height: 360))
    }
    #expect(places[0] == Rect(x: 0, y: 0, width: 360, height: 640))
    #expect(places[1] == Rect(x: 0, y: 218.75, width: 360, height: 202.5))
  }

  @Test func theFirstPictureInTimeGivesTheCanvas() throws {
    var composition = Composition()
    let (one, two) = (composition.addTrack(.video), composition.addTrack(.video))
    let small = video("S", Time(9), size: Size(width: 320, height: 180.4))
    try composition.edit(one) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: video("A", Time(9)), at: Time(2))
    }
    try composition.edit(two) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: small, at: Time(1))
    }
    #expect(composition.automaticCanvas.size == Size(width: 320, height: 180))
    composition.naturalSize = Size(width: 800, height: 600)
    #expect(VideoComposition.of(composition).renderSize == Size(width: 800, height: 600))
    var options = VideoComposition.AutomaticOptions(fit: .cover)
    options.renderSize = Size(width: 100, height: 100)
    options.frameDuration = Time(1, 10)
    options.backgroundColor = .white
    options.timing = .source
    let made = VideoComposition.of(composition, options)
    #expect(made.renderSize == Size(width: 100, height: 100) && made.frameDuration == Time(1, 10))
    #expect(made.instructions.allSatisfy { $0.backgroundColor == .white })
    #expect(made.frameTimingTrack?.id == 1)
  }

  @Test func theHighestRateUpToSixty() throws {
    func rate(_ sources: SourceTrack...) throws -> AutomaticCanvas {
      var composition = Composition()
      let id = composition.addTrack(.video)
      try composition.edit(id) { track throws(CompositionError) in
        for source in sources { try track.insert(range(0, 1), of: source, at: .invalid) }
      }
      return composition.automaticCanvas
    }
    let (film, ntsc) = (FrameRate(24), FrameRate(30000, 1001))
    #expect(try rate(video("A", Time(1), rate: film), video("B", Time(1), rate: ntsc)).rate == ntsc)
    #expect(try rate(video("A", Time(1), rate: nil, nominal: FrameRate(48))).rate == FrameRate(48))
    #expect(try rate(video("A", Time(1), rate: nil)).rate == FrameRate(30))
    let fast = try rate(video("A", Time(1), rate: FrameRate(120000, 1001)))
    #expect(fast.rate == FrameRate(60000, 1001))
    #expect(
      fast.notes == ["'A' track 1 (video) has 120000/1001 frames per second; made 60000/1001"])
    #expect(try rate(video("A", Time(1), rate: FrameRate(120))).rate == FrameRate(60))
    #expect(try rate(video("A", Time(1), rate: FrameRate(60))).notes.isEmpty)
  }

  @Test func disabledTracksAreLeftOut() throws {
    var composition = Composition(wrapping: [video("A", Time(2))])
    try composition.edit(1) { track throws(CompositionError) in track.isEnabled = false }
    let made = VideoComposition.of(composition)
    #expect(made.instructions.map(\.timeRange) == [range(0, 2)])
    #expect(made.instructions[0].layers.isEmpty && made.renderSize.isEmpty)
    #expect(made.problems(for: composition).map(\.kind) == [.invalidValue])
  }
}
