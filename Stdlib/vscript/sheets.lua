--- What the tools that draw a sheet share: where it goes, and how far it is.

local vs = require("vscript")
local samples = require("vscript.samples")

local sheets = {}

--- The options of every such tool.
sheets.options = {
  { name = "output", kind = "string", short = "-o", help = "SVG, PNG or JPEG file; without, the terminal shows it" },
  { name = "overwrite", kind = "boolean", help = "replace the file if it exists" },
}

--- Tells of a tool's long work: a function for `on_progress`, and an object whose `close` takes the bar
--- away, before anything is printed or when the work fails.
function sheets.progress(name)
  local bar
  local function tell(_, done, total)
    bar = bar or vs.progress(name, total)
    bar:update(done)
  end
  local function close() if bar then bar:close() end end
  return tell, setmetatable({ close = close }, { __close = close })
end

--- Saves a sheet, or shows it in the terminal; where that cannot show pictures, it is saved as `name`.
function sheets.deliver(sheet, values, name)
  if not values.output and vs.show(sheet) then return end
  local path = values.output or samples.fresh_name(name)
  sheet:save(path, { overwrite = values.overwrite })
  print(("%s  %s"):format(path, sheet.size))
end

return sheets
