import Composition
import Media
import Timing

extension OutputSpec {
  /// What is done with the sound of a film: copied where it is one untouched stretch of one track.
  static func soundPlan(
    _ request: ExportRequest, _ settings: AudioEncoderSettings, _ plan: RenderPlan,
    range: TimeRange, sampleCount: Int64, container: ContainerSpec, mode: ExportRequest.Reencode
  ) -> OutputPlan.Sound {
    func encoded(_ reason: String) -> OutputPlan.Sound {
      OutputPlan.Sound(action: .reencode, reason: reason)
    }
    if mode == .always || container.fileType == "null" {
      return encoded("it is not asked to copy")
    }
    if request.fileLengthLimit > 0 { return encoded("a limit of the file's length is set") }
    if request.audioBitRate != nil || !request.audioOptions.isEmpty
      || (request.audioCodec != nil && request.reencode == nil)
    {
      return encoded("how it is encoded is asked for")
    }
    guard container.isMovie else {
      return encoded("only MP4 and MOV declare where sound begins and ends to the sample")
    }
    do {
      let sound = try plan.untouchedSound(settings, range: range, sampleCount: sampleCount)
      guard let encoder = try? Codecs.audioEncoder(named: sound.codec),
        container.holds(encoder: encoder), request.audioCodec == nil || encoder == settings.codec
      else { return encoded("the film's sound is to be made by \(settings.codec)") }
      return OutputPlan.Sound(
        action: .copy, reason: "untouched", path: sound.path, source: sound)
    } catch {
      return encoded(error.reason)
    }
  }
}

extension RenderPlan {
  /// The one stretch of one track that is all there is to hear; throws what else there is.
  fileprivate func untouchedSound(
    _ settings: AudioEncoderSettings, range: TimeRange, sampleCount: Int64
  ) throws(CopyRefusal) -> CopiedSound {
    guard audio.count == 1, let track = audio.first else {
      throw CopyRefusal("several tracks are mixed")
    }
    let heard = track.segments.filter { !$0.segment.target.intersection(range).isEmpty }
    guard heard.count == 1, let segment = heard.first else {
      throw CopyRefusal("the sound of several clips is joined and encoded once")
    }
    guard track.gain == 1, track.volume.constant(over: range) == 1,
      track.pan.constant(over: range) == 0
    else { throw CopyRefusal("its volume is changed") }
    if let filters = track.filters.label(during: range) {
      throw CopyRefusal("it is filtered by \(filters)")
    }
    let edit = segment.segment
    guard edit.rate == .one, !edit.isReversed, !edit.isFrozen else {
      throw CopyRefusal("its speed is changed")
    }
    guard case .file(let file, let media) = segment.source.kind else {
      throw CopyRefusal("it is made, not read from a file")
    }
    guard segment.source.sampleRate == settings.sampleRate else {
      throw CopyRefusal(
        "its rate is \(segment.source.sampleRate) Hz, the film's \(settings.sampleRate)")
    }
    guard segment.source.layout == settings.layout else {
      throw CopyRefusal(
        "its channels are \(segment.source.layout.name), not \(settings.layout.name)")
    }
    let rate = Int64(settings.sampleRate)
    guard (edit.target.start - range.start).units(per: rate) <= 0,
      (edit.target.end - range.start).units(per: rate) >= sampleCount
    else { throw CopyRefusal("a part of the film has no sound") }
    // The rule of the mixer: one whole number lies between a sample of the source and its place.
    let distance =
      (edit.mapping.source.start - segment.source.start) - (edit.target.start - range.start)
    let first = distance.units(per: rate)
    return try CopiedSound(media, of: file.asset, samples: first..<first + sampleCount)
  }
}
