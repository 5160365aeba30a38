import Geometry
import Imaging
import Testing

@testable import Media

@Suite struct FilteringTests {
  let pool = FramePool()

  /// Options of filters that do nothing, or nothing sensible, without any.
  private static let options: [String: String] = [
    "colormatrix": "bt709:bt601", "delogo": "x=4:y=4:w=9:h=9", "geq": "lum='255-lum(X,Y)'",
    "rotate": "0.3", "fillborders": "2:2:2:2", "fftfilt": "dc_Y=10:weight_Y='exp(-0.01*(X+Y))'",
    "curves": "preset=vintage", "floodfill": "x=3:y=3:s0=90:d0=10", "hue": "h=90:s=0.5",
    "eq": "contrast=1.4:brightness=0.1:saturation=0.7", "colorbalance": "rs=0.3:bh=-0.2",
    "lutyuv": "y=negval", "lutrgb": "r=negval", "lut": "c0=negval", "unsharp": "7:7:2",
    "pseudocolor": "preset=magma", "colorchannelmixer": "rr=0.5:rg=0.5", "exposure": "1",
    "selectivecolor": "reds=0.2 0.1 0 0", "perspective": "3:2:60:1:0:47:63:40",
    "boxblur": "3", "gblur": "4", "convolution": "0m='1 1 1 1 1 1 1 1 1'", "median": "2",
    "chromakey": "green:0.2", "colorkey": "green:0.2", "lumakey": "0.5:0.2", "dctdnoiz": "10",
    "nlmeans": "s=4:p=3:r=5", "swaprect": "w=10:h=10:x1=0:y1=0:x2=30:y2=20",
    "shuffleplanes": "0:2:1", "removegrain": "m0=4", "bilateral": "sigmaS=3",
  ]

  private func call(_ name: String, _ medium: FilterMedium) throws -> FilterCall {
    let text = medium == .video ? Self.options[name] : nil
    return try FilterCall.chain(text.map { "\(name)=\($0)" } ?? name)[0].checked(as: medium)
  }

  private func noise(_ seed: UInt32, _ format: PixelFormat = .yuv420p) -> VideoFrame {
    let frame = pool.makeFrame(format: format, width: 64, height: 48, color: .bt601)
    var state = seed
    for plane in frame.planes {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          state = state &* 1_664_525 &+ 1_013_904_223
          let value = 16 + Int(state >> 16) % 220
          if format.bytesPerSample == 1 {
            plane.row(y).storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
          } else {
            let wide = UInt16(value << (format.bitDepth - 8))
            plane.row(y).storeBytes(of: wide, toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
    return frame
  }

  private func flat(_ y: Int, _ cb: Int, _ cr: Int) -> VideoFrame {
    let frame = pool.makeFrame(format: .yuv420p, width: 64, height: 48, color: .bt601)
    for (plane, value) in zip(frame.planes, [y, cb, cr]) {
      for row in 0..<plane.height {
        plane.row(row).initializeMemory(as: UInt8.self, repeating: UInt8(value), count: plane.width)
      }
    }
    return frame
  }

  @Test(arguments: ["yuv420p", "yuv422p10le", "yuva444p"])
  func everyPictureFilterMakesEachPictureOfOneFrameWhateverTheThreads(format: String) throws {
    let format = try #require(PixelFormat(named: format))
    let frames = [noise(1, format), noise(2, format), noise(3, format)]
    let names = try FilterCall.usable(.video)
    #expect(names.count > 60)
    for name in names {
      let call = try call(name, .video)
      let first = try PictureFilter(call, threads: 1).apply(to: frames[0], pool: pool)
      // Forward and back, whatever came before.
      for threads in [2, 3, 5] {
        let used = PictureFilter(call, threads: threads)
        for frame in frames.reversed() {
          let again = try used.apply(to: frame, pool: pool)
          guard frame === frames[0] else { continue }
          #expect(first.format == again.format, "\(name)")
          let worst = (0..<first.format.planeCount).contains { plane in
            let (one, other) = (first.planes[plane], again.planes[plane])
            return (0..<one.height).contains { row in
              let bytes = one.width * first.format.bytesPerSample
              return !UnsafeRawBufferPointer(start: one.row(row), count: bytes)
                .elementsEqual(UnsafeRawBufferPointer(start: other.row(row), count: bytes))
            }
          }
          #expect(!worst, "\(name) of \(format)")
          #expect(!format.hasAlpha || first.format.hasAlpha, "\(name) keeps alpha")
        }
      }
    }
  }

  @Test func everySoundFilterForgetsAndGivesASampleForEach() throws {
    let rate = 48_000
    let names = try FilterCall.usable(.audio)
    #expect(names.count > 20)
    // Loud, then soft: what follows a level is still coming back.
    let long = AudioBuffer(channels: 2, capacity: 17 * rate)
    var state: UInt32 = 7
    for channel in 0..<2 {
      let samples = long[channel]
      for index in 0..<long.frames {
        state = state &* 1_664_525 &+ 1_013_904_223
        samples[index] = (Float(state >> 8) / Float(1 << 23) - 1) * (index < rate ? 0.9 : 0.05)
      }
    }
    func part(_ range: Range<Int>) -> AudioBuffer {
      let result = AudioBuffer(channels: 2, capacity: range.count)
      for channel in 0..<2 {
        result[channel].update(from: long[channel] + range.lowerBound, count: range.count)
      }
      return result
    }
    for name in names {
      let call = try call(name, .audio)
      let memory = Int(try call.soundMemory() * Double(rate))
      let (start, count) = (rate / 2, 4096)
      let whole = try SoundFilter(call, rate: rate, layout: .stereo)
      _ = try whole.process(part(0..<start))
      _ = try whole.process(part(start..<start + memory))
      let there = try whole.process(part(start + memory..<start + memory + count))
      let late = try SoundFilter(call, rate: rate, layout: .stereo)
      _ = try late.process(part(start..<start + 1000))
      _ = try late.process(part(start + 1000..<start + memory))
      let again = try late.process(part(start + memory..<start + memory + count))
      var worst: Float = 0
      for channel in 0..<2 {
        for index in 0..<count {
          worst = max(worst, (there[channel][index] - again[channel][index]).magnitude)
        }
      }
      #expect(worst <= 1e-5, "\(name) differs by \(worst)")
    }
  }

  // MARK: - Values

  @Test func filtersGiveTheValuesOfTheirFormulas() throws {
    let gray = flat(100, 110, 140)
    func values(_ text: String, _ frame: VideoFrame? = nil) throws -> [Int] {
      var result = frame ?? gray
      for call in try FilterCall.chain(text) {
        result = try PictureFilter(call.checked(as: .video), threads: 1)
          .apply(to: result, pool: pool)
      }
      #expect(result.format == .yuv420p)
      return (0..<3).map { result.sample($0, 10, 10) }
    }
    #expect(try values("negate") == [155, 145, 115])
    #expect(try values("hue=s=0") == [100, 128, 128])
    #expect(try values("lutyuv=y=val+7:u=50") == [107, 50, 140])
    #expect(try values("swapuv") == [100, 140, 110])
    #expect(try values("gblur=3") == [100, 110, 140])
    #expect(try values("swapuv,lutyuv=v=val-10") == [100, 140, 100])
  }

  @Test func aBoxBlurSpreadsAPointEvenly() throws {
    let frame = flat(16, 128, 128)
    frame.planes[0].row(24).storeBytes(of: 235, toByteOffset: 32, as: UInt8.self)
    let blurred = try PictureFilter(FilterCall.chain("boxblur=1:1")[0], threads: 1)
      .apply(to: frame, pool: pool)
    // A ninth of 219 above black in nine pixels.
    for (x, y) in [(31, 23), (32, 24), (33, 25)] { #expect(blurred.sample(0, x, y) == 40) }
    for (x, y) in [(30, 24), (32, 26), (34, 24)] { #expect(blurred.sample(0, x, y) == 16) }
    #expect(frame.sample(0, 32, 24) == 235, "the source's own frame stays what it is")
  }

  @Test func alphaComesThroughAFilterThatKnowsNone() throws {
    let frame = noise(5, .yuva444p)
    // Only Y′CbCr without alpha is taken.
    let result = try PictureFilter(FilterCall("smartblur"), threads: 1).apply(to: frame, pool: pool)
    #expect(result.format.hasAlpha)
    for x in 0..<64 { #expect(result.sample(3, x, 7) == frame.sample(3, x, 7)) }
    // Edges are gray, which knows no alpha at all.
    let edges = try PictureFilter(FilterCall("edgedetect"), threads: 1).apply(to: frame, pool: pool)
    for x in 0..<64 { #expect(edges.sample(3, x, 7) == frame.sample(3, x, 7)) }
  }

  // MARK: - Writing

  @Test func chainsAreReadAsLibavfilterReadsThem() throws {
    func read(_ text: String) throws -> [String] { try FilterCall.chain(text).map(\.description) }
    #expect(try read("gblur") == ["gblur"])
    #expect(try read("gblur=5") == ["gblur=sigma=5"])
    #expect(try read("gblur=5:2") == ["gblur=sigma=5:steps=2"])
    #expect(try read(" hue = s=0 , gblur=steps=3:sigma=1") == ["hue=s=0", "gblur=sigma=1:steps=3"])
    // The size of a box blur has two names, of which one takes a place.
    #expect(try read("boxblur=2:3") == ["boxblur=luma_power=3:luma_radius=2"])
    let quoted = try FilterCall.chain("geq=lum='if(gt(X,5),10,lum(X,Y))'")
    #expect(quoted[0].options == [.init("lum", "if(gt(X,5),10,lum(X,Y))")])
    // What is written is read back.
    #expect(try FilterCall.chain(quoted[0].description) == quoted)
    let odd = FilterCall("curves", [.init("all", "0/0 0.5/0.6:1'1\\,[x]")])
    #expect(try FilterCall.chain(odd.description) == [odd])
  }
}
