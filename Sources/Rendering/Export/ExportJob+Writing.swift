import Media
import Timing

extension ExportJob {
  /// Encodes and writes the film; the file appears under its name only when it is whole.
  func write() throws -> Int64 {
    guard let path = request.output else { preconditionFailure("an output is checked for early") }
    let file = try OutputFile(path: path, overwrite: request.overwrite, forbidden: spec.sources)
    defer { file.discard() }
    let scratch = request.passes == 2 ? try ScratchFolder(in: request.temporaryFolder) : nil
    defer { scratch?.remove() }
    let pass = try scratch.map { try firstPass(in: $0, before: file) }
    let muxer = try Muxer(container: spec.container, output: file)
    let (video, audio) = try encoders(pass: pass ?? nil)
    let words = try addStreams(to: muxer, video, audio)
    try muxer.start()
    // A few bytes each: they wait in the muxer until pictures and sound have come so far.
    for packet in words { try muxer.writeSubtitle(packet) }
    let stages = startStages(video, audio)
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

  /// What compresses the pictures and the sound; nil for what is copied and what the film lacks.
  private func encoders(pass: EncoderPass?) throws -> (video: VideoEncoder?, audio: AudioEncoder?) {
    var (video, audio): (VideoEncoder?, AudioEncoder?) = (nil, nil)
    if !spec.output.copiesPictures, var settings = spec.video?.settings {
      settings.pass = pass
      video = try VideoEncoder(settings)
    }
    if spec.output.sound?.source == nil, let settings = spec.audio?.settings {
      audio = try AudioEncoder(settings)
    }
    return (video, audio)
  }

  /// Tells the muxer what will come, and gives the packets of the subtitles.
  private func addStreams(
    to muxer: Muxer, _ video: VideoEncoder?, _ audio: AudioEncoder?
  ) throws -> [Packet] {
    let languages = spec.languages
    if let video { try muxer.addVideo(video, language: languages.video) }
    if let copied = spec.output.stream { try muxer.addVideo(copied, language: languages.video) }
    if let audio { try muxer.addAudio(audio, language: languages.audio) }
    if let copied = spec.output.sound?.source {
      try muxer.addAudio(copied, language: languages.audio)
    }
    return try spec.subtitles.flatMap { subtitles in
      let text = try subtitles.text(in: spec.range)
      let encoder = try SubtitleEncoder(
        codec: subtitles.codec, header: text.header, language: subtitles.language)
      try muxer.addSubtitles(encoder)
      return try text.cues.compactMap { try encoder.encode($0) }
    }
  }

  /// Starts the threads that draw, encode and copy, and closes the queues that nothing comes through.
  private func startStages(_ video: VideoEncoder?, _ audio: AudioEncoder?) -> [Worker] {
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
    if let copied = spec.output.sound?.source {
      stages.append(Worker { self.guarded { try self.copySound(copied) } })
    } else if let audio {
      let encoder = Handed(audio)
      stages.append(Worker { self.guarded { try self.encodeSound(encoder.value) } })
    } else {
      sounds.finish()
    }
    return stages
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

  /// Renders every frame and mixes every sample, and keeps none: for measuring.
  func discard() throws -> Int64 {
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
}
