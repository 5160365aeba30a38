import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// Cuts off key frames in every codec that is copied: right frames, no complaint, the same packets.
@Suite struct CopiedCodecTests {
  struct Kind: CustomStringConvertible, Sendable {
    let codec: String
    var container = "mp4"
    var bFrames = 0
    var options: [String] = []
    var pixelFormat = "yuv420p"
    /// Frames that may be encoded in a film of 31 that begins 5 frames into a group of 12.
    var encoded = 7...12

    var description: String { "\(codec) \(container) \(bFrames) \(options.joined(separator: " "))" }
  }

  static let kinds = [
    Kind(codec: "libx264", container: "ts", bFrames: 2),
    Kind(codec: "libx264", bFrames: 2, pixelFormat: "yuv420p10le"),
    Kind(codec: "libx264", container: "mkv", pixelFormat: "yuv422p"),
    Kind(codec: "libx265", bFrames: 2),
    Kind(codec: "libx265", container: "mov", options: ["-tag:v", "hvc1"]),
    Kind(codec: "mpeg4"), Kind(codec: "mpeg4", bFrames: 2, encoded: 7...14),
    Kind(codec: "mpeg2video", container: "mkv"),
    Kind(codec: "mpeg2video", container: "mkv", bFrames: 2, encoded: 7...14),
    Kind(codec: "libvpx-vp9", container: "webm"),
    Kind(codec: "prores_ks", container: "mov", pixelFormat: "yuv422p10le", encoded: 0...0),
    Kind(codec: "mjpeg", container: "mov", options: ["-q:v", "2"], encoded: 0...0),
  ]

  @Test(arguments: kinds.indices) func partsAreCopied(index: Int) throws {
    let kind = Self.kinds[index]
    let source = CodedClip(
      650 + index, container: kind.container,
      picture: {
        ($0.codec, $0.count, $0.keyInterval) = (kind.codec, 48, 12)
        ($0.bFrames, $0.options, $0.pixelFormat) = (kind.bFrames, kind.options, kind.pixelFormat)
      })
    let isStream = kind.container == "ts"
    let film = try Copies(
      [.init(source, 5..<36), .init(source, 12..<48)],
      to: "film." + (isStream ? "mp4" : kind.container))
    let encoded = film.report.frames - film.report.copiedFrames
    #expect(kind.encoded.contains(encoded), "\(kind): \(film.outline) \(film.report.notes)")
    #expect(
      film.problems(exactTimes: !["mkv", "webm"].contains(kind.container)) == [], "\(kind)")
    guard !isStream else { return }
    // The head of the first packet behind a cut may have to say that it begins anew.
    let shared = film.sharedPackets(with: [source.make()])
    let begins = ["libx265", "mpeg4"].contains(kind.codec) ? 2 : 0
    #expect(shared >= film.report.copiedFrames - begins, "\(kind)")
  }
}
