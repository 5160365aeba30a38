extension Time {
  /// The frame of a grid that starts at zero in which this time lies.
  package func frames(at rate: FrameRate) -> Int64 { quotient(by: rate.frameDuration) }

  /// `HH:MM:SS:FF` of the frame in which this time lies; a `;` before the frames where they drop.
  ///
  /// Nil for a special time, for drop-frame counting at a rate that has none, above a million frames
  /// per second, and from a million hours on.
  package func timecode(_ rate: FrameRate, drop: Bool = false) -> String? {
    let nominal = rate.nominal
    guard isNumeric, !drop || rate.allowsDropFrame, nominal <= Time.mostCountedFrames else {
      return nil
    }
    let frame = frames(at: rate)
    guard frame.magnitude < UInt64(Time.mostHours * 3600 * nominal) else { return nil }
    var number = Int64(frame.magnitude)
    if drop {
      // Put the left-out numbers back in: each full ten minutes lacks nine times `skipped`.
      let (skipped, minute) = (nominal / 15, nominal * 60)
      let (tens, rest) = number.quotientAndRemainder(dividingBy: minute * 10 - 9 * skipped)
      let later = rest < minute ? 0 : (rest - minute) / (minute - skipped) + 1
      number += skipped * (9 * tens + later)
    }
    let seconds = number / nominal
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Time.padded($0, to: 2) }
    return (frame < 0 ? "-" : "") + fields.joined(separator: ":") + (drop ? ";" : ":")
      + Time.padded(number % nominal, to: nominal > 100 ? 3 : 2)
  }

  /// Frames per second up to which timecode is counted, so that no count leaves 64 bits.
  private static let mostCountedFrames: Int64 = 1_000_000

  /// Hours up to which timecode is counted.
  private static let mostHours: Int64 = 1_000_000

  /// Reads `90f` or `HH:MM:SS:FF` (with `;` before the frames: drop-frame) at a rate.
  static func readFrames(
    _ body: Substring, at rate: FrameRate
  ) throws(TimeTextError.Problem) -> Time {
    if body.last == "f" {
      guard let count = digits(body.dropLast()) else { throw .unreadable }
      return rate.frameDuration.multiplied(by: count)
    }
    let isDrop = body.contains(";")
    let fields = body.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
      .map(digits)
    guard fields.count == 4, let hours = fields[0], let minutes = fields[1],
      let seconds = fields[2], let frames = fields[3], hours < mostHours
    else { throw .unreadable }
    if minutes >= 60 { throw .field(name: "minutes", value: minutes, limit: 60) }
    if seconds >= 60 { throw .field(name: "seconds", value: seconds, limit: 60) }
    let nominal = rate.nominal
    guard nominal <= mostCountedFrames else { throw .unknownRate("\(rate)") }
    if frames >= nominal { throw .field(name: "frames", value: frames, limit: nominal) }
    let minute = hours * 60 + minutes
    var number = (minute * 60 + seconds) * nominal + frames
    if isDrop {
      guard rate.allowsDropFrame else { throw .noDropFrame(rate) }
      let skipped = nominal / 15
      if seconds == 0, frames < skipped, !minute.isMultiple(of: 10) {
        throw .droppedFrame(rate)
      }
      number -= skipped * (minute - minute / 10)
    }
    return rate.frameDuration.multiplied(by: number)
  }
}
