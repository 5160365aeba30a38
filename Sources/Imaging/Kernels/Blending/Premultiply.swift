/// A picture whose colours are multiplied by its alpha, code values as they are.
///
/// With A = alpha and P = alpha · code, P + (1 − A) · below is the blend of the codes, so a middle of
/// 128 or a black of 16 needs no care.
///
/// Beside it, the alpha of its subsampled planes, where it has any.
func premultiplied(_ frame: VideoFrame, pool: FramePool) -> (VideoFrame, chromaAlpha: VideoFrame?) {
  let target = pool.makeFrame(
    format: frame.format, width: frame.width, height: frame.height, color: frame.color,
    pixelAspect: frame.pixelAspect)
  let isSubsampled = frame.format.chromaShiftX + frame.format.chromaShiftY > 0
  let size = frame.format.planeSize(1, width: frame.width, height: frame.height)
  let alpha =
    isSubsampled
    ? pool.makeFrame(
      format: frame.format.bytesPerSample == 1 ? .gray8 : .gray16, width: size.width,
      height: size.height, color: frame.color) : nil
  if frame.format.bytesPerSample == 1 {
    premultiply(frame, into: target, alpha, as: UInt8.self)
  } else {
    premultiply(frame, into: target, alpha, as: UInt16.self)
  }
  return (target, alpha)
}

private func premultiply<C: Component>(
  _ frame: VideoFrame, into target: VideoFrame, _ chromaAlpha: VideoFrame?, as type: C.Type
) {
  withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: frame.width) { weights in
    guard let weights = weights.baseAddress else { return }
    for (index, plane) in frame.planes.enumerated() {
      let alpha = AlphaRows<C>(frame: frame, plane: index, opacity: 1)
      for row in 0..<plane.height {
        let (source, line) = (plane.row(row, as: C.self), target.planes[index].row(row, as: C.self))
        if index == frame.format.alphaPlane {
          line.update(from: source, count: plane.width)
        } else {
          alpha.fill(weights, row: row, from: 0, count: plane.width)
          for x in 0..<plane.width { line[x] = C.mix(0, source[x], weights[x]) }
        }
        guard index == 1, let shared = chromaAlpha?.planes[0].row(row, as: C.self) else { continue }
        let full = C(truncatingIfNeeded: frame.format.maximum)
        for x in 0..<plane.width { shared[x] = C.mix(0, full, weights[x]) }
      }
    }
  }
}
