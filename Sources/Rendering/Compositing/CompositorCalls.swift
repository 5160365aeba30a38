import Composition
import Timing

/// The frames of an edit whose layers a compositor computes.
struct ComputedFrames: Sendable {
  let compositor: any LayerComputing
  let composition: Composition
  let step: Time

  /// Calls the compositor, on its own thread.
  func layers(at time: Time) throws -> [LayerValues] {
    try compositor.layers(at: composition.moment(at: time, step: step))
  }

  /// The frame that probably comes next; nil at the end.
  func next(after time: Time) -> Time? {
    let next = (time + step).reduced
    return next < composition.duration ? next : nil
  }
}

/// How those who draw reach compositors, which belong to one thread: at once where they draw on that
/// thread themselves, else by a mailbox.
package class CompositorCalls: @unchecked Sendable {
  package init() {}

  /// The layers of a frame, from the topmost down.
  func layers(of frames: ComputedFrames, at time: Time) throws -> [LayerValues] {
    try frames.layers(at: time)
  }
}
