--- Tables of options: what keys they may have.
--
--   local keys = require("vscript.keys")
--   keys.check({ volme = 1 }, { "path", "volume" }, "music", error)

local vs = require("vscript")

local keys = {}

--- Calls `fail` with a message unless every key of `given` is in the list `known`; it names the nearest.
function keys.check(given, known, what, fail)
  local is_known = {}
  for _, name in ipairs(known) do is_known[name] = true end
  for name in pairs(given) do
    if not is_known[name] then
      local nearest = vs.nearest(tostring(name), known)
      local suggestion = nearest and ("; did you mean '%s'?"):format(nearest) or ""
      fail(("no option '%s' in %s%s"):format(name, what, suggestion))
    end
  end
end

return keys
