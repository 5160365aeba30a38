@preconcurrency import Glibc

/// The picture in another orientation.
///
/// Samples are moved, not computed. The chroma location and the subsampling turn with the picture;
/// only where colour differences would come to lie on the right column of their block, a place that
/// has no name, are they moved to the left one by averaging neighbours.
package func turn(_ frame: VideoFrame, _ orientation: Orientation, pool: FramePool) -> VideoFrame {
  precondition(frame.format.isPlanar, "only planar pictures are turned")
  guard orientation != .upright else { return frame }
  let format = orientation.swapsAxes ? frame.format.transposed : frame.format
  var color = frame.color
  var movesChroma = false
  if format.model == .yuv, format.chromaShiftX + format.chromaShiftY > 0 {
    (color.chromaLocation, movesChroma) = turnedLocation(
      of: frame, orientation, isSubsampledX: format.chromaShiftX > 0)
  }
  let aspect = frame.pixelAspect
  let target = pool.makeFrame(
    format: format, width: orientation.swapsAxes ? frame.height : frame.width,
    height: orientation.swapsAxes ? frame.width : frame.height, color: color,
    pixelAspect: orientation.swapsAxes
      ? PixelAspect(aspect.denominator, aspect.numerator) : aspect)
  for (plane, (from, to)) in zip(frame.planes, target.planes).enumerated() {
    if format.bytesPerSample == 1 {
      turnPlane(from, to, orientation, as: UInt8.self)
      if movesChroma, format.isChroma(plane: plane) { moveLeft(to, as: UInt8.self) }
    } else {
      turnPlane(from, to, orientation, as: UInt16.self)
      if movesChroma, format.isChroma(plane: plane) { moveLeft(to, as: UInt16.self) }
    }
  }
  return target
}

/// Where colour differences lie after a turn, and whether they must be moved to lie there.
private func turnedLocation(
  of frame: VideoFrame, _ orientation: Orientation, isSubsampledX: Bool
) -> (ChromaLocation, Bool) {
  var (column, row) = frame.color.chromaLocation.site
  var (width, height) = (frame.width, frame.height)
  if orientation.swapsAxes { (column, row, width, height) = (row, column, height, width) }
  // An odd size has half a block at its end, which a reversal puts in front: there the first
  // column or row of a block stays the first.
  if orientation.reversesX, width % 2 == 0 || column != 0 { column = 1 - column }
  if orientation.reversesY, height % 2 == 0 || row != 0 { row = 1 - row }
  if column == 1 { return (ChromaLocation(column: 0, row: row) ?? .left, isSubsampledX) }
  return (ChromaLocation(column: column, row: row) ?? .left, false)
}

private func turnPlane<C: Component>(
  _ from: Plane, _ to: Plane, _ orientation: Orientation, as type: C.Type
) {
  let (reversesX, reversesY) = (orientation.reversesX, orientation.reversesY)
  if !orientation.swapsAxes {
    for y in 0..<to.height {
      let source = from.row(reversesY ? to.height - 1 - y : y, as: C.self)
      let target = to.row(y, as: C.self)
      if reversesX {
        let last = to.width - 1
        for x in 0..<to.width { target[x] = source[last &- x] }
      } else {
        memcpy(target, source, to.width * MemoryLayout<C>.stride)
      }
    }
    return
  }
  // Blocks keep both the rows that are read and those that are written in the cache.
  let block = 32
  let sourceBase = from.base.assumingMemoryBound(to: C.self)
  let stride = from.stride / MemoryLayout<C>.stride
  for blockY in Swift.stride(from: 0, to: to.height, by: block) {
    for blockX in Swift.stride(from: 0, to: to.width, by: block) {
      let end = min(blockX + block, to.width)
      for y in blockY..<min(blockY + block, to.height) {
        let target = to.row(y, as: C.self)
        let column = reversesY ? to.height - 1 - y : y
        for x in blockX..<end {
          let row = reversesX ? to.width &- 1 &- x : x
          target[x] = sourceBase[row &* stride &+ column]
        }
      }
    }
  }
}

/// Moves a plane's samples by half their distance: each becomes the mean of itself and the one before.
private func moveLeft<C: Component>(_ plane: Plane, as type: C.Type) {
  for y in 0..<plane.height {
    let row = plane.row(y, as: C.self)
    for x in stride(from: plane.width - 1, to: 0, by: -1) {
      row[x] = C(truncatingIfNeeded: (UInt32(row[x]) &+ UInt32(row[x - 1]) &+ 1) &>> 1)
    }
  }
}

extension PixelFormat {
  /// The format with horizontal and vertical subsampling exchanged.
  ///
  /// Where FFmpeg has no such layout (4:4:0 of 16 bits) it has a name of its own and lives only
  /// between a turn and the conversion that follows.
  var transposed: PixelFormat {
    guard chromaShiftX != chromaShiftY else { return self }
    return PixelFormat.planar(
      model, bitDepth: bitDepth, chromaShiftX: chromaShiftY, chromaShiftY: chromaShiftX,
      hasAlpha: hasAlpha)
      ?? PixelFormat(
        name: name + "-transposed", model: model, bitDepth: bitDepth, chromaShiftX: chromaShiftY,
        chromaShiftY: chromaShiftX, hasAlpha: hasAlpha)
  }
}
