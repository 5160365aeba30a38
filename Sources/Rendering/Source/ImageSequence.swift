import Composition
@preconcurrency import Glibc
import Imaging
import Media
import Synchronization
import Timing

/// Numbered picture files shown one after the other at a rate.
package final class ImageSequence: MediaSource {
  /// The pattern as it was given.
  package let pattern: String
  /// The files in the order of their numbers.
  package let paths: [String]
  package let rate: FrameRate
  private let first: MediaAsset
  private let track: MediaTrack
  let video: VideoTrackInfo
  let frames: FrameTable
  /// The pictures decoded last, newest first.
  private let recent = Mutex<[(index: Int, frame: VideoFrame)]>([])

  private static let recentLimit = 3

  package var name: String { pattern }
  package var path: String? { pattern }

  /// Finds the files of a pattern: `shots/%04d.png`, or `shots/*.png` in the order of the names.
  ///
  /// A number that is missing between the first and the last is an error.
  package init(pattern: String, rate: FrameRate = FrameRate(25)) throws {
    self.pattern = pattern
    self.rate = rate
    paths = try FilePattern(pattern).files()
    first = try MediaAsset.open(paths[0])
    guard let track = first.video, let video = track.video, video.frames.count > 0 else {
      throw RenderError(
        "no_pictures", number: -11838, "'\(paths[0])' holds no picture", path: paths[0],
        hint: "it may be damaged or no picture at all; write it anew")
    }
    (self.track, self.video) = (track, video)
    frames = FrameTable(start: .zero, step: rate.frameDuration, count: paths.count)
  }
}

extension ImageSequence: RenderableSource {
  package var formatName: String { "image_sequence" }

  package var tracks: [SourceTrack] {
    [
      SourceTrack(
        video: self, trackID: 1,
        timeRange: TimeRange(start: .zero, duration: frames.endOfLast.reduced),
        naturalTimeScale: rate.numerator, naturalSize: video.naturalSize,
        signature: .video(
          codec: track.codec, width: video.codedWidth, height: video.codedHeight,
          aspectWidth: video.pixelAspect.numerator, aspectHeight: video.pixelAspect.denominator),
        preferredTransform: video.preferredTransform, frameRate: rate, frameCount: frames.count)
    ]
  }

  var assets: [MediaAsset] { [first] }
}

extension ImageSequence: StillPictures {
  func frame(_ index: Int) throws -> VideoFrame {
    if let known = recent.withLock({ $0.first { $0.index == index }?.frame }) { return known }
    let asset = index == 0 ? first : try MediaAsset.open(paths[index])
    guard let track = asset.video else {
      throw RenderError(
        "no_pictures", number: -11838, "'\(paths[index])' holds no picture", path: paths[index],
        hint: "it may be damaged or no picture at all; write it anew")
    }
    let reader = try VideoReader(track, of: asset, threads: 1)
    defer { reader.close() }
    let frame = try reader.frame(0)
    recent.withLock { kept in
      kept.insert((index, frame), at: 0)
      if kept.count > Self.recentLimit { kept.removeLast() }
    }
    return frame
  }
}

/// The files that a pattern with a number or a star means.
struct FilePattern {
  let text: String

  init(_ text: String) { self.text = text }

  func files() throws -> [String] {
    let found = try text.contains("%") ? numbered() : matching()
    guard !found.isEmpty else {
      throw RenderError(
        "file_not_found", "no file fits the pattern '\(text)'", path: text,
        hint: "write it as in 'shots/%04d.png' or 'shots/*.png'")
    }
    return found
  }

  private func matching() -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard glob(text, 0, nil, &result) == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { index in
      result.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// `%d` stands for a number, `%04d` for one with at least four digits.
  private func numbered() throws -> [String] {
    let slash = text.lastIndex(of: "/")
    let folder = slash.map { String(text[...$0]) } ?? ""
    let name = slash.map { text[text.index(after: $0)...] } ?? text[...]
    guard let (head, digits, tail) = Self.parts(of: name) else {
      throw RenderError(
        "invalid_pattern", "the pattern '\(text)' needs one number, such as %04d, in its last part",
        path: text, hint: "write it as in 'shots/%04d.png' or 'shots/*.png'")
    }
    var files: [(number: Int, path: String)] = []
    for file in fileNames(in: folder.isEmpty ? "." : folder) {
      guard file.utf8.count > head.utf8.count + tail.utf8.count, file.hasPrefix(head),
        file.hasSuffix(tail)
      else { continue }
      let middle = file.dropFirst(head.count).dropLast(tail.count)
      guard middle.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(middle),
        middle.utf8.count == max(digits, String(number).utf8.count)
      else { continue }
      files.append((number, folder + file))
    }
    files.sort { $0.number < $1.number }
    for (before, after) in zip(files, files.dropFirst()) where after.number != before.number + 1 {
      throw RenderError(
        "file_not_found",
        "the pattern '\(text)' has a gap: there is \(before.number) and \(after.number), but "
          + "nothing between", path: before.path,
        hint: "number the files without gaps, or use a star instead of the number")
    }
    return files.map(\.path)
  }

  /// What stands before and after the number, and how many digits it has at least.
  private static func parts(
    of name: Substring
  ) -> (head: String, digits: Int, tail: String)? {
    let pieces = name.split(separator: "%", omittingEmptySubsequences: false)
    guard pieces.count == 2, let end = pieces[1].firstIndex(of: "d") else { return nil }
    let width = pieces[1][..<end]
    guard width.count <= 3, width.allSatisfy(\.isNumber) else { return nil }
    return (
      String(pieces[0]), Int(width) ?? 1, String(pieces[1][pieces[1].index(after: end)...])
    )
  }
}
