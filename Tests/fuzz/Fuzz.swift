import Glibc
import Timing

@testable import Media
@testable import Rendering

/// One reader of what comes from outside, fed with bytes by libFuzzer; `Scripts/dev/fuzz` builds it.
///
/// `VSCRIPT_FUZZ_TARGET` names it: boxes, json, time, cache or lua. A trap, a hang or a broken promise of the
/// reader is a finding.
enum Fuzz {
  static let target = getenv("VSCRIPT_FUZZ_TARGET").map { String(cString: $0) } ?? "boxes"

  static func run(_ bytes: [UInt8]) {
    switch target {
    case "boxes": boxes(bytes)
    case "json": json(bytes)
    case "time": time(String(decoding: bytes, as: UTF8.self))
    case "cache": cache(bytes)
    case "lua": LuaFuzz.shared.run(bytes)
    default: fatalError("no fuzz target '\(target)'")
    }
  }

  /// The index of a movie: its samples are in order of decoding and inside what was counted.
  private static func boxes(_ bytes: [UInt8]) {
    let file = memoryFile
    ftruncate(file, 0)
    _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard let layout = MovieLayout(path: "/proc/self/fd/\(file)", size: Int64(bytes.count)),
      let index = MovieIndex(layout, fileSize: Int64(bytes.count))
    else { return }
    for track in index.tracks {
      precondition(track.completeCount >= 0 && track.completeCount <= track.sampleCount)
      precondition(track.edits.allSatisfy { $0.duration >= 0 && $0.mediaTime >= -1 })
      guard track.sampleCount <= 1 << 16 else { continue }
      precondition(track.makeSamples().count == track.completeCount)
    }
  }

  private static let memoryFile: Int32 = {
    var name = Array("/dev/shm/vscript-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { fatalError("/dev/shm: \(String(cString: strerror(errno)))") }
    unlink(name)
    return file
  }()

  /// What reads as JSON reads the same after being written.
  private static func json(_ bytes: [UInt8]) {
    guard let node = try? JSONReader.read(bytes) else { return }
    let text = JSONWriter.text(of: node)
    guard let again = try? JSONReader.read(Array(text.utf8)) else { fatalError("unread: \(text)") }
    precondition(JSONWriter.text(of: again) == text)
  }

  /// What was kept of a scan reads the same after being kept again.
  private static func cache(_ bytes: [UInt8]) {
    var reader = PackedBytes.Reader(bytes[...])
    guard let scan = PacketScan(decoding: &reader) else { return }
    for sound in scan.streams.compactMap(\.sound) {
      precondition(
        sound.packetCount >= sound.runs.count && sound.longestPacket > 0 || sound.runs.isEmpty)
      _ = (sound.end, sound.nextSample(from: 1024), sound.position(of: 90_000))
    }
    var packed = PackedBytes()
    scan.encode(into: &packed)
    var again = PackedBytes.Reader(packed.bytes[...])
    guard let copy = PacketScan(decoding: &again) else { fatalError("unread: \(packed.bytes)") }
    var repacked = PackedBytes()
    copy.encode(into: &repacked)
    precondition(repacked.bytes == packed.bytes)
  }

  /// A time that reads is a number within its limits, and its timecode reads as the same frame.
  private static func time(_ text: String) {
    if let rate = FrameRate(text: text) {
      precondition(rate.numerator > 0 && rate.denominator > 0)
      for drop in [false, true] {
        guard let code = Time(12345, 7).timecode(rate, drop: drop) else { continue }
        // A rate of huge numbers has no exact times.
        guard let read = try? Time(text: "\(code)@\(rate)"), !read.isRounded else { continue }
        precondition(read.frames(at: rate) == Time(12345, 7).frames(at: rate), "\(code)@\(rate)")
      }
    }
    guard let time = try? Time(text: text) else { return }
    precondition(!time.isNumeric || time.timescale > 0)
    _ = "\(time)"
    _ = time + Time(1, 30)
    _ = time.timecode(FrameRate(30000, 1001), drop: true)
  }
}

private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<Words>,
  _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> Int32
) -> Int32

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  Fuzz.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Where the package manager lets an executable begin, in the place of libFuzzer's own `main`.
@_cdecl("fuzz_main")
func fuzzMain(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  var (count, words) = (count, words)
  return runDriver(&count, &words) { testOneInput($0, $1) }
}
