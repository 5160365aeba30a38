/// What a film of high dynamic range says of the display it was made on and of its brightest light.
package struct LightLevels: Hashable, Sendable {
  /// A point of the CIE 1931 diagram, in units of 0.00002.
  package struct Chromaticity: Hashable, Sendable {
    package let x: Int
    package let y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  /// The display on which the film was graded, by SMPTE ST 2086.
  package struct MasteringDisplay: Hashable, Sendable {
    package let red: Chromaticity
    package let green: Chromaticity
    package let blue: Chromaticity
    package let white: Chromaticity
    /// Its darkest and its brightest light, in units of 0.0001 cd/m².
    package let luminance: ClosedRange<Int>

    package init(
      red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity,
      luminance: ClosedRange<Int>
    ) {
      (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
      self.luminance = luminance
    }
  }

  /// Nil where the film does not tell.
  package var display: MasteringDisplay?
  /// The brightest pixel (MaxCLL) and the brightest frame's average (MaxFALL), in cd/m²; 0 where
  /// the film does not tell.
  package var maximumContent: Int
  package var maximumAverage: Int

  package init(
    display: MasteringDisplay? = nil, maximumContent: Int = 0, maximumAverage: Int = 0
  ) {
    self.display = display
    self.maximumContent = maximumContent
    self.maximumAverage = maximumAverage
  }

  /// Whether nothing is told.
  package var isEmpty: Bool { display == nil && maximumContent == 0 && maximumAverage == 0 }

  /// The brightest light that is to be expected, in cd/m²; 0 where nothing is told.
  package var peak: Int {
    if maximumContent > 0 { return maximumContent }
    return display.map { $0.luminance.upperBound / 10_000 } ?? 0
  }
}
