import CFFmpeg
@preconcurrency import Glibc

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

  private static let shared: FilterLibrary? = dlopen(
    "libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR)", RTLD_NOW | RTLD_LOCAL
  ).flatMap(FilterLibrary.init)

  private init?(_ handle: UnsafeMutableRawPointer) {
    func function<F>(_ name: String, as type: F.Type) -> F? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard
      let version = function("avfilter_version", as: type(of: version)),
      let find = function("avfilter_get_by_name", as: type(of: find)),
      let iterate = function("av_filter_iterate", as: type(of: iterate)),
      let padCount = function("avfilter_filter_pad_count", as: type(of: padCount)),
      let padType = function("avfilter_pad_get_type", as: type(of: padType)),
      let makeGraph = function("avfilter_graph_alloc", as: type(of: makeGraph)),
      let freeGraph = function("avfilter_graph_free", as: type(of: freeGraph)),
      let setConversion = function(
        "avfilter_graph_set_auto_convert", as: type(of: setConversion)),
      let makeContext = function("avfilter_graph_alloc_filter", as: type(of: makeContext)),
      let start = function("avfilter_init_str", as: type(of: start)),
      let link = function("avfilter_link", as: type(of: link)),
      let configure = function("avfilter_graph_config", as: type(of: configure)),
      let push = function("av_buffersrc_add_frame_flags", as: type(of: push)),
      let pull = function("av_buffersink_get_frame", as: type(of: pull))
    else { return nil }
    (self.version, self.find, self.iterate) = (version, find, iterate)
    (self.padCount, self.padType) = (padCount, padType)
    (self.makeGraph, self.freeGraph, self.setConversion) = (makeGraph, freeGraph, setConversion)
    (self.makeContext, self.start, self.link) = (makeContext, start, link)
    (self.configure, self.push, self.pull) = (configure, push, pull)
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
