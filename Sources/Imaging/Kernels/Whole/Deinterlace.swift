@preconcurrency import Glibc

/// A whole picture of the moment of an interlaced one's earlier field.
///
/// The earlier field's lines stay; those of the later one are made anew. Where nothing moves they
/// are what the fields around them show, and where something moves they come from the lines above
/// and below, with the vertical detail of the neighbouring fields added back: the filters of the
/// BBC's "Weston three field" deinterlacer, held within what the motion allows. Every plane is taken
/// by itself, for a colour plane's lines belong to fields as well. The frames before and after must
/// be of the same shape; without either, only the picture itself is looked at. Sizes stay.
package func deinterlace(
  _ frame: VideoFrame, previous: VideoFrame?, next: VideoFrame?, pool: FramePool,
  bands: RowBands = .single
) -> VideoFrame {
  precondition(frame.format.isPlanar, "only planar pictures are deinterlaced")
  func usable(_ other: VideoFrame?) -> VideoFrame? {
    guard let other, other.format == frame.format, other.width == frame.width,
      other.height == frame.height
    else { return nil }
    return other
  }
  let (before, after) = (usable(previous) ?? usable(next), usable(next) ?? usable(previous))
  let target = pool.makeFrame(
    format: frame.format, width: frame.width, height: frame.height, color: frame.color,
    pixelAspect: frame.pixelAspect)
  let kept = frame.fields == .bottomFirst ? 1 : 0
  for index in frame.planes.indices {
    let plane = FieldPlane(
      current: frame.planes[index], previous: before?.planes[index], next: after?.planes[index],
      target: target.planes[index], kept: kept, maximum: Int32(frame.format.maximum))
    bands.run(0..<target.planes[index].height, least: 64) { rows in
      if frame.format.bytesPerSample == 1 {
        plane.fill(rows, as: UInt8.self)
      } else {
        plane.fill(rows, as: UInt16.self)
      }
    }
  }
  return target
}

/// One plane of an interlaced picture and of its neighbours.
private struct FieldPlane: Sendable {
  let current: Plane
  let previous: Plane?
  let next: Plane?
  let target: Plane
  /// The parity of the lines that stay.
  let kept: Int
  let maximum: Int32

  func fill<C: Component>(_ rows: Range<Int>, as type: C.Type) {
    for y in rows {
      let line = target.row(y).assumingMemoryBound(to: C.self)
      if y & 1 == kept || target.height < 2 {
        memcpy(line, current.row(y), target.width * MemoryLayout<C>.size)
      } else if let previous, let next, target.height >= 4 {
        make(y, line, previous, next)
      } else {
        let (above, below) = (row(current, y - 1, as: type), row(current, y + 1, as: type))
        for x in 0..<target.width { line[x] = C((Int32(above[x]) + Int32(below[x]) + 1) >> 1) }
      }
    }
  }

  /// A line by its number; beyond an edge lines are mirrored, which keeps them in their field.
  private func row<C: Component>(
    _ plane: Plane, _ y: Int, as type: C.Type
  ) -> UnsafePointer<C> {
    let mirrored = y < 0 ? -y : (y >= plane.height ? 2 * (plane.height - 1) - y : y)
    return UnsafePointer(plane.row(mirrored).assumingMemoryBound(to: C.self))
  }

  /// Makes a line of the later field: `previous` holds the same field half a frame earlier, the
  /// picture itself half a frame later.
  private func make<C: Component>(
    _ y: Int, _ line: UnsafeMutablePointer<C>, _ previous: Plane, _ next: Plane
  ) {
    func lines(_ plane: Plane, _ offsets: [Int]) -> [UnsafePointer<C>] {
      offsets.map { row(plane, y + $0, as: C.self) }
    }
    // Lines of the field that stays, near and far, now and a frame before and after.
    let own = lines(current, [-1, 1, -3, 3])
    let (earlier, later) = (lines(previous, [-1, 1]), lines(next, [-1, 1]))
    // Lines of the field that is made, half a frame before and after.
    let (past, coming) = (lines(previous, [0, -2, 2, -4, 4]), lines(current, [0, -2, 2, -4, 4]))
    let (above, below, farAbove, farBelow) = (own[0], own[1], own[2], own[3])
    for x in 0..<target.width {
      let (c, e) = (Int32(above[x]), Int32(below[x]))
      let (p, n) = (Int32(past[0][x]), Int32(coming[0][x]))
      let still = (p + n) >> 1
      // How much moved: in the field that is made, and in the one that stays before and after.
      let moved = max(
        abs(p - n) >> 1, (abs(Int32(earlier[0][x]) - c) + abs(Int32(earlier[1][x]) - e)) >> 1,
        (abs(Int32(later[0][x]) - c) + abs(Int32(later[1][x]) - e)) >> 1)
      guard moved > 0 else {
        line[x] = C(still)
        continue
      }
      let near = Int32(past[1][x]) + Int32(coming[1][x])
      let nearBelow = Int32(past[2][x]) + Int32(coming[2][x])
      let (b, f) = (near >> 1, nearBelow >> 1)
      // Lines that stick out from those around them are no detail but a comb.
      let most = max(still - e, still - c, min(b - c, f - e))
      let least = min(still - e, still - c, max(b - c, f - e))
      let room = max(moved, least, -most)
      let far = Int32(farAbove[x]) + Int32(farBelow[x])
      let made: Int32
      if abs(c - e) > abs(p - n) {
        let distant =
          Int32(past[3][x]) + Int32(coming[3][x]) + Int32(past[4][x]) + Int32(coming[4][x])
        let detail = (5570 * (p + n) - 3801 * (near + nearBelow) + 1016 * distant) >> 2
        made = (detail + 4309 * (c + e) - 213 * far) >> 13
      } else {
        made = (5077 * (c + e) - 981 * far) >> 13
      }
      line[x] = C(min(max(made, still - room, 0), still + room, maximum))
    }
  }
}
