import CFFmpeg

/// The functions of libavfilter, loaded when a filter is first asked for.
///
/// Not linked: it brings dozens of libraries, and the start of every script would pay for them.
struct FilterLibrary: Sendable {
  typealias Graph = UnsafeMutablePointer<AVFilterGraph>
  typealias Context = UnsafeMutablePointer<AVFilterContext>
  typealias Kind = UnsafePointer<AVFilter>

  let version: @convention(c) () -> UInt32
  let find: @convention(c) (UnsafePointer<CChar>) -> Kind?
  let iterate: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Kind?
  let padCount: @convention(c) (Kind, Int32) -> UInt32
  let padType: @convention(c) (OpaquePointer, Int32) -> AVMediaType
  let makeGraph: @convention(c) () -> Graph?
  let freeGraph: @convention(c) (UnsafeMutablePointer<Graph?>) -> Void
  let setConversion: @convention(c) (Graph, UInt32) -> Void
  let makeContext: @convention(c) (Graph, Kind, UnsafePointer<CChar>) -> Context?
  let start: @convention(c) (Context, UnsafePointer<CChar>?) -> Int32
  let link: @convention(c) (Context, UInt32, Context, UInt32) -> Int32
  let configure: @convention(c) (Graph, UnsafeMutableRawPointer?) -> Int32
  let push: @convention(c) (Context, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32
  let pull: @convention(c) (Context, UnsafeMutablePointer<AVFrame>) -> Int32

  /// The library; throws where it is not installed.
  static func load() throws(MediaError) -> FilterLibrary {
    _ = FFmpegLog.isInstalled
    guard let shared else {
      throw MediaError(
        .filterFailed, action: "use a filter",
        detail: "libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR) is not installed",
        hint: "install it (apt-get install libavfilter8)")
    }
    return shared
  }

  private static let shared = try? FilterLibrary(
    OptionalLibrary("libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR)"))

  private init(_ library: OptionalLibrary) throws(OptionalLibrary.Unusable) {
    version = try library.function("avfilter_version")
    find = try library.function("avfilter_get_by_name")
    iterate = try library.function("av_filter_iterate")
    padCount = try library.function("avfilter_filter_pad_count")
    padType = try library.function("avfilter_pad_get_type")
    makeGraph = try library.function("avfilter_graph_alloc")
    freeGraph = try library.function("avfilter_graph_free")
    setConversion = try library.function("avfilter_graph_set_auto_convert")
    makeContext = try library.function("avfilter_graph_alloc_filter")
    start = try library.function("avfilter_init_str")
    link = try library.function("avfilter_link")
    configure = try library.function("avfilter_graph_config")
    push = try library.function("av_buffersrc_add_frame_flags")
    pull = try library.function("av_buffersink_get_frame")
  }

  /// What one of its filters takes and gives.
  func ports(of kind: Kind, output: Bool) -> [AVMediaType] {
    guard let pads = output ? kind.pointee.outputs : kind.pointee.inputs else { return [] }
    return (0..<Int32(padCount(kind, output ? 1 : 0))).map { padType(pads, $0) }
  }

  /// The names of all its filters.
  var names: [String] {
    var names: [String] = []
    var state: UnsafeMutableRawPointer?
    while let kind = iterate(&state) { names.append(String(cString: kind.pointee.name)) }
    return names
  }
}
