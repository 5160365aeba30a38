import Timing

/// Something in a file that could not be decoded, and what was done instead.
package struct DecodeIssue: Sendable, Hashable {
  /// When it is shown or heard, in the track's time; the first time where it happened repeatedly.
  package let time: Time
  package let message: String
  package var count: Int

  package init(time: Time, message: String, count: Int = 1) {
    (self.time, self.message, self.count) = (time, message, count)
  }

  /// The message without its numbers: what it says, not of which block.
  package var kind: String {
    let (mark, digits) = (UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"))
    var text: [UInt8] = []
    text.reserveCapacity(message.utf8.count)
    for byte in message.utf8 where !(digits.contains(byte) && text.last == mark) {
      text.append(digits.contains(byte) ? mark : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Collects issues; those of one kind are counted, not repeated, so that a ruined file is told of
/// in a few lines.
package struct IssueLog {
  package private(set) var issues: [DecodeIssue] = []
  /// Where each kind of message is in the list.
  private var places: [String: Int] = [:]

  package init() {}

  mutating func add(_ time: Time, _ message: String) {
    add(DecodeIssue(time: time, message: message))
  }

  /// Adds an issue, or its count to the first one of its kind.
  package mutating func add(_ issue: DecodeIssue) {
    let kind = issue.kind
    if let place = places[kind] {
      issues[place].count += issue.count
    } else {
      places[kind] = issues.count
      issues.append(issue)
    }
  }

  /// Hands over what was collected since the last call.
  mutating func drain() -> [DecodeIssue] {
    defer { (issues, places) = ([], [:]) }
    return issues
  }
}

/// What a reader has done so far; tests compare these, they never depend on the machine's speed.
package struct ReaderCounters: Sendable, Hashable {
  package var opens = 0
  package var seeks = 0
  package var packets = 0
  package var framesDecoded = 0

  package init() {}

  package static func += (left: inout ReaderCounters, right: ReaderCounters) {
    left.opens += right.opens
    left.seeks += right.seeks
    left.packets += right.packets
    left.framesDecoded += right.framesDecoded
  }
}
