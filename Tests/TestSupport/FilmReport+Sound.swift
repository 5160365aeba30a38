import Glibc

extension FilmReport {
  /// How strict a check of sound is.
  package struct SoundLimits: Sendable {
    /// Samples by which a click may be off.
    package var click = 0.5
    /// Samples by which the length may be off.
    package var length = 0
    /// Least likeness of the waveform in dB, in every piece.
    package var likeness = 30.0
    /// The volume at which the sources are heard.
    package var gain = 1.0
    /// The time at which the stream may say to start; WebM with Opus says the delay before 0.
    package var start = Ratio.zero
    /// True when the container's declared length counts, for decoders that do not cut the tail.
    package var declaredLength = false

    package init() {}

    /// Lossless output: half a sample where a join is no whole sample, and a rounding of the finder.
    package static var exact: SoundLimits {
      var limits = SoundLimits()
      limits.click = 0.55
      return limits
    }

    /// AAC in MP4, decoded with a decoder that leaves the padding at the end.
    package static var aac: SoundLimits {
      var limits = SoundLimits()
      limits.click = 2
      limits.likeness = 14
      limits.declaredLength = true
      return limits
    }
  }

  /// Compares the sound of a film, click by click and as a waveform, with what is due.
  package mutating func checkSound(
    _ film: Film, _ expected: ExpectedFilm, limits: SoundLimits = .exact
  ) {
    guard let stream = film.sound else { return note("no sound stream") }
    let rate = film.sampleRate
    let channels = film.samples()
    guard let first = channels.first else { return note("the sound does not decode") }
    let due = (expected.duration * Ratio(rate)).rounded
    samples = first.count
    if limits.declaredLength {
      let declared = stream.length.map { ($0 * Ratio(rate)).rounded } ?? first.count
      samples = declared
      if first.count < due { note("\(first.count) samples decoded, \(due) due") }
    }
    if abs(samples - due) > limits.length { note("\(samples) samples of sound, \(due) due") }
    if let start = stream.start, start != limits.start { note("the sound starts at \(start) s") }
    for (index, channel) in channels.enumerated() {
      checkClicks(channel, "channel \(index)", expected, rate, limits, counted: index == 0)
      checkWave(channel, "channel \(index)", expected, rate, limits)
    }
  }

  private mutating func checkClicks(
    _ samples: [Float], _ name: String, _ expected: ExpectedFilm, _ rate: Int,
    _ limits: SoundLimits, counted: Bool
  ) {
    let found = CodedSound.find(in: samples, rate: rate, gain: limits.gain)
    let (clicks, cuts) = expected.clicks(rate: rate)
    if counted { (clicksExpected, clicksFound) = (clicks.count, 0) }
    var used = Set<Int>()
    var low = 0
    for click in clicks {
      while low < found.count, found[low].place < click.place - 1000 { low += 1 }
      var nearest: Int?
      var other = low
      while other < found.count, found[other].place < click.place + 1000 {
        if nearest == nil
          || abs(found[other].place - click.place) < abs(found[nearest!].place - click.place)
        {
          nearest = other
        }
        other += 1
      }
      guard let nearest else {
        note("\(name): the click of clip \(click.clip) at sample \(hundredth(click.place)) is lost")
        continue
      }
      used.insert(nearest)
      let off = found[nearest].place - click.place
      worstClick = max(worstClick, abs(off))
      if counted { clicksFound += 1 }
      if abs(off) > limits.click {
        note(
          "\(name): a click of clip \(click.clip) is \(hundredth(off)) samples off its place \(hundredth(click.place))"
        )
      }
      if let identity = found[nearest].identity, identity != click.clip % CodedSound.identities {
        note(
          "\(name): at sample \(hundredth(click.place)) clip \(click.clip) is due, \(identity) heard"
        )
      }
    }
    let near = 0.013 * Double(rate)
    for (index, click) in found.enumerated() where !used.contains(index) {
      if !isNear(click.place, cuts, near) {
        note("\(name): a foreign click at sample \(hundredth(click.place))")
      }
    }
  }

  private func isNear(_ place: Double, _ cuts: [Double], _ distance: Double) -> Bool {
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle] < place - distance { low = middle + 1 } else { high = middle }
    }
    return low < cuts.count && cuts[low] <= place + distance
  }

  /// Compares the waveform piece by piece, a few milliseconds inside the joins.
  private mutating func checkWave(
    _ samples: [Float], _ name: String, _ expected: ExpectedFilm, _ rate: Int,
    _ limits: SoundLimits
  ) {
    let margin = rate / 100
    for (index, piece) in expected.pieces.enumerated() {
      let first = max(0, (expected.starts[index] * Ratio(rate)).rounded + margin)
      let end = min(
        samples.count, ((expected.starts[index] + piece.duration) * Ratio(rate)).rounded - margin)
      guard first < end else { continue }
      var (signal, noise) = (0.0, 0.0)
      if let wave = expected.wave(piece: index, rate: rate) {
        for n in first..<end {
          let due = wave(n) * limits.gain
          signal += due * due
          noise += (Double(samples[n]) - due) * (Double(samples[n]) - due)
        }
      } else {
        for n in first..<end { noise += Double(samples[n]) * Double(samples[n]) }
      }
      let count = Double(end - first)
      guard signal > 0 else {
        // Silence is due: a lossy coder may leave a trace of its neighbours.
        if (noise / count).squareRoot() > 0.003 {
          note(
            "\(name): silence is due in piece \(index), \(hundredth((noise / count).squareRoot())) heard"
          )
        }
        continue
      }
      let likeness = noise <= 0 ? 99 : min(99, 10 * log10(signal / noise))
      worstSound = min(worstSound, likeness)
      if likeness < limits.likeness {
        note("\(name): the sound of piece \(index) is only \(tenth(likeness)) dB like its source")
      }
    }
  }
}
