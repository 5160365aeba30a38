import CFFmpeg
import Imaging

/// A frame of FFmpeg that borrows the memory of one of ours and keeps it alive by its reference
/// count, which encoders and filters raise for as long as they need the picture.
final class FrameReference {
  let pointer: UnsafeMutablePointer<AVFrame>
  private let box = FrameBox()

  /// What is nil is taken from the frame.
  init(
    _ frame: VideoFrame, color: ColorDescription? = nil, pixelAspect: PixelAspect? = nil,
    fields: FieldOrder? = nil
  ) {
    pointer = box.pointer
    let (color, aspect) = (color ?? frame.color, pixelAspect ?? frame.pixelAspect)
    let fields = fields ?? frame.fields
    pointer.pointee.format = AVPixelFormat(frame.format).rawValue
    pointer.pointee.width = Int32(frame.width)
    pointer.pointee.height = Int32(frame.height)
    pointer.pointee.sample_aspect_ratio = AVRational(
      num: Int32(aspect.numerator), den: Int32(aspect.denominator))
    pointer.pointee.color_range = AVColorRange(UInt32(color.range.rawValue))
    pointer.pointee.colorspace = AVColorSpace(UInt32(color.matrix.rawValue))
    pointer.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries.rawValue))
    pointer.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer.rawValue))
    pointer.pointee.chroma_location = AVChromaLocation(UInt32(color.chromaLocation.rawValue))
    if fields.isInterlaced {
      pointer.pointee.interlaced_frame = 1
      pointer.pointee.top_field_first = fields == .topFirst ? 1 : 0
    }
    for (index, plane) in frame.planes.enumerated() {
      vsff_set_frame_plane(
        pointer, Int32(index), plane.base.assumingMemoryBound(to: UInt8.self), Int32(plane.stride))
    }
    let first = frame.planes[0]
    let owner = Unmanaged.passRetained(frame as AnyObject).toOpaque()
    pointer.pointee.buf.0 = av_buffer_create(
      first.base.assumingMemoryBound(to: UInt8.self), max(1, abs(first.stride) * first.height),
      { opaque, _ in
        if let opaque { Unmanaged<AnyObject>.fromOpaque(opaque).release() }
      }, owner, Int32(AV_BUFFER_FLAG_READONLY))
    guard pointer.pointee.buf.0 != nil else { fatalError("out of memory") }
  }
}
