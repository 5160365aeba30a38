import Composition
import Geometry
import Imaging
import Media

/// How a film's pictures are coded: by which encoder, in which layout and colour.
///
/// High dynamic range is kept where the film will be shown as such: by HEVC, which is what a film of
/// it gets unless told otherwise, VP9, AV1 and the codecs of editing, at 10 bits. Whoever asks for
/// H.264 wants what every player shows, and gets standard range, unless the layout that is asked for
/// has 10 bits or the canvas is set to high dynamic range.
struct PictureCoding {
  let encoder: String
  /// The layout that is encoded, which may be a packed one.
  let encoded: PixelFormat
  /// The planar layout that is drawn in.
  let format: PixelFormat
  let color: ColorDescription
  /// What is written down of the film's light.
  let light: LightLevels?

  init(
    _ edit: Composition, _ request: ExportRequest, preset: Preset?, container: ContainerSpec,
    target: CopyTarget?, first look: SourceLook, notes: inout [String]
  ) throws {
    let set = try request.videoComposition?.color(over: .unspecified, format: .yuv420p)
    let isSet = set?.isHighDynamicRange ?? false
    let isBright =
      isSet || (look.color.isHighDynamicRange && (set?.transfer ?? .unspecified) == .unspecified)
    let usual = try Codecs.encoder(
      named: request.codec, preferring: preset?.codec, for: .video, in: container)
    let isChosen = request.codec != nil || preset?.codec != nil
    encoder =
      target?.encoder
      ?? (isBright && !isChosen ? Self.brightEncoder(instead: usual, in: container) : usual)

    let name = request.pixelFormat ?? target?.format.name ?? preset?.pixelFormat
    // What is encoded beside copied pictures is as they are.
    let isKept =
      isSet || target != nil
      || (name.flatMap(PixelFormat.init(named:)).map { $0.bitDepth > 8 } ?? Self.keeps(encoder))
    let video = request.videoComposition
    let isSeenThrough =
      look.format.hasAlpha
      || video?.instructions.contains { ($0.backgroundColor?.alpha ?? 1) < 1 }
        ?? false
    encoded = try Self.pixelFormat(
      named: name, encoder: encoder, source: look.format, isDeep: isBright && isKept,
      hasAlpha: isSeenThrough, isPresets: request.pixelFormat == nil && target == nil)
    format = encoded.planarKin ?? encoded
    var color = look.color(converting: format)
    if format.model == .rgb { color = .sRGB }
    if color.isHighDynamicRange, !isKept || (format.bitDepth < 10 && target == nil) {
      color = .bt709
      if !isSet {
        notes.append(
          "high dynamic range (\(look.color.transfer)) is mapped to BT.709, as \(encoder) in "
            + "\(format) is shown in standard range; codec = \"hevc\" keeps it")
      }
    }
    color = try video?.color(over: color, format: format) ?? color
    self.color =
      format.model == .rgb || target != nil ? color : VideoEncoder.color(color, of: encoder)
    light = self.color.isHighDynamicRange ? try edit.lightLevels : nil
    guard !self.color.isHighDynamicRange, !look.color.isHighDynamicRange else { return }
    for (track, look) in try edit.sourceLooks where look.color.isHighDynamicRange {
      notes.append(
        "\(track.source.name): high dynamic range (\(look.color.transfer)) is mapped to standard "
          + "range, as the first picture sets the film's colours")
    }
  }

  /// HEVC, where the file holds it and the film would otherwise be H.264.
  private static func brightEncoder(instead usual: String, in container: ContainerSpec) -> String {
    guard usual == "libx264", let encoder = try? Codecs.videoEncoder(named: "hevc"),
      container.holds(encoder: encoder)
    else { return usual }
    return encoder
  }

  /// Whether what an encoder makes is shown in high dynamic range.
  private static func keeps(_ encoder: String) -> Bool {
    guard !encoder.hasPrefix("libx264") else { return false }
    let formats = VideoEncoder.pixelFormats(of: encoder)
    return formats.isEmpty || formats.contains { $0.bitDepth > 8 && $0.model == .yuv }
  }

  /// The layout that is encoded.
  ///
  /// Lossless encoders keep the source's own layout where they can; the others make what every
  /// player shows, 4:2:0 at 8 bits or, for high dynamic range, at 10, unless told otherwise. A first
  /// picture with alpha, or a background that is seen through, keeps it where the encoder can.
  private static func pixelFormat(
    named name: String?, encoder: String, source: PixelFormat, isDeep: Bool, hasAlpha: Bool,
    isPresets: Bool
  ) throws -> PixelFormat {
    let takes = VideoEncoder.pixelFormats(of: encoder)
      .filter { $0.planarKin != nil && $0.bitDepth >= 8 }
    if let name {
      guard let format = takes.first(where: { $0.name == name }) else {
        throw RenderError(
          "unsupported_pixel_format", number: -11861,
          "the encoder '\(encoder)' does not take the pixel format '\(name)'",
          hint: "it takes " + takes.map(\.name).joined(separator: ", "))
      }
      let transparent = PixelFormat.planar(
        format.model, bitDepth: format.bitDepth, chromaShiftX: format.chromaShiftX,
        chromaShiftY: format.chromaShiftY, hasAlpha: true)
      // A preset names what is usual; alpha, where its codec has it, is kept as well.
      if hasAlpha, isPresets, let transparent, takes.contains(transparent) { return transparent }
      return format
    }
    if VideoEncoder.isLossless(encoder) || (hasAlpha && takes.contains(where: \.hasAlpha)),
      let nearest = VideoEncoder.pixelFormat(of: encoder, nearest: source, hasAlpha: hasAlpha)
    {
      return nearest
    }
    if isDeep {
      if takes.isEmpty || takes.contains(.yuv420p10) { return .yuv420p10 }
      if let deep = takes.first(where: { $0.bitDepth > 8 && $0.model == .yuv }) { return deep }
    }
    return takes.contains(.yuv420p)
      ? .yuv420p : takes.first(where: \.isPlanar) ?? takes.first ?? .yuv420p
  }
}

extension Composition {
  /// What its pictures of high dynamic range say of their light, together: the display of the first
  /// that names one, and the brightest levels where all tell theirs.
  fileprivate var lightLevels: LightLevels? {
    get throws {
      let told = try sourceLooks.filter(\.look.color.isHighDynamicRange).map(\.look.light)
      var levels = LightLevels(display: told.compactMap { $0?.display }.first)
      if told.allSatisfy({ ($0?.maximumContent ?? 0) > 0 }) {
        levels.maximumContent = told.compactMap { $0?.maximumContent }.max() ?? 0
        levels.maximumAverage = told.compactMap { $0?.maximumAverage }.max() ?? 0
      }
      return levels.isEmpty ? nil : levels
    }
  }

  /// The tracks that its pictures come from, each once, and what they are like.
  var sourceLooks: [(track: SourceTrack, look: SourceLook)] {
    get throws {
      var seen: Set<PictureSource.Key> = []
      return try shownTracks.flatMap(\.segments).compactMap(\.source)
        .filter { seen.insert(.init($0)).inserted }
        .map { ($0, try SourceLook($0)) }
    }
  }
}
