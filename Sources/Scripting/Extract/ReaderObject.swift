import Composition
import LuaRuntime
import Media
import Rendering
import Timing

/// An asset's frames and samples, pulled by a script.
final class ReaderObject: LuaClosable {
  static var luaName: String { "Reader" }

  let puller: MediaPuller
  let closeRecord = LuaCloseRecord()
  private let description: String

  init(
    _ edit: EditArgument, _ options: ReaderOptions, _ interrupter: LuaInterrupter
  ) throws {
    puller = try MediaPuller(
      edit.composition, options.request, shouldStop: { interrupter.isInterrupted })
    switch edit {
    case .asset(let asset): description = "'\(asset.name)'"
    case .composition: description = "a composition"
    }
  }

  func close() { puller.close() }

  var luaText: String {
    "Reader of \(description) (\(puller.frameCount) frames, \(puller.sampleCount) samples)"
  }
}

/// What is read and how it is rendered.
struct ReaderOptions: LuaOptions {
  var request = ExportRequest()

  static var options: [LuaOption<Self>] {
    [
      .optional("time_range", "The part to read; by default all.") { $0.request.timeRange = $1 },
      .optional("video_composition", "Canvas and instructions; by default from the media.") {
        (it: inout Self, video: VideoCompositionObject) in
        it.request.videoComposition = video.value
      },
      .optional("audio_mix", "Volumes of the tracks.") { (it: inout Self, mix: AudioMixObject) in
        it.request.audioMix = try mix.value()
      },
      .optional("sample_rate", "Samples per second.") { (it: inout Self, rate: Int) in
        guard (8_000...192_000).contains(rate) else {
          throw LuaMismatch(path: "sample_rate", reason: "8000 to 192000 expected, got \(rate)")
        }
        it.request.sampleRate = rate
      },
      .optional("channels", "Channels of the sound: 1 mono, 2 stereo.") {
        $0.request.channels = $1
      },
    ]
  }
}

/// Samples per channel of a block, within reason.
private struct BlockSize: LuaDecodable {
  let count: Int

  static var luaType: String { "integer" }

  static func decode(_ slot: LuaSlot) throws -> BlockSize {
    guard let count = slot.integer else { throw slot.mismatch(luaType) }
    guard (1...10_000_000).contains(count) else {
      throw slot.refusal("a block has 1 to 10000000 samples, not \(count)")
    }
    return BlockSize(count: Int(count))
  }
}

func makeReaderClass() -> LuaClass {
  LuaClass.object(ReaderObject.self, "Frames and samples of an asset, one after the other.") {
    type in
    type.property("frame_count", "How many frames there are.") { $0.puller.frameCount }
    type.property("sample_count", "How many samples there are in each channel.") {
      $0.puller.sampleCount
    }
    type.property("sample_rate", "Samples per second; 0 without sound.") { $0.puller.sampleRate }
    type.property("channels", "Channels of the sound; 0 without.") { $0.puller.channels }
    type.property("time_range", "The part that is read.") { $0.puller.range }
    type.method("frames()", "For a loop: each frame that was not read yet, and its time.") {
      (reader: ReaderObject, call: LuaCall) -> LuaFunction in
      call.state.makeFunction("frames") { () throws -> LuaMultiple<FrameObject?, Time?> in
        try reader.checkOpen()
        let next = try reader.puller.nextFrame()
        return LuaMultiple(next.map { FrameObject($0.frame, time: $0.time) }, next?.time)
      }
    }
    type.method(
      "samples(count)", "For a loop: blocks of so many samples, by default 4096, and their times."
    ) { (reader: ReaderObject, size: BlockSize?, call: LuaCall) -> LuaFunction in
      let rate = reader.puller.sampleRate
      return call.state.makeFunction("samples") {
        () throws -> LuaMultiple<SampleBlockObject?, Time?> in
        try reader.checkOpen()
        let next = try reader.puller.nextSamples(size?.count ?? 4096)
        return LuaMultiple(
          next.map { SampleBlockObject($0.samples, rate: rate, time: $0.time) }, next?.time)
      }
    }
    type.method("rewind()", "Begins again with the first frame and sample.") {
      (reader: ReaderObject) in reader.puller.rewind()
    }
  }
}

/// `vs.reader`.
func addReaderFunctions(to module: LuaModuleBuilder) {
  module.function("reader(asset, options)", "Reads frames and samples one by one.") {
    (edit: EditArgument, options: ReaderOptions, call: LuaCall) in
    try ReaderObject(edit, options, call.state.interrupter)
  }
}
