-- vscript merge: joins clips end to end. The work is done by require("vscript.merge").

local vs = require("vscript")
local merge = require("vscript.merge")
local plans = require("vscript.plans")

-- How this tool names and explains what it adds to the options of an export.
local OPTIONS = {
  { name = "fit", kind = "choice", choices = { "contain", "cover", "stretch", "none" },
    help = "contain (default), cover, stretch or none" },
  { name = "render_size", kind = "size", help = "size of the picture; default: the first clip's" },
  { name = "frame_rate", kind = "rate", help = "frames per second; default: the highest of the clips" },
  { name = "trim_first_frame", kind = "boolean", help = "leave out the first frame of every clip" },
  { name = "music", kind = "string", help = "a song under the whole film" },
  { name = "music_volume", kind = "number", help = "volume of the song, 1 is as recorded" },
  { name = "music_fade_in", kind = "time", help = "how long the song takes to reach its volume" },
  { name = "music_fade_out", kind = "time", help = "how long the song takes to fade at the end" },
  { name = "music_loop", kind = "boolean", help = "begin the song again until the film ends" },
  { name = "music_duck", kind = "number", help = "share of that volume while the clips sound" },
  { name = "music_duck_above", kind = "number", help = "... while they are louder than this share of full scale" },
  { name = "transition", kind = "string", help = "NAME[:SECONDS] between clips, such as dissolve:0.5" },
  { name = "titles", kind = "string", help = "a subtitle file, .srt or .vtt, whose words are drawn over the film" },
  { name = "plan", kind = "boolean", help = "tell what would be copied, encoded and drawn, and write nothing" },
}

for _, option in ipairs(OPTIONS) do option.group = "Joining" end

-- The rest are the options of vs.export that can be written on a command line, under their names.
for _, option in ipairs(vs.export_options()) do
  if option.kind ~= "object" and option.kind ~= "function" then
    option.short = option.name == "output" and "-o" or nil
    option.group = "Writing"
    OPTIONS[#OPTIONS + 1] = option
  end
end

local function run(values, clips, refuse)
  if #clips == 0 then refuse("no clips given") end
  if not values.output and values.file_type ~= "null" then
    refuse("no output given; add -o OUTPUT")
  end

  -- The words of the command line in the words of the library.
  values.frame_duration, values.frame_rate = values.frame_rate, nil
  local song = {}
  for _, key in ipairs({ "volume", "fade_in", "fade_out", "loop", "duck", "duck_above" }) do
    song[key], values["music_" .. key] = values["music_" .. key], nil
  end
  if song.duck_above then
    if not song.duck then refuse("--music-duck-above goes with --music-duck") end
    song.duck, song.duck_above = { volume = song.duck, above = song.duck_above }, nil
  end
  if values.music then
    song.path = values.music
    values.music = song
  elseif next(song) then
    refuse("there is no --music to set a volume or a fade of")
  end
  if values.transition then
    local name, duration = values.transition:match("^([%w_]+):?(.*)$")
    duration = duration ~= "" and (tonumber(duration) or duration) or nil
    if not name or (duration and not pcall(vs.time, duration)) then
      refuse(("--transition needs NAME or NAME:TIME, not '%s'"):format(values.transition))
    end
    values.transition = { name = name, duration = duration }
  end
  values.progress = values.progress or "line" -- what was written is always said
  local only_plans = values.plan
  values.plan = nil
  if not only_plans then return merge(clips, values) end
  for _, plan in ipairs(vs.planned(function() merge(clips, values) end)) do io.write(plans.text(plan)) end
end

local names = table.concat(require("vscript.transitions").names(), ", ")

return {
  summary = "Joins the clips end to end: every frame in order, none black, the sound in step.",
  usage = "[options] CLIP... -o OUTPUT",
  options = OPTIONS,
  notes = "Transitions: " .. names .. [[.
Times are seconds, 1:02:03.5, 90f@30 or 01:00:00:12@25. A switch is turned off by --no- before its
name; --optimize-for-network-use is on unless turned off.]],
  run = run,
}
