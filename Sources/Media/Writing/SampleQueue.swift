/// Planar samples between what comes in, in blocks of any size, and what an encoder wants.
final class SampleQueue {
  let channels: Int
  /// The samples that wait.
  private(set) var count = 0
  private var head = 0
  private var capacity = 1 << 14
  private var base: UnsafeMutablePointer<Float>

  init(channels: Int) {
    precondition(channels > 0)
    self.channels = channels
    base = .allocate(capacity: channels * capacity)
  }

  deinit { base.deallocate() }

  func append(_ buffer: AudioBuffer) {
    precondition(buffer.channels == channels, "a block must have the queue's channels")
    makeRoom(for: buffer.frames)
    for channel in 0..<channels {
      (base + channel * capacity + head + count).update(
        from: buffer[channel], count: buffer.frames)
    }
    count += buffer.frames
  }

  /// The next sample of a channel; valid until something is appended.
  func samples(of channel: Int) -> UnsafeMutablePointer<Float> { base + channel * capacity + head }

  func drop(_ dropped: Int) {
    precondition(dropped <= count)
    head += dropped
    count -= dropped
    if count == 0 { head = 0 }
  }

  /// Moves the samples to the front, or to larger memory, where `added` more would not fit.
  private func makeRoom(for added: Int) {
    guard head + count + added > capacity else { return }
    let larger = max(capacity, (count + added) * 2)
    let target = larger == capacity ? base : .allocate(capacity: channels * larger)
    for channel in 0..<channels {
      (target + channel * larger).update(from: samples(of: channel), count: count)
    }
    if larger != capacity { base.deallocate() }
    (base, capacity, head) = (target, larger, 0)
  }
}
