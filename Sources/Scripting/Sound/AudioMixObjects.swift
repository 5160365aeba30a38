import Composition
import LuaRuntime
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

  var luaText: String { "MixParameters for \(value.track.label)" }
}

func makeMixParametersClass() -> LuaClass {
  LuaClass.object(MixParametersObject.self, "How an audio track is mixed: its volume over time.") {
    type in
    type.property("track", "The track that they are for.") { $0.track }
    type.property("track_id", "The id of that track.") { $0.value.track.id }
    type.animated(.volume, \.value.volume)
    type.method("ramps()", "All entries of the volume.") {
      (parameters: MixParametersObject) in rampRecords(parameters.value.volume)
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

  init(_ inputs: [MixParametersObject]) throws {
    self.inputs = []
    try setInputs(inputs)
  }

  /// Makes objects of a whole value, which is for the tracks of an edit.
  convenience init(_ value: AudioMix, of composition: CompositionObject) throws {
    try self.init(
      value.inputs.map { input in
        let object = try MixParametersObject(.composition(composition.track(input.track.id)))
        object.value = input
        return object
      })
  }

  /// Fails where two of them are for one track.
  func setInputs(_ inputs: [MixParametersObject]) throws {
    _ = try AudioMix(inputs.map(\.value))
    self.inputs = inputs
  }

  /// What consumers get.
  func value() throws -> AudioMix { try AudioMix(inputs.map(\.value)) }

  var luaText: String { "AudioMix (\(inputs.count) input\(inputs.count == 1 ? "" : "s"))" }
}

func makeAudioMixClass() -> LuaClass {
  LuaClass.object(AudioMixObject.self, "How the audio tracks of an edit are mixed.") { type in
    type.property(
      "inputs", "The parameters of its tracks; a track without any is mixed as it is.",
      get: { $0.inputs }, set: { try $0.setInputs($1) })
    type.method(
      "validate(asset) -> fine, problems",
      "Whether it can be used for an asset; if not, also every problem: kind, range, message, hint."
    ) { (mix: AudioMixObject, edit: EditArgument) throws -> LuaResults in
      let problems = try mix.value().problems(for: edit.composition)
      return problems.isEmpty ? LuaResults([true]) : LuaResults([false, problemRecords(problems)])
    }
  }
}

private struct AudioMixOptions: LuaOptions {
  var inputs: [MixParametersObject] = []

  static var options: [LuaOption<Self>] {
    [.optional("inputs", "The parameters of its tracks.") { $0.inputs = $1 }]
  }
}

/// `vs.mix_parameters` and `vs.audio_mix`.
func addAudioMixFunctions(to module: LuaModuleBuilder) {
  module.function("mix_parameters(track)", "How an audio track is mixed.") {
    (track: TrackArgument) in try MixParametersObject(track)
  }
  module.function("audio_mix(options)", "How the audio tracks of an edit are mixed.") {
    (options: AudioMixOptions) in try AudioMixObject(options.inputs)
  }
}
