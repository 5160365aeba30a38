import CFFmpeg
import Glibc
import Imaging
import TestSupport
import Timing

@testable import Media

/// Compares what our readers hand out of one file with what the `ffmpeg` program decodes.
///
/// Nothing is thrown or recorded here: what differs is listed in words, so that a whole folder of
/// files can be judged at once.
struct OracleComparison {
  private(set) var differences: [String] = []
  private(set) var frames = 0
  private(set) var samples: Int64 = 0
  private let isAlone: Bool
  /// Where the random places come from: the same for the same file, whatever ran before.
  private var random: SeededRandom
  private let isNoisy: Bool

  /// Who applies the edit lists to what FFmpeg decodes.
  enum Edits {
    case ffmpeg
    /// This test does, exactly: FFmpeg begins with the first whole frame, and moves it.
    case ours
  }

  /// `reads` random places of each track are read besides, chosen by the file's name and `seed`;
  /// `isNoisy` says that its sound has noise that the decoder makes up.
  init(
    _ asset: MediaAsset, reads: Int, seed: Int = 0, edits: Edits = .ffmpeg, isNoisy: Bool = false
  ) throws {
    var name = CRC32()
    let file = asset.path.split(separator: "/").last ?? ""
    Array(file.utf8).withUnsafeBytes { name.update($0) }
    random = SeededRandom(UInt64(name.value) << 32 ^ UInt64(truncatingIfNeeded: seed))
    self.isNoisy = isNoisy
    let tracks = asset.tracks.filter { $0.video != nil || $0.audio != nil }
    isAlone = tracks.count == 1
    let requests = tracks.map(Self.request)
    let reference = OracleReference(asset.path, requests)
    let unedited = edits == .ours ? UneditedPictures(asset.path, requests) : nil
    for track in tracks {
      var found: [String] = []
      if track.video != nil {
        let pictures =
          unedited?.shown(of: track.streamIndex) ?? reference.pictures[track.streamIndex] ?? []
        found = try self.pictures(asset, track, pictures, reads)
      } else if let sound = reference.sounds[track.streamIndex] {
        found = try self.sound(asset, track, sound, reads)
      }
      differences += found.map { "track \(track.id) (\(track.codec)): \($0)" }
    }
  }

  private static func request(_ track: MediaTrack) -> OracleReference.Request {
    // The alpha beside VP8 and VP9 is only read by the decoders of their library.
    let isSided = track.video?.hasAlpha == true
    let decoder: String? =
      switch track.codec {
      case "vp8" where isSided: "libvpx"
      case "vp9" where isSided: "libvpx-vp9"
      default: nil
      }
    let crop = track.video?.crop.map { "crop=\($0.width):\($0.height):\($0.x):\($0.y):exact=1" }
    return OracleReference.Request(
      stream: track.streamIndex, isSound: track.audio != nil, decoder: decoder, filter: crop)
  }

  // MARK: Pictures

  private mutating func pictures(
    _ asset: MediaAsset, _ track: MediaTrack, _ theirs: [OracleReference.Picture], _ reads: Int
  ) throws -> [String] {
    guard let info = track.video else { return [] }
    guard info.frames.count > 0 else {
      return theirs.isEmpty ? [] : ["no frames for \(theirs.count)"]
    }
    let reader = try VideoReader(track, of: asset, threads: 1)
    var (checksums, shown) = ([UInt32](), [Int]())
    for number in 0..<info.frames.count {
      let frame = try reader.frame(number)
      checksums.append(Self.checksum(frame))
      // A picture that does not decode is held by us and left out by the program.
      if !reader.issues.contains(where: { $0.message.contains("not decodable") }) {
        shown.append(number)
      }
    }
    frames += shown.count
    var differences: [String] = []
    if shown.count != theirs.count {
      differences.append("\(shown.count) frames for \(theirs.count)")
    }
    let tick = Time(1, 1).scaled(by: Ratio(track.parameters.timeBase))
    let wrong = zip(shown, theirs).enumerated().filter { checksums[$1.0] != $1.1.checksum }
    if let (place, (number, _)) = wrong.first {
      let elsewhere = theirs.firstIndex { $0.checksum == checksums[number] }
      differences.append(
        "\(wrong.count) pictures differ, first frame \(number) for number \(place)"
          + (elsewhere.map { ", which is number \($0)" } ?? ""))
    }
    let moved = zip(shown, theirs).filter { number, picture in
      let error = (info.frames.time(of: number) - picture.time).magnitude
      return info.frames.isGrid ? error > tick : error > .zero
    }
    if let (number, picture) = moved.first {
      differences.append(
        "\(moved.count) times differ, first frame \(number): \(info.frames.time(of: number)) for "
          + "\(picture.time), tick \(tick)\(info.frames.isGrid ? ", on a grid" : "")")
    }
    return try differences + atRandom(asset, track, info, checksums, reads)
  }

  /// Reads pictures by time in no order, which must be those read one after another.
  private mutating func atRandom(
    _ asset: MediaAsset, _ track: MediaTrack, _ info: VideoTrackInfo, _ checksums: [UInt32],
    _ reads: Int
  ) throws -> [String] {
    let reader = try VideoReader(track, of: asset, threads: 1)
    var (wrong, before) = ([(number: Int, before: Int)](), 0)
    let length = track.timeRange.duration.units(per: 1_000_000)
    for _ in 0..<reads {
      let time =
        track.timeRange.start
        + Time(Int64.random(in: 0...max(0, length - 1), using: &random), 1_000_000)
      guard let number = info.frames.index(at: time) else { continue }
      if Self.checksum(try reader.frame(number)) != checksums[number] {
        wrong.append((number, before))
      }
      before = number
    }
    guard let first = wrong.first else { return [] }
    return [
      "\(wrong.count) of \(reads) pictures read at random differ, first \(first.number) read after "
        + "\(first.before)"
    ]
  }

  /// The checksum of a picture's bytes without gaps between rows, as FFmpeg's rawvideo has them.
  static func checksum(_ frame: VideoFrame) -> UInt32 {
    guard let box = frame.owner as? FrameBox else { return 0 }
    let picture = box.pointer
    let format = AVPixelFormat(picture.pointee.format)
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    var checksum = CRC32()
    if (frame.width, frame.height) != (Int(width), Int(height)) {
      // A part of what was decoded: its rows, plane by plane, as they stand in a raw file.
      for plane in frame.planes {
        for y in 0..<plane.height {
          let length = plane.width * frame.format.bytesPerSample
          checksum.update(UnsafeRawBufferPointer(start: plane.row(y), count: length))
        }
      }
      return checksum.value
    }
    let size = av_image_get_buffer_size(format, width, height, 1)
    guard size > 0 else { return 0 }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = Int(
        av_image_copy_to_buffer(
          buffer.baseAddress, size, vsff_frame_planes(picture), vsff_frame_strides(picture), format,
          width, height, 1))
    }
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }

  // MARK: Sound

  /// Samples that follow one another without a gap.
  private struct Run {
    let time: Time
    let first: Int
    var count: Int
  }

  private mutating func sound(
    _ asset: MediaAsset, _ track: MediaTrack, _ theirs: OracleReference.Sound, _ reads: Int
  ) throws -> [String] {
    guard let info = track.audio else { return [] }
    let rate = Int64(info.sampleRate)
    // Recorders' times jitter; what follows within 10 ms is played on without a seam.
    let tick = max(Time(2).scaled(by: Ratio(track.parameters.timeBase)), Time(1, 100))
    let ours = try Self.allSamples(asset, track, info)
    samples += info.sampleCount
    guard theirs.channels == info.channels || theirs.blocks.isEmpty else {
      return ["\(info.channels) channels for \(theirs.channels)"]
    }
    var differences = ours.issues
    let channels = info.channels
    func isEqual(_ run: Run, at place: Int) -> Int? {
      for sample in 0..<run.count where place + sample < Int(info.sampleCount) {
        // What comes out before the beginning of time is priming that the program does not cut.
        guard place + sample >= 0 else { continue }
        for channel in 0..<channels {
          let their = theirs.samples[(run.first + sample) * channels + channel]
          if abs(their - ours.samples[channel][place + sample]) > 1e-6 { return sample }
        }
      }
      return nil
    }
    var reached = 0
    // A sound of its own begins with what follows its priming; the program moves all times there.
    let shift =
      isAlone && track.timeRange.start == .zero ? theirs.blocks.first?.time ?? .zero : .zero
    for (number, run) in Self.runs(theirs.blocks, rate, tick).enumerated() {
      let expected = Int((run.time - shift - track.timeRange.start).units(per: rate))
      let reach = Int(tick.units(per: rate, .awayFromZero))
      // The first must be where our track begins, the others where the samples themselves say.
      let candidates =
        (number == 0 && abs(expected) <= reach ? [0] : []) + [expected]
        + (1...max(1, reach)).flatMap { [expected - $0, expected + $0] }
      guard let place = candidates.first(where: { isEqual(run, at: $0) == nil }) else {
        differences.append(
          "run \(number) of \(run.count) samples at \(run.time) differs from sample "
            + "\(isEqual(run, at: expected) ?? 0) on")
        reached = expected + run.count
        continue
      }
      if number == 0, place > 0 || place < 0 && run.time >= .zero {
        differences.append("begins \(place) samples early")
      }
      if place > reached, number > 0 {
        let isSilent = ours.samples.allSatisfy { channel in
          channel[min(reached, channel.count)..<min(place, channel.count)].allSatisfy { $0 == 0 }
        }
        if !isSilent { differences.append("sound in the hole before run \(number)") }
      }
      reached = place + run.count
    }
    let rest = reached - Int(info.sampleCount)
    if rest < 0 || rest >= 2048 {
      differences.append("\(info.sampleCount) samples for \(reached)")
    }
    return try differences + soundAtRandom(asset, track, info, ours.samples, reads)
  }

  private static func runs(
    _ blocks: [OracleReference.Block], _ rate: Int64, _ tick: Time
  ) -> [Run] {
    var runs: [Run] = []
    for block in blocks {
      if let last = runs.last,
        (last.time + Time(Int64(last.count), rate) - block.time).magnitude <= tick
      {
        runs[runs.count - 1].count += block.count
      } else {
        runs.append(Run(time: block.time, first: block.first, count: block.count))
      }
    }
    return runs
  }

  private static func allSamples(
    _ asset: MediaAsset, _ track: MediaTrack, _ info: AudioTrackInfo
  ) throws -> (samples: [[Float]], issues: [String]) {
    let reader = try AudioReader(track, of: asset)
    let buffer = try reader.read(from: 0, count: Int(info.sampleCount))
    let samples = (0..<info.channels).map {
      Array(UnsafeBufferPointer(start: buffer[$0], count: buffer.frames))
    }
    return (samples, reader.issues.map { "\($0.message) at \($0.time)" })
  }

  /// How far a stretch read after a seek may be from the one that was read on to.
  ///
  /// Nothing but rounding, in general. Where AAC leaves out bands of noise and has the decoder make
  /// them up, the noise goes on from all that was made before, and only its strength is the file's.
  /// The program differs from itself as far after `-ss`: by up to 0.00128 in the one real file where
  /// it can be heard, and by less than a step of 16 bits in all others. A fixed-point decoder carries
  /// its rounding on.
  private func allowance(_ track: MediaTrack) -> Float {
    switch track.codec {
    case "aac": isNoisy ? 2e-3 : 0x1p-15
    case "mp2": 0x1p-14
    default: 1e-5
    }
  }

  private mutating func soundAtRandom(
    _ asset: MediaAsset, _ track: MediaTrack, _ info: AudioTrackInfo, _ truth: [[Float]],
    _ reads: Int
  ) throws -> [String] {
    let reader = try AudioReader(track, of: asset)
    var wrong: [(place: Int, error: Float)] = []
    for _ in 0..<reads where info.sampleCount > 0 {
      let first = Int.random(in: 0..<Int(info.sampleCount), using: &random)
      let count = min(2000, Int(info.sampleCount) - first)
      let buffer = try reader.read(from: Int64(first), count: count)
      let worst =
        truth.indices.map { channel in
          (0..<count).reduce(Float(0)) {
            max($0, abs(buffer[channel][$1] - truth[channel][first + $1]))
          }
        }.max() ?? 0
      if worst > allowance(track) { wrong.append((first, worst)) }
    }
    guard let worst = wrong.max(by: { $0.error < $1.error }) else { return [] }
    return [
      "\(wrong.count) of \(reads) stretches read at random differ, most at \(worst.place): "
        + "\(worst.error)"
    ]
  }
}
