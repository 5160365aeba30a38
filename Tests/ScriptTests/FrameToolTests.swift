import TestSupport
import Testing

/// `vscript frame` as a user runs it.
@Suite struct FrameToolTests {
  private func frame(_ arguments: String..., in folder: String) -> VscriptRun {
    runVscript(["frame"] + arguments, folder: folder)
  }

  @Test func thePicturesShownAtTheTimesAreSaved() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    let one = frame(film, "0.5", "-o", "one.png", in: folder.path)
    #expect(one.output == "one.png  64×48  at 12/25\n")
    #expect(one.status == 0)
    let two = frame(film, "0", "10f@25", "--size", "32x32", "-o", "f%02d.jpg", in: folder.path)
    #expect(two.output == "f01.jpg  32×24  at 0\nf02.jpg  32×24  at 2/5\n")
    #expect(listing(of: folder.path).sorted() == ["f01.jpg", "f02.jpg", "one.png"])
  }

  @Test func wrongUseAndMissingPicturesAreToldApart() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    #expect(frame(film, "-o", "x.png", in: folder.path).status == 2)
    #expect(frame(film, "soon", "-o", "x.png", in: folder.path).status == 2)
    #expect(frame(film, "0", "0.1", "-o", "x.png", in: folder.path).status == 2)
    let late = frame(film, "5", "-o", "x.png", in: folder.path)
    #expect(late.errors.contains("there is no picture at 5"))
    #expect(late.status == 1 || late.status == 3)
    #expect(listing(of: folder.path).isEmpty)
  }
}
