import CFFmpeg
@preconcurrency import Glibc

/// libavformat's view of an `OutputFile`: a context whose bytes end up there.
///
/// The file must stay open for as long as this lives.
final class OutputStream {
  let pointer: UnsafeMutablePointer<AVIOContext>
  private let file: OutputFile

  init(file: OutputFile) {
    self.file = file
    let bufferSize = 1 << 18
    let context = avio_alloc_context(
      av_malloc(bufferSize)?.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 1,
      Unmanaged.passUnretained(file).toOpaque(), nil,
      { opaque, bytes, count in
        guard let opaque, let bytes else { return -EINVAL }
        let file = Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue()
        return file.write(bytes, count: Int(count)) ? count : -file.failure
      },
      { opaque, offset, whence in
        guard let opaque else { return Int64(-EINVAL) }
        let file = Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue()
        // AVSEEK_SIZE asks; AVSEEK_FORCE is only a hint.
        switch whence & ~0x20000 {
        case AVSEEK_SIZE: return file.size
        case SEEK_SET: file.seek(to: offset)
        case SEEK_CUR: file.seek(to: file.currentPosition + offset)
        case SEEK_END: file.seek(to: file.size + offset)
        default: return Int64(-EINVAL)
        }
        return file.currentPosition
      })
    guard let context else { fatalError("out of memory") }
    pointer = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = pointer
    // The muxer may have replaced the buffer, which the context does not free.
    av_freep(&pointer.pointee.buffer)
    avio_context_free(&context)
  }
}
