/// The packets of a file's picture, as the `ffmpeg` program reads them without decoding.
package struct PacketList: Sendable {
  package struct Packet: Hashable, Sendable {
    package let decoded: Int
    package let shown: Int
    package let size: Int
    /// MD5 of the packet's bytes.
    package let hash: String
  }

  /// In the order of decoding.
  package let packets: [Packet]

  package init(_ path: String) {
    let text = runTool(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-c", "copy", "-copyts", "-f",
        "framemd5", "-",
      ])
    packets = text.split(separator: "\n").filter { $0.first != "#" }.compactMap { line in
      let words = line.split(separator: ",").map { word in
        String(word.drop { $0 == " " })
      }
      guard words.count >= 6, let decoded = Int(words[1]), let shown = Int(words[2]),
        let size = Int(words[4])
      else { return nil }
      return Packet(decoded: decoded, shown: shown, size: size, hash: words[5])
    }
  }

  /// Whether decoding times rise, none is later than its picture, and no picture's time is doubled.
  package var isOrderly: Bool {
    zip(packets, packets.dropFirst()).allSatisfy { $0.decoded < $1.decoded }
      && packets.allSatisfy { $0.decoded <= $0.shown }
      && Set(packets.map(\.shown)).count == packets.count
  }

  /// Whether decoding times are evenly spaced, in units that may be rounded.
  package var isEven: Bool {
    let steps = zip(packets.dropFirst(), packets).map { $0.decoded - $1.decoded }
    guard let least = steps.min(), let most = steps.max() else { return true }
    return most - least <= 1
  }
}

/// What the `ffmpeg` program complains about while it decodes a whole file; empty for a good one.
package func decodingErrors(_ path: String) -> String {
  let tool = ChildProcess("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-f", "null", "-"])
  tool.wait()
  return tool.errorText
}
