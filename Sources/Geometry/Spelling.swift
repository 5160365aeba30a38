/// Guessing at mistyped names, for modules that scripts' own names do not reach.
package enum Spelling {
  /// The known name that a mistyped one most likely means, the first of equals; nil where none is
  /// near.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8)
    let limit = max(1, wanted.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in known {
      let distance = editDistance(wanted, Array(candidate.lowercased().utf8), limit: limit)
      if distance <= limit, best.map({ distance < $0.distance }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.name
  }
}

/// How many bytes have to be inserted, removed, replaced or swapped; anything above `limit` is cut.
private func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
  guard abs(left.count - right.count) <= limit else { return limit + 1 }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in 0..<right.count {
      let isSame = left[row] == right[column]
      var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
