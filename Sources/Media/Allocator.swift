import CFFmpeg

/// How the process's memory is handed out.
package enum Allocator {
  /// Keeps the allocator to two arenas, once and for all threads; false where it knows no such limit.
  ///
  /// Each thread of a codec would otherwise get an arena of its own, and what it frees stays there:
  /// memory would creep up with the number of clips. Media's buffers are large and recycled, so the
  /// threads do not wait for each other.
  package static let keepsFewArenas = vsff_limit_arenas(2) == 1

  /// Gives memory that is free but kept back to the system.
  package static func trim() { vsff_trim_memory() }
}
