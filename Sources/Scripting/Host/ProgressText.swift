import Rendering
import Timing

/// Where an export stands, as it is shown.
struct ProgressState: Equatable {
  var framesDone: Int64
  /// 0 for an export without a picture.
  var framesTotal: Int64
  /// 0…1 of the whole, sound included.
  var fraction: Double
  /// Seconds of wall clock since the export started.
  var elapsed: Double
  var unit = Unit.frames

  /// What is counted.
  enum Unit {
    case frames, items, bytes
  }

  /// Nil until there is something to measure.
  var framesPerSecond: Double? {
    framesDone > 0 && elapsed > 0 ? Double(framesDone) / elapsed : nil
  }

  /// Seconds still to go at the pace so far.
  var remaining: Double? {
    fraction > 0.001 && elapsed > 0.2 ? elapsed / fraction * (1 - fraction) : nil
  }
}

/// What an export made, as it is shown.
struct ProgressResult: Equatable {
  /// Nil for an export that was thrown away.
  var path: String?
  var frames: Int64
  var duration: Time
  var size: Int64
  var seconds: Double
  var notes: [String]
}

/// The texts of an export's progress; pure, so that tests can read them.
enum ProgressText {
  /// One line of at most `width` columns: name, bar, per cent, frames, pace, time left.
  static func bar(_ state: ProgressState, name: String, width: Int) -> String {
    let fraction = min(max(state.fraction, 0), 1)
    var figures = decimalText(fraction * 100, places: 0) + " %"
    if state.framesTotal > 0, state.unit != .bytes {
      figures += "  \(state.framesDone)/\(state.framesTotal)"
    }
    if let pace = state.framesPerSecond {
      let number = decimalText(pace, places: pace < 10 ? 1 : 0)
      switch state.unit {
      case .frames: figures += "  " + number + " fps"
      case .items: figures += "  " + number + "/s"
      case .bytes: figures += "  " + sizeText(Int64(pace)) + "/s"
      }
    }
    if let remaining = state.remaining { figures += "  " + clockText(remaining) + " left" }

    let room = width - figures.count - 1
    let barWidth = min(30, room - name.count - 4)
    guard barWidth >= 5 else { return String(figures.prefix(max(0, width - 1))) }
    let filled = Int(fraction * Double(barWidth))
    let bar =
      String(repeating: "━", count: filled) + String(repeating: "─", count: barWidth - filled)
    return "\(name)  \(bar)  \(figures)"
  }

  /// What was written: path, frames, duration, size, and how long it took.
  static func summary(_ result: ProgressResult) -> String {
    var parts: [String] = []
    if result.frames > 0 {
      parts.append(result.frames == 1 ? "1 frame" : "\(result.frames) frames")
    }
    parts.append(secondsText(result.duration) + " s")
    if result.path != nil { parts.append(sizeText(result.size)) }
    var took = "in " + decimalText(result.seconds, places: 1) + " s"
    if result.frames > 0, result.seconds > 0 {
      took += " (" + decimalText(Double(result.frames) / result.seconds, places: 0) + " fps)"
    }
    parts.append(took)
    return (result.path ?? "nothing written") + ": " + parts.joined(separator: ", ")
  }

  static func json(_ state: ProgressState, path: String?) -> String {
    var fields = [
      ("event", "progress".quotedAsJSON), ("output", path.map(\.quotedAsJSON) ?? "null"),
      ("frames", "\(state.framesDone)"), ("total", "\(state.framesTotal)"),
      ("fraction", decimalText(state.fraction, places: 4, trimmed: true)),
      ("seconds", decimalText(state.elapsed, places: 2, trimmed: true)),
    ]
    if let pace = state.framesPerSecond { fields.append(("fps", decimalText(pace, places: 1))) }
    if let remaining = state.remaining {
      fields.append(("remaining", decimalText(remaining, places: 1)))
    }
    return object(fields)
  }

  /// The progress of a job that is no export.
  static func json(
    _ state: ProgressState, job: String, path: String?, event: String = "progress"
  ) -> String {
    var fields = [("event", event.quotedAsJSON), ("job", job.quotedAsJSON)]
    if let path { fields.append(("path", path.quotedAsJSON)) }
    fields += [
      ("done", "\(state.framesDone)"), ("total", "\(state.framesTotal)"),
      ("fraction", decimalText(state.fraction, places: 4, trimmed: true)),
      ("seconds", decimalText(state.elapsed, places: 2, trimmed: true)),
    ]
    if event == "progress", let remaining = state.remaining {
      fields.append(("remaining", decimalText(remaining, places: 1)))
    }
    return object(fields)
  }

  static func json(_ result: ProgressResult) -> String {
    object([
      ("event", "finished".quotedAsJSON), ("output", result.path.map(\.quotedAsJSON) ?? "null"),
      ("frames", "\(result.frames)"), ("duration", secondsText(result.duration)),
      ("size", "\(result.size)"), ("seconds", decimalText(result.seconds, places: 2)),
      ("notes", "[" + result.notes.map(\.quotedAsJSON).joined(separator: ",") + "]"),
    ])
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { $0.0.quotedAsJSON + ":" + $0.1 }.joined(separator: ",") + "}"
  }
}
