import CFFmpeg
import Geometry

/// One filter between a source and a sink of frames.
///
/// Not Sendable: one thread at a time. libavfilter may share a picture's rows among threads of its
/// own.
final class FilterGraph {
  private let library: FilterLibrary
  private let call: FilterCall
  private var graph: FilterLibrary.Graph?
  /// Where frames go in.
  let source: FilterLibrary.Context
  /// The filter itself; its links say what it takes and gives once the graph is configured.
  let filter: FilterLibrary.Context
  private let sink: FilterLibrary.Context

  /// Makes and configures a graph.
  ///
  /// - Parameters:
  ///   - source: the options of libavfilter's source of frames.
  ///   - format: where given, the options of an `aformat` that frames come out by.
  ///   - converts: whether libavfilter may convert between its filters.
  init(
    _ call: FilterCall, of medium: FilterMedium, from source: String, to format: String? = nil,
    converts: Bool, threads: Int
  ) throws(MediaError) {
    let library = try FilterLibrary.load()
    guard let graph = library.makeGraph() else { fatalError("out of memory") }
    var isMade = false
    defer {
      var unused: FilterLibrary.Graph? = graph
      if !isMade { library.freeGraph(&unused) }
    }
    graph.pointee.nb_threads = Int32(clamping: threads)
    if !converts { library.setConversion(graph, UInt32(bitPattern: -1)) }
    _ = FFmpegLog.takeLastError()
    func make(_ name: String, _ options: String?) throws(MediaError) -> FilterLibrary.Context {
      guard let kind = library.find(name), let context = library.makeContext(graph, kind, name)
      else { throw MediaError(.unknownFilter, action: "use the filter '\(name)'") }
      let status = library.start(context, options)
      guard status >= 0 else { throw Self.failed(call, status) }
      return context
    }
    self.source = try make(medium.sourceName, source)
    filter = try Self.filter(call, in: graph, library)
    var chain = [self.source, filter]
    if let format { chain.append(try make("aformat", format)) }
    sink = try make(medium.sinkName, nil)
    chain.append(sink)
    for (one, next) in zip(chain, chain.dropFirst()) {
      let status = library.link(one, 0, next, 0)
      guard status >= 0 else { throw Self.failed(call, status) }
    }
    let status = library.configure(graph, nil)
    guard status >= 0 else { throw Self.failed(call, status) }
    (self.library, self.call, self.graph) = (library, call, graph)
    isMade = true
  }

  deinit { library.freeGraph(&graph) }

  /// Makes the filter with its options; each is refused by itself, in libavfilter's words.
  private static func filter(
    _ call: FilterCall, in graph: FilterLibrary.Graph, _ library: FilterLibrary
  ) throws(MediaError) -> FilterLibrary.Context {
    guard let kind = library.find(call.name),
      let context = library.makeContext(graph, kind, call.name)
    else { throw MediaError(.unknownFilter, action: "use the filter '\(call.name)'") }
    for option in call.options {
      let status =
        context.pointee.priv.map { av_opt_set($0, option.name, option.value, 0) }
        ?? vsff_error_option_not_found
      guard status >= 0 else {
        throw MediaError(
          .invalidOption, ffmpeg: status,
          action: "set \(option.name) of the filter '\(call.name)' to '\(option.value)'",
          hint: "'ffmpeg -h filter=\(call.name)' lists its options and their values")
      }
    }
    let status = library.start(context, nil)
    guard status >= 0 else { throw failed(call, status) }
    return context
  }

  private static func failed(_ call: FilterCall, _ status: Int32) -> MediaError {
    MediaError(
      .invalidOption, ffmpeg: status, action: "use the filter '\(call)'",
      hint: "'ffmpeg -h filter=\(call.name)' lists its options and their values")
  }

  /// What the filter makes of a frame, at once: it must give one for one.
  func process(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) -> FrameBox {
    _ = FFmpegLog.takeLastError()
    let result = FrameBox()
    var status = library.push(source, frame, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
    if status >= 0 { status = library.pull(sink, result.pointer) }
    guard status >= 0 else {
      throw MediaError(.filterFailed, ffmpeg: status, action: "apply the filter '\(call)'")
    }
    return result
  }
}

/// What a filter works on.
package enum FilterMedium: String, Sendable, CaseIterable {
  case video
  case audio

  var sourceName: String { self == .video ? "buffer" : "abuffer" }
  var sinkName: String { self == .video ? "buffersink" : "abuffersink" }
  var type: AVMediaType { self == .video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO }
}
