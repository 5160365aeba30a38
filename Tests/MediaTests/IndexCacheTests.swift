import Glibc
import TestSupport
import Testing
import Timing

@testable import Media

@Suite struct IndexCacheTests {
  private let folder = TemporaryFolder()

  private var cache: IndexCache { IndexCache(folder: folder.path + "/a/b", leastSize: 0) }

  private func entries() -> [String] {
    runTool("find", [folder.path + "/a", "-type", "f"]).split(separator: "\n").map(String.init)
  }

  /// A file, and how often it was read through.
  private final class Subject {
    let path: String
    var scans = 0

    init(_ path: String) { self.path = path }

    func scan(_ cache: IndexCache) throws -> PacketScan {
      cache.scan(of: try LocalFile(checking: path), pictures: [0], sounds: [1]) {
        scans += 1
        var sound = AudioTimeline(rate: 48_000, tick: Ratio(1, 90_000))
        sound.append(stamp: 900, length: 1024, count: 7)
        sound.append(stamp: nil, length: 500)
        sound = AudioTimeline(
          rate: 48_000, tick: sound.tick, runs: sound.runs,
          pages: [.init(position: 40, stamp: 900), .init(position: 9000, stamp: -2)])
        let samples = (0..<50).map { (index: Int) -> Sample in
          let place = Int64(index)
          var sample = Sample(
            presentation: place * 3 % 50 - 4, decoding: place, duration: 3600,
            isKey: index % 10 == 0)
          if index == 9 { sample.decoding = Int64.min }
          sample.isHidden = index == 5
          sample.position = 1_000_000 - place * 100
          return sample
        }
        return PacketScan(
          streams: [
            PacketScan.Stream(samples: samples, byteCount: 99, hasGuessedTimes: true),
            PacketScan.Stream(sound: sound, leadingSkip: 312, encoderDelay: 7, trailingSkip: -1),
          ], failure: "mpegts: it ends early")
      }
    }
  }

  private func facts(_ scan: PacketScan) -> String {
    var lines = [scan.failure ?? ""]
    for stream in scan.streams {
      lines.append("\(stream.samples)")
      if let sound = stream.sound {
        lines.append("\(sound.rate) \(sound.tick) \(sound.runs) \(sound.pages)")
      }
      lines.append(
        "\(stream.leadingSkip) \(stream.encoderDelay) \(stream.trailingSkip) \(stream.byteCount)")
      lines.append("\(stream.hasGuessedTimes)")
    }
    return lines.joined(separator: "\n")
  }

  private func subject() throws -> Subject {
    let path = folder.path + "/film.ts"
    let file = try #require(fopen(path, "w"))
    fputs("packets", file)
    fclose(file)
    return Subject(path)
  }

  @Test("What is kept is what was found, and a file is read through once")
  func keeps() throws {
    let subject = try subject()
    let first = facts(try subject.scan(cache))
    #expect(facts(try subject.scan(cache)) == first)
    #expect(subject.scans == 1)
    #expect(entries().count == 1)
    // Another set of streams is another question.
    _ = cache.scan(of: try LocalFile(checking: subject.path), pictures: [0], sounds: []) {
      subject.scans += 1
      return PacketScan(streams: [], failure: nil)
    }
    #expect(subject.scans == 2)
  }

  @Test("An entry that is damaged, cut, stale or gone is made anew")
  func mends() throws {
    let subject = try subject()
    let right = facts(try subject.scan(cache))
    let entry = try #require(entries().first)
    let bytes = try #require(readFile(entry))
    for place in [0, 1, 20, bytes.count / 2, bytes.count - 1] {
      var wrong = bytes
      wrong[place] ^= 4
      writeFile(entry, wrong)
      let scans = subject.scans
      #expect(facts(try subject.scan(cache)) == right)
      #expect(subject.scans == scans + 1)
      #expect(readFile(entry) == bytes)
    }
    for length in [0, 1, bytes.count / 2, bytes.count - 1] {
      writeFile(entry, Array(bytes.prefix(length)))
      #expect(facts(try subject.scan(cache)) == right)
      #expect(readFile(entry) == bytes)
    }
    var scans = subject.scans
    _ = runTool("touch", ["-d", "2001-01-01", subject.path])
    _ = try subject.scan(cache)
    #expect(subject.scans == scans + 1)
    scans = subject.scans
    unlink(entry)
    _ = try subject.scan(cache)
    #expect(subject.scans == scans + 1)
    #expect(entries().count == 1)
  }

  @Test("What announces more than there are bytes for is not read")
  func bounds() {
    for count in [Int64(1), 1 << 30, .max] {
      // A stream without skips whose samples are missing.
      var bytes = PackedBytes()
      for number in [1, 0, 0, 0, 0, 0, count] { bytes.append(number) }
      var reader = PackedBytes.Reader(bytes.bytes[...])
      #expect(PacketScan(decoding: &reader) == nil)
    }
    for (length, count) in [(Int64(1024), Int64(1) << 31), (1 << 31, 1), (0, 1), (1, 0)] {
      // A stream of one run of sound, at 48 kHz in units of 1/48000 s, and no failure.
      var bytes = PackedBytes()
      for number in [1, 0, 0, 0, 0, 0, 0, 1, 48_000, 1, 48_000, 0, 0, 0, length, count, 0, 0] {
        bytes.append(number)
      }
      var reader = PackedBytes.Reader(bytes.bytes[...])
      #expect(PacketScan(decoding: &reader) == nil, "\(count) packets of \(length)")
    }
  }

  @Test("Where nothing can be written nothing is kept, and nothing fails")
  func worksWithout() throws {
    let subject = try subject()
    let nowhere = IndexCache(folder: subject.path + "/in-a-file", leastSize: 0)
    for cache in [nowhere, IndexCache(folder: nil, leastSize: 0)] {
      let scans = subject.scans
      _ = try subject.scan(cache)
      _ = try subject.scan(cache)
      #expect(subject.scans == scans + 2)
    }
    // A small file is not worth an entry.
    _ = try subject.scan(IndexCache(folder: folder.path + "/c", leastSize: 8))
    #expect(access(folder.path + "/c", F_OK) != 0)
  }

  private func writeFile(_ path: String, _ bytes: [UInt8]) {
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
