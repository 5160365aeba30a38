import Geometry

extension FilterCatalog {
  /// The filters that make each picture of one frame, of the same size.
  static let pictures: [String: Rules] = {
    var rules: [String: Rules] = [:]
    for name in plainPictures { rules[name] = Rules() }
    for name in ["drawbox", "drawgrid"] { rules[name] = Rules(hasOwnVariables: true) }
    rules["curves"] = Rules(refused: ["psfile": "it names a file"])
    rules["normalize"] = Rules(refused: ["smoothing": "it looks at other frames"])
    rules["histeq"] = Rules(refused: ["antibanding": "it goes on by chance from frame to frame"])
    rules["vignette"] = Rules(
      refused: ["dither": "it goes on by chance from frame to frame"],
      fixed: [.init("dither", "0")])
    // The first two differ at the borders between threads; the others add up what each thread has
    // measured, in as many parts as there are threads.
    for name in ["chromakey", "pseudocolor", "colorcorrect", "grayworld", "greyedge"] {
      rules[name] = Rules(needsOneThread: true)
    }
    return rules
  }()

  private static let plainPictures = [
    "avgblur", "bilateral", "boxblur", "cas", "chromahold", "chromakey", "chromanr", "chromashift",
    "colorbalance", "colorchannelmixer", "colorcontrast", "colorcorrect", "colorhold", "colorize",
    "colorkey", "colorlevels", "colormatrix", "colortemperature", "convolution", "dblur",
    "deband", "deblock", "deflate", "delogo", "despill", "dilation", "edgedetect", "eq", "erosion",
    "exposure", "fftfilt", "fillborders", "floodfill", "gblur", "geq", "gradfun", "grayworld",
    "greyedge", "hflip", "hsvhold", "hsvkey", "hue", "huesaturation", "inflate", "kirsch",
    "lenscorrection", "limiter", "lumakey", "lut", "lutrgb", "lutyuv", "median", "monochrome",
    "negate", "nlmeans", "owdenoise", "perspective", "pixelize", "prewitt", "pseudocolor",
    "removegrain", "rgbashift", "roberts", "rotate", "sab", "scharr", "selectivecolor", "shear",
    "shuffleplanes", "smartblur", "sobel", "swaprect", "swapuv", "unsharp", "vaguedenoiser",
    "vflip",
    "vibrance", "yaepblur",
  ]
}
