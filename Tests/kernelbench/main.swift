import Geometry
import Imaging
import Media

// Measures every kernel by itself, on one thread, and prints a JSON object for each: the seconds of
// one call, the bytes that it reads and writes at least, and what copying as many bytes takes.

let (width, height) = (1920, 1080)
let pool = FramePool()

func frame(_ format: PixelFormat, _ width: Int = width, _ height: Int = height) -> VideoFrame {
  let frame = pool.makeFrame(
    format: format, width: width, height: height,
    color: .assumed(width: width, height: height, model: format.model))
  for (index, plane) in frame.planes.enumerated() {
    for y in 0..<plane.height {
      let row = plane.row(y).assumingMemoryBound(to: UInt8.self)
      // Small enough for any depth in the upper byte, and different from place to place.
      for x in 0..<plane.width * format.bytesPerSample {
        row[x] = UInt8((x &* 7 &+ y &* 13 &+ index &* 50) & (format.bitDepth == 10 ? 3 : 0xff))
      }
    }
  }
  return frame
}

func bytes(_ frame: VideoFrame) -> Int {
  frame.planes.reduce(0) { $0 + $1.width * $1.height * frame.format.bytesPerSample }
}

/// The shortest of many calls, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let end = clock.now + .milliseconds(250)
  var best = Duration.seconds(3600)
  var calls = 0
  while clock.now < end || calls < 5 {
    let start = clock.now
    try body()
    best = min(best, clock.now - start)
    calls += 1
  }
  return Double(best.components.seconds) + Double(best.components.attoseconds) * 1e-18
}

/// What copying takes when so many bytes are read and written in all.
func copySeconds(_ count: Int) -> Double {
  let half = count / 2
  let (from, to) = (
    UnsafeMutableRawPointer.allocate(byteCount: half, alignment: 64),
    UnsafeMutableRawPointer.allocate(byteCount: half, alignment: 64)
  )
  defer {
    from.deallocate()
    to.deallocate()
  }
  from.initializeMemory(as: UInt8.self, repeating: 1, count: half)
  return seconds { to.copyMemory(from: from, byteCount: half) }
}

func report(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
  let taken = try seconds(body)
  print(
    "{\"name\": \"\(name)\", \"bytes\": \(count), \"seconds\": \(taken), "
      + "\"copy_seconds\": \(copySeconds(count))}")
}

for format in [PixelFormat.yuv420p, .yuv420p10, .yuv444p16, .gbrp] {
  let (below, above, target) = (frame(format), frame(format), frame(format))
  let size = bytes(target)
  report("fill \(format)", size) { fill(target, with: Color(red: 0.2, green: 0.5, blue: 0.7)) }
  report("copy \(format)", 2 * size) { copyPixels(of: below, to: target) }
  report("mix \(format)", 3 * size) { mix(below, above, opacity: 0.4, into: target) }
  report("composite half-opaque \(format)", 3 * size) {
    composite(above, into: target, x: 0, y: 0, opacity: 0.4)
  }
  report("turn \(format)", 2 * size) {
    _ = turn(below, .turnedRight, pool: pool)
  }
  for (name, transform) in [
    ("moved", Transform(translationX: 3.25, y: 1.5)),
    ("turned", Transform(rotation: 0.1)),
    ("halved", Transform(scaleX: 0.5, y: 0.5)),
  ] {
    let mipmap = Mipmap(above, pool: pool)
    report("draw \(name) \(format)", 3 * size) {
      draw(mipmap, transform: transform, opacity: 0.8, into: target)
    }
  }
}

for (alpha, canvas) in [
  (PixelFormat.yuva420p, PixelFormat.yuv420p), (.yuva444p16, .yuv444p16),
] {
  let (above, target) = (frame(alpha), frame(canvas))
  report("composite \(alpha)", bytes(above) + 2 * bytes(target)) {
    composite(above, into: target, x: 0, y: 0, opacity: 1)
  }
}
let (above, target) = (frame(.yuva444p), frame(.yuv420p))
for mode in BlendMode.allCases where mode != .normal {
  report("blend \(mode.rawValue)", bytes(above) + 2 * bytes(target)) {
    blend(above, into: target, x: 0, y: 0, mode: mode)
  }
}

for (name, source, shape) in [
  ("scale to 1280x720", PixelFormat.yuv420p, (PixelFormat.yuv420p, 1280, 720)),
  ("to yuv444p", .yuv420p, (.yuv444p, width, height)),
  ("to gbrp", .yuv420p, (.gbrp, width, height)),
  ("from gbrp", .gbrp, (.yuv420p, width, height)),
  ("10 to 8 bits", .yuv420p10, (.yuv420p, width, height)),
] {
  let picture = frame(source)
  let wanted = FrameConverter.Shape(
    format: shape.0, width: shape.1, height: shape.2,
    color: .assumed(width: width, height: height, model: shape.0.model))
  let converter = try FrameConverter(
    from: FrameConverter.Shape(
      format: source, width: width, height: height, color: picture.color), to: wanted)
  let result = try converter.convert(picture, pool: pool)
  try report("convert \(name)", bytes(picture) + bytes(result)) {
    _ = try converter.convert(picture, pool: pool)
  }
}
