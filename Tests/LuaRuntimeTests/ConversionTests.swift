import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct ConversionTests {
    enum Fit: String, LuaChoice { case contain, cover, stretch, none }

    /// A state with a global `take` that decodes its argument as one type and returns it.
    private func state<T: LuaDecodable & LuaEncodable>(taking type: T.Type) throws -> LuaState {
      let state = try Sample.state()
      try state.globals.set("take", state.makeFunction("take") { (value: T) in value })
      return state
    }

    @Test func integersAreIntegral() throws {
      let state = try state(taking: Int64.self)
      #expect(try state.run("return take(12), math.type(take(12.0))") == ["12", "integer"])
      #expect(try state.run("return take(math.mininteger)") == ["-9223372036854775808"])
      #expect(
        state.failure(of: "take(1.5)")
          == "test.lua:1: bad argument #1 to 'take' (integer expected, got 1.5, which is none)")
      #expect(state.failure(of: "take('12')").hasSuffix("(integer expected, got string)"))
      #expect(state.failure(of: "take(0/0)").contains("which is none"))
      let narrow = try self.state(taking: Int32.self)
      #expect(narrow.failure(of: "take(1 << 31)").contains("2147483648 is out of range"))
    }

    @Test func floatsStayFloats() throws {
      let state = try state(taking: Double.self)
      #expect(try state.run("return math.type(take(1)), take(0.1)") == ["float", "0.1"])
      let any = try self.state(taking: LuaValue.self)
      #expect(
        try any.run("return math.type(take(1)), math.type(take(1.0))") == ["integer", "float"])
    }

    @Test func stringsAreBytes() throws {
      let state = try state(taking: LuaBytes.self)
      #expect(
        try state.run("return #take('a\\0b\\0'), take('\\xff\\0') == '\\xff\\0'") == ["4", "true"])
      let text = try self.state(taking: String.self)
      #expect(try text.run("return #take('a\\0b'), take('') == ''") == ["3", "true"])
      #expect(text.failure(of: "take(1)").hasSuffix("(string expected, got number)"))
      try state.globals.set("a\0b", "c\0d")
      #expect(try state.globals.get("a\0b", as: String.self) == "c\0d")
    }

    @Test func booleansAreNotTruth() throws {
      let state = try state(taking: Bool.self)
      #expect(try state.run("return take(false)") == ["false"])
      #expect(state.failure(of: "take(0)").hasSuffix("(boolean expected, got number)"))
      #expect(state.failure(of: "take(nil)").hasSuffix("(boolean expected, got nil)"))
    }

    @Test func optionalsTakeNilAndNothing() throws {
      let state = try state(taking: Double?.self)
      #expect(try state.run("return take(), take(nil), take(2)") == ["nil", "nil", "2.0"])
      #expect(state.failure(of: "take('2')").hasSuffix("(number expected, got string)"))
    }

    @Test func listsAndRecordsNest() throws {
      let lists = try state(taking: [[Int]].self)
      #expect(
        try lists.run("local t = take({ { 1 }, {}, { 2, 3 } }) return #t, #t[2], t[3][2]") == [
          "3", "0", "3",
        ])
      #expect(
        lists.failure(of: "take({ { 1 }, { 1, 'x' } })")
          .hasSuffix("(field '[2][2]': integer expected, got string)"))
      let dictionary = try state(taking: [String: Int].self)
      #expect(try dictionary.run("return take({ a = 1, b = 2 }).b") == ["2"])
      #expect(dictionary.failure(of: "take({ 1 })").hasSuffix("(named fields expected, got [1])"))
      let state = LuaState()
      let record: LuaRecord = ["frames": 10, "name": "x", "list": [1, 2]]
      try state.globals.set("r", record)
      #expect(try state.run("return r.frames, r.name, r.list[2]") == ["10", "x", "2"])
    }

    @Test func choicesNameTheNearestWord() throws {
      let state = try state(taking: Fit.self)
      #expect(try state.run("return take('cover')") == ["cover"])
      #expect(
        state.failure(of: "take('covre')").hasSuffix(
          "('covre' is none of 'contain', 'cover', 'stretch', 'none'; did you mean 'cover'?)"))
    }

    @Test func variadicArgumentsKeepTheirNumbers() throws {
      let state = try Sample.state()
      let sum = state.makeFunction("sum") { (first: Int, rest: LuaArguments) in
        try rest.all(as: Int.self).reduce(first, +)
      }
      try state.globals.set("sum", sum)
      #expect(try state.run("return sum(1), sum(1, 2, 3)") == ["1", "6"])
      #expect(
        state.failure(of: "sum(1, 2, 'x')")
          == "test.lua:1: bad argument #3 to 'sum' (integer expected, got string)")
    }

    @Test func optionsAreChecked() throws {
      let state = try Sample.state()
      let pack = "kit.pack(kit.box('a'), "
      #expect(
        try state.run(
          "return \(pack){ output = 'o', overwrite = true, sizes = { 1, kit.length(2) } })")
          == ["a o true 2"])
      #expect(state.failure(of: "\(pack){})").hasSuffix("(option 'output' is missing)"))
      #expect(state.failure(of: "\(pack)nil)").hasSuffix("(PackOptions expected, got nil)"))
      #expect(state.failure(of: "\(pack)'x')").hasSuffix("(table of options expected, got string)"))
      #expect(
        state.failure(of: "\(pack){ output = 'o', overwrite = 1 })")
          .hasSuffix("(field 'overwrite': boolean expected, got number)"))
      #expect(state.failure(of: "\(pack){ 'o' })").hasSuffix("(named fields expected, got [1])"))
    }

    @Test func resultsOfCallbacksAreChecked() throws {
      let state = LuaState()
      let easing = try state.load(
        "return function(x) if x > 1 then return 'x' end return x * x end", name: "=e"
      )
      .call(returning: LuaFunction.self)
      #expect(try easing.call(0.5, returning: Double.self) == 0.25)
      let error = try #require(throws: LuaError.self) {
        try easing.call(2.0, returning: Double.self, role: "easing function")
      }
      #expect(error.message == "bad result of the easing function (number expected, got string)")
      #expect(state.stackHeight == 0)
    }

    @Test func nearNamesAreNear() {
      let known = ["duration", "tracks", "video", "id"]
      #expect(nearestName(to: "durration", among: known) == "duration")
      #expect(nearestName(to: "druation", among: known) == "duration")
      #expect(nearestName(to: "Tracks", among: known) == "tracks")
      #expect(nearestName(to: "something", among: known) == nil)
      #expect(nearestName(to: "", among: known) == nil)
    }
  }
}
