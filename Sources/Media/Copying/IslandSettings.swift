import CFFmpeg
import Imaging
import Timing

extension CodedFormat {
  /// The encoder that makes what is re-encoded between copied parts; nil where there is none.
  package var encoderName: String? {
    let name =
      switch id {
      case AV_CODEC_ID_MPEG2VIDEO: "mpeg2video"
      case AV_CODEC_ID_DNXHD: "dnxhd"
      default: codec
      }
    return try? Codecs.videoEncoder(named: name)
  }

  /// The settings that make an encoder's pictures fit beside those of this format.
  ///
  /// - Parameter settings: those of the film, with the user's options.
  package func island(
    _ settings: VideoEncoderSettings, beside sources: [CodedFormat]
  ) throws(CopyRefusal) -> VideoEncoderSettings {
    var island = settings
    island.globalHeader = true
    if id == AV_CODEC_ID_MPEG2VIDEO || id == AV_CODEC_ID_MPEG4 {
      // Their time codes count frames of the rate.
      guard let rate = settings.frameRate else {
        throw CopyRefusal("\(codec) is encoded at a fixed rate only")
      }
      island.timeBase = rate.frameDuration
    }
    // The tags that the copied pictures have: what is left open stays open.
    island.color = ColorDescription(parameters: parameters.pointer)
    switch id {
    case AV_CODEC_ID_H264: try matchH264(&island, beside: sources)
    case AV_CODEC_ID_HEVC: matchHEVC(&island)
    case AV_CODEC_ID_MPEG4, AV_CODEC_ID_MPEG2VIDEO:
      island.set("bf", delay > 0 ? "2" : "0")
      // Each part begins with a header of its own.
      island.globalHeader = false
    case AV_CODEC_ID_PRORES: island.set("profile", "\(max(0, profile))")
    case AV_CODEC_ID_VP9, AV_CODEC_ID_VP8, AV_CODEC_ID_AV1: break
    default: break
    }
    return island
  }

  private func matchH264(
    _ island: inout VideoEncoderSettings, beside sources: [CodedFormat]
  ) throws(CopyRefusal) {
    guard let first = sets?.sequence, let sequence = AVCSequence(first.bytes),
      let profile = sequence.encoderProfile
    else { throw CopyRefusal("x264 makes no stream of its profile") }
    var all = sets ?? ParameterSets(isHEVC: false)
    for source in sources { if let more = source.sets { all.merge(more) } }
    guard all.freeID < 32 else { throw CopyRefusal("it uses all numbers of parameter sets") }
    let asked = island.options.last { $0.0 == "x264-params" }?.1
    island.set("x264-params", (asked.map { $0 + ":" } ?? "") + "sps-id=\(all.freeID)")
    island.set("profile", profile)
    // 1b is 1.1 with a flag; x264 takes levels in tenths.
    let tenths = sequence.level == 9 ? 11 : sequence.level
    island.set("level", "\(tenths / 10).\(tenths % 10)")
    // What the preset and the user choose stays, within what the sources' decoder is prepared for:
    // all times are the assembly's own, so parts may reorder less than their neighbours.
    if X264Effort(island).references > sequence.references {
      island.set("refs", "\(max(1, sequence.references))")
    }
    switch profile == "baseline" ? 0 : delay {
    case 0: island.set("bf", "0")
    case 1: island.set("b-pyramid", "none")
    default: break
    }
  }

  private func matchHEVC(_ island: inout VideoEncoderSettings) {
    let asked = island.options.last { $0.0 == "x265-params" }?.1
    var words = asked.map { [$0] } ?? []
    words += ["log-level=error", "repeat-headers=0"]
    // What follows a part begins anew, so its groups need not look back.
    words.append("open-gop=0")
    switch delay {
    case 0: words.append("bframes=0")
    case 1: words += ["b-pyramid=0"]
    default: break
    }
    island.set("x265-params", words.joined(separator: ":"))
  }
}

extension VideoEncoderSettings {
  /// Sets an option, whatever it was.
  mutating func set(_ name: String, _ value: String) {
    options.removeAll { $0.0 == name }
    options.append((name, value))
  }
}
