import Geometry
@preconcurrency import Glibc

/// A picture made ready to be drawn through any map: its samples and ever smaller copies of them.
///
/// A map that shrinks a picture takes its values from the two copies around the right size, mixed by
/// how near each is, so that nothing jumps while a picture slowly grows or shrinks. Each halving, across
/// or down, weighs four neighbours by 1, 7, 7 and 1: nearly as sharp as the mean of two, but an edge
/// that lies beside the middle of such a pair stays where it is. Colours of pictures with
/// alpha are multiplied by it first: what is transparent must not tinge what is beside it.
///
/// Copies are made when they are first needed, and stay; a picture that is drawn again and again
/// should keep its mipmap. Not Sendable: one thread at a time, which may share it while it draws.
package final class Mipmap {
  /// The picture, premultiplied where it has alpha.
  let frame: VideoFrame
  /// The alpha of subsampled planes: the mean of what each sample stands for.
  private let chromaAlpha: VideoFrame?
  /// The part that is seen, in pixels.
  let crop: Rect
  private let pool: FramePool
  private var levels: [Key: MipLevel] = [:]

  private struct Key: Hashable {
    let plane: Int
    let x: Int
    let y: Int
  }

  /// Prepares a planar picture; nothing outside `crop` is ever looked at but the pixels it cuts.
  package init(_ frame: VideoFrame, crop: Rect = .infinite, pool: FramePool) {
    precondition(frame.format.isPlanar, "only planar pictures are drawn")
    let whole = Rect(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
    self.crop = crop.isInfinite ? whole : crop.intersection(whole)
    self.pool = pool
    if frame.format.hasAlpha {
      (self.frame, chromaAlpha) = premultiplied(frame, pool: pool)
    } else {
      (self.frame, chromaAlpha) = (frame, nil)
    }
  }

  /// The part of the picture that is seen, in its pixels.
  package var visible: Rect { crop }

  /// The number of the plane that holds the alpha of one of the picture's planes.
  ///
  /// Subsampled alpha is one more plane after all others.
  func alpha(for plane: Int) -> Int? {
    chromaAlpha != nil && frame.format.isChroma(plane: plane)
      ? frame.planes.count : frame.format.alphaPlane
  }

  /// Where the samples of a plane lie.
  func site(of plane: Int) -> SampleSite {
    SampleSite(
      format: frame.format, location: frame.color.chromaLocation,
      plane: plane < frame.planes.count ? plane : 1)
  }

  /// A plane, halved some times across and down.
  func level(plane: Int, x: Int, y: Int, bands: RowBands = .single) -> MipLevel {
    let key = Key(plane: plane, x: x, y: y)
    if let known = levels[key] { return known }
    let made: MipLevel
    if x == 0, y == 0 {
      made = original(plane)
    } else {
      let larger = level(plane: plane, x: max(0, x - 1), y: max(0, y - 1), bands: bands)
      made =
        frame.format.bytesPerSample == 1
        ? larger.halved(x: x > 0, y: y > 0, as: UInt8.self, pool: pool, bands: bands)
        : larger.halved(x: x > 0, y: y > 0, as: UInt16.self, pool: pool, bands: bands)
    }
    levels[key] = made
    return made
  }

  private func original(_ index: Int) -> MipLevel {
    let owner = index < frame.planes.count ? frame : chromaAlpha ?? frame
    let plane = index < frame.planes.count ? frame.planes[index] : owner.planes[0]
    let site = site(of: index)
    func samples(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
      let first = min(max(Int(low.rounded(.down)), 0), count - 1)
      let last = min(max(Int(high.rounded(.up)) - 1, first), count - 1)
      return first...last
    }
    return MipLevel(
      plane: plane, columns: samples(crop.x / site.stepX, crop.maxX / site.stepX, plane.width),
      rows: samples(crop.y / site.stepY, crop.maxY / site.stepY, plane.height), site: site,
      owner: owner)
  }

  /// The copies that a map takes its values from, with the share of each.
  ///
  /// `across` and `down` are the source's samples for one of the target's. Where the two differ, the
  /// larger reduction goes further in its own direction only. The shares change without a jump.
  func mixture(
    plane: Int, across: Double, down: Double, bands: RowBands = .single
  ) -> [(level: MipLevel, share: Double)] {
    let (x, y) = (max(0, log2(across)), max(0, log2(down)))
    let common = min(x, y)
    let (whole, part) = (Int(common), Self.share(of: common))
    let excess = abs(x - y)
    let (more, rest) = (Int(excess), Self.share(of: excess))
    var mixture: [(level: MipLevel, share: Double)] = []
    for (step, share) in [(0, 1 - part), (1, part)] {
      for (further, portion) in [(0, 1 - rest), (1, rest)] where share * portion > 1.0 / 65536 {
        let isAcross = x > y
        mixture.append(
          (
            level(
              plane: plane,
              x: reachable(whole + step + (isAcross ? more + further : 0), crop.width),
              y: reachable(whole + step + (isAcross ? 0 : more + further), crop.height),
              bands: bands),
            share * portion
          ))
      }
    }
    return mixture
  }

  /// The share of the smaller of two sizes.
  ///
  /// It grows early: values of the larger one lie too far apart for edges between them to be placed
  /// well. With this they are where they belong to a tenth of a pixel at any size.
  private static func share(of level: Double) -> Double {
    let part = level - level.rounded(.down)
    return part * (2 - part)
  }

  /// No picture is halved to less than a sample.
  private func reachable(_ level: Int, _ size: Double) -> Int {
    min(level, Int(log2(max(size, 1)).rounded(.up)))
  }
}

/// One plane of a picture at one size.
struct MipLevel {
  let plane: Plane
  /// The samples that hold the picture's visible part; beyond them the nearest one goes on.
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  /// Where they lie in the picture.
  let site: SampleSite
  /// Keeps the memory alive.
  private let owner: AnyObject

  init(
    plane: Plane, columns: ClosedRange<Int>, rows: ClosedRange<Int>, site: SampleSite,
    owner: AnyObject
  ) {
    (self.plane, self.columns, self.rows) = (plane, columns, rows)
    (self.site, self.owner) = (site, owner)
  }

  /// The same at half the size across, down, or both.
  func halved<C: Component>(
    x: Bool, y: Bool, as type: C.Type, pool: FramePool, bands: RowBands
  ) -> MipLevel {
    let (newColumns, newRows) = (x ? columns.halved : columns, y ? rows.halved : rows)
    let memory = pool.makeFrame(
      format: C.bitWidth == 8 ? .gray8 : .gray16, width: newColumns.upperBound + 1,
      height: newRows.upperBound + 1, color: .unspecified)
    let target = memory.planes[0]
    // One sample more than the pairs on each side; what is not there repeats the nearest.
    let first = x ? 2 * newColumns.lowerBound - 1 : newColumns.lowerBound
    let last = x ? 2 * newColumns.upperBound + 2 : newColumns.upperBound
    let inside = max(first, columns.lowerBound)...min(last, columns.upperBound)
    let height = newRows.lowerBound..<newRows.upperBound + 1
    bands.run(height, least: max(16, 65_536 / max(1, newColumns.count))) { band in
      withUnsafeTemporaryAllocation(of: C.Sum.self, capacity: last - first + 1) { sums in
        guard let sums = sums.baseAddress else { return }
        for row in band {
          let lines = (y ? 2 * row - 1...2 * row + 2 : row...row).map {
            UnsafePointer(plane.row(rows.nearest(to: $0), as: C.self)) + inside.lowerBound
          }
          C.addRows(lines, count: inside.count, into: sums + (inside.lowerBound - first))
          for column in first..<inside.lowerBound {
            sums[column - first] = sums[inside.lowerBound - first]
          }
          for column in inside.upperBound + 1..<max(last, inside.upperBound) + 1 {
            sums[column - first] = sums[inside.upperBound - first]
          }
          C.finishRow(
            sums, isHalved: x, count: newColumns.count,
            into: target.row(row, as: C.self) + newColumns.lowerBound)
        }
      }
    }
    return MipLevel(
      plane: target, columns: newColumns, rows: newRows, site: site.halved(x: x, y: y),
      owner: memory)
  }
}

extension ClosedRange<Int> {
  /// The pairs that it touches.
  fileprivate var halved: ClosedRange<Int> { lowerBound / 2...upperBound / 2 }

  fileprivate func nearest(to value: Int) -> Int {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
