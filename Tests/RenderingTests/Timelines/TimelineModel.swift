/// A fraction of 128 bits in lowest terms, apart from the product's own arithmetic.
struct Exact: Comparable, CustomStringConvertible {
  let top: Int128
  let bottom: Int128

  init(_ top: Int128, _ bottom: Int128 = 1) {
    var (a, b) = (top.magnitude, bottom.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int128(max(a, 1)) * (bottom < 0 ? -1 : 1)
    (self.top, self.bottom) = (top / divisor, bottom / divisor)
  }

  static let zero = Exact(0)

  static func + (a: Exact, b: Exact) -> Exact {
    Exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
  }
  static func - (a: Exact, b: Exact) -> Exact { a + Exact(-b.top, b.bottom) }
  static func * (a: Exact, b: Exact) -> Exact { Exact(a.top * b.top, a.bottom * b.bottom) }
  static func / (a: Exact, b: Exact) -> Exact { Exact(a.top * b.bottom, a.bottom * b.top) }
  static func < (a: Exact, b: Exact) -> Bool { a.top * b.bottom < b.top * a.bottom }

  var floor: Int {
    let quotient = top / bottom
    return Int(top < 0 && quotient * bottom != top ? quotient - 1 : quotient)
  }
  var ceiling: Int { -Exact(-top, bottom).floor }
  /// The nearest whole number, halves away from zero.
  var rounded: Int {
    top < 0 ? -Exact(-top, bottom).rounded : (self + Exact(1, 2)).floor
  }
  var description: String { "\(top)/\(bottom)" }
}

/// What a timeline must show, by the rules of the edits and nothing else.
struct TimelineModel {
  /// A stretch of a clip, or nothing.
  struct Piece {
    var length: Exact
    var clip: Int?
    /// The part of the clip; of a held frame only `from` counts.
    var from = Exact.zero
    var to = Exact.zero
    var isReversed = false
    var isHeld = false

    /// The clip's time after `place` of the piece.
    func source(_ place: Exact) -> Exact {
      if isHeld { return from }
      let share = place / length
      return isReversed ? to - share * (to - from) : from + share * (to - from)
    }

    /// The frame that it begins with, held.
    func held(_ length: Exact) -> Piece {
      var held = self
      held.from = source(.zero)
      (held.to, held.length, held.isHeld) = (held.from, length, clip != nil)
      return held
    }

    /// The frame that it ends with, held: the one before its end, unless it runs backward.
    func lastHeld(_ length: Exact) -> Piece {
      var held = self
      held.from = source(self.length)
      (held.to, held.length) = (held.from, length)
      if !isHeld { held.isReversed.toggle() }
      held.isHeld = clip != nil
      return held
    }

    /// The part of it from one place to another.
    func part(_ start: Exact, _ end: Exact) -> Piece {
      var part = self
      part.length = end - start
      guard clip != nil, !isHeld else { return part }
      let (a, b) = (source(start), source(end))
      (part.from, part.to) = (min(a, b), max(a, b))
      return part
    }
  }

  var pieces: [Piece] = []

  var duration: Exact { pieces.reduce(.zero) { $0 + $1.length } }

  /// Where the last piece with a sound ends.
  var soundDuration: Exact {
    placed.last { $0.piece.clip != nil && !$0.piece.isHeld }.map { $0.start + $0.piece.length }
      ?? .zero
  }

  /// Each piece with where it starts.
  var placed: [(start: Exact, piece: Piece)] {
    var start = Exact.zero
    return pieces.map { piece in
      defer { start = start + piece.length }
      return (start, piece)
    }
  }

  /// Cuts at a time and returns the number of the piece that begins there.
  private mutating func cut(_ time: Exact) -> Int {
    for (index, (start, piece)) in placed.enumerated() where time < start + piece.length {
      if time <= start { return index }
      pieces[index] = piece.part(.zero, time - start)
      pieces.insert(piece.part(time - start, piece.length), at: index + 1)
      return index + 1
    }
    return pieces.count
  }

  mutating func insert(_ clip: Int, _ from: Exact, _ to: Exact, at time: Exact) {
    let end = duration
    let index = cut(time)
    if time > end { pieces.append(Piece(length: time - end, clip: nil)) }
    let place = time > end ? pieces.count : index
    pieces.insert(Piece(length: to - from, clip: clip, from: from, to: to), at: place)
  }

  mutating func insertGap(_ length: Exact, at time: Exact) {
    guard time < duration else { return }
    pieces.insert(Piece(length: length, clip: nil), at: cut(time))
  }

  mutating func remove(_ from: Exact, _ to: Exact) {
    let first = cut(from)
    pieces.removeSubrange(first..<cut(to))
    dropTrailingGaps()
  }

  mutating func scale(_ from: Exact, _ to: Exact, to length: Exact) {
    let first = cut(from)
    let last = cut(to)
    for index in first..<last {
      pieces[index].length = pieces[index].length * length / (to - from)
    }
  }

  mutating func reverse(_ from: Exact, _ to: Exact) {
    guard from < duration else { return }
    // What is missing at the end is missing at the start once it runs backward.
    if duration < to { pieces.append(Piece(length: to - duration, clip: nil)) }
    let first = cut(from)
    let last = cut(to)
    pieces[first..<last].reverse()
    for index in first..<last where pieces[index].clip != nil && !pieces[index].isHeld {
      pieces[index].isReversed.toggle()
    }
    dropTrailingGaps()
  }

  mutating func freeze(_ time: Exact, _ length: Exact) {
    let index = cut(time)
    guard index < pieces.count else { return holdLast(for: length) }
    pieces.insert(pieces[index].held(length), at: index)
  }

  /// At the end it is the last frame that is held.
  private mutating func holdLast(for length: Exact) {
    if let last = pieces.last { pieces.append(last.lastHeld(length)) }
  }

  /// Lets a range run by pieces of constant speed, given as places of the content and of the time.
  mutating func bend(
    _ from: Exact, _ to: Exact, _ knots: [(content: Exact, target: Exact)]
  ) {
    guard from < duration else { return }
    let first = cut(from)
    let last = cut(to)
    let inside = TimelineModel(pieces: Array(pieces[first..<last]))
    var bent: [Piece] = []
    for (left, right) in zip(knots, knots.dropFirst()) {
      let length = right.target - left.target
      if left.content == right.content {
        let atEnd = left.content == to - from && left.content == inside.duration
        if let (start, piece) = inside.placed.last(where: { $0.start <= left.content }),
          left.content < start + piece.length || atEnd
        {
          bent.append(
            atEnd
              ? piece.lastHeld(length)
              : piece.part(left.content - start, piece.length).held(length))
        }
        continue
      }
      for (start, piece) in inside.placed
      where start < right.content && left.content < start + piece.length {
        var part = piece.part(
          max(left.content, start) - start, min(right.content, start + piece.length) - start)
        part.length = part.length * length / (right.content - left.content)
        bent.append(part)
      }
    }
    pieces.replaceSubrange(first..<last, with: bent)
    dropTrailingGaps()
  }

  private mutating func dropTrailingGaps() {
    while let last = pieces.last, last.clip == nil { pieces.removeLast() }
  }
}
