/// What a film made of given pieces must show and sound like, by the rules and nothing else.
///
/// Frame k, at exactly k · frame duration, is the source frame shown at that moment; the sound of a
/// piece sits where the piece sits. Written from the rules, without the product's code.
package struct ExpectedFilm: Sendable {
  /// A stretch of the film: a part of a clip, or nothing.
  package struct Piece: Sendable {
    package let clip: CodedClip?
    /// Seconds after the clip's first frame's start.
    package let start: Ratio
    package let duration: Ratio

    package static func clip(_ clip: CodedClip) -> Piece {
      Piece(clip: clip, start: .zero, duration: clip.pictureLength)
    }

    package static func part(_ clip: CodedClip, from start: Ratio, to end: Ratio) -> Piece {
      Piece(clip: clip, start: start, duration: end - start)
    }

    package static func gap(_ duration: Ratio) -> Piece {
      Piece(clip: nil, start: .zero, duration: duration)
    }
  }

  /// A source frame and where it is shown; nil code where nothing is.
  package struct Shown: Sendable {
    package let code: CodedPicture.Code?
    package let placing: Placing
  }

  package struct ExpectedClick: Sendable {
    /// In output samples.
    package let place: Double
    package let clip: Int
  }

  package let pieces: [Piece]
  package let starts: [Ratio]
  package let frameDuration: Ratio
  package let canvas: (width: Int, height: Int)
  package let duration: Ratio

  /// The canvas is the shown size of the first picture, made even, unless given.
  package init(
    _ pieces: [Piece], frameRate: Ratio, canvas: (width: Int, height: Int)? = nil
  ) {
    self.pieces = pieces
    frameDuration = Ratio(1) / frameRate
    var starts: [Ratio] = []
    var at = Ratio.zero
    for piece in pieces {
      starts.append(at)
      at = at + piece.duration
    }
    self.starts = starts
    duration = at
    let first = pieces.first { $0.clip?.picture != nil }?.clip?.shownSize ?? (width: 2, height: 2)
    self.canvas = canvas ?? (Int(first.width.rounded()) & ~1, Int(first.height.rounded()) & ~1)
  }

  package var frameCount: Int { (duration / frameDuration).ceiling }

  package func time(ofFrame k: Int) -> Ratio { Ratio(k) * frameDuration }

  /// The piece in which a moment of the film lies.
  package func pieceIndex(at time: Ratio) -> Int? {
    guard time >= .zero, time < duration else { return nil }
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  package func shown(inFrame k: Int) -> Shown {
    let time = time(ofFrame: k)
    let whole = Placing(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
    guard let index = pieceIndex(at: time), let clip = pieces[index].clip,
      let frame = clip.frame(shownAt: pieces[index].start + (time - starts[index]))
    else { return Shown(code: nil, placing: whole) }
    return Shown(code: .init(clip: clip.id, frame: frame), placing: placing(of: clip))
  }

  package func placing(of clip: CodedClip) -> Placing {
    let size = clip.shownSize
    return .contain(size.width, size.height, in: canvas, turns: clip.picture?.turns ?? 0)
  }

  /// The clicks that must be heard, and the joins near which a click may be cut in two.
  package func clicks(rate: Int) -> (clicks: [ExpectedClick], cuts: [Double]) {
    var found: [ExpectedClick] = []
    var cuts: [Double] = []
    for (piece, start) in zip(pieces, starts) {
      let first = (start * Ratio(rate)).value
      let last = ((start + piece.duration) * Ratio(rate)).value
      cuts += [first, last]
      guard let clip = piece.clip, let sound = clip.sound else { continue }
      let guardBand = 0.011 * Double(rate)
      for click in CodedSound.clicks(clip: clip.id, rate: sound.rate, count: clip.sampleCount) {
        let inClip = clip.soundLead + Ratio(click, sound.rate)
        let place = ((start + (inClip - piece.start)) * Ratio(rate)).value
        guard place > first + guardBand, place < last - guardBand else { continue }
        found.append(ExpectedClick(place: place, clip: clip.id))
      }
    }
    return (found, cuts)
  }

  /// The waveform of one piece as a function of the output sample; nil where it has no sound.
  package func wave(piece index: Int, rate: Int) -> ((Int) -> Double)? {
    let piece = pieces[index]
    guard let clip = piece.clip, let sound = clip.sound else { return nil }
    let lead = ((piece.start - starts[index] - clip.soundLead) * Ratio(sound.rate)).value
    let step = Double(sound.rate) / Double(rate)
    let (id, own, count) = (clip.id, sound.rate, clip.sampleCount)
    return { n in CodedSound.value(at: lead + Double(n) * step, clip: id, rate: own, count: count) }
  }
}
