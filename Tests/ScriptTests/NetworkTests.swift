@preconcurrency import Glibc
import TestSupport
import Testing

/// What is on the network is opened only where that is allowed, and a server that fails is named.
@Suite(.serialized) struct NetworkTests {
  private let folder = TemporaryFolder("network")

  /// A server of one folder on this machine, for as long as this exists.
  private final class Server {
    let port: Int
    private let process: ChildProcess

    init?(_ folder: String) {
      process = ChildProcess(
        "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder])
      // "Serving HTTP on 127.0.0.1 port 34567 (http://…"
      for _ in 0..<400 {
        let words = process.outputText.split(separator: " ")
        if let place = words.firstIndex(of: "port"), place + 1 < words.count,
          let port = Int(words[place + 1])
        {
          self.port = port
          return
        }
        if process.hasEnded { return nil }
        usleep(25_000)
      }
      return nil
    }

    func address(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }
    var requests: [Substring] {
      process.errorText.split(separator: "\n").filter { $0.contains("GET") }
    }
  }

  private func run(_ code: String, _ words: String..., options: [String] = []) -> VscriptRun {
    runVscript(options + ["-e", code] + words, folder: folder.path, limit: 60)
  }

  private static let measure = """
    local clip = vs.asset({ path = arg[1], allow_network = true })
    print(clip.path == arg[1], clip.video.frame_count, clip.size == vs.asset(arg[2]).size)
    local report = vs.export(clip, { output = "copy.mp4", overwrite = true, reencode = "always" })
    print(report.frames, vs.asset({ path = arg[1], allow_network = true }) == clip)
    """

  @Test func anAllowedAddressIsFetchedOnceAndReadLikeAFile() throws {
    let clip = CodedClip(660, picture: { $0.count = 24 }, sound: { $0.codec = "aac" })
    writeFile(folder("my clip.mp4"), try #require(readFile(clip.make())))
    let server = try #require(Server(folder.path))
    let result = run(Self.measure, server.address("my%20clip.mp4"), "my clip.mp4")
    #expect(result.output == "true\t24\ttrue\n24\ttrue\n", "\(result.errors)")
    #expect(server.requests.count == 1, "\(server.requests)")
    // Every frame came out of it, in order.
    var codes: [CodedPicture.Code?] = []
    Film(folder("copy.mp4")).eachPicture { _, picture in
      codes.append(picture.code(at: picture.whole))
    }
    #expect(codes == (0..<24).map { CodedPicture.Code(clip: clip.id, frame: $0) })
    #expect(folder.names == ["copy.mp4", "my clip.mp4"])
  }

  @Test func withoutAWordNothingIsFetchedAndASandboxNeverDoes() throws {
    let server = try #require(Server(folder.path))
    let plain = run("vs.asset(arg[1])", server.address("a.mp4"))
    #expect(plain.status == 3 && plain.errors.contains("it is on the network"), "\(plain.errors)")
    #expect(plain.errors.contains("allow_network = true"))
    let code = "vs.asset({ path = arg[1], allow_network = true })"
    let sandboxed = run(code, server.address("a.mp4"), options: ["--sandbox"])
    #expect(sandboxed.status == 3)
    #expect(sandboxed.errors.contains("a sandboxed script may not use the network"))
    #expect(server.requests == [])
    let other = run(code, "ftp://127.0.0.1/a.mp4")
    #expect(other.status == 3 && other.errors.contains("only http and https"), "\(other.errors)")
  }

  @Test func whatIsNotThereOrNoFilmIsNamed() throws {
    let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n"
    writeFile(folder("list.m3u8"), Array(playlist.utf8))
    let server = try #require(Server(folder.path))
    let code = "vs.asset({ path = arg[1], allow_network = true })"
    let gone = run(code, server.address("gone.mp4"))
    #expect(gone.status == 3 && gone.errors.contains(server.address("gone.mp4")))
    #expect(gone.errors.contains("404"), "\(gone.errors)")
    let list = run(code, server.address("list.m3u8"))
    #expect(list.status == 3 && list.errors.contains("list of other files"), "\(list.errors)")
  }

  @Test func aDeadServerIsAnErrorWithinSeconds() throws {
    // It takes the connection and never says a word.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listener, address, length)
        _ = listen(listener, 4)
        _ = getsockname(listener, address, &length)
      }
    }
    let code = "vs.asset({ path = arg[1], allow_network = true })"
    let silent = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/a.mp4"
    let mute = run(code, silent)
    #expect(mute.status == 3 && mute.seconds < 15, "\(mute.seconds)")
    #expect(
      mute.errors.contains("'\(silent)'") && mute.errors.contains("said nothing for 5 seconds"),
      "\(mute.errors)")
    // Nobody listens there.
    let refused = run(code, "http://127.0.0.1:1/a.mp4")
    #expect(refused.status == 3 && refused.seconds < 5)
    #expect(refused.errors.contains("Connection refused"), "\(refused.errors)")
  }
}
