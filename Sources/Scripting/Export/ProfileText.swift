import LuaRuntime
import Rendering
import Timing

/// Where the time of an export went, as lines for people.
func profileText(_ profile: ExportProfile, seconds: Double) -> String {
  func row(_ name: String, _ spent: Double, _ rest: String = "") -> String {
    let share = seconds > 0 ? Int((spent / seconds * 100).rounded()) : 0
    return padded(decimalText(spent, places: 3), 10) + " s" + padded("\(share)", 5)
      + " %  \(name)\(rest)\n"
  }
  var text = "profile of \(decimalText(seconds, places: 3)) s\n"
  for stage in ExportProfile.Stage.allCases {
    if let spent = profile.stages[stage] {
      text += row(stage.rawValue.replacing("_", with: " "), spent)
    }
  }
  // The most expensive come first; of thousands only they matter.
  let sources = profile.sources.sorted { $0.value.seconds > $1.value.seconds }
  text += sources.isEmpty ? "" : "sources, decoding\n"
  for (path, share) in sources.prefix(rowLimit) {
    text += row(path, share.seconds, ", \(share.frames) frames")
  }
  let spans = profile.spans.sorted { $0.share.seconds > $1.share.seconds }
  text += spans.isEmpty ? "" : "spans, rendering\n"
  for (range, share) in spans.prefix(rowLimit) {
    text += row(
      "\(range.start.clock) to \(range.end.clock)", share.seconds, ", \(share.frames) frames")
  }
  return text
}

private let rowLimit = 10

private func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The same for scripts: seconds of each stage, and lists of sources and spans.
func profileRecord(_ profile: ExportProfile) -> LuaRecord {
  let stages = ExportProfile.Stage.allCases.map { ($0.rawValue, profile.stages[$0] ?? 0) }
  return [
    "stages": LuaRecord(stages),
    "sources": profile.sources.sorted { $0.value.seconds > $1.value.seconds }.map {
      ["path": $0.key, "seconds": $0.value.seconds, "frames": $0.value.frames] as LuaRecord
    },
    "spans": profile.spans.map {
      ["time_range": $0.range, "seconds": $0.share.seconds, "frames": $0.share.frames]
        as LuaRecord
    },
  ]
}
