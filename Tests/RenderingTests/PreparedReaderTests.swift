import Composition
import Imaging
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// The file of the next cut is opened before it is shown, and only if it will be.
@Suite struct PreparedReaderTests {
  private func clip(_ id: Int) -> CodedClip {
    CodedClip(id, picture: { ($0.count, $0.keyInterval) = (24, 12) })
  }

  private func sources(_ edit: Composition) throws -> [(FileSource, MediaTrack, PictureSource.Key)]
  {
    try edit.tracks[0].segments.map { segment in
      let source = try #require(segment.source)
      let file = try #require(source.source as? FileSource)
      return (file, try #require(file.asset.video), PictureSource.Key(source))
    }
  }

  @Test func aPreparedFileIsOpenedOnceAndEarly() throws {
    let edit = try Copies.edit([.init(clip(690)), .init(clip(691))])
    let parts = try sources(edit)
    let cursors = PictureCursors(RenderResources(threads: 1), count: 2)
    defer { cursors.closeAll() }
    cursors.prepare(7, of: parts[1].1, in: parts[1].0, parts[1].2)
    // Asked for twice it is still one.
    cursors.prepare(7, of: parts[1].1, in: parts[1].0, parts[1].2)
    let picture = PictureSource(
      kind: .file(parts[1].0, parts[1].1), key: parts[1].2)
    let prepared = try cursors.frame(7, of: picture)
    let direct = PictureCursors(RenderResources(threads: 1), count: 2)
    let expected = try direct.frame(7, of: picture)
    #expect(prepared.planes[0].height == expected.planes[0].height)
    for row in 0..<expected.height {
      #expect(
        (0..<expected.width).allSatisfy {
          prepared.planes[0].row(row).load(fromByteOffset: $0, as: UInt8.self)
            == expected.planes[0].row(row).load(fromByteOffset: $0, as: UInt8.self)
        })
    }
    cursors.closeAll()
    direct.closeAll()
    #expect(cursors.counters.opens == 1)
    #expect(cursors.counters.framesDecoded == direct.counters.framesDecoded)
  }

  @Test func withoutRoomNothingIsOpenedInAdvance() throws {
    let edit = try Copies.edit([.init(clip(690)), .init(clip(691))])
    let parts = try sources(edit)
    let cursors = PictureCursors(RenderResources(threads: 1), count: 1)
    let first = PictureSource(kind: .file(parts[0].0, parts[0].1), key: parts[0].2)
    _ = try cursors.frame(0, of: first)
    cursors.prepare(0, of: parts[1].1, in: parts[1].0, parts[1].2)
    cursors.closeAll()
    #expect(cursors.counters.opens == 1)
  }

  @Test func onlyWhatWillBeShownIsOpened() throws {
    let edit = try Copies.edit([.init(clip(690)), .init(clip(691)), .init(clip(692))])
    func opens(until end: Time) throws -> Int {
      var request = ExportRequest()
      (request.fileType, request.timeRange) = ("null", TimeRange(from: .zero, to: end))
      let spec = try OutputSpec(edit, request)
      var resources = RenderResources(threads: 1)
      resources.willNeed = spec.neededTimes
      let renderer = FrameRenderer(spec.plan, resources)
      for index in 0..<(spec.video?.schedule.count ?? 0) {
        _ = try renderer.frame(at: spec.video?.schedule.time(of: index) ?? .zero)
      }
      renderer.close()
      return renderer.counters.opens
    }
    #expect(try opens(until: Time(1)) == 1)
    #expect(try opens(until: Time(2)) == 2)
    #expect(try opens(until: Time(3)) == 3)
  }
}
