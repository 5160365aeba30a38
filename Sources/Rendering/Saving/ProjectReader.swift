import Composition
import Geometry
import Media
import Timing

import enum Composition.MediaType

extension Project {
  /// Larger files are not read.
  private static let sizeLimit: Int64 = 256 << 20

  /// Reads what `save` wrote.
  ///
  /// - Parameter open: makes the source of a file, so that the caller can share those it has.
  package init(
    path: String, open: @escaping (String) throws -> FileSource = { FileSource(try .open($0)) }
  ) throws {
    let bytes = try TextFile.read(path, limit: Project.sizeLimit)
    do {
      let reader = ProjectReader(folder: try ProjectPath.folder(of: path), open: open)
      self = try reader.project(JSONReader.read(bytes))
    } catch let error as JSONError {
      throw RenderError(
        "invalid_project",
        "'\(path)', line \(error.place.line), column \(error.place.column): \(error.message)",
        path: path, hint: "it must be a file that composition:save wrote")
    }
  }
}

/// Makes edits of JSON.
final class ProjectReader {
  private let folder: ProjectPath
  private let open: (String) throws -> FileSource
  /// The sources read so far, in the order of the list.
  private var sources: [any TrackedSource] = []

  init(folder: ProjectPath, open: @escaping (String) throws -> FileSource) {
    (self.folder, self.open) = (folder, open)
  }

  func project(_ node: JSONNode) throws -> Project {
    let fields = try ProjectFields(
      node, known: ["vscript", "sources", "composition", "video_composition", "audio_mix"])
    let version = try fields.required("vscript")
    guard try version.integer(as: Int.self) == Project.version else {
      throw version.refused("this version reads projects of version \(Project.version) only")
    }
    for source in try fields.required("sources").list() { sources.append(try self.source(source)) }
    let edit = try composition(fields.required("composition"))
    return Project(
      edit, videoComposition: try fields["video_composition"].map { try video($0, of: edit) },
      audioMix: try fields["audio_mix"].map { try mix($0, of: edit) })
  }

  // MARK: - Sources

  private func source(_ node: JSONNode) throws -> any TrackedSource {
    let all = [
      "kind", "path", "duration", "rate", "name", "size", "sample_rate", "channels", "color",
      "second_color", "frequency", "volume", "text", "font", "font_size", "bold", "italic",
      "outline", "outline_color", "background", "place", "margin", "composition",
      "video_composition", "audio_mix",
    ]
    let fields = try ProjectFields(node, known: all)
    let kind = try fields.required("kind")
    func path() throws -> String { folder.absolute(try fields.required("path").path()) }
    switch try kind.text() {
    case "file": return try open(path())
    case "image":
      return try ImageSource(
        path: path(), duration: fields.required("duration").time(),
        rate: fields["rate"].map { try $0.rate() })
    case "image_sequence":
      return try ImageSequence(pattern: path(), rate: fields.required("rate").rate())
    case "generator": return try generator(fields)
    case "text": return try text(fields)
    case "nested":
      let edit = try composition(fields.required("composition"))
      return try NestedSource(
        LiveComposition(edit),
        videoComposition: fields["video_composition"].map { try video($0, of: edit) },
        audioMix: fields["audio_mix"].map { try mix($0, of: edit) })
    case let other:
      throw kind.refused(
        "'\(other)' is none of file, image, image_sequence, generator, text, nested")
    }
  }

  private func generator(_ fields: ProjectFields) throws -> GeneratorSource {
    var options = GeneratorSource.Options()
    (options.width, options.height) = try pixels(fields)
    options.rate = try fields.required("rate").rate()
    options.duration = try fields.required("duration").time()
    options.sampleRate = try fields["sample_rate"]?.integer() ?? options.sampleRate
    options.channels = try fields["channels"]?.integer() ?? options.channels
    options.color = try fields["color"]?.color()
    options.secondColor = try fields["second_color"]?.color()
    options.frequency = try fields["frequency"]?.number()
    options.volume = try fields["volume"]?.number()
    return try GeneratorSource(kind: fields.required("name").text(), options)
  }

  private func text(_ fields: ProjectFields) throws -> TextSource {
    let (width, height) = try pixels(fields)
    var style = TextStyle(pictureHeight: height)
    style.font = try fields["font"]?.text() ?? style.font
    style.fontSize = try fields["font_size"]?.number() ?? style.fontSize
    style.isBold = try fields["bold"]?.boolean() ?? style.isBold
    style.isItalic = try fields["italic"]?.boolean() ?? style.isItalic
    style.color = try fields["color"]?.color() ?? style.color
    style.outline = try fields["outline"]?.number() ?? style.outline
    style.outlineColor = try fields["outline_color"]?.color() ?? style.outlineColor
    style.background = try fields["background"]?.color() ?? style.background
    style.place = try fields["place"]?.choice(TextStyle.Place.self) ?? style.place
    style.margin = try fields["margin"]?.number() ?? style.margin
    return try TextSource(
      fields.required("text").text(), style, width: width, height: height,
      duration: fields.required("duration").time(), rate: fields["rate"].map { try $0.rate() })
  }

  private func pixels(_ fields: ProjectFields) throws -> (width: Int, height: Int) {
    let size = try fields.required("size").list()
    guard size.count == 2 else {
      throw try fields.required("size").refused("a size is a list of two numbers")
    }
    return (try size[0].integer(), try size[1].integer())
  }

  // MARK: - Tracks and segments

  private func composition(_ node: JSONNode) throws -> Composition {
    let fields = try ProjectFields(node, known: ["natural_size", "metadata", "tracks"])
    var edit = Composition()
    edit.chosenSize = try fields["natural_size"]?.size()
    edit.metadata = try (fields["metadata"]?.list() ?? []).map { pair in
      let parts = try pair.list()
      guard parts.count == 2 else { throw pair.refused("a pair of texts was expected") }
      return (key: try parts[0].text(), value: try parts[1].text())
    }
    for track in try fields.required("tracks").list() { try add(track, to: &edit) }
    return edit
  }

  private func add(_ node: JSONNode, to edit: inout Composition) throws {
    let fields = try ProjectFields(
      node,
      known: [
        "id", "media_type", "enabled", "language", "preferred_transform", "preferred_volume",
        "natural_time_scale", "segments",
      ])
    let wanted = try fields.required("id")
    let id: Int32 = try wanted.integer()
    let type = try fields.required("media_type").choice(MediaType.self)
    guard edit.addTrack(type, preferredID: id) == id else {
      throw wanted.refused("the id \(id) is not above 0, or stands twice")
    }
    let segments = try fields.required("segments").list().map(segment)
    let transform = try fields["preferred_transform"]?.transform()
    let volume = try fields["preferred_volume"]?.number() ?? 1
    let scale: Int64? = try fields["natural_time_scale"]?.integer()
    let isEnabled = try fields["enabled"]?.boolean() ?? true
    let language = try fields["language"]?.text()
    guard volume >= 0 else { throw node.refused("a volume is 0 or more, not \(volume)") }
    do {
      try edit.edit(id) { track throws(CompositionError) in
        try track.setSegments(segments)
        (track.isEnabled, track.language, track.preferredVolume) = (isEnabled, language, volume)
        if let transform { track.preferredTransform = transform }
        if let scale { track.naturalTimeScale = scale }
      }
    } catch {
      throw node.refused("\(error)")
    }
  }

  private func segment(_ node: JSONNode) throws -> Segment {
    let fields = try ProjectFields(node, known: ["target", "of", "source", "frozen", "reversed"])
    let target = try fields.required("target").range()
    guard let reference = fields["of"] else { return Segment(emptyFor: target) }
    let track = try sourceTrack(reference)
    let isReversed = try fields["reversed"]?.boolean() ?? false
    if let held = try fields["frozen"]?.time() {
      return Segment(frozen: track, at: held, isBefore: isReversed, target: target)
    }
    return Segment(
      track, try fields.required("source").range(), target: target, isReversed: isReversed)
  }

  /// A track by the source's place in the list and the track's id.
  private func sourceTrack(_ node: JSONNode) throws -> SourceTrack {
    let parts = try node.list()
    guard parts.count == 2 else {
      throw node.refused("a source's place in the list and a track's id were expected")
    }
    let (index, id): (Int, Int32) = (try parts[0].integer(), try parts[1].integer())
    guard sources.indices.contains(index) else {
      throw node.refused("there is no source \(index) before this place in the list")
    }
    let source = sources[index]
    guard let track = source.tracks.first(where: { $0.trackID == id }) else {
      let ids = source.tracks.map { "\($0.trackID)" }.joined(separator: ", ")
      throw node.refused("'\(source.name)' has no track \(id), but \(ids)")
    }
    return track
  }

  /// A track of the edit by its id; one that was removed keeps its name.
  func reference(_ node: JSONNode, in edit: Composition, _ type: MediaType) throws
    -> TrackReference
  {
    let id: Int32 = try node.integer()
    return edit.reference(to: id)
      ?? TrackReference(composition: edit.id, id: id, mediaType: type)
  }
}
