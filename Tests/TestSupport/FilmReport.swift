/// What a check of a film found; `problems` is empty when the film is as it must be.
package struct FilmReport: Sendable {
  package var problems: [String] = []
  package var frames = 0
  package var lost = 0
  package var doubled = 0
  package var black = 0
  package var foreign = 0
  package var irregularTimes = 0
  package var worstLuma = 99.0
  package var worstChroma = 99.0
  package var clicksExpected = 0
  package var clicksFound = 0
  /// The largest departure of a click from its place, in output samples.
  package var worstClick = 0.0
  package var samples = 0
  /// The sound's likeness to the source's waveform, in dB, of the worst piece.
  package var worstSound = 99.0

  package init() {}

  /// Notes a problem; past a dozen, others stand for them.
  mutating func note(_ problem: String) {
    if problems.count < 12 {
      problems.append(problem)
    } else if problems.count == 12 {
      problems.append("… and more")
    }
  }

  /// Notes what sums up the whole film, before the single cases.
  mutating func noteFirst(_ problem: String) { problems.insert(problem, at: 0) }

  package var picturesAreExact: Bool {
    lost + doubled + black + foreign + irregularTimes == 0 && frames > 0
  }

  package var json: String {
    let words = problems.map { "\"" + $0.filter { $0 != "\"" && $0 != "\\" } + "\"" }
    return """
      {"exact": \(problems.isEmpty), "frames": \(frames), "lost": \(lost), "doubled": \(doubled), \
      "black": \(black), "foreign": \(foreign), "irregular": \(irregularTimes), \
      "worst_luma_db": \(tenth(worstLuma)), "worst_chroma_db": \(tenth(worstChroma)), \
      "clicks_expected": \(clicksExpected), "clicks_found": \(clicksFound), \
      "worst_click_samples": \(hundredth(worstClick)), "samples": \(samples), \
      "worst_sound_db": \(tenth(worstSound)), "problems": [\(words.joined(separator: ", "))]}
      """
  }
}

func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
func hundredth(_ value: Double) -> Double { (value * 100).rounded() / 100 }
