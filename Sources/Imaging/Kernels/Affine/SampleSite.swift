/// Where the samples of a plane lie, in pixels of the whole picture.
///
/// Pixel 0 reaches from 0 to 1 and has its middle at 0.5; so has sample 0 of a plane that is not
/// subsampled. A colour difference lies where its chroma location says.
struct SampleSite: Equatable {
  /// The pixels from one sample to the next.
  let stepX: Double
  let stepY: Double
  /// The place of sample 0.
  let x: Double
  let y: Double

  init(format: PixelFormat, location: ChromaLocation, plane: Int) {
    guard format.isChroma(plane: plane) else {
      (stepX, stepY, x, y) = (1, 1, 0.5, 0.5)
      return
    }
    stepX = Double(1 << format.chromaShiftX)
    stepY = Double(1 << format.chromaShiftY)
    let (column, row) = location.site
    x = 0.5 + column * (stepX - 1)
    y = 0.5 + row * (stepY - 1)
  }

  private init(stepX: Double, stepY: Double, x: Double, y: Double) {
    (self.stepX, self.stepY, self.x, self.y) = (stepX, stepY, x, y)
  }

  /// The places of the means of pairs of samples.
  func halved(x isAcross: Bool, y isDown: Bool) -> SampleSite {
    SampleSite(
      stepX: isAcross ? 2 * stepX : stepX, stepY: isDown ? 2 * stepY : stepY,
      x: isAcross ? x + stepX / 2 : x, y: isDown ? y + stepY / 2 : y)
  }
}

extension ChromaLocation {
  /// The place within a block of pixels: 0 on its first column or row, 1 on its last.
  ///
  /// What is not told is on the left, as in nearly all video.
  var site: (column: Double, row: Double) {
    switch self {
    case .unspecified, .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    }
  }

  /// The location at that place; nil on the last column, for which there is no name.
  init?(column: Double, row: Double) {
    switch (column, row) {
    case (0, 0.5): self = .left
    case (0.5, 0.5): self = .center
    case (0, 0): self = .topLeft
    case (0.5, 0): self = .top
    case (0, 1): self = .bottomLeft
    case (0.5, 1): self = .bottom
    default: return nil
    }
  }
}
