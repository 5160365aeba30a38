import CFFmpeg
import Geometry

/// Which of libavfilter's filters can be used, and why others cannot.
///
/// Frames and samples may be asked for in any order and must always come out the same, so a filter
/// of pictures must make each of one frame alone, and one of sound must forget what it heard long
/// ago. libavfilter does not say of a filter whether it does; the lists do, and a test holds each of
/// them to it.
enum FilterCatalog {
  /// What else is to be known of a filter that can be used.
  struct Rules: Sendable {
    /// Options that must not be given, with the reason.
    var refused: [String: String] = [:]
    /// Options that are always given.
    var fixed: [FilterCall.Option] = []
    /// Whether `t` in its expressions is not the time.
    var hasOwnVariables = false
    /// Whether what it makes depends on the number of threads, so that there may be but one.
    var needsOneThread = false
  }

  /// The rules of a filter that can be used; throws why it cannot.
  static func rules(
    for name: String, _ medium: FilterMedium, _ library: FilterLibrary
  ) throws(MediaError) -> Rules {
    let usable = medium == .video ? pictures : sounds
    guard let kind = library.find(name) else {
      let known = usable.keys.sorted()
      let near =
        Spelling.nearest(to: name, among: known)
        ?? Spelling.nearest(to: name, among: library.names)
      throw MediaError(
        .unknownFilter, action: "use the filter '\(name)'",
        hint: near.map { "did you mean '\($0)'?" })
    }
    if let rules = usable[name] { return rules }
    let (reason, hint) = refusal(of: name, kind, medium, library)
    throw MediaError(
      .filterRefused, action: "use the filter '\(name)'", detail: reason, hint: hint)
  }

  /// The names of those that can be used and that this libavfilter has, sorted.
  static func names(_ medium: FilterMedium) throws(MediaError) -> [String] {
    let library = try FilterLibrary.load()
    return (medium == .video ? pictures : sounds).keys.filter { library.find($0) != nil }.sorted()
  }

  private static func refusal(
    of name: String, _ kind: FilterLibrary.Kind, _ medium: FilterMedium, _ library: FilterLibrary
  ) -> (reason: String, hint: String?) {
    let (inputs, outputs) = (
      library.ports(of: kind, output: false), library.ports(of: kind, output: true)
    )
    let flags = kind.pointee.flags
    let isDynamic = flags & (AVFILTER_FLAG_DYNAMIC_INPUTS | AVFILTER_FLAG_DYNAMIC_OUTPUTS) != 0
    if files.contains(name) { return ("it opens files or devices, or talks to others", nil) }
    if let known = reasons[name] { return known }
    if isDynamic || inputs.count > 1 || outputs.count > 1 {
      return (
        "it has several inputs or outputs", "layers and tracks are what pictures and sounds meet in"
      )
    }
    if inputs.isEmpty {
      return ("it makes pictures or sound of its own", "vs.generator makes test pictures and tones")
    }
    if outputs.isEmpty { return ("nothing comes out of it", nil) }
    let isSound = inputs[0] == AVMEDIA_TYPE_AUDIO
    if inputs[0] != outputs[0] { return ("it makes one medium of another", nil) }
    if inputs[0] != medium.type {
      return (
        "it is a filter for \(isSound ? "sound" : "pictures")",
        "add it to \(isSound ? "vs.mix_parameters" : "vs.layer_instruction")"
      )
    }
    if ["opencl", "vulkan", "vaapi", "qsv", "cuda", "npp"].contains(where: name.hasSuffix) {
      return ("it works on a graphics card", nil)
    }
    return (
      medium == .video
        ? "it is not among those that make each picture of one frame alone"
        : "it is not among those that give each sample at once and forget it soon", nil
    )
  }
}
