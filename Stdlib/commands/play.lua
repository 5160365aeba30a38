-- vscript play: shows a film in a window, with its sound.

local vs = require("vscript")
local film = require("vscript.film")

local OPTIONS = {
  { name = "start", kind = "time", help = "where to begin" },
  { name = "rate", kind = "number", help = "the speed, from -4 to 4; negative is backward" },
  { name = "volume", kind = "number", help = "how loud, from 0 to 1" },
  { name = "loop", kind = "boolean", help = "begin again at the end" },
  { name = "overlay", kind = "boolean", help = "show time and frame number on the picture" },
  { name = "full_screen", kind = "boolean", help = "fill the screen" },
  { name = "paused", kind = "boolean", help = "wait for the space bar" },
  { name = "keep_open", kind = "boolean", help = "stay open at the end" },
}

local function run(values, words, refuse)
  if #words == 0 then refuse("a film or a script is needed") end

  local it = film.open(words, refuse)
  local player <close> = vs.player(it.asset, {
    loop = values.loop, overlay = values.overlay, video_composition = it.video_composition,
    audio_mix = it.audio_mix,
  })
  player.volume = values.volume or 1
  player.full_screen = values.full_screen or false
  local rate = values.rate or 1
  if values.start then
    player:seek(values.start)
  elseif rate < 0 then
    player:seek(player.time_range.end_time)
  end
  if not values.paused then player.rate = rate end
  repeat
    local is_over = player:wait(1)
  until player.status == "closed" or (is_over and not values.keep_open)
end

--- Plays the film of the prompt while the conversation goes on; the player is the global `player`.
local function play_at_prompt(words, session)
  local film, options = require("vscript.prompt").view(session)
  if player and player.status ~= "closed" then player:close() end
  player = vs.player(film, options)
  if words[1] then player:seek(tonumber(words[1]) or words[1]) end
  player:play()
  print("player = " .. tostring(player))
end

return {
  summary = "Shows a film in a window, with its sound.",
  usage = "[options] FILM|PROJECT.json|SCRIPT.lua [arguments]",
  options = OPTIONS,
  notes = [[
Keys: space plays and pauses, . and , go a frame on and back, left and right 5 s, up and down a
minute, Home and End to the ends; [ and ] halve and double the speed, Backspace turns it round;
9 and 0 change the volume, m mutes; f fills the screen, i shows time and frame number, l repeats;
q closes the window.]],
  stops_at = film.SCRIPT,
  run = run,
  prompt = { usage = "[TIME]", help = "the film in a window; player:pause() and so on steer it", run = play_at_prompt },
}
