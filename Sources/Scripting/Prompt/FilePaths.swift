@preconcurrency import Glibc
import Media

/// Names in folders, for completion.
enum FilePaths {
  /// The paths that begin like this; a folder ends with a slash, a file with `ending`.
  ///
  /// "~/" is the home folder and stays written like that. Hidden names want their dot.
  static func beginning(with prefix: String, ending: String) -> [Completion.Candidate] {
    let split = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, name) = (String(prefix[..<split]), prefix[split...])
    var place = folder.isEmpty ? "." : folder
    if place.hasPrefix("~/"), let home = StandardError.environment("HOME") {
      place = home + place.dropFirst()
    }
    var candidates: [Completion.Candidate] = []
    for found in fileNames(in: place) where found.hasPrefix(name) {
      // A hidden name wants its dot, and what is no text cannot be typed.
      guard name.hasPrefix(".") || !found.hasPrefix("."), !found.contains("\u{FFFD}") else {
        continue
      }
      var status = stat()
      let isFolder =
        stat(place + "/" + found, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      candidates.append(
        Completion.Candidate(
          text: folder + found + (isFolder ? "/" : ""), ending: isFolder ? "" : ending))
    }
    return candidates
  }
}
