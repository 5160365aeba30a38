-- What is made of the registration table and the tools' descriptions: the reference pages in Stdlib/doc
-- (with the examples beside them), the manual page, and the annotations for editors in Stdlib/meta.
--
--   vscript Scripts/dev/reference.lua          writes the pages
--   vscript Scripts/dev/reference.lua check    runs every example and compares the pages instead
--
-- The examples of a class or module NAME are in examples/NAME.lua. A line `--- member, member` begins
-- the example of these members; `--- (first)` is put before each of them. What is behind `-->` is
-- what the line prints.

local root = arg[0]:match("^(.*)Scripts/dev/[^/]*$")
local folder = root .. "Stdlib/doc/"
local is_check = arg[1] == "check"
local problems, counts = {}, { pages = 0, members = 0, examples = 0 }

local function problem(...) problems[#problems + 1] = string.format(...) end

local function read(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

local NAMES = {
  ["()"] = "call", __add = "+", __sub = "-", __mul = "*", __div = "/", __idiv = "//", __mod = "%",
  __pow = "^", __unm = "unary -", __lt = "<", __le = "<=", __concat = "..", __len = "#",
}
local function label(member)
  if member.kind == "call" then return "call" end
  return NAMES[member.name] or member.name
end

--- The examples in a file: a list of { names =, code = }, by name, and what comes before each.
local function read_examples(class)
  local text = read(folder .. "examples/" .. class.name .. ".lua") or ""
  local by_name, list, first, current = {}, {}, "", nil
  for line in text:gmatch("([^\n]*)\n") do
    local heading = line:match("^%-%-%- (.+)$")
    if heading then
      current = { names = {}, lines = {}, place = class.name .. ": " .. heading }
      if heading ~= "(first)" then list[#list + 1] = current end
      for name in heading:gmatch("[^,]+") do
        name = name:match("^%s*(.-)%s*$")
        if name == "(first)" then
          first = current
        else
          current.names[#current.names + 1] = name
          if by_name[name] then problem("%s has two examples of %s", class.name, name) end
          by_name[name] = current
        end
      end
    elseif current then
      current.lines[#current.lines + 1] = line
    end
  end
  local function code(example)
    return (table.concat(example.lines, "\n"):gsub("^%s*\n", ""):gsub("%s+$", "")) .. "\n"
  end
  for _, example in ipairs(list) do example.code = code(example) end
  return by_name, list, first ~= "" and code(first) or ""
end

--- Runs an example and compares what it prints with what stands behind its arrows.
local function run(example, first)
  local due, printed = {}, {}
  for text in (first .. example.code):gmatch("%-%->[ \t]?([^\n]*)") do due[#due + 1] = text:match("^(.-)%s*$") end
  if #due == 0 then return problem("%s prints nothing that is checked", example.place) end
  local environment = setmetatable({}, { __index = _G })
  function environment.print(...)
    local parts = table.pack(...)
    for index = 1, parts.n do parts[index] = tostring(parts[index]) end
    for line in (table.concat(parts, " ") .. "\n"):gmatch("([^\n]*)\n") do
      printed[#printed + 1] = line:match("^(.-)%s*$")
    end
  end
  local chunk, fault = load(first .. example.code, "=" .. example.place, "t", environment)
  if not chunk then return problem("%s", fault) end
  local fine, failure = xpcall(chunk, function(e) return tostring(e) end)
  if not fine then return problem("%s", failure) end
  for index = 1, math.max(#due, #printed) do
    if due[index] ~= printed[index] then
      problem("%s prints '%s', not '%s'", example.place, printed[index] or "nothing", due[index] or "nothing")
    end
  end
end

local function page(class, by_name, first)
  local lines = { "# " .. class.name, "", class.help, "" }
  local function add(...) for _, line in ipairs({ ... }) do lines[#lines + 1] = line end end
  local function add_code(code) add("```lua", (code:gsub("\n$", "")), "```", "") end
  if first ~= "" then
    add("The examples begin with this:", "")
    add_code(first)
  end
  local shown = {}
  for _, member in ipairs(class.members) do
    add("## " .. label(member), "", "`" .. member.heading .. "`", "", member.help, "")
    if member.read_only then add("It is read-only.", "") end
    if #member.options > 0 then
      add("| option | | |", "|---|---|---|")
      for _, option in ipairs(member.options) do
        add(("| `%s` | `%s`%s | %s |"):format(option.name, option.type:gsub("|", "\\|"),
          option.required and ", needed" or "", option.help))
      end
      add("")
    end
    local example = by_name[label(member)]
    if example and shown[example] then
      add(("The example is that of [%s](#%s)."):format(shown[example], shown[example]), "")
    elseif example then
      shown[example] = label(member)
      add_code(example.code)
    end
  end
  lines[#lines] = nil
  return table.concat(lines, "\n") .. "\n"
end

local function keep(name, text)
  counts.pages = counts.pages + 1
  if is_check then
    if read(folder .. name) ~= text then problem("%s is not what the table makes of it", name) end
    return
  end
  local file = assert(io.open(folder .. name, "w"))
  file:write(text)
  file:close()
end

local classes = vs.reference()
table.sort(classes, function(a, b) return a.name < b.name end)
local index = {
  "# The Lua face, type by type", "",
  "Made by `vscript Scripts/dev/reference.lua` of the registration table and the examples beside this file,",
  "which the tests run.", "", "| | |", "|---|---|",
}
for _, class in ipairs(classes) do
  local by_name, list, first = read_examples(class)
  local known = {}
  for _, member in ipairs(class.members) do
    known[label(member)], counts.members = true, counts.members + 1
    if not by_name[label(member)] then
      problem("%s.%s has no example; add one to Stdlib/doc/examples/%s.lua", class.name, label(member), class.name)
    end
  end
  for name in pairs(by_name) do
    if not known[name] then problem("%s has no member %s, but an example of it", class.name, name) end
  end
  if is_check then
    for _, example in ipairs(list) do
      counts.examples = counts.examples + 1
      run(example, first)
    end
  end
  keep(class.name .. ".md", page(class, by_name, first))
  index[#index + 1] = ("| [%s](%s.md) | %s |"):format(class.name, class.name, class.help)
end

-- Pages written by hand, and modules for `require`: those that scripts use, each by its own first words.
local GUIDES = {
  { "coming-from.md", "jobs side by side with ffmpeg, MoviePy and AVFoundation" },
  { "copying.md", "what is copied instead of encoded, and why" },
  { "pictures.md", "what becomes of orientation, fields, colours, alpha, and of what is carried along" },
  { "probe.md", "what `vscript probe` says" },
  { "project-file.md", "the file that `composition:save` writes" },
}
local MODULES = { "merge", "music", "titles", "transitions", "placing", "contact", "compare", "timeline", "waveform", "json" }
index[#index + 1] = "\n## Guides\n"
for _, guide in ipairs(GUIDES) do
  if not read(folder .. guide[1]) then problem("there is no guide %s", guide[1]) end
  index[#index + 1] = ("- [%s](%s): %s"):format(guide[1], guide[1], guide[2])
end
index[#index + 1] = "\n## Modules\n\nEach says at its head what it takes; `vscript help vscript.merge` shows it.\n"
for _, name in ipairs(MODULES) do
  local text = read(("%sStdlib/vscript/%s.lua"):format(root, name)) or ""
  local words = text:match("^%-%-%- ([^\n]+%.)\n")
  if not words then problem("the module %s does not say what it is in its first line", name) end
  index[#index + 1] = ("- [vscript.%s](../vscript/%s.lua): %s"):format(name, name, words)
end
keep("README.md", table.concat(index, "\n") .. "\n")
keep("vscript.1", require("commands.man").page() .. "\n")
keep("../meta/vscript.lua", vs.annotations())

for _, text in ipairs(problems) do print(text) end
if is_check and #problems > 0 then
  print(("%d problems; `Scripts/vscript Scripts/dev/reference.lua` makes the pages anew"):format(#problems))
  os.exit(1, true)
end
print(("%d pages, %d members, %d examples"):format(counts.pages, counts.members, counts.examples))
