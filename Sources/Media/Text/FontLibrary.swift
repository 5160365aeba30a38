import Geometry

/// The families of fonts that fontconfig knows, asked when a text is first drawn.
///
/// fontconfig takes any other font for one that it does not have, so names are checked here. It is
/// loaded, never linked: libass brings it.
package enum FontLibrary {
  /// Names that every machine turns into a family that it has.
  private static let generalNames = ["Sans", "Serif", "Monospace", "Sans-Serif", "Mono"]

  /// The families, sorted; nil where fontconfig is not installed.
  package static let families: [String]? = (try? Functions())?.families()

  /// The names that a font may have, in small letters: a film may have thousands of captions.
  private static let known = Set(((families ?? []) + generalNames).map { $0.lowercased() })

  /// Throws where the machine has no such font, or none at all.
  package static func check(_ font: String) throws(MediaError) {
    guard let families else { return }
    guard !families.isEmpty else {
      throw MediaError(
        .unknownFont, action: "draw text", detail: "there are no fonts on this machine",
        hint: "install some (apt-get install fonts-dejavu-core)")
    }
    if known.contains(font.lowercased()) { return }
    throw MediaError(
      .unknownFont, action: "use the font '\(font)'",
      hint: Spelling.nearest(to: font, among: families + generalNames).map {
        "did you mean '\($0)'?"
      })
  }

  /// What is used of fontconfig.
  private struct Functions {
    typealias Pattern = OpaquePointer
    typealias Names = OpaquePointer

    /// The layout of fontconfig's FcFontSet.
    struct FontSet {
      let count: Int32
      let capacity: Int32
      let patterns: UnsafePointer<Pattern?>?
    }

    let makePattern: @convention(c) () -> Pattern?
    let freePattern: @convention(c) (Pattern) -> Void
    let makeNames: @convention(c) () -> Names?
    let addName: @convention(c) (Names, UnsafePointer<CChar>) -> Int32
    let freeNames: @convention(c) (Names) -> Void
    let list: @convention(c) (OpaquePointer?, Pattern, Names) -> UnsafeMutableRawPointer?
    let freeFonts: @convention(c) (UnsafeMutableRawPointer) -> Void
    let string:
      @convention(c) (
        Pattern, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>
      ) -> Int32

    init() throws(OptionalLibrary.Unusable) {
      let library = try OptionalLibrary("libfontconfig.so.1")
      makePattern = try library.function("FcPatternCreate")
      freePattern = try library.function("FcPatternDestroy")
      makeNames = try library.function("FcObjectSetCreate")
      addName = try library.function("FcObjectSetAdd")
      freeNames = try library.function("FcObjectSetDestroy")
      list = try library.function("FcFontList")
      freeFonts = try library.function("FcFontSetDestroy")
      string = try library.function("FcPatternGetString")
    }

    /// Each family by all of its names.
    func families() -> [String] {
      guard let pattern = makePattern(), let names = makeNames() else { return [] }
      defer {
        freePattern(pattern)
        freeNames(names)
      }
      guard addName(names, "family") != 0, let fonts = list(nil, pattern, names) else { return [] }
      defer { freeFonts(fonts) }
      let found = fonts.load(as: FontSet.self)
      var families: Set<String> = []
      for index in 0..<Int(found.count) {
        guard let font = found.patterns?[index] else { continue }
        var (place, text): (Int32, UnsafePointer<CChar>?) = (0, nil)
        while string(font, "family", place, &text) == 0, let name = text {
          families.insert(String(cString: name))
          place += 1
        }
      }
      return families.sorted()
    }
  }
}
