@preconcurrency import Glibc

/// The names of all that is in a folder, hidden ones too, in no order; none where it cannot be read.
///
/// Bytes that are no UTF-8 come out as U+FFFD, so such a name does not lead back to its file.
package func fileNames(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}
