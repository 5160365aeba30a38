import Imaging
import Media
import Synchronization
import Timing

extension ExportJob {
  /// Draws the frames one after the other, as far as the film goes.
  func renderFrames(into frames: BoundedQueue<TimedFrame>) throws {
    guard let video = spec.video else { return }
    let clock = profile.map { _ in StageClock() }
    var resources = RenderResources(
      threads: spec.memory?.threads ?? request.threads, memory: request.memory
    ) { [weak self] in self?.failure.withLock { $0 != nil } ?? true }
    resources.decoders = spec.memory?.decoders
    // On two cores, which decoding and encoding fill, opening in advance made dissolves a tenth slower.
    if resources.threads > 2 { resources.willNeed = spec.neededTimes }
    resources.clock = clock
    let renderer = FrameRenderer(spec.plan, resources, calls: calls)
    defer {
      renderer.close()
      issues.withLock { $0 += renderer.issues }
      frames.finish()
      if let clock { profile?.add(clock, spans: spec.plan.spans) }
    }
    let unit = video.settings.timeBase
    for index in spec.renderedFrames.joined() {
      // Another try may know the end from the start.
      if ending.time != nil, index >= ending.frames { return }
      ending.reach(video.schedule.outputTime(of: index), frames: index)
      if ending.isNear {
        ending.settle(at: video.schedule.outputTime(of: index), frames: index)
        return
      }
      let frame = try renderer.frame(at: video.schedule.time(of: index))
      guard !spec.isDiscarded else {
        // Handing a frame to another thread costs more than holding one.
        guard failure.withLock({ $0 == nil }) else { return }
        report(index + 1)
        continue
      }
      let pts = video.schedule.outputTime(of: index)
        .quotient(by: unit, .halfAwayFromZero)
      let timed = TimedFrame(frame: frame, index: index, pts: pts)
      guard measured(clock, .wait, { frames.put(timed) }) else { return }
    }
  }

  func encodeFrames(_ encoder: VideoEncoder) throws {
    let clock = profile.map { _ in StageClock() }
    defer {
      pictures.finish()
      if let clock { profile?.add(clock) }
    }
    while let next = measured(clock, .wait, { frames.take() }) {
      let packets = try measured(clock, .encode) { try encoder.encode(next.frame, pts: next.pts) }
      if !packets.isEmpty, !measured(clock, .wait, { pictures.put(packets) }) { return }
      report(next.index + 1)
    }
    if failure.withLock({ $0 == nil }) {
      let end = ending.time ?? spec.range.duration
      _ = pictures.put(try measured(clock, .encode) { try encoder.finish(end: end) })
    }
  }

  func encodeSound(_ encoder: AudioEncoder) throws {
    guard let audio = spec.audio else { return }
    let clock = profile.map { _ in StageClock() }
    defer {
      sounds.finish()
      if let clock { profile?.add(clock) }
    }
    try measured(clock, .mix) {
      try mixSound(blockSize: 4096, audio: audio) { buffer in
        let packets = try measured(clock, .encodeSound) { try encoder.encode(buffer) }
        return packets.isEmpty || measured(clock, .wait) { sounds.put(packets) }
      }
    }
    if failure.withLock({ $0 == nil }) { _ = sounds.put(try encoder.finish()) }
  }

  /// Mixes the whole output block by block; `body` returns false to stop.
  func mixSound(
    blockSize: Int, audio: OutputSpec.Audio, _ body: (AudioBuffer) throws -> Bool
  ) throws {
    let mixer = AudioMixer(
      spec.plan, rate: audio.settings.sampleRate, layout: audio.settings.layout,
      origin: spec.range.start)
    defer {
      mixer.close()
      issues.withLock { $0 += mixer.issues }
    }
    var done: Int64 = 0
    let rate = Int64(audio.settings.sampleRate)
    while failure.withLock({ $0 == nil }) {
      if spec.video == nil { ending.reach(Time(done, rate), frames: 0) }
      if spec.video == nil, ending.isNear { ending.settle(at: Time(done, rate), frames: 0) }
      let total = ending.time.map { min($0.units(per: rate), audio.sampleCount) }
      let count = Int(min(Int64(blockSize), (total ?? audio.sampleCount) - done))
      guard count > 0 else { return }
      guard try body(mixer.mix(from: done, count: count)) else { return }
      done += Int64(count)
      if spec.video == nil {
        cancellation.report(frames: 0, fraction: Double(done) / Double(audio.sampleCount))
      }
    }
  }
}
