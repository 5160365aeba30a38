--- (first)
local sheet = vs.drawing({ 100, 50 })
--- size
print(sheet.size) --> 100×50
--- rect
sheet:rect({ 10, 10, 30, 20 }, "red")
print(sheet:frame():pixel(15, 15)) --> #ff0000
--- line
sheet:line({ { 0, 25 }, { 99, 25 } }, "white", 4)
print(sheet:frame():pixel(50, 25)) --> #ffffff
--- text
sheet:text("I", 50, 10, { size = 16, color = "#00ff00", align = "center" })
print(sheet:frame():pixel(50, 16)) --> #00ff00
--- picture
local clip = vs.generator("solid", { color = "blue", size = { 16, 16 }, duration = 1 })
local images <close> = vs.image_generator(clip)
local picture = images:image(0)
sheet:picture(picture, { 60, 10, 20, 20 })
print(sheet:frame():pixel(70, 20).blue > 0.95) --> true
--- frame
print(sheet:frame().size) --> 100×50
--- svg
print(sheet:svg():match("<svg.-width=\"100\"") ~= nil) --> true
--- save
sheet:save("sheet.png", { overwrite = true })
print(vs.image("sheet.png").video.natural_size) --> 100×50
