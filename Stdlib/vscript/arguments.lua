--- Tools: a table that describes one, and the reading of its words by that table.
--
-- A file Stdlib/commands/NAME.lua returns the description of the tool NAME and does nothing else:
--   summary    what it does, in one sentence
--   usage      what follows "vscript NAME" on a command line
--   options    a list of options
--   notes      more lines for its help (optional)
--   completes  what its words are, for shells: "file" (default), "topic", "shell" or "none"
--   run        function(values, words, refuse): the work; refuse(message) ends it as wrong usage
--   prompt     { usage =, help =, run = }: the tool as a command of the prompt (vscript.prompt; optional)
-- The command line, `--help`, the manual page, the completions of shells and the prompt's commands
-- all come from that table.
--
-- An option is described by a table { name =, kind =, help =, short =, group = }: `name` is the key in
-- the result, "--name-with-dashes" on the command line, `group` its heading in the help. Kinds: "boolean" (also --no-…),
-- "integer", "number", "string", "time", "time_range" (FROM..TO), "choice" (one of
-- `choices`), "size" (WIDTHxHEIGHT), "rate",
-- "table" (KEY=VALUE, may be repeated). "--name VALUE" and "--name=VALUE" mean the same, and "--"
-- ends the options.

local vs = require("vscript")

local arguments = {}

local VALUE_NAMES = {
  integer = "N", number = "X", string = "TEXT", time = "TIME", time_range = "FROM..TO",
  size = "WxH", rate = "RATE", table = "KEY=VALUE", choice = "WORD",
}

local HELP = { name = "help", kind = "boolean", short = "-h", help = "show this text" }

--- How an option is written on a command line.
function arguments.flag(option) return "--" .. option.name:gsub("_", "-") end

--- The word that stands for an option's value in help; nil for a switch.
function arguments.value_name(option) return VALUE_NAMES[option.kind] end

--- Raises what ends a tool with the status of wrong usage.
function arguments.refuse(tool, message)
  vs.fail("wrong_usage", tool .. ": " .. message, ("Try 'vscript %s --help'."):format(tool))
end

--- The description of a tool, with the options that every tool has.
function arguments.tool(name)
  local tool = require("commands." .. name)
  local options = table.move(tool.options or {}, 1, #(tool.options or {}), 1, {})
  options[#options + 1] = HELP
  return {
    name = name, summary = tool.summary, usage = tool.usage, options = options, notes = tool.notes,
    completes = tool.completes or "file", run = tool.run, prompt = tool.prompt,
    stops_at = tool.stops_at,
  }
end

--- Runs a tool with the words of a command line.
function arguments.run(name, words)
  local tool = arguments.tool(name)
  local values, rest = arguments.read(name, words, tool.options, tool.stops_at)
  if values.help then return print(arguments.help_text(tool)) end
  tool.run(values, rest, function(message) arguments.refuse(name, message) end)
end

--- Turns the text of an option into its value; nil when it does not read as one.
local READ = {
  string = function(text) return text end,
  integer = function(text) return math.tointeger(tonumber(text)) end,
  number = function(text) return tonumber(text) end,
  time = function(text)
    local is_time, time = pcall(vs.time, tonumber(text) or text)
    return is_time and time or nil
  end,
  time_range = function(text)
    local from, to = text:match("^(.-)%.%.(.+)$")
    if not from then return nil end
    local is_range, range = pcall(vs.range.between, tonumber(from) or from, tonumber(to) or to)
    return is_range and range or nil
  end,
  size = function(text)
    local width, height = text:match("^(%d+)[xX](%d+)$")
    return width and { math.tointeger(tonumber(width)), math.tointeger(tonumber(height)) }
  end,
  rate = function(text)
    local is_rate, duration = pcall(vs.frames, 1, tonumber(text) or text)
    return is_rate and duration or nil
  end,
}

--- Reads `words` by the list `options`; returns the values by name, and the words that are none.
--
-- From the first word on that matches the pattern `stop`, if there is one, words are left alone.
function arguments.read(tool, words, options, stop)
  local by_flag, flags = {}, {}
  for _, option in ipairs(options) do
    local flag = arguments.flag(option)
    by_flag[flag], flags[#flags + 1] = option, flag
    if option.short then by_flag[option.short] = option end
  end

  local values, rest, index = {}, {}, 1
  local function refuse(...) arguments.refuse(tool, string.format(...)) end

  local function take(flag, option, text)
    if option.kind == "boolean" then
      if text then refuse("%s takes no value", flag) end
      values[option.name] = true
      return
    end
    if not text then
      index = index + 1
      text = words[index] or refuse("%s needs a value, %s", flag, VALUE_NAMES[option.kind])
    end
    if option.kind == "table" then
      local key, value = text:match("^([^=]+)=(.*)$")
      if not key then refuse("%s needs KEY=VALUE, not '%s'", flag, text) end
      values[option.name] = values[option.name] or {}
      values[option.name][key] = value
      return
    end
    if option.kind == "choice" then
      for _, choice in ipairs(option.choices) do
        if choice == text then
          values[option.name] = text
          return
        end
      end
      refuse("%s cannot be '%s'; it is one of %s", flag, text, table.concat(option.choices, ", "))
    end
    local value = READ[option.kind](text)
    if value == nil then refuse("%s needs %s, not '%s'", flag, VALUE_NAMES[option.kind], text) end
    values[option.name] = value
  end

  while words[index] do
    local word = words[index]
    if word == "--" then
      table.move(words, index + 1, #words, #rest + 1, rest)
      break
    elseif word:match("^%-.") then
      local flag, text = word:match("^(%-%-[^=]+)=(.*)$")
      flag = flag or word
      local option = by_flag[flag]
      local negated = by_flag["--" .. (flag:match("^%-%-no%-(.+)$") or "")]
      if option then
        take(flag, option, text)
      elseif negated and negated.kind == "boolean" then
        values[negated.name] = false
      else
        local nearest = vs.nearest(flag, flags)
        refuse("unknown option %s%s", flag, nearest and ("; did you mean %s?"):format(nearest) or "")
      end
    elseif stop and word:match(stop) then
      table.move(words, index, #words, #rest + 1, rest)
      break
    else
      rest[#rest + 1] = word
    end
    index = index + 1
  end
  return values, rest
end

--- The words of a text, apart at spaces; quotes keep them together.
function arguments.split(text)
  local words, place = {}, 1
  while true do
    place = text:find("%S", place)
    if not place then return words end
    local quote = text:sub(place, place):match("[\"']")
    local last = quote and text:find(quote, place + 1, true)
    if last then
      words[#words + 1] = text:sub(place + 1, last - 1)
    else
      last = (text:find("%s", place) or #text + 1) - 1
      words[#words + 1] = text:sub(place, last)
    end
    place = last + 1
  end
end

--- The lines of help for a list of options, aligned, under the headings of their groups.
function arguments.help(options)
  local lines, group = {}, nil
  for _, option in ipairs(options) do
    if option.group ~= group and option ~= HELP then
      group = option.group
      lines[#lines + 1] = (#lines > 0 and "\n" or "") .. group .. ":"
    end
    local flag = (option.short and option.short .. ", " or "    ") .. arguments.flag(option)
    local value = arguments.value_name(option)
    if value then flag = flag .. " " .. value end
    lines[#lines + 1] = ("  %-34s %s"):format(flag, option.help)
  end
  return table.concat(lines, "\n")
end

--- Everything there is to say of a tool.
function arguments.help_text(tool)
  local parts = {
    ("usage: vscript %s %s"):format(tool.name, tool.usage), tool.summary, arguments.help(tool.options),
    tool.notes,
  }
  return table.concat(parts, "\n\n")
end

return arguments
