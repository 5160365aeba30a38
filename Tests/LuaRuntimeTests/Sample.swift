import Testing

@testable import LuaRuntime

/// All suites of this module, one after the other: some count live objects.
@Suite(.serialized) enum LuaRuntimeTests {}

/// A value type for the tests: a number with a unit.
struct Length: LuaValueType {
  var metres: Double

  static var luaName: String { "Length" }
  static var luaConversions: String? { "number" }
  static func convert(_ slot: LuaSlot) throws -> Length? {
    guard let number = slot.number else { return nil }
    guard number >= 0 else { throw slot.refusal("a length of \(number) is none") }
    return Length(metres: number)
  }
  var luaText: String { "\(metres)m" }
}

/// An object type that counts its instances.
final class Box: LuaObject {
  nonisolated(unsafe) static var live = 0
  var label: String
  var contents: [Box] = []
  var callback: LuaFunction?

  init(_ label: String) {
    self.label = label
    Box.live += 1
  }

  deinit { Box.live -= 1 }

  static var luaName: String { "Box" }
  var luaText: String { "Box '\(label)'" }
}

/// An object that must be closed.
final class Reader: LuaClosable {
  let name: String
  var closings = 0
  let closeRecord = LuaCloseRecord()

  init(_ name: String) { self.name = name }

  static var luaName: String { "Reader" }
  var luaText: String { "Reader '\(name)'" }
  func close() { closings += 1 }
}

struct PackOptions: LuaOptions {
  var output = ""
  var overwrite = false
  var sizes: [Length] = []

  static var options: [LuaOption<Self>] {
    [
      .required("output", "The file to write.") { $0.output = $1 },
      .optional("overwrite", "Replaces an existing file.") { $0.overwrite = $1 },
      .optional("sizes", "What goes in.") { $0.sizes = $1 },
    ]
  }
}

/// Counts the errors that are alive.
final class Token: Sendable {
  nonisolated(unsafe) static var live = 0
  init() { Token.live += 1 }
  deinit { Token.live -= 1 }
}

struct PackError: LuaErrorConvertible {
  let token = Token()
  var path: String
  var luaCode: String { "cannot_pack" }
  var luaNumber: Int? { -11800 }
  var luaMessage: String { "cannot pack '\(path)'" }
  var luaPath: String? { path }
  var luaTime: (any LuaEncodable)? { Length(metres: 3) }
  var luaHint: String? { "use a larger box" }
}

enum Sample {
  static func registry() -> LuaRegistry {
    let length = LuaClass.value(Length.self, "A length.") { type in
      type.property("metres", "The length in metres.") { $0.metres }
      type.method("scaled(factor)", "Returns a multiple.") { (length: Length, factor: Double) in
        Length(metres: length.metres * factor)
      }
      type.operator(.add, "Adds.") { (a: Length, b: Length) in Length(metres: a.metres + b.metres) }
      type.operator(.less, "Compares.") { (a: Length, b: Length) in a.metres < b.metres }
      type.operator(.negate, "Turns round.") { Length(metres: -$0.metres) }
    }
    let box = LuaClass.object(Box.self, "Something to put things in.") { type in
      type.property("label", "What it says.", get: { $0.label }, set: { $0.label = $1 })
      type.property("contents", "What is in it.") { $0.contents }
      type.property("on_open", "Called by open().", get: { $0.callback }, set: { $0.callback = $1 })
      type.method("put(box)", "Puts a box into this one.") { (outer: Box, inner: Box) in
        outer.contents.append(inner)
      }
      type.method("split() -> label, count", "Returns two things.") { box in
        LuaMultiple(box.label, box.contents.count)
      }
      type.method("fail(path)", "Always fails.") { (_: Box, path: String) throws in
        throw PackError(path: path)
      }
      type.method("open(...)", "Calls on_open.") { (box: Box, arguments: LuaArguments) in
        let values = try arguments.all(as: LuaValue.self)
        return LuaResults(try box.callback?.call(list: values) ?? [])
      }
      type.operator(.length, "The number of things in it.") { (box: Box) in box.contents.count }
    }
    let reader = LuaClass.object(Reader.self, "Reads a file.") { type in
      type.property("name", "The file's name.") { $0.name }
      type.method("read(count)", "Returns that many letters.") { (reader: Reader, count: Int?) in
        String(reader.name.prefix(count ?? 1))
      }
    }
    let kit = LuaClass.module("kit", "The kit.") { module in
      module.function("box(label)", "Makes a box.") { (label: String) in Box(label) }
      module.function("reader(name)", "Opens a reader.") { (name: String) in Reader(name) }
      module.function("pack(box, options)", "Packs.") { (box: Box, options: PackOptions) in
        "\(box.label) \(options.output) \(options.overwrite) \(options.sizes.count)"
      }
      module.function("pcall(f)", "Calls from Swift.") { (f: LuaFunction) in
        do {
          return LuaResults([true] + (try f.call()).map { $0 as any LuaEncodable })
        } catch {
          throw error
        }
      }
      module.function("echo(value)", "Returns the same.") { (value: LuaValue) in value }
      module.function("here()", "Where the caller is.") { (call: LuaCall) in
        call.position?.description
      }
      module.module("length", "Lengths.") { module in
        module.call("(metres)", "Makes a length.") { (metres: Double) in Length(metres: metres) }
        module.value("zero", "No length.") { Length(metres: 0) }
      }
    }
    return LuaRegistry([length, box, reader, kit])
  }

  /// A state with the sample classes and the global `kit`.
  static func state(memoryLimit: Int? = nil) throws -> LuaState {
    let state = LuaState(memoryLimit: memoryLimit)
    let registry = registry()
    state.install(registry)
    try state.globals.set("kit", registry.entries[3])
    return state
  }
}

extension LuaState {
  /// Runs a chunk named "test.lua" and returns its results as text.
  func run(_ chunk: String) throws -> [String] {
    try load(chunk, name: "@test.lua").call().map { value in
      switch value {
      case .nil: "nil"
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .number(let value): "\(value)"
      case .string(let value): value.text
      case .table: "table"
      case .function: "function"
      case .object: "object"
      case .other: "other"
      }
    }
  }

  /// The message of the error that a chunk ends with.
  func failure(of chunk: String) -> String {
    do {
      return "no error, but \(try run(chunk))"
    } catch {
      return String(describing: error)
    }
  }
}
