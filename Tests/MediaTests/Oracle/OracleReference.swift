import Glibc
import TestSupport
import Timing

/// What the `ffmpeg` program makes of one file: every picture and every sample, with its time.
///
/// One run decodes all the streams asked for. Pictures are told by the checksum of their bytes in the
/// decoder's own pixel format; sound is kept as floats.
final class OracleReference {
  struct Picture {
    let time: Time
    let size: Int
    let checksum: UInt32
  }

  /// Samples that come out together.
  struct Block {
    let time: Time
    /// The number of its first sample among all that come out.
    let first: Int
    let count: Int
  }

  struct Sound {
    let blocks: [Block]
    /// Interleaved.
    let samples: [Float]
    let channels: Int
  }

  /// A stream to decode.
  struct Request {
    let stream: Int
    let isSound: Bool
    /// The decoder, where it is not the program's own choice.
    var decoder: String?
    /// The filter that leaves of each picture what is to be seen of it.
    var filter: String?
  }

  private(set) var pictures: [Int: [Picture]] = [:]
  private(set) var sounds: [Int: Sound] = [:]
  /// What the program complained of.
  let complaints: String

  init(_ path: String, _ requests: [Request], options: [String] = []) {
    let folder = TemporaryFolder("oracle")
    var words = ["-nostdin", "-v", "error", "-threads", "1", "-noautorotate", "-copyts"] + options
    // AC-3 fills quiet bands with noise, which is made the same from every start.
    words += ["-cons_noisegen", "1"]
    for request in requests {
      if let decoder = request.decoder { words += ["-c:\(request.stream)", decoder] }
    }
    words += ["-i", "file:" + path]
    for request in requests {
      let number = request.stream
      words += ["-map", "0:\(number)"]
      if request.isSound {
        words += [
          "-c:a", "pcm_f32le", "-f", "f32le", folder("\(number).raw"), "-map", "0:\(number)",
        ]
        words += ["-c:a", "pcm_f32le", "-f", "framecrc", folder("\(number).list")]
      } else {
        if let filter = request.filter { words += ["-vf", filter] }
        words += ["-fps_mode", "passthrough", "-enc_time_base", "-1", "-c:v", "rawvideo"]
        words += ["-f", "framehash", "-hash", "crc32", folder("\(number).list")]
      }
    }
    let tool = ChildProcess("ffmpeg", words)
    tool.wait()
    complaints = tool.errorText
    for request in requests {
      let list = Listing(readText(folder("\(request.stream).list")) ?? "")
      if request.isSound {
        let bytes = readFile(folder("\(request.stream).raw")) ?? []
        sounds[request.stream] = Self.sound(list, bytes)
      } else {
        pictures[request.stream] = list.rows.map {
          Picture(
            time: $0.time, size: $0.size, checksum: UInt32($0.checksum, radix: 16) ?? 0)
        }
      }
    }
  }

  private static func sound(_ list: Listing, _ bytes: [UInt8]) -> Sound {
    var (blocks, first) = ([Block](), 0)
    for row in list.rows {
      blocks.append(Block(time: row.time, first: first, count: row.duration))
      first += row.duration
    }
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return Sound(blocks: blocks, samples: samples, channels: samples.count / max(1, first))
  }
}

/// The text that FFmpeg's "framehash" and "framecrc" formats write.
private struct Listing {
  struct Row {
    let time: Time
    /// In units of the list's; samples for sound.
    let duration: Int
    let size: Int
    let checksum: Substring
  }

  private(set) var rows: [Row] = []

  init(_ text: String) {
    var (numerator, denominator): (Int64, Int64) = (1, 1)
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "," })
      if line.hasPrefix("#tb"), let value = words.last?.split(separator: "/"), value.count == 2 {
        (numerator, denominator) = (Int64(value[0]) ?? 1, Int64(value[1]) ?? 1)
      }
      guard !line.hasPrefix("#"), words.count >= 6, let stamp = Int64(words[2]),
        let duration = Int(words[3]), let size = Int(words[4])
      else { continue }
      let time = Time(stamp, 1).multiplied(by: numerator, over: denominator)
      rows.append(Row(time: time, duration: duration, size: size, checksum: words[5]))
    }
  }
}
