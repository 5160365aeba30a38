import Glibc

/// A finished film as an independent decoder sees it: `ffprobe` for its times, `ffmpeg` for the rest.
package struct Film: Sendable {
  package let path: String
  package let picture: Stream?
  package let sound: Stream?
  /// Presentation times of the picture packets that are shown, in order, exact.
  package let times: [Ratio]
  /// End of the last picture packet by its own duration, or of the stream where packets have none.
  ///
  /// `ffprobe` tells no durations of reordered packets in MP4.
  package let pictureEnd: Ratio

  /// One stream's facts, as `ffprobe` prints them.
  package struct Stream: Sendable {
    package let facts: [String: String]

    package subscript(_ name: String) -> String? { facts[name] }
    package func number(_ name: String) -> Int? { facts[name].flatMap { Int($0) } }
    package var timeBase: Ratio { facts["time_base"].flatMap { Ratio($0) } ?? Ratio(1) }
    /// Declared length, exact; nil where the container declares none for a stream.
    package var length: Ratio? { number("duration_ts").map { Ratio($0) * timeBase } }
    package var start: Ratio? { number("start_pts").map { Ratio($0) * timeBase } }
  }

  package init(_ path: String) {
    self.path = path
    picture = Film.stream(path, "v:0")
    sound = Film.stream(path, "a:0")
    guard let picture else {
      (times, pictureEnd) = ([], .zero)
      return
    }
    let base = picture.timeBase
    var times: [Ratio] = []
    var end = Ratio.zero
    var isWhole = true
    let lines = Film.probe(
      path, ["-select_streams", "v:0", "-show_entries", "packet=pts,duration,flags"])
    for line in lines.split(separator: "\n") {
      let facts = Film.facts(line)
      guard let pts = facts["pts"].flatMap({ Int($0) }), facts["flags"]?.contains("D") != true
      else { continue }
      let duration = facts["duration"].flatMap { Int($0) }
      isWhole = isWhole && duration != nil
      times.append(Ratio(pts) * base)
      end = max(end, Ratio(pts + (duration ?? 0)) * base)
    }
    self.times = times.sorted()
    if !isWhole, let start = picture.start, let length = picture.length { end = start + length }
    pictureEnd = end
  }

  package var width: Int { picture?.number("width") ?? 0 }
  package var height: Int { picture?.number("height") ?? 0 }
  package var sampleRate: Int { sound?.number("sample_rate") ?? 0 }
  package var channels: Int { sound?.number("channels") ?? 0 }

  static func probe(_ path: String, _ arguments: [String]) -> String {
    let tool = ChildProcess(
      "ffprobe", ["-v", "error", "-of", "compact=print_section=0"] + arguments + [path])
    tool.wait()
    return tool.outputText
  }

  private static func stream(_ path: String, _ specifier: String) -> Stream? {
    let lines = probe(path, ["-select_streams", specifier, "-show_streams"])
    guard let line = lines.split(separator: "\n").first, !line.isEmpty else { return nil }
    return Stream(facts: facts(line))
  }

  private static func facts(_ line: Substring) -> [String: String] {
    var facts: [String: String] = [:]
    for field in line.split(separator: "|") {
      guard let sign = field.firstIndex(of: "=") else { continue }
      facts[String(field[..<sign])] = String(field[field.index(after: sign)...])
    }
    return facts
  }

  /// Decodes every frame as it is, none repeated or left out, and hands them over in order.
  ///
  /// A turn in the file is applied, as a player does.
  package func eachPicture(_ body: (Int, DecodedPicture) -> Void) {
    // A turned film comes out of the decoder turned.
    let turned = [90, 270].contains(abs(Int(picture?["rotation"] ?? "") ?? 0))
    let (width, height) = turned ? (height, width) : (width, height)
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f",
        "rawvideo", "-pix_fmt", "yuv420p", "-",
      ], outputStream: .pipe)
    let size = DecodedPicture.byteCount(width, height)
    guard size > 0 else { return }
    var index = 0
    while let bytes = readExactly(tool.outputPipe, size) {
      body(index, DecodedPicture(width: width, height: height, bytes: bytes))
      index += 1
    }
    tool.wait()
  }

  /// All samples of the sound, one array for each channel.
  package func samples() -> [[Float]] {
    guard sound != nil, channels > 0 else { return [] }
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "f32le", "-c:a", "pcm_f32le",
        "-",
      ],
      outputStream: .pipe)
    let bytes = readAll(tool.outputPipe)
    tool.wait()
    let count = bytes.count / 4 / channels
    return bytes.withUnsafeBytes { raw in
      (0..<channels).map { channel in
        (0..<count).map {
          raw.loadUnaligned(fromByteOffset: ($0 * channels + channel) * 4, as: Float.self)
        }
      }
    }
  }
}

private func readExactly(_ file: Int32, _ count: Int) -> [UInt8]? {
  var filled = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    while filled < count {
      let got = read(file, buffer.baseAddress! + filled, count - filled)
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { break }
      filled += got
    }
    initialized = filled
  }
  return filled == count ? bytes : nil
}
