-- vscript man: the manual page, made of the tables that the program itself reads.

local vs = require("vscript")
local arguments = require("vscript.arguments")

local STATUS = {
  { "0", "Done." }, { "1", "The script raised an error." }, { "2", "The command line makes no sense." },
  { "3", "A file or its media failed." }, { "130", "Interrupted." },
}

local ENVIRONMENT = {
  { "VSCRIPT_PICTURES", "How the terminal shows pictures: kitty, sixel, blocks or none; without it the terminal is asked." },
  { "NO_COLOR", "If set and not empty, nothing is coloured." },
  { "VSCRIPT_PATH", "Folders, with colons between them, in which require looks after the script's own." },
  { "VSCRIPT_STDLIB", "The folder Stdlib, where it is not found from the program's own place." },
  { "XDG_STATE_HOME", "Where the prompt keeps its history, instead of ~/.local/state." },
  { "XDG_CACHE_HOME", "Where the indexes of files without one are kept, instead of ~/.cache." },
  { "TERM", "What the terminal can do; on a dumb one lines are not edited." },
}

local FILES = {
  { "~/.local/state/vscript/history", "The lines of earlier conversations, oldest first." },
  { "~/.cache/vscript/index", "What reading a whole file found, so that it is read once; it may be deleted." },
  { "~/.config/vscript/lib", "Modules of your own for require." },
  { "~/.editrc", "Keys of the prompt, as editrc(5) describes them." },
}

--- Text as roff takes it.
local function escape(text)
  return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n%.", "\n\\&."):gsub("^%.", "\\&."):gsub("\n'", "\n\\&'"))
end

local function page()
  local lines = {}
  local function add(...) for _, line in ipairs({ ... }) do lines[#lines + 1] = line end end
  local function section(name) add(".SH " .. name) end
  local function item(tag, text) add(".TP", ".B " .. escape(tag), escape(text)) end

  add(".\\\" Made by: vscript man >Stdlib/doc/vscript.1")
  add((".TH VSCRIPT 1 \"\" \"vscript %s\" \"User Commands\""):format(vs.version))
  section("NAME")
  add("vscript \\- edits films with scripts")
  section("SYNOPSIS")
  for number, form in ipairs(vs.command_line().forms) do
    if number > 1 then add(".br") end
    add(".B vscript", escape(form.words))
  end
  section("DESCRIPTION")
  for _, form in ipairs(vs.command_line().forms) do item("vscript " .. form.words, form.help) end
  section("OPTIONS")
  for _, option in ipairs(vs.command_line().options) do
    item(option.flag .. (option.value and " " .. option.value or ""), option.help)
  end
  section("TOOLS")
  for _, name in ipairs(vs.tools()) do
    local tool = arguments.tool(name)
    add(".SS " .. escape(("vscript %s %s"):format(name, tool.usage)), escape(tool.summary))
    for _, option in ipairs(tool.options) do
      local value = arguments.value_name(option)
      local flag = (option.short and option.short .. ", " or "") .. arguments.flag(option)
      item(flag .. (value and " " .. value or ""), option.help)
    end
    if tool.notes then add(".PP", escape(tool.notes)) end
  end
  section("PROMPT")
  for _, command in ipairs(require("vscript.prompt").commands()) do
    item((":%s %s"):format(command.name, command.usage), command.help)
  end
  for _, part in ipairs({ { "EXIT STATUS", STATUS }, { "ENVIRONMENT", ENVIRONMENT }, { "FILES", FILES } }) do
    section(part[1])
    for _, entry in ipairs(part[2]) do item(entry[1], entry[2]) end
  end
  section("SEE ALSO")
  add(".BR ffmpeg (1),", ".BR lua (1)")
  return table.concat(lines, "\n")
end

local function run(_, words, refuse)
  if #words > 0 then refuse("no words are expected; to read the page: vscript man | man -l -") end
  print(page())
end

return {
  summary = "Prints the manual page; to read it: vscript man | man -l -",
  usage = ">vscript.1",
  completes = "none",
  run = run,
  page = page,
}
