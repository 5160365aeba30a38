--- The commands of the prompt, `:name words`.
--
-- A command is a table { name =, usage =, help =, run = function(words, session) }. Those below are the
-- prompt's own; a tool of Stdlib/commands adds one by a field `prompt` of the same kind in its
-- description, and wins over one below of the same name. The session tells what there is:
--   subject            the composition or asset that was made, changed or looked at last; nil before
--   name               the global that holds it; nil where none does
--   video_composition, audio_mix   what was made last of these
--   width, is_coloured what the terminal can show
--   script             the accepted lines as the text of a script

local vs = require("vscript")
local arguments = require("vscript.arguments")

local prompt = {}
local commands = {}

local function refuse(message, hint) vs.fail("wrong_usage", message, hint or "Try :help.") end

--- What a command is about: the session's subject, which must be there.
function prompt.subject(session)
  return session.subject or refuse("prompt: there is no film yet; make a composition or open an asset first")
end

--- The session's film and what belongs to it: the options by which a player or a generator shows it.
--
-- A canvas or a mix that was made for another film is left out.
function prompt.view(session)
  local film, options = prompt.subject(session), {}
  for _, name in ipairs({ "video_composition", "audio_mix" }) do
    if session[name] and session[name]:validate(film) then options[name] = session[name] end
  end
  return film, options
end

commands[#commands + 1] = {
  name = "help", usage = "[WORD]", help = "what there is, or what there is to know of a name",
  run = function(words)
    if words[1] then return print(vs.help(table.concat(words, " "))) end
    print([[
Type Lua: an expression shows its value, a statement is run. A line that is
not finished goes on in the next. The Tab key completes names, members, options
and paths; the arrow keys bring back what was typed. _ is the last value.
Ctrl-C stops what runs, Ctrl-D ends.
]])
    for _, command in ipairs(prompt.commands()) do
      print(("  %-22s %s"):format((":%s %s"):format(command.name, command.usage), command.help))
    end
    print("\nThe film is what was made, changed or looked at last.")
    print("vs.help(x) explains a value, a function or a name: vs.help(\"Asset.duration\")")
  end,
}

commands[#commands + 1] = {
  name = "save", usage = "FILE", help = "the lines that worked, as a script; :save! replaces a file",
  run = function(words, session, is_forced)
    local path = words[1] or refuse("prompt: a file to save to is needed, as in :save film.lua")
    if not io then refuse("prompt: a sandbox writes no scripts") end
    local old = not is_forced and io.open(path)
    if old then
      old:close()
      refuse(("prompt: %s exists; :save! %s replaces it"):format(path, path))
    end
    local file, fault = io.open(path, "w")
    if not file then vs.fail("io_failed", "cannot write " .. fault, "choose another place") end
    file:write(session.script)
    file:close()
    print("saved " .. path .. "; run it with: vscript " .. (path:find("%.lua$") and path or "./" .. path))
  end,
}

commands[#commands + 1] = {
  name = "quit", usage = "", help = "ends, as Ctrl-D does", run = function() return "over" end,
}

--- Every command, the prompt's own first.
function prompt.commands()
  local by_name, list = {}, {}
  for _, command in ipairs(commands) do
    list[#list + 1], by_name[command.name] = command, #list + 1
  end
  for _, name in ipairs(vs.tools()) do
    local own = arguments.tool(name).prompt
    if own then
      local command = { name = name, usage = own.usage, help = own.help, run = own.run }
      list[by_name[name] or #list + 1] = command
    end
  end
  return list
end

--- The names of the commands.
function prompt.names()
  local names = {}
  for _, command in ipairs(prompt.commands()) do names[#names + 1] = command.name end
  return names
end

--- Runs the text behind the colon; returns "over" when that ends the conversation.
function prompt.run(text, session)
  local name, is_forced, rest = text:match("^%s*([%w_]*)(!?)%s*(.-)%s*$")
  local names = {}
  for index, command in ipairs(prompt.commands()) do
    if command.name == name then
      return command.run(arguments.split(rest), session, is_forced == "!")
    end
    names[index] = ":" .. command.name
  end
  local nearest = vs.nearest(":" .. (name or ""), names)
  refuse(("prompt: there is no command :%s%s"):format(name or text,
    nearest and ("; did you mean %s?"):format(nearest) or ""), "There are " .. table.concat(names, ", ") .. ".")
end

return prompt
