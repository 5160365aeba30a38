@preconcurrency import Glibc
import TestSupport
import Testing

@testable import Scripting

@Suite struct HistoryFileTests {
  private let folder = TemporaryFolder("history")

  @Test func everyLineIsInTheFileAsSoonAsItIsEntered() throws {
    let history = HistoryFile(folder: folder("a/b"))
    #expect(history.problem == nil)
    history.append("one")
    history.append("two\nthree")
    history.append("three")
    #expect(readText(folder("a/b/history")) == "one\ntwo\nthree\n")
    let next = HistoryFile(folder: folder("a/b"))
    #expect(next.entries == ["one", "two", "three"])
    // Another program writes to it too.
    next.append("four")
    history.append("five")
    #expect(readText(folder("a/b/history")) == "one\ntwo\nthree\nfour\nfive\n")
    var status = stat()
    #expect(stat(folder("a/b/history"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func itDoesNotGrowForever() {
    let many = (1...5000).map { "line \($0)" }
    writeFile(folder("history"), (many.joined(separator: "\n") + "\n").utf8)
    #expect(HistoryFile(folder: folder.path).entries.first == "line 3001")
    #expect(readText(folder("history"))?.hasPrefix("line 3001\n") == true)
    #expect(folder.names == ["history"])
  }

  @Test func damageAndVeryLongLinesDoNoHarm() {
    writeFile(folder("history"), [0xFF, 0x00, 0x0A, 0x41])
    let history = HistoryFile(folder: folder.path)
    #expect(history.entries == ["\u{FFFD}\0", "A"])
    history.append(String(repeating: "x", count: 1_000_000))
    #expect(fileSize(folder("history")) == 4)
  }

  @Test func withoutAPlaceTheReasonIsSaid() {
    writeFile(folder("file"), "".utf8)
    #expect(
      HistoryFile(folder: folder("file/state")).problem
        == "no history is kept: cannot make \(folder("file/state")): Not a directory")
    mkdir(folder("history"), 0o700)
    let blocked = HistoryFile(folder: folder.path)
    #expect(blocked.problem?.hasSuffix("/history: Is a directory") == true)
    blocked.append("kept for this conversation")
    #expect(blocked.entries == ["kept for this conversation"])
  }
}
