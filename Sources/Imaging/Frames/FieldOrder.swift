/// Whether a picture is two half pictures of different moments, line by line, and which is earlier.
package enum FieldOrder: String, Hashable, Sendable {
  case progressive
  /// The even lines, counted from 0, are the earlier ones.
  case topFirst = "top_first"
  case bottomFirst = "bottom_first"

  package var isInterlaced: Bool { self != .progressive }
}
