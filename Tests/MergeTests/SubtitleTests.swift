import TestSupport
import Testing

/// Text subtitles go with the edit into files that hold them, and what is left out is told.
@Suite struct SubtitleTests {
  /// A clip of four seconds with a text in each, `[name] 0…3`, from a half to the end of its second.
  private func clip(_ folder: TemporaryFolder, _ name: String, type: String, codec: String)
    -> String
  {
    let texts = (0..<4).map { second in
      "\(second + 1)\n00:00:0\(second),500 --> 00:00:0\(second + 1),000\n\(name) \(second)\n\n"
    }
    writeFile(folder("\(name).srt"), Array(texts.joined().utf8))
    let path = folder("\(name).\(type)")
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=25:duration=4", "-i",
        folder("\(name).srt"), "-map", "0", "-map", "1", "-c:v",
        type == "webm" ? "libvpx" : "libx264", "-c:s", codec, "-metadata:s:s:0", "language=fin",
        "-metadata:s:v:0", "language=ita", path,
      ])
    return path
  }

  /// The texts of a film with their times in milliseconds, by the `ffmpeg` program.
  private func texts(_ path: String) -> [String] {
    runTool("ffmpeg", ["-v", "error", "-i", path, "-map", "0:s:0", "-f", "srt", "-"])
      .split(separator: "\n").filter { Int($0) == nil }.map(String.init)
  }

  @Test(arguments: [
    ("mp4", "mov_text", "mp4"), ("mkv", "subrip", "mp4"), ("mkv", "ass", "mkv"),
    ("mp4", "mov_text", "mkv"), ("webm", "webvtt", "webm"), ("mkv", "subrip", "mov"),
  ])
  func textsFollowTheEdit(type: String, codec: String, output: String) {
    let folder = TemporaryFolder("subtitles")
    let (a, b) = (
      clip(folder, "a", type: type, codec: codec), clip(folder, "b", type: type, codec: codec)
    )
    // a from 0.75 to 2, b from 1 at half the speed up to 2.
    let script = """
      local film = vs.composition()
      local track = film:add_track("video")
      track:insert_time_range(vs.range.between(0.75, 2), vs.asset(arg[1]).video, 0)
      track:insert_time_range(vs.range.between(1, 2), vs.asset(arg[2]).video, 1.25)
      track:scale_time_range(vs.range(1.25, 1), 2)
      vs.export(film, { output = arg[3] })
      """
    let run = runVscript(["-e", script, a, b, folder("film.\(output)")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      texts(folder("film.\(output)")) == [
        "00:00:00,000 --> 00:00:00,250", "a 0", "00:00:00,750 --> 00:00:01,250", "a 1",
        "00:00:02,250 --> 00:00:03,250", "b 1",
      ])
    let languages = runTool(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_type:stream_tags=language", "-of",
        "csv=p=0", folder("film.\(output)"),
      ])
    #expect(languages.contains("subtitle,fin"), "\(languages)")
    #expect(languages.contains("video,ita"), "\(languages)")
  }

  @Test func whatCannotBeCarriedIsTold() {
    let folder = TemporaryFolder("subtitles")
    let clip = clip(folder, "a", type: "mkv", codec: "subrip")
    let run = runVscript([
      "-e",
      """
      local film = vs.composition()
      local track = film:add_track("video")
      track:insert_time_range(vs.range(0, 2), vs.asset(arg[1]).video, 0)
      track:reverse_time_range(vs.range(0, 2))
      vs.export(film, { output = arg[2] })
      """, clip, folder("film.mp4"),
    ])
    #expect(run.status == 0 && run.errors.contains("does not run forward"), "\(run.errors)")
    guard
      let path = Vscript.sharedMedia.first(where: { $0.hasSuffix("sample_with_pgs_subtitles.mkv") })
    else { return }
    let other = runVscript([
      "-e", "vs.export(vs.asset(arg[1]), { output = arg[2] })", path, folder("other.mkv"),
    ])
    #expect(other.status == 0 && other.errors.contains("no text"), "\(other.errors)")
  }
}
