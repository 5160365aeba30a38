extension MovieTrack {
  /// Every sample in decoding order, with times in the media's timescale.
  ///
  /// 48 bytes per sample while it lives: for opening only.
  func makeSamples() -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(sampleCount)
    // libavformat moves decoding times down so that none is later than its presentation time;
    // presentation times are the same either way, and its seeks take the unmoved decoding time.
    var time: Int64 = 0
    for run in durations {
      for _ in 0..<run.count {
        samples.append(
          Sample(presentation: time, decoding: time, duration: run.value, isKey: keys == nil))
        time &+= run.value
      }
    }
    var index = 0
    for run in offsets {
      for _ in 0..<run.count {
        samples[index].presentation &+= run.value
        index += 1
      }
    }
    for key in keys ?? [] where key < samples.count { samples[key].isKey = true }
    // A track that lists no key at all still starts with something.
    if let keys, keys.isEmpty, !samples.isEmpty { samples[0].isKey = true }
    if completeCount < samples.count {
      // What is shown after the first missing picture would leave a hole before it.
      let end = samples[completeCount...].lazy.map(\.presentation).min() ?? .max
      samples.removeLast(samples.count - completeCount)
      for index in samples.indices where samples[index].presentation >= end {
        samples[index].isHidden = true
      }
    }
    return samples
  }
}
