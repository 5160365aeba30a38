--- Writing values as JSON, for other programs to read.
--
--   local json = require("vscript.json")
--   print(json.encode(json.record({ { "name", "clip" }, { "frames", 25 } })))
--
-- A list of { key, value } pairs made by json.record(…) becomes an object with its keys in that order;
-- json.list(…) is a list even when it is empty; json.null stands for nothing. Other tables are lists
-- where they have a first element, else objects with their keys sorted.

local json = {}

json.null = setmetatable({}, { __name = "json.null" })

local RECORD, LIST = {}, {}

--- An object that keeps the order of its keys: json.record{ { "key", value }, … }; pairs whose value
--- is nil are there as null.
function json.record(pairs_) return setmetatable(pairs_, RECORD) end

--- A list, also an empty one.
function json.list(values) return setmetatable(values, LIST) end

local ESCAPES = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r",
  ["\t"] = "\\t",
}

--- Text as JSON; bytes that are no UTF-8 become U+FFFD, for JSON has no way to say them.
local function text(value)
  local parts, index = {}, 1
  while index <= #value do
    local length, bad = utf8.len(value, index)
    local last = length and #value or bad - 1
    parts[#parts + 1] = value:sub(index, last)
    if length then break end
    parts[#parts + 1] = "\u{FFFD}"
    index = bad + 1
  end
  local escaped = table.concat(parts):gsub('[%c"\\\127]', function(character)
    return ESCAPES[character] or ("\\u%04x"):format(character:byte())
  end)
  return '"' .. escaped .. '"'
end

local function number(value)
  if math.type(value) == "integer" then return tostring(value) end
  if value ~= value or value == math.huge or value == -math.huge then return "null" end
  local short = ("%.15g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local encode

--- The parts of a table between brackets, one a line.
local function lines(opening, parts, closing, indent)
  if #parts == 0 then return opening .. closing end
  local inner = indent .. "  "
  return opening .. "\n" .. inner .. table.concat(parts, ",\n" .. inner) .. "\n" .. indent .. closing
end

local function object(keys, values, indent)
  local parts = {}
  for _, key in ipairs(keys) do
    parts[#parts + 1] = text(tostring(key)) .. ": " .. encode(values[key], indent .. "  ")
  end
  return lines("{", parts, "}", indent)
end

function encode(value, indent)
  local kind = type(value)
  if value == nil or value == json.null then return "null" end
  if kind == "boolean" then return tostring(value) end
  if kind == "number" then return number(value) end
  if kind == "string" then return text(value) end
  if kind ~= "table" then return text(tostring(value)) end
  local meta = getmetatable(value)
  if meta == RECORD then
    local keys, values = {}, {}
    for index, pair in ipairs(value) do keys[index], values[pair[1]] = pair[1], pair[2] end
    return object(keys, values, indent)
  end
  if meta == LIST or value[1] ~= nil then
    local parts = {}
    for index, item in ipairs(value) do parts[index] = encode(item, indent .. "  ") end
    return lines("[", parts, "]", indent)
  end
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return object(keys, value, indent)
end

--- A value as JSON text, indented by two spaces a level.
function json.encode(value) return encode(value, "") end

return json
