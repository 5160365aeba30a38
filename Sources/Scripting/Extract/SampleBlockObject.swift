import LuaRuntime
import Media
import Timing

/// A stretch of sound as scripts look at it: samples of each channel, nominally −1 to 1.
final class SampleBlockObject: LuaObject {
  static var luaName: String { "SampleBlock" }

  let buffer: AudioBuffer
  let rate: Int
  let time: Time

  init(_ buffer: AudioBuffer, rate: Int, time: Time) {
    (self.buffer, self.rate, self.time) = (buffer, rate, time)
  }

  /// The channels that a number from 1 means; all of them without one.
  private func channels(_ channel: Int?) throws -> Range<Int> {
    guard let channel else { return 0..<buffer.channels }
    guard (1...buffer.channels).contains(channel) else {
      throw refusal("there is no channel \(channel)", hint: "there are 1 to \(buffer.channels)")
    }
    return channel - 1..<channel
  }

  /// Folds the samples of a channel, or of all, into one number.
  func reduce(_ channel: Int?, _ body: (inout Double, Double) -> Void) throws -> Double {
    var result = 0.0
    for channel in try channels(channel) {
      for index in 0..<buffer.frames { body(&result, Double(buffer[channel][index])) }
    }
    return result
  }

  func peak(_ channel: Int?) throws -> Double {
    try reduce(channel) { $0 = max($0, $1.magnitude) }
  }

  func rootMeanSquare(_ channel: Int?) throws -> Double {
    let count = try channels(channel).count * buffer.frames
    let sum = try reduce(channel) { $0 += $1 * $1 }
    return count == 0 ? 0 : (sum / Double(count)).squareRoot()
  }

  func sample(_ index: Int, _ channel: Int?) throws -> Double {
    guard (1...max(buffer.frames, 1)).contains(index), index <= buffer.frames else {
      throw refusal("there is no sample \(index)", hint: "there are 1 to \(buffer.frames)")
    }
    return Double(buffer[try channels(channel ?? 1).lowerBound][index - 1])
  }

  func samples(_ channel: Int?) throws -> [Double] {
    let channel = try channels(channel ?? 1).lowerBound
    return (0..<buffer.frames).map { Double(buffer[channel][$0]) }
  }

  var luaText: String {
    "SampleBlock (\(buffer.frames) samples of \(rate) Hz, \(buffer.channels) channels, "
      + "at \(time.exactClock))"
  }
}

func makeSampleBlockClass() -> LuaClass {
  LuaClass.object(SampleBlockObject.self, "A stretch of sound, to be looked at.") { type in
    type.property("count", "How many samples each channel has.") { $0.buffer.frames }
    type.property("channels", "How many channels there are.") { $0.buffer.channels }
    type.property("sample_rate", "Samples per second.") { $0.rate }
    type.property("time", "When its first sample is heard.") { $0.time }
    type.method("sample(index, channel)", "One sample; both count from 1, channel 1 by default.") {
      (block: SampleBlockObject, index: Int, channel: Int?) in try block.sample(index, channel)
    }
    type.method("samples(channel)", "All samples of a channel as a list.") {
      (block: SampleBlockObject, channel: Int?) in try block.samples(channel)
    }
    type.method("peak(channel)", "The largest magnitude; of all channels without one.") {
      (block: SampleBlockObject, channel: Int?) in try block.peak(channel)
    }
    type.method("rms(channel)", "The root mean square, its loudness; of all without a channel.") {
      (block: SampleBlockObject, channel: Int?) in try block.rootMeanSquare(channel)
    }
    type.operator(.length, "How many samples each channel has.") { $0.buffer.frames }
  }
}
