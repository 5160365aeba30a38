import Testing

/// A file made with the `ffmpeg` command.
struct OracleClip: Sendable, CustomTestStringConvertible {
  let name: String
  let arguments: String
  /// The program's times mean something; in AVI it counts the delay of its decoder as one.
  var isTimed = true

  var testDescription: String { name }
}

/// Files of every kind that the program can make here and that asks something of a reader.
enum OracleClips {
  private static let picture =
    "-f lavfi -i testsrc2=s=96x64:r=25:d=2,noise=alls=20:allf=t"
  private static let sound =
    "-f lavfi -i aevalsrc=exprs='0.4*sin(2*PI*(200+300*t)*t)|0.3*sin(2*PI*440*t)':s=48000:d=2.0123"
  private static let both = "\(picture) \(sound)"
  private static let aac = "-c:a aac -aac_pns 0"
  private static let x264 = "-c:v libx264 -preset veryfast"

  static let all = variable + ordered + multiplexed + hidden + intra + indexless + placed + sounds

  /// Times that follow no rate, and rates beyond all use.
  private static let variable = [
    OracleClip(
      name: "vfr.mp4",
      arguments: "\(picture) -vf select='not(eq(mod(n,7),3))' -fps_mode vfr \(x264)"),
    OracleClip(
      name: "vfr.mkv",
      arguments: "\(picture) -vf select='not(eq(mod(n,7),3))' -fps_mode vfr \(x264)"),
    OracleClip(
      name: "fps1000.mkv", arguments: "-f lavfi -i testsrc2=s=96x64:r=1000:d=0.2 \(x264)"),
    OracleClip(
      name: "fps90000.mp4", arguments: "-f lavfi -i testsrc2=s=96x64:r=90000:d=0.001 \(x264)"),
    OracleClip(name: "fpshalf.mp4", arguments: "-f lavfi -i testsrc2=s=96x64:r=1/2:d=20 \(x264)"),
    OracleClip(name: "anim.gif", arguments: "-f lavfi -i testsrc2=s=96x64:r=20:d=1"),
    OracleClip(name: "anim.apng", arguments: "-f lavfi -i testsrc2=s=96x64:r=25:d=1"),
  ]

  /// Pictures stored in another order than shown, and entries that are not clean.
  private static let ordered = [
    OracleClip(
      name: "opengop.mkv",
      arguments: "\(picture) \(x264) -bf 3 -g 12 -x264-params open-gop=1:b-pyramid=strict"),
    OracleClip(
      name: "opengop.ts", arguments: "\(picture) \(x264) -bf 3 -g 12 -x264-params open-gop=1"),
    OracleClip(
      name: "refresh.mp4",
      arguments: "\(picture) -c:v libx264 -bf 0 -g 12 -x264-params intra-refresh=1"),
    OracleClip(
      name: "refresh.ts",
      arguments: "\(both) -c:v libx264 -bf 0 -g 12 -x264-params intra-refresh=1 \(aac)"),
    OracleClip(
      name: "hevcopen.mp4",
      arguments: "\(picture) -c:v libx265 -preset ultrafast"
        + " -x265-params log-level=none:open-gop=1:keyint=12:bframes=4:b-pyramid=1"),
    OracleClip(
      name: "interlaced.ts",
      arguments: "-f lavfi -i testsrc2=s=96x64:r=50:d=2 -vf tinterlace=interleave_top \(x264)"
        + " -bf 2 -g 12 -flags +ildct+ilme -x264opts tff=1"),
    OracleClip(
      name: "packedb.avi", arguments: "\(picture) -c:v libxvid -bf 2 -g 12", isTimed: false),
    OracleClip(
      name: "h264.avi", arguments: "\(picture) \(x264) -bf 2 -g 12", isTimed: false),
    OracleClip(name: "mpeg4.avi", arguments: "\(both) -c:v mpeg4 -bf 2 -g 12 -c:a libmp3lame"),
  ]

  /// Transport and program streams, and those in fragments.
  private static let multiplexed = [
    OracleClip(name: "h264.ts", arguments: "\(both) \(x264) -bf 2 -g 12 \(aac)"),
    OracleClip(
      name: "late.ts",
      arguments: "\(both) \(x264) -bf 2 -g 12 \(aac) -output_ts_offset 59857"),
    OracleClip(name: "two.ts", arguments: "\(both) -c:v mpeg2video -bf 2 -g 12 -c:a ac3"),
    OracleClip(name: "two.mpg", arguments: "\(both) -c:v mpeg2video -bf 2 -g 12 -c:a mp2"),
    OracleClip(
      name: "frag.mp4",
      arguments: "\(both) \(x264) -bf 2 -g 12 \(aac) -movflags frag_keyframe+empty_moov"),
    OracleClip(
      name: "dash.mp4",
      arguments: "\(both) \(x264) -bf 2 -g 12 \(aac) -movflags dash+frag_every_frame+delay_moov"),
    OracleClip(name: "video.flv", arguments: "\(both) \(x264) -bf 2 -g 12 \(aac) -ar 44100"),
  ]

  /// Pictures that nobody is shown.
  private static let hidden = [
    OracleClip(
      name: "vp8.webm",
      arguments: "\(both) -c:v libvpx -deadline realtime -cpu-used 8 -auto-alt-ref 1"
        + " -lag-in-frames 16 -g 20 -b:v 200k -c:a libvorbis"),
    OracleClip(
      name: "vp9.webm",
      arguments: "\(both) -c:v libvpx-vp9 -cpu-used 8 -auto-alt-ref 1 -lag-in-frames 16 -g 20"
        + " -b:v 200k -c:a libopus"),
    OracleClip(
      name: "vp9.mp4",
      arguments: "\(picture) -c:v libvpx-vp9 -cpu-used 8 -auto-alt-ref 1 -lag-in-frames 16 -g 20"),
    OracleClip(name: "av1.mkv", arguments: "\(picture) -c:v libsvtav1 -preset 12 -g 12"),
  ]

  /// Codecs of single pictures, in many formats.
  private static let intra = [
    OracleClip(
      name: "prores.mov",
      arguments: "\(picture) -c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le -t 0.4"),
    OracleClip(
      name: "dnxhd.mov",
      arguments: "-f lavfi -i testsrc2=s=256x144:r=25:d=0.4 -c:v dnxhd -profile:v dnxhr_hqx"
        + " -pix_fmt yuv422p10le"),
    OracleClip(name: "video.mjpeg", arguments: "\(picture) -c:v mjpeg"),
    OracleClip(name: "qtrle.mov", arguments: "\(picture) -c:v qtrle -pix_fmt argb"),
    OracleClip(name: "raw.avi", arguments: "\(picture) -c:v rawvideo -pix_fmt bgr24 -t 0.4"),
    OracleClip(name: "ffv1.mkv", arguments: "\(picture) -c:v ffv1 -pix_fmt yuv422p16le -t 0.4"),
    OracleClip(
      name: "pal8.png", arguments: "-f lavfi -i testsrc2=s=96x64 -frames:v 1 -pix_fmt pal8"),
    OracleClip(name: "still.jpg", arguments: "-f lavfi -i testsrc2=s=95x63 -frames:v 1"),
    OracleClip(
      name: "anim.webp", arguments: "-f lavfi -i testsrc2=s=96x64 -frames:v 1 -c:v libwebp"),
  ]

  /// Nothing tells where to seek to.
  private static let indexless = [
    OracleClip(name: "theora.ogv", arguments: "\(both) -c:v libtheora -g 12 -c:a libvorbis"),
    OracleClip(
      name: "live.mkv", arguments: "\(both) \(x264) -bf 2 -g 12 -c:a libopus -live 1 -f matroska"),
    OracleClip(name: "raw.h264", arguments: "\(picture) \(x264) -bf 2 -g 12"),
    OracleClip(name: "raw.m2v", arguments: "\(picture) -c:v mpeg2video -bf 2 -g 12"),
  ]

  /// Tracks that begin late, early or together with others.
  private static let placed = [
    OracleClip(
      name: "latevideo.mp4",
      arguments: "\(sound) -itsoffset 0.48 \(picture) -map 0 -map 1 -fps_mode passthrough"
        + " \(x264) -bf 2 \(aac)"),
    OracleClip(
      name: "lateaudio.mkv",
      arguments: "\(picture) -itsoffset 0.333 \(sound) -map 0 -map 1 \(x264) -bf 2 \(aac)"),
    OracleClip(
      name: "negative.mkv",
      arguments: "-itsoffset -0.5 \(both) \(x264) \(aac) -avoid_negative_ts disabled -copyts"),
    OracleClip(
      name: "four.mp4",
      arguments: "\(picture) -f lavfi -i testsrc2=s=64x64:r=30:d=2 \(sound)"
        + " -f lavfi -i sine=f=300:d=2 -map 0 -map 1 -map 2 -map 3 \(x264) \(aac)"),
    OracleClip(
      name: "cover.mp4",
      arguments: "\(both) -f lavfi -i testsrc2=s=64x64:r=1:d=1 -map 0 -map 1 -map 2 \(x264)"
        + " \(aac) -c:v:1 png -frames:v:1 1 -disposition:v:1 attached_pic"),
  ]

  /// Sound alone, in many codecs, rates and layouts.
  private static let sounds =
    [
      ("flac.ogg", "flac"), ("alac.caf", "alac"), ("alac.m4a", "alac"), ("eac3.eac3", "eac3"),
      ("opus.mka", "libopus"), ("vorbis.mka", "libvorbis"), ("aac.mka", "aac -aac_pns 0"),
      ("aac.aac", "aac -aac_pns 0"), ("mp3.mp3", "libmp3lame"), ("mp3.mka", "libmp3lame"),
      ("ms.wav", "adpcm_ms"), ("ima.mov", "adpcm_ima_qt"), ("law.wav", "pcm_alaw"),
      ("f64.wav", "pcm_f64le"), ("s24.aiff", "pcm_s24be"), ("u8.wav", "pcm_u8"), ("tta.tta", "tta"),
      ("wavpack.wv", "wavpack"), ("mp2.mp2", "mp2"), ("dts.mka", "dca -strict -2"),
      ("wmav2.wma", "wmav2 -b:a 128k"), ("wmav1.wma", "wmav1 -b:a 128k"), ("wmav2.mka", "wmav2"),
    ].map { OracleClip(name: $0.0, arguments: "\(sound) -c:a \($0.1)") }
    + ["mono", "3.0", "5.0", "6.1", "7.1"].map { layout in
      OracleClip(
        name: "\(layout).flac",
        arguments: "-f lavfi -i anoisesrc=d=0.7:a=0.3 -af aformat=channel_layouts=\(layout)")
    }
    + [
      "8000 aac", "22050 aac", "96000 aac", "192000 flac", "8000 libvorbis", "11025 libmp3lame",
      "16000 wmav2", "32000 wmav1",
    ]
    .map { words in
      let (rate, codec) = (words.split(separator: " ")[0], words.split(separator: " ")[1])
      return OracleClip(
        name: "\(rate)-\(codec).mka",
        arguments: "-f lavfi -i sine=r=\(rate):d=1.3 -c:a \(codec)"
          + (codec == "aac" ? " -aac_pns 0" : ""))
    }
}
