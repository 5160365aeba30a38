import Media
import Timing

extension ExportJob {
  /// Runs an export, and once more where a source that was to be copied is not what it says.
  ///
  /// The pictures of such a source are then encoded anew, and a note tells why. What was written
  /// before has no name and goes with the job.
  static func run(
    _ spec: OutputSpec, _ request: ExportRequest, _ cancellation: Cancellation,
    _ calls: CompositorMailbox
  ) throws -> ExportReport {
    var spec = spec
    var excluded: [PictureSource.Key: String] = [:]
    while true {
      do {
        return try ExportJob(
          spec: spec, request: request, cancellation: cancellation, calls: calls
        ).run()
      } catch let fault as PictureAssembly.Fault {
        guard let planner = spec.planner, excluded[fault.key] == nil else { throw fault.error }
        excluded[fault.key] = fault.reason
        spec.output = try planner.plan(excluding: excluded)
        if request.reencode == .never { try spec.output.refuseEncoding(request.output) }
        spec.notes.append("\(fault.path): \(fault.reason); its pictures were encoded anew")
      }
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

extension PictureAssembly.Fault {
  /// The fault as the user sees it, where nothing else helped.
  var error: MediaError {
    MediaError(.decodeFailed, path: path, action: "copy", detail: reason)
  }
}
