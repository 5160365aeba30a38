import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct RegistryTests {
    @Test func everyMemberHasASignatureAndHelp() {
      for entry in Sample.registry().allClasses + [LuaError.luaClass] {
        #expect(!entry.doc.isEmpty)
        for member in entry.members {
          #expect(
            !member.help.isEmpty && !member.help.contains("\n"), "\(entry.name).\(member.name)")
          #expect(member.signature.parameters.allSatisfy { !$0.name.isEmpty && !$0.type.isEmpty })
        }
      }
    }

    @Test func signaturesJoinNamesAndTypes() throws {
      let registry = Sample.registry()
      func signature(_ entry: String, _ name: String) throws -> String {
        let entry = try #require(registry.entry(named: entry))
        return try #require(entry.member(named: name)).heading(in: entry)
      }
      #expect(try signature("Box", "put") == "Box:put(box: Box)")
      #expect(try signature("Box", "split") == "Box:split(): label: string, count: integer")
      #expect(try signature("Box", "open") == "Box:open(...: any): any")
      #expect(try signature("Box", "on_open") == "Box.on_open: function?")
      #expect(try signature("Reader", "read") == "Reader:read(count?: integer): string")
      #expect(try signature("kit", "pack") == "kit.pack(box: Box, options: PackOptions): string")
      #expect(try signature("kit", "here") == "kit.here(): string?")
    }

    @Test func helpComesFromTheTable() throws {
      let state = try Sample.state()
      let help: (String) throws -> String? = { text in
        state.help(for: try state.load("return \(text)", name: "=h").call()[0])
      }
      #expect(try help("kit.box('a').put") == "Box:put(box: Box)\n  Puts a box into this one.")
      #expect(
        try help("'kit.pack'") == """
          kit.pack(box: Box, options: PackOptions): string
            Packs.
              output: string. The file to write.
              overwrite: boolean, optional. Replaces an existing file.
              sizes: (Length|number)[], optional. What goes in.
          """)
      #expect(try help("kit.length(1)")?.contains("Length + Length") == false)
      #expect(
        try help("kit.length(1)")?.hasPrefix("Length: A length.\nLength.metres: number") == true)
      #expect(try help("kit")?.contains("kit.length\n  Lengths.") == true)
      #expect(try help("'Box.label'") == "Box.label: string\n  What it says.")
      #expect(try help("'Box.contents'") == "Box.contents: Box[]\n  What is in it. (read-only)")
      #expect(try help("print") == nil)
      #expect(try help("12") == nil)
    }

    @Test func pairsGoesThroughTheMembersOfAModule() throws {
      let state = try Sample.state()
      #expect(try state.run("local n = 0 for k in pairs(kit) do n = n + 1 end return n") == ["7"])
    }

    @Test func annotationsAreLua() throws {
      let registry = Sample.registry()
      let text = registry.annotations(header: "Made from the registration table.")
      #expect(text.hasPrefix("---@meta\n-- Made from the registration table.\n"))
      #expect(text.contains("---@class Length\n---@field metres number The length in metres.\n"))
      #expect(text.contains("---@operator add(Length|number): Length\n"))
      #expect(text.contains("---@operator unm: Length\n"))
      #expect(text.contains("---@field overwrite? boolean Replaces an existing file.\n"))
      #expect(
        text.contains(
          "---Returns that many letters.\n---@param count? integer\n---@return string\n"
            + "function Reader:read(count) end\n"))
      #expect(
        text.contains(
          "---@overload fun(metres: number): Length\n---@field zero Length No length.\nkit.length = {}\n"
        ))
      let state = LuaState()
      try state.load(text, name: "=annotations").call()
    }
  }
}
