import CFFmpeg
import Glibc

/// Decodes across the place where a copied part begins, behind a re-encoded one or by itself.
///
/// The copied pictures have to come out exactly as from their own file, and no decoder may complain.
package enum SeamCheck {
  /// Says what is wrong; nil where the seam holds.
  ///
  /// - Parameters:
  ///   - island: all packets of the re-encoded part, which its decoding begins with.
  ///   - copied: the first packets behind it.
  package static func fault(
    island: [Packet], copied: [Packet], source: CopySource, in stream: CopiedStream
  ) throws -> String? {
    let joined = try decode(
      island + copied, parameters: stream.parameters, path: source.asset.path)
    // The source's own description, at the packets as the film has them.
    let own = CopiedStreamTwin(source.format, stream)
    let alone = try decode(copied, parameters: own.parameters, path: source.asset.path)
    if let complaint = joined.complaint { return "decoding across the seam failed: \(complaint)" }
    if let complaint = alone.complaint { return "decoding its pictures failed: \(complaint)" }
    guard joined.frames.count == island.count + copied.count else {
      return "decoding across the seam gave \(joined.frames.count) pictures for "
        + "\(island.count + copied.count)"
    }
    let first = island.count
    for number in 0..<min(2, copied.count) {
      guard number < alone.frames.count,
        equal(joined.frames[first + number].pointer, alone.frames[number].pointer)
      else { return "a picture behind the seam decodes to something else" }
    }
    return nil
  }

  private static func decode(
    _ packets: [Packet], parameters: CodecParameters, path: String
  ) throws -> (frames: [FrameBox], complaint: String?) {
    let decoder = try Decoder(parameters, threads: 1, path: path)
    var frames: [FrameBox] = []
    var complaint: String?
    _ = FFmpegLog.takeLastError()
    func receive() {
      while true {
        let box = FrameBox()
        switch decoder.receive(box.pointer) {
        case .done:
          if box.pointer.pointee.decode_error_flags != 0 {
            complaint = complaint ?? "a picture is damaged"
          }
          frames.append(box)
        case .failed(let code): complaint = complaint ?? ffmpegText(code)
        case .again, .end: return
        }
      }
    }
    for packet in packets {
      if case .failed(let code) = decoder.send(packet.pointer) {
        complaint = complaint ?? ffmpegText(code)
      }
      receive()
    }
    _ = decoder.send(nil)
    receive()
    if let said = FFmpegLog.takeLastError() { complaint = complaint ?? said }
    frames.sort { $0.pointer.pointee.pts < $1.pointer.pointee.pts }
    return (frames, complaint)
  }

  private static func equal(
    _ left: UnsafeMutablePointer<AVFrame>, _ right: UnsafeMutablePointer<AVFrame>
  ) -> Bool {
    guard left.pointee.width == right.pointee.width, left.pointee.height == right.pointee.height,
      left.pointee.format == right.pointee.format
    else { return false }
    let format = AVPixelFormat(left.pointee.format)
    for plane in 0..<Int32(4) {
      guard let first = vsff_frame_plane(left, plane), let second = vsff_frame_plane(right, plane)
      else { break }
      let width = Int(av_image_get_linesize(format, left.pointee.width, plane))
      guard let descriptor = av_pix_fmt_desc_get(format) else { return false }
      let shift = plane == 1 || plane == 2 ? descriptor.pointee.log2_chroma_h : 0
      let rows = -(-Int(left.pointee.height) >> Int(shift))
      for row in 0..<rows {
        let one = first + row * Int(vsff_frame_stride(left, plane))
        let other = second + row * Int(vsff_frame_stride(right, plane))
        if memcmp(one, other, width) != 0 { return false }
      }
    }
    return true
  }
}

/// A source's own stream description for packets that are framed and timed as the film's.
private struct CopiedStreamTwin {
  let parameters: CodecParameters

  init(_ format: CodedFormat, _ stream: CopiedStream) {
    let record = format.framing == .written ? nil : format.sets?.record
    parameters = CodecParameters(format.parameters, timeBase: stream.unit) { values in
      if let record { CopiedStream.setExtradata(record, of: values) }
    }
  }
}
