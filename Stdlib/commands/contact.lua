-- vscript contact: one sheet of pictures spread over a film, each with its time.

local contact = require("vscript.contact")
local film = require("vscript.film")
local sheets = require("vscript.sheets")

local OPTIONS = {
  { name = "count", kind = "integer", short = "-n", help = "how many pictures; 12 without" },
  { name = "every", kind = "time", help = "a picture every so long instead" },
  { name = "columns", kind = "integer", help = "how many side by side; 4 without" },
  { name = "width", kind = "integer", help = "the width of a picture in pixels; 240 without" },
  table.unpack(sheets.options),
}

local function run(values, words, refuse)
  if #words == 0 then refuse("a film or a script is needed") end
  for _, name in ipairs({ "count", "columns", "width" }) do
    if values[name] and values[name] < 1 then
      refuse(("--%s is 1 or more, not %d"):format(name, values[name]))
    end
  end
  local it = film.open(words, refuse)
  local tell, bar <close> = sheets.progress("contact sheet")
  local sheet = contact(it.asset, {
    count = values.count, every = values.every, columns = values.columns, width = values.width,
    video_composition = film.canvas(it.asset, it.video_composition), title = words[1]:match("[^/]+$"), on_progress = tell,
  })
  bar:close()
  sheets.deliver(sheet, values, "contact.png")
end

local function run_at_prompt(_, session)
  local subject, options = require("vscript.prompt").view(session)
  local tell, bar <close> = sheets.progress("contact sheet")
  local sheet = contact(subject, {
    video_composition = film.canvas(subject, options.video_composition), on_progress = tell,
  })
  bar:close()
  sheets.deliver(sheet, {}, "contact.png")
end

return {
  summary = "Draws a sheet of pictures spread over a film, each with its time.",
  usage = "[options] [-o OUTPUT] FILM|SCRIPT.lua [arguments]",
  options = OPTIONS,
  stops_at = film.SCRIPT,
  run = run,
  prompt = { usage = "", help = "pictures spread over the film", run = run_at_prompt },
}
