import Composition
import Media
import Timing

import enum Composition.MediaType

/// A subtitle track of a film: the texts of its sources, where the edit shows them.
struct CarriedSubtitles: Sendable {
  /// A stretch of the edit and the track of the file that it comes from.
  struct Piece: Sendable {
    let asset: MediaAsset
    let track: MediaTrack
    let segment: Segment
  }

  let codec: String
  let language: String?
  var pieces: [Piece]

  /// The texts in the film's own time, cut where the edit cuts, with the styles of the first file.
  func text(in range: TimeRange) throws -> SubtitleText {
    var known: [ObjectIdentifier: SubtitleText] = [:]
    var cues: [SubtitleCue] = []
    for piece in pieces {
      let id = ObjectIdentifier(piece.asset)
      let text = try known[id] ?? piece.track.readSubtitles(of: piece.asset)
      known[id] = text
      let mapping = piece.segment.mapping
      for cue in text.cues {
        let part = cue.range.intersection(mapping.source)
        guard part.isNumeric, !part.isEmpty else { continue }
        let place = TimeRange(from: mapping.unmap(part.start), to: mapping.unmap(part.end))
          .intersection(range)
        guard !place.isEmpty else { continue }
        // A text that goes on after a cut that is none is one text.
        let shifted = TimeRange(start: place.start - range.start, duration: place.duration)
        if let last = cues.last, last.lines == cue.lines, last.range.end == shifted.start {
          cues[cues.count - 1] = SubtitleCue(
            range: TimeRange(from: last.range.start, to: shifted.end), lines: cue.lines)
        } else {
          cues.append(SubtitleCue(range: shifted, lines: cue.lines))
        }
      }
    }
    cues.sort { $0.range.start < $1.range.start }
    let first = pieces.first.flatMap { known[ObjectIdentifier($0.asset)]?.header }
    return SubtitleText(cues: cues, header: first ?? "")
  }
}

extension Composition {
  /// The subtitle tracks of a film: the first text track of every file makes the first, and so on.
  ///
  /// The files are those of the first track of pictures, or of sound where there are none. What the
  /// file cannot hold, or what is no text, is left out with a note.
  func subtitles(
    in range: TimeRange, container: ContainerSpec, notes: inout [String]
  ) -> [CarriedSubtitles] {
    var result: [CarriedSubtitles] = []
    var told: Set<String> = []
    func note(_ text: String) {
      if told.insert(text).inserted { notes.append(text) }
    }
    for segment in leadingTrack?.segments(overlapping: range) ?? [] {
      guard let asset = (segment.source?.source as? FileSource)?.asset else { continue }
      let tracks = asset.tracks.filter { $0.mediaType == .subtitle }
      if !tracks.isEmpty, segment.isReversed || segment.isFrozen {
        note("\(asset.path): its subtitles are left out where it does not run forward")
        continue
      }
      var place = 0
      for track in tracks {
        guard track.isTextSubtitle else {
          note(
            "\(asset.path): the subtitles of track \(track.id) are left out: "
              + "\(track.codec) is no text")
          continue
        }
        guard let codec = SubtitleEncoder.codec(for: container, source: track.codec) else {
          note("\(asset.path): its subtitles are left out: .\(container.fileType) holds none")
          continue
        }
        let piece = CarriedSubtitles.Piece(asset: asset, track: track, segment: segment)
        if place < result.count {
          result[place].pieces.append(piece)
        } else {
          result.append(
            CarriedSubtitles(codec: codec, language: track.language, pieces: [piece]))
        }
        place += 1
      }
    }
    return result
  }

  /// The first track of pictures with media, or of sound where there is none.
  var leadingTrack: CompositionTrack? {
    shownTracks.first(where: \.hasMedia)
      ?? tracks.first { $0.mediaType == .audio && $0.isEnabled && $0.hasMedia }
  }

  /// The language of a film's stream: what the edit's track says, or all its sources agree on.
  func language(of type: MediaType) -> String? {
    let shown = tracks.filter { $0.mediaType == type && $0.isEnabled && $0.hasMedia }
    let languages = shown.flatMap { track -> [String?] in
      if let language = track.language { return [language] }
      return track.segments.compactMap(\.source).map { source in
        (source.source as? FileSource)?.asset.tracks.first { $0.id == source.trackID }?.language
      }
    }
    guard let first = languages.first, languages.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
