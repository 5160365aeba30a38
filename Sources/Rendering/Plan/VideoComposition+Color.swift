import Composition
import Imaging

extension VideoComposition {
  /// A canvas's colour, where this composition sets it; what it leaves open stays.
  ///
  /// Fails for a name that stands for nothing.
  func color(over color: ColorDescription, format: PixelFormat) throws -> ColorDescription {
    var result = color
    if let name = colorPrimaries {
      result.primaries = try Self.value(of: name, in: ColorPrimaries.named, "color_primaries")
    }
    if let name = colorTransfer {
      result.transfer = try Self.value(of: name, in: ColorTransfer.named, "color_transfer")
    }
    if let name = colorMatrix {
      let matrix = try Self.value(of: name, in: ColorMatrix.named, "color_matrix")
      // R′G′B′ has none.
      if format.model != .rgb { result.matrix = matrix }
    }
    return result
  }

  private static func value<Value>(
    of name: String, in known: [String: Value], _ property: String
  ) throws -> Value {
    guard let value = known[name] else {
      throw RenderError(
        "unknown_color", number: -11841, "there is no \(property) '\(name)'",
        hint: "it is one of " + known.keys.sorted().joined(separator: ", "))
    }
    return value
  }
}
