--- Transitions: what is seen while one clip gives way to the next.
--
-- A transition is a function that gets a cut and sets ramps on its two layers. The ones below are
-- made of nothing else; a script adds its own in the same way:
--
--   local transitions = require("vscript.transitions")
--   transitions.register("drop", function(cut)
--     local above = vs.transform():translated(0, -cut.size.height)
--     cut.to:set_transform_ramp(cut:placing("to"):concat(above), cut:placing("to"), cut.range)
--   end, "the new picture falls in from above")
--
-- and then merge(clips, { transition = { name = "drop", duration = 0.5 } }), or, in an edit made by
-- hand, transitions.instruction({ name = "drop", from = a, to = b, time_range = …, size = … }).
--
-- A cut has: `from` and `to`, the layer instructions of the old and the new picture; `range`, the
-- time both are there; `size`, the canvas; `options`, what the user gave besides name and duration;
-- `layers`, what is drawn, the first on top ({ to, from } unless assigned); `background_color`; and
-- the methods below. A layer without ramps of transform keeps its picture where it was.

local vs = require("vscript")
local placing = require("vscript.placing")

local transitions = {}
local registry = {}

local function fail(message, hint)
  vs.fail("transition_refused", message, hint or 'vs.help("vscript.transitions") tells what it takes')
end

--- Adds a transition, or replaces the one of that name.
function transitions.register(name, build, help)
  if type(name) ~= "string" or not name:match("^[%a][%w_]*$") then
    fail("the name of a transition is a word of letters, digits and _, not " .. tostring(name))
  end
  if type(build) ~= "function" then fail(("the transition '%s' needs a function"):format(name)) end
  registry[name] = { build = build, help = help or "" }
end

--- The names of all transitions, sorted.
function transitions.names()
  local names = {}
  for name in pairs(registry) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function find(name)
  if registry[name] then return registry[name] end
  local nearest = vs.nearest(tostring(name), transitions.names())
  fail(("no transition '%s'%s"):format(name, nearest and ("; did you mean '%s'?"):format(nearest) or ""),
    "there are " .. table.concat(transitions.names(), ", "))
end

--- What a transition does, in a line.
function transitions.help(name) return find(name).help end

local Cut = {}
Cut.__index = Cut

--- The transform that places a side's picture ("from" or "to") on the canvas.
function Cut:placing(side) return self.sides[side].placing end

--- Where a side's picture is on the canvas; it may reach beyond it.
function Cut:box(side)
  local size = self.sides[side].size
  return placing.box(self.sides[side].placing, vs.rect(0, 0, size.width, size.height))
end

--- The crop that leaves of a side's picture what lies within a rectangle of the canvas.
function Cut:crop(side, rect) return placing.crop(self.sides[side].placing, rect) end

--- Whether the picture of one side hides that of the other wherever the canvas shows it.
function Cut:hides(side, other)
  local box = self:box(other)
  local left, top = math.max(box.x, 0), math.max(box.y, 0)
  local right = math.min(box.x + box.width, self.size.width)
  local bottom = math.min(box.y + box.height, self.size.height)
  return placing.contains(self:box(side), vs.rect(left, top, right - left, bottom - top))
end

--- One more layer that draws a side's picture.
function Cut:layer(side)
  local layer = vs.layer_instruction(self.sides[side].track)
  self.placings[layer] = self.sides[side].placing
  return layer
end

--- How the user wants ramps to run, as the last argument of set_…_ramp.
function Cut:curve() return { easing = self.options.easing } end

local INSTRUCTION_KEYS = {
  name = true, from = true, to = true, time_range = true, size = true, from_size = true, to_size = true,
}

--- The instruction for the time in which one clip gives way to the next.
--
-- Options: `name` of the transition (or a function like the registered ones), `from` and `to` (layer
-- instructions as they would be without a transition: their transforms say where the pictures
-- are), `time_range`, `size` of the canvas, `from_size` and `to_size` (natural sizes of the pictures,
-- by default those of the tracks), and whatever the transition itself knows, such as `easing`.
function transitions.instruction(options)
  local range = options.time_range or fail("a transition needs a time_range")
  if type(range) == "table" then
    range = range.from and vs.range.between(range.from, range.to) or vs.range(range[1], range[2])
  end
  if range.is_empty then fail("a transition needs a time_range that is not empty") end
  local size = options.size or fail("a transition needs the size of the canvas")
  if type(size) == "table" then size = vs.size(size[1], size[2]) end

  local function side(name)
    local layer = options[name] or fail(("a transition needs the layer '%s'"):format(name))
    local natural = options[name .. "_size"] or layer.track.natural_size
    return { track = layer.track, placing = layer:transform_at(range.start), size = natural }
  end

  local cut = setmetatable({
    range = range, size = size, options = {}, placings = {},
    sides = { from = side("from"), to = side("to") },
  }, Cut)
  for key, value in pairs(options) do
    if not INSTRUCTION_KEYS[key] then cut.options[key] = value end
  end
  cut.from, cut.to = cut:layer("from"), cut:layer("to")
  cut.layers = { cut.to, cut.from }

  local build = options.name
  if type(build) ~= "function" then build = find(build or "dissolve").build end
  build(cut)
  for _, layer in ipairs(cut.layers) do
    if #layer:ramps("transform") == 0 then layer:set_transform(cut.placings[layer], range.start) end
  end
  return vs.instruction({
    time_range = range, layers = cut.layers, background_color = cut.background_color,
  })
end

-- The transitions.

transitions.register("dissolve", function(cut)
  cut.to:set_opacity_ramp(0, 1, cut.range, cut:curve())
  if cut:hides("to", "from") then return end
  -- Where the new picture does not reach, the old one must fade to the background; where it does,
  -- the old one must not, or the picture would darken half-way.
  local beside = cut:layer("from")
  beside:set_opacity_ramp(1, 0, cut.range, cut:curve())
  cut.from:set_crop_rectangle(cut:crop("from", cut:box("to")), cut.range.start)
  cut.layers = { cut.to, cut.from, beside }
end, "the new picture shows through the old one more and more")

transitions.register("fade_through_color", function(cut)
  local half = cut.range.duration / 2
  local middle = cut.range.start + half
  cut.background_color = cut.options.color or "black"
  cut.from:set_opacity_ramp(1, 0, vs.range(cut.range.start, half), cut:curve())
  cut.to:set_opacity(0, cut.range.start)
  cut.to:set_opacity_ramp(0, 1, vs.range(middle, half), cut:curve())
end, "the old picture fades to a color (black unless given), the new one comes out of it")

--- The parts of the canvas before and behind an edge that moves across it.
local function swept(size, direction)
  local width, height = size.width, size.height
  if direction == "left" then return vs.rect(width, 0, 0, height), vs.rect(0, 0, 0, height) end
  if direction == "right" then return vs.rect(0, 0, 0, height), vs.rect(width, 0, 0, height) end
  if direction == "up" then return vs.rect(0, height, width, 0), vs.rect(0, 0, width, 0) end
  return vs.rect(0, 0, width, 0), vs.rect(0, height, width, 0)
end

for _, direction in ipairs({ "left", "right", "up", "down" }) do
  transitions.register("wipe_" .. direction, function(cut)
    local canvas = vs.rect(0, 0, cut.size.width, cut.size.height)
    local first, last = swept(cut.size, direction)
    cut.to:set_crop_rectangle_ramp(cut:crop("to", first), cut:crop("to", canvas), cut.range, cut:curve())
    if cut:hides("to", "from") then return end
    -- Beside the new picture the edge uncovers the background, so the old one is cut back as well.
    cut.from:set_crop_rectangle_ramp(
      cut:crop("from", canvas), cut:crop("from", last), cut.range, cut:curve())
  end, ("an edge moves %s and uncovers the new picture"):format(direction))

  local toward = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }
  transitions.register("push_" .. direction, function(cut)
    local x, y = toward[direction][1] * cut.size.width, toward[direction][2] * cut.size.height
    local canvas = vs.rect(0, 0, cut.size.width, cut.size.height)
    local function move(side, first, last)
      local place = cut:placing(side)
      cut[side]:set_transform_ramp(
        place:concat(vs.transform():translated(x * first, y * first)),
        place:concat(vs.transform():translated(x * last, y * last)), cut.range, cut:curve())
      -- What sticks out of the canvas would come into sight on the way.
      if not placing.contains(canvas, cut:box(side)) then
        cut[side]:set_crop_rectangle(cut:crop(side, canvas), cut.range.start)
      end
    end
    move("from", 0, 1)
    move("to", -1, 0)
  end, ("the new picture pushes the old one out, moving %s"):format(direction))
end

return transitions
