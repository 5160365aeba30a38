import Geometry
import Glibc
import Imaging
import TestSupport
import Testing
import Timing

@testable import Media

@Suite("Files that cannot be read, or not whole", .serialized)
struct ReadingFailureTests {
  private func failure(_ path: String) -> MediaError? {
    do throws(MediaError) {
      _ = try MediaAsset.open(path)
      return nil
    } catch {
      return error
    }
  }

  @Test("Each kind of bad name or file has its own error, which names the file and the way out")
  func refusesEach() throws {
    let folder = readingFolder.path
    let clip = makeClip(
      "whole.mp4", "-f lavfi -i testsrc2=s=320x240:r=25:d=2 -c:v libx264 -movflags -faststart")
    let bytes = try #require(readFile(clip))
    write([], to: readingFolder("empty.mp4"))
    write(Array("These are words, no film.\n".utf8), to: readingFolder("text.mp4"))
    write(Array(bytes.prefix(bytes.count / 2)), to: readingFolder("half.mp4"))
    write(bytes, to: readingFolder("secret.mp4"))
    mkfifo(readingFolder("pipe.mp4"), 0o644)
    let cases: [(String, String, Int?)] = [
      (readingFolder("none.mp4"), "file_not_found", nil), (folder, "is_a_directory", nil),
      (readingFolder("empty.mp4"), "empty_file", -11828),
      (readingFolder("text.mp4"), "not_media", -11828),
      (readingFolder("half.mp4"), "truncated_index", -11829),
      (readingFolder("pipe.mp4"), "not_a_regular_file", nil),
      ("/dev/null", "not_a_regular_file", nil),
      ("http://example.com/a.mp4", "network_refused", nil),
      ("rtmp://example.com/a", "network_refused", nil), ("", "file_not_found", nil),
    ]
    for (path, code, number) in cases {
      let error = try #require(failure(path), "\(path) was opened")
      #expect(error.code == code, "\(path): \(error)")
      #expect(error.number == number, "\(path)")
      #expect(error.path == path && error.message.contains("'\(path)'"))
      #expect(error.hint?.isEmpty == false, "\(path)")
    }
    if getuid() != 0 {
      chmod(readingFolder("secret.mp4"), 0)
      #expect(failure(readingFolder("secret.mp4"))?.code == "permission_denied")
    }
    let odd = readingFolder("a:b %d?.mp4")
    write(bytes, to: odd)
    #expect(failure(odd) == nil, "an odd name is only a name")
  }

  @Test("A fast-start file cut in half has the frames and samples that are there, and says so")
  func opensTruncated() throws {
    let clip = makeClip(
      "fast.mp4",
      "-f lavfi -i testsrc2=s=320x240:r=25:d=4,noise=alls=20:allf=t -f lavfi -i sine=d=4 -c:v libx264 -bf 2 -g 25 -c:a aac -movflags +faststart"
    )
    let bytes = try #require(readFile(clip))
    let path = readingFolder("cutfast.mp4")
    write(Array(bytes.prefix(bytes.count / 2)), to: path)
    let (whole, cut) = (try MediaAsset.open(clip), try MediaAsset.open(path))
    #expect(whole.truncatedAt == nil && whole.warnings.isEmpty)
    let frames = try #require(cut.video?.video?.frames)
    #expect(frames.count > 25 && frames.count < 75 && frames.isGrid)
    let samples = try #require(cut.audio?.audio?.sampleCount)
    #expect(samples > 44100 && samples < 3 * 44100)
    let end = try #require(cut.truncatedAt)
    #expect(
      end == min(try #require(cut.video?.timeRange.end), try #require(cut.audio?.timeRange.end)))
    #expect(cut.warnings.count == 1 && cut.warnings[0].contains("cut short"))

    let reader = try VideoReader(try #require(cut.video), of: cut, threads: 2)
    let truth = try VideoReader(try #require(whole.video), of: whole, threads: 2)
    for index in 0..<frames.count {
      #expect(fingerprint(try reader.frame(index)) == fingerprint(try truth.frame(index)))
    }
    #expect(reader.issues.isEmpty)
    let sound = try AudioReader(try #require(cut.audio), of: cut)
    _ = try sound.read(from: 0, count: Int(samples))
    #expect(sound.issues.isEmpty)
  }

  @Test("An AVI that ends between two packets, without its index, says that it is cut")
  func tellsCutAVI() throws {
    let clip = makeClip(
      "whole.avi", "-f lavfi -i testsrc2=s=160x120:r=25:d=2 -c:v mpeg4 -vtag FMP4 -g 12")
    let bytes = try #require(readFile(clip))
    let whole = try MediaAsset.open(clip)
    #expect(whole.warnings == [] && whole.truncatedAt == nil)
    // A packet begins with its stream's number and kind.
    let starts = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("00dc".utf8) }
    let path = readingFolder("cut.avi")
    write(Array(bytes.prefix(starts[starts.count / 4])), to: path)
    let cut = try MediaAsset.open(path)
    let frames = try #require(cut.video?.video?.frames)
    #expect(frames.count > 10 && frames.count < 50)
    #expect(cut.truncatedAt == frames.endOfLast)
    #expect(
      cut.warnings.contains { $0.contains("announces \(bytes.count) bytes") }, "\(cut.warnings)")
  }

  @Test("A picture that is held for hours by its times is told of, with its place")
  func tellsPicturesHeldForHours() throws {
    let source = "-f lavfi -i testsrc2=s=64x48:r=25:d=1"
    let clip = makeClip(
      "held.mkv", source + ",setpts=PTS+gte(N\\,10)*7200/TB -fps_mode passthrough -c:v libx264")
    let asset = try MediaAsset.open(clip)
    #expect(
      asset.warnings.contains {
        $0.contains("the picture at 0:00.36 of track 1 is shown for 2:00:00.04")
      }, "\(asset.warnings)")
    let usual = makeClip(
      "usual.mkv", source + ",setpts=PTS+gte(N\\,10)*60/TB -fps_mode passthrough -c:v libx264")
    #expect(try MediaAsset.open(usual).warnings == [])
  }

  @Test("A matrix that shows nothing and pixels like needles are damage, and are left out")
  func leavesOutDamagedShapes() throws {
    let clip = makeClip(
      "shape.mov", "-f lavfi -i testsrc2=s=160x120:r=25:d=1,setsar=4/3 -c:v mpeg4")
    var bytes = try #require(readFile(clip))
    let header = try #require(bytes.firstRange(of: Array("tkhd".utf8))).upperBound
    // Version, times, id, duration, layer, group and volume come before the matrix of 36 bytes.
    for offset in header + 40..<header + 76 { bytes[offset] = 0 }
    let shape = try #require(bytes.firstRange(of: Array("pasp".utf8))).upperBound
    bytes.replaceSubrange(shape..<shape + 8, with: [0, 0, 0, 1, 0, 0, 0x7D, 0])
    let path = readingFolder("needles.mov")
    write(bytes, to: path)
    let asset = try MediaAsset.open(path)
    let video = try #require(asset.video?.video)
    #expect(video.preferredTransform == .identity && video.pixelAspect == .square)
    #expect(asset.warnings.contains { $0.contains("turned is damaged") }, "\(asset.warnings)")
    #expect(asset.warnings.contains { $0.contains("1 wide to 32000 high") }, "\(asset.warnings)")
  }

  @Test("A damaged picture is counted with its time, and a good one stands in for it")
  func countsDamage() throws {
    let clip = makeClip(
      "damage.mkv",
      "-f lavfi -i testsrc2=s=160x120:r=25:d=3,noise=alls=20:allf=t -c:v mpeg2video -g 10 -bf 0 -q:v 3"
    )
    var bytes = try #require(readFile(clip))
    let asset = try MediaAsset.open(clip)
    let truth = try VideoReader(try #require(asset.video), of: asset, threads: 1)
    let good = try (0..<75).map { fingerprint(try truth.frame($0)) }
    let middle = bytes.count / 2
    for offset in middle..<middle + 3000 { bytes[offset] = 0 }
    let path = readingFolder("damaged.mkv")
    write(bytes, to: path)
    let damaged = try MediaAsset.open(path)
    let frames = try #require(damaged.video?.video?.frames)
    let reader = try VideoReader(try #require(damaged.video), of: damaged, threads: 1)
    var equal = 0
    for index in 0..<frames.count {
      let number = Int(frames.time(of: index).quotient(by: Time(1, 25), .halfAwayFromZero))
      if fingerprint(try reader.frame(index)) == good[number] { equal += 1 }
    }
    #expect(equal >= 60)
    let issues = reader.issues
    #expect(frames.count < 75 || !issues.isEmpty, "nothing is silent")
    for issue in issues { #expect(issue.time > Time(1) && issue.time < Time(2)) }
    #expect(reader.issues.isEmpty, "issues are handed over once")
  }

  @Test("Damage that a decoder covers up and only logs is counted with its time")
  func countsWhatIsOnlyLogged() throws {
    let clip = makeClip("logged.ac3", "-f lavfi -i anoisesrc=d=4:a=0.5:r=48000 -c:a ac3 -b:a 192k")
    var bytes = try #require(readFile(clip))
    // The middle of a frame of 768 bytes: its header and its first block stay good.
    for frame in 60..<64 { bytes[frame * 768 + 300] ^= 0xFF }
    let path = readingFolder("damaged.ac3")
    write(bytes, to: path)
    let asset = try MediaAsset.open(path)
    let sound = try AudioReader(try #require(asset.audio), of: asset)
    _ = try sound.read(from: 0, count: Int(try #require(asset.audio?.audio?.sampleCount)))
    let issues = sound.issues
    #expect(issues.reduce(0) { $0 + $1.count } >= 4, "\(issues)")
    for issue in issues {
      #expect(issue.time > Time(18, 10) && issue.time < Time(21, 10), "\(issue)")
    }
  }

  @Test("Faults of one kind are one issue with a count, whatever their numbers")
  func gathersIssues() {
    var log = IssueLog()
    log.add(Time(1), "error while decoding MB 3 14")
    log.add(Time(2), "reading failed")
    log.add(Time(3), "error while decoding MB 27 5")
    #expect(
      log.issues == [
        DecodeIssue(time: Time(1), message: "error while decoding MB 3 14", count: 2),
        DecodeIssue(time: Time(2), message: "reading failed"),
      ])
  }

  @Test("Opening thousands of files keeps no descriptor open and little memory")
  func staysSmall() throws {
    let clip = makeClip(
      "small.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=30:d=1.2 -f lavfi -i sine=d=1.2 -c:v libx264 -c:a aac")
    let bytes = try #require(readFile(clip))
    var assets: [MediaAsset] = []
    for number in 0..<200 {
      let path = readingFolder("many\(number).mp4")
      write(bytes, to: path)
      assets.append(try MediaAsset.open(path))
    }
    #expect(openDescriptors(under: readingFolder("many")) == 0)
    #expect(try MediaAsset.open(assets[7].path) === assets[7], "one description per file")
    #expect(try MediaAsset.open(readingFolder.path + "/./many7.mp4") === assets[7])
    write(bytes + [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], to: assets[7].path)
    #expect(try MediaAsset.open(assets[7].path) !== assets[7], "a changed file is described anew")
    #expect(throws: MediaError.self) {
      _ = try VideoReader(try #require(assets[7].video), of: assets[7], threads: 1)
    }
  }

  /// Descriptors of files whose paths begin so.
  private func openDescriptors(under prefix: String) -> Int {
    listing(of: "/proc/self/fd").count { name in
      guard let target = realpath("/proc/self/fd/" + name, nil) else { return false }
      defer { free(target) }
      return String(cString: target).hasPrefix(prefix)
    }
  }
}
