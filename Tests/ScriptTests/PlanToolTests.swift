import TestSupport
import Testing

/// `vscript plan` as a user runs it.
@Suite struct PlanToolTests {
  private let folder = TemporaryFolder("plan")
  private let clip = CodedClip(
    640, picture: { ($0.count, $0.keyInterval) = (48, 12) }, sound: { $0.codec = "aac" })

  private func plan(_ arguments: [String]) -> VscriptRun {
    runVscript(["plan"] + arguments, folder: folder.path)
  }

  @Test func aScriptIsPlannedAndNothingIsWritten() {
    writeFile(
      folder("cut.lua"),
      Array(
        """
        local clip, comp = vs.asset(arg[1]), vs.composition()
        local range = vs.range.between(vs.frames(5, 24), 2)
        comp:add_track("video"):insert_time_range(range, clip.video, 0)
        local report = vs.export(comp, { output = arg[2], reencode = "auto" })
        print(report.frames, report.copied_frames)
        """.utf8))
    let run = plan(["cut.lua", clip.make(), "-o.mp4"])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "43\t36")
    #expect(lines.contains { $0.hasPrefix("-o.mp4: 1.79 s, 43 frames, 36 of them copied") })
    let cut = "re-encode 0.00–0.29: cut 5 frames into a group of pictures (\(clip.make()))"
    #expect(lines.contains { $0.hasPrefix(cut) }, "\(run.output)")
    #expect(lines.contains { $0.hasPrefix("copy 0.29–1.79: untouched") })
    #expect(folder.names == ["cut.lua"])
  }

  @Test func clipsArePlannedAsAMergeInAllForms() {
    let run = plan(
      [
        "--json", "--svg", "plan.svg", "--reencode", "auto", clip.make(), clip.make(), "-o",
        "x.mp4",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("{\"output\": \"x.mp4\", \"duration\": {\"value\": 4"))
    #expect(run.output.contains("\"frames\": 96, \"copied_frames\": 96"))
    let picture = String(decoding: readFile(folder("plan.svg")) ?? [], as: UTF8.self)
    #expect(
      picture.hasPrefix("<svg") && picture.contains("<title>copy 0.00–2.00: untouched</title>"))
    #expect(folder.names == ["plan.svg"])
  }

  @Test func wrongUseAndFailuresOfTheScriptAreTold() {
    #expect(plan([]).status == 2)
    #expect(plan(["--jsonn", "a.mp4"]).status == 2)
    #expect(plan(["missing.lua"]).status == 2)
    writeFile(folder("bad.lua"), Array("error('no')".utf8))
    #expect(plan(["bad.lua"]).status == 1)
    #expect(plan(["missing.mp4"]).status == 3)
  }
}
