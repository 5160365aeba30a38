-- vscript luarc: the settings by which lua-language-server knows the toolkit.

local vs = require("vscript")

local function run(_, words, refuse)
  if #words > 0 then refuse("no words are expected: write the text where you want it, as in vscript luarc >.luarc.json") end
  local library = vs.library_path or refuse("this installation has no folder Stdlib")
  local function text(value) return '"' .. value:gsub('[\\"]', "\\%0") .. '"' end
  print(([[
{
  "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
  "runtime.version": "Lua 5.4",
  "runtime.path": ["?.lua", "?/init.lua", %s],
  "workspace.library": [%s],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["vs", "arg"]
}]]):format(text(library .. "/?.lua"), text(library .. "/meta")))
end

return {
  summary = "Prints a .luarc.json, by which editors know every type and member of the toolkit.",
  usage = ">.luarc.json",
  completes = "none",
  run = run,
}
