/// A file made from a good one by cutting it short or by changing bytes of it.
package struct DamagedFile: Sendable {
  /// What was done, and by which seed: "cut at 4711", "200 errors from 0, seed 3".
  package let label: String
  package let bytes: [UInt8]
}

extension DamagedFile {
  /// A file cut short at `count` places: one in each equal part of it, and never at its end.
  package static func cuts(of whole: [UInt8], count: Int, seed: UInt64) -> [DamagedFile] {
    var random = SeededRandom(seed)
    return (0..<count).map { part in
      let (low, high) = (whole.count * part / count, whole.count * (part + 1) / count)
      let length = max(1, low + random.below(max(1, high - low)))
      return DamagedFile(label: "cut at \(length)", bytes: Array(whole.prefix(length)))
    }
  }

  /// A file with bytes changed: in turn many anywhere, a few anywhere, and both beyond the head, so
  /// that the header of the one and the media of the other are damaged.
  package static func errors(in whole: [UInt8], count: Int, seed: UInt64) -> [DamagedFile] {
    (0..<count).map { number in
      let seed = seed &+ UInt64(number)
      var random = SeededRandom(seed)
      let (errors, isBehindHead) = [(200, false), (200, true), (20, false), (3, true)][number % 4]
      let start = isBehindHead ? min(whole.count / 3, 4096) : 0
      var bytes = whole
      for _ in 0..<errors {
        bytes[start + random.below(whole.count - start)] = UInt8(random.below(256))
      }
      return DamagedFile(label: "\(errors) errors from \(start), seed \(seed)", bytes: bytes)
    }
  }
}

/// How the program took a damaged file.
package enum DamageVerdict: String, CaseIterable, Sendable {
  /// It was rendered and what is wrong with it was said.
  case reported
  /// It was refused in words that name it, with the status of media failures.
  case refused
  /// It was rendered without a word, and `ffmpeg` finds no fault with it either.
  case clean
  /// It was rendered without a word although `ffmpeg` finds faults, or less came out than before
  /// from a container that tells its own length.
  case silent
  /// It was refused without a word of which file it was.
  case nameless
  /// It took more time than is allowed.
  case hang
  /// It took more memory than is allowed.
  case memory
  /// It ended the program.
  case crash

  package var isFault: Bool {
    switch self {
    case .reported, .refused, .clean: false
    case .silent, .nameless, .hang, .memory, .crash: true
    }
  }
}

/// Renders a damaged file with the built program, as an export that keeps nothing.
package struct DamageTrial: Sendable {
  package let verdict: DamageVerdict
  package let frames: Int?
  package let run: VscriptRun
  package let peerErrors: String

  /// Seconds of the processor that one file may take.
  package static let secondsAllowed = 10
  /// Bytes of memory that one file may take: what is damaged may claim pictures of any size.
  package static let memoryAllowed = 1 << 30

  /// From the first frame or sample on: a stream may begin after days of nothing.
  private static let script = """
    local asset, first = vs.asset(arg[1]), nil
    for _, track in ipairs(asset.tracks) do
      local start = track.time_range.start
      local is_used = track.media_type == "video" or track.media_type == "audio"
      if is_used and (not first or start < first) then first = start end
    end
    if first and first < 0 then first = vs.time.zero end
    local r = vs.export(asset, {
      file_type = "null", progress = "none",
      time_range = first and { from = first, to = asset.duration },
    })
    print(r.frames)
    """

  /// Renders the file at a path.
  ///
  /// `whole` is the undamaged file and what it gives; nil for its own trial. `slowness` multiplies
  /// the time and the memory allowed, for builds that check themselves.
  package init(
    _ path: String, whole: (path: String, frames: Int?)? = nil, slowness: Int = 1
  ) {
    run = runVscript(
      ["-e", Self.script, path], wrapper: ["prlimit", "--cpu=\(Self.secondsAllowed * slowness)"],
      limit: Double(Self.secondsAllowed * slowness * 12))
    frames = Int(run.output.filter(\.isNumber))
    let name = String(path.split(separator: "/").last ?? "")
    // 137 and 152 are the signals that the limits send.
    switch run.status {
    case 137, 152: (verdict, peerErrors) = (.hang, "")
    case _ where run.peakMemory > Self.memoryAllowed * slowness:
      (verdict, peerErrors) = (.memory, "")
    case 3:
      (verdict, peerErrors) = (run.errors.contains(name) ? .refused : .nameless, "")
    case 1 where run.errors.contains("nothing to export"):
      // Subtitles alone: there is nothing to render, damaged or not.
      (verdict, peerErrors) = (.refused, "")
    case 0 where !run.errors.isEmpty: (verdict, peerErrors) = (.reported, "")
    case 0:
      peerErrors = Self.peerErrors(path, whole: whole?.path)
      let tellsItsLength =
        ["mp4", "mov", "m4a", "3gp", "avi", "wav", "mxf", "flac", "mkv", "webm"]
        .contains { path.hasSuffix("." + $0) } && readFile(path)?.starts(with: "OggS".utf8) == false
      let isShort = tellsItsLength && (frames ?? 0) < (whole?.frames ?? 0)
      verdict = peerErrors.isEmpty && !isShort ? .clean : .silent
    default: (verdict, peerErrors) = (.crash, "")
    }
  }

  /// What `ffmpeg` says of the same tracks, as far as damage is the reason.
  ///
  /// While it opens a file it decodes a little of every stream, of covers and transparency that an
  /// edit does not use as well, and of the used ones again later; and what it says of the whole
  /// file too is not of the damage.
  private static func peerErrors(_ path: String, whole: String?) -> String {
    var lines = peerLines(path)
    guard !lines.isEmpty else { return "" }
    let opening = self.lines(
      "ffprobe",
      ["-v", "error", "-show_entries", "format=format_name", "-of", "default=nw=1:nk=1", path])
    let decoders = opening.errors.filter { !$0.hasPrefix("[\(opening.output)") }
    for line in decoders + (whole.map(peerLines) ?? []) {
      if let place = lines.firstIndex(of: line) { lines.remove(at: place) }
    }
    return lines.joined(separator: "\n")
  }

  private static func peerLines(_ path: String) -> [String] {
    lines(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "file:" + path, "-map", "0:V:0?", "-map", "0:a:0?", "-f",
        "null", "-",
      ]
    ).errors
  }

  /// What a program says, and the lines of its errors without the places in memory.
  private static func lines(
    _ program: String, _ arguments: [String]
  ) -> (output: String, errors: [String]) {
    let peer = ChildProcess(program, arguments)
    peer.wait()
    let errors = peer.errorText.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      return words.filter { $0 != "@" && !$0.hasPrefix("0x") }.joined(separator: " ")
    }
    return (peer.outputText.filter { !$0.isNewline }, errors)
  }
}
