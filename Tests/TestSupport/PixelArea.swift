/// The share of a rectangle that a convex polygon covers, by cutting one with the other's sides.
///
/// Corners are given in order, either way round. The truth that edges of drawn pictures are held
/// against.
package func coveredShare(
  ofX x: Double, y: Double, width: Double, height: Double, by corners: [(x: Double, y: Double)]
) -> Double {
  var shape = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    .map { (x: $0.0, y: $0.1) }
  let isClockwise = signedArea(corners) > 0
  for index in corners.indices {
    let (from, to) = (corners[index], corners[(index + 1) % corners.count])
    func side(_ point: (x: Double, y: Double)) -> Double {
      let cross =
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
      return isClockwise ? cross : -cross
    }
    var kept: [(x: Double, y: Double)] = []
    for place in shape.indices {
      let (this, next) = (shape[place], shape[(place + 1) % shape.count])
      let (first, second) = (side(this), side(next))
      if first >= 0 { kept.append(this) }
      if (first > 0 && second < 0) || (first < 0 && second > 0) {
        let part = first / (first - second)
        kept.append((this.x + (next.x - this.x) * part, this.y + (next.y - this.y) * part))
      }
    }
    shape = kept
    if shape.count < 3 { return 0 }
  }
  return abs(signedArea(shape)) / (width * height)
}

private func signedArea(_ corners: [(x: Double, y: Double)]) -> Double {
  var area = 0.0
  for index in corners.indices {
    let (this, next) = (corners[index], corners[(index + 1) % corners.count])
    area += this.x * next.y - next.x * this.y
  }
  return area / 2
}
