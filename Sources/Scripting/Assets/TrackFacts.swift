import Composition
import Geometry
import Imaging
import LuaRuntime
import Media
import Timing

/// What a file says of a track beyond what an edit needs: for looking at it, and for planning.
func addPictureFacts(to type: LuaClassBuilder<AssetTrackObject>) {
  type.property("profile", "The codec's profile, where the file tells.") { $0.media?.profile }
  type.property("codec_tag", "The container's four characters for the codec; nil without.") {
    (track: AssetTrackObject) -> String? in
    guard let tag = track.media?.codecTag, !tag.isEmpty else { return nil }
    return tag
  }
  type.property("frame_count", "How many frames it shows.") { $0.frameCount }
  type.property("frame_rate", "Its exact rate, as in \"30000/1001\"; nil where it varies.") {
    (track: AssetTrackObject) -> String? in
    guard track.mediaType == "video" else { return nil }
    let rate = track.media?.video.map { $0.frames.rate } ?? track.source?.frameRate
    return rate.map { "\($0)" }
  }
  type.property("max_frame_duration", "The time of its longest frame.") {
    (track: AssetTrackObject) -> Time? in
    if let video = track.media?.video { return video.maxFrameDuration }
    return track.source?.frameRate?.frameDuration
  }
  type.property(
    "clean_aperture", "The part of the stored picture that is meant to be seen; nil for all of it."
  ) { $0.media?.video?.cleanAperture }
  type.property(
    "coded_size", "The size of its picture in stored pixels, without what is not to be seen."
  ) {
    $0.media?.video.map {
      Size(width: Double($0.codedWidth), height: Double($0.codedHeight))
    }
  }
  type.property("display_size", "The size that a viewer sees: upright, with square pixels.") {
    $0.media?.video?.displaySize
  }
  type.property("pixel_aspect", "Width to height of a stored pixel, as in \"4:3\".") {
    $0.media?.video.map { "\($0.pixelAspect.numerator):\($0.pixelAspect.denominator)" }
  }
  type.property(
    "light", "What a film of high dynamic range says of its light, in cd/m²; nil without."
  ) { $0.media?.video?.light.map(lightRecord) }
  type.property("has_alpha", "Whether its picture is transparent in places.") {
    $0.media?.video?.hasAlpha
  }
  type.property("reorders_frames", "Whether its frames are stored in another order than shown.") {
    $0.media?.video?.requiresFrameReordering
  }
  type.property(
    "has_open_groups", "Whether frames stored after a key frame and shown before it need others."
  ) { $0.media?.video?.hasOpenGroups }
  type.method("key_frame_times()", "When those frames start that decoding can begin with.") {
    (track: AssetTrackObject) -> [Time] in
    guard let video = track.media?.video else { return try track.frameTimes(in: nil) }
    return video.keyFrameTimes
  }
}

private func lightRecord(_ light: LightLevels) -> LuaRecord {
  [
    "max_content": light.maximumContent, "max_average": light.maximumAverage,
    "min_luminance": light.display.map { NumberResult(Double($0.luminance.lowerBound) / 10_000) },
    "max_luminance": light.display.map { NumberResult(Double($0.luminance.upperBound) / 10_000) },
  ]
}

/// The same of a sound.
func addSoundFacts(to type: LuaClassBuilder<AssetTrackObject>) {
  type.property("channel_layout", "How its channels are placed, as in \"stereo\" or \"5.1\".") {
    $0.media?.audio?.layout.name
  }
  type.property("sample_format", "FFmpeg's name of how its samples are decoded.") {
    $0.media?.sampleFormat
  }
  type.property("sample_count", "How many samples it plays in each channel.") {
    $0.media?.audio?.sampleCount
  }
  type.property("priming", "Samples that are decoded before the first that is played.") {
    $0.media?.audio?.priming
  }
  type.property("padding", "Samples that are decoded after the last that is played.") {
    $0.media?.audio?.padding
  }
}
