-- vscript plan: tells what the exports of a script would copy, encode and draw, without running them.

local arguments = require("vscript.arguments")
local plans = require("vscript.plans")

local OPTIONS = {
  { name = "json", kind = "boolean", help = "print one JSON object for each export" },
  { name = "svg", kind = "string", help = "draw the plans into this SVG file" },
  { name = "output", kind = "string", short = "-o", help = "with clips: the film they would be merged into" },
  { name = "reencode", kind = "choice", choices = { "auto", "always", "never" },
    help = "with clips: auto, always or never" },
  { name = "help", kind = "boolean", short = "-h", help = "show this text" },
}

local HELP = [[
usage: vscript plan [options] SCRIPT.lua [arguments]
       vscript plan [options] CLIP... [-o FILM]

Runs a script, or merges clips, but plans the exports instead of making them: what is copied, what is
encoded anew or composed, why, and what that will about cost. Nothing is written.

%s
]]

-- A script's own words are left alone.
local own, place = {}, 1
local script
while arg[place] do
  local word = arg[place]
  own[#own + 1] = word
  if word:match("%.lua$") and arg[place - 1] ~= "--svg" then
    script = word
    own[#own] = nil
    break
  end
  place = place + 1
end
local values, clips = arguments.read("plan", own, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if not script and #clips == 0 then arguments.refuse("plan", "no script and no clips given") end

local function run()
  if not script then
    require("vscript.merge")(clips, { output = values.output or "film.mp4", reencode = values.reencode })
    return
  end
  local chunk, problem = loadfile(script)
  if not chunk then arguments.refuse("plan", problem) end
  package.path = (script:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
  local words = table.move(arg, place + 1, #arg, 1, { [0] = script })
  arg = words
  chunk(table.unpack(words))
end

local list = vs.planned(run)
if #list == 0 then vs.note("the script exports nothing") end
for _, plan in ipairs(list) do
  io.write(values.json and plans.json(plan) .. "\n" or plans.text(plan))
end
if values.svg then
  local file = assert(io.open(values.svg, "w"))
  file:write(plans.svg(list))
  file:close()
end
