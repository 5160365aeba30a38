import LuaRuntime
import TestSupport
import Testing

@testable import Scripting

@Suite struct CompletionTests {
  private let talk: Conversation

  init() throws {
    talk = try Conversation()
    talk.enter(
      "clip = vs.generator('test', { size = { 16, 16 } })", "film = vs.composition()",
      "film:add_track('video')", "own = { first = 1, deep = { list = { clip } }, run = print }",
      "heir = setmetatable({ mine = 1 }, { __index = own })")
  }

  @Test func aSingleWordIsFinishedWithWhatFollowsIt() {
    #expect(talk.completed("x = vs.gener") == "x = vs.generator(")
    #expect(talk.completed("clip.dur") == "clip.duration")
    #expect(talk.completed("vs.time.z") == "vs.time.zero")
    #expect(talk.completed("whil") == "while")
    #expect(talk.completed("cli") == "clip")
  }

  @Test func severalWordsAreFinishedAsFarAsTheyAgree() {
    #expect(talk.completed("clip.video.nat") == "clip.video.natural_")
    #expect(talk.words("clip.video.nat") == ["natural_size", "natural_time_scale"])
  }

  @Test func everyMemberOfEveryClassIsOffered() throws {
    let state = talk.session.host.state
    for type in state.registries.flatMap(\.allClasses) {
      let value = PromptThing.typed(type.name)
      let offered = value.members(methodsOnly: false, in: state).map(\.text)
      #expect(offered.sorted() == type.memberNames.sorted(), "\(type.name)")
    }
  }

  @Test func aColonOffersMethodsOnly() {
    #expect(talk.words("film:").contains("insert_time_range"))
    #expect(!talk.words("film:").contains("duration"))
    #expect(talk.words("('x'):up").isEmpty)
    #expect(talk.words("own:") == ["run"])
  }

  @Test func whatACallWouldReturnIsKnownByItsType() {
    #expect(talk.words("vs.time(1, 2):time") == ["timecode"])
    #expect(talk.words("vs.asset('no file').video.nat").contains("natural_size"))
    #expect(talk.words("film:track(1).segments[1].time_m") == ["time_mapping"])
    #expect(talk.words("vs.video_composition.of(film).render_s").contains("render_size"))
  }

  @Test func tablesOfferTheirFieldsAndThoseTheyInherit() {
    #expect(talk.words("own.") == ["deep", "first", "run"])
    #expect(talk.words("own.deep.list[1].vid") == ["video"])
    #expect(talk.words("own['deep'].l") == ["list"])
    #expect(talk.words("heir.") == ["deep", "first", "mine", "run"])
    #expect(talk.words("string.rep").contains("rep"))
  }

  @Test func optionsOfACallAreOffered() {
    #expect(talk.completed("vs.export(film, { over") == "vs.export(film, { overwrite = ")
    #expect(talk.words("vs.export(film, { output = 'x', ").contains("preset"))
    #expect(talk.words("vs.export(film, { output = 'x', ").allSatisfy { $0 != "film" })
    #expect(talk.completed("vs.instruction{ time_r") == "vs.instruction{ time_range = ")
    talk.enter("vs.export(film, {")
    #expect(talk.completed("  overw") == "  overwrite = ")
    talk.session.abandon()
  }

  @Test func wordsThatAnArgumentMayBeAreOffered() {
    #expect(talk.completed("film:add_track(\"v") == "film:add_track(\"video\"")
    #expect(talk.words("vs.export(film, { reencode = '") == ["always", "auto", "never"])
    #expect(talk.words("require 'vscript.mer") == ["vscript.merge"])
    #expect(talk.words("require('vscript.tr") == ["vscript.transitions"])
  }

  @Test func stringsAreOtherwisePaths() {
    let package = Vscript.packageFolder
    #expect(talk.completed("vs.asset('\(package)/Stdl") == "vs.asset('\(package)/Stdlib/")
    #expect(
      talk.completed("vs.asset('\(package)/Stdlib/vscript/merg")
        == "vs.asset('\(package)/Stdlib/vscript/merge.lua'")
    #expect(talk.words("x = '/nowhere/") == [])
    #expect(talk.completed(":save \(package)/READ") == ":save \(package)/README.md ")
  }

  @Test func commandsAreOffered() {
    #expect(talk.completed(":timel") == ":timeline ")
    #expect(talk.words(":").contains("save"))
  }

  @Test(arguments: [
    "-- cli", "x = [[ cli", "--[[ cli", "x.y.z.", "5cl", "nothing.", "]].", "''.",
  ])
  func nothingIsOfferedWhereNothingIsKnown(line: String) {
    #expect(talk.words(line) == (line == "''." ? talk.words("string.") : []))
  }

  @Test func theListFitsTheTerminal() {
    let found = talk.session.completion(of: Array("clip.video.".utf8), at: 11)
    for width in [20, 40, 80] {
      let lines = found.listing(width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= max(width, 22) })
    }
    #expect(found.listing(width: 20).split(separator: "\n").count == found.candidates.count)
  }
}
