import LuaRuntime

/// What the command line of the program itself can say.
///
/// `--help`, the manual page, the shells' completion and the reading of the words all come from here.
package enum ProgramDescription {
  /// One way to call it.
  package struct Form: Sendable {
    /// What follows "vscript".
    package let words: String
    package let help: String
  }

  package struct Option: Sendable {
    package let flag: String
    package var short: String?
    /// How its value is named in help; nil for a switch.
    package var value: String?
    /// The words that the value may be; empty where it may be any.
    package var choices: [String] = []
    package let help: String
  }

  package static let forms = [
    Form(words: "[options] SCRIPT.lua [arguments]", help: "Runs a script."),
    Form(words: "[options]", help: "The prompt: type Lua, see what it gives."),
    Form(
      words: "[options] -i SCRIPT.lua [arguments]",
      help: "Runs a script, then the prompt with the script's variables."),
    Form(words: "[options] NAME [arguments]", help: "Runs a tool; its options follow its name."),
    Form(words: "[options] -e CODE [arguments]", help: "Runs a line of Lua."),
    Form(words: "[options] - [arguments]", help: "Runs what standard input says."),
  ]

  package static let options = [
    Option(
      flag: "--progress", value: "MODE", choices: ProgressMode.allCases.map(\.rawValue),
      help: "what is shown of long work, on standard error: a bar, JSON lines, or nothing"),
    Option(
      flag: "--log", value: "LEVEL", choices: LogLevel.allCases.map(\.rawValue),
      help: "how much is said besides"),
    Option(
      flag: "--memory-limit", value: "SIZE",
      help: "what Lua may hold, such as 500M or 8G; by default half of the machine's memory"),
    Option(
      flag: "--memory", value: "SIZE", help: "what may be taken while rendering, such as 512M"),
    Option(
      flag: "--threads", value: "N", help: "threads of codecs and drawing; by default the cores"),
    Option(flag: "--profile", help: "say where the time of each export went"),
    Option(flag: "--sandbox", help: "no programs, no files other than through vs"),
    Option(flag: "-i", help: "the prompt after the script"),
    Option(flag: "-e", value: "CODE", help: "a line of Lua instead of a script"),
    Option(flag: "--version", help: "print the version"),
    Option(flag: "--help", short: "-h", help: "print a summary"),
  ]

  /// The text of `--help`.
  package static var helpText: String {
    var lines: [String] = []
    let width = forms.map(\.words.count).max() ?? 0
    for (number, form) in forms.enumerated() {
      let gap = String(repeating: " ", count: width - form.words.count)
      let help = form.help.prefix(1).lowercased() + form.help.dropFirst().dropLast()
      lines.append((number == 0 ? "usage: " : "       ") + "vscript \(form.words)\(gap)  \(help)")
    }
    lines += ["", "options:"]
    for option in options {
      var flag = (option.short.map { $0 + ", " } ?? "    ") + option.flag
      if let value = option.value {
        flag += " " + (option.choices.isEmpty ? value : option.choices.joined(separator: "|"))
      }
      let gap = String(repeating: " ", count: max(1, 38 - flag.count))
      lines.append("  " + flag + gap + option.help)
    }
    lines += [
      "", "tools: " + StandardLibrary.toolNames.joined(separator: ", "),
      "'vscript NAME --help' explains a tool, 'vscript help TOPIC' everything else.", "",
      "A script finds its words in the table 'arg' and everything else in the table 'vs'.", "",
      "exit status: 0 done, 1 the script raised an error, 2 wrong usage,",
      "             3 a media or file failure, 130 interrupted", "",
    ]
    return lines.joined(separator: "\n")
  }
}

/// `vs.command_line`: the same as a script can read it.
func addCommandLineFunction(to module: LuaModuleBuilder) {
  module.function(
    "command_line()",
    "The program's own command line: its forms and options, for pages and completion."
  ) {
    [
      "forms": ProgramDescription.forms.map {
        ["words": $0.words, "help": $0.help] as LuaRecord
      },
      "options": ProgramDescription.options.map {
        [
          "flag": $0.flag, "short": $0.short, "value": $0.value, "choices": $0.choices,
          "help": $0.help,
        ] as LuaRecord
      },
    ] as LuaRecord
  }
}
