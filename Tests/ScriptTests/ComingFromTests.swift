import TestSupport
import Testing

/// The page of jobs side by side: every piece of Lua runs as it stands and prints what it says.
@Suite struct ComingFromTests {
  struct Job: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    /// What stands behind `-->`, line by line.
    let printed: String

    var testDescription: String { title }
  }

  private static let jobs: [Job] = {
    var jobs: [Job] = []
    var (title, code, printed, isLua) = ("", "", "", false)
    let text = readText(Vscript.packageFolder + "/Stdlib/doc/coming-from.md") ?? ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { title = String(line.dropFirst(3)) }
      if line == "```", isLua {
        jobs.append(Job(title: title, code: code, printed: printed))
        (code, printed, isLua) = ("", "", false)
      }
      if isLua {
        code += line + "\n"
        if let arrow = line.firstRange(of: "--> ") {
          printed += line[arrow.upperBound...].replacing(" ", with: "\t") + "\n"
        }
      }
      if line == "```lua" { isLua = true }
    }
    return jobs
  }()

  @Test func thereAreTwentyJobs() {
    #expect(Self.jobs.count == 21)
    #expect(Self.jobs.allSatisfy { !$0.printed.isEmpty })
  }

  @Test(arguments: jobs) func theJobDoesWhatItSays(job: Job) {
    let folder = TemporaryFolder("job")
    let song = CodedClip(633, container: "m4a", picture: nil, sound: { $0.seconds = Ratio(5) })
    for (name, target) in [
      ("a.mp4", Self.clip(631)), ("b.mp4", Self.clip(632)), ("song.m4a", song.make()),
    ] {
      #expect(ChildProcess("ln", ["-s", target, folder(name)]).wait() == 0)
    }
    let photo = "vs.image_generator(vs.asset('a.mp4')):image(0):save('photo.png')"
    #expect(runVscript(["-e", photo], folder: folder.path).status == 0)
    let run = runVscript(["-"], folder: folder.path, input: job.code)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == job.printed)
  }

  private static func clip(_ id: Int) -> String {
    CodedClip(id, picture: { $0.count = 24 }, sound: { $0.codec = "aac" }).make()
  }
}
