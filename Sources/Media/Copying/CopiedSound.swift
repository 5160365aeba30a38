import CFFmpeg
import Timing

/// A stretch of one sound track whose packets are copied as they are.
///
/// It begins a few packets early, so that a decoder has settled at its first sample; how much of
/// that is not to be heard is declared by negative times, and its end by the last packet's length.
package final class CopiedSound: Sendable {
  package let path: String
  /// The samples that are heard.
  package let sampleCount: Int64
  package var codec: String { track.codec }
  let track: MediaTrack
  let asset: MediaAsset
  let parameters: CodecParameters
  /// The media's number of the first sample that is heard.
  let first: Int64
  let unit: AVRational
  let timeline: AudioTimeline
  /// Packets before the one with the first sample.
  let preroll: Int

  /// Settles whether a stretch of presented samples can be copied; throws why not.
  package init(
    _ track: MediaTrack, of asset: MediaAsset, samples: Range<Int64>
  ) throws(CopyRefusal) {
    guard let info = track.audio else { throw CopyRefusal("the track has no sound") }
    let values = track.parameters.pointee
    preroll = try Self.preroll(values, track.codec)
    guard asset.truncatedAt == nil else { throw CopyRefusal("the file is cut off") }
    guard Int(values.sample_rate) == info.sampleRate,
      Int(values.ch_layout.nb_channels) == info.layout.channels
    else { throw CopyRefusal("it decodes to another rate or layout than its header says") }
    guard
      let piece = info.pieces.first(where: {
        $0.start <= samples.lowerBound && samples.upperBound <= $0.end
      })
    else { throw CopyRefusal("the file has no sound for a part of it") }
    first = piece.media + samples.lowerBound - piece.start
    sampleCount = Int64(samples.count)
    unit = AVRational(num: 1, den: Int32(info.sampleRate))
    (self.track, self.asset, path, timeline) = (track, asset, asset.path, info.timeline)
    parameters = CodecParameters(track.parameters, timeBase: unit) { $0.pointee.codec_tag = 0 }
    guard
      timeline.runs.contains(where: {
        $0.start <= first && first + sampleCount <= $0.end && $0.length > 1
      })
    else { throw CopyRefusal("its packets are not of one length, or have gaps") }
  }

  /// How many packets early copying begins; for other codecs the samples would depend on more.
  private static func preroll(
    _ values: AVCodecParameters, _ name: String
  ) throws(CopyRefusal) -> Int {
    switch values.codec_id {
    case AV_CODEC_ID_AAC:
      guard values.profile == FF_PROFILE_AAC_LOW, values.extradata_size > 0 else {
        throw CopyRefusal("only AAC of low complexity is copied")
      }
      return 2
    case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: return 2
    case AV_CODEC_ID_ALAC, AV_CODEC_ID_FLAC: return 0
    default: throw CopyRefusal("copying sound in \(name) is not supported")
    }
  }
}

/// Hands out the packets of copied sound, in order.
///
/// Holds an open file; one thread at a time.
package final class SoundCopier {
  private let sound: CopiedSound
  private let demuxer: Demuxer
  private var expected: Int64?
  private var start: Int64

  package init(_ sound: CopiedSound) throws {
    self.sound = sound
    try sound.asset.identity.check(sound.path)
    demuxer = try Demuxer(sound.path)
    let format = demuxer.formatName
    if !format.hasPrefix("mov") && !format.hasPrefix("matroska") { try demuxer.findStreamInfo() }
    guard sound.track.streamIndex < demuxer.streamCount else {
      throw MediaError(.fileChanged, path: sound.path, action: "read")
    }
    demuxer.select(sound.track.streamIndex)
    start = .min
    if let stamp = sound.timeline.seekStamp(for: sound.first, preroll: sound.preroll),
      let place = sound.timeline.position(of: stamp)
    {
      start = place
      // Reading from the beginning does as well.
      _ = demuxer.seek(stream: sound.track.streamIndex, to: stamp)
    }
  }

  /// The next packet; nil when the last sample has come.
  package func next() throws -> Packet? {
    while true {
      guard demuxer.read() == .packet else {
        if (expected ?? .min) >= sound.first + sound.sampleCount { return nil }
        throw CopyRefusal("packets that its index lists are missing")
      }
      let packet = demuxer.packet
      guard Int(packet.pointee.stream_index) == sound.track.streamIndex else { continue }
      let stamp = packet.pointee.pts != vsff_no_pts ? packet.pointee.pts : packet.pointee.dts
      guard let place = sound.timeline.position(of: stamp),
        let run = sound.timeline.runs.last(where: { $0.start <= place })
      else { continue }
      guard place >= start else { continue }
      let end = sound.first + sound.sampleCount
      guard place < end else { return nil }
      if let expected {
        guard place == expected else { throw CopyRefusal("its packets have gaps") }
      } else {
        guard place <= max(start, run.start) || place <= sound.first else {
          throw CopyRefusal("its first packets cannot be reached")
        }
      }
      expected = place + run.length
      let result = Packet(
        taking: packet, origin: ObjectIdentifier(sound), timeBase: sound.unit)
      av_packet_free_side_data(result.pointer)
      let time = place - sound.first
      result.setTimes(
        shown: time, decoded: time, duration: min(run.length, end - place), exactEnd: nil)
      return result
    }
  }
}
