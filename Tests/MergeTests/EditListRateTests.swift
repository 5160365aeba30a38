import Glibc
import TestSupport
import Testing

/// Films of movies whose edit lists hold a picture and play stretches at half and double speed.
///
/// Within the movie: frame 7 held for half a second, then frames 12 to 35 at double speed for half a
/// second, frames 36 to 47 at half speed for a second, and frames 0 to 11 as they are.
@Suite struct EditListRateTests {
  /// One stretch of the movie, in milliseconds of it, frames of the media, and its speed.
  private static let edits: [(length: Int, frame: Int, speed: Double)] = [
    (500, 7, 0), (500, 12, 2), (1000, 36, 0.5), (500, 0, 1),
  ]

  private let clip = pcmClip(140) {
    ($0.count, $0.rate, $0.options) = (48, Ratio(24), ["-video_track_timescale", "12288"])
  }
  private let folder = TemporaryFolder("rates")

  private func movie() throws -> String {
    var bytes = try #require(readFile(clip.make()))
    for (track, unit) in [512, 2000].enumerated() {
      bytes = EditListPatch.replacing(
        track: track, in: bytes,
        with: Self.edits.map {
          .init(duration: Int64($0.length), start: Int64($0.frame * unit), rate: $0.speed)
        })
    }
    writeFile(folder("movie.mov"), bytes)
    return folder("movie.mov")
  }

  /// The frame shown at a moment of the movie.
  private func frame(at time: Ratio) -> Int? {
    var start = Ratio.zero
    for edit in Self.edits {
      let length = Ratio(edit.length, 1000)
      if time < start + length {
        let speed = Ratio(Int(edit.speed * 2), 2)
        return edit.frame + ((time - start) * speed * clip.picture!.rate).floor
      }
      start = start + length
    }
    return nil
  }

  /// The sample heard at a place of the movie; what is held is silent.
  private func sample(at place: Int) -> Double {
    var start = 0
    for edit in Self.edits {
      let length = edit.length * 48
      if place < start + length {
        guard edit.speed > 0 else { return 0 }
        return CodedSound.value(
          at: Double(edit.frame * 2000) + Double(place - start) * edit.speed, clip: clip.id,
          rate: 48000, count: clip.sampleCount)
      }
      start += length
    }
    return 0
  }

  private func export(_ script: String, says: String = "") throws -> Film {
    let run = runVscript([
      "-e",
      "local movie = vs.asset(arg[1]) local options = { output = arg[2], "
        + "audio_codec = 'pcm_f32le', codec_options = { preset = 'ultrafast', crf = 12 } } "
        + script, try movie(), folder("film.mov"),
    ])
    #expect(run.status == 0 && run.errors.split(separator: "\n").count == (says.isEmpty ? 0 : 1))
    #expect(says.isEmpty || run.errors.contains(says), "\(run.errors)")
    return Film(folder("film.mov"))
  }

  private func frames(_ film: Film) -> [Int?] {
    var frames: [Int?] = []
    film.eachPicture { _, picture in frames.append(picture.code(at: picture.whole)?.frame) }
    return frames
  }

  /// The samples from a place of the movie on, a few milliseconds inside its stretches.
  private func expectSound(_ film: Film, from first: Int, count: Int) throws {
    let channels = film.samples()
    #expect(channels.count == 2)
    for samples in channels {
      #expect(samples.count == count)
      var start = 0
      for edit in Self.edits {
        let length = edit.length * 48
        let stretch = (max(start + 200, first)..<max(start + 200, first, start + length - 200))
          .clamped(to: first..<first + samples.count)
        start += length
        let errors = stretch.map { abs(Double(samples[$0 - first]) - sample(at: $0)) }
        #expect(errors.max() ?? 0 < 2e-3, "speed \(edit.speed)")
      }
    }
  }

  @Test func theMovieItselfKeepsTheTimesOfItsFrames() throws {
    let film = try export("vs.export(movie, options)")
    #expect(frames(film) == [7] + Array(12...47) + Array(0...11))
    let fast = (0..<24).map { Ratio(1, 2) + Ratio($0, 48) }
    let slow = (0..<12).map { Ratio(1) + Ratio($0, 12) }
    let plain = (0..<12).map { Ratio(2) + Ratio($0, 24) }
    #expect(film.times == [.zero] + fast + slow + plain)
    #expect(film.pictureEnd == Ratio(5, 2))
    try expectSound(film, from: 0, count: 120_000)
  }

  @Test func onACanvasEachFrameIsTheOneOfItsTime() throws {
    let film = try export(
      "options.video_composition = vs.video_composition.of(movie) "
        + "options.video_composition.frame_duration = vs.time(1, 24) vs.export(movie, options)",
      says: "is variable, 2 to 48 fps; sampled at 24")
    #expect(frames(film) == (0..<60).map { frame(at: Ratio($0, 24)) })
    try expectSound(film, from: 0, count: 120_000)
  }

  @Test func partsOfItMayBeCutOutAcrossItsEdits() throws {
    let film = try export(
      "local edit = vs.composition() "
        + "edit:insert_time_range(vs.range(vs.time(1, 4), vs.time(2)), movie, vs.time(0)) "
        + "options.video_composition = vs.video_composition.of(edit) "
        + "options.video_composition.frame_duration = vs.time(1, 24) vs.export(edit, options)",
      says: "is variable, 2 to 48 fps; sampled at 24")
    #expect(frames(film) == (0..<48).map { frame(at: Ratio(1, 4) + Ratio($0, 24)) })
    try expectSound(film, from: 12000, count: 96_000)
  }
}
