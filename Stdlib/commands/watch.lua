-- vscript watch: shows a picture of a script's film again whenever the script is saved.

local vs = require("vscript")

local OPTIONS = {
  { name = "at", kind = "string", help = "the time of the picture; 0 without" },
  { name = "contact", kind = "boolean", help = "a contact sheet instead of one picture" },
  { name = "output", kind = "string", short = "-o", help = "a picture file that is written anew each time" },
  { name = "times", kind = "integer", help = "end after so many runs" },
}

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Each run is a process of its own: what a script leaves behind, or an endless loop, harms nothing.
local function command(values, words)
  local parts = { quoted(vs.program), values.contact and "contact" or "frame" }
  if values.output then
    parts[#parts + 1] = "--overwrite -o " .. quoted(values.output)
  end
  parts[#parts + 1] = "-- " .. quoted(words[1])
  if not values.contact then parts[#parts + 1] = quoted(values.at or "0") end
  if values.contact then
    for index = 2, #words do parts[#parts + 1] = quoted(words[index]) end
  end
  return table.concat(parts, " ")
end

local function run(values, words, refuse)
  if #words == 0 then refuse("a script is needed") end
  if not words[1]:match("%.lua$") then refuse(("'%s' is no script; its name ends in .lua"):format(words[1])) end
  local file, problem = io.open(words[1])
  if not file then refuse(problem) end
  file:close()
  local folder = words[1]:match("^(.*)/[^/]*$") or "."
  local watch <close> = vs.watch({ folder })
  local line = command(values, words)
  local runs = 0
  while true do
    os.execute(line)
    runs = runs + 1
    if values.times and runs >= values.times then return end
    -- Its modules lie beside it; a picture that is written there is none of them.
    local is_changed = false
    repeat
      for _, path in ipairs(watch:wait()) do is_changed = is_changed or path:match("%.lua$") ~= nil end
    until is_changed
  end
end

return {
  summary = "Runs a script again whenever it, or a module beside it, is saved, and shows its film at a time.",
  usage = "[options] SCRIPT.lua",
  options = OPTIONS,
  run = run,
}
