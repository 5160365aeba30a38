--- What a tool is to look at, from a word of its command line: a film, a saved project, or the edit that
--- a script exports.

local vs = require("vscript")

local film = {}

--- Where the options of a tool stop: a script's words are its own.
film.SCRIPT = "%.lua$"

--- Runs a script with its own words, as `vscript SCRIPT.lua` does; its exports only plan.
---
--- Returns the list of `vs.planned`; `refuse` is told why a script cannot be read.
function film.planned(words, refuse)
  local chunk, problem = loadfile(words[1])
  if not chunk then refuse(problem) end
  package.path = (words[1]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
  arg = table.move(words, 2, #words, 1, { [0] = words[1] })
  return vs.planned(function() chunk(table.unpack(arg)) end)
end

--- The edit that the words mean, and what belongs to it: { asset =, video_composition =, audio_mix = }.
---
--- Of a script it is what it exports last.
function film.open(words, refuse)
  if words[1]:match("%.json$") then
    local edit, video, mix = vs.load(words[1])
    return { asset = edit, video_composition = video, audio_mix = mix }
  end
  if not words[1]:match(film.SCRIPT) then return { asset = vs.asset(words[1]) } end
  local list = film.planned(words, refuse)
  if #list == 0 then
    vs.fail("nothing_to_export", words[1] .. " exports nothing", "what its vs.export makes is what is shown")
  end
  return list[#list]
end

--- Whether it is an edit, of several tracks perhaps, and no single asset.
function film.is_edit(asset) return asset.format == "composition" end

--- The canvas with which pictures of an edit are those of its export; nil where they are shown as they are.
function film.canvas(asset, given)
  if given or not film.is_edit(asset) or not asset.video then return given end
  return vs.video_composition.of(asset, { fit = "contain" })
end

return film
