import CFFmpeg
import Imaging

/// Owns one of FFmpeg's frames.
///
/// Sendable because the frame is filled by its maker and only read once it is shared; FFmpeg's
/// reference counts are atomic.
final class FrameBox: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() {
    guard let frame = av_frame_alloc() else { fatalError("out of memory") }
    pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }
}

extension VideoFrame {
  /// A picture over the memory of a decoded frame, without a copy.
  ///
  /// Nil where the frame has no planes that can be named, such as a surface of the hardware. What
  /// the caller leaves out is read from the frame.
  convenience init?(
    wrapping box: FrameBox, color: ColorDescription? = nil, pixelAspect: PixelAspect? = nil,
    fields: FieldOrder? = nil
  ) {
    let frame = box.pointer
    guard let format = PixelFormat(AVPixelFormat(frame.pointee.format)) else { return nil }
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    var planes: [Plane] = []
    planes.reserveCapacity(format.planeCount)
    for index in 0..<format.planeCount {
      guard let base = vsff_frame_plane(frame, Int32(index)) else { return nil }
      let size = format.planeSize(index, width: width, height: height)
      planes.append(
        Plane(
          base: UnsafeMutableRawPointer(base),
          stride: Int(vsff_frame_stride(frame, Int32(index))), width: size.width,
          height: size.height))
    }
    let aspect = frame.pointee.sample_aspect_ratio
    self.init(
      format: format, width: width, height: height, color: color ?? ColorDescription(frame: frame),
      pixelAspect: pixelAspect ?? PixelAspect(Int(aspect.num), Int(aspect.den)),
      fields: fields ?? FieldOrder(frame: frame), planes: planes, owner: box)
  }
}

extension FieldOrder {
  /// What a decoded frame says.
  init(frame: UnsafePointer<AVFrame>) {
    guard frame.pointee.interlaced_frame != 0 else {
      self = .progressive
      return
    }
    self = frame.pointee.top_field_first != 0 ? .topFirst : .bottomFirst
  }

  /// What a stream's parameters say.
  ///
  /// FFmpeg's programs and decoders write and read its "top coded first" as "top shown first",
  /// whatever the second letter of the name was meant for.
  init(_ order: AVFieldOrder) {
    self =
      switch order {
      case AV_FIELD_TT, AV_FIELD_TB: .topFirst
      case AV_FIELD_BB, AV_FIELD_BT: .bottomFirst
      default: .progressive
      }
  }
}
