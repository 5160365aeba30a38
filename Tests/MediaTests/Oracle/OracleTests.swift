import Glibc
import TestSupport
import Testing

@testable import Media

/// Every picture and every sample of every file, against the `ffmpeg` program's.
@Suite("Frames and samples equal those of ffmpeg")
struct OracleTests {
  /// The folder of real files beside the checkout, or the one named by the environment.
  static let folder: String? = {
    if let named = getenv("VSCRIPT_ORACLE") { return String(cString: named) }
    var path = #filePath
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      if access(path + "/shared/media/MANIFEST.tsv", R_OK) == 0 { return path + "/shared/media" }
    }
    return nil
  }()

  static let files = folder.map { listing(of: $0).filter { !$0.hasSuffix(".tsv") } } ?? []

  /// How many random places of each track are read: few in the suite, 50 where all is checked.
  static let reads = environmentNumber("VSCRIPT_ORACLE_READS") ?? 8

  /// The places are the same in every run; another number moves them.
  static let seed = environmentNumber("VSCRIPT_ORACLE_SEED") ?? 0

  @Test("A real file gives the frames, times and samples of ffmpeg, in any order", arguments: files)
  func equalsOracle(_ name: String) throws {
    let path = (Self.folder ?? "") + "/" + name
    let asset: MediaAsset
    do throws(MediaError) {
      asset = try MediaAsset.open(path)
    } catch {
      #expect(OracleExceptions.refusals.contains { name.hasSuffix($0) }, "\(error)")
      #expect(error.code == "no_frames" && error.path == path && error.hint != nil, "\(name)")
      let stream = OracleReference.Request(stream: 0, isSound: false)
      #expect(OracleReference(path, [stream]).pictures[0]?.isEmpty == true, "\(name)")
      return
    }
    #expect(Set(asset.tracks.map(\.id)).count == asset.tracks.count, "\(name): ids repeat")
    let comparison = try OracleComparison(
      asset, reads: Self.reads, seed: Self.seed, edits: OracleExceptions.edits(name),
      isNoisy: OracleExceptions.isNoisy(name))
    let expected = OracleExceptions.exception(name)?.differences ?? []
    #expect(comparison.differences == expected, "\(name)")
  }

  @Test("A made file gives the frames, times and samples of ffmpeg", arguments: OracleClips.all)
  func equalsOracle(_ clip: OracleClip) throws {
    let path = makeClip("oracle-" + clip.name, clip.arguments)
    let comparison = try OracleComparison(
      MediaAsset.open(path), reads: Self.reads, seed: Self.seed)
    let differences = comparison.differences.filter { clip.isTimed || !$0.contains("times differ") }
    #expect(differences.isEmpty, "\(clip.name)")
    #expect(comparison.frames + Int(comparison.samples) > 0, "\(clip.name)")
  }

  @Test("No more than one real file in twenty is excepted")
  func fewExceptions() {
    if Self.files.isEmpty { print("skipped: there is no shared/media beside the checkout") }
    print("\(Self.files.count) real files compared with ffmpeg, \(OracleClips.all.count) made ones")
    let excepted = Self.files.count { OracleExceptions.exception($0) != nil }
    #expect(excepted * 20 <= Self.files.count)
  }
}
