import Testing

@testable import Geometry

@Suite struct TransformTests {
  @Test func concatAppliesTheReceiverFirst() {
    let map = Transform(scaleX: 2, y: 2).concat(Transform(translationX: 10, y: 0))
    #expect(map.apply(Point(x: 1, y: 1)) == Point(x: 12, y: 2))
  }

  @Test func newOperationsComeBeforeTheExistingOnes() {
    let map = Transform.identity.translated(10, 0).scaled(2, 2)
    #expect(map.apply(Point(x: 1, y: 1)) == Point(x: 12, y: 2))
    let other = Transform.identity.scaled(2, 2).translated(10, 0)
    #expect(other.apply(Point(x: 1, y: 1)) == Point(x: 22, y: 2))
  }

  @Test func positiveAnglesTurnClockwiseAndQuarterTurnsAreExact() {
    #expect(Transform(rotation: .pi / 2) == Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(Transform(rotation: .pi) == Transform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    #expect(
      Transform.identity.rotated(.pi / 2).apply(Point(x: 1, y: 0)) == Point(x: 0, y: 1))
  }

  @Test func inverseLeadsBack() throws {
    let map = Transform(a: 2, b: 1, c: -1, d: 4, tx: 5, ty: 6)
    let back = try #require(map.inverted)
    let point = back.apply(map.apply(Point(x: 3, y: 7)))
    #expect((point.x - 3).magnitude < 1e-12 && (point.y - 7).magnitude < 1e-12)
    #expect(Transform(scaleX: 0, y: 1).inverted == nil)
  }

  @Test func aPortraitClipStandsUpright() {
    let portrait = Transform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
    #expect(
      portrait.apply(Rect(Size(width: 1920, height: 1080)))
        == Rect(x: 0, y: 0, width: 1080, height: 1920))
  }
}

@Suite struct RectTests {
  private let unit = Rect(x: 0, y: 0, width: 2, height: 2)

  @Test func intersectionsOfRectsApartOrTouchingAreZero() {
    #expect(
      unit.intersection(Rect(x: 1, y: 1, width: 5, height: 5))
        == Rect(x: 1, y: 1, width: 1, height: 1))
    #expect(unit.intersection(Rect(x: 2, y: 0, width: 1, height: 1)) == .zero)
    #expect(unit.intersection(.infinite) == unit && Rect.infinite.intersection(unit) == unit)
  }

  @Test func theInfiniteRectContainsEverythingAndStaysInfinite() {
    #expect(Rect.infinite.contains(unit) && !unit.contains(.infinite))
    #expect(Rect.infinite.contains(Point(x: -1e9, y: 1e9)))
    #expect(Transform(scaleX: 2, y: 3).apply(Rect.infinite).isInfinite)
    #expect(!unit.isInfinite && !Rect.infinite.isEmpty)
  }

  @Test func edgesAreHalfOpen() {
    #expect(unit.contains(Point.zero) && !unit.contains(Point(x: 2, y: 0)))
    #expect(unit.contains(unit) && !unit.contains(Rect(x: 1, y: 0, width: 2, height: 1)))
  }
}

@Suite struct ColorTests {
  @Test(arguments: [
    ("#f00", "#ff0000"), ("#00FF00", "#00ff00"), ("#11223344", "#11223344"),
    ("Tomato", "#ff6347"), ("rebeccapurple", "#663399"), ("#112233ff", "#112233"),
  ])
  func textIsRead(_ text: String, _ expected: String) {
    #expect(Color(text: text)?.description == expected)
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#ggg", "nocolour", "#é00"])
  func otherTextIsRefused(_ text: String) {
    #expect(Color(text: text) == nil)
  }

  @Test func mistypedNamesFindTheirNeighbour() {
    #expect(Color.nearestName(to: "tomatoe") == "tomato")
    #expect(Color.nearestName(to: "Organge") == "orange")
    #expect(Color.nearestName(to: "xxxxxxxx") == nil)
  }
}
