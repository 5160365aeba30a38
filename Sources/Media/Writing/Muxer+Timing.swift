import CFFmpeg
import Geometry
import Timing

extension Muxer {
  /// What the muxer is told so that times stay as they are and lengths are not limited.
  func timingOptions() -> [(String, String)] {
    if container.isMovie || container.isMatroska {
      // Nothing is shifted to hide an encoder's negative times: MP4's edit lists and Matroska's
      // codec delay declare them.
      context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
    }
    // Longer than 4 GiB only where it has to be, but then it still works.
    if container.fileType == "wav" { return [("rf64", "auto")] }
    guard container.isMovie else { return [] }
    var options = [("use_editlist", "1")]
    let timescale = container.movieTimescale ?? exactTimescale()
    options.append(("movie_timescale", "\(timescale)"))
    // The picture's end is as exact as the sound's where its times fit into the same unit.
    let videos = tracks.filter(\.isVideo)
    if !videos.isEmpty, videos.allSatisfy({ timescale % $0.timeBase.timescale == 0 }) {
      options.append(("video_track_timescale", "\(timescale)"))
    }
    return options
  }

  /// What a container wants added to a stream's times.
  ///
  /// Matroska's block times of Opus count from the first coded sample; its readers take the codec
  /// delay off again. libavformat writes that delay, for Opus alone, and leaves the times to us.
  func offset(of encoder: UnsafePointer<AVCodecContext>) -> Int64 {
    guard container.isMatroska, encoder.pointee.codec_id == AV_CODEC_ID_OPUS else { return 0 }
    return Int64(encoder.pointee.initial_padding)
  }

  /// A scale in which every track's times are whole, or the sound's where there is no small one.
  private func exactTimescale() -> Int64 {
    let scales = tracks.map(\.timeBase.timescale)
    var common: Int64 = 1
    for scale in scales {
      let sum = Time(1, common) + Time(1, scale)
      common = sum.timescale
      guard common <= Self.largestTimescale else {
        return tracks.first { !$0.isVideo }?.timeBase.timescale ?? 90_000
      }
    }
    // A coarse unit would round the ends of what other programs add.
    while common < 1000 { common *= 2 }
    return common
  }

  /// 44.1 kHz with 24000/1001 still fits; players count in 64 bits, but not all of them for long.
  private static let largestTimescale: Int64 = 10_000_000

  /// Hands the chapters to the muxer; they are freed with the context.
  ///
  /// Their times are kept to the microsecond, which is finer than any container's.
  func addChapters(_ chapters: [Chapter]) {
    guard !chapters.isEmpty else { return }
    let size = MemoryLayout<AVChapter>.stride
    let pointer = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let list = av_calloc(chapters.count, pointer) else { fatalError("out of memory") }
    let entries = list.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
    for (index, chapter) in chapters.enumerated() {
      guard let memory = av_mallocz(size) else { fatalError("out of memory") }
      let entry = memory.bindMemory(to: AVChapter.self, capacity: 1)
      entry.pointee.id = Int64(index)
      entry.pointee.time_base = AVRational(num: 1, den: 1_000_000)
      entry.pointee.start = chapter.range.start.units(per: 1_000_000)
      entry.pointee.end = chapter.range.end.units(per: 1_000_000)
      av_dict_set(&entry.pointee.metadata, "title", chapter.title, 0)
      entries[index] = entry
    }
    context.pointee.chapters = entries
    context.pointee.nb_chapters = UInt32(chapters.count)
  }

  /// Declares how a player turns the picture.
  func setDisplayMatrix(_ transform: Transform, of stream: UnsafeMutablePointer<AVStream>) {
    guard let data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36) else {
      fatalError("out of memory")
    }
    func fixed(_ value: Double, _ bits: Int) -> Int32 {
      Int32(clamping: Int64((value * Double(1 << bits)).rounded()))
    }
    let matrix = [
      fixed(transform.a, 16), fixed(transform.b, 16), 0,
      fixed(transform.c, 16), fixed(transform.d, 16), 0,
      fixed(transform.tx, 16), fixed(transform.ty, 16), fixed(1, 30),
    ]
    matrix.withUnsafeBytes { bytes in
      data.update(
        from: bytes.bindMemory(to: UInt8.self).baseAddress ?? UnsafePointer(data), count: 36)
    }
  }
}
