import Composition
import Imaging
import Media
import Timing

extension Composition {
  /// What a person should know of how sources are taken: varying rates that are sampled, colours
  /// that had to be guessed before they were converted.
  ///
  /// One of a kind for each file. `step` is the time of an output frame, nil where sources keep
  /// their own times.
  func sourceNotes(step: Time?, color: ColorDescription) -> [String] {
    var notes: [String] = []
    var seen: Set<String> = []
    for track in shownTracks {
      for source in track.segments.compactMap(\.source) {
        guard let file = source.source as? FileSource,
          seen.insert("\(file.asset.path) \(source.trackID)").inserted,
          let media = file.asset.tracks.first(where: { $0.id == source.trackID }),
          let video = media.video
        else { continue }
        if let step, let note = video.samplingNote(step: step) {
          notes.append("\(file.asset.path) \(note)")
        }
        if media.assumedColors.contains("matrix"), video.color.matrix.lumaWeights != nil,
          video.color.matrix.lumaWeights?.red != color.matrix.lumaWeights?.red
        {
          notes.append(
            "\(file.asset.path) does not tell its colours: by its size they are taken for "
              + "\(video.color.matrix) and made \(color.matrix)")
        }
      }
    }
    return notes
  }
}

extension Composition {
  /// That a file has more sounds than those that are heard of it.
  var unheardNotes: [String] {
    let sounds = tracks.filter { $0.mediaType == .audio && $0.hasMedia }
    let heard = sounds.filter(\.isEnabled)
    guard isWrapped, sounds.count > heard.count,
      let source = heard.first?.segments.compactMap(\.source).first
    else { return [] }
    let numbers = heard.map { "\($0.id)" }.joined(separator: ", ")
    return [
      "\(source.source.name) has \(sounds.count) sound tracks, of which track \(numbers) is heard; "
        + "put others into a composition to hear them too"
    ]
  }
}

extension VideoTrackInfo {
  /// `is variable, 18.2 to 60.1 fps; sampled at 30000/1001`; nil for a constant rate.
  fileprivate func samplingNote(step: Time) -> String? {
    guard !frames.isGrid, let longest = maxFrameDuration, longest > .zero,
      minFrameDuration > .zero, let rate = FrameRate(frameDuration: step.reduced)
    else { return nil }
    return
      "is variable, \(longest.rateText) to \(minFrameDuration.rateText) fps; sampled at \(rate)"
  }
}

extension Time {
  /// How many of this duration make a second, with one decimal.
  fileprivate var rateText: String {
    let tenths = Time(10).quotient(by: self, .halfAwayFromZero)
    guard tenths > 0 else { return "less than 0.1" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
