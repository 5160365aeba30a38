import LuaRuntime
import Testing

@testable import Scripting

@Suite struct RegistryTests {
  private let registry = makeRegistry(ScriptContext(options: HostOptions())).registry

  @Test func everyMemberHasASignatureAndALineOfHelp() {
    for type in registry.allClasses {
      #expect(type.doc.hasSuffix("."), "\(type.name) has no sentence of help")
      for member in type.members {
        let name = "\(type.name).\(member.name)"
        #expect(member.help.hasSuffix("."), "\(name) has no sentence of help")
        #expect(!member.help.contains("\n"), "\(name) has more than a line of help")
        #expect(member.help.count <= 400, "\(name) has a line of help that is too long")
        #expect(!member.signature.text.isEmpty, "\(name) has no signature")
        if member.kind == .property {
          #expect(member.signature.results.count == 1, "\(name) has no type")
        }
      }
    }
  }

  /// Completion of every member is in `CompletionTests`, its example in `ReferenceTests`.
  @Test func everyMemberHasHelpUnderItsNameAndAnAnnotation() throws {
    let state = LuaState()
    state.install(registry)
    let annotations = registry.annotations(header: "")
    let lines = Set(annotations.split(separator: "\n").map(String.init))
    var count = 0
    for type in registry.allClasses {
      #expect(lines.contains("---@class \(type.name)"), "\(type.name)")
      #expect(state.help(for: .string(LuaBytes(type.name.utf8)))?.hasPrefix(type.name) == true)
      for member in type.members {
        let name = "\(type.name).\(member.name)"
        count += 1
        switch member.kind {
        case .property:
          #expect(lines.contains { $0.hasPrefix("---@field \(member.name) ") }, "\(name)")
        case .method: #expect(annotations.contains("\nfunction \(type.name):\(member.name)("))
        case .function: #expect(annotations.contains("\nfunction \(type.name).\(member.name)("))
        case .module: #expect(lines.contains("---@class \(name)"))
        case .call: #expect(lines.contains { $0.hasPrefix("---@overload fun(") })
        case .operator(let symbol):
          // Comparisons have no notation; that the classes are ordered is told by their help.
          guard symbol != .less, symbol != .lessOrEqual else { continue }
          #expect(lines.contains { $0.hasPrefix("---@operator \(symbol.rawValue.dropFirst(2))") })
        }
        guard type.memberNames.contains(member.name) else { continue }
        let help = state.help(for: .string(LuaBytes(name.utf8)))
        #expect(help?.contains(member.help) == true || member.kind == .module, "\(name)")
      }
    }
    #expect(count > 300)
  }

  @Test func namesAreInSnakeCase() {
    for type in registry.allClasses {
      for name in type.memberNames {
        #expect(
          name.allSatisfy { $0.isLowercase || $0 == "_" || $0.isNumber }, "\(type.name).\(name)")
      }
    }
  }

  @Test(arguments: [
    (
      "Time",
      [
        "value", "timescale", "seconds", "is_numeric", "is_rounded", "convert_scale", "frames",
        "timecode", "equals",
      ]
    ),
    (
      "TimeRange",
      [
        "start", "duration", "end_time", "is_empty", "contains", "union", "intersection", "clamp",
        "map", "fold", "shifted",
      ]
    ),
    (
      "Transform",
      [
        "a", "b", "c", "d", "tx", "ty", "translated", "scaled", "rotated", "concat", "inverted",
        "apply",
      ]
    ),
    ("Rect", ["x", "y", "width", "height"]),
    ("Size", ["width", "height"]),
    ("Color", ["red", "green", "blue", "alpha"]),
    (
      "Asset",
      [
        "path", "duration", "tracks", "video", "audio", "metadata", "chapters", "format",
        "tracks_of", "track",
      ]
    ),
    (
      "AssetTrack",
      [
        "id", "media_type", "time_range", "natural_size", "nominal_frame_rate",
        "min_frame_duration", "natural_time_scale", "preferred_transform", "preferred_volume",
        "codec", "pixel_format", "bit_depth", "color", "channels", "sample_rate", "language",
        "enabled", "segments", "estimated_data_rate", "segment_for_track_time", "frame_times",
      ]
    ),
    (
      "Composition",
      [
        "add_track", "remove_track", "track", "track_compatible_with", "tracks", "duration",
        "natural_size", "metadata", "insert_time_range", "insert_empty_time_range",
        "remove_time_range", "scale_time_range", "copy", "describe",
      ]
    ),
    (
      "CompositionTrack",
      [
        "insert_time_range", "insert_empty_time_range", "remove_time_range", "scale_time_range",
        "insert_time_ranges", "segments", "validate_segments", "preferred_transform",
        "preferred_volume", "enabled", "natural_time_scale", "language",
      ]
    ),
    ("Segment", ["time_mapping", "is_empty", "rate", "source_path", "source_track_id"]),
    (
      "LayerInstruction",
      [
        "set_opacity", "set_opacity_ramp", "opacity_ramp", "opacity_at", "set_transform",
        "set_transform_ramp", "transform_ramp", "transform_at", "set_crop_rectangle",
        "set_crop_rectangle_ramp", "crop_rectangle_ramp", "crop_rectangle_at", "ramps",
      ]
    ),
    (
      "VideoComposition",
      [
        "render_size", "frame_duration", "instructions", "validate", "frame_timing_track",
        "render_scale", "color_primaries", "color_matrix", "color_transfer",
      ]
    ),
    (
      "MixParameters",
      ["set_volume", "set_volume_ramp", "volume_ramp", "volume_at", "time_pitch_algorithm"]
    ),
    (
      "ExportSession",
      [
        "start", "wait", "cancel", "status", "progress", "error", "estimated_size", "states",
        "on_complete",
      ]
    ),
    ("ExportReport", ["frames", "duration", "seconds", "copied_frames", "size"]),
    (
      "vs",
      [
        "time", "seconds", "frames", "range", "transform", "rect", "size", "color", "asset",
        "generator", "composition", "layer_instruction", "instruction", "video_composition",
        "audio_mix", "mix_parameters", "export", "export_session",
      ]
    ),
  ])
  func theManualsNamesExist(type: String, names: [String]) throws {
    let found = try #require(registry.allClasses.first { $0.name == type })
    for name in names { #expect(found.member(named: name) != nil, "\(type).\(name)") }
  }

  @Test func theManualsExportOptionsExist() {
    let names = ExportOptions.options.map(\.name)
    for name in [
      "output", "overwrite", "file_type", "preset", "codec", "codec_options", "quality", "bitrate",
      "pixel_format", "audio_codec", "audio_options", "audio_bitrate", "sample_rate", "channels",
      "reencode", "time_range", "video_composition", "audio_mix", "metadata",
      "optimize_for_network_use", "threads", "strict", "progress", "on_progress",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func everyExportOptionThatAToolCanReadHasAKnownKind() {
    let kinds = Set(ExportOptions.options.map { ExportOptions.kind(of: $0) })
    #expect(
      kinds == [
        "string", "choice", "boolean", "integer", "number", "time_range", "table", "object",
        "function",
      ])
  }
}
