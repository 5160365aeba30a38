@preconcurrency import Glibc
import TestSupport
import Testing

/// Any two real files, joined: every frame in order, sound as long as the picture, upright, none
/// black, or a refusal in words.
///
/// `ffprobe` and `ffmpeg` judge. `VSCRIPT_PAIRS` says how many random pairs (a few small ones by default), `VSCRIPT_SEED` the first
/// seed; a failure names the pair.
@Suite struct PairTests {
  @Test func anyTwoFilesAreJoinedOrRefusedInWords() {
    let isLong = getenv("VSCRIPT_PAIRS") != nil
    let count = environmentNumber("VSCRIPT_PAIRS") ?? 4
    let seed = UInt64(environmentNumber("VSCRIPT_SEED") ?? 1)
    let files = Vscript.sharedMedia.filter { path in
      !path.hasSuffix(".tsv") && (isLong || fileSize(path) ?? 0 < 300_000)
    }
    guard !files.isEmpty else { return }
    var looks: [String: PairSource] = [:]
    var (joined, refused) = (0, 0)
    for number in 0..<count {
      var random = SeededRandom(seed &+ UInt64(number))
      let pair = [files[random.below(files.count)], files[random.below(files.count)]]
      for path in pair where looks[path] == nil { looks[path] = PairSource(path) }
      let sources = pair.compactMap { looks[$0] }
      // Every fourth film has the first clip's own canvas.
      let problems = JoinedPair(sources, hasSmallCanvas: number % 4 != 0).problems
      guard let problems else {
        refused += 1
        continue
      }
      joined += 1
      let names = sources.map(\.name).joined(separator: " + ")
      #expect(problems == [], "VSCRIPT_PAIRS=1 VSCRIPT_SEED=\(seed &+ UInt64(number)): \(names)")
    }
    print("pairs of real files: \(joined) joined, \(refused) refused in words")
  }
}

/// What a file brings to a join, by what the program says of it and by what `ffmpeg` shows of it.
private struct PairSource {
  let path: String
  let name: String
  /// Seconds of picture; nil where it has none that can be used.
  let length: Ratio?
  let rate: Ratio
  let hasAlpha: Bool
  /// It shows black itself at some time.
  let isDark: Bool

  private static let script = """
    local ok, clip = pcall(vs.asset, arg[1])
    local picture = ok and clip.video
    if picture then
      local function exact(time) return time.value .. "/" .. time.timescale end
      print(exact(picture.time_range.duration),
        exact(vs.frames(1, picture.frame_rate or picture.nominal_frame_rate)), picture.has_alpha)
    end
    """

  init(_ path: String) {
    self.path = path
    name = String(path.split(separator: "/").last!)
    let words = runVscript(["-e", Self.script, path]).output
      .split { $0 == "\t" || $0 == "\n" }.map(String.init)
    guard words.count == 3, let step = Ratio(words[1]) else {
      (length, rate, hasAlpha, isDark) = (nil, Ratio(25), false, false)
      return
    }
    length = Ratio(words[0])
    rate = Ratio(step.denominator, step.numerator)
    hasAlpha = words[2] == "true"
    isDark = Thumbnails(path, filter: "scale=\(Thumbnails.size):flags=area").contains(
      where: \.isBlack)
  }

  /// Its first picture, upright, fitted into a canvas.
  ///
  /// `ffmpeg` places by whole pixels, a good part of a small canvas, so that is taken several times
  /// as large.
  func first(in width: Int, _ height: Int) -> Thumbnail? {
    let factor = (191 + width) / width
    let (width, height) = (width * factor, height * factor)
    return Thumbnails(
      path,
      filter: "scale='max(2,trunc(iw*if(gt(sar,0),sar,1)))':ih,setsar=1,"
        + "scale=\(width):\(height):force_original_aspect_ratio=decrease,"
        + "pad=\(width):\(height):-1:-1,scale=\(Thumbnails.size):flags=area",
      count: 1
    ).first
  }
}

/// A picture as 48 × 36 grays.
private struct Thumbnail {
  let grays: [UInt8]

  var isBlack: Bool { (grays.max() ?? 0) < 24 && (grays.max() ?? 0) - (grays.min() ?? 0) < 6 }

  /// How alike two are, whatever their brightness and contrast: 1 for equal shapes; nil where one
  /// is too even to tell.
  func likeness(to other: Thumbnail) -> Double? {
    let (a, b) = (Self.centered(grays), Self.centered(other.grays))
    let (norm, otherNorm) = (a.reduce(0) { $0 + $1 * $1 }, b.reduce(0) { $0 + $1 * $1 })
    guard norm > 36 * Double(a.count), otherNorm > 36 * Double(b.count) else { return nil }
    return zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / (norm * otherNorm).squareRoot()
  }

  private static func centered(_ values: [UInt8]) -> [Double] {
    let mean = values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
    return values.map { Double($0) - mean }
  }
}

/// The pictures of a file, small and gray, by `ffmpeg`.
private struct Thumbnails: Sequence {
  static let size = "48:36"
  private let list: [Thumbnail]

  init(_ path: String, filter: String, count: Int? = nil) {
    let limit = count.map { ["-frames:v", "\($0)"] } ?? []
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "file:" + path, "-map", "0:v:0", "-fps_mode",
        "passthrough",
      ]
        + limit + ["-vf", filter + ",format=gray", "-f", "rawvideo", "-"], outputStream: .pipe)
    let bytes = readAll(tool.outputPipe)
    tool.wait()
    let size = 48 * 36
    list = (0..<bytes.count / size).map {
      Thumbnail(grays: Array(bytes[$0 * size..<($0 + 1) * size]))
    }
  }

  func makeIterator() -> IndexingIterator<[Thumbnail]> { list.makeIterator() }
  var first: Thumbnail? { list.first }
  var count: Int { list.count }
  subscript(_ index: Int) -> Thumbnail { list[index] }
}

/// A film joined of files, and what is wrong with it.
private struct JoinedPair {
  /// Nil where it was refused, rightly so.
  private(set) var problems: [String]? = []

  init(_ sources: [PairSource], hasSmallCanvas: Bool) {
    let folder = TemporaryFolder("pair")
    let path = folder("film.mov")
    let run = runVscript(
      ["merge"] + sources.map(\.path)
        + ["-o", path, "--codec-options", "preset=ultrafast", "--audio-codec", "pcm_s16le"]
        + (hasSmallCanvas ? ["--render-size", "192x144"] : []), limit: 600)
    let shown = sources.filter { $0.length != nil }
    guard run.status == 0 else {
      let isNamed = sources.contains { run.errors.contains($0.name) }
      let isRefused = run.status == 3 && isNamed || run.status == 1 && shown.isEmpty
      problems = isRefused ? nil : ["ended with \(run.status): \(run.errors)"]
      return
    }
    let film = Film(path)
    let steps = Set(zip(film.times.dropFirst(), film.times).map { $0 - $1 })
    let rate = Self.limited(shown.map(\.rate).max()!)
    let total = shown.map { $0.length! }.reduce(.zero, +)
    expect((total * rate).ceiling == film.times.count) {
      "\(film.times.count) frames, not \(total) s at \(rate)"
    }
    expect(film.times.first == .zero && steps.count <= 1) { "steps \(steps)" }
    if steps.count == 1 { expect(steps.first! * rate == Ratio(1)) { "steps \(steps)" } }
    if let sound = film.sound?.length {
      let apart = ((sound - total) * Ratio(film.sampleRate)).magnitude
      expect(apart <= Ratio(1)) { "the sound ends \(apart) samples from the picture" }
    }
    check(film, shown, rate)
  }

  private mutating func check(_ film: Film, _ shown: [PairSource], _ rate: Ratio) {
    let pictures = Thumbnails(film.path, filter: "scale=\(Thumbnails.size):flags=area")
    expect(pictures.count == film.times.count) { "\(pictures.count) frames decode" }
    var start = Ratio.zero
    for source in shown {
      let first = (start * rate).ceiling
      start = start + source.length!
      let end = Swift.min((start * rate).ceiling, pictures.count)
      guard first < end else { continue }
      if !source.isDark {
        let black = (first..<end).filter { pictures[$0].isBlack }
        expect(black.isEmpty) { "black: \(black.prefix(5)) of \(source.name)" }
      }
      guard !source.hasAlpha, let truth = source.first(in: film.width, film.height) else {
        continue
      }
      if let likeness = truth.likeness(to: pictures[first]) {
        expect(likeness > 0.8) { "\(source.name) looks otherwise: \(likeness)" }
      }
    }
  }

  private mutating func expect(_ isTrue: Bool, _ words: () -> String) {
    if !isTrue { problems?.append(words()) }
  }

  /// The rate of an automatic canvas: within 60 by a whole divisor.
  private static func limited(_ rate: Ratio) -> Ratio {
    Ratio(60) < rate ? rate / Ratio((rate / Ratio(60)).ceiling) : rate
  }
}
