/// The tracks that the index of an MP4 or MOV file lists.
struct MovieIndex {
  let tracks: [MovieTrack]
  /// Samples are in fragments too, so the tables alone do not tell the timing.
  let hasFragments: Bool
  /// The file ends before something that it announces.
  let isCut: Bool

  /// Reads the index; nil where the file is of another family or has none that can be read.
  init?(_ layout: MovieLayout, fileSize: Int64) {
    guard let bytes = layout.movie, let header = bytes.box("mvhd", in: bytes.all) else {
      return nil
    }
    let isLong = bytes.u8(header.lowerBound, in: header) == 1
    guard let timescale = bytes.u32(header.lowerBound + (isLong ? 20 : 12), in: header) else {
      return nil
    }
    let isCut = layout.isCut
    let tracks = bytes.boxes(in: bytes.all).filter { $0.type == fourCC("trak") }.compactMap {
      MovieTrack(
        bytes, in: $0.content, movieTimescale: Int64(max(1, timescale)), fileSize: fileSize,
        isCut: isCut)
    }
    self.tracks = tracks
    self.isCut = isCut
    hasFragments = layout.hasFragments || bytes.box("mvex", in: bytes.all) != nil
  }
}
