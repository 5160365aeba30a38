/// Three rows of three, for linear light.
package struct LightMatrix: Sendable {
  package let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = (first, second, third)
  }

  package func apply(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows.0 * vector).sum(), (rows.1 * vector).sum(), (rows.2 * vector).sum())
  }

  /// This matrix after another one.
  func after(_ other: LightMatrix) -> LightMatrix {
    func row(_ own: SIMD3<Double>) -> SIMD3<Double> {
      own.x * other.rows.0 + own.y * other.rows.1 + own.z * other.rows.2
    }
    return LightMatrix(row(rows.0), row(rows.1), row(rows.2))
  }

  /// The inverse; primaries never lie on one line, so there is one.
  var inverted: LightMatrix {
    let (a, b, c) = rows
    let (p, q, r) = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * p).sum()
    return LightMatrix(
      SIMD3(p.x, q.x, r.x) / determinant, SIMD3(p.y, q.y, r.y) / determinant,
      SIMD3(p.z, q.z, r.z) / determinant)
  }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

extension ColorPrimaries {
  /// Where red, green and blue lie, x and y each, with white at D65; the primaries of BT.601 count
  /// as those of BT.709, as everywhere here.
  private var points: (red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) {
    switch self {
    case .bt2020: (SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046))
    case .displayP3: (SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060))
    default: (SIMD2(0.640, 0.330), SIMD2(0.300, 0.600), SIMD2(0.150, 0.060))
    }
  }

  /// From linear red, green and blue to CIE XYZ with a luminance of 1 for white.
  ///
  /// Its second row are the weights of the three in luminance.
  package var toXYZ: LightMatrix {
    func column(_ point: SIMD2<Double>) -> SIMD3<Double> {
      SIMD3(point.x, point.y, 1 - point.x - point.y) / point.y
    }
    let (r, g, b) = (column(points.red), column(points.green), column(points.blue))
    let unscaled = LightMatrix(
      SIMD3(r.x, g.x, b.x), SIMD3(r.y, g.y, b.y), SIMD3(r.z, g.z, b.z))
    let scale = unscaled.inverted.apply(column(SIMD2(0.3127, 0.3290)))
    return LightMatrix(
      unscaled.rows.0 * scale, unscaled.rows.1 * scale, unscaled.rows.2 * scale)
  }

  /// From linear light of these primaries to that of others.
  package func matrix(to other: ColorPrimaries) -> LightMatrix {
    other.toXYZ.inverted.after(toXYZ)
  }
}
