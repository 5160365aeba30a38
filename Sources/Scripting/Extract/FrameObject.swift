import Geometry
import Imaging
import LuaRuntime
import Media
import Rendering
import Timing

/// One picture as scripts hold it: to be looked at and saved, not changed.
final class FrameObject: LuaObject {
  static var luaName: String { "Frame" }

  let frame: VideoFrame
  let time: Time
  private let probe: PictureProbe

  init(_ frame: VideoFrame, time: Time) {
    (self.frame, self.time) = (frame, time)
    probe = PictureProbe(frame)
  }

  var luaExternalBytes: Int {
    frame.format.byteCount(width: frame.width, height: frame.height)
  }

  var size: Size { Size(width: Double(frame.width), height: Double(frame.height)) }

  func pixel(_ x: Int, _ y: Int) throws -> Color {
    guard let color = try probe.color(x: x, y: y) else {
      throw refusal(
        "the pixel (\(x), \(y)) is outside a frame of \(size)",
        hint: "x and y count from 0, from the top left corner")
    }
    return color
  }

  var luaText: String { "Frame (\(size), \(frame.format.name), at \(time.exactClock))" }
}

private struct SaveOptions: LuaOptions {
  var overwrite = false
  var quality: Double?

  static var luaName: String { "FrameSaveOptions" }
  static var options: [LuaOption<Self>] {
    [
      .optional("overwrite", "Replace the file if it exists.") { $0.overwrite = $1 },
      .optional("quality", "JPEG's quantiser, from 1, the best, to 31; by default 2.") {
        (it: inout Self, quality: Double) in
        guard (1...31).contains(quality) else {
          throw LuaMismatch(path: "quality", reason: "a number of 1 to 31 expected, got \(quality)")
        }
        it.quality = quality
      },
    ]
  }
}

func makeFrameClass() -> LuaClass {
  LuaClass.object(FrameObject.self, "One picture, to be looked at and saved.") { type in
    type.property("size", "Its width and height in pixels.") { $0.size }
    type.property("time", "When it begins to be shown.") { $0.time }
    type.property("pixel_format", "FFmpeg's name of its layout.") { $0.frame.format.name }
    type.method("pixel(x, y)", "The colour of a pixel; x and y count from 0, from the top left.") {
      (frame: FrameObject, x: Int, y: Int) in try frame.pixel(x, y)
    }
    type.method(
      "difference(other)",
      "How two pictures differ: psnr in decibels, ssim up to 1, and the largest step of a sample."
    ) { (frame: FrameObject, other: FrameObject) throws -> LuaRecord in
      let it = try FrameDifference.between(frame.frame, other.frame)
      return ["psnr": it.peakSignalToNoise, "ssim": it.similarity, "largest": it.largest]
    }
    type.method(
      "difference_picture(other)", "Where two pictures differ, eight times as strong, on black."
    ) { (frame: FrameObject, other: FrameObject) throws -> FrameObject in
      FrameObject(
        try FrameDifference.picture(of: frame.frame, and: other.frame, gain: 8), time: frame.time)
    }
    type.method("save(path, options)", "Writes it as a PNG or JPEG file, by the path's ending.") {
      (frame: FrameObject, path: PathArgument, options: SaveOptions) throws -> Void in
      try ImageFile.write(
        frame.frame, to: path.path, overwrite: options.overwrite, quality: options.quality)
    }
  }
}
