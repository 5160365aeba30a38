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
      if let loaded = try? RubberBand(OptionalLibrary(name)) { return loaded }
    }
    return nil
  }()

  private init(_ library: OptionalLibrary) throws(OptionalLibrary.Unusable) {
    new = try library.function("rubberband_new")
    delete = try library.function("rubberband_delete")
    setDebugLevel = try library.function("rubberband_set_debug_level")
    setMaxProcessSize = try library.function("rubberband_set_max_process_size")
    setExpectedInputDuration = try library.function("rubberband_set_expected_input_duration")
    setKeyFrameMap = try library.function("rubberband_set_key_frame_map")
    study = try library.function("rubberband_study")
    process = try library.function("rubberband_process")
    available = try library.function("rubberband_available")
    retrieve = try library.function("rubberband_retrieve")
  }
}
