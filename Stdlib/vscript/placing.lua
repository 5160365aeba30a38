--- Where pictures are on a canvas: boxes, crops, and pictures fitted into a part of it.

local vs = require("vscript")

local placing = {}

local function as_rect(rect)
  if type(rect) == "table" then return vs.rect(rect[1], rect[2], rect[3], rect[4]) end
  return rect
end

--- The upright box around a rectangle that was moved, scaled or turned by a transform.
function placing.box(transform, rect)
  rect = as_rect(rect)
  local left, top, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
  local x0, y0, x1, y1 = math.huge, math.huge, -math.huge, -math.huge
  for _, corner in ipairs({ { left, top }, { right, top }, { left, bottom }, { right, bottom } }) do
    local x, y = transform:apply(corner[1], corner[2])
    x0, y0, x1, y1 = math.min(x0, x), math.min(y0, y), math.max(x1, x), math.max(y1, y)
  end
  return vs.rect(x0, y0, x1 - x0, y1 - y0)
end

--- Whether a rectangle lies within another.
function placing.contains(outer, inner)
  outer, inner = as_rect(outer), as_rect(inner)
  local hair = 1e-6 -- of a pixel: less than any rounding of a scale
  return outer.x <= inner.x + hair and outer.y <= inner.y + hair
    and outer.x + outer.width >= inner.x + inner.width - hair
    and outer.y + outer.height >= inner.y + inner.height - hair
end

--- The crop that leaves of a picture placed by a transform what lies within a part of the canvas.
function placing.crop(transform, rect)
  local back = transform:inverted()
  if not back then vs.fail("no_area", ("%s leaves a picture no area"):format(transform)) end
  return placing.box(back, rect)
end

--- The transform that fits a track's picture, upright and centred, into a part of the canvas, and
--- the crop that cuts what sticks out of it.
--
-- `mode` is "contain" (default: all of it is seen), "cover" (the part is filled) or "stretch".
function placing.fit(track, rect, mode)
  rect = as_rect(rect)
  local upright, size = track.preferred_transform, track.natural_size
  local box = placing.box(upright, vs.rect(0, 0, size.width, size.height))
  local x, y = rect.width / box.width, rect.height / box.height
  if mode == "cover" then
    x = math.max(x, y)
    y = x
  elseif mode ~= "stretch" then
    x = math.min(x, y)
    y = x
  end
  local left, top = rect.x + (rect.width - box.width * x) / 2, rect.y + (rect.height - box.height * y) / 2
  local transform = upright:concat(vs.transform(x, 0, 0, y, left - box.x * x, top - box.y * y))
  return transform, placing.crop(transform, rect)
end

return placing
