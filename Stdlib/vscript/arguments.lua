--- Reading the words of a command line into a table of options, for the tools in Stdlib/commands.
--
-- An option is described by a table { name =, kind =, help =, short =, is_hidden = }: `name` is the
-- key in the result, "--name-with-dashes" on the command line. Kinds: "boolean" (also --no-…),
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

local function flag_of(name) return "--" .. name:gsub("_", "-") end

--- Ends the tool: what was wrong on standard error, and the status of wrong usage.
function arguments.refuse(tool, message)
  io.stderr:write(("vscript %s: %s\n"):format(tool, message))
  io.stderr:write(("Try 'vscript %s --help'.\n"):format(tool))
  os.exit(2, true)
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
function arguments.read(tool, words, options)
  local by_flag, flags = {}, {}
  for _, option in ipairs(options) do
    local flag = flag_of(option.name)
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
    else
      rest[#rest + 1] = word
    end
    index = index + 1
  end
  return values, rest
end

--- The lines of help for a list of options, aligned.
function arguments.help(options)
  local lines = {}
  for _, option in ipairs(options) do
    if not option.is_hidden then
      local flag = (option.short and option.short .. ", " or "    ") .. flag_of(option.name)
      if option.kind ~= "boolean" then flag = flag .. " " .. VALUE_NAMES[option.kind] end
      lines[#lines + 1] = ("  %-34s %s"):format(flag, option.help)
    end
  end
  return table.concat(lines, "\n")
end

return arguments
