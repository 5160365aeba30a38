import CFFmpeg

extension AudioEncoder {
  /// The rate nearest to the wanted one that an encoder takes, higher ones first.
  ///
  /// A rate that has to change becomes the next higher one, so that nothing is lost.
  package static func sampleRate(nearest rate: Int, for codec: String) -> Int {
    let rates = sampleRates(of: codec)
    if rates.isEmpty || rates.contains(rate) { return rate }
    return rates.filter { $0 > rate }.min() ?? rates.max() ?? rate
  }

  /// Whether an encoder takes an arrangement of channels that has a name.
  package static func takes(_ layout: ChannelLayout, codec: String) -> Bool {
    var wanted = AVChannelLayout()
    guard let encoder = avcodec_find_encoder_by_name(codec),
      av_channel_layout_from_string(&wanted, layout.name) >= 0
    else { return false }
    defer { av_channel_layout_uninit(&wanted) }
    guard wanted.order == AV_CHANNEL_ORDER_NATIVE, wanted.nb_channels == layout.channels else {
      return false
    }
    guard var list = encoder.pointee.ch_layouts else { return true }
    while list.pointee.nb_channels > 0 {
      if av_channel_layout_compare(list, &wanted) == 0 { return true }
      list += 1
    }
    return false
  }

  /// The rates that an encoder takes; empty where it takes all.
  package static func sampleRates(of codec: String) -> [Int] {
    guard let encoder = avcodec_find_encoder_by_name(codec),
      var list = encoder.pointee.supported_samplerates
    else { return [] }
    var rates: [Int] = []
    while list.pointee != 0 {
      rates.append(Int(list.pointee))
      list += 1
    }
    return rates
  }

  /// Fills in what is not an option but a field of the encoder.
  static func configure(
    _ context: EncoderContext, _ settings: AudioEncoderSettings
  ) throws(MediaError) {
    let encoder = context.pointer
    let rates = sampleRates(of: settings.codec)
    guard settings.sampleRate > 0, rates.isEmpty || rates.contains(settings.sampleRate) else {
      let names = rates.sorted().map(String.init).joined(separator: ", ")
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "the encoder \(settings.codec) does not take \(settings.sampleRate) Hz",
        hint: "it takes \(names) Hz")
    }
    encoder.pointee.sample_rate = Int32(settings.sampleRate)
    encoder.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
    encoder.pointee.sample_fmt = sampleFormat(of: context.codec, bitDepth: settings.bitDepth)
    let layout = vsff_context_layout(encoder)
    let status = av_channel_layout_from_string(layout, settings.layout.name)
    guard status >= 0, layout.pointee.nb_channels == settings.layout.channels else {
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "there is no channel layout '\(settings.layout.name)'")
    }
    try checkLayout(context, settings)
    if settings.globalHeader { encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    let properties = avcodec_descriptor_get(context.codec.id)?.pointee.props ?? 0
    if let bitRate = settings.bitRate {
      encoder.pointee.bit_rate = bitRate
    } else if properties & Int32(AV_CODEC_PROP_LOSSLESS) == 0 {
      let perChannel: Int64 = 64_000
      encoder.pointee.bit_rate = perChannel * Int64(settings.layout.channels)
    }
  }

  private static func checkLayout(
    _ context: EncoderContext, _ settings: AudioEncoderSettings
  ) throws(MediaError) {
    guard var list = context.codec.ch_layouts else { return }
    var names: [String] = []
    while list.pointee.nb_channels > 0 {
      if av_channel_layout_compare(list, vsff_context_layout(context.pointer)) == 0 { return }
      var text = [CChar](repeating: 0, count: 64)
      av_channel_layout_describe(list, &text, text.count)
      names.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
      list += 1
    }
    throw MediaError(
      .unsupportedOutput, action: "encode",
      detail: "the encoder \(settings.codec) does not take the layout '\(settings.layout.name)'",
      hint: "it takes \(names.joined(separator: ", "))")
  }

  /// The encoder's own sample type of that depth, else floating point where it has it, else its first.
  private static func sampleFormat(of codec: AVCodec, bitDepth: Int?) -> AVSampleFormat {
    guard var list = codec.sample_fmts else { return AV_SAMPLE_FMT_FLTP }
    var formats: [AVSampleFormat] = []
    while list.pointee != AV_SAMPLE_FMT_NONE {
      formats.append(list.pointee)
      list += 1
    }
    if let bitDepth {
      let bytes = (bitDepth + 7) / 8
      let deep = formats.first { Int(av_get_bytes_per_sample($0)) >= bytes }
      if let deep { return deep }
    }
    return formats.first { $0 == AV_SAMPLE_FMT_FLTP || $0 == AV_SAMPLE_FMT_FLT } ?? formats[0]
  }
}
