import Composition

/// Resolves each source track once, however many segments use it.
struct SourceTable {
  private var pictures: [PictureSource.Key: PictureSource] = [:]
  private var sounds: [PictureSource.Key: SoundSource] = [:]

  mutating func picture(_ track: SourceTrack) throws -> PictureSource {
    let key = PictureSource.Key(track)
    if let known = pictures[key] { return known }
    let resolved = try track.renderable().picture(track)
    pictures[key] = resolved
    return resolved
  }

  mutating func sound(_ track: SourceTrack) throws -> SoundSource {
    let key = PictureSource.Key(track)
    if let known = sounds[key] { return known }
    let resolved = try track.renderable().sound(track)
    sounds[key] = resolved
    return resolved
  }
}
