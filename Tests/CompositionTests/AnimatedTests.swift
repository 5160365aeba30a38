import Geometry
import Testing
import Timing

@testable import Composition

@Suite struct AnimatedTests {
  private var opacity: Animated<Double> { Animated(.opacity, default: 1) }
  private var volume: Animated<Double> { Animated(.volume, default: 1) }

  /// The error of a change that must fail.
  private func refusal(_ change: () throws(CompositionError) -> Void) -> CompositionError? {
    do throws(CompositionError) {
      try change()
      return nil
    } catch {
      return error
    }
  }

  @Test func defaultsHoldBeforeTheFirstEntry() throws {
    #expect(opacity.value(at: Time(5)) == 1 && opacity.ramp(at: .zero) == nil)
    let track = try #require(Composition(wrapping: [video("A", Time(1))]).reference(to: 1))
    let layer = LayerInstruction(track)
    #expect(layer.opacity.value(at: .zero) == 1 && layer.transform.value(at: .zero).isIdentity)
    #expect(layer.cropRectangle.value(at: .zero).isInfinite)
    var late = opacity
    try late.set(0.25, at: Time(3))
    #expect(late.value(at: Time(2)) == 1 && late.value(at: Time(3)) == 0.25)
  }

  @Test func theReferencesExample() throws {
    var volume = volume
    try volume.set(1, at: .zero)
    try volume.setRamp(0.5, 0.2, TimeRange(start: Time(4), duration: Time(5)))
    #expect(volume.value(at: Time(3)) == 1 && volume.value(at: Time(4)) == 0.5)
    #expect((volume.value(at: Time(13, 2)) - 0.35).magnitude < 1e-12)
    #expect(volume.value(at: Time(9)) == 0.2 && volume.value(at: Time(99)) == 0.2)
  }

  @Test func rampsMayTouchButNotOverlap() throws {
    var opacity = opacity
    try opacity.setRamp(0, 1, range(2, 4))
    try opacity.setRamp(1, 0, range(4, 6))
    try opacity.setRamp(0, 0.5, range(1, 2))
    #expect(opacity.value(at: Time(4)) == 1 && opacity.value(at: Time(2)) == 0)
    let before = opacity
    let error = refusal { () throws(CompositionError) in
      try opacity.setRamp(0, 1, range(3, 5))
    }
    #expect(error?.code == "overlapping_ramps" && opacity == before)
    #expect(
      error?.message
        == "the opacity ramp 0:03–0:05 overlaps the existing opacity ramp 0:02–0:04")
    #expect(error?.hint == "a ramp may start at 0:04, where the other ends")
    #expect(
      refusal { () throws(CompositionError) in try opacity.setRamp(0, 1, range(0, 9)) } != nil)
    #expect(
      refusal { () throws(CompositionError) in try opacity.setRamp(0, 1, range(0, 2)) } != nil)
  }

  @Test func noEntryStartsWithinOrAtTheStartOfARamp() throws {
    var opacity = opacity
    try opacity.setRamp(0, 1, range(2, 4))
    for time in [Time(2), Time(3)] {
      let error = refusal { () throws(CompositionError) in try opacity.set(1, at: time) }
      #expect(error?.code == "overlapping_ramps" && error?.time == time)
    }
    try opacity.set(0.5, at: Time(4))
    #expect(opacity.value(at: Time(4)) == 0.5)

    var flat = self.opacity
    try flat.set(1, at: Time(2))
    let error = refusal { () throws(CompositionError) in try flat.setRamp(1, 0, range(2, 3)) }
    #expect(
      error?.message
        == "the opacity ramp 0:02–0:03 overlaps the existing opacity set at 0:02")
    #expect(
      refusal { () throws(CompositionError) in try flat.setRamp(1, 0, range(1, 3)) } != nil)
    try flat.setRamp(1, 0, range(3, 4))
    try flat.setRamp(0, 1, range(1, 2))
  }

  @Test func fadesOverAFlatRampAreRefused() throws {
    var volume = volume
    try volume.setRamp(0.5, 0.5, range(0, 10))
    for fade in [range(0, 1), range(9, 10), range(0, 10)] {
      let error = refusal { () throws(CompositionError) in try volume.setRamp(0, 0.5, fade) }
      #expect(error?.code == "overlapping_ramps", "\(fade)")
    }
    try volume.setRamp(0.5, 0, range(10, 11))
    #expect(volume.entries.count == 2 && volume.value(at: Time(5)) == 0.5)
  }

  @Test func twoValuesAtOneTimeTheLastWins() throws {
    var opacity = opacity
    try opacity.set(0.2, at: Time(1))
    try opacity.set(0.7, at: Time(2, 2))
    #expect(opacity.value(at: Time(1)) == 0.7 && opacity.entries.count == 1)
  }

  @Test func anEmptyRampSetsItsLastValue() throws {
    var opacity = opacity
    try opacity.setRamp(0, 0.5, range(1, 1))
    #expect(opacity.value(at: Time(1)) == 0.5 && opacity.entries.count == 1)
  }

  @Test func gettersReportEntriesAndNotHeldValues() throws {
    var opacity = opacity
    try opacity.setRamp(0, 1, range(2, 4))
    try opacity.setRamp(1, 0.5, range(6, 8))
    #expect(opacity.ramp(at: .zero)?.range == range(2, 4))
    #expect(opacity.ramp(at: Time(3))?.range == range(2, 4))
    #expect(opacity.ramp(at: Time(4))?.range == range(6, 8))
    #expect(opacity.ramp(at: Time(8)) == nil)
  }

  @Test func aFlatValueIsReportedAsARampUntilTheNextEntry() throws {
    var opacity = opacity
    try opacity.set(0.25, at: Time(1))
    try opacity.setRamp(0, 1, range(2, 4))
    try opacity.set(0.5, at: Time(6))
    let flat = try #require(opacity.ramp(at: Time(1)))
    #expect(flat.from == 0.25 && flat.to == 0.25 && flat.range == range(1, 2))
    let last = try #require(opacity.ramp(at: Time(99)))
    #expect(last.from == 0.5 && last.range.start == Time(6))
    #expect(last.range.duration == .positiveInfinity)
    #expect(opacity.ramps.map(\.range.start) == [Time(1), Time(2), Time(6)])
  }

  @Test func valuesOutOfTheirLimitsAreRefused() throws {
    var opacity = opacity
    for bad in [-0.1, 1.5, .nan, .infinity] {
      let error = refusal { () throws(CompositionError) in try opacity.set(bad, at: .zero) }
      #expect(error?.code == "invalid_value")
    }
    let error = refusal { () throws(CompositionError) in try opacity.setRamp(0, 2, range(0, 1)) }
    #expect(error?.message == "opacity must be between 0 and 1, not 2.0")
    var volume = volume
    try volume.set(3, at: .zero)
    #expect(refusal { () throws(CompositionError) in try volume.set(-1, at: .zero) } != nil)
    #expect(
      refusal { () throws(CompositionError) in try volume.set(1, at: .indefinite) }?.code
        == "invalid_time")
    #expect(
      refusal { () throws(CompositionError) in try volume.setRamp(0, 1, .all) }?.code
        == "invalid_time_range")
  }

  @Test func transformsAreInterpolatedNumberByNumber() throws {
    var transform = Animated(.transform, default: Transform.identity)
    try transform.setRamp(.identity, Transform(rotation: .pi / 2), range(0, 2))
    let half = transform.value(at: Time(1))
    // Half-way through a quarter turn the picture is shrunk to √½.
    #expect(half == Transform(a: 0.5, b: 0.5, c: -0.5, d: 0.5, tx: 0, ty: 0))
    #expect((half.determinant.squareRoot() - 0.5.squareRoot()).magnitude < 1e-12)
  }

  @Test func aHalfTurnCollapsesHalfWay() throws {
    var transform = Animated(.transform, default: Transform.identity)
    try transform.setRamp(.identity, Transform(rotation: .pi), range(0, 2))
    let half = transform.value(at: Time(1))
    #expect(half.determinant.magnitude < 1e-12)
    #expect(half.a.magnitude < 1e-12 && half.d.magnitude < 1e-12)
  }

  @Test func cropsInterpolateEmptyRectsAndReplaceInfiniteEnds() throws {
    let full = Rect(x: 0, y: 0, width: 640, height: 360)
    var crop = Animated(.cropRectangle, default: Rect.infinite)
    #expect(crop.value(at: .zero, within: full) == full)
    try crop.setRamp(.infinite, Rect(x: 0, y: 360, width: 640, height: 0), range(0, 2))
    #expect(
      crop.value(at: Time(1), within: full) == Rect(x: 0, y: 180, width: 640, height: 180))
    #expect(crop.value(at: Time(2), within: full).isEmpty)
    #expect(crop.value(at: Time(1)).isInfinite)
  }

  @Test func aConstantStretchIsKnown() throws {
    var opacity = opacity
    try opacity.setRamp(0, 1, range(2, 4))
    try opacity.set(1, at: Time(6))
    #expect(opacity.constant(over: range(0, 2)) == 1 && opacity.constant(over: range(0, 3)) == nil)
    #expect(opacity.constant(over: range(4, 9)) == 1 && opacity.constant(over: range(3, 4)) == nil)
    try opacity.set(0.5, at: Time(8))
    #expect(opacity.constant(over: range(4, 8)) == 1 && opacity.constant(over: range(4, 9)) == nil)
  }
}
