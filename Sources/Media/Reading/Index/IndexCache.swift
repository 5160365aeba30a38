@preconcurrency import Glibc

/// Keeps what was found by reading a whole file, so that it is read through once and not at each
/// opening.
///
/// Entries are files of their own, named by the path of what they describe, and hold its size and
/// time of change. They may be deleted at any time, and written by several processes at once: a new
/// one appears under its name when it is complete. One that is stale or damaged is not used and is
/// replaced. Where nothing can be written, nothing is kept.
struct IndexCache: Sendable {
  /// Where the entries are; nil keeps none.
  let folder: String?
  /// Smaller files are read through at no noticeable cost.
  var leastSize: Int64 = 4 << 20

  /// That of the user: in `XDG_CACHE_HOME`, or else in `.cache` in the home folder.
  static let user = IndexCache(
    folder: absolute("XDG_CACHE_HOME").map { $0 + "/vscript/index" }
      ?? absolute("HOME").map { $0 + "/.cache/vscript/index" })

  private static func absolute(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The scan of a file: the one that is kept, or a new one, which is kept from now on.
  ///
  /// `pictures` and `sounds` are the numbers of the streams that it has to tell of.
  func scan(
    of file: LocalFile, pictures: Set<Int>, sounds: Set<Int>, make: () -> PacketScan
  ) -> PacketScan {
    guard let folder, file.identity.size >= leastSize, !file.isFetched else { return make() }
    let path = folder + "/" + Self.name(for: file)
    if let known = Self.read(path, file), known.tells(of: pictures, sounds) { return known }
    let scan = make()
    // What was given up half-way tells of half the file.
    if !scan.isGivenUp { Self.write(scan, of: file, to: path, in: folder) }
    return scan
  }

  // MARK: - Entries

  /// Begins every entry; another number for another layout or other rules of scanning.
  private static let mark: Int64 = 0x7673_0002

  private static func name(for file: LocalFile) -> String {
    let hash = hash(Array(file.canonicalPath.utf8))
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func head(of file: LocalFile) -> PackedBytes {
    var bytes = PackedBytes()
    bytes.append(mark)
    bytes.append(file.canonicalPath)
    bytes.append(file.identity.size)
    bytes.append(file.identity.modified)
    return bytes
  }

  private static func read(_ path: String, _ file: LocalFile) -> PacketScan? {
    guard let bytes = try? TextFile.read(path, limit: 1 << 28), bytes.count > 8 else { return nil }
    let head = head(of: file).bytes
    let body = bytes.dropLast(8)
    let sum = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard body.starts(with: head), hash(body) == sum else { return nil }
    var reader = PackedBytes.Reader(body.dropFirst(head.count))
    return PacketScan(decoding: &reader)
  }

  private static func write(
    _ scan: PacketScan, of file: LocalFile, to path: String, in folder: String
  ) {
    // A file that was written to meanwhile would be described under the wrong time.
    guard FileIdentity(path: file.path) == file.identity, makeFolder(folder) else { return }
    var packed = head(of: file)
    scan.encode(into: &packed)
    var bytes = packed.bytes
    let sum = hash(bytes[...])
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: sum >> UInt64(shift)))
    }
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return }
    let isWhole = bytes.withUnsafeBytes { buffer in
      Glibc.write(descriptor, buffer.baseAddress, buffer.count) == buffer.count
    }
    close(descriptor)
    if !isWhole || rename(template, path) != 0 { unlink(template) }
    prune(folder)
  }

  /// Makes a folder and those it lies in.
  private static func makeFolder(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex,
      makeFolder(String(path[..<slash]))
    else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  private static let entryLimit = 512

  /// Removes the oldest entries when there are very many.
  private static func prune(_ folder: String) {
    var entries: [(path: String, time: Int64)] = []
    for name in fileNames(in: folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      guard let identity = FileIdentity(path: path) else { continue }
      entries.append((path, identity.modified))
    }
    guard entries.count > entryLimit else { return }
    entries.sort { $0.time < $1.time }
    for entry in entries.prefix(entries.count - entryLimit / 2) { unlink(entry.path) }
  }

  /// FNV-1a in 64 bits.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension PacketScan {
  /// Whether these streams, and no others, are told of.
  fileprivate func tells(of pictures: Set<Int>, _ sounds: Set<Int>) -> Bool {
    pictures.union(sounds).allSatisfy { streams.indices.contains($0) }
      && streams.indices.allSatisfy { index in
        (streams[index].sound != nil) == sounds.contains(index)
          && (streams[index].samples.isEmpty || pictures.contains(index))
      }
  }
}
