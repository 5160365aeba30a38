-- vscript contact: one sheet of pictures spread over a film, each with its time.

local vs = require("vscript")
local arguments = require("vscript.arguments")
local contact = require("vscript.contact")
local sheets = require("vscript.sheets")

local OPTIONS = {
  { name = "count", kind = "integer", short = "-n", help = "how many pictures; 12 without" },
  { name = "every", kind = "time", help = "a picture every so long instead" },
  { name = "columns", kind = "integer", help = "how many side by side; 4 without" },
  { name = "width", kind = "integer", help = "the width of a picture in pixels; 240 without" },
  table.unpack(sheets.options),
}

local HELP = [[
usage: vscript contact [options] FILM [-o OUTPUT]

Draws a sheet of pictures spread over a film, each with its time.

%s
]]

local values, words = arguments.read("contact", arg, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if #words ~= 1 then arguments.refuse("contact", "one film is needed") end
for _, name in ipairs({ "count", "columns", "width" }) do
  if values[name] and values[name] < 1 then
    arguments.refuse("contact", ("--%s is 1 or more, not %d"):format(name, values[name]))
  end
end
local sheet = contact(vs.asset(words[1]), {
  count = values.count, every = values.every, columns = values.columns, width = values.width,
  title = words[1]:match("[^/]+$"),
})
sheets.deliver(sheet, values, "contact.png")
