import TestSupport
import Testing

/// The reference pages in `Stdlib/doc`: every member has an example, every example prints what it
/// says, and the pages are what the registration table makes of them.
///
/// After a change `Scripts/vscript Scripts/dev/reference.lua` makes the pages anew.
@Suite struct ReferenceTests {
  @Test func everyMemberHasAnExampleThatRuns() {
    let folder = TemporaryFolder("reference")
    let run = runVscript(
      ["\(Vscript.packageFolder)/Scripts/dev/reference.lua", "check"], folder: folder.path)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains(" pages, "))
  }
}
