import Geometry
import Glibc
import TestSupport
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
  ///
  /// Nil in a corner of the drawn picture, where two edges are weighed one after the other.
  private func twin(
    _ source: VideoFrame, _ crop: Rect, _ transform: Transform, _ opacity: Double,
    _ base: VideoFrame, _ x: Int, _ y: Int
  ) -> Double? {
    guard let inverse = transform.inverted else { return 0 }
    let point = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
      transform.apply(Point(x: crop.x + $0.0 * crop.width, y: crop.y + $0.1 * crop.height))
    }
    for corner in corners
    where abs(corner.x - Double(x) - 0.5) < 1.5 && abs(corner.y - Double(y) - 0.5) < 1.5 {
      return nil
    }
    let coverage = coveredShare(
      ofX: Double(x), y: Double(y), width: 1, height: 1, by: corners.map { ($0.x, $0.y) })
    func at(_ column: Int, _ row: Int) -> Double {
      let lastX = min(Int(crop.maxX.rounded(.up)) - 1, source.width - 1)
      let lastY = min(Int(crop.maxY.rounded(.up)) - 1, source.height - 1)
      return Double(
        source.value(0, min(max(column, Int(crop.x)), lastX), min(max(row, Int(crop.y)), lastY)))
    }
    /// A sample that stands for `sizes` samples; what is outside repeats the nearest inside.
    func mean(_ column: Int, _ row: Int, _ sizes: (x: Int, y: Int)) -> Double {
      if sizes == (1, 1) { return at(column, row) }
      let (lastX, lastY) = (Int(crop.maxX.rounded(.up)) - 1, Int(crop.maxY.rounded(.up)) - 1)
      let column = min(max(column, Int(crop.x) / sizes.x), lastX / sizes.x)
      let row = min(max(row, Int(crop.y) / sizes.y), lastY / sizes.y)
      let weights = [(-1, 1.0 / 16), (0, 7.0 / 16), (1, 7.0 / 16), (2, 1.0 / 16)]
      var sum = 0.0
      for (dy, weightY) in sizes.y == 2 ? weights : [(0, 1.0)] {
        for (dx, weightX) in sizes.x == 2 ? weights : [(0, 1.0)] {
          sum += weightX * weightY * at(column * sizes.x + dx, row * sizes.y + dy)
        }
      }
      return sum
    }
    func bilinear(_ sizes: (x: Int, y: Int)) -> Double {
      let (u, v) = (point.x / Double(sizes.x) - 0.5, point.y / Double(sizes.y) - 0.5)
      let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
      let (fx, fy) = (u - Double(left), v - Double(top))
      return
        (mean(left, top, sizes) * (1 - fx) + mean(left + 1, top, sizes) * fx) * (1 - fy)
        + (mean(left, top + 1, sizes) * (1 - fx) + mean(left + 1, top + 1, sizes) * fx) * fy
    }
    // Reductions to between a half and the whole mix the picture with its half.
    let across = max(0, log2((inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()))
    let down = max(0, log2((inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()))
    precondition(across <= 1 && down <= 1, "this twin halves once")
    func share(_ level: Double) -> Double { level * (2 - level) }
    let (both, more) = (share(min(across, down)), share(abs(across - down)))
    func further(_ sizes: (x: Int, y: Int)) -> Double {
      guard more > 0 else { return bilinear(sizes) }
      let next = across > down ? (2 * sizes.x, sizes.y) : (sizes.x, 2 * sizes.y)
      return bilinear(sizes) * (1 - more) + bilinear(next) * more
    }
    let value = further((1, 1)) * (1 - both) + (both > 0 ? further((2, 2)) * both : 0)
    let weight = coverage * opacity
    return value * weight + Double(base.value(0, x, y)) * (1 - weight)
  }

  @Test func anyMapAgreesWithFloatingPoint() {
    let maps = [
      Transform(rotation: 0.3).concat(Transform(translationX: 6, y: -3)),
      Transform(scaleX: 1.7, y: 0.8), Transform(a: 0.9, b: 0.4, c: -0.7, d: 1.1, tx: 9, ty: 2),
      Transform(scaleX: -1, y: 1).concat(Transform(translationX: 20.25, y: 0.5)),
      Transform(a: 0, b: 1, c: -1, d: 0, tx: 18.5, ty: 1), Transform(translationX: 5.3, y: 2.75),
      Transform(rotation: 0.7).concat(Transform(a: 0.7, b: 0, c: 0, d: 0.7, tx: 12, ty: 2)),
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
                guard let exact = twin(source, crop, map, opacity, before, x, y) else { continue }
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

  /// Half-way between two sizes the result lies between theirs; just beside one it is that one.
  @Test func shrinkingPastAHalfDoesNotJump() {
    let source = VideoFrame.noise(.gray8, 64, 64, seed: 30)
    func drawn(_ scale: Double) -> [Int] {
      let base = FramePool().makeFrame(format: .gray8, width: 40, height: 40, color: .bt601)
      fill(base, with: .black)
      draw(source, Transform(scaleX: scale, y: scale), into: base)
      return base.values(0)
    }
    for scale in [0.5, 0.25, 1] {
      let (below, above) = (drawn(scale - 1e-5), drawn(scale + 1e-5))
      let worst = zip(below, above).map { abs($0 - $1) }.max() ?? 0
      #expect(worst <= 2, "at \(scale)")
    }
  }

  /// An edge of the picture and one within it, as a picture slowly grows past half its size: each
  /// is where it belongs to a tenth of a pixel, and never goes back.
  @Test func aSlowZoomMovesEveryEdgeSteadily() {
    let source = FramePool().makeFrame(format: .gray8, width: 64, height: 8, color: .bt601)
    let base = FramePool().makeFrame(format: .gray8, width: 80, height: 8, color: .bt601)
    for inner in 29...36 {
      source.setAll { _, x, _ in x < inner ? 40 : 220 }
      var last = (outer: 0.0, inner: 0.0)
      for frame in 0...300 {
        let scale = 0.45 + 0.7 * Double(frame) / 300
        fill(base, with: .black)
        base.setAll { _, _, _ in 130 }
        draw(source, Transform(a: scale, b: 0, c: 0, d: 1, tx: 3, ty: 0), into: base)
        let row = (0..<80).map { Double(base.value(0, $0, 4)) }
        let places = (
          outer: crossing(of: 175, in: row, falling: true),
          inner: crossing(of: 130, in: Array(row.dropFirst(8)), falling: false) + 8
        )
        let exact = (outer: 3 + 64 * scale, inner: 3 + Double(inner) * scale)
        #expect(abs(places.outer - exact.outer) < 0.1, "outer edge, frame \(frame)")
        #expect(abs(places.inner - exact.inner) < 0.1, "edge at \(inner), frame \(frame)")
        // A step of one code value is a two-hundredth of a pixel here.
        #expect(places.outer >= last.outer - 0.012 && places.inner >= last.inner - 0.012)
        last = places
      }
    }
  }

  /// Where a row passes a level, between the middles of two pixels, counted from the row's left.
  private func crossing(of level: Double, in row: [Double], falling: Bool) -> Double {
    let range = falling ? Array(row.indices.dropFirst().reversed()) : Array(row.indices.dropFirst())
    for x in range {
      let (left, right) = (row[x - 1], row[x])
      if falling ? left > level && right <= level : left <= level && right > level {
        return Double(x) - 0.5 + (level - left) / (right - left)
      }
    }
    return -1
  }

  /// What is transparent is black here, and must not darken what is beside it.
  @Test func transparentColoursTingeNothing() {
    let source = FramePool().makeFrame(format: .yuva444p, width: 16, height: 16, color: .bt601)
    source.setAll { plane, x, _ in plane == 3 ? (x < 8 ? 0 : 255) : x < 8 ? 16 : 200 }
    for map in [Transform(translationX: 0.5, y: 0), Transform(scaleX: 0.6, y: 0.6)] {
      let base = FramePool().makeFrame(format: .yuv444p, width: 16, height: 16, color: .bt601)
      base.setAll { _, _, _ in 200 }
      draw(source, map, into: base)
      for plane in 0..<3 { #expect(base.values(plane).allSatisfy { abs($0 - 200) <= 1 }) }
    }
  }

  @Test func theCropIsAWallForSmallerCopiesToo() {
    let source = FramePool().makeFrame(format: .gray8, width: 40, height: 40, color: .bt601)
    source.setAll { _, x, y in (5..<32).contains(x) && (7..<30).contains(y) ? 180 : 0 }
    let base = FramePool().makeFrame(format: .gray8, width: 20, height: 20, color: .bt601)
    for scale in [0.3, 0.45, 0.8] {
      base.setAll { _, _, _ in 180 }
      draw(
        source, Transform(scaleX: scale, y: scale), into: base,
        crop: Rect(x: 5, y: 7, width: 27, height: 23))
      #expect(base.values(0).allSatisfy { $0 == 180 })
    }
  }

  @Test func anyNumberOfThreadsDrawsTheSame() {
    for format in [PixelFormat.yuv420p, .yuva420p, .yuv422p10] {
      let source = VideoFrame.noise(format, 120, 90, seed: 31)
      let map = Transform(rotation: 0.4).concat(
        Transform(a: 0.9, b: 0, c: 0, d: 2, tx: 30, ty: -20))
      func drawn(_ threads: Int) -> [[Int]] {
        let base = VideoFrame.noise(format, 4100, 150, seed: 32)
        let bands = RowBands(threads: threads)
        for _ in 0..<3 {
          Imaging.draw(
            Mipmap(source, pool: FramePool()), transform: map, opacity: 0.7, into: base,
            bands: bands)
          composite(
            .noise(format, 4000, 140, seed: 33), into: base, x: 2, y: 4, opacity: 0.5, bands: bands)
        }
        return base.planes.indices.map(base.values)
      }
      let one = drawn(1)
      for threads in [2, 4, 8] { #expect(drawn(threads) == one, "\(threads) threads") }
    }
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
