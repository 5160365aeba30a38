import CFFmpeg
import Geometry
import Synchronization

extension FilterCall {
  /// Those that passed, so that a filter that is asked for frame by frame is tried once.
  private static let passed = Mutex<[FilterMedium: [FilterCall: FilterCall]]>([:])
  private static let passedLimit = 4096

  /// The call with what is always added to it; throws why it cannot be used.
  ///
  /// The filter is made and set up for a large picture, or for stereo at 48 kHz, so that values that
  /// it does not take are found here. Cheap where the same was asked before.
  package func checked(as medium: FilterMedium) throws(MediaError) -> FilterCall {
    if let known = Self.passed.withLock({ $0[medium]?[self] }) { return known }
    let library = try FilterLibrary.load()
    let rules = try FilterCatalog.rules(for: name, medium, library)
    try checkOptions(rules, library)
    let fixed = rules.fixed.filter { option in !options.contains { $0.name == option.name } }
    let call = FilterCall(name, options + fixed)
    switch medium {
    case .video:
      _ = try FilterGraph(
        call, of: medium,
        from: PictureFilter.source(AV_PIX_FMT_YUV420P, width: 4096, height: 2304),
        converts: true, threads: 1)
    case .audio: _ = try call.soundMemory()
    }
    Self.passed.withLock {
      if $0[medium, default: [:]].count >= Self.passedLimit { $0[medium] = [:] }
      $0[medium, default: [:]][self] = call
    }
    return call
  }

  /// The names of the filters that can be used, sorted.
  package static func usable(_ medium: FilterMedium) throws(MediaError) -> [String] {
    try FilterCatalog.names(medium)
  }

  private func checkOptions(
    _ rules: FilterCatalog.Rules, _ library: FilterLibrary
  ) throws(MediaError) {
    let known = library.options(of: name)
    for option in options {
      if option.name == "enable" {
        throw refused(
          option, "when a filter acts is told by range",
          hint: "write { range = { from = 1, to = 2 } }, in the edit's time")
      }
      guard let kind = known.first(where: { $0.name == option.name }) else {
        throw EncoderContext.unknownOption(
          option.name, of: "the filter '\(name)'", known: known.map(\.name))
      }
      // Another name of a refused option is refused as well.
      for (refusedName, reason) in rules.refused
      where known.first(where: { $0.name == refusedName })?.offset == kind.offset {
        throw refused(option, reason)
      }
      guard kind.isText, !rules.hasOwnVariables else { continue }
      if let word = Self.words(of: option.value).first(where: Self.changing.contains) {
        throw refused(
          option, "'\(word)' is not the same for a frame whenever it is asked for",
          hint: "several filters, each with a range, or vs.video_composition.computed, change over "
            + "time")
      }
    }
  }

  private func refused(
    _ option: Option, _ reason: String, hint: String = "leave it out"
  ) -> MediaError {
    MediaError(
      .filterRefused, action: "set \(option.name) of the filter '\(name)'", detail: reason,
      hint: hint)
  }

  /// Words of expressions that depend on more than one frame, or on chance.
  private static let changing: Set<String> = [
    "t", "n", "T", "N", "pts", "pos", "in", "on", "random", "randomi", "st", "ld", "print",
  ]

  /// The names in an expression.
  private static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}

extension FilterLibrary {
  /// One option of a filter.
  struct Option {
    let name: String
    /// Options of one place are one option by several names.
    let offset: Int32
    let isText: Bool
  }

  /// The options of one of its filters, in its own order.
  func options(of name: String) -> [Option] {
    guard let kind = find(name), var description = kind.pointee.priv_class else { return [] }
    var options: [Option] = []
    var last: UnsafePointer<AVOption>?
    withUnsafeMutablePointer(to: &description) { object in
      while let next = av_opt_next(object, last) {
        last = next
        guard next.pointee.type != AV_OPT_TYPE_CONST else { continue }
        options.append(
          Option(
            name: String(cString: next.pointee.name), offset: next.pointee.offset,
            isText: next.pointee.type == AV_OPT_TYPE_STRING))
      }
    }
    return options
  }
}
