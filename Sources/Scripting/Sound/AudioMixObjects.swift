import Composition
import LuaRuntime
import Media
import Timing

/// How one audio track is mixed, as scripts hold it.
final class MixParametersObject: LuaObject {
  static var luaName: String { "MixParameters" }

  let track: TrackArgument
  var value: MixParameters

  init(_ track: TrackArgument) throws {
    self.track = track
    value = try MixParameters(try track.reference())
  }

  /// Fixes the place between the speakers from the beginning to the end.
  func setPan(_ place: Double) throws {
    var pan = Animated(.pan, default: 0.0)
    try pan.set(place, at: .zero)
    value.pan = pan
  }

  var luaText: String { "MixParameters for \(value.track.label)" + value.filters.luaText }

  /// What is done to the track, a line each, in the order in which it is done.
  fileprivate var details: [String] {
    var lines = value.filters.lines()
    lines += value.volume.lines()
    lines += value.pan.lines()
    if let algorithm = value.timePitchAlgorithm {
      lines.insert("  time_pitch_algorithm \(algorithm.rawValue)", at: 0)
    }
    return lines
  }
}

func makeMixParametersClass() -> LuaClass {
  LuaClass.object(MixParametersObject.self, "How an audio track is mixed: its volume over time.") {
    type in
    type.property("track", "The track that they are for.") { $0.track }
    type.property("track_id", "The id of that track.") { $0.value.track.id }
    type.filters(
      \.value.filters, .audio,
      help: "Filters the track's sound, before its volume and pan: a name with options, or a chain "
        + "such as \"highpass=f=120,treble=g=3\"; the option range says when. vs.filters lists them."
    )
    type.animated(.volume, \.value.volume)
    type.animated(.pan, \.value.pan)
    type.property(
      "pan", "Between the speakers, -1 left to 1 right; assigning fixes it for the whole track.",
      get: { NumberResult($0.value.pan.value(at: .zero)) },
      set: { (parameters: MixParametersObject, pan: Double) in try parameters.setPan(pan) })
    type.method(
      "ramps(property)",
      "All entries of the volume, or of the pan: from, to, range and easing each."
    ) {
      (parameters: MixParametersObject, property: AnimatedProperty?) throws -> [LuaRecord] in
      switch property ?? .volume {
      case .volume: return rampRecords(parameters.value.volume)
      case .pan: return rampRecords(parameters.value.pan)
      case .opacity, .transform, .cropRectangle:
        throw refusal(
          "a track of sound has no \(property?.label ?? "")", hint: "use vs.layer_instruction")
      }
    }
    type.method("describe()", "All that it does, a line for each filter, ramp and fixed value.") {
      (parameters: MixParametersObject) in
      (["MixParameters for \(parameters.value.track.label)"] + parameters.details)
        .joined(separator: "\n")
    }
    type.property(
      "time_pitch_algorithm",
      "How pitch is kept where speed changes: spectral, time_domain or varispeed; nil by default.",
      get: { $0.value.timePitchAlgorithm }, set: { $0.value.timePitchAlgorithm = $1 })
  }
}

/// How the audio tracks of an edit are mixed, as scripts hold it.
final class AudioMixObject: LuaObject {
  static var luaName: String { "AudioMix" }

  private(set) var inputs: [MixParametersObject]
  var limitsPeaks: Bool

  init(_ inputs: [MixParametersObject], limitsPeaks: Bool = true) throws {
    self.inputs = []
    self.limitsPeaks = limitsPeaks
    try setInputs(inputs)
  }

  /// Makes objects of a whole value, which is for the tracks of an edit.
  convenience init(_ value: AudioMix, of composition: CompositionObject) throws {
    try self.init(
      value.inputs.map { input in
        let object = try MixParametersObject(.composition(composition.track(input.track.id)))
        object.value = input
        return object
      }, limitsPeaks: value.limitsPeaks)
  }

  /// Fails where two of them are for one track.
  func setInputs(_ inputs: [MixParametersObject]) throws {
    _ = try AudioMix(inputs.map(\.value))
    self.inputs = inputs
  }

  /// What consumers get.
  func value() throws -> AudioMix {
    var mix = try AudioMix(inputs.map(\.value))
    mix.limitsPeaks = limitsPeaks
    return mix
  }

  var luaText: String { "AudioMix (\(inputs.count) input\(inputs.count == 1 ? "" : "s"))" }

  /// Itself and its inputs with all that they do.
  fileprivate var lines: [String] {
    var lines = [luaText]
    if !limitsPeaks { lines.append("  limiter false") }
    for input in inputs {
      lines.append("  " + input.value.track.label)
      lines += input.details.indented
    }
    return lines
  }
}

func makeAudioMixClass() -> LuaClass {
  LuaClass.object(AudioMixObject.self, "How the audio tracks of an edit are mixed.") { type in
    type.property(
      "inputs", "The parameters of its tracks; a track without any is mixed as it is.",
      get: { $0.inputs }, set: { try $0.setInputs($1) })
    type.property(
      "limiter", "Whether peaks beyond full scale are held below it instead of clipped.",
      get: { $0.limitsPeaks }, set: { $0.limitsPeaks = $1 })
    type.method(
      "validate(asset) -> fine, problems",
      "Whether it can be used for an asset; if not, also every problem: kind, range, message, hint."
    ) { (mix: AudioMixObject, edit: EditArgument) throws -> LuaResults in
      let problems = try mix.value().problems(for: edit.composition)
      return problems.isEmpty ? LuaResults([true]) : LuaResults([false, problemRecords(problems)])
    }
    type.method("describe()", "Its inputs with their volumes, pans, ramps and filters.") {
      (mix: AudioMixObject) in mix.lines.joined(separator: "\n")
    }
  }
}

private struct AudioMixOptions: LuaOptions {
  var inputs: [MixParametersObject] = []
  var limitsPeaks = true

  static var options: [LuaOption<Self>] {
    [
      .optional("inputs", "The parameters of its tracks.") { $0.inputs = $1 },
      .optional("limiter", "false clips peaks beyond full scale; by default they are limited.") {
        $0.limitsPeaks = $1
      },
    ]
  }
}

/// `vs.mix_parameters` and `vs.audio_mix`.
func addAudioMixFunctions(to module: LuaModuleBuilder) {
  module.function("mix_parameters(track)", "How an audio track is mixed.") {
    (track: TrackArgument) in try MixParametersObject(track)
  }
  module.function("audio_mix(options)", "How the audio tracks of an edit are mixed.") {
    (options: AudioMixOptions) in
    try AudioMixObject(options.inputs, limitsPeaks: options.limitsPeaks)
  }
}
