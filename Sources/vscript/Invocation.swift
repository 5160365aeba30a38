import LuaRuntime
import Scripting

/// What the words after `vscript` ask for; read completely before anything runs.
struct Invocation: Equatable {
  enum Program: Equatable {
    case help
    case version
    case file(String)
    case standardInput
    case code(String)
    case tool(String)
    /// The prompt without a script before it.
    case prompt
  }

  var program: Program
  /// Every word of the command line, from the program's own name on.
  var words: [String]
  /// The word that names the script: `arg[0]`; the ones after it are its arguments.
  var scriptIndex: Int
  var options = HostOptions()
  /// Whether the prompt follows the script.
  var isInteractive = false
}

/// A command line that does not say what to do.
struct UsageError: Error, Equatable {
  var message: String
  var hint: String?
}

extension Invocation {
  static let flags = ProgramDescription.options.flatMap {
    [$0.flag] + ($0.short.map { [$0] } ?? [])
  }

  /// Reads a command line; options end at the script, whose own words are left alone.
  init(words: [String]) throws(UsageError) {
    self.init(program: .help, words: words, scriptIndex: 0)
    var index = 1

    func value(of flag: String, inline: String?) throws(UsageError) -> String {
      if let inline { return inline }
      index += 1
      guard index < words.count else { throw UsageError(message: "\(flag) needs a value") }
      return words[index]
    }

    while index < words.count {
      let word = words[index]
      var (flag, inline): (String, String?) = (word, nil)
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        flag = String(word[..<equals])
        inline = String(word[word.index(after: equals)...])
      }
      switch flag {
      case "--progress":
        options.progress = try Self.choice(try value(of: flag, inline: inline), of: flag)
      case "--log":
        options.logLevel = try Self.choice(try value(of: flag, inline: inline), of: flag)
      case "--memory-limit":
        options.memoryLimit = try Self.size(try value(of: flag, inline: inline), of: flag)
      case "--memory":
        options.memory = Int64(try Self.size(try value(of: flag, inline: inline), of: flag))
      case "--threads":
        let text = try value(of: flag, inline: inline)
        guard let threads = Int(text), (1...256).contains(threads) else {
          throw UsageError(message: "--threads is a number of 1 to 256, not '\(text)'")
        }
        options.threads = threads
      case _ where inline != nil && Self.flags.contains(flag):
        throw UsageError(message: "\(flag) takes no value")
      case "--profile": options.showsProfile = true
      case "--sandbox": options.isSandboxed = true
      case "--help", "-h":
        program = .help
        return
      case "--version":
        program = .version
        return
      case "-i": isInteractive = true
      case "-e":
        let code = try value(of: flag, inline: nil)
        (program, scriptIndex) = (.code(code), index)
        return
      case "-":
        (program, scriptIndex) = (.standardInput, index)
        if isInteractive {
          throw UsageError(message: "-i cannot be used with -: the prompt reads standard input too")
        }
        return
      case "--":
        index += 1
        if index < words.count { try setScript(index) } else { program = .prompt }
        return
      case _ where flag.hasPrefix("-"):
        let near = nearestName(to: flag, among: Self.flags)
        throw UsageError(
          message: "unknown option \(flag)", hint: near.map { "did you mean \($0)?" })
      default:
        try setScript(index)
        return
      }
      index += 1
    }
    program = .prompt
  }

  private mutating func setScript(_ index: Int) throws(UsageError) {
    (program, scriptIndex) = (Self.program(named: words[index]), index)
    if isInteractive, case .tool(let name) = program {
      throw UsageError(
        message: "-i needs a script, and '\(name)' is the name of a tool",
        hint: "a script is a path with a slash, or a name that ends in .lua")
    }
  }

  /// A plain word is a tool; a path or a name that ends in `.lua` is a script.
  static func program(named word: String) -> Program {
    word.contains("/") || word.hasSuffix(".lua") ? .file(word) : .tool(word)
  }

  /// A number of bytes with the letter of its unit, such as 500M or 8G.
  private static func size(_ text: String, of flag: String) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0,
      case let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1), !isTooLarge
    else {
      throw UsageError(
        message: "\(flag) cannot be '\(text)'", hint: "it is a size such as 500M or 8G")
    }
    return bytes
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, of flag: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    throw UsageError(
      message: "\(flag) cannot be '\(text)'", hint: "it is one of \(known.joined(separator: ", "))")
  }
}
