import CFFmpeg
import Geometry
import Imaging
import Timing

extension TrackBuilder {
  /// Describes a picture track.
  func videoTrack(_ stream: StreamFacts) -> MediaTrack {
    let table = table(for: stream)
    let scanned = scanned(stream)
    var samples = table?.makeSamples() ?? scanned?.samples ?? []
    let isTimedByOrder = scanned?.hasGuessedTimes ?? false
    if table == nil { dropUndecodableStart(&samples, stream, isTimedByOrder: isTimedByOrder) }
    let box = box(for: stream)
    let coarse = box.map { Time(1, $0.movieTimescale) } ?? .zero
    let edits = box?.edits ?? []
    var pieces = edits.isEmpty ? nil : box.map { self.pieces($0, stream) }
    func present() -> Presentation {
      Presentation(
        samples, tick: stream.tick, pieces: pieces, coarse: coarse, declared: stream.declaredRate,
        trustsDurations: table != nil)
    }
    var presentation = present()
    if presentation.frames.count == 0, !samples.isEmpty, pieces != nil {
      warn("the edit list of track \(stream.id) shows nothing of its media and is ignored")
      pieces = nil
      presentation = present()
    }
    let frames = presentation.frames
    if box?.isAuxiliary == true {
      warn("track \(stream.id) is the transparency of another track, which is shown opaque")
    }
    noteDolbyVision(stream)
    if frames.count == 0, !samples.isEmpty {
      let text = "none of the \(samples.count) pictures of track \(stream.id) can be decoded"
      warn(text)
      undecodable = text
    }
    noteLongPicture(frames, stream)
    let range = TimeRange(start: frames.start, duration: frames.endOfLast - frames.start)
    let bytes = table?.byteCount ?? scanned?.byteCount ?? 0
    return MediaTrack(
      id: stream.id, streamIndex: stream.index, mediaType: .video,
      isEnabled: box?.isEnabled ?? stream.isDefault,
      alternateGroup: box?.alternateGroup ?? stream.alternateGroup,
      language: stream.language, metadata: stream.metadata,
      bitRate: bitRate(stream, bytes: bytes, duration: range.duration), timeRange: range,
      naturalTimeScale: naturalTimeScale(frames, stream),
      segments: pieces == nil ? [Self.wholeMapping(range)] : Self.segments(box, range),
      parameters: stream.parameters,
      video: info(
        stream, presentation,
        isReordered: samples.contains { $0.presentation != $0.decoding } && !isTimedByOrder,
        isTimedByOrder: isTimedByOrder),
      audio: nil)
  }

  private func info(
    _ stream: StreamFacts, _ presentation: Presentation, isReordered: Bool, isTimedByOrder: Bool
  ) -> VideoTrackInfo {
    let values = stream.parameters.pointee
    let hasSideAlpha = stream.metadata.contains { $0.key == "alpha_mode" && $0.value == "1" }
    var format = PixelFormat(AVPixelFormat(values.format)) ?? .yuv420p
    if hasSideAlpha, format == .yuv420p { format = .yuva420p }
    var (width, height) = (Int(values.width), Int(values.height))
    let fields = FieldOrder(values.field_order)
    // Lines stay in their field, and colour where it is.
    let aperture =
      format.isPlanar
      ? box(for: stream)?.cleanAperture?.crop(
        width: width, height: height, alignX: 1 << format.chromaShiftX,
        alignY: (fields.isInterlaced ? 2 : 1) << format.chromaShiftY) : nil
    let blanking = VerticalBlanking(stream.parameters, container: demuxer.formatName)
    let crop = aperture ?? blanking?.crop
    // The container's word goes before the codec's.
    let own = stream.stream.pointee.sample_aspect_ratio
    let coded = values.sample_aspect_ratio
    var aspect = believed(own.num > 0 ? own : coded, stream)
    if let blanking {
      aspect = blanking.aspect(aspect)
      warn("track \(stream.id): \(blanking.lines) lines of blanking above the picture are left out")
    }
    let frames = presentation.frames
    var color = ColorDescription(parameters: stream.parameters.pointer).resolved(
      width: width, height: height, model: format.model)
    let light = color.isHighDynamicRange ? LightLevels.found(file: file, stream: stream) : nil
    if color.transfer == .pq { color.peakLuminance = light?.peak ?? 0 }
    if let crop { (width, height) = (crop.width, crop.height) }
    let naturalSize = Size(
      width: Double(width) * Double(aspect.numerator) / Double(aspect.denominator),
      height: Double(height))
    var transform = transform(stream, of: naturalSize)
    if crop != nil {
      // The matrix moves the whole picture to the origin; the part has its own way there.
      let place = transform.apply(
        Rect(x: 0, y: 0, width: naturalSize.width, height: naturalSize.height))
      (transform.tx, transform.ty) = (transform.tx - place.x, transform.ty - place.y)
    }
    return VideoTrackInfo(
      PictureFormat(
        width: width, height: height, crop: crop, pixelAspect: aspect,
        preferredTransform: transform, pixelFormat: format, color: color, light: light,
        nominalFrameRate: Self.nominalRate(frames), fieldOrder: fields,
        hasContainersFields: Self.codecsWithoutFields.contains(stream.parameters.codecName)),
      frames: frames, requiresFrameReordering: isReordered, index: presentation.index,
      isTimedByOrder: isTimedByOrder)
  }

  private static let codecsWithoutFields: Set<String> = [
    "ffv1", "rawvideo", "huffyuv", "ffvhuff", "utvideo", "v210", "png", "qtrle", "magicyuv",
  ]

  /// The exact rate of a grid, else the average rounded to a standard rate.
  private static func nominalRate(_ frames: FrameTable) -> FrameRate? {
    if let rate = frames.rate { return rate }
    guard frames.count > 0,
      let average = Ratio(Time(Int64(frames.count), 1), over: frames.endOfLast - frames.start),
      average.numerator > 0
    else { return nil }
    return .nearestStandard(to: FrameRate(average.numerator, average.denominator))
  }

  private func naturalTimeScale(_ frames: FrameTable, _ stream: StreamFacts) -> Int64 {
    guard let step = frames.step else { return stream.tick.denominator }
    return (frames.start.reduced + step.reduced).timescale
  }

  /// One damaged number can hold a picture for hours, which a film of it would then take.
  private func noteLongPicture(_ frames: FrameTable, _ stream: StreamFacts) {
    guard frames.count > 1, frames.endOfLast - frames.start > Self.longTime,
      let (index, duration) = frames.longestShown, duration > Self.longTime
    else { return }
    warn(
      "the picture at \(frames.time(of: index).clock) of track \(stream.id) is shown for "
        + "\(duration.clock): unless that is meant, a time in the file is damaged")
  }

  private static let longTime = Time(3600)

  /// The shape of a pixel, square where what the file says cannot be meant.
  private func believed(_ value: AVRational, _ stream: StreamFacts) -> PixelAspect {
    guard let aspect = PixelAspect(believing: value) else {
      warn(
        "track \(stream.id) says that its pixels are \(value.num) wide to \(value.den) high, "
          + "which is damage: they are taken as square")
      return .square
    }
    return aspect
  }

  /// The display matrix in pixels; the identity where there is none, or none that can be meant.
  private func transform(_ stream: StreamFacts, of size: Size) -> Transform {
    guard let matrix = vsff_display_matrix(stream.stream) else { return .identity }
    func fixed(_ index: Int) -> Double { Double(matrix[index]) / 65536 }
    let transform = Transform(
      a: fixed(0), b: fixed(1), c: fixed(3), d: fixed(4), tx: fixed(6), ty: fixed(7))
    let shown = transform.apply(Rect(x: 0, y: 0, width: size.width, height: size.height))
    let limit = 100 * max(size.width, size.height)
    guard shown.width >= 1, shown.height >= 1, max(shown.width, shown.height) <= limit else {
      warn(
        "the way that track \(stream.id) is turned is damaged: it would be shown as "
          + "\(shown.size), and is shown as it is stored")
      return .identity
    }
    return transform
  }

  /// A file cut out of a stream begins with pictures that need earlier ones; they are not in it.
  private func dropUndecodableStart(
    _ samples: inout [Sample], _ stream: StreamFacts, isTimedByOrder: Bool
  ) {
    guard let first = samples.firstIndex(where: { $0.isKey && !$0.isHidden }) else { return }
    for index in 0..<first { samples[index].isHidden = true }
    guard !isTimedByOrder else { return }
    let start = samples[first].presentation
    // Pictures stored after the first key but shown before it may or may not be decodable: it
    // depends on the codec and on what they refer to, so they are tried.
    let leading = samples.indices.filter { $0 > first && samples[$0].presentation < start }
    guard !leading.isEmpty else { return }
    let decodable = LeadingPictures.decodable(file: file, stream: stream, before: start)
    for index in leading where !decodable.contains(samples[index].presentation) {
      samples[index].isHidden = true
    }
  }
}

extension PixelAspect {
  /// What a file says of its pixels; square where it says nothing, nil where it cannot be meant.
  ///
  /// The flattest in use are 4 wide to 1 high.
  init?(believing value: AVRational) {
    self.init(Int(value.num), Int(value.den))
    let ratio = Double(numerator) / Double(denominator)
    guard (0.01...100).contains(ratio) else { return nil }
  }
}

extension LightLevels {
  /// What the container says, or else the first picture, where codecs keep it; nil for nothing.
  fileprivate static func found(file: LocalFile, stream: StreamFacts) -> LightLevels? {
    let declared = LightLevels(stream: stream.stream)
    if !declared.isEmpty { return declared }
    guard let demuxer = try? Demuxer(file.path), (try? demuxer.findStreamInfo()) != nil,
      stream.index < demuxer.streamCount,
      let decoder = try? Decoder(stream.parameters, threads: 1, path: file.path)
    else { return nil }
    demuxer.select(stream.index)
    let frame = FrameBox()
    // A reorder buffer holds 16 pictures at most.
    for _ in 0..<64 {
      let isPacket = demuxer.read() == .packet
      if isPacket, Int(demuxer.packet.pointee.stream_index) != stream.index { continue }
      _ = decoder.send(isPacket ? demuxer.packet : nil)
      if decoder.receive(frame.pointer) == .done {
        let told = LightLevels(frame: frame.pointer)
        return told.isEmpty ? nil : told
      }
      if !isPacket { break }
    }
    return nil
  }
}

/// Finds which of the pictures shown before a stream's first key picture can be decoded.
enum LeadingPictures {
  static func decodable(file: LocalFile, stream: StreamFacts, before key: Int64) -> Set<Int64> {
    guard let demuxer = try? Demuxer(file.path), (try? demuxer.findStreamInfo()) != nil,
      stream.index < demuxer.streamCount,
      let decoder = try? Decoder(stream.parameters, threads: 1, path: file.path)
    else { return [] }
    demuxer.select(stream.index)
    let frame = FrameBox()
    var stamps: Set<Int64> = []
    var hasKey = false
    // A reorder buffer holds 16 pictures at most.
    for _ in 0..<64 {
      let outcome = demuxer.read()
      if outcome == .packet {
        let packet = demuxer.packet.pointee
        guard Int(packet.stream_index) == stream.index else { continue }
        hasKey = hasKey || packet.flags & AV_PKT_FLAG_KEY != 0
        guard hasKey else { continue }
        _ = decoder.send(demuxer.packet)
      } else {
        _ = decoder.send(nil)
      }
      while decoder.receive(frame.pointer) == .done {
        let stamp = frame.pointer.pointee.pts
        if stamp >= key { return stamps }
        if frame.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0 { stamps.insert(stamp) }
      }
      if outcome != .packet { break }
    }
    return stamps
  }
}
