import CFFmpeg

/// What a track says of Dolby Vision, which is a picture of the usual kind and what its makers'
/// displays do to it.
///
/// Only that base picture can be decoded here. In some profiles it is one that any display shows; in
/// others its colours (IPT) mean nothing without the rest, and come out green and violet.
struct DolbyVision {
  let profile: Int
  /// Which kind of display the base picture is for, as the specification numbers them; 0 for none.
  let compatibility: Int

  /// Nil where the stream has no such record.
  init?(_ stream: UnsafePointer<AVStream>) {
    guard let record = vsff_dolby_vision(stream)?.pointee else { return nil }
    (profile, compatibility) = (
      Int(record.dv_profile), Int(record.dv_bl_signal_compatibility_id)
    )
  }

  /// Profiles before the eighth have no number for the kind: it follows from the profile.
  var hasUsableBase: Bool {
    switch profile {
    case 3, 5: false
    case 8...: compatibility != 0
    default: true
    }
  }

  /// "8.4", as they are usually called.
  var name: String { profile < 8 ? "\(profile)" : "\(profile).\(compatibility)" }
}

extension TrackBuilder {
  /// Says that only the base picture is shown, or that there is none that could be.
  func noteDolbyVision(_ stream: StreamFacts) {
    guard let vision = DolbyVision(stream.stream) else { return }
    guard vision.hasUsableBase else {
      unknownColors =
        "track \(stream.id) is Dolby Vision of profile \(vision.name), whose colours need Dolby's own "
        + "processing"
      return
    }
    warn(
      "track \(stream.id) is Dolby Vision of profile \(vision.name): its base picture is shown, "
        + "without Dolby's own processing")
  }
}
