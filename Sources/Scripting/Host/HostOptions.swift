/// What is shown of an export's progress, always on standard error.
package enum ProgressMode: String, Sendable, CaseIterable {
  /// A bar that is redrawn in place, then one line that says what was written.
  case bar
  /// One JSON object a line, for programs.
  case json
  /// Nothing.
  case none
  /// The bar on a terminal, and in any case the final line.
  case line
}

/// How much is said on standard error besides errors; each level includes those before it.
package enum LogLevel: String, Sendable, CaseIterable {
  case error, warning, info, debug

  /// Whether messages of `level` are shown at this setting.
  package func shows(_ level: LogLevel) -> Bool {
    let order = LogLevel.allCases
    return order.firstIndex(of: level)! <= order.firstIndex(of: self)!
  }
}

/// The choices made on the command line that hold for a whole run.
package struct HostOptions: Sendable, Equatable {
  /// Nil leaves it to the script, and by default to whether standard error is a terminal.
  ///
  /// A mode given here wins over what a script asks for: it is the person at the keyboard who spoke.
  package var progress: ProgressMode?
  package var logLevel = LogLevel.info
  /// True keeps scripts from running programs and from touching files other than through `vs`.
  package var isSandboxed = false
  /// Bytes that Lua may hold; by default half of what the machine has, for more than that is a mistake
  /// that would take the machine with it.
  package var memoryLimit = MachineMemory.bytes / 2
  /// Threads of every export; nil leaves it to the script.
  package var threads: Int?
  /// Bytes that the process may take while it renders; nil leaves it to the script.
  package var memory: Int64?
  /// Whether every export tells where its time went.
  package var showsProfile = false

  package init() {}
}
