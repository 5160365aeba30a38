import Imaging
import Media
import Synchronization
import Timing

/// The work of one export: render → encode → mux, with sound beside the picture.
///
/// Each stage is a thread, and bounded queues join them; the muxer runs on the thread that calls
/// `run` and always writes the packet that is due first, so neither stream runs ahead of the other.
/// A failure anywhere closes all queues, which lets every stage go at once.
final class ExportJob: @unchecked Sendable {
  let spec: OutputSpec
  let request: ExportRequest
  let cancellation: Cancellation
  let failure = Mutex<(any Error)?>(nil)
  let issues = Mutex<[SourceIssue]>([])

  let frames: BoundedQueue<TimedFrame>
  let pictures = BoundedQueue<[Packet]>(capacity: 16)
  let sounds = BoundedQueue<[Packet]>(capacity: 32)

  /// Frames on their way to the first of two passes.
  let measuredFrames: BoundedQueue<TimedFrame>
  private let profile: ProfileCollector?
  /// How render threads reach the script's compositors.
  let calls: CompositorMailbox
  /// Where the film ends early, once its file has reached the limit.
  let ending = Ending()
  /// Is called once the export was cancelled and nothing is left of its file; threads may still run.
  private let whenCancelled: @Sendable () -> Void

  /// A frame on its way to the encoder, with its time in the output.
  struct TimedFrame: Sendable {
    let frame: VideoFrame
    let index: Int
    let pts: Int64
  }

  init(
    spec: OutputSpec, request: ExportRequest, cancellation: Cancellation,
    calls: CompositorMailbox, whenCancelled: @escaping @Sendable () -> Void
  ) {
    self.spec = spec
    self.request = request
    self.cancellation = cancellation
    self.calls = calls
    self.whenCancelled = whenCancelled
    let capacity = spec.memory?.queueCapacity ?? 1
    frames = BoundedQueue(capacity: capacity)
    measuredFrames = BoundedQueue(capacity: capacity)
    profile = request.measuresTime ? ProfileCollector() : nil
    calls.open()
  }

  /// Does the work on the calling thread and those it starts; returns when all of them are done.
  func run() throws -> ExportReport {
    let clock = ContinuousClock()
    let start = clock.now
    cancellation.onCancel { [weak self] in self?.stop(Cancelled()) }
    // A source that is known to be cut need not be decoded to fail a strict export.
    try throwFailure()
    let size = try spec.isDiscarded ? discard() : write()
    let found = (spec.issues + issues.withLock { $0 }).gathered
    let elapsed = (clock.now - start).components
    let end = ending.time
    var notes = spec.notes
    if let end {
      notes.append(
        "the film ends at \(end.exactClock) of \(spec.range.duration.exactClock): "
          + "its file has reached the limit of \(request.fileLengthLimit) bytes")
    }
    let peak = MemoryBudget.peak
    if request.memory > 0, peak > request.memory + request.memory / 10 {
      notes.append(
        "the work took \(peak >> 20) MiB of memory, more than the \(request.memory >> 20) allowed: "
          + "the encoder and the decoders need that much")
    }
    return ExportReport(
      path: spec.isDiscarded ? nil : request.output,
      frames: end == nil ? spec.video?.schedule.count ?? 0 : ending.frames,
      copiedFrames: spec.output.copiedFrames,
      duration: end ?? spec.range.duration,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18, size: size,
      reachedLimit: end != nil, notes: notes, issues: found, profile: profile?.result)
  }

  /// Ends all stages; the first reason is the one that is reported.
  func stop(_ error: any Error) {
    failure.withLock { $0 = $0 ?? error }
    calls.close()
    measuredFrames.close()
    frames.close()
    pictures.close()
    sounds.close()
  }

  func guarded(_ body: () throws -> Void) {
    do { try body() } catch { stop(error) }
  }

  /// Tells the owner of a cancelled export that it is over before its threads have ended.
  func settleIfCancelled(_ file: OutputFile? = nil) {
    guard failure.withLock({ $0 is Cancelled }) else { return }
    file?.discard()
    whenCancelled()
  }

  func throwFailure() throws {
    if let error = failure.withLock({ $0 }) { throw error }
    if request.strict, let first = spec.issues.first ?? issues.withLock({ $0.first }) {
      throw MediaError(
        .decodeFailed, path: first.path, time: first.issue.time, action: "use",
        detail: first.issue.message,
        hint: "without strict such places are bridged and reported at the end")
    }
  }

  // MARK: - Writing

  private func write() throws -> Int64 {
    guard let path = request.output else { preconditionFailure("an output is checked for early") }
    let file = try OutputFile(path: path, overwrite: request.overwrite, forbidden: spec.sources)
    defer { file.discard() }
    let scratch = request.passes == 2 ? try ScratchFolder(in: request.temporaryFolder) : nil
    defer { scratch?.remove() }
    let pass = try scratch.map { try firstPass(in: $0, before: file) }
    let muxer = try Muxer(container: spec.container, output: file)
    let video =
      spec.output.copiesPictures
      ? nil
      : try spec.video.map { video in
        var settings = video.settings
        settings.pass = pass ?? nil
        return try VideoEncoder(settings)
      }
    let copiedSound = spec.output.sound?.source
    let audio =
      copiedSound != nil
      ? nil
      : try spec.audio.map { audio in
        try AudioEncoder(audio.settings)
      }
    let languages = spec.languages
    if let video { try muxer.addVideo(video, language: languages.video) }
    if let copied = spec.output.stream { try muxer.addVideo(copied, language: languages.video) }
    if let audio { try muxer.addAudio(audio, language: languages.audio) }
    if let copiedSound { try muxer.addAudio(copiedSound, language: languages.audio) }
    let texts = try spec.subtitles.map { subtitles in
      let text = try subtitles.text(in: spec.range)
      let encoder = try SubtitleEncoder(
        codec: subtitles.codec, header: text.header, language: subtitles.language)
      try muxer.addSubtitles(encoder)
      return try text.cues.compactMap { try encoder.encode($0) }
    }
    try muxer.start()
    // A few bytes each: they wait in the muxer until pictures and sound have come so far.
    for packet in texts.joined() { try muxer.writeSubtitle(packet) }

    var stages: [Worker] = []
    if video != nil || spec.output.copiesPictures {
      stages.append(Worker { self.guarded { try self.renderFrames(into: self.frames) } })
    }
    if spec.output.copiesPictures {
      stages.append(Worker { self.guarded { try self.assemblePictures() } })
    } else if let video {
      let encoder = Handed(video)
      stages.append(Worker { self.guarded { try self.encodeFrames(encoder.value) } })
    } else {
      pictures.finish()
    }
    if let copiedSound {
      stages.append(Worker { self.guarded { try self.copySound(copiedSound) } })
    } else if let audio {
      let encoder = Handed(audio)
      stages.append(Worker { self.guarded { try self.encodeSound(encoder.value) } })
    } else {
      sounds.finish()
    }
    guarded { try mux(into: muxer, file: file) }
    settleIfCancelled(file)
    for stage in stages { stage.join() }
    try throwFailure()
    try muxer.finish()
    if cancellation.isCancelled { throw Cancelled() }
    if request.fileLengthLimit > 0, file.size > request.fileLengthLimit {
      throw FileTooLong(
        size: file.size, duration: ending.time ?? spec.range.duration,
        frames: ending.time == nil ? spec.video?.schedule.count ?? 0 : ending.frames)
    }
    try file.commit()
    return file.size
  }

  /// Renders every frame and mixes every sample, and keeps none: for measuring.
  private func discard() throws -> Int64 {
    let sound = spec.audio.map { audio in
      Worker {
        self.guarded { try self.mixSound(blockSize: 4096, audio: audio) { _ in true } }
      }
    }
    let render = spec.video.map { _ in
      Worker { self.guarded { try self.renderFrames(into: self.frames) } }
    }
    if render == nil { frames.finish() }
    while frames.take() != nil {}
    settleIfCancelled()
    render?.join()
    sound?.join()
    try throwFailure()
    return 0
  }

  // MARK: - Stages

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

  private func encodeFrames(_ encoder: VideoEncoder) throws {
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

  private func encodeSound(_ encoder: AudioEncoder) throws {
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
  private func mixSound(
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

  /// Writes packets in the order of their decoding times until both streams are over.
  private func mux(into muxer: Muxer, file: OutputFile) throws {
    var (picture, sound) = (ArraySlice<Packet>(), ArraySlice<Packet>())
    var (morePictures, moreSounds) = (true, true)
    var gauge = SizeGauge(limit: request.fileLengthLimit)
    let clock = profile.map { _ in StageClock() }
    defer { if let clock { profile?.add(clock) } }
    while true {
      while picture.isEmpty, morePictures {
        if let packets = measured(clock, .wait, { pictures.take() }) {
          picture = packets[...]
        } else {
          morePictures = false
        }
      }
      while sound.isEmpty, moreSounds {
        if let packets = measured(clock, .wait, { sounds.take() }) {
          sound = packets[...]
        } else {
          moreSounds = false
        }
      }
      let packet: Packet
      var isPicture = false
      switch (picture.first, sound.first) {
      case (nil, nil): return
      case (let next?, let other?) where next.decodeTime <= other.decodeTime:
        (packet, isPicture) = (picture.removeFirst(), true)
      case (_?, nil): (packet, isPicture) = (picture.removeFirst(), true)
      default: packet = sound.removeFirst()
      }
      // Sound may have run ahead of where the picture ends early.
      if !isPicture, let end = ending.time, packet.time >= end { continue }
      try measured(clock, .mux) { try muxer.write(packet) }
      gauge.add(packet, isPicture: isPicture)
      cancellation.report(bytes: file.size)
      if gauge.isFull(written: file.size, reached: ending.reached) {
        ending.come()
      }
    }
  }

  func report(_ frames: Int) {
    let total = spec.video?.schedule.count ?? 0
    let fraction = total == 0 ? 0 : Double(frames) / Double(total)
    cancellation.report(
      frames: frames, fraction: request.passes == 2 ? 0.5 + fraction / 2 : fraction)
  }
}
