import CFFmpeg

extension Packet {
  /// Takes over another packet's data, times and flags; that one is empty afterwards.
  convenience init(
    taking packet: UnsafeMutablePointer<AVPacket>, origin: ObjectIdentifier, timeBase: AVRational
  ) {
    self.init(origin: origin, timeBase: timeBase)
    av_packet_move_ref(pointer, packet)
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  /// Puts other data in the place of its own; times and flags stay.
  func replaceBytes(with bytes: [UInt8]) {
    var buffer = av_buffer_alloc(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    guard let data = buffer?.pointee.data else { fatalError("out of memory") }
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { data.update(from: base, count: bytes.count) }
    }
    for index in 0..<Int(AV_INPUT_BUFFER_PADDING_SIZE) { data[bytes.count + index] = 0 }
    swap(&pointer.pointee.buf, &buffer)
    av_buffer_unref(&buffer)
    pointer.pointee.data = data
    pointer.pointee.size = Int32(bytes.count)
  }
}
