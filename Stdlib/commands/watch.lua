-- vscript watch: shows a picture of a script's film again whenever the script is saved.

local vs = require("vscript")

local OPTIONS = {
  { name = "at", kind = "string", help = "the time of the picture; 0 without" },
  { name = "contact", kind = "boolean", help = "a contact sheet instead of one picture" },
  { name = "window", kind = "boolean", help = "a window instead of the terminal; the space bar plays there" },
  { name = "output", kind = "string", short = "-o", help = "a picture file that is written anew each time" },
  { name = "times", kind = "integer", help = "end after so many runs" },
}

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- The command line of a run: each is a process of its own, so that nothing that a script leaves behind, or
--- an endless loop, does harm.
local function command(values, words)
  local at = values.at or "0"
  local script = quoted(words[1])
  for index = 2, #words do script = script .. " " .. quoted(words[index]) end
  if values.window then
    return ("%s play --paused --keep-open --start %s -- %s"):format(quoted(vs.program), quoted(at), script)
  end
  -- The terminal is asked once, not by every run.
  local parts = {
    "VSCRIPT_PICTURES=" .. vs.terminal().pictures, quoted(vs.program), values.contact and "contact" or "frame",
  }
  if values.output then
    parts[#parts + 1] = "--overwrite -o " .. quoted(values.output)
  end
  if not values.contact then parts[#parts + 1] = "--at " .. quoted(at) end
  return table.concat(parts, " ") .. " -- " .. script
end

--- What shows the film once: in the terminal, or in a window that the next one takes the place of.
local function show(line, is_window)
  if not is_window then return function() os.execute(line) end, function() end end
  local last
  local function close()
    if last then os.execute(("kill %s 2>/dev/null"):format(last)) end
    last = nil
  end
  return function()
    local before = last
    local starting <close> = io.popen(line .. " >/dev/null & echo $!")
    last = starting:read("l")
    if before then os.execute(("kill %s 2>/dev/null"):format(before)) end
  end, close
end

local function run(values, words, refuse)
  if #words == 0 then refuse("a script is needed") end
  if not words[1]:match("%.lua$") then refuse(("'%s' is no script; its name ends in .lua"):format(words[1])) end
  if values.window and (values.contact or values.output) then
    refuse("a window shows neither a contact sheet nor a file")
  end
  local file, problem = io.open(words[1])
  if not file then refuse(problem) end
  file:close()
  local folder = words[1]:match("^(.*)/[^/]*$") or "."
  local watch <close> = vs.watch({ folder })
  local run_once, close = show(command(values, words), values.window)
  local ending <close> = setmetatable({}, { __close = close })
  local runs = 0
  while true do
    run_once()
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
  usage = "[options] SCRIPT.lua [arguments]",
  options = OPTIONS,
  notes = "Ctrl-C stops a run that goes on and on; pressed while nothing runs it ends the watch.",
  run = run,
}
