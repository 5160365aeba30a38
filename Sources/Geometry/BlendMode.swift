/// How the colours of a picture act on those beneath it.
///
/// All but `normal` are the separable modes of the W3C's Compositing and Blending, on R′G′B′ of
/// 0…1; `add` is their plus, cut at white.
package enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, add, difference
  case softLight = "soft_light"
  case hardLight = "hard_light"
}
