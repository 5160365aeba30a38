/// Why a text is no time.
package struct TimeTextError: Error, Hashable, Sendable {
  /// The text as it was given.
  package let text: String
  package let problem: Problem

  package enum Problem: Error, Hashable, Sendable {
    case unreadable
    /// A field such as minutes that must stay below a limit.
    case field(name: String, value: Int64, limit: Int64)
    case unknownRate(String)
    /// Frames are given, but not how many make a second.
    case missingRate
    case noDropFrame(FrameRate)
    /// A number that drop-frame counting leaves out.
    case droppedFrame(FrameRate)
    case tooLarge
  }

  package var message: String {
    let reason =
      switch problem {
      case .unreadable: "this is not a time"
      case .field(let name, let value, let limit): "\(name) are \(value), but stay below \(limit)"
      case .unknownRate(let rate): "'\(rate)' is not a frame rate"
      case .missingRate: "frames need a rate"
      case .noDropFrame(let rate): "there is no drop-frame timecode at \(rate) frames per second"
      case .droppedFrame: "drop-frame timecode has no such frame"
      case .tooLarge: "the number is too large"
      }
    return "cannot read '\(text)' as a time: \(reason)"
  }

  package var hint: String {
    switch problem {
    case .missingRate: "add the rate, as in '90f@30' or '01:00:00:12@25'"
    case .unknownRate: "write the rate as in '@25', '@29.97' or '@30000/1001'"
    case .noDropFrame: "write ':' before the frames; ';' is for 29.97 and 59.94"
    case .droppedFrame:
      "frames 00 and 01 (at 29.97) are skipped at the start of each minute but every tenth"
    case .unreadable, .field, .tooLarge:
      "write seconds ('3.5'), a clock ('1:02:03.5'), a fraction ('1001/30000'), "
        + "frames ('90f@30') or a timecode ('01:00:00:12@25')"
    }
  }
}

extension Time {
  /// Reads seconds, a clock, a fraction, frames or a timecode; see `TimeTextError.hint` for each.
  ///
  /// Every form is exact and may have a sign.
  package init(text: String) throws(TimeTextError) {
    var body = text[...]
    while body.first == " " { body.removeFirst() }
    while body.last == " " { body.removeLast() }
    if let special = Time.special(named: body) {
      self = special
      return
    }
    let isNegative = body.first == "-"
    if isNegative || body.first == "+" { body.removeFirst() }
    do throws(TimeTextError.Problem) {
      let time = try Time.read(body)
      self = isNegative ? -time : time
    } catch {
      throw TimeTextError(text: text, problem: error)
    }
  }

  private static func read(_ body: Substring) throws(TimeTextError.Problem) -> Time {
    let parts = body.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let rate = FrameRate(text: String(parts[1])) else {
        throw .unknownRate(String(parts[1]))
      }
      return try readFrames(parts[0], at: rate)
    }
    return try body.contains("/") ? readFraction(body) : readClock(body)
  }

  private static func special(named word: Substring) -> Time? {
    switch word {
    case "invalid": .invalid
    case "indefinite": .indefinite
    case "infinity", "+infinity": .positiveInfinity
    case "-infinity": .negativeInfinity
    default: nil
    }
  }

  private static func readFraction(_ body: Substring) throws(TimeTextError.Problem) -> Time {
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let top = digits(parts[0]), let bottom = digits(parts[1]), bottom > 0
    else { throw .unreadable }
    return Time(top, bottom)
  }

  /// `S`, `M:S` or `H:M:S`, the seconds with decimals; only the first field may exceed 59.
  private static func readClock(_ body: Substring) throws(TimeTextError.Problem) -> Time {
    let parts = body.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 4 || body.contains(";") || body.last == "f" {
      throw .missingRate
    }
    guard (1...3).contains(parts.count), let seconds = Decimal(parts[parts.count - 1]) else {
      throw .unreadable
    }
    var whole = Time.zero
    for (index, part) in parts.dropLast().enumerated() {
      guard let field = digits(part) else { throw .unreadable }
      if index > 0, field >= 60 { throw .field(name: "minutes", value: field, limit: 60) }
      whole = whole.multiplied(by: 60) + Time(field)
    }
    let second = seconds.value / seconds.scale
    if parts.count > 1, second >= 60 { throw .field(name: "seconds", value: second, limit: 60) }
    let time =
      whole.multiplied(by: parts.count > 1 ? 60 : 1) + Time(seconds.value, seconds.scale).reduced
    guard time.isNumeric, !time.isRounded else { throw .tooLarge }
    return time
  }

  /// Plain digits; unlike `Int64.init` without a sign.
  static func digits(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
  }
}

extension Time: CustomStringConvertible {
  /// The fraction as it stands (`2/2`, `1001/30000`), whole seconds without a denominator.
  ///
  /// `Time(text:)` reads it back.
  package var description: String {
    switch kind {
    case .numeric: timescale == 1 ? "\(value)" : "\(value)/\(timescale)"
    case .indefinite: "indefinite"
    case .positiveInfinity: "+infinity"
    case .negativeInfinity: "-infinity"
    case .invalid: "invalid"
    }
  }

  /// A clock for people, to the millisecond: `0:04`, `1:02:03.5`.
  package var clock: String {
    guard isNumeric else { return description }
    let total = units(per: 1000)
    let (seconds, milliseconds) = (total.magnitude / 1000, total.magnitude % 1000)
    var text = total < 0 ? "-" : ""
    if seconds >= 3600 {
      text += "\(seconds / 3600):" + Time.padded(seconds / 60 % 60, to: 2)
    } else {
      text += "\(seconds / 60)"
    }
    text += ":" + Time.padded(seconds % 60, to: 2)
    guard milliseconds > 0 else { return text }
    var decimals = Time.padded(milliseconds, to: 3)
    while decimals.last == "0" { decimals.removeLast() }
    return text + "." + decimals
  }

  /// The clock, with the fraction behind it where the clock had to round: `0:00.033 (1/30)`.
  package var exactClock: String {
    isNumeric && Time(units(per: 1000), 1000) != self ? "\(clock) (\(reduced))" : clock
  }

  static func padded(_ number: some BinaryInteger, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension TimeRange: CustomStringConvertible {
  /// Both ends as clocks, exact: `0:04–0:05`.
  package var description: String {
    isValid ? "\(start.exactClock)–\(end.exactClock)" : "an invalid range"
  }
}
