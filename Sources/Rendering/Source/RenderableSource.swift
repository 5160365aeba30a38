import Composition
import Imaging
import Media
import Timing

/// A source with tracks that an edit can use.
package protocol TrackedSource: MediaSource {
  /// In the source's own order: pictures that move or sound.
  var tracks: [SourceTrack] { get }
  /// What kind of source it is, for people.
  var formatName: String { get }
}

/// A source that the renderer can pull from.
protocol RenderableSource: TrackedSource {
  /// Resolves one of its video tracks.
  func picture(_ track: SourceTrack) throws -> PictureSource
  /// Resolves one of its audio tracks.
  func sound(_ track: SourceTrack) throws -> SoundSource
  /// What the pictures of one of its video tracks are like.
  func look(_ track: SourceTrack) throws -> SourceLook
  /// The files that it reads, which must not be written to meanwhile.
  var assets: [MediaAsset] { get }
}

/// Pictures that are made or kept, so that any of them can be had at any time from any thread.
protocol IndexedPictures: Sendable {
  var frames: FrameTable { get }
  var shape: FrameConverter.Shape { get }
  func frame(_ index: Int) throws -> VideoFrame
}

/// Pictures read from still images: all of one kind, that of the first file.
protocol StillPictures: RenderableSource, IndexedPictures {
  var video: VideoTrackInfo { get }
}

extension VideoTrackInfo {
  /// What its decoded pictures are like.
  var shape: FrameConverter.Shape {
    FrameConverter.Shape(
      format: pixelFormat, width: codedWidth, height: codedHeight, color: color)
  }
}

extension StillPictures {
  var shape: FrameConverter.Shape { video.shape }

  func picture(_ track: SourceTrack) throws -> PictureSource {
    PictureSource(
      kind: .indexed(self), key: .init(track))
  }

  func look(_ track: SourceTrack) throws -> SourceLook {
    SourceLook(
      width: video.codedWidth, height: video.codedHeight, naturalSize: track.naturalSize,
      pixelAspect: video.pixelAspect, format: video.pixelFormat, color: video.color,
      light: video.light, frames: frames)
  }
}

extension RenderableSource {
  func sound(_ track: SourceTrack) throws -> SoundSource {
    throw RenderError(
      "no_source_track", number: -11869, "'\(name)' has no sound", path: path,
      hint: "use its pictures only")
  }
}

extension SourceTrack {
  /// The source of this track as the renderer sees it.
  func renderable() throws -> any RenderableSource {
    guard let source = source as? any RenderableSource else {
      throw RenderError(
        "unsupported_source", "a source of the kind of '\(source.name)' cannot be rendered",
        hint: "use a file, a picture or a generator")
    }
    return source
  }
}

extension FileSource: RenderableSource {
  package var formatName: String { asset.formatName }

  var assets: [MediaAsset] { [asset] }

  func picture(_ track: SourceTrack) throws -> PictureSource {
    let (media, _) = try videoTrack(track.trackID)
    return PictureSource(
      kind: .file(self, media), key: .init(track))
  }

  func sound(_ track: SourceTrack) throws -> SoundSource {
    let (media, audio) = try audioTrack(track.trackID)
    return SoundSource(
      kind: .file(self, media), key: .init(track), sampleRate: audio.sampleRate,
      layout: audio.layout, sampleCount: audio.sampleCount, start: media.timeRange.start)
  }

  func look(_ track: SourceTrack) throws -> SourceLook {
    let (_, video) = try videoTrack(track.trackID)
    return SourceLook(
      width: video.codedWidth, height: video.codedHeight, naturalSize: track.naturalSize,
      pixelAspect: video.pixelAspect, format: video.pixelFormat, color: video.color,
      light: video.light, fields: video.fieldOrder, frames: video.frames)
  }

  private func videoTrack(_ id: Int32) throws -> (MediaTrack, VideoTrackInfo) {
    guard let track = asset.tracks.first(where: { $0.id == id }), let video = track.video else {
      throw noTrack(id, "video")
    }
    return (track, video)
  }

  private func audioTrack(_ id: Int32) throws -> (MediaTrack, AudioTrackInfo) {
    guard let track = asset.tracks.first(where: { $0.id == id }), let audio = track.audio else {
      throw noTrack(id, "audio")
    }
    return (track, audio)
  }

  private func noTrack(_ id: Int32, _ kind: String) -> RenderError {
    RenderError(
      "no_source_track", number: -11869, "'\(asset.path)' has no \(kind) track \(id)",
      path: asset.path, hint: "open the file again: its tracks are not those of the edit")
  }
}

extension GeneratorSource: RenderableSource {
  package var formatName: String { "generator" }

  var assets: [MediaAsset] { [] }

  func picture(_ track: SourceTrack) throws -> PictureSource {
    PictureSource(
      kind: .generator(self), key: .init(track))
  }

  func sound(_ track: SourceTrack) throws -> SoundSource {
    SoundSource(
      kind: .generator(self), key: .init(track), sampleRate: sampleRate, layout: layout,
      sampleCount: sampleCount, start: .zero)
  }

  func look(_ track: SourceTrack) throws -> SourceLook {
    SourceLook(
      width: width, height: height, naturalSize: track.naturalSize, pixelAspect: .square,
      format: format, color: color, frames: frames)
  }
}
