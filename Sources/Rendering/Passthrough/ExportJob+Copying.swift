import Media
import Timing

extension ExportJob {
  /// Runs an export, and once more where a source that was to be copied is not what it says, or where
  /// its file came out longer than it may be.
  ///
  /// The pictures of such a source are then encoded anew, and a note tells why. What was written
  /// before has no name and goes with the job.
  static func run(
    _ spec: OutputSpec, _ request: ExportRequest, _ cancellation: Cancellation,
    _ calls: CompositorMailbox, whenCancelled: @escaping @Sendable () -> Void
  ) throws -> ExportReport {
    var spec = spec
    var excluded: [PictureSource.Key: String] = [:]
    var end: (time: Time, frames: Int)?
    while true {
      do {
        let job = ExportJob(
          spec: spec, request: request, cancellation: cancellation, calls: calls,
          whenCancelled: whenCancelled)
        if let end { job.ending.settle(at: end.time, frames: end.frames) }
        return try job.run()
      } catch let fault as FileTooLong {
        end = fault.nextEnd(limit: request.fileLengthLimit, schedule: spec.video?.schedule)
        guard end != nil else {
          throw RenderError(
            "file_length_limit", number: -11811,
            "nothing of the film fits into \(request.fileLengthLimit) bytes: its beginning alone "
              + "takes \(fault.size)", path: request.output,
            hint: "allow more with file_length_limit, or ask for a lower quality")
        }
        cancellation.startAgain()
      } catch let fault as PictureAssembly.Fault {
        guard let planner = spec.planner, excluded[fault.key] == nil else { throw fault.error }
        excluded[fault.key] = fault.reason
        let sound = spec.output.sound
        spec.output = try planner.plan(excluding: excluded)
        spec.output.sound = sound
        spec.notes.append("\(fault.path): \(fault.reason); its pictures were encoded anew")
      } catch let fault as SoundFault {
        spec.output.sound = OutputPlan.Sound(action: .reencode, reason: fault.reason)
        spec.notes.append("\(fault.path): \(fault.reason); its sound was encoded anew")
      }
      let preset = try request.preset.map { name throws(RenderError) in try Preset.named(name) }
      try spec.output.refuseEncoding(request, preset: preset)
    }
  }

  /// Sound whose packets turned out not to be what its index promises.
  private struct SoundFault: Error {
    let path: String
    let reason: String
  }

  /// Copies the packets of the sound.
  func copySound(_ sound: CopiedSound) throws {
    defer { sounds.finish() }
    do {
      let copier = try SoundCopier(sound)
      while let packet = try copier.next() {
        guard sounds.put([packet]) else { return }
      }
    } catch let refusal as CopyRefusal {
      throw SoundFault(path: sound.path, reason: refusal.reason)
    }
  }

  /// Puts the pictures together from copied packets and re-encoded parts.
  func assemblePictures() throws {
    defer { pictures.finish() }
    guard let video = spec.video,
      var assembly = PictureAssembly(
        spec.output, schedule: video.schedule, end: spec.range.duration,
        put: { self.pictures.put($0) })
    else { return }
    try assembly.run(next: { self.frames.take() }, report: { self.report($0) })
  }
}

extension OutputSpec {
  /// The frames that are drawn, in order.
  var renderedFrames: [Range<Int>] {
    output.copiesPictures ? output.renderedFrames : [0..<(video?.schedule.count ?? 0)]
  }
}

extension OutputSpec {
  /// Whether the frame shown at a time of the edit is one of those that are drawn.
  var neededTimes: (@Sendable (Time) -> Bool)? {
    guard let schedule = video?.schedule else { return nil }
    let ranges = renderedFrames
    return { [end = range.end] time in
      guard time < end else { return false }
      let index = schedule.firstIndex(at: time, from: 0)
      let place = ranges.partitioningIndex { $0.upperBound > index }
      return place < ranges.count && ranges[place].contains(index)
    }
  }
}

extension PictureAssembly.Fault {
  /// The fault as the user sees it, where nothing else helped.
  var error: MediaError {
    MediaError(.decodeFailed, path: path, action: "copy", detail: reason)
  }
}
