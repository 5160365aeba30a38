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
}

/// Collects issues; those of one kind in a row are counted, not repeated.
struct IssueLog {
  private(set) var issues: [DecodeIssue] = []

  mutating func add(_ time: Time, _ message: String) {
    if let last = issues.last, last.message == message {
      issues[issues.count - 1].count += 1
    } else {
      issues.append(DecodeIssue(time: time, message: message))
    }
  }

  /// Hands over what was collected since the last call.
  mutating func drain() -> [DecodeIssue] {
    defer { issues = [] }
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
