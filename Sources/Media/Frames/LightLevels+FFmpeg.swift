import CFFmpeg
import Imaging

extension LightLevels {
  /// What a stream's header says.
  init(stream: UnsafePointer<AVStream>) {
    self.init(vsff_stream_display(stream), vsff_stream_light(stream))
  }

  /// What a decoded frame says.
  init(frame: UnsafePointer<AVFrame>) {
    self.init(vsff_frame_display(frame), vsff_frame_light(frame))
  }

  private init(
    _ display: UnsafePointer<AVMasteringDisplayMetadata>?,
    _ light: UnsafePointer<AVContentLightMetadata>?
  ) {
    self.init(
      display: display.flatMap(MasteringDisplay.init),
      maximumContent: light.map { Int($0.pointee.MaxCLL) } ?? 0,
      maximumAverage: light.map { Int($0.pointee.MaxFALL) } ?? 0)
  }

  /// Adds this to a stream that is to be written.
  func add(to stream: UnsafeMutablePointer<AVStream>) {
    if let display {
      let points = [display.red, display.green, display.blue, display.white]
        .flatMap { [Int32($0.x), Int32($0.y)] }
      let status = vsff_add_display(
        stream, points, Int32(display.luminance.lowerBound), Int32(display.luminance.upperBound))
      guard status >= 0 else { fatalError("out of memory") }
    }
    guard maximumContent > 0 || maximumAverage > 0 else { return }
    guard
      let data = av_stream_new_side_data(
        stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, MemoryLayout<AVContentLightMetadata>.size)
    else { fatalError("out of memory") }
    UnsafeMutableRawPointer(data).storeBytes(
      of: AVContentLightMetadata(
        MaxCLL: UInt32(maximumContent), MaxFALL: UInt32(maximumAverage)),
      as: AVContentLightMetadata.self)
  }
}

extension LightLevels.MasteringDisplay {
  /// FFmpeg's description; nil where it is incomplete or makes no sense.
  fileprivate init?(_ display: UnsafePointer<AVMasteringDisplayMetadata>) {
    let values = display.pointee
    guard values.has_primaries != 0, values.has_luminance != 0 else { return nil }
    func scaled(_ value: AVRational, _ unit: Int) -> Int {
      guard value.den != 0 else { return 0 }
      return Int((Double(value.num) / Double(value.den) * Double(unit)).rounded())
    }
    func point(_ index: Int32) -> LightLevels.Chromaticity {
      LightLevels.Chromaticity(
        x: scaled(vsff_display_point(display, 2 * index), 50_000),
        y: scaled(vsff_display_point(display, 2 * index + 1), 50_000))
    }
    let (darkest, brightest) = (
      scaled(values.min_luminance, 10_000), scaled(values.max_luminance, 10_000)
    )
    let points = (Int32(0)..<4).map(point)
    guard 0 <= darkest, darkest < brightest, brightest <= 100_000_000,
      points.allSatisfy({ (0...50_000).contains($0.x) && (0...50_000).contains($0.y) })
    else { return nil }
    self.init(
      red: points[0], green: points[1], blue: points[2], white: points[3],
      luminance: darkest...brightest)
  }
}
