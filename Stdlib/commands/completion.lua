-- vscript completion: what makes a shell complete the words of vscript.

local vs = require("vscript")
local arguments = require("vscript.arguments")

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Every option of the program or of a tool: flags, value, choices, help.
local function options(list)
  local result = {}
  for _, option in ipairs(list) do
    local flags = { option.flag or arguments.flag(option) }
    if option.short then table.insert(flags, 1, option.short) end
    local value = option.value
    if option.kind then value = arguments.value_name(option) end
    local choices = option.choices and #option.choices > 0 and option.choices or nil
    result[#result + 1] = { flags = flags, value = value, choices = choices, help = option.help }
  end
  return result
end

local WORDS = {
  shell = function() return { "bash", "fish", "zsh" } end,
  topic = function()
    local words = table.move(vs.tools(), 1, #vs.tools(), 1, {})
    table.move(vs.topics(), 1, #vs.topics(), #words + 1, words)
    for _, class in ipairs(vs.reference()) do words[#words + 1] = class.name end
    return words
  end,
}

--- The tools with their options and the words that may follow; nil for files.
local function tools()
  local list = {}
  for _, name in ipairs(vs.tools()) do
    local tool = arguments.tool(name)
    local words = WORDS[tool.completes] and WORDS[tool.completes]() or nil
    if tool.completes == "none" then words = {} end
    list[#list + 1] = { name = name, summary = tool.summary, options = options(tool.options), words = words }
  end
  return list
end

local shells = {}

function shells.bash()
  local lines = {
    "# Completion of vscript for bash: source <(vscript completion bash)",
    "_vscript() {",
    "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} tool= words= files=1 i",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    "    case ${COMP_WORDS[i]} in",
  }
  local function add(...) lines[#lines + 1] = string.format(...) end
  local program = options(vs.command_line().options)
  for _, option in ipairs(program) do
    if option.value then add("      %s) ((i++)) ;;", table.concat(option.flags, "|")) end
  end
  add("      -*) ;;")
  add("      *) tool=${COMP_WORDS[i]}; break ;;")
  add("    esac")
  add("  done")
  add("  case $tool in")
  local function part(name, list, words, files)
    add("    %s)", name)
    local flags = {}
    add("      case $before in")
    for _, option in ipairs(list) do
      table.move(option.flags, 1, #option.flags, #flags + 1, flags)
      if option.choices then
        add("        %s) words=%s files= ;;", table.concat(option.flags, "|"), quoted(table.concat(option.choices, " ")))
      elseif option.value then
        add("        %s) ;;", table.concat(option.flags, "|"))
      end
    end
    table.move(words or {}, 1, #(words or {}), #flags + 1, flags)
    add("        *) words=%s%s ;;", quoted(table.concat(flags, " ")), files and "" or " files=")
    add("      esac ;;")
  end
  local names = {}
  local all = tools()
  for _, tool in ipairs(all) do names[#names + 1] = tool.name end
  part("''", program, names, true)
  for _, tool in ipairs(all) do part(tool.name, tool.options, tool.words, tool.words == nil) end
  add("  esac")
  add("  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))")
  add("  if [[ $files && $current != -* ]]; then")
  add("    local IFS=$'\\n'")
  add("    COMPREPLY+=($(compgen -f -- \"$current\"))")
  add("  fi")
  add("}")
  add("complete -o filenames -F _vscript vscript")
  return table.concat(lines, "\n")
end

function shells.zsh()
  local lines = {
    "#compdef vscript",
    "# Completion of vscript for zsh: put it as _vscript into a folder of $fpath.",
  }
  local function add(...) lines[#lines + 1] = string.format(...) end
  local function text(value) return (value:gsub("[%[%]:\\]", "\\%0")) end
  local function specs(list)
    local result = {}
    for _, option in ipairs(list) do
      for _, flag in ipairs(option.flags) do
        local spec = flag .. "[" .. text(option.help) .. "]"
        if option.value then
          local action = option.choices and "(" .. table.concat(option.choices, " ") .. ")" or "_files"
          spec = spec .. ":" .. text(option.value) .. ":" .. action
        end
        result[#result + 1] = quoted(spec)
      end
    end
    return table.concat(result, " \\\n    ")
  end
  add("_vscript_first() {")
  add("  local -a tools=(")
  local all = tools()
  for _, tool in ipairs(all) do add("    %s", quoted(tool.name .. ":" .. text(tool.summary))) end
  add("  )")
  add("  _describe tool tools")
  add("  _files -g '*.lua'")
  add("}")
  add("_vscript() {")
  add("  local state line")
  add("  _arguments -C \\")
  add("    %s \\", specs(options(vs.command_line().options)))
  add("    '1: :_vscript_first' '*::word:->rest'")
  add("  [[ $state == rest ]] || return")
  add("  case $line[1] in")
  for _, tool in ipairs(all) do
    local rest = tool.words and "(" .. table.concat(tool.words, " ") .. ")" or "_files"
    add("    %s) _arguments %s \\\n    %s ;;", tool.name, specs(tool.options), quoted("*:word:" .. rest))
  end
  add("    *) _files ;;")
  add("  esac")
  add("}")
  add("_vscript \"$@\"")
  return table.concat(lines, "\n")
end

function shells.fish()
  local lines = { "# Completion of vscript for fish: vscript completion fish | source" }
  local function add(...) lines[#lines + 1] = string.format(...) end
  local all, names = tools(), {}
  for _, tool in ipairs(all) do names[#names + 1] = tool.name end
  local condition = "not __fish_seen_subcommand_from " .. table.concat(names, " ")
  local function flags(list, when)
    for _, option in ipairs(list) do
      local words = {}
      for _, flag in ipairs(option.flags) do
        words[#words + 1] = flag:match("^%-%-") and "-l " .. flag:sub(3) or "-s " .. flag:sub(2)
      end
      local value = ""
      if option.choices then
        value = " -x -a " .. quoted(table.concat(option.choices, " "))
      elseif option.value then
        value = " -r"
      end
      add("complete -c vscript -n %s %s%s -d %s", quoted(when), table.concat(words, " "), value, quoted(option.help))
    end
  end
  flags(options(vs.command_line().options), condition)
  for _, tool in ipairs(all) do
    add("complete -c vscript -n %s -a %s -d %s", quoted(condition), tool.name, quoted(tool.summary))
    local when = "__fish_seen_subcommand_from " .. tool.name
    flags(tool.options, when)
    if tool.words then add("complete -c vscript -n %s -f -a %s", quoted(when), quoted(table.concat(tool.words, " "))) end
  end
  return table.concat(lines, "\n")
end

local function run(_, words, refuse)
  local make = shells[words[1] or ""]
  if not make or #words > 1 then
    local nearest = words[1] and vs.nearest(words[1], { "bash", "fish", "zsh" })
    refuse("the name of a shell is needed: bash, fish or zsh" .. (nearest and ("; did you mean %s?"):format(nearest) or ""))
  end
  print(make())
end

return {
  summary = "Prints what makes a shell complete the words of vscript.",
  usage = "bash|fish|zsh",
  completes = "shell",
  run = run,
}
