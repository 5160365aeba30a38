import CFFmpeg
import Geometry
import Imaging
import Testing

@testable import Media

extension VideoFrame {
  func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    format.bytesPerSample == 1
      ? Int(planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
      : Int(planes[plane].row(y).load(fromByteOffset: 2 * x, as: UInt16.self))
  }

  /// The largest difference between two frames of one shape.
  func difference(to other: VideoFrame) -> Int {
    var worst = 0
    for plane in planes.indices {
      for y in 0..<planes[plane].height {
        for x in 0..<planes[plane].width {
          worst = max(worst, abs(sample(plane, x, y) - other.sample(plane, x, y)))
        }
      }
    }
    return worst
  }

  var shape: FrameConverter.Shape {
    FrameConverter.Shape(format: format, width: width, height: height, color: color)
  }
}

@Suite struct ConvertingFrameTests {
  let pool = FramePool()

  private func make(
    _ format: PixelFormat, _ width: Int = 64, _ height: Int = 32,
    _ color: ColorDescription = .bt601, _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) -> VideoFrame {
    let frame = pool.makeFrame(format: format, width: width, height: height, color: color)
    for plane in frame.planes.indices {
      for y in 0..<frame.planes[plane].height {
        for x in 0..<frame.planes[plane].width {
          let row = frame.planes[plane].row(y)
          if format.bytesPerSample == 1 {
            row.storeBytes(of: UInt8(value(plane, x, y)), toByteOffset: x, as: UInt8.self)
          } else {
            row.storeBytes(of: UInt16(value(plane, x, y)), toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
    return frame
  }

  private func noise(
    _ format: PixelFormat, _ width: Int = 64, _ height: Int = 32,
    _ color: ColorDescription = .bt601
  ) -> VideoFrame {
    var state: UInt32 = 12_345
    return make(format, width, height, color) { _, _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % (format.maximum + 1)
    }
  }

  private func convert(
    _ frame: VideoFrame, _ format: PixelFormat, _ color: ColorDescription? = nil,
    size: (Int, Int)? = nil, window: Rect? = nil
  ) throws -> VideoFrame {
    let target = FrameConverter.Shape(
      format: format, width: size?.0 ?? frame.width, height: size?.1 ?? frame.height,
      color: color ?? frame.color)
    return try FrameConverter(from: frame.shape, to: target, window: window)
      .convert(frame, pool: pool)
  }

  /// Eight bars in R′G′B′ and a ramp of grey.
  private func bars(_ color: ColorDescription, _ format: PixelFormat = .yuv444p) -> VideoFrame {
    let rgb = [0, 1, 2, 3, 4, 5, 6, 7].map { index in
      Color(
        red: index & 1 != 0 ? 0.75 : 0, green: index & 2 != 0 ? 0.75 : 0,
        blue: index & 4 != 0 ? 0.75 : 0)
    }
    let values = rgb.map { componentValues(of: $0, format: format, description: color) }
    let ramp = (0..<64).map {
      let level = Double($0) / 63
      return componentValues(
        of: Color(red: level, green: level, blue: level), format: format, description: color)
    }
    return make(format, 64, 32, color) { plane, x, y in
      y << (format.isChroma(plane: plane) ? format.chromaShiftY : 0) < 16
        ? values[(x << (format.isChroma(plane: plane) ? format.chromaShiftX : 0)) / 8][plane]
        : ramp[x << (format.isChroma(plane: plane) ? format.chromaShiftX : 0)][plane]
    }
  }

  @Test func barsAndGreysSurviveAnotherMatrix() throws {
    let there = try convert(bars(.bt601), .yuv444p, .bt709)
    #expect(there.difference(to: bars(.bt709)) <= 1)
    #expect(try convert(there, .yuv444p, .bt601).difference(to: bars(.bt601)) <= 1)
  }

  @Test func aWideGamutIsConvertedAndComesBack() throws {
    let wide = ColorDescription(
      matrix: .bt2020, primaries: .bt2020, transfer: .bt2020Ten, range: .limited,
      chromaLocation: .left)
    // Pale colours lie in both gamuts.
    let frame = make(.yuv444p, 64, 32, .bt709) { plane, x, y in
      plane == 0 ? 80 + x + y : (plane == 1 ? 108 + x / 2 : 150 - y)
    }
    let there = try convert(frame, .yuv444p16, wide)
    #expect(try convert(there, .yuv444p, .bt709).difference(to: frame) <= 1)
    // A matrix alone would leave neutral grey; pale red becomes paler in a wider gamut.
    #expect(abs(there.sample(2, 0, 0) / 256 - frame.sample(2, 0, 0)) > 2)
  }

  @Test func fullAndLimitedRangeAreTheSamePicture() throws {
    var full = ColorDescription.bt601
    full.range = .full
    let there = try convert(bars(.bt601), .yuv444p, full)
    #expect(there.difference(to: bars(full)) <= 1)
    #expect(there.sample(0, 63, 31) == 255 && there.sample(0, 0, 31) == 0)
    #expect(try convert(there, .yuv444p, .bt601).difference(to: bars(.bt601)) <= 1)
  }

  @Test func moreBitsAndBackIsExact() throws {
    for (shallow, deep) in [
      (PixelFormat.yuv420p, PixelFormat.yuv420p10), (.yuv422p, .yuv422p16), (.gbrp, .gbrp16),
      (.gray8, .gray16), (.yuva420p, .yuv420p10),
    ] {
      let color = shallow.model == .rgb ? ColorDescription.sRGB : .bt601
      let frame = noise(shallow, 62, 30, color)
      let there = try convert(frame, deep, color)
      if shallow == .yuv420p { #expect(there.sample(0, 5, 5) == frame.sample(0, 5, 5) * 4) }
      guard !shallow.hasAlpha else { continue }
      #expect(try convert(there, shallow, color).difference(to: frame) == 0, "\(shallow)")
    }
  }

  @Test func colorGoesThroughRGBAndBack() throws {
    let frame = bars(.bt709)
    let rgb = try convert(frame, .gbrp16, .sRGB)
    #expect(try convert(rgb, .yuv444p, .bt709).difference(to: frame) <= 1)
    // 75 % red: green and blue are 0, red is 0.75.
    let place = (12, 4)
    #expect(rgb.sample(0, place.0, place.1) < 400 && rgb.sample(1, place.0, place.1) < 400)
    #expect(abs(rgb.sample(2, place.0, place.1) - 49_151) < 400)
  }

  @Test func grayBecomesColourAndBack() throws {
    let frame = make(.gray8) { _, x, _ in 16 + 3 * x }
    let color = try convert(frame, .yuv420p, .bt601)
    #expect(color.sample(0, 10, 10) == 46 && color.sample(1, 5, 5) == 128)
    #expect(try convert(color, .gray8, .bt601).difference(to: frame) == 0)
    var full = ColorDescription.bt601
    full.range = .full
    let picture = make(.gray8, 64, 32, full) { _, x, _ in 4 * x }
    #expect(try convert(picture, .gbrp, .sRGB).sample(2, 10, 10) == 40)
  }

  @Test func alphaIsCarried() throws {
    let frame = make(.yuva420p) { plane, x, y in plane == 3 ? 4 * x : 100 }
    let deep = try convert(frame, .yuva444p10)
    #expect(abs(deep.sample(3, 40, 3) - 160 * 1023 / 255) <= 2)
    #expect(abs(deep.sample(0, 40, 3) - 400) <= 1)
    let opaque = try convert(noise(.yuv420p), .yuva444p10)
    #expect(opaque.sample(3, 7, 7) == 1023)
    #expect(try convert(frame, .yuv420p).sample(0, 5, 5) == 100)
  }

  @Test func aWindowIsTakenToTheFractionOfAPixel() throws {
    let frame = make(.yuv420p, 64, 32) { plane, x, y in plane == 0 ? 3 * x + y : 100 + x }
    let part = try convert(
      frame, .yuv420p, size: (32, 16), window: Rect(x: 8.5, y: 4, width: 32, height: 16))
    #expect(abs(part.sample(0, 10, 5) - (3 * 18 + 2 + 9)) <= 1)
    let half = try convert(frame, .yuv420p, size: (32, 16))
    // A pixel of the half size has its middle between two of the whole one.
    #expect(abs(half.sample(0, 10, 5) - (3 * 20 + 2 + 10)) <= 1)
    let moved = try convert(
      frame, .yuv420p, size: (32, 16), window: Rect(x: 8, y: 4, width: 32, height: 16))
    for y in 0..<16 {
      for x in 0..<32 { #expect(moved.sample(0, x, y) == frame.sample(0, x + 8, y + 4)) }
    }
  }

  /// On memory that is no accidental zero: the library behind it has read what it never wrote.
  @Test func aWindowAtTheRightEdgeOfATransparentPictureIsThePicture() throws {
    mallopt(M_PERTURB, 90)
    defer { mallopt(M_PERTURB, 0) }
    let values = [100, 120, 140, 200]
    for (width, x, part) in [(4, 3.72, 0.85), (4, 2.54, 2.05), (38, 34.54, 2.05), (12, 10.3, 1.2)] {
      let frame = make(.yuva420p, width, 42) { plane, _, _ in values[plane] }
      for format in [PixelFormat.yuva420p, .yuva444p10] {
        for size in [2, 10, 36] {
          let window = Rect(x: x, y: 13.7, width: part, height: 22.6)
          let target = FrameConverter.Shape(
            format: format, width: size, height: 38, color: frame.color)
          let result = try FrameConverter(from: frame.shape, to: target, window: window)
            .convert(frame, pool: pool)
          let scale = format.bitDepth == 10 ? 4 : 1
          for plane in 0..<4 {
            // All of a deeper alpha is one more than four times as much.
            let expected =
              plane == 3 ? (values[3] * format.maximum + 127) / 255 : values[plane] * scale
            let places = result.planes[plane]
            for (column, row) in [(0, 0), (places.width - 1, places.height - 1)] {
              let difference = abs(result.sample(plane, column, row) - expected)
              #expect(difference <= 1, "\(width), \(format), \(size): plane \(plane)")
            }
          }
        }
      }
    }
  }

  @Test func oddSizesOfSubsampledPicturesWork() throws {
    let frame = make(.yuv420p, 63, 31) { plane, x, y in plane == 0 ? 2 * x + y : 128 }
    let whole = try convert(frame, .yuv444p)
    #expect(whole.width == 63 && whole.sample(0, 62, 30) == 154)
    let scaled = try convert(frame, .yuv420p, size: (126, 62))
    #expect(abs(scaled.sample(0, 60, 30) - (60 + 15)) <= 2)
    let odd = try convert(whole, .yuv420p)
    #expect(odd.planes[1].width == 32 && odd.sample(0, 62, 30) == 154)
    #expect(odd.difference(to: frame) == 0)
  }

  @Test func chromaMovesToItsNewPlace() throws {
    var center = ColorDescription.bt601
    center.chromaLocation = .center
    let left = make(.yuv420p) { plane, x, _ in plane == 0 ? 100 : 4 * x }
    let moved = try convert(left, .yuv420p, center)
    // Half a pixel to the right is a quarter of the way to the next sample.
    #expect(abs(moved.sample(1, 10, 5) - 41) <= 1 && moved.sample(0, 10, 5) == 100)
  }

  /// FFmpeg's own writer packs, our reader unpacks.
  @Test(arguments: [
    "rgb24", "bgr24", "rgba", "bgra", "argb", "abgr", "rgb0", "bgr0", "rgb48le", "rgb48be",
    "rgba64le", "bgra64be", "gbrp16be", "x2rgb10le", "rgb565le", "nv12", "nv21", "nv16", "nv24",
    "p010le", "p010be", "p016le", "yuyv422", "uyvy422", "yvyu422", "yuv420p10be", "gray16be",
    "ya8", "ya16le", "y210le", "monob", "monow", "rgb4_byte",
  ])
  func packedFormatsComeBackAsTheyWere(name: String) throws {
    let packed = try #require(PixelFormat(named: name))
    let model = packed.model
    let depth = max(8, packed.bitDepth)
    let plain =
      PixelFormat.planar(
        model, bitDepth: depth, chromaShiftX: packed.chromaShiftX,
        chromaShiftY: packed.chromaShiftY, hasAlpha: packed.hasAlpha)
      ?? PixelFormat(
        name: "\(name)-planar", model: model, bitDepth: depth, hasAlpha: packed.hasAlpha)
    let color = model == .rgb ? ColorDescription.sRGB : .bt601
    let coarse =
      packed.name.contains("565") || packed.name.contains("mono")
      || packed.name.contains("rgb4")
    let frame = make(plain, 64, 32, color) { plane, x, y in
      coarse ? (x / 8 + y / 8 + plane) % 2 * 255 : (x * 7 + y * 3 + plane * 50) % 256 << (depth - 8)
    }
    let wrapped = coarse && packed.name.contains("mono") ? nil : try convert(frame, packed, color)
    if let wrapped {
      #expect(wrapped.format == packed)
      if !coarse {
        #expect(try convert(wrapped, plain, color).difference(to: frame) == 0)
      }
    }
    // 4-bit and 1-bit layouts are written by hand.
    if packed.name.contains("mono") {
      let box = FrameBox()
      box.pointer.pointee.format = AVPixelFormat(packed).rawValue
      (box.pointer.pointee.width, box.pointer.pointee.height) = (16, 2)
      #expect(av_frame_get_buffer(box.pointer, 0) >= 0)
      let bits = try #require(VideoFrame(wrapping: box, color: .bt601))
      bits.planes[0].row(0).storeBytes(of: 0b1010_0000, as: UInt8.self)
      var full = ColorDescription.bt601
      full.range = .full
      let gray = try convert(bits.retagged(color: full, pixelAspect: .square), .gray8, full)
      let white = packed.name == "monow" ? 0 : 255
      #expect(gray.sample(0, 0, 0) == white && gray.sample(0, 1, 0) == 255 - white)
    }
  }

  @Test func palettesAreLookedUp() throws {
    let box = FrameBox()
    box.pointer.pointee.format = AV_PIX_FMT_PAL8.rawValue
    (box.pointer.pointee.width, box.pointer.pointee.height) = (16, 2)
    #expect(av_frame_get_buffer(box.pointer, 0) >= 0)
    let frame = try #require(VideoFrame(wrapping: box, color: .sRGB))
    for x in 0..<16 {
      frame.planes[0].row(0).storeBytes(of: UInt8(x), toByteOffset: x, as: UInt8.self)
    }
    let palette = try #require(vsff_frame_plane(box.pointer, 1))
    for index in 0..<16 {
      UnsafeMutableRawPointer(palette).storeBytes(
        of: 0xFF00_0000 | UInt32(index) << 16 | UInt32(2 * index) << 8 | UInt32(3 * index),
        toByteOffset: 4 * index, as: UInt32.self)
    }
    let colors = try convert(frame, .gbrap, .sRGB)
    #expect((0..<4).map { colors.sample($0, 9, 0) } == [18, 27, 9, 255])
  }

  @Test func whatCannotBeConvertedSaysSo() {
    let shape = FrameConverter.Shape(
      format: PixelFormat(named: "bayer_rggb8") ?? .gray8, width: 16, height: 16, color: .sRGB)
    let error = #expect(throws: MediaError.self) {
      try FrameConverter(
        from: shape,
        to: FrameConverter.Shape(format: .yuv420p, width: 16, height: 16, color: .bt601))
    }
    #expect(error?.code == "unsupported_format" && error?.message.contains("bayer") == true)
  }
}
