import Geometry
import Imaging
import TestSupport

@testable import Rendering

/// A stack drawn from the pictures' formulas: every sample by itself, in floating point.
///
/// Nothing of the product is used: colours are the formulas' at the exact place, edges are areas of
/// polygons, blends are the written formulas.
struct ReferencePicture {
  /// The exact codes of each plane, row by row.
  let planes: [[Double]]

  init(_ stack: RandomStack) {
    let canvas = stack.canvas
    let coding = ReferenceCoding(canvas.format, canvas.color, canvas.width, canvas.height)
    let codes = componentValues(
      of: stack.background, format: canvas.format,
      description: canvas.color.resolved(
        width: canvas.width, height: canvas.height, model: canvas.format.model))
    let background = coding.color(codes.map(Double.init))
    let layers = stack.layers.map(ReferenceLayer.init)
    planes = (0..<canvas.format.planeCount).map { plane in
      let grid = ReferenceGrid(canvas.format, canvas.color, plane: plane)
      let size = canvas.format.planeSize(plane, width: canvas.width, height: canvas.height)
      return (0..<size.height).flatMap { row in
        (0..<size.width).map { column in
          var color = background
          for layer in layers {
            layer.blend(
              into: &color, at: grid.place(column, row), x: Double(column) * grid.stepX,
              y: Double(row) * grid.stepY, width: grid.stepX, height: grid.stepY)
          }
          return coding.codes(color)[plane]
        }
      }
    }
  }
}

private struct ReferenceLayer {
  private let layer: RandomLayer
  private let inverse: Transform
  private let shown: Rect
  private let corners: [(x: Double, y: Double)]

  init(_ layer: RandomLayer) {
    self.layer = layer
    inverse = layer.transform.inverted ?? .identity
    let full = Rect(
      x: 0, y: 0, width: layer.naturalSize.width, height: layer.naturalSize.height)
    shown = layer.crop.isInfinite ? full : layer.crop.intersection(full)
    corners = [
      Point(x: shown.x, y: shown.y), Point(x: shown.maxX, y: shown.y),
      Point(x: shown.maxX, y: shown.maxY), Point(x: shown.x, y: shown.maxY),
    ].map { corner in
      let point = layer.transform.apply(corner)
      return (point.x, point.y)
    }
  }

  /// Blends the layer with a colour at one place; the box is what the sample stands for.
  func blend(
    into color: inout [Double], at place: Point, x: Double, y: Double, width: Double,
    height: Double
  ) {
    let share = coverage(x, y, width, height)
    guard share > 0 else { return }
    let point = inverse.apply(place)
    let own = layer.picture.color(
      min(max(point.x, shown.x), shown.maxX) / layer.naturalSize.width,
      min(max(point.y, shown.y), shown.maxY) / layer.naturalSize.height)
    let (above, below) = (share * layer.opacity * own[3], color[3])
    let whole = above + below * (1 - above)
    guard whole > 0 else { return }
    for part in 0..<3 {
      var result = own[part]
      if layer.blendMode != .normal {
        let mixed = Self.mixed(layer.blendMode, unit(color[part]), unit(own[part]))
        result = (1 - below) * unit(own[part]) + below * mixed
      }
      color[part] += (result - color[part]) * above / whole
    }
    color[3] = whole
  }

  private func coverage(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Double {
    let middle = inverse.apply(Point(x: x + width / 2, y: y + height / 2))
    let across = abs(inverse.a) * width + abs(inverse.c) * height
    let down = abs(inverse.b) * width + abs(inverse.d) * height
    let (near, far) = (
      min(middle.x - shown.x, shown.maxX - middle.x) / across,
      min(middle.y - shown.y, shown.maxY - middle.y) / down
    )
    if min(near, far) >= 0.5 { return 1 }
    if min(near, far) <= -0.5 { return 0 }
    return coveredShare(ofX: x, y: y, width: width, height: height, by: corners)
  }

  private func unit(_ value: Double) -> Double { min(max(value, 0), 1) }

  static func mixed(_ mode: BlendMode, _ below: Double, _ above: Double) -> Double {
    switch mode {
    case .normal: return above
    case .multiply: return below * above
    case .screen: return below + above - below * above
    case .overlay: return mixed(.hardLight, above, below)
    case .darken: return min(below, above)
    case .lighten: return max(below, above)
    case .add: return min(1, below + above)
    case .difference: return abs(below - above)
    case .hardLight:
      return above <= 0.5
        ? mixed(.multiply, below, 2 * above) : mixed(.screen, below, 2 * above - 1)
    case .softLight:
      guard above > 0.5 else { return below - (1 - 2 * above) * below * (1 - below) }
      let curve =
        below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      return below + (2 * above - 1) * (curve - below)
    }
  }
}
