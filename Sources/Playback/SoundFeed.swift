import Composition
import Media
import Rendering
import Timing

/// Mixes what is heard next, a quarter of a second ahead, on a thread of its own.
///
/// Another speed is another edit: this one, nested, with its only segment at that speed and turned
/// round for backward, so pitch and every sample's place are those of an export. Owned by its worker.
final class SoundFeed {
  /// Samples in a block, and the blocks that are made ahead.
  private static let blockSize = 1024
  private static let blockLimit = 12

  private let state: PlaybackState
  private let edit: Composition
  private let mix: AudioMix?
  let sampleRate: Int
  let channels: Int
  /// What is pulled from now, and the speed that it is at.
  private var puller: MediaPuller
  private var rate = Ratio.one
  private var generation = -1
  /// The next sample of `puller`, and the one at which the generation began.
  private var next: Int64 = 0
  private var first: Int64 = 0

  /// - Parameter puller: the edit's sound at its natural speed.
  init(_ state: PlaybackState, edit: Composition, mix: AudioMix?, puller: MediaPuller) {
    (self.state, self.edit, self.mix, self.puller) = (state, edit, mix, puller)
    (sampleRate, channels) = (puller.sampleRate, puller.channels)
  }

  private struct Order {
    let generation: Int
    let rate: Ratio
    let position: Time
  }

  /// Works until the player is closed.
  func run() {
    defer { puller.close() }
    while let order = nextOrder() {
      do {
        if order.generation != generation { try begin(order) }
        let samples = try puller.samples(from: next, count: Self.blockSize)
        let block = ReadySound(generation: generation, first: next - first, samples: samples)
        next += Int64(Self.blockSize)
        state.change {
          if $0.transport.generation == block.generation { $0.sound.append(block) }
        }
      } catch {
        state.fail(error)
        generation = order.generation
      }
    }
  }

  private func nextOrder() -> Order? {
    state.read { state in
      while !state.isClosed {
        state.dropStale()
        let transport = state.transport
        if transport.status != .paused, state.sound.count < Self.blockLimit,
          state.failure == nil
        {
          return Order(
            generation: transport.generation, rate: transport.rate, position: transport.position)
        }
        state.monitor.wait()
      }
      return nil
    }
  }

  private func begin(_ order: Order) throws {
    if order.rate != rate {
      puller.close()
      puller = try Self.puller(edit, mix, at: order.rate, sampleRate, channels)
      rate = order.rate
    }
    let way = order.rate > Ratio(0) ? order.position : edit.duration - order.position
    let speed = order.rate.magnitude
    let time = way.scaled(by: Ratio(speed.denominator, speed.numerator))
    first = time.units(per: Int64(sampleRate))
    (next, generation) = (first, order.generation)
  }

  /// The sound of an edit at a speed; nil where it has none.
  static func puller(
    _ edit: Composition, _ mix: AudioMix?, at rate: Ratio, _ sampleRate: Int? = nil,
    _ channels: Int? = nil
  ) throws -> MediaPuller {
    var request = ExportRequest()
    (request.sampleRate, request.channels) = (sampleRate, channels)
    var sound = edit
    for track in edit.tracks where track.mediaType == .video { try sound.removeTrack(track.id) }
    guard rate != .one else {
      request.audioMix = mix
      return try MediaPuller(sound, request)
    }
    let nested = try NestedSource(LiveComposition(sound), audioMix: mix)
    var outer = Composition()
    let id = outer.addTrack(.audio)
    let whole = TimeRange(start: .zero, duration: sound.duration)
    let length = sound.duration.scaled(by: Ratio(rate.denominator, rate.numerator).magnitude)
    for source in nested.tracks where source.mediaType == .audio {
      try outer.edit(id) { track throws(CompositionError) in
        try track.insert(whole, of: source, at: .zero)
        if rate < Ratio(0) { try track.reverse(whole) }
        try track.scale(whole, to: length)
      }
    }
    if let reference = outer.reference(to: id) {
      var parameters = try MixParameters(reference)
      parameters.timePitchAlgorithm = .timeDomain
      request.audioMix = try AudioMix([parameters])
    }
    return try MediaPuller(outer, request)
  }
}
