import Geometry
import Testing
import Timing

@testable import Composition

@Suite struct EasingTests {
  @Test func aSampledFunctionIsFollowedClosely() {
    let curve = Easing.sampling { $0 * $0 * $0 }
    for step in 0...1000 {
      let x = Double(step) / 1000
      #expect((curve(x) - x * x * x).magnitude < 1e-4)
    }
    #expect(curve(0) == 0 && curve(1) == 1)
  }

  @Test func aStraightLineNeedsFewSamples() {
    var calls = 0
    let curve = Easing.sampling { x in
      calls += 1
      return x
    }
    #expect(calls == 33 && curve(0.3) == 0.3)
  }

  @Test func aJumpIsBounded() {
    var calls = 0
    let curve = Easing.sampling { x in
      calls += 1
      return x < 0.3 ? 0 : 1
    }
    #expect(calls < 4097 && curve(0.299) == 0 && curve(0.301) == 1)
  }

  @Test func errorsOfTheFunctionComeOutWhenItIsSampled() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try Easing.sampling { x in
        if x > 0.5 { throw Failure() }
        return x
      }
    }
  }

  @Test func namedCurvesRunFromZeroToOne() throws {
    #expect(Easing.named.count >= 35)
    for (name, easing) in Easing.named where name != "step_start" {
      #expect(easing(0) == 0 && easing(1) == 1, "\(name)")
    }
    let both = try #require(Easing.named["ease_in_out"])
    #expect((both(0.5) - 0.5).magnitude < 1e-9 && both(0.25) < 0.25)
    // CSS's `ease` at a quarter, to four places.
    let ease = try #require(Easing.named["ease"])
    #expect((ease(0.25) - 0.4085).magnitude < 1e-4)
  }

  @Test func rampsUseTheirEasing() throws {
    var opacity = Animated(.opacity, default: 1.0)
    try opacity.setRamp(0, 1, range(0, 4), easing: .sampling { $0 * $0 })
    #expect(opacity.value(at: Time(2)) == 0.25)
    let broken = Easing.sampling { _ in .nan }
    #expect(throws: CompositionError.self) {
      try opacity.setRamp(0, 1, range(5, 6), easing: broken)
    }
  }

  @Test func curvesHaveTheValuesOfTheirFormulas() throws {
    let expected: [(String, Double, Double)] = [
      ("ease_in_sine", 0.5, 0.2928932188), ("ease_out_quad", 0.25, 0.4375),
      ("ease_in_cubic", 0.5, 0.125), ("ease_in_out_quart", 0.25, 0.03125),
      ("ease_out_quint", 0.5, 0.96875), ("ease_in_expo", 0.5, 0.0303030303),
      ("ease_out_circ", 0.5, 0.8660254038), ("ease_in_back", 0.5, -0.0876975),
      ("ease_in_out_back", 0.25, -0.0996818), ("ease_out_bounce", 0.5, 0.765625),
      ("ease_in_elastic", 0.5, -0.015625), ("ease_out_elastic", 0.5, 1.015625),
      ("smoothstep", 0.25, 0.15625), ("smootherstep", 0.25, 0.103515625),
    ]
    for (name, progress, value) in expected {
      let easing = try #require(Easing.named[name])
      #expect((easing(progress) - value).magnitude < 1e-6, "\(name): \(easing(progress))")
    }
  }

  @Test func curvesHaveNoJumpButTheSteps() {
    for (name, easing) in Easing.named where !name.hasPrefix("step_") {
      for step in 0..<4000 {
        let (left, right) = (easing(Double(step) / 4000), easing(Double(step + 1) / 4000))
        #expect((right - left).magnitude < 0.025, "\(name) at \(step)/4000")
      }
    }
  }

  @Test func everyFamilysOutIsItsInTurnedRound() {
    for family in EasingCurve.Family.allCases {
      let (first, last) = (EasingCurve(family, .easeIn), EasingCurve(family, .easeOut))
      for step in 0...20 {
        let x = Double(step) / 20
        #expect((first(x) - (1 - last(1 - x))).magnitude < 1e-12, "\(family) at \(x)")
      }
    }
  }

  @Test func stepsJumpWhereTheyAreTold() {
    let table: [(Easing.Jump, [Double])] = [
      (.end, [0, 0, 0.25, 0.5, 0.75]), (.start, [0.25, 0.25, 0.5, 0.75, 1]),
      (.both, [0.2, 0.2, 0.4, 0.6, 0.8]), (.none, [0, 0, 1.0 / 3, 2.0 / 3, 1]),
    ]
    for (jump, values) in table {
      let easing = Easing.steps(4, jump)
      #expect([0, 0.249, 0.25, 0.5, 0.75].map { easing($0) } == values, "\(jump)")
      #expect(easing(1) == 1)
    }
    // A tenth is not a binary fraction: progress 3/10 still takes the third of ten steps.
    for step in 0..<10 {
      #expect(Easing.steps(10, .end)(Double(step) / 10) == Double(step) / 10)
    }
  }

  @Test func aSpringOvershootsWhereItIsLooseAndCreepsWhereItIsStiff() throws {
    let loose = try #require(EasingSpring(damping: 5))
    let tight = try #require(EasingSpring(damping: 20))
    let stiff = try #require(EasingSpring(damping: 60))
    let values = (0...1000).map { Double($0) / 1000 }
    #expect(values.map { loose($0) }.max() ?? 0 > 1.3)
    #expect(values.map { tight($0) }.max() ?? 2 <= 1 && values.map { stiff($0) }.max() ?? 2 <= 1)
    // A spring with half the critical damping overshoots by e^(−π·0.5/√(1−0.25)).
    let half = try #require(EasingSpring(damping: 10))
    #expect(((values.map { half($0) }.max() ?? 0) - 1 - 0.163).magnitude < 2e-3)
    #expect(EasingSpring(damping: 0) == nil && EasingSpring(mass: -1) == nil)
    #expect(EasingSpring(stiffness: .nan) == nil)
  }

  @Test func whatOvershootsStaysWithinWhatAPropertyMayBe() throws {
    var opacity = Animated(.opacity, default: 1.0)
    let back = try #require(Easing.named["ease_in_out_back"])
    try opacity.setRamp(0, 1, range(0, 4), easing: back)
    #expect(opacity.value(at: Time(1, 2)) == 0 && opacity.value(at: Time(7, 2)) == 1)
    var place = Animated(.transform, default: Transform.identity)
    try place.setRamp(
      .identity, Transform(translationX: 100, y: 0), range(0, 4), easing: back)
    #expect(place.value(at: Time(7, 2)).tx > 100)
  }
}
