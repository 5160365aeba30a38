import Composition
import Geometry
import Media
import Timing

/// An edit with what belongs to it, as it is saved in a file.
package struct Project {
  package var composition: Composition
  package var videoComposition: VideoComposition?
  package var audioMix: AudioMix?

  package init(
    _ composition: Composition, videoComposition: VideoComposition? = nil,
    audioMix: AudioMix? = nil
  ) {
    self.composition = composition
    self.videoComposition = videoComposition
    self.audioMix = audioMix
  }
}

extension Project {
  /// The version of the form that is written, and the newest that is read.
  static let version = 1

  /// Writes the edit as JSON; the file has no name before it is complete.
  ///
  /// Files are named by their path from the project's folder. Throws where something cannot be
  /// saved: a layer for another edit's track, a source that is none of the toolkit's.
  package func save(to path: String, overwrite: Bool = false) throws {
    let writer = try ProjectWriter(folder: ProjectPath.folder(of: path))
    let text = JSONWriter.text(of: try writer.document(of: self))
    let output = try OutputFile(path: path, overwrite: overwrite)
    defer { output.discard() }
    try output.write(Array(text.utf8))
    try output.commit()
  }
}

/// Turns edits into JSON; sources are listed once, before what uses them.
final class ProjectWriter {
  private let folder: ProjectPath
  private var sources: [JSONNode] = []
  private var indexes: [ObjectIdentifier: Int] = [:]

  init(folder: ProjectPath) throws { self.folder = folder }

  func document(of project: Project) throws -> JSONNode {
    try project.composition.refuseCycles()
    let edit = project.composition
    let body = try node(edit)
    let video = try project.videoComposition.map { try node($0, of: edit) }
    let mix = try project.audioMix.map { try node($0, of: edit) }
    return .object([
      "vscript": .number(Project.version), "sources": .list(sources), "composition": body,
      "video_composition": video, "audio_mix": mix,
    ])
  }

  // MARK: - Tracks and segments

  private func node(_ edit: Composition) throws -> JSONNode {
    .object([
      "natural_size": edit.chosenSize.map(node),
      "metadata": edit.metadata.isEmpty
        ? nil
        : .list(edit.metadata.map { .list([.text($0.key), .text($0.value)]) }),
      "tracks": .list(try edit.tracks.map(node)),
    ])
  }

  private func node(_ track: CompositionTrack) throws -> JSONNode {
    let usualScale = track.firstSource?.naturalTimeScale ?? 600
    return .object([
      "id": .number(track.id), "media_type": .text(track.mediaType.rawValue),
      "enabled": track.isEnabled ? nil : false,
      "language": track.language.map(JSONNode.text),
      "preferred_transform": track.preferredTransform == .identity
        ? nil : node(track.preferredTransform),
      "preferred_volume": track.preferredVolume == 1 ? nil : .number(track.preferredVolume),
      "natural_time_scale": track.naturalTimeScale == usualScale
        ? nil : .number(track.naturalTimeScale),
      "segments": .list(try track.segments.map(node)),
    ])
  }

  private func node(_ segment: Segment) throws -> JSONNode {
    guard let source = segment.source else { return .object(["target": node(segment.target)]) }
    let range = segment.mapping.source
    return .object([
      "target": node(segment.target), "of": try reference(to: source),
      "source": segment.isFrozen ? nil : node(range),
      "frozen": segment.isFrozen ? node(range.start) : nil,
      "reversed": segment.isReversed ? true : nil,
    ])
  }

  /// A source's place in the list and the track's id.
  private func reference(to track: SourceTrack) throws -> JSONNode {
    .list([.number(try index(of: track.source)), .number(track.trackID)])
  }

  private func index(of source: any MediaSource) throws -> Int {
    if let known = indexes[ObjectIdentifier(source)] { return known }
    let described = try node(source)
    sources.append(described)
    indexes[ObjectIdentifier(source)] = sources.count - 1
    return sources.count - 1
  }

  private func node(_ source: any MediaSource) throws -> JSONNode {
    switch source {
    case let file as FileSource:
      return .object(["kind": "file", "path": .text(try folder.relative(file.asset.path))])
    case let image as ImageSource:
      return .object([
        "kind": "image", "path": .text(try folder.relative(image.asset.path)),
        "duration": node(image.duration), "rate": image.rate.map(node),
      ])
    case let sequence as ImageSequence:
      return .object([
        "kind": "image_sequence", "path": .text(try folder.relative(sequence.pattern)),
        "rate": node(sequence.rate),
      ])
    case let generator as GeneratorSource: return node(generator)
    case let text as TextSource: return node(text)
    case let nested as NestedSource:
      let edit = nested.live.value
      return .object([
        "kind": "nested", "composition": try node(edit),
        "video_composition": try nested.videoComposition.map { try node($0, of: edit) },
        "audio_mix": try nested.audioMix.map { try node($0, of: edit) },
      ])
    default:
      throw RenderError(
        "cannot_save", "a source of the kind of '\(source.name)' cannot be saved",
        path: source.path, hint: "export it to a film, and use that in the edit")
    }
  }

  private func node(_ generator: GeneratorSource) -> JSONNode {
    let options = generator.options
    return .object([
      "kind": "generator", "name": .text(generator.name),
      "size": [.number(options.width), .number(options.height)], "rate": node(options.rate),
      "duration": node(options.duration), "sample_rate": .number(options.sampleRate),
      "channels": .number(options.channels), "color": options.color.map(node),
      "second_color": options.secondColor.map(node),
      "frequency": options.frequency.map { .number($0) },
      "volume": options.volume.map { .number($0) },
    ])
  }

  private func node(_ source: TextSource) -> JSONNode {
    let style = source.style
    return .object([
      "kind": "text", "text": .text(source.text),
      "size": [.number(source.width), .number(source.height)],
      "duration": node(source.duration), "rate": source.rate.map(node),
      "font": .text(style.font), "font_size": .number(style.fontSize),
      "bold": JSONNode(booleanLiteral: style.isBold),
      "italic": JSONNode(booleanLiteral: style.isItalic),
      "color": node(style.color), "outline": .number(style.outline),
      "outline_color": node(style.outlineColor), "background": node(style.background),
      "place": .text(style.place.rawValue), "margin": .number(style.margin),
    ])
  }

  // MARK: - Values

  func node(_ time: Time) -> JSONNode { .text("\(time)") }
  func node(_ range: TimeRange) -> JSONNode { [node(range.start), node(range.duration)] }
  func node(_ size: Size) -> JSONNode { [.number(size.width), .number(size.height)] }
  func node(_ rate: FrameRate) -> JSONNode { .text("\(rate.numerator)/\(rate.denominator)") }

  func node(_ color: Color) -> JSONNode {
    .list([color.red, color.green, color.blue, color.alpha].map { .number($0) })
  }

  func node(_ transform: Transform) -> JSONNode {
    .list(
      [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        .map { .number($0) })
  }

  /// How layers and volumes name a track: by its id, for it must be one of the edit's own.
  func node(_ track: TrackReference, in edit: Composition) throws -> JSONNode {
    guard edit.owns(track) else {
      throw RenderError(
        "cannot_save", "\(track.label) is not a track of the composition that is saved",
        hint: "make the layer or the mix for one of the composition's own tracks")
    }
    return .number(track.id)
  }
}
