/// Makes a sound longer or shorter and keeps its pitch: librubberband's finer engine, offline.
///
/// Offline it has no latency and knows both lengths before it begins, so what comes out begins with
/// the input's first sample and ends with its last. Not Sendable: one thread at a time.
package final class SpectralStretcher {
  private let library: RubberBand
  private let state: RubberBand.State
  private let channels: Int

  /// The most samples that `process` takes at once.
  package static let blockSize = 1024

  /// librubberband's numbers for its finer engine, channels kept in phase, and no threads.
  private static let options: Int32 = 0x2000_0000 | 0x1000_0000 | 0x0001_0000

  /// A place of the input and where it is in the output, in samples.
  package struct KeyFrame: Sendable {
    package let input: Int64
    package let output: Int64

    package init(input: Int64, output: Int64) { (self.input, self.output) = (input, output) }
  }

  /// Between the beginning and the end, the key frames say how fast it goes.
  package init(
    sampleRate: Int, channels: Int, inputCount: Int64, outputCount: Int64, keyFrames: [KeyFrame]
  ) throws(MediaError) {
    precondition(inputCount > 0 && outputCount > 0, "nothing has no speed")
    guard let library = RubberBand.shared else {
      throw MediaError(
        .conversionFailed, action: "change the speed of sound and keep its pitch",
        detail: "librubberband is not installed",
        hint: "install it (apt-get install librubberband2), or set time_pitch_algorithm to "
          + "time_domain or varispeed")
    }
    guard
      let state = library.new(
        UInt32(sampleRate), UInt32(channels), Self.options,
        Double(outputCount) / Double(inputCount), 1)
    else {
      throw MediaError(.conversionFailed, action: "change the speed of sound and keep its pitch")
    }
    (self.library, self.state, self.channels) = (library, state, channels)
    library.setDebugLevel(state, -1)
    library.setMaxProcessSize(state, UInt32(Self.blockSize))
    library.setExpectedInputDuration(state, UInt32(clamping: inputCount))
    if !keyFrames.isEmpty {
      var inputs = keyFrames.map { UInt32(clamping: $0.input) }
      var outputs = keyFrames.map { UInt32(clamping: $0.output) }
      library.setKeyFrameMap(state, UInt32(keyFrames.count), &inputs, &outputs)
    }
    study(inputCount)
  }

  deinit { library.delete(state) }

  /// The finer engine only counts what it is shown in advance, so silence will do.
  private func study(_ count: Int64) {
    let silence = AudioBuffer(channels: channels, capacity: Self.blockSize)
    var left = count
    while left > 0 {
      let next = min(left, Int64(Self.blockSize))
      left -= next
      withPointers(to: silence) { library.study(state, $0, UInt32(next), left == 0 ? 1 : 0) }
    }
  }

  /// Takes the next samples, at most `blockSize`.
  package func process(_ input: AudioBuffer, isLast: Bool) {
    precondition(input.frames <= Self.blockSize && input.channels == channels, "too much at once")
    withPointers(to: input) {
      library.process(state, $0, UInt32(input.frames), isLast ? 1 : 0)
    }
  }

  /// What is ready; nil where more input is needed, or the last of it is out.
  package func take() -> AudioBuffer? {
    let count = library.available(state)
    guard count > 0 else { return nil }
    let output = AudioBuffer(channels: channels, capacity: Int(count))
    let got = withPointers(to: output) { library.retrieve(state, $0, UInt32(count)) }
    output.frames = Int(got)
    return got > 0 ? output : nil
  }

  private func withPointers<Result>(
    to buffer: AudioBuffer, _ body: (RubberBand.Channels) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<Float>?.self, capacity: channels
    ) { pointers in
      for channel in 0..<channels { pointers[channel] = buffer[channel] }
      return body(UnsafePointer(pointers.baseAddress!))
    }
  }
}
