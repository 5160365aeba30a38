import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// Clips whose pictures say their number, and for each as much noise, of which no two places are
/// alike.
struct TimelineClips {
  let pictures: [CodedClip]
  let videos: [SourceTrack]
  let audios: [SourceTrack]
  let noise: [[Int16]]
  private let folder = TemporaryFolder("timelines")

  static let sampleRate = 48_000
  static let width = 64
  static let height = 40

  init() throws {
    let uneven = (0..<50).map { Ratio($0 * 4 + [0, 1, 0, 2, 1][$0 % 5], 90) }
    pictures = [
      Self.clip(1, "mp4") {
        ($0.rate, $0.count, $0.bFrames, $0.keyInterval) = (Ratio(24), 60, 2, 12)
      },
      Self.clip(2, "mkv") {
        ($0.rate, $0.count, $0.bFrames) = (Ratio(30_000, 1001), 75, 3)
      },
      Self.clip(3, "mov") { ($0.rate, $0.count, $0.keyInterval) = (Ratio(25), 70, 5) },
      Self.clip(4, "mp4") { ($0.rate, $0.times, $0.count) = (Ratio(30), uneven, 50) },
    ]
    noise = pictures.map { clip in
      var generator = Seeded(state: UInt64(clip.id) &* 977)
      return (0..<3 * Self.sampleRate).map { _ in
        Int16.random(in: -16_000...16_000, using: &generator)
      }
    }
    videos = try CodedClip.make(pictures).map { path in
      try #require(FileSource(try MediaAsset.open(path)).tracks.first { $0.mediaType == .video })
    }
    audios = try noise.enumerated().map { [folder] index, samples in
      let path = folder("noise\(index).wav")
      writeFile(path, Self.wave(samples))
      return try #require(FileSource(try MediaAsset.open(path)).tracks.first)
    }
  }

  private static func clip(
    _ id: Int, _ container: String, _ change: @escaping (inout CodedClip.Picture) -> Void
  ) -> CodedClip {
    CodedClip(
      id, container: container,
      picture: { picture in
        (picture.width, picture.height) = (width, height)
        change(&picture)
      })
  }

  /// A mono WAV file.
  private static func wave(_ samples: [Int16]) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 2
    return Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(sampleRate, 4) + bytes(sampleRate * 2, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(size, 4) + samples.flatMap { bytes(Int($0), 2) }
  }

  func length(_ clip: Int) -> Exact { Exact(pictures[clip].pictureLength) }

  /// When a frame of a clip begins.
  func start(_ clip: Int, _ frame: Int) -> Exact { Exact(pictures[clip].time(of: frame)) }

  /// The frame of a clip that is shown at a time, or the last one that began before it.
  func frame(_ clip: Int, at time: Exact, before: Bool) -> Int {
    let picture = pictures[clip].picture!
    guard let times = picture.times else {
      let place = time * Exact(picture.rate)
      return min(max(before ? place.ceiling - 1 : place.floor, 0), picture.count - 1)
    }
    return times.lastIndex { before ? Exact($0) < time : Exact($0) <= time } ?? 0
  }
}

/// A repeatable generator (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Exact {
  init(_ ratio: Ratio) { self.init(Int128(ratio.numerator), Int128(ratio.denominator)) }

  init(_ time: Time) { self.init(Int128(time.value), Int128(time.timescale)) }

  var time: Time { Time(Int64(top), Int64(bottom)) }
}
