import Geometry
import Testing

@testable import Imaging

@Suite struct DrawAffineTests {
  private func draw(
    _ source: VideoFrame, _ transform: Transform, opacity: Double = 1, into base: VideoFrame,
    crop: Rect = .infinite
  ) {
    drawAffine(source, crop: crop, transform: transform, opacity: opacity, into: base)
  }

  @Test func wholeMovesAreExact() {
    for format in kernelFormats + [.yuv422p10, .yuva420p] {
      for location in [ChromaLocation.left, .center, .topLeft] {
        var color = ColorDescription.bt601
        color.chromaLocation = location
        for (x, y) in [(0, 0), (2, 4), (-6, 2), (10, -4)] {
          let source = VideoFrame.noise(format, 17, 9, seed: 11, color: color)
          if let plane = format.alphaPlane {
            for y in 0..<9 { for x in 0..<17 { source.set(plane, x, y, format.maximum) } }
          }
          let base = VideoFrame.noise(format, 24, 14, seed: 12, color: color)
          let expected = base.copied()
          draw(source, Transform(translationX: Double(x), y: Double(y)), into: base)
          composite(source, into: expected, x: x, y: y, opacity: 1)
          for plane in base.planes.indices {
            // Half a chroma sample at an odd end is a matter of rounding up.
            for row in 0..<base.planes[plane].height {
              for column in 0..<base.planes[plane].width {
                let isEnd =
                  format.isChroma(plane: plane)
                  && (column == (17 + x) >> format.chromaShiftX
                    || row == (9 + y) >> format.chromaShiftY)
                if isEnd { continue }
                #expect(
                  base.value(plane, column, row) == expected.value(plane, column, row),
                  "\(format) \(location) (\(x), \(y)) plane \(plane) at (\(column), \(row))")
              }
            }
          }
        }
      }
    }
  }

  /// The same in plain floating point, pixel by pixel.
  private func twin(
    _ source: VideoFrame, _ crop: Rect, _ transform: Transform, _ opacity: Double,
    _ base: VideoFrame, _ x: Int, _ y: Int
  ) -> Double {
    guard let inverse = transform.inverted else { return 0 }
    let point = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
    let across = abs(inverse.a) + abs(inverse.c)
    let down = abs(inverse.b) + abs(inverse.d)
    func edge(_ distance: Double, _ width: Double) -> Double {
      min(max(distance / width + 0.5, 0), 1)
    }
    let coverage =
      max(0, edge(point.x - crop.x, across) + edge(crop.maxX - point.x, across) - 1)
      * max(0, edge(point.y - crop.y, down) + edge(crop.maxY - point.y, down) - 1)
    let (u, v) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    func at(_ column: Int, _ row: Int) -> Double {
      let lastX = min(Int(crop.maxX.rounded(.up)) - 1, source.width - 1)
      let lastY = min(Int(crop.maxY.rounded(.up)) - 1, source.height - 1)
      return Double(
        source.value(0, min(max(column, Int(crop.x)), lastX), min(max(row, Int(crop.y)), lastY)))
    }
    let (fx, fy) = (u - Double(left), v - Double(top))
    let value =
      (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy)
      + (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy
    let weight = coverage * opacity
    return value * weight + Double(base.value(0, x, y)) * (1 - weight)
  }

  @Test func anyMapAgreesWithFloatingPoint() {
    let maps = [
      Transform(rotation: 0.3).concat(Transform(translationX: 6, y: -3)),
      Transform(scaleX: 1.7, y: 0.8), Transform(a: 0.9, b: 0.4, c: -0.7, d: 1.1, tx: 9, ty: 2),
      Transform(scaleX: -1, y: 1).concat(Transform(translationX: 20.25, y: 0.5)),
      Transform(a: 0, b: 1, c: -1, d: 0, tx: 18.5, ty: 1), Transform(translationX: 5.3, y: 2.75),
    ]
    for format in [PixelFormat.gray8, .gray16] {
      for map in maps {
        for crop in [
          Rect(x: 0, y: 0, width: 17, height: 15), Rect(x: 3.5, y: 2, width: 9, height: 7.25),
        ] {
          for opacity in [1.0, 0.4] {
            let source = VideoFrame.noise(format, 17, 15, seed: 13)
            let base = VideoFrame.noise(format, 33, 21, seed: 14)
            let before = base.copied()
            draw(source, map, opacity: opacity, into: base, crop: crop)
            // A position is kept to 1/256 of a pixel, a weight as well.
            let allowed = format == .gray8 ? 4.0 : 140
            var worst = 0.0
            for y in 0..<21 {
              for x in 0..<33 {
                let exact = twin(source, crop, map, opacity, before, x, y)
                worst = max(worst, abs(Double(base.value(0, x, y)) - exact))
              }
            }
            #expect(worst <= allowed, "\(format) \(map) \(crop)")
          }
        }
      }
    }
  }

  /// Luma and both colours ramp alike; after any move they still do.
  @Test func coloursStayOnTheirPicture() {
    for location in [ChromaLocation.left, .center, .topLeft, .bottom] {
      var color = ColorDescription.bt601
      color.chromaLocation = location
      let source = FramePool().makeFrame(format: .yuv420p, width: 64, height: 64, color: color)
      let site = SampleSite(format: .yuv420p, location: location, plane: 1)
      source.setAll { plane, x, y in
        plane == 0
          ? 2 * x + y
          : Int((2 * (site.x + 2 * Double(x) - 0.5) + site.y + 2 * Double(y) - 0.5).rounded())
      }
      let base = FramePool().makeFrame(format: .yuv420p, width: 64, height: 64, color: color)
      fill(base, with: .black)
      draw(source, Transform(translationX: 3.25, y: 1.5), into: base)
      for y in 4..<28 {
        for x in 4..<28 {
          let place = (site.x + 2 * Double(x) - 3.25, site.y + 2 * Double(y) - 1.5)
          let exact = 2 * (place.0 - 0.5) + place.1 - 0.5
          #expect(abs(Double(base.value(1, x, y)) - exact) <= 1, "\(location) at (\(x), \(y))")
        }
      }
    }
  }

  @Test func onlyTheBoxIsTouched() {
    let source = VideoFrame.noise(.yuv420p, 16, 16, seed: 15)
    let base = VideoFrame.noise(.yuv420p, 64, 64, seed: 16)
    let before = base.copied()
    let map = Transform(rotation: 0.5).concat(Transform(translationX: 30, y: 20))
    draw(source, map, into: base)
    let box = map.apply(Rect(x: 0, y: 0, width: 16, height: 16))
    for y in 0..<64 {
      for x in 0..<64 {
        let isOutside =
          Double(x + 1) < box.x - 1 || Double(x) > box.maxX + 1 || Double(y + 1) < box.y - 1
          || Double(y) > box.maxY + 1
        if isOutside { #expect(base.value(0, x, y) == before.value(0, x, y)) }
      }
    }
    draw(source, Transform(translationX: 500, y: 0), into: base)
    draw(source, Transform(a: 0, b: 0, c: 0, d: 0, tx: 3, ty: 3), into: base)
  }

  @Test func edgesAreAntialiased() {
    let source = FramePool().makeFrame(format: .gray8, width: 8, height: 8, color: .bt601)
    source.setAll { _, _, _ in 200 }
    let base = FramePool().makeFrame(format: .gray8, width: 16, height: 16, color: .bt601)
    base.setAll { _, _, _ in 0 }
    draw(source, Transform(translationX: 2.25, y: 2), into: base)
    #expect(base.value(0, 1, 5) == 0)
    #expect(base.value(0, 2, 5) == 150)
    #expect(base.value(0, 3, 5) == 200)
    #expect(base.value(0, 10, 5) == 50)
    #expect(base.value(0, 11, 5) == 0)
  }

  @Test func alphaOfTheSourceCounts() {
    let source = FramePool().makeFrame(format: .yuva420p, width: 8, height: 8, color: .bt601)
    source.setAll { plane, x, _ in plane == 3 ? (x < 4 ? 0 : 255) : 100 }
    let base = FramePool().makeFrame(format: .yuv420p, width: 8, height: 8, color: .bt601)
    base.setAll { _, _, _ in 200 }
    draw(source, .identity, opacity: 0.5, into: base)
    #expect(base.value(0, 1, 1) == 200 && base.value(0, 6, 1) == 150)
    #expect(base.value(1, 0, 1) == 200 && base.value(1, 3, 1) == 150)
  }
}
