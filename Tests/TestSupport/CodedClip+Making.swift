@preconcurrency import Glibc

extension CodedClip {
  /// Changes when the same description would give another file.
  private static let generation = 2

  /// The folder in which made clips are kept between runs; nothing else is.
  package static let folder: String = {
    let path = "/tmp/vscript-coded-clips-\(getuid())"
    mkdir(path, 0o700)
    return path
  }()

  /// The clip's file, made on first use.
  @discardableResult
  package func make() -> String {
    let path = "\(CodedClip.folder)/clip\(id)-\(fingerprint).\(container)"
    if fileSize(path) == nil { write(to: path) }
    return path
  }

  /// FNV-1a of the description, which is what tells clips of one id apart.
  private var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(CodedClip.generation) \(self)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }

  /// Writes the file under a passing name first, so that another test never reads half of it.
  package func write(to path: String) {
    let base = path.split(separator: "/").last!
    let folder = path.dropLast(base.count)
    let passing = "\(folder).\(getpid())-\(UInt32.random(in: 0 ... .max))-\(base)"
    var arguments = ["-v", "error", "-nostdin", "-y"]
    var soundFile: String?
    if let picture {
      arguments += ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s"]
      arguments += ["\(picture.width)x\(picture.height)", "-r", "\(picture.rate)", "-i", "pipe:0"]
    }
    if let sound {
      let file = passing + ".s16"
      writeFile(
        file,
        CodedSound.render(
          clip: id, rate: sound.rate, count: sampleCount, channels: sound.channels))
      soundFile = file
      if sound.offset != .zero { arguments += ["-itsoffset", "\(sound.offset.value)"] }
      arguments += ["-f", "s16le", "-ar", "\(sound.rate)", "-ac", "\(sound.channels)", "-i", file]
      arguments += ["-c:a", sound.codec] + sound.options
      if ["aac", "libopus", "libvorbis"].contains(sound.codec), sound.options.isEmpty {
        arguments += ["-b:a", "\(96 * sound.channels)k"]
      }
    }
    if let picture { arguments += pictureArguments(picture) }
    if fastStart { arguments += ["-movflags", "+faststart"] }
    // Nothing may fill, drop or shift what this description says.
    arguments += ["-fps_mode", "passthrough", passing]

    let tool = ChildProcess("ffmpeg", arguments, inputStream: .pipe)
    if let picture {
      for frame in 0..<picture.count {
        let bytes = CodedPicture.draw(
          .init(clip: id, frame: frame), width: picture.width, height: picture.height)
        guard writeAll(tool.inputPipe, bytes) else { break }
      }
    }
    tool.closeInput()
    guard tool.wait() == 0 else {
      fatalError("ffmpeg \(arguments.joined(separator: " ")): \(tool.errorText)")
    }
    if let soundFile { unlink(soundFile) }
    if let turns = picture?.turns, turns != 0 { turn(passing, turns) }
    rename(passing, path)
  }

  private func pictureArguments(_ picture: Picture) -> [String] {
    var arguments = ["-c:v", picture.codec, "-pix_fmt", picture.pixelFormat]
    var filters: [String] = []
    if let times = picture.times {
      // One sum over all frames: the time of frame N in units of 1/90000.
      let places = times.enumerated().dropFirst().map {
        "eq(N,\($0))*\(($1 * Ratio(90000)).rounded)"
      }
      filters += ["settb=1/90000", "setpts='\((["0"] + places).joined(separator: "+"))'"]
      arguments += ["-enc_time_base", "1/90000", "-video_track_timescale", "90000"]
    }
    if picture.offset != .zero {
      // Not `-itsoffset`: for raw pictures `ffmpeg` takes it back.
      let units = (picture.offset * Ratio(90000)).rounded
      filters += ["settb=1/90000", "setpts=\(Ratio(90000) / picture.rate)*N+\(units)"]
      arguments += ["-enc_time_base", "1/90000", "-video_track_timescale", "90000"]
    }
    if picture.pixelAspect != Ratio(1) { filters.append("setsar=\(picture.pixelAspect)") }
    if !filters.isEmpty { arguments += ["-vf", filters.joined(separator: ",")] }
    arguments += ["-g", "\(picture.keyInterval)"]
    switch picture.codec {
    case "libx264":
      arguments += ["-preset", "ultrafast", "-crf", "12", "-bf", "\(picture.bFrames)"]
    case "libx265":
      let words = "log-level=error:bframes=\(picture.bFrames)"
      arguments += ["-preset", "ultrafast", "-crf", "12", "-x265-params", words]
    case "libvpx", "libvpx-vp9":
      arguments += ["-deadline", "realtime", "-cpu-used", "8", "-crf", "10", "-b:v", "4M"]
    case "mpeg4", "mpeg2video": arguments += ["-q:v", "2", "-bf", "\(picture.bFrames)"]
    default: break
    }
    return arguments + picture.options
  }

  /// Writes the turn into the file's display matrix, which only a copy does.
  private func turn(_ path: String, _ turns: Int) {
    let copy = path + ".turned." + container
    let degrees = (360 - turns * 90) % 360
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-y", "-i", path, "-map", "0", "-c", "copy", "-metadata:s:v",
        "rotate=\(degrees)", copy,
      ])
    rename(copy, path)
  }

  /// Makes many clips, two at a time, as each `ffmpeg` mostly waits for its start.
  package static func make(_ clips: [CodedClip]) -> [String] {
    let missing = clips.filter { clip in
      fileSize("\(folder)/clip\(clip.id)-\(clip.fingerprint).\(clip.container)") == nil
    }
    let workers = max(1, min(4, missing.count))
    var threads = [pthread_t](repeating: 0, count: workers)
    for worker in 0..<workers where !missing.isEmpty {
      let share = Unmanaged.passRetained(
        Share(missing.enumerated().filter { $0.offset % workers == worker }.map(\.element)))
      pthread_create(
        &threads[worker], nil,
        { raw in
          for clip in Unmanaged<Share>.fromOpaque(raw!).takeRetainedValue().clips { clip.make() }
          return nil
        }, share.toOpaque())
    }
    for thread in threads where thread != 0 { pthread_join(thread, nil) }
    return clips.map { $0.make() }
  }

  private final class Share {
    let clips: [CodedClip]
    init(_ clips: [CodedClip]) { self.clips = clips }
  }
}
