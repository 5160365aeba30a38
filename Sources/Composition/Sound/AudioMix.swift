import Timing

/// How sound keeps its pitch where its speed changes.
package enum TimePitchAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// Pitch kept; best for music.
  case spectral
  /// Pitch kept; cheaper, for voices.
  case timeDomain = "time_domain"
  /// Pitch follows the speed.
  case varispeed
}

/// How one audio track is mixed.
package struct MixParameters: Sendable {
  package let track: TrackReference
  /// A linear factor over composition time; 1 unless set, above 1 it amplifies.
  package var volume = Animated(.volume, default: 1.0)
  /// Between the speakers: −1 is left, 0 the middle, 1 right.
  ///
  /// Of constant power, and in the middle as it is.
  package var pan = Animated(.pan, default: 0.0)
  /// What is done to the track's sound, in this order, before its volume.
  package var filters: [Filter] = []
  /// Nil leaves the choice to the consumer: `spectral`.
  package var timePitchAlgorithm: TimePitchAlgorithm?

  /// Fails for a video track.
  package init(_ track: TrackReference) throws(CompositionError) {
    guard track.mediaType == .audio else { throw .mixOfPictures(track) }
    self.track = track
  }
}

/// How the audio tracks of a composition are mixed; a track that is not named is mixed as it is.
package struct AudioMix: Sendable {
  package let inputs: [MixParameters]
  /// Whether peaks that would leave full scale are held below it; without, they are clipped.
  package var limitsPeaks = true

  /// Fails where two parameters are for one track.
  package init(_ inputs: [MixParameters] = []) throws(CompositionError) {
    var seen: Set<TrackReference> = []
    for input in inputs where !seen.insert(input.track).inserted {
      throw .mixedTwice(input.track)
    }
    self.inputs = inputs
  }

  /// The parameters for one of a composition's tracks.
  package func parameters(
    for track: CompositionTrack, of composition: Composition
  ) -> MixParameters? {
    inputs.first { composition.track(for: $0.track)?.id == track.id }
  }

  /// Every problem in the way of using it for a composition.
  package func problems(for composition: Composition) -> [CompositionProblem] {
    let range = TimeRange(start: .zero, duration: composition.duration)
    return inputs.enumerated().compactMap { index, input in
      composition.problem(
        with: input.track, as: .audio, in: range,
        user: "input \(index + 1) of the audio mix")
    }
  }

  /// Fails with all problems where there is one.
  package func check(for composition: Composition) throws(CompositionError) {
    let problems = problems(for: composition)
    if !problems.isEmpty { throw .invalidAudioMix(problems) }
  }
}
