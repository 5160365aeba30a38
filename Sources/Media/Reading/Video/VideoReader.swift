import CFFmpeg
import Imaging
import Timing

/// Reads one picture track frame by frame, exactly: frame k is the k-th presented frame.
///
/// Holds one open file and one decoder. Not Sendable: one thread at a time. Going forward decodes
/// every frame once; going back, or far ahead, starts again from the key frame before.
package final class VideoReader {
  package let track: MediaTrack
  package private(set) var counters = ReaderCounters()
  private let path: String
  private let info: VideoTrackInfo
  private let index: FrameIndex
  private let identity: FileIdentity
  private let threads: Int
  private var source: PictureSource?
  /// The frames decoded last, by media frame, oldest first.
  private var recent: [(media: Int, frame: VideoFrame)] = []
  /// Media frames that turned out not to decode.
  private var missing: Set<Int> = []
  private var log = IssueLog()
  private var describer: FrameDescriber

  /// Frames are asked for one before the other: what is decoded on the way to one is kept.
  private var isGoingBack = false
  private var lastAsked = -1

  /// How many decoded frames are kept for a step back.
  private static let recentLimit = 4
  /// How much memory they may take while frames are asked for backward.
  private static let backwardBytes = 64 << 20
  /// Frames passed over at once, going backward fast.
  private static let backwardStep = 32
  /// A seek pays off from this many frames that would only be decoded to get past them.
  private static let seekCost = 8

  /// Opens a video track of an asset; `threads` is how many the decoder may use.
  ///
  /// About 0.5 ms for a small MP4.
  package init(_ track: MediaTrack, of asset: MediaAsset, threads: Int) throws(MediaError) {
    guard let info = track.video, info.frames.count > 0 else {
      throw MediaError(.noFrames, path: asset.path, action: "read the picture of")
    }
    self.track = track
    self.info = info
    index = info.index
    path = asset.path
    identity = asset.identity
    self.threads = threads
    describer = FrameDescriber(info)
    let source = try PictureSource(track, info, path: path, threads: threads, identity: identity)
    self.source = source
    counters.opens = 1
  }

  /// Something did not decode: from then on nothing is left out on the way to a frame.
  private var hasDamage = false

  /// Asked between pictures: true ends a long way to a frame with an error.
  package var shouldStop: (@Sendable () -> Bool)?

  /// What could not be decoded since the last look.
  package var issues: [DecodeIssue] { log.drain() }

  /// Closes the file and the decoder; frames handed out stay valid.
  package func close() {
    source = nil
    recent = []
  }

  /// The presented frame of that number.
  ///
  /// Asking twice gives the same object. A frame that cannot be decoded is replaced by the last good
  /// one before it, or the first good one where there is none, and noted in `issues`.
  package func frame(_ presented: Int) throws(MediaError) -> VideoFrame {
    precondition(presented >= 0 && presented < info.frames.count, "no such frame")
    return try mediaFrame(standIn(for: index.media(of: presented)))
  }

  /// How many frames have to be decoded for a frame; 0 if it is at hand.
  package func costToReach(_ presented: Int) -> Int {
    let media = standIn(for: index.media(of: presented))
    if recent.contains(where: { $0.media == media }) { return 0 }
    let key = index.keyNumber(for: media).map { index.key($0).media } ?? 0
    let afterSeek = media - key + 1 + Self.seekCost
    let last = source?.last ?? -1
    guard last < media else { return afterSeek }
    return min(media - last, afterSeek)
  }

  /// Whether a frame is the next of those that are asked for one before the other.
  ///
  /// The way there may be long, but what is decoded on it is asked for next.
  package func isFollowedBackward(by presented: Int) -> Bool {
    let distance = lastAsked - standIn(for: index.media(of: presented))
    return isGoingBack && (1...Self.backwardStep).contains(distance)
  }

  /// The nearest frame before a missing one that is not missing.
  private func standIn(for media: Int) -> Int {
    var media = media
    while missing.contains(media), media > 0 { media -= 1 }
    return media
  }

  private func mediaFrame(_ media: Int) throws(MediaError) -> VideoFrame {
    let isStepBack = (1...Self.backwardStep).contains(lastAsked - media)
    if media != lastAsked { isGoingBack = media < lastAsked }
    lastAsked = media
    if let known = recent.first(where: { $0.media == media }) { return known.frame }
    guard let source else {
      throw MediaError(.ioFailed, path: path, action: "read", detail: "its reader was closed")
    }
    var attempt = SeekAttempt(index.keyNumber(for: media))
    source.neededFrom = isStepBack || hasDamage ? nil : index.stamps.stamp(of: media)
    if !canContinue(to: media) { try seek(source, &attempt) }
    while true {
      var isOver = true
      while let last = try decodeOne(source) {
        // How a decoder hides damage depends on all that it saw before.
        if hasDamage, source.hasSkipped {
          isOver = false
          break
        }
        if last == media, source.isTrustworthy(media), let frame = recent.last?.frame {
          return frame
        }
        guard last >= media else { continue }
        isOver = false
        break
      }
      // It did not come. Either the file was entered too late for it, or it does not decode, and
      // then the one just before it is wanted.
      if source.hasSkipped {
        source.neededFrom = nil
        attempt = SeekAttempt(index.keyNumber(for: media))
        try seek(source, &attempt)
        continue
      }
      // A decoder that has not settled when the file ends keeps the last pictures, so more is tried
      // for those.
      let isSettled = source.isSettled(before: media)
      if attempt.isExhausted || isSettled && (!isOver || source.beganAtStart || attempt.isFarBack) {
        return try replace(media)
      }
      try seek(source, &attempt)
    }
  }

  /// Whether decoding on is possible and cheaper than a seek.
  private func canContinue(to media: Int) -> Bool {
    guard let source, let last = source.last ?? (source.isAtStart ? -1 : nil), last < media else {
      return false
    }
    guard media - last > Self.seekCost, let number = index.keyNumber(for: media) else {
      return true
    }
    return index.key(number).media <= last + Self.seekCost
  }

  private func seek(_ source: PictureSource, _ attempt: inout SeekAttempt) throws(MediaError) {
    let key = attempt.next()
    counters.seeks += 1
    // Going back, what was decoded before has been seen; its memory is for what comes now.
    if isGoingBack { recent = [] }
    if try source.seek(toKey: key) { counters.opens += 1 }
  }

  /// Decodes the next frame in presentation order and keeps it; nil at the end.
  private func decodeOne(_ source: PictureSource) throws(MediaError) -> Int? {
    while true {
      if shouldStop?() == true {
        throw MediaError(.ioFailed, path: path, action: "read", detail: "it was told to stop")
      }
      let event = try source.next(&counters)
      switch event {
      case .end: return nil
      case .failure(let stamp, let message):
        hasDamage = true
        // Without a timestamp, what failed comes after what came last.
        let next = source.last.map { min($0 + 1, index.stamps.count - 1) }
        note(stamp.flatMap { index.stamps.index(of: $0) } ?? next, message)
      case .frame(let media, let box, let complaint):
        let isDamaged =
          box.pointer.pointee.decode_error_flags != 0
          || box.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        hasDamage = hasDamage || isDamaged
        if isDamaged || complaint != nil { note(media, complaint ?? "damaged picture") }
        let isOther = describer.isOfOtherSize
        guard let frame = describer.frame(box) else {
          throw MediaError(
            .decodeFailed, path: path, time: time(of: media), action: "use a picture of",
            detail: "its memory layout is not supported")
        }
        if describer.isOfOtherSize, !isOther {
          note(
            media,
            "the pictures change from \(info.codedWidth)×\(info.codedHeight) to "
              + "\(frame.width)×\(frame.height) and are fitted into the same room")
        }
        if source.isTrustworthy(media) { keep(frame, media) }
        return media
      }
    }
  }

  /// Keeps a frame for a step back: a few, or as much of a group of pictures as memory allows while
  /// frames are asked for backward, so that a group need not be decoded again for each of them.
  private func keep(_ frame: VideoFrame, _ media: Int) {
    recent.append((media, frame))
    let limit =
      isGoingBack ? max(Self.recentLimit, Self.backwardBytes / frame.byteCount) : Self.recentLimit
    if recent.count > limit { recent.removeFirst(recent.count - limit) }
  }

  /// Settles that a frame does not decode: the last good one stands in.
  private func replace(_ media: Int) throws(MediaError) -> VideoFrame {
    // What was there when the file was opened may have been cut off or written over.
    try identity.check(path)
    missing.insert(media)
    note(media, "picture not decodable, the one before it is held")
    if let before = recent.last(where: { $0.media < media }) { return before.frame }
    let earlier = standIn(for: media)
    if earlier < media, !missing.contains(earlier) { return try mediaFrame(earlier) }
    // Nothing good comes before it.
    if let after = recent.first(where: { $0.media > media }) { return after.frame }
    throw MediaError(
      .decodeFailed, path: path, time: time(of: media), action: "decode the picture of")
  }

  private func time(of media: Int?) -> Time {
    guard let media, let presented = index.presented(of: media) else {
      return track.timeRange.start
    }
    return info.frames.time(of: presented)
  }

  private func note(_ media: Int?, _ message: String) { log.add(time(of: media), message) }
}

/// Which key frames to try, one after another, to get at a frame.
private struct SeekAttempt {
  private let number: Int?
  /// How many keys before the nearest one to start from.
  private var distances = [0, 1, 2, 8]
  /// The beginning of the file was tried.
  private(set) var isExhausted = false

  init(_ number: Int?) { self.number = number }

  /// Every distance was tried.
  var isFarBack: Bool { distances.isEmpty }

  /// The next key to start from; nil for the beginning of the file.
  mutating func next() -> Int? {
    if let number, let distance = distances.first, number >= distance {
      distances.removeFirst()
      return number - distance
    }
    isExhausted = true
    return nil
  }
}

extension VideoFrame {
  /// The memory of its samples.
  fileprivate var byteCount: Int { planes.reduce(1) { $0 + $1.stride * $1.height } }
}
