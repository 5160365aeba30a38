import CSDL2
@preconcurrency import Glibc
import Media
import Rendering
import Timing

/// The loudspeaker: takes samples when it wants them and thereby says what time it is.
///
/// Its callback runs on a thread of SDL's and holds the lock only to copy.
final class SoundDevice {
  private let sdl: SDL
  private let device: SDL_AudioDeviceID
  private let line: Unmanaged<SoundLine>

  /// Opens the default device; the reason where there is none.
  init(_ state: PlaybackState, sampleRate: Int, channels: Int) throws(PlaybackError) {
    sdl = try SDL.shared.get()
    guard sdl.initSubSystem(SDL_INIT_AUDIO) == 0 else { throw .noSound(sdl.lastError) }
    line = .passRetained(SoundLine(state, sampleRate: sampleRate, channels: channels))
    var wanted = SDL_AudioSpec()
    wanted.freq = Int32(sampleRate)
    wanted.format = SDL_AudioFormat(AUDIO_F32SYS)
    wanted.channels = UInt8(channels)
    wanted.samples = 1024
    wanted.userdata = line.toOpaque()
    wanted.callback = { line, stream, count in
      Unmanaged<SoundLine>.fromOpaque(line!).takeUnretainedValue().fill(
        UnsafeMutableRawPointer(stream!), bytes: Int(count))
    }
    device = sdl.openAudioDevice(nil, 0, &wanted, nil, 0)
    guard device != 0 else {
      let reason = sdl.lastError
      line.release()
      sdl.quitSubSystem(SDL_INIT_AUDIO)
      throw .noSound(reason)
    }
    sdl.pauseAudioDevice(device, 0)
  }

  /// Stops; no callback runs afterwards.
  func close() {
    sdl.closeAudioDevice(device)
    sdl.quitSubSystem(SDL_INIT_AUDIO)
    line.release()
  }
}

/// What the device's callback needs.
private final class SoundLine {
  private let state: PlaybackState
  private let sampleRate: Int
  private let channels: Int

  init(_ state: PlaybackState, sampleRate: Int, channels: Int) {
    (self.state, self.sampleRate, self.channels) = (state, sampleRate, channels)
  }

  /// Writes interleaved samples, silence where there are none, and moves the clock.
  func fill(_ stream: UnsafeMutableRawPointer, bytes: Int) {
    let output = stream.bindMemory(to: Float.self, capacity: bytes / 4)
    let count = bytes / 4 / channels
    output.update(repeating: 0, count: count * channels)
    let now = machineTime()
    let isShort = state.read { state in
      state.dropStale()
      guard state.transport.status == .playing else { return false }
      let volume = state.isMuted ? 0 : state.volume
      var filled = 0
      while filled < count, let block = state.sound.first {
        if filled == 0 {
          // What is written now follows what is being heard, which is as long.
          let position = block.first + Int64(state.soundOffset)
          let elapsed = position * 1_000_000_000 / Int64(sampleRate)
          let moment = now + Int64(count) * 1_000_000_000 / Int64(sampleRate)
          state.transport.follow(elapsed: elapsed, at: moment)
          state.heard = (elapsed, moment)
        }
        let taken = min(count - filled, block.samples.frames - state.soundOffset)
        for channel in 0..<channels {
          let samples = block.samples[channel] + state.soundOffset
          for index in 0..<taken {
            output[(filled + index) * channels + channel] = samples[index] * volume
          }
        }
        filled += taken
        state.soundOffset += taken
        if state.soundOffset >= block.samples.frames {
          state.sound.removeFirst()
          state.soundOffset = 0
        }
      }
      state.statistics.silentSamples += count - filled
      return state.sound.count < 10
    }
    if isShort { state.monitor.locked { state.monitor.signal() } }
  }
}

extension PlaybackError {
  static func noSound(_ reason: String) -> PlaybackError {
    PlaybackError(
      code: "no_sound_device", message: "there is no sound device: \(reason)",
      hint: "the film plays silently; sound needs PipeWire, PulseAudio or ALSA to be running")
  }
}
