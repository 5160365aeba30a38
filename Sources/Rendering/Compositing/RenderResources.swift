import Glibc
import Timing

/// What a renderer may use, and who watches it.
package struct RenderResources {
  /// Codec threads for each decoder, and those that draw.
  let threads: Int
  let memory: MemoryBudget
  /// How many decoders may be open at once; nil follows from the memory.
  var decoders: Int?
  /// Whether a frame at a time of the edit will be asked for; nil where times come in any order.
  ///
  /// What such a frame is made of is opened a little before it is asked for.
  var willNeed: (@Sendable (Time) -> Bool)?
  /// Asked now and then: true ends the work with an error.
  let shouldStop: (@Sendable () -> Bool)?
  /// Takes the time of the thread that renders; nil where nobody wants to know.
  var clock: StageClock?

  /// - Parameters:
  ///   - threads: 0 chooses from the cores.
  ///   - memory: bytes that the process may take; 0 chooses from what the system allows.
  ///   - shouldStop: asked on the way to a frame; true ends the way with an error.
  package init(threads: Int, memory: Int64 = 0, shouldStop: (@Sendable () -> Bool)? = nil) {
    self.threads = threads > 0 ? threads : max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
    self.shouldStop = shouldStop
    self.memory = MemoryBudget(requested: memory)
  }
}
