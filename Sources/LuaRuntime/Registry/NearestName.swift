/// The known name that was probably meant, if any is near enough.
///
/// Swapped neighbours count as one change, and two in five of the letters may be wrong.
package func nearestName(to name: String, among known: some Sequence<String>) -> String? {
  let limit = max(1, name.count * 2 / 5)
  var best: (name: String, distance: Int)?
  let letters = Array(name.lowercased())
  for candidate in known {
    let distance = editDistance(letters, Array(candidate.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// The number of letters to insert, drop, replace or swap with their neighbour.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var previous = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(
        row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    before = previous
    previous = row
  }
  return previous[b.count]
}
