-- vscript probe: says everything about media files that matters to an edit. The facts are those of
-- require("vscript.probe").

local vs = require("vscript")
local json = require("vscript.json")
local probe = require("vscript.probe")

local OPTIONS = {
  { name = "json", kind = "boolean", help = "print JSON: one object for a file, a list for several" },
}

local LABEL = "  %-14s %s\n"
local function line(label, text, ...)
  if text then io.write(LABEL:format(label, select("#", ...) > 0 and text:format(...) or text)) end
end

--- 0:03.2 (16/5 s), or the exact one alone where it is whole seconds.
local function clock(time)
  if not time then return "unknown" end
  local sign, seconds = time.seconds < 0 and "-" or "", math.abs(time.seconds)
  local whole = ("%s%d:%06.3f"):format(sign, seconds // 60, seconds % 60)
  return ("%s (%s s)"):format(whole, time.exact)
end

local function rate(value) return value and ("%.4g"):format(value) or "?" end

local function say_picture(track)
  local timing, coded, shown = track.timing, track.coded_size, track.display_size
  local size = ("%dx%d"):format(coded.width, coded.height)
  local aperture = track.clean_aperture
  if aperture then
    size = size .. (", the part from %g,%g on of what is stored"):format(aperture.x, aperture.y)
  end
  if track.pixel_aspect ~= "1:1" then size = size .. ", pixels " .. track.pixel_aspect end
  if track.rotation ~= 0 or track.flipped then
    size = size .. (track.flipped and ", mirrored" or "") .. (", turned %g° clockwise"):format(track.rotation)
  end
  if shown.width ~= coded.width or shown.height ~= coded.height then
    size = size .. (", shown as %gx%g"):format(shown.width, shown.height)
  end
  line("size", size)
  if track.frames == 1 then
    line("frames", "1")
  elseif timing.constant then
    line("frames", "%d, constant, %s a second", track.frames, timing.rate)
  else
    line("frames", "%d, variable, %s to %s a second, nominally %s", track.frames,
      rate(timing.lowest_rate), rate(timing.highest_rate), rate(timing.nominal_rate))
  end
  line("fields", track.field_order and track.field_order ~= "progressive" and track.field_order or nil)
  line("pixels", "%s, %d bits%s", track.pixel_format, track.bit_depth, track.alpha and ", alpha" or "")
  local color = track.color
  local assumed = #color.assumed > 0
    and (" (assumed: %s)"):format(table.concat(color.assumed, ", ")) or ""
  line("colour", "%s/%s/%s, %s range%s%s", color.primaries, color.transfer, color.matrix, color.range,
    color.dynamic_range ~= "sdr" and ", " .. color.dynamic_range:upper() or "", assumed)
  local light = track.light
  if light then
    line("light", "%s%s", light.max_luminance
      and ("mastered at %g to %g cd/m²"):format(light.min_luminance, light.max_luminance) or "",
      light.max_content > 0 and (" brightest %d, frames %d cd/m²"):format(light.max_content, light.max_average) or "")
  end
  local keys = track.key_frames
  local spacing = ""
  if keys.longest_distance == 1 then
    spacing = ", every frame"
  elseif keys.longest_distance then
    spacing = keys.shortest_distance == keys.longest_distance
      and (", every %d frames"):format(keys.longest_distance)
      or (", %d to %d frames apart"):format(keys.shortest_distance, keys.longest_distance)
  end
  line("key frames", "%d%s%s%s", keys.count, spacing, track.reordered and ", frames reordered" or "",
    keys.open_groups and ", open groups" or "")
end

local function say_sound(track)
  line("sound", "%d Hz, %s, %s", track.sample_rate, track.channel_layout, track.sample_format)
  line("samples", "%d%s%s", track.samples,
    track.priming > 0 and (", after %d of priming"):format(track.priming) or "",
    track.padding > 0 and (", before %d of padding"):format(track.padding) or "")
end

local function say_words(label, words)
  local keys = {}
  for key in pairs(words) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do line(label, "%s = %s", key, words[key]) end
end

--- What becomes of the track in a film of its own; where it is copied in part, when.
local function say_plan(track)
  local spans, place = track.plan.spans, "in a ." .. track.plan.file_type .. " film"
  if #track.reencoded_because == 0 then return line("copied", place) end
  if #spans == 0 then return line("no film", track.reencoded_because[1]) end
  for _, span in ipairs(spans) do
    local range = #spans > 1 and (", from %s for %s"):format(clock(span.start), clock(span.duration)) or ""
    if span.action == "copy" then
      line("copied", place .. range)
    else
      line("re-encoded", "%s%s: %s", place, range, span.reason)
    end
  end
end

local function say_track(track)
  io.write(("track %d: %s, %s%s%s\n"):format(track.id, track.type, track.codec,
    track.profile and " " .. track.profile or "",
    track.codec_tag and " '" .. track.codec_tag .. "'" or ""))
  line("start", clock(track.start))
  line("duration", clock(track.duration))
  if track.type == "video" then say_picture(track) end
  if track.type == "audio" then say_sound(track) end
  line("bit rate", track.bit_rate and track.bit_rate > 0 and ("%d bits a second"):format(track.bit_rate) or nil)
  line("language", track.language)
  if not track.enabled then line("disabled", "the file does not mean it to be played") end
  for _, edit in ipairs(track.edit_list) do
    if edit.empty then
      line("edit", "from %s: nothing for %s", clock(edit.start), clock(edit.duration))
    else
      line("edit", "from %s: media from %s on for %s%s", clock(edit.start), clock(edit.media_start),
        clock(edit.duration), edit.speed and edit.speed ~= 1 and (" at %g times the speed"):format(edit.speed) or "")
    end
  end
  if track.plan then say_plan(track) end
end

local function say(facts)
  io.write(("%s\n"):format(facts.path))
  line("format", "%s%s, %d bytes", facts.format, facts.fragmented and ", fragmented" or "", facts.size)
  line("duration", clock(facts.duration))
  if facts.truncated_at then line("cut short", "media is missing from %s on", clock(facts.truncated_at)) end
  for _, warning in ipairs(facts.warnings) do line("warning", warning) end
  say_words("metadata", facts.metadata)
  for _, chapter in ipairs(facts.chapters) do
    line("chapter", "%s to %s: %s", clock(chapter.start), clock(chapter["end"]), chapter.title)
  end
  for _, track in ipairs(facts.tracks) do say_track(track) end
end

-- Each file is looked at; what cannot be read is said when its turn comes, and decides how it ends.
local function run(values, files, refuse)
  if #files == 0 then refuse("no file given") end
  local found, failure = {}, nil
  for index, file in ipairs(files) do
    local is_read, facts = pcall(probe, file)
    if is_read then
      found[#found + 1] = facts
      if not values.json then
        if index > 1 then io.write("\n") end
        say(facts)
      end
    else
      if failure then vs.note(tostring(failure)) end
      failure = facts
    end
  end
  if values.json and #files > 1 then
    print(json.encode(json.list(found)))
  elseif values.json and found[1] then
    print(json.encode(found[1]))
  end
  if failure then error(failure, 0) end
end

return {
  summary = "Says what is in media files: exact times, sizes, colours, sound, damage, and what would be\nencoded again in a film, and why.",
  usage = "[options] FILE...",
  options = OPTIONS,
  run = run,
}
