extension VideoFrame {
  /// Whether a planar picture with alpha can be seen through nowhere.
  ///
  /// Rows are read up to the first that is not opaque.
  package var isOpaque: Bool {
    guard let index = format.alphaPlane else { return !format.hasAlpha }
    let plane = planes[index]
    return format.bytesPerSample == 1
      ? plane.isFilled(with: UInt8(format.maximum)) : plane.isFilled(with: UInt16(format.maximum))
  }

  /// A planar picture's colours alone, in the same memory; nil where no layout has them.
  package var withoutAlpha: VideoFrame? {
    guard let alpha = format.alphaPlane,
      let plain = PixelFormat.planar(
        format.model, bitDepth: format.bitDepth, chromaShiftX: format.chromaShiftX,
        chromaShiftY: format.chromaShiftY)
    else { return nil }
    return VideoFrame(
      format: plain, width: width, height: height, color: color, pixelAspect: pixelAspect,
      fields: fields, planes: Array(planes[..<alpha]), owner: owner)
  }
}

extension Plane {
  /// Whether every sample has the largest value, all of whose bits are set.
  fileprivate func isFilled<C: Component>(with maximum: C) -> Bool {
    for y in 0..<height {
      let line = row(y, as: C.self)
      // What all samples have in common; samples have no bits beyond the maximum's.
      var common = maximum
      for x in 0..<width { common &= line[x] }
      if common != maximum { return false }
    }
    return true
  }
}
