-- vscript doctor: what of the system the program finds, what for, and how to get what is missing.

local vs = require("vscript")

-- What is looked for: name, what it is for, the Debian package that brings it, and whether nothing works
-- without it.
local LIBRARIES = {
  { name = "libavformat", use = "reads and writes containers", is_needed = true },
  { name = "libavcodec", use = "decodes and encodes", is_needed = true },
  { name = "libavutil", use = "what both share", is_needed = true },
  { name = "libswresample", use = "sample rates and channel layouts", is_needed = true },
  { name = "zimg", use = "scaling and colour conversion", is_needed = true },
  { name = "Lua", use = "runs the scripts", is_needed = true },
  { name = "librubberband", use = "keeps the pitch at other speeds", package = "librubberband2" },
  { name = "libavfilter", use = "filters of pictures and sound, titles", package = "libavfilter8" },
  { name = "SDL2", use = "the player's window and sound", package = "libsdl2-2.0-0" },
}

local FULL = "an FFmpeg with it: apt-get install libavcodec-extra, or one built with it"
local ENCODERS = {
  { name = "libx264", use = "H.264: mp4, mov, mkv; the default", is_needed = true },
  { name = "libx265", use = "HEVC: --codec hevc" }, { name = "libvpx-vp9", use = "VP9: webm" },
  { name = "libsvtav1", use = "AV1, fast" }, { name = "libaom-av1", use = "AV1, slow" },
  { name = "prores_ks", use = "ProRes: the prores presets" }, { name = "ffv1", use = "FFV1: lossless" },
  { name = "mpeg4", use = "MPEG-4 part 2" }, { name = "png", use = "PNG pictures" },
  { name = "mjpeg", use = "JPEG pictures" }, { name = "aac", use = "AAC: mp4, mov", is_needed = true },
  { name = "libopus", use = "Opus: webm, mkv" }, { name = "flac", use = "FLAC: lossless" },
  { name = "pcm_s16le", use = "WAV" }, { name = "libmp3lame", use = "MP3" }, { name = "libvorbis", use = "Vorbis" },
}
local DECODERS = {
  { name = "h264", use = "most films", is_needed = true }, { name = "hevc", use = "films of newer phones" },
  { name = "vp8", use = "older WebM" }, { name = "vp9", use = "WebM" }, { name = "libdav1d", use = "AV1, fast" },
  { name = "prores", use = "films from editors" }, { name = "mpeg2video", use = "DVD and broadcast" },
  { name = "dnxhd", use = "films from editors" }, { name = "aac", use = "most sound", is_needed = true },
  { name = "opus", use = "sound of WebM" }, { name = "mp3", use = "songs" }, { name = "flac", use = "songs" },
}

local problems = { needed = 0, other = 0 }

local function heading(text) print("\n" .. text) end

--- One line: a mark, a name, what it is for; and below it what to do where it is missing.
local function say(is_fine, name, text, fix, is_needed)
  print(("  %s  %-18s %s"):format(is_fine and "ok" or is_needed and "NO" or "--", name, text))
  if is_fine then return end
  local kind = is_needed and "needed" or "other"
  problems[kind] = problems[kind] + 1
  if fix then print(("      %-18s to have it: %s"):format("", fix)) end
end

local function check_libraries(system)
  heading("libraries")
  for _, library in ipairs(LIBRARIES) do
    local version = system.libraries[library.name]
    say(version ~= nil, library.name, (version and version .. ", " or "missing: ") .. library.use,
      library.package and "apt-get install " .. library.package, library.is_needed)
  end
end

local function check_codecs(title, wanted, names)
  heading(title)
  local known = {}
  for _, name in ipairs(names) do known[name] = true end
  for _, codec in ipairs(wanted) do
    say(known[codec.name], codec.name, codec.use, FULL, codec.is_needed)
  end
end

local function exists(path)
  local file = io and io.open(path)
  if file then file:close() end
  return file ~= nil
end

local function check_machine(system)
  heading("machine")
  say(true, "processors", ("%d: work is spread over them"):format(system.processors))
  say(system.memory > 2e9, "memory", ("%.1f GB; Lua may use %.1f GB of it"):format(system.memory / 1e9,
    system.memory_limit / 1e9), "close other programs, or use smaller pictures")
  local display = os.getenv and (os.getenv("WAYLAND_DISPLAY") or os.getenv("DISPLAY"))
  say(display ~= nil, "display", display and display .. ": the player has a window" or "none: no player window",
    "run it on a desktop, or under xvfb-run")
  local runtime = os.getenv and os.getenv("XDG_RUNTIME_DIR") or "/run/user/0"
  local driver = os.getenv and os.getenv("SDL_AUDIODRIVER")
  local sound = driver or exists(runtime .. "/pulse/native") and "PulseAudio" or exists("/dev/snd/timer") and "ALSA"
  say(sound and true or false, "sound", sound and sound .. ": the player is heard" or "no device: the player is silent",
    "connect one, or SDL_AUDIODRIVER=dummy for silence without this line")
  local count = #vs.fonts()
  say(count > 0, "fonts", count > 0 and ("%d families: for vs.text and titles"):format(count) or "none are found",
    "apt-get install libfontconfig1 fonts-dejavu-core")
end

local function check_terminal()
  heading("terminal")
  local terminal = vs.terminal()
  if not terminal.is_terminal then
    print("      not looked at: standard output is none; run it without a pipe to see what it can show")
    return
  end
  say(true, "size", ("%d×%d"):format(terminal.columns, terminal.rows))
  say(terminal.has_color, "colour", terminal.has_color and "mistakes are marked" or "none is used",
    "a terminal that is not dumb, and no NO_COLOR")
  local ways = {
    kitty = "shown inline, by kitty's protocol", sixel = "shown inline, by sixel",
    blocks = "shown as blocks of colour", none = "not shown; they go to files",
  }
  say(terminal.pictures == "kitty" or terminal.pictures == "sixel", "pictures", ways[terminal.pictures],
    "a terminal such as kitty, WezTerm, foot or xterm -ti vt340, not inside tmux or screen")
end

local function check_folders(system)
  heading("folders")
  for _, folder in ipairs(system.folders) do
    say(not folder.problem, folder.name, ("%s: %s"):format(folder.path, folder.problem or folder.use), folder.fix)
  end
end

local function run(_, words, refuse)
  if #words > 0 then refuse("no words are expected") end
  local system = vs.system()
  print("vscript " .. vs.version)
  check_libraries(system)
  check_codecs("encoders", ENCODERS, vs.encoders())
  check_codecs("decoders", DECODERS, vs.decoders())
  check_machine(system)
  check_terminal()
  check_folders(system)
  print()
  if problems.needed > 0 then
    vs.fail("system_incomplete", ("%d things are missing without which films cannot be made"):format(problems.needed),
      "they are marked NO above, with what to do")
  end
  print(problems.other == 0 and "Everything is there." or ("%d things are missing; films can be made without."):format(problems.other))
end

return {
  summary = "Says what of the system the program finds, what it is for, and how to get what is missing.",
  usage = "",
  completes = "none",
  run = run,
}
