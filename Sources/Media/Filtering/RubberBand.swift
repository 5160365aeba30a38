@preconcurrency import Glibc

/// The functions of librubberband, loaded when a pitch is first to be kept.
///
/// Not linked: few scripts need it, and the start of all others would pay for it and what it brings.
struct RubberBand: Sendable {
  typealias State = OpaquePointer
  typealias Channels = UnsafePointer<UnsafeMutablePointer<Float>?>

  let new: @convention(c) (UInt32, UInt32, Int32, Double, Double) -> State?
  let delete: @convention(c) (State) -> Void
  let setDebugLevel: @convention(c) (State, Int32) -> Void
  let setMaxProcessSize: @convention(c) (State, UInt32) -> Void
  let setExpectedInputDuration: @convention(c) (State, UInt32) -> Void
  let setKeyFrameMap:
    @convention(c) (State, UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) ->
      Void
  let study: @convention(c) (State, Channels, UInt32, Int32) -> Void
  let process: @convention(c) (State, Channels, UInt32, Int32) -> Void
  let available: @convention(c) (State) -> Int32
  let retrieve: @convention(c) (State, Channels, UInt32) -> UInt32

  /// The library, or nil where it is not installed.
  static let shared: RubberBand? = {
    for name in ["librubberband.so.2", "librubberband.so.3", "librubberband.so"] {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL), let loaded = RubberBand(handle) {
        return loaded
      }
    }
    return nil
  }()

  private init?(_ handle: UnsafeMutableRawPointer) {
    func function<F>(_ name: String, as type: F.Type) -> F? {
      dlsym(handle, "rubberband_" + name).map { unsafeBitCast($0, to: type) }
    }
    guard
      let new = function("new", as: type(of: new)),
      let delete = function("delete", as: type(of: delete)),
      let setDebugLevel = function("set_debug_level", as: type(of: setDebugLevel)),
      let setMaxProcessSize = function("set_max_process_size", as: type(of: setMaxProcessSize)),
      let setExpectedInputDuration = function(
        "set_expected_input_duration", as: type(of: setExpectedInputDuration)),
      let setKeyFrameMap = function("set_key_frame_map", as: type(of: setKeyFrameMap)),
      let study = function("study", as: type(of: study)),
      let process = function("process", as: type(of: process)),
      let available = function("available", as: type(of: available)),
      let retrieve = function("retrieve", as: type(of: retrieve))
    else { return nil }
    (self.new, self.delete, self.setDebugLevel) = (new, delete, setDebugLevel)
    (self.setMaxProcessSize, self.setExpectedInputDuration) = (
      setMaxProcessSize, setExpectedInputDuration
    )
    (self.setKeyFrameMap, self.study, self.process) = (setKeyFrameMap, study, process)
    (self.available, self.retrieve) = (available, retrieve)
  }
}
