import CFFmpeg
import Synchronization

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

  /// Says that a file was closed, and trims now and then.
  ///
  /// What stays of a file, its description, comes to lie between the buffers that it was read with.
  /// Where these leave holes, the next file's do not always fit, so that thousands of files could
  /// leave as much unused memory as used.
  static func countClosedFile() {
    let count = closedFiles.add(1, ordering: .relaxed).newValue
    if count.isMultiple(of: closedFilesPerTrim) { trim() }
  }

  private static let closedFiles = Atomic(0)
  /// A trim takes less than one file does.
  private static let closedFilesPerTrim = 32
}
