extension FilterCatalog {
  /// Filters that open files or devices, load libraries, or talk to other programs.
  static let files: Set<String> = [
    "movie", "amovie", "frei0r", "frei0r_src", "ladspa", "lv2",
    "lut1d", "lut3d", "metadata", "ametadata", "zmq", "azmq", "sendcmd", "asendcmd", "removelogo",
    "find_rect", "cover_rect", "dnn_classify", "dnn_detect", "dnn_processing", "sr", "derain",
    "libplacebo", "psnr", "ssim", "vmafmotion", "libvmaf", "signature", "vidstabdetect",
    "vidstabtransform", "fieldhint", "arnndn", "sofalizer", "nnedi", "ocr", "openclsrc",
    "program_opencl", "lensfun", "flite", "avsynctest", "asr", "perms", "aperms", "qp",
  ]

  /// Why well-known filters cannot be used, and what does their work.
  static let reasons: [String: (String, String?)] = {
    var reasons: [String: (String, String?)] = [:]
    func refuse(_ names: [String], _ reason: String, _ hint: String? = nil) {
      for name in names { reasons[name] = (reason, hint) }
    }
    refuse(
      [
        "amplify", "atadenoise", "bwdif", "dedot", "deflicker", "deshake", "estdif", "fftdnoiz",
        "hqdn3d", "yadif", "w3fdif", "tmix", "tmedian", "tblend", "lagfun",
        "mcdeint", "kerndeint", "phase", "photosensitivity", "tinterlace", "tmidequalizer",
        "mestimate", "convolve", "freezedetect", "blackdetect", "scdet", "epx",
      ], "it looks at other frames than the one it is given",
      "frames may be asked for in any order, and each must be made of one alone")
    refuse(
      ["bwdif", "estdif", "yadif", "w3fdif", "kerndeint", "mcdeint"],
      "it looks at other frames than the one it is given",
      "interlaced sources are made whole anyway; see the option deinterlace of vs.export")
    refuse(
      ["noise", "elbg", "random", "shufflepixels"],
      "it goes on by chance from frame to frame",
      "frames may be asked for in any order, and each must be made of one alone")
    refuse(
      [
        "fps", "framerate", "framestep", "freezeframes", "decimate", "mpdecimate", "select",
        "aselect", "trim", "atrim", "tpad", "thumbnail", "tile", "untile", "shuffleframes",
        "separatefields", "weave", "doubleweave", "telecine", "detelecine", "repeatfields",
        "pullup",
        "dejudder", "minterpolate", "zoompan", "loop", "aloop", "reverse", "areverse", "setpts",
        "asetpts", "settb", "asettb", "apad", "adelay", "atempo", "rubberband", "asetrate",
        "aresample", "silenceremove", "asetnsamples", "vfrdet", "cue", "acue", "realtime",
        "arealtime", "compensationdelay",
      ], "it changes the number or the times of frames or samples",
      "edit the tracks instead: insert_time_range, scale_time_range, freeze and the like")
    refuse(
      [
        "scale", "zscale", "crop", "pad", "transpose", "stereo3d", "framepack", "hqx", "xbr",
        "super2xsai", "v360", "il", "field", "scroll", "setsar", "setdar", "scale_npp",
        "alphaextract", "histogram", "waveform", "vectorscope", "ciescope", "datascope",
        "pixscope", "oscilloscope",
      ], "it changes the size or the kind of the picture",
      "set_transform and set_crop_rectangle place and cut a layer")
    refuse(
      ["drawtext", "ass", "subtitles"], "it opens files",
      "vs.text makes a picture of words, and vscript.titles puts titles and subtitles over a film")
    refuse(
      ["fade"], "it looks at the time of a frame, which it does not have here",
      "set_opacity_ramp fades a layer")
    refuse(
      ["afade", "volume"], "it looks at the time of a sample, which it does not have here",
      "set_volume and set_volume_ramp set how loud a track is")
    refuse(
      [
        "aphaser", "apulsator", "chorus", "flanger", "tremolo", "vibrato", "aphaseshift",
        "afreqshift", "adecorrelate",
      ], "it swings by a clock that starts where it is first heard",
      "samples may be asked for from any place on, and must be the same")
    refuse(
      [
        "dynaudnorm", "loudnorm", "speechnorm", "aintegral", "asubboost", "asubcut", "drmeter",
        "replaygain",
        "adynamicsmooth",
      ],
      "it remembers all that it has heard",
      "samples may be asked for from any place on, and must be the same")
    refuse(
      [
        "afftdn", "afftfilt", "afwtdn", "anlmdn", "firequalizer", "superequalizer", "asr",
        "adeclick",
        "adeclip", "aap", "surround", "alimiter", "adynamicequalizer", "apsyclip", "hdcd",
        "headphone",
        "virtualbass", "earwax",
      ], "its sound comes late, or is of another rate or layout", nil)
    refuse(
      ["pan", "aformat", "channelmap", "channelsplit", "dialoguenhance", "format", "noformat"],
      "it changes the kind of frames or samples",
      "the film's own channels, sample_rate and pixel_format are options of vs.export")
    return reasons
  }()
}
