import CFFmpeg
import Timing

/// One coded picture or block of sound on its way from an encoder to a muxer.
///
/// Sendable because it is changed only before its encoder hands it out and by the muxer that
/// consumes it; in between it only moves from one thread to another.
package final class Packet: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVPacket>
  /// The unit of the packet's times.
  let timeBase: AVRational
  /// Which encoder made it, and so which stream it belongs to.
  let origin: ObjectIdentifier
  /// Where presentation ends, for a last packet whose end falls between two units.
  var exactEnd: Time?

  init(origin: ObjectIdentifier, timeBase: AVRational) {
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    pointer = packet
    self.origin = origin
    self.timeBase = timeBase
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }

  package var byteCount: Int { Int(pointer.pointee.size) }
  package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// When the packet's picture or first sample is presented; negative for an encoder's priming.
  package var time: Time { time(of: pointer.pointee.pts) }

  /// When the packet is decoded: never after `time`, and rising along its stream.
  package var decodeTime: Time { time(of: pointer.pointee.dts) }

  package var duration: Time { time(of: pointer.pointee.duration) }

  private func time(of value: Int64) -> Time {
    Time(value * Int64(timeBase.num), Int64(timeBase.den))
  }
}
