import Testing

@testable import Imaging

@Suite struct FrameTests {
  @Test func formatsCarryTheNamesOfFFmpeg() {
    #expect(PixelFormat.yuv420p.name == "yuv420p")
    #expect(PixelFormat.yuv422p10.name == "yuv422p10le")
    #expect(PixelFormat.yuva444p10.name == "yuva444p10le")
    #expect(PixelFormat.gray8.name == "gray" && PixelFormat.gray16.name == "gray16le")
    #expect(PixelFormat.gbrap16.name == "gbrap16le")
    #expect(PixelFormat.planar(.yuv, bitDepth: 10, chromaShiftX: 2) == nil)
  }

  @Test func subsampledPlanesAreRoundedUp() {
    let size = PixelFormat.yuv420p.planeSize(1, width: 7, height: 5)
    #expect(size == (4, 3))
    #expect(PixelFormat.yuv420p.planeSize(0, width: 7, height: 5) == (7, 5))
    #expect(PixelFormat.yuva420p.planeSize(3, width: 7, height: 5) == (7, 5))
    #expect(PixelFormat.gbrp.planeSize(1, width: 7, height: 5) == (7, 5))
  }

  @Test func untaggedColorFollowsTheSize() {
    let unknown = ColorDescription.unspecified
    #expect(unknown.resolved(width: 640, height: 360, model: .yuv) == .bt601)
    #expect(unknown.resolved(width: 720, height: 576, model: .yuv) == .bt601PAL)
    #expect(unknown.resolved(width: 1280, height: 544, model: .yuv) == .bt709)
    #expect(unknown.resolved(width: 640, height: 640, model: .yuv) == .bt709)
    #expect(unknown.resolved(width: 1920, height: 1080, model: .rgb) == .sRGB)
  }

  @Test func aGivenFieldDecidesForItsKin() {
    let wide = ColorDescription(primaries: .bt2020).resolved(width: 640, height: 360, model: .yuv)
    #expect(wide.matrix == .bt2020 && wide.transfer == .bt2020Ten)
    let full = ColorDescription(matrix: .bt709, range: .full)
      .resolved(width: 320, height: 240, model: .yuv)
    #expect(full.primaries == .bt709 && full.range == .full && full.chromaLocation == .left)
    let mistagged = ColorDescription(matrix: .rgb).resolved(width: 320, height: 240, model: .yuv)
    #expect(mistagged.matrix == .smpte170m)
  }

  @Test func rowsOfPooledFramesAreAligned() {
    let frame = FramePool().makeFrame(format: .yuv420p10, width: 33, height: 3, color: .bt709)
    #expect(frame.planes.map(\.width) == [33, 17, 17])
    #expect(frame.planes.map(\.height) == [3, 2, 2])
    for plane in frame.planes {
      #expect(Int(bitPattern: plane.base) % 64 == 0 && plane.stride % 64 == 0)
      #expect(plane.stride >= plane.width * 2)
    }
  }

  @Test(arguments: [8, 16])
  func aPictureKnowsWhatOfItIsNotClear(depth: Int) throws {
    let format = try #require(
      PixelFormat.planar(.yuv, bitDepth: depth, chromaShiftX: 1, chromaShiftY: 1, hasAlpha: true))
    let frame = FramePool().makeFrame(format: format, width: 15, height: 9, color: .bt601)
    frame.setAll { plane, _, _ in plane == 3 ? 0 : 1 }
    #expect(frame.visiblePart == nil)
    frame.set(3, 5, 3, 1)
    let one = try #require(frame.visiblePart)
    #expect(one.columns == 4..<6 && one.rows == 2..<4)
    frame.set(3, 14, 8, format.maximum)
    let corner = try #require(frame.visiblePart)
    #expect(corner.columns == 4..<15 && corner.rows == 2..<9)
    let opaque = FramePool().makeFrame(format: .yuv420p, width: 15, height: 9, color: .bt601)
    let all = try #require(opaque.visiblePart)
    #expect(all.columns == 0..<15 && all.rows == 0..<9)
  }

  @Test(arguments: [PixelFormat.yuva420p, .gbrap16]) func oneTransparentSampleIsFound(
    _ format: PixelFormat
  ) throws {
    let frame = FramePool().makeFrame(format: format, width: 37, height: 5, color: .bt709)
    for y in 0..<5 {
      for x in 0..<37 { frame.set(3, x, y, format.maximum) }
    }
    #expect(frame.isOpaque)
    let plain = try #require(frame.withoutAlpha)
    #expect(plain.format == (format == .gbrap16 ? .gbrp16 : .yuv420p))
    #expect(plain.planes.map(\.base) == frame.planes.prefix(3).map(\.base))
    for (x, y) in [(0, 0), (36, 4), (17, 2)] {
      frame.set(3, x, y, format.maximum - 1)
      #expect(!frame.isOpaque, "\(x), \(y)")
      frame.set(3, x, y, format.maximum)
    }
    #expect(plain.isOpaque && plain.withoutAlpha == nil)
  }

  @Test func memoryIsUsedAgain() {
    let pool = FramePool()
    for _ in 0..<5 {
      let frame = pool.makeFrame(format: .yuv420p, width: 64, height: 64, color: .bt709)
      #expect(frame.planes.count == 3)
    }
    #expect(pool.allocationCount == 1)
  }

  @Test func framesOutliveTheirPoolAndTheirFirstDescription() {
    var pool: FramePool? = FramePool()
    var frame = pool?.makeFrame(format: .gray8, width: 8, height: 1, color: .bt709)
    pool = nil
    frame?.planes[0].base.storeBytes(of: 7, as: UInt8.self)
    frame = frame?.retagged(color: .bt601, pixelAspect: PixelAspect(4, 3))
    #expect(frame?.planes[0].base.load(as: UInt8.self) == 7)
    #expect(frame?.color == .bt601 && frame?.pixelAspect == PixelAspect(4, 3))
  }
}
