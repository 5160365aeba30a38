extension VideoFrame {
  /// A part of a planar picture as a picture of its own, in the same memory.
  ///
  /// The corner must fall on a sample of every plane, and on an even line of an interlaced one.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> VideoFrame {
    precondition(
      format.isPlanar && x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height,
      "a part lies inside the whole")
    let parts = planes.enumerated().map { index, plane in
      let isChroma = format.isChroma(plane: index)
      let (left, top) = (
        isChroma ? x >> format.chromaShiftX : x, isChroma ? y >> format.chromaShiftY : y
      )
      let size = format.planeSize(index, width: width, height: height)
      return Plane(
        base: plane.row(top) + left * format.bytesPerSample, stride: plane.stride,
        width: size.width, height: size.height)
    }
    return VideoFrame(
      format: format, width: width, height: height, color: color, pixelAspect: pixelAspect,
      fields: fields, planes: parts, owner: owner)
  }
}
