import Geometry
import Timing

/// How the pictures of a composition's tracks become one: canvas, rate and instructions.
package struct VideoComposition: Sendable {
  /// Between two frames of the output; must be set.
  package var frameDuration: Time
  /// The canvas in pixels; must be set.
  package var renderSize: Size
  /// Other than 1 only for a player.
  package var renderScale = 1.0
  /// One after the other without a hole, for as long as the composition lasts.
  package var instructions: [Instruction]
  /// What computes the layers of each frame in place of instructions.
  package var computed: Computed?
  /// A video track whose own frame times the output keeps; nil for the fixed rate.
  package var frameTimingTrack: TrackReference?
  /// FFmpeg's names; nil takes them from the first source.
  package var colorPrimaries: String?
  package var colorMatrix: String?
  package var colorTransfer: String?

  package init(
    frameDuration: Time = .zero, renderSize: Size = .zero, instructions: [Instruction] = []
  ) {
    (self.frameDuration, self.renderSize) = (frameDuration, renderSize)
    self.instructions = instructions
  }

  /// The instruction in force at a time: the last that starts at or before it and has not ended.
  ///
  /// Logarithmic where the instructions are in order, as `problems` demands.
  package func instruction(at time: Time) -> Instruction? {
    let after = instructions.partitioningIndex { $0.timeRange.start > time }
    guard after > 0, instructions[after - 1].timeRange.contains(time) else { return nil }
    return instructions[after - 1]
  }
}
