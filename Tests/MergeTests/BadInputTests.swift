@preconcurrency import Glibc
import TestSupport
import Testing

/// Names and files that are not what they seem are refused with the reason and a way out, or used.
@Suite struct BadInputTests {
  private let folder = TemporaryFolder("bad")
  private let good = CodedClip(135, picture: { $0.count = 12 }, sound: { $0.codec = "aac" }).make()

  private func probe(_ words: [String], limit: Double = 60) -> VscriptRun {
    runVscript(["probe"] + words, folder: folder.path, limit: limit)
  }

  /// A file that is refused with the status of media failures, its name and these words.
  private func refuses(
    _ name: String, says: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let run = probe(["--", name])
    #expect(run.status == 3, "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
    for word in says + [name, "hint:"] {
      #expect(
        run.errors.contains(word), "\(word) is not in: \(run.errors)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func whatIsNoRegularFileIsNeverOpened() {
    mkfifo(folder("pipe.mp4"), 0o644)
    refuses("pipe.mp4", says: "not a regular file")
    refuses("/dev/zero", says: "not a regular file")
    refuses("/dev/null", says: "not a regular file")
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder("socket.mp4")
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    #expect(isBound)
    refuses("socket.mp4", says: "not a regular file")
    close(socket)
    mkdir(folder("folder.mp4"), 0o755)
    refuses("folder.mp4", says: "directory")
  }

  @Test func linksInACircleAndNamesTooLong() {
    symlink("b.mp4", folder("a.mp4"))
    symlink("a.mp4", folder("b.mp4"))
    refuses("a.mp4", says: "circle")
    refuses(String(repeating: "x", count: 300) + ".mp4", says: "too long")
    refuses(String(repeating: "long/", count: 1000) + "a.mp4", says: "too long")
  }

  @Test func strangeNamesAreOnlyNames() {
    let bytes = readFile(good)!
    let names = [
      "with space.mp4", "quote'\"s.mp4", "line\nbreak.mp4", "-dash.mp4", "frame%03d.mp4", "a:b.mp4",
      "file:c.mp4", "concat:d|e.mp4", "*?[x]{1,2}.mp4", "été 映画.mp4", "no ending", "film.txt",
      "film.m3u8", "film.png", "http:", "%d.png",
    ]
    for name in names { writeFile(folder(name), bytes) }
    let run = probe(["--"] + names)
    #expect(run.status == 0, "\(run.errors)")
    let found = run.output.split(separator: "\n").filter { $0.hasPrefix("  frames ") }
    #expect(found.count == names.count && found.allSatisfy { $0.contains(" 12, constant, ") })
  }

  @Test func addressesAndProtocolsAreRefused() {
    for name in ["http://127.0.0.1:9/a.mp4", "rtmp://127.0.0.1/a", "https://localhost/x.mp4"] {
      refuses(name, says: "network", "download")
    }
    refuses("file:gone.mp4", says: "no such file", "leave 'file:' away")
    refuses("concat:a.mp4|b.mp4", says: "no such file", "leave 'concat:' away")
  }

  @Test func listsOfOtherFilesAreRefused() {
    writeFile(folder("secret.mp4"), readFile(good)!)
    writeFile(
      folder("list.m3u8"),
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.mp4\n#EXT-X-ENDLIST\n".utf8))
    writeFile(folder("list.ffconcat"), Array("ffconcat version 1.0\nfile 'secret.mp4'\n".utf8))
    writeFile(
      folder("list.sdp"),
      Array(
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n".utf8
      ))
    writeFile(
      folder("list.mpd"),
      Array("<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>\n".utf8))
    for name in ["list.m3u8", "list.ffconcat", "list.sdp"] { refuses(name, says: "list of other") }
    #expect(probe(["list.mpd"]).status == 3)
  }

  @Test func bytesThatAreNoTextAreNamed() {
    let code = "os.execute(\"cp '\" .. arg[1] .. \"' 'bad\\xff.mp4'\") vs.asset('bad\\xff.mp4')"
    let run = runVscript(["-e", code, good], folder: folder.path)
    #expect(run.status != 0 && run.errors.contains("UTF-8"), "\(run.errors)")
  }

  /// A name that came from a command line, where what is no text was replaced, and an address.
  @Test func whatCannotBeWrittenToIsNamed() {
    for (name, says) in [("bad\u{FFFD}.mp4", "UTF-8"), ("http://127.0.0.1:9/a.mp4", "network")] {
      let run = runVscript(
        ["-e", "vs.export(vs.asset(arg[1]), { output = arg[2] })", good, name],
        folder: folder.path)
      #expect(
        run.status == 3 && run.errors.contains("cannot write '\(name)'")
          && run.errors.contains(says), "\(run.errors)")
    }
    #expect(folder.names == [])
  }

  @Test func theLimitOfOpenFilesIsNamed() {
    let code = """
      local open = {}
      for number = 1, 40 do
        open[number] = vs.image_generator(vs.asset(arg[1]))
        open[number]:image(0)
      end
      """
    let run = runVscript(["-e", code, good], wrapper: ["prlimit", "--nofile=24"])
    for words in ["cannot open '\(good)': too many files are open", "hint: close", "ulimit -n"] {
      #expect(run.status == 3 && run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func encryptedMediaIsNamed() {
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-i", good, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
        "-encryption_key", "00112233445566778899aabbccddeeff", "-encryption_kid",
        "00112233445566778899aabbccddeeff", folder("locked.mp4"),
      ])
    refuses("locked.mp4", says: "encrypted")
  }

  @Test func dolbyVisionIsShownByItsBaseOrRefused() throws {
    let bytes = try #require(
      readFile(CodedClip(135, picture: { $0.count = 12 }, sound: nil).make()))
    func film(_ name: String, _ profile: UInt8, _ compatibility: UInt8) {
      var changed = bytes
      addDolbyVision(to: &changed, profile: profile, compatibility: compatibility)
      writeFile(folder(name), changed)
    }
    for (profile, compatibility, name) in [(5, 0, "5"), (10, 0, "10.0"), (8, 0, "8.0")] {
      film("dolby.mp4", UInt8(profile), UInt8(compatibility))
      refuses("dolby.mp4", says: "Dolby Vision of profile \(name)", "HDR10, HLG or SDR")
    }
    for (profile, compatibility, name) in [(8, 4, "8.4"), (8, 1, "8.1"), (7, 6, "7"), (4, 2, "4")] {
      film("base.mp4", UInt8(profile), UInt8(compatibility))
      let run = runVscript(
        [
          "-e",
          "local a = vs.asset('base.mp4') print(#a.video:frame_times(), a.warnings[1])",
        ],
        folder: folder.path)
      #expect(
        run.output == "12\ttrack 1 is Dolby Vision of profile \(name): its base picture is shown, "
          + "without Dolby's own processing\n", "\(run.errors)")
    }
  }

  @Test func codecsThatNothingDecodesAreNamed() throws {
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:d=1", "-c:v", "libwebp_anim",
        folder("moving.webp"),
      ])
    refuses("moving.webp", says: "animated WebP", "no decoder")
    var bytes = try #require(
      readFile(CodedClip(135, picture: { $0.count = 12 }, sound: nil).make()))
    while let place = bytes.firstRange(of: Array("avc1".utf8)) {
      bytes.replaceSubrange(place, with: Array("zq9x".utf8))
    }
    writeFile(folder("unknown.mp4"), bytes)
    let run = runVscript(
      ["-e", "vs.export(vs.asset('unknown.mp4'), { output = 'out.mp4' })"], folder: folder.path)
    #expect(
      run.status == 3
        && run.errors.contains("'unknown.mp4': there is no decoder for its codec 'zq9x'"),
      "\(run.errors)")
  }

  /// Whatever converts sound or pictures knows nothing of files; the error names them all the same.
  @Test func soundThatCannotBeMixedIsNamedWithItsFile() {
    let names = (0..<39).map { _ in "0.1" }.joined(separator: "|")
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=exprs=\(names):s=8000:d=0.1", "-c:a",
        "pcm_s16le", folder("many.wav"),
      ])
    let run = runVscript(
      ["-e", "vs.export(vs.asset('many.wav'), { output = 'out.wav' })"], folder: folder.path)
    #expect(run.status == 3, "\(run.errors)")
    for words in ["cannot use the sound of 'many.wav' at 0.000 s", "39 channels", "hint:"] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func nothingIsNamed() {
    writeFile(folder("nothing.mp4"), [])
    refuses("nothing.mp4", says: "empty")
  }

  @Test func anotherEndingIsNoFault() {
    let bytes = readFile(good)!
    for name in ["film.mkv", "film.avi", "film.mp3"] { writeFile(folder(name), bytes) }
    let run = probe(["film.mkv", "film.avi", "film.mp3"])
    #expect(run.status == 0, "\(run.errors)")
    writeFile(folder("random.mp4"), (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) })
    refuses("random.mp4", says: "no known audio or video format")
  }

  /// A film that changes between being opened and being read.
  @Test(arguments: [
    ("os.remove('clip.mp4')", "the file is gone"),
    ("os.rename('other.mp4', 'clip.mp4')", "another file has taken its name"),
    ("local f = io.open('clip.mp4', 'a') f:write('more') f:close()", "the file was changed"),
    ("os.execute('truncate -s 3000 clip.mp4')", "the file was changed"),
  ])
  func aFileThatChangesWhileInUseIsNoticed(change: String, says: String) {
    writeFile(folder("clip.mp4"), readFile(good)!)
    writeFile(folder("other.mp4"), readFile(good)!)
    let code =
      "local clip = vs.asset('clip.mp4') \(change) vs.export(clip, { output = 'out.mp4' })"
    let run = runVscript(["-e", code], folder: folder.path)
    #expect(run.status == 3 && run.errors.contains(says), "\(run.errors)")
    #expect(!folder.names.contains("out.mp4"))
  }
}
