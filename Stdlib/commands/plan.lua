-- vscript plan: tells what the exports of a script would copy, encode and draw, without running them.

local vs = require("vscript")
local film = require("vscript.film")
local plans = require("vscript.plans")

local OPTIONS = {
  { name = "json", kind = "boolean", help = "print one JSON object for each export" },
  { name = "svg", kind = "string", help = "draw the plans into this SVG file" },
  { name = "output", kind = "string", short = "-o", help = "with clips: the film they would be merged into" },
  { name = "reencode", kind = "choice", choices = { "auto", "always", "never" },
    help = "with clips: auto, always or never" },
}

local function run(values, words, refuse)
  if #words == 0 then refuse("no script and no clips given") end
  local list = words[1]:match(film.SCRIPT) and film.planned(words, refuse) or vs.planned(function()
    require("vscript.merge")(words, { output = values.output or "film.mp4", reencode = values.reencode })
  end)
  if #list == 0 then vs.note("the script exports nothing") end
  for _, plan in ipairs(list) do
    io.write(values.json and plans.json(plan) .. "\n" or plans.text(plan))
  end
  if values.svg then
    local file = assert(io.open(values.svg, "w"))
    file:write(plans.svg(list))
    file:close()
  end
end

--- What an export of the prompt's film to a file would do.
local function plan_at_prompt(words, session)
  local film, options = require("vscript.prompt").view(session)
  options.output = words[1] or "film.mp4"
  local list = vs.planned(function() vs.export(film, options) end)
  for _, plan in ipairs(list) do io.write(plans.text(plan)) end
end

return {
  summary = "Plans the exports of a script, or of clips merged, instead of making them: what is copied, what\n"
    .. "is encoded anew or composed, why, and what that will about cost. Nothing is written.",
  usage = "[options] SCRIPT.lua [arguments] | CLIP... [-o FILM]",
  options = OPTIONS,
  stops_at = film.SCRIPT,
  run = run,
  prompt = {
    usage = "[FILE]", help = "what an export to film.mp4, or to another file, would copy and encode",
    run = plan_at_prompt,
  },
}
