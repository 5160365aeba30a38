import Timing

/// Who wants to know of which times; a pure value.
struct PlaybackObservers: Sendable {
  private enum Kind: Sendable {
    /// Every whole multiple of an interval of the edit's time.
    case interval(Time)
    /// These times, in order.
    case boundaries([Time])
  }

  private var entries: [(token: Int, kind: Kind)] = []
  private var lastToken = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer that is also told of every jump, start and stop.
  mutating func add(interval: Time) -> Int { add(.interval(interval)) }

  /// Adds an observer of times that are passed while playing; a seek over them does not count.
  mutating func add(boundaries: [Time]) -> Int { add(.boundaries(boundaries.sorted())) }

  private mutating func add(_ kind: Kind) -> Int {
    lastToken += 1
    entries.append((lastToken, kind))
    return lastToken
  }

  /// Takes an observer away; false where there is none of that token.
  mutating func remove(_ token: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Who is due after time has run from one place to another, and for which times.
  ///
  /// The place it left is over already, the one it arrived at is not. Where an interval went by
  /// several times, the last one is told.
  func passed(from start: Time, to end: Time) -> [(token: Int, time: Time)] {
    guard start != end else { return [] }
    var due: [(token: Int, time: Time)] = []
    for (token, kind) in entries {
      switch kind {
      case .interval(let interval):
        let isForward = start < end
        let step = end.quotient(
          by: interval, isForward ? .towardNegativeInfinity : .towardPositiveInfinity)
        let time = interval.multiplied(by: step).reduced
        if isForward ? time > start : time < start { due.append((token, time)) }
      case .boundaries(let times):
        let inside = times.filter {
          start < end ? $0 > start && $0 <= end : $0 < start && $0 >= end
        }
        for time in start < end ? inside : inside.reversed() { due.append((token, time)) }
      }
    }
    return due
  }

  /// Who is told of a jump, a start or a stop.
  func changed(at time: Time) -> [(token: Int, time: Time)] {
    entries.compactMap { token, kind in
      if case .interval = kind { (token, time) } else { nil }
    }
  }
}
