import TestSupport
import Testing

/// What the transitions look like where clips differ in shape: nothing of the old picture is left
/// beside the new one, and nothing that sticks out of the canvas comes into sight.
///
/// A red clip of 64 × 48 gives way to an upright green one, which stands at x = 20…44, over ten
/// frames from 15 to 24: frame 20 is half-way.
@Suite struct TransitionPictureTests {
  private static let red = Colour(81, 90, 240)
  private static let green = Colour(145, 54, 34)
  private static let black = Colour(16, 128, 128)
  private static let half = black.mixed(with: red, 0.5)

  private let folder = TemporaryFolder("transition")

  private func pictures(_ transition: String, _ words: String...) -> [DecodedPicture] {
    let clips = Scenario.clips.path
    let run = runVscript(
      [
        "merge", "\(clips)/red.mp4", "\(clips)/green.mp4", "-o", "film.mp4", "--transition",
        "\(transition):0.4",
      ] + words, folder: folder.path)
    #expect(run.status == 0, "\(run)")
    var pictures: [DecodedPicture] = []
    Film(folder("film.mp4")).eachPicture { pictures.append($1) }
    #expect(pictures.count == 40)
    return pictures
  }

  /// A colour that is seen at a place.
  struct Place: Sendable {
    let x, y: Int
    let colour: Colour

    init(_ x: Int, _ y: Int, _ colour: Colour) { (self.x, self.y, self.colour) = (x, y, colour) }
  }

  private static let halfWay: [(String, [Place])] = [
    (
      "dissolve",
      [Place(32, 24, red.mixed(with: green, 0.5)), Place(5, 24, half), Place(60, 24, half)]
    ),
    ("fade_through_color", [Place(32, 24, black), Place(5, 24, black)]),
    (
      "wipe_left",
      [Place(5, 24, red), Place(26, 24, red), Place(38, 24, green), Place(50, 24, black)]
    ),
    (
      "wipe_right",
      [Place(5, 24, black), Place(26, 24, green), Place(38, 24, red), Place(50, 24, red)]
    ),
    (
      "wipe_up", [Place(32, 10, red), Place(5, 10, red), Place(32, 40, green), Place(5, 40, black)]
    ),
    (
      "wipe_down",
      [Place(32, 10, green), Place(5, 10, black), Place(32, 40, red), Place(5, 40, red)]
    ),
    ("push_left", [Place(10, 24, red), Place(44, 24, black), Place(58, 24, green)]),
    ("push_right", [Place(52, 24, red), Place(18, 24, black), Place(5, 24, green)]),
    ("push_up", [Place(32, 10, red), Place(32, 40, green), Place(5, 40, black)]),
    ("push_down", [Place(32, 40, red), Place(32, 10, green), Place(5, 10, black)]),
  ]

  @Test(arguments: halfWay)
  func halfWayEachPictureIsWhereItBelongs(
    name: String, places: [Place]
  ) {
    let pictures = pictures(name)
    guard pictures.count > 25 else { return }
    for place in places {
      #expect(pictures[20].colour(place.x, place.y) ~ place.colour, "\(place)")
    }
    for (x, colour) in [(5, Self.red), (32, Self.red)] {
      #expect(pictures[14].colour(x, 24) ~ colour)
    }
    for (x, colour) in [(5, Self.black), (32, Self.green)] {
      #expect(pictures[25].colour(x, 24) ~ colour)
    }
  }

  @Test func whatSticksOutOfTheCanvasStaysOutOfSight() {
    // To cover the canvas the green picture is enlarged to a height of 128.
    let pictures = pictures("push_up", "--fit", "cover")
    guard pictures.count > 20 else { return }
    #expect(pictures[20].colour(32, 20) ~ Self.red)
    #expect(pictures[20].colour(32, 28) ~ Self.green)
  }
}
