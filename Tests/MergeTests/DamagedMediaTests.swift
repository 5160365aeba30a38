@preconcurrency import Glibc
import TestSupport
import Testing

/// Real files, cut short or with bytes changed, are rendered with what is wrong counted, or refused
/// in words: none crashes the program, holds it up, fills the memory or is passed over in silence.
///
/// `VSCRIPT_DAMAGE` says how many damaged files are made (a few by default, a round of the whole
/// collection at 24 for each file), `VSCRIPT_SEED` the first seed, `VSCRIPT_SLOWNESS` how much more
/// time and memory a checking build may take. A failure keeps the file and names it.
@Suite struct DamagedMediaTests {
  @Test func damagedFilesAreRenderedWithAWordOrRefused() {
    let files = Vscript.sharedMedia.filter { !$0.hasSuffix(".tsv") }
    guard !files.isEmpty else { return }
    let wanted = environmentNumber("VSCRIPT_DAMAGE") ?? 40
    let seed = UInt64(environmentNumber("VSCRIPT_SEED") ?? 1)
    let slowness = environmentNumber("VSCRIPT_SLOWNESS") ?? 1
    let isLong = getenv("VSCRIPT_DAMAGE") != nil
    let folder = TemporaryFolder("damaged")
    var counts: [DamageVerdict: Int] = [:]
    var (slowest, largest) = (0.0, 0)

    for (place, path) in files.enumerated() {
      let share = wanted * (place + 1) / files.count - wanted * place / files.count
      guard share > 0, let whole = readFile(path) else { continue }
      // The short form takes small files only, long ones cost seconds each.
      let name = String(path.split(separator: "/").last!)
      if !isLong, whole.count > 400_000 { continue }
      let wholeFrames = DamageTrial(path, slowness: slowness).frames
      let errorCount = share < 6 ? place % 2 * share : share / 6
      let cuts = DamagedFile.cuts(of: whole, count: share - errorCount, seed: seed)
      let errors = DamagedFile.errors(in: whole, count: errorCount, seed: seed)
      for file in cuts + errors {
        let copy = folder(name)
        writeFile(copy, file.bytes)
        let trial = DamageTrial(copy, whole: (path, wholeFrames), slowness: slowness)
        counts[trial.verdict, default: 0] += 1
        slowest = max(slowest, trial.run.processorSeconds)
        largest = max(largest, trial.run.peakMemory)
        guard trial.verdict.isFault else { continue }
        let kept = "/tmp/vscript-\(trial.verdict)-\(file.label.filter { $0 != " " })-\(name)"
        writeFile(kept, file.bytes)
        Issue.record(
          """
          \(trial.verdict): \(name), \(file.label): status \(trial.run.status), \
          \(trial.frames ?? 0) of \(wholeFrames ?? 0) frames, \(trial.run.processorSeconds) s of the processor; \
          kept as \(kept); it said: \(trial.run.errors.prefix(2000)) \
          ffmpeg: \(trial.peerErrors.prefix(500))
          """)
      }
    }
    let table = DamageVerdict.allCases.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    print(
      "damaged files: \(table); slowest \(Int(slowest * 1000)) ms, largest \(largest >> 20) MiB")
  }
}
