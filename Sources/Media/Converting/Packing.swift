import CFFmpeg
@preconcurrency import Glibc
import Imaging

/// Whether a packed layout can be taken apart: everything but raw sensor data, XYZ and surfaces.
func isReadable(_ format: PixelFormat) -> Bool {
  guard let descriptor = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return false }
  let refused = Int32(AV_PIX_FMT_FLAG_HWACCEL) | Int32(AV_PIX_FMT_FLAG_BAYER)
  return Int32(truncatingIfNeeded: descriptor.pointee.flags) & refused == 0
    && !format.name.hasPrefix("xyz")
}

extension VideoFrame {
  /// The same picture with a plane for each component; itself where it has them.
  package func unpacked(pool: FramePool) throws(MediaError) -> VideoFrame {
    format.isPlanar ? self : try unpack(self, into: FrameConverter.planar(format), pool: pool)
  }
}

/// A packed, semi-planar, palette or foreign-endian frame as a planar one of the same size.
///
/// Layouts of whole bytes and words are taken apart by row loops, the rare rest by libavutil.
func unpack(
  _ frame: VideoFrame, into format: PixelFormat, pool: FramePool
) throws(MediaError) -> VideoFrame {
  let target = pool.makeFrame(
    format: format, width: frame.width, height: frame.height, color: frame.color,
    pixelAspect: frame.pixelAspect)
  guard let layout = PackedLayout(frame.format) else {
    throw MediaError(
      .unsupportedFormat, action: "convert",
      detail: "the pixel format \(frame.format) is not supported")
  }
  for (index, component) in layout.components.enumerated() {
    let plane = target.planes[layout.plane(of: index, in: format)]
    if layout.isSimple, component.shift == 0 || component.depth > 8 {
      for y in 0..<plane.height { layout.read(component, frame, row: y, into: plane, format) }
    } else if layout.isPalette {
      lookUp(component: index, of: frame, into: plane)
    } else {
      layout.readSlowly(index, frame, into: plane, format)
    }
  }
  return target
}

/// Reads red, green, blue or alpha of a picture with a palette.
private func lookUp(component: Int, of frame: VideoFrame, into plane: Plane) {
  guard let box = frame.owner as? FrameBox, let palette = vsff_frame_plane(box.pointer, 1) else {
    preconditionFailure("a palette comes from a decoder")
  }
  // Entries are native words of alpha, red, green, blue from the top.
  let shift = UInt32([16, 8, 0, 24][component])
  for y in 0..<plane.height {
    let target = plane.row(y).assumingMemoryBound(to: UInt8.self)
    let indices = frame.planes[0].row(y).assumingMemoryBound(to: UInt8.self)
    for x in 0..<plane.width {
      let entry = UnsafeRawPointer(palette).load(
        fromByteOffset: 4 * Int(indices[x]), as: UInt32.self)
      target[x] = UInt8(truncatingIfNeeded: entry &>> shift)
    }
  }
}

/// How the components of a pixel lie in one of FFmpeg's packed layouts.
struct PackedLayout {
  let descriptor: UnsafePointer<AVPixFmtDescriptor>
  let components: [AVComponentDescriptor]
  /// Every component is a byte, or a word of 16 bits, at a whole byte.
  let isSimple: Bool
  let isPalette: Bool
  private let isFloat: Bool
  private let isBigEndian: Bool
  private let isInverted: Bool
  private let model: ColorModel

  init?(_ format: PixelFormat) {
    guard let descriptor = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return nil }
    self.descriptor = descriptor
    let flags = Int32(truncatingIfNeeded: descriptor.pointee.flags)
    isPalette = flags & Int32(AV_PIX_FMT_FLAG_PAL) != 0
    isFloat = flags & Int32(AV_PIX_FMT_FLAG_FLOAT) != 0
    isBigEndian = flags & Int32(AV_PIX_FMT_FLAG_BE) != 0
    isInverted = format.name == "monow"
    model = format.model
    let count = isPalette ? 4 : Int(descriptor.pointee.nb_components)
    components = (0..<count).map { vsff_component(descriptor, Int32($0)) }
    let isBitwise = flags & Int32(AV_PIX_FMT_FLAG_BITSTREAM) != 0
    let depths = components.map(\.depth)
    let isWhole = components.allSatisfy { component in
      component.depth == 8 && component.shift == 0
        || component.depth > 8 && component.depth + component.shift <= 16 && component.step >= 2
    }
    isSimple =
      !isPalette && !isFloat && !isBitwise && isWhole && Set(depths).count == 1
      && !format.name.hasPrefix("x2")
  }

  /// The plane of a planar frame that a component belongs to.
  func plane(of component: Int, in format: PixelFormat) -> Int {
    if component == components.count - 1, let alpha = format.alphaPlane { return alpha }
    // FFmpeg counts red, green, blue and stores green, blue, red.
    return model == .rgb ? [2, 0, 1][component] : component
  }

  /// Reads a row of whole bytes or words.
  func read(
    _ component: AVComponentDescriptor, _ frame: VideoFrame, row: Int, into plane: Plane,
    _ format: PixelFormat
  ) {
    let (step, offset) = (Int(component.step), Int(component.offset))
    let source = frame.planes[Int(component.plane)].row(row) + offset
    if component.depth == 8 {
      let target = plane.row(row).assumingMemoryBound(to: UInt8.self)
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      if step == 1 {
        memcpy(target, bytes, plane.width)
      } else {
        for x in 0..<plane.width { target[x] = bytes[x &* step] }
      }
      return
    }
    let target = plane.row(row).assumingMemoryBound(to: UInt16.self)
    let shift = UInt16(component.shift)
    let isForeign = isBigEndian != (1.bigEndian == 1)
    for x in 0..<plane.width {
      let word = (source + x &* step).loadUnaligned(as: UInt16.self)
      target[x] = (isForeign ? word.byteSwapped : word) &>> shift
    }
  }

  /// Reads a whole plane through libavutil, which knows bits, palettes and floats.
  func readSlowly(_ index: Int, _ frame: VideoFrame, into plane: Plane, _ format: PixelFormat) {
    let depth = Int(components[index].depth)
    let (full, maximum) = ((1 << min(depth, 16)) - 1, format.maximum)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: plane.width) { row in
      guard let base = row.baseAddress else { return }
      for y in 0..<plane.height {
        vsff_read_row(
          base, frame.rawPlanes, frame.rawStrides, descriptor, Int32(y), Int32(index),
          Int32(plane.width))
        for x in 0..<plane.width {
          var value: Int
          if isFloat {
            let exact = Float(bitPattern: row[x]) * Float(maximum)
            value = exact > 0 ? Int(min(exact, Float(maximum)).rounded()) : 0
          } else {
            value = full == maximum ? Int(row[x]) : (Int(row[x]) * maximum + full / 2) / full
          }
          if isInverted { value = maximum - value }
          if format.bytesPerSample == 1 {
            plane.row(y).storeBytes(
              of: UInt8(truncatingIfNeeded: value), toByteOffset: x, as: UInt8.self)
          } else {
            plane.row(y).storeBytes(
              of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
  }
}

/// A planar frame in a packed layout, in memory of its own.
func pack(_ frame: VideoFrame, into format: PixelFormat) throws(MediaError) -> VideoFrame {
  let box = FrameBox()
  box.pointer.pointee.format = AVPixelFormat(format).rawValue
  box.pointer.pointee.width = Int32(frame.width)
  box.pointer.pointee.height = Int32(frame.height)
  guard let layout = PackedLayout(format), av_frame_get_buffer(box.pointer, 0) >= 0,
    let target = VideoFrame(
      wrapping: box, color: frame.color, pixelAspect: frame.pixelAspect)
  else {
    throw MediaError(
      .unsupportedFormat, action: "convert", detail: "the pixel format \(format) is not supported")
  }
  // Bytes that belong to no component, as in "bgr0", and bits that are added one by one.
  for (index, plane) in target.planes.enumerated() {
    memset(plane.base, 0, Int(vsff_frame_stride(box.pointer, Int32(index))) * plane.height)
  }
  for index in layout.components.indices {
    let plane = frame.planes[layout.plane(of: index, in: frame.format)]
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: plane.width) { row in
      guard let base = row.baseAddress else { return }
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          base[x] =
            frame.format.bytesPerSample == 1
            ? UInt16(plane.row(y).load(fromByteOffset: x, as: UInt8.self))
            : plane.row(y).load(fromByteOffset: 2 * x, as: UInt16.self)
        }
        vsff_write_row(
          base, box.pointer, layout.descriptor, Int32(y), Int32(index), Int32(plane.width))
      }
    }
  }
  return target
}

extension VideoFrame {
  /// FFmpeg's pointers to the planes, with the palette where a decoded frame has one.
  fileprivate var rawPlanes: UnsafePointer<UnsafePointer<UInt8>?> {
    guard let box = owner as? FrameBox else {
      preconditionFailure("a layout of bits comes from a decoder")
    }
    return vsff_frame_planes(box.pointer)
  }

  fileprivate var rawStrides: UnsafePointer<Int32> {
    guard let box = owner as? FrameBox else {
      preconditionFailure("a layout of bits comes from a decoder")
    }
    return vsff_frame_strides(box.pointer)
  }
}
