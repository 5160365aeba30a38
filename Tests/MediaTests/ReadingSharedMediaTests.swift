import Glibc
import TestSupport
import Testing
import Timing

@testable import Media

/// Real files of many makers, against what FFmpeg's tools say of them.
@Suite("Real files", .serialized)
struct ReadingSharedMediaTests {
  /// The folder of real files beside the checkout; nil where there is none.
  private static let folder: String? = {
    var path = #filePath
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      if access(path + "/shared/media/MANIFEST.tsv", R_OK) == 0 { return path + "/shared/media" }
    }
    return nil
  }()

  /// Pictures that we present otherwise than `ffprobe`, and why.
  private static let otherPictures = [
    "iibbibb_editlist_videoonly.mp4": "the half frame in which the edit begins is shown",
    "sample_edit_list.mp4": "frames after a cut first frame keep their places",
    "invalid_bitstream.webm": "nothing in it decodes",
    "corrupted.mp4": "a picture that does not decode is held, not left out",
  ]

  /// Sound that we present otherwise than `ffmpeg`, and why.
  private static let otherSound = [
    "bbb_1ch_8kHz_aac_lc.m4a": "padding is cut too",
    "sample_eac3.mp4": "six frames in one packet, of which the decoder takes one",
    "sample_with_chapters.mp4": "a gap between two packets is silence",
    "hlg10_color_test.mp4": "a gap between two packets is silence",
    "bbb_2500ms.ts": "a gap between two packets is silence",
    "sample_mdat_too_long.mp4": "1024 samples that libfaac is known for are not cut",
    "sample_rotate_and_reflect.mp4": "1024 samples that libfaac is known for are not cut",
    "bt601.mov": "1024 samples that libfaac is known for are not cut",
    "sample.flv": "1024 samples that libfaac is known for are not cut",
    "av1_video.mp4": "1024 samples that libfaac is known for are not cut",
  ]

  private static let files = folder.map { listing(of: $0).filter { !$0.hasSuffix(".tsv") } } ?? []

  private static func exception(_ table: [String: String], _ name: String) -> String? {
    table.first { name.hasSuffix("__" + $0.key) }?.value
  }

  @Test("Every file opens or is refused with a word, its path and a hint; frames and samples agree")
  func agrees() throws {
    guard let folder = Self.folder else {
      print("skipped: there is no shared/media beside the checkout (0 files read)")
      return
    }
    var opened = 0
    for name in Self.files {
      let path = folder + "/" + name
      let asset: MediaAsset
      do throws(MediaError) {
        asset = try MediaAsset.open(path)
      } catch {
        #expect(error.path == path && error.hint != nil, "\(name)")
        Issue.record("\(name) is refused: \(error)")
        continue
      }
      opened += 1
      #expect(Set(asset.tracks.map(\.id)).count == asset.tracks.count, "\(name): ids repeat")
      for track in asset.tracks {
        if track.video != nil { try comparePictures(asset, track, name) }
        if track.audio != nil { try compareSound(asset, track, name) }
      }
    }
    print("\(opened) of \(Self.files.count) real files read")
    #expect(opened == Self.files.count)
  }

  private func comparePictures(_ asset: MediaAsset, _ track: MediaTrack, _ name: String) throws {
    let frames = try #require(track.video).frames
    if let reason = Self.exception(Self.otherPictures, name) {
      #expect(frames.count > 0, "\(name): \(reason)")
      return
    }
    let listed = runTool(
      "ffprobe",
      [
        "-v", "quiet", "-select_streams", "\(track.streamIndex)", "-show_entries",
        "frame=best_effort_timestamp_time", "-of", "csv=p=0", asset.path,
      ])
    let times = listed.split(whereSeparator: \.isNewline).compactMap {
      Double($0.split(separator: ",").first ?? "")
    }
    #expect(frames.count == times.count, "\(name)")
    for (index, time) in times.enumerated() where index < frames.count {
      #expect(abs(frames.time(of: index).seconds - time) < 0.0011, "\(name) frame \(index)")
    }
    // The last frames first, so that seeking is part of it.
    let reader = try VideoReader(track, of: asset, threads: 2)
    for index in Array(max(0, frames.count - 5)..<frames.count) + Array(0..<min(5, frames.count)) {
      _ = try reader.frame(index)
    }
    #expect(reader.issues.isEmpty, "\(name)")
  }

  private func compareSound(_ asset: MediaAsset, _ track: MediaTrack, _ name: String) throws {
    let audio = try #require(track.audio)
    if let reason = Self.exception(Self.otherSound, name) {
      #expect(audio.sampleCount > 0, "\(name): \(reason)")
      return
    }
    let raw = readingFolder("shared.f32")
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "quiet", "-y", "-i", asset.path, "-map", "0:\(track.streamIndex)", "-f", "f32le", raw,
      ])
    _ = tool.wait()
    let bytes = try #require(readFile(raw))
    let theirs = bytes.count / 4 / audio.channels
    // An edit list or a container may end the sound before the last packet does.
    #expect(Int(audio.sampleCount) <= theirs && theirs - Int(audio.sampleCount) < 1024, "\(name)")
    let reader = try AudioReader(track, of: asset)
    let count = min(8192, Int(audio.sampleCount))
    let ours = try reader.read(from: 0, count: count)
    let worst = bytes.withUnsafeBytes { pointer -> Float in
      let samples = pointer.bindMemory(to: Float.self)
      return (0..<count * audio.channels).reduce(0) {
        max($0, abs(samples[$1] - ours[$1 % audio.channels][$1 / audio.channels]))
      }
    }
    // AC-3 decoders fill quiet bands with noise of their own.
    #expect(worst < (track.codec == "ac3" ? 1e-3 : 1e-6), "\(name)")
    #expect(reader.issues.isEmpty, "\(name)")
  }
}
