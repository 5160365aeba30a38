-- vscript play: shows a film in a window, with its sound.

local vs = require("vscript")
local arguments = require("vscript.arguments")

local OPTIONS = {
  { name = "start", kind = "time", help = "where to begin" },
  { name = "rate", kind = "number", help = "the speed, from -4 to 4; negative is backward" },
  { name = "volume", kind = "number", help = "how loud, from 0 to 1" },
  { name = "loop", kind = "boolean", help = "begin again at the end" },
  { name = "overlay", kind = "boolean", help = "show time and frame number on the picture" },
  { name = "full_screen", kind = "boolean", help = "fill the screen" },
  { name = "paused", kind = "boolean", help = "wait for the space bar" },
  { name = "keep_open", kind = "boolean", help = "stay open at the end" },
  { name = "help", kind = "boolean", short = "-h", help = "show this text" },
}

local HELP = [[
usage: vscript play [options] FILM

Shows a film in a window, with its sound.

%s

Keys: space plays and pauses, . and , go a frame on and back, left and right 5 s, up and down a
minute, Home and End to the ends; [ and ] halve and double the speed, Backspace turns it round;
9 and 0 change the volume, m mutes; f fills the screen, i shows time and frame number, l repeats;
q closes the window.
]]

local values, words = arguments.read("play", arg, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if #words ~= 1 then arguments.refuse("play", "one film is needed") end

local player <close> = vs.player(vs.asset(words[1]), {
  loop = values.loop, overlay = values.overlay,
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
