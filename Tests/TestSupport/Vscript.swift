@preconcurrency import Glibc

/// How a run of the program ended, and what it used.
package struct VscriptRun: Sendable {
  package let output: String
  package let errors: String
  /// The exit status, or 128 + the signal that ended it.
  package let status: Int32
  /// The largest resident set seen, in bytes; polled, so a peak of a few milliseconds is missed.
  package let peakMemory: Int
  /// The largest number of open files seen; 0 unless it was asked for.
  package let openFilesPeak: Int
  package let seconds: Double
  /// What it and its threads used of the processor.
  package let processorSeconds: Double
}

package enum Vscript {
  /// The folder of the package: the nearest one above this file that has a `Package.swift`.
  package static let packageFolder: String = {
    var folder = Substring(#filePath)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if fileSize("\(folder)/Package.swift") != nil { return String(folder) }
    }
    fatalError("no Package.swift above \(#filePath)")
  }()

  /// The built program: `$VSCRIPT`, else the release build, else the newest other one.
  package static let binary: String? = {
    if let named = getenv("VSCRIPT") { return String(cString: named) }
    let builds = [".build/release", ".build/tests/release", ".build/debug", ".build/tests/debug"]
    return builds.map { "\(packageFolder)/\($0)/vscript" }.first { access($0, X_OK) == 0 }
  }()

  /// Files of `shared/media` beside the checkout, or of `$VSCRIPT_SHARED_MEDIA`, sorted.
  ///
  /// Empty, with a printed note, when there are none.
  package static let sharedMedia: [String] = {
    if let named = getenv("VSCRIPT_SHARED_MEDIA").map({ String(cString: $0) }) {
      return listing(of: named).map { "\(named)/\($0)" }
    }
    var folder = Substring(packageFolder)
    while true {
      for place in ["\(folder)/shared/media", "\(folder)/../shared/media"] {
        let names = listing(of: place)
        if !names.isEmpty { return names.map { "\(place)/\($0)" } }
      }
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = folder[..<slash]
    }
    print("shared/media is not here: the tests on real files are skipped (1 set)")
    return []
  }()
}

/// Runs the built program and waits for its end.
///
/// `environment` is added to ours; `wrapper` is a command that runs the program in turn;
/// `whileRunning` is called every few milliseconds with the process
/// and the seconds since its start, for sending signals; a run longer than `limit` seconds is
/// killed, which shows as status 137.
package func runVscript(
  _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
  input: String = "", wrapper: [String] = [], countOpenFiles: Bool = false, limit: Double = 300,
  whileRunning: ((ChildProcess, Double) -> Void)? = nil
) -> VscriptRun {
  guard let binary = Vscript.binary else { fatalError("vscript is not built; set $VSCRIPT") }
  var variables: [String: String] = [:]
  var entry = environ
  while let pair = entry.pointee {
    let text = String(cString: pair)
    if let sign = text.firstIndex(of: "=") {
      variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    entry += 1
  }
  variables.merge(environment) { $1 }
  let started = now()
  let process = ChildProcess(
    wrapper.first ?? binary,
    wrapper.isEmpty ? arguments : wrapper.dropFirst() + [binary] + arguments,
    environment: variables, folder: folder, input: Array(input.utf8))
  var peak = 0
  var files = 0
  while !process.hasEnded {
    peak = max(peak, peakMemory(of: process.identifier))
    if countOpenFiles {
      files = max(files, listing(of: "/proc/\(process.identifier)/fd").count)
    }
    let elapsed = now() - started
    whileRunning?(process, elapsed)
    if elapsed > limit { process.send(SIGKILL) }
    usleep(elapsed < 0.5 ? 1000 : 5000)
  }
  let seconds = now() - started
  return VscriptRun(
    output: process.outputText, errors: process.errorText, status: process.wait(),
    peakMemory: peak, openFilesPeak: files, seconds: seconds,
    processorSeconds: process.processorSeconds)
}

/// Seconds of the monotonic clock.
package func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The process's high-water mark in bytes.
///
/// Not from `wait4`: a started process inherits its starter's mark there.
private func peakMemory(of process: pid_t) -> Int {
  guard let status = readText("/proc/\(process)/status"),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
    let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
  else { return 0 }
  return (Int(number) ?? 0) * 1024
}
