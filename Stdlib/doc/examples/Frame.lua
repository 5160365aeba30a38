--- (first)
local clip = vs.generator("solid", { color = "red", size = { 64, 48 }, rate = 25, duration = 1 })
local generator <close> = vs.image_generator(clip)
local frame = generator:image(0.5)
--- size
print(frame.size) --> 64×48
--- time
print(frame.time) --> 12/25
--- pixel_format
print(frame.pixel_format) --> yuv420p
--- pixel
local color = frame:pixel(10, 20)
print(color.red > 0.98, color.green < 0.02) --> true true
--- save
frame:save("frame.png", { overwrite = true })
print(vs.image("frame.png").video.natural_size) --> 64×48
--- difference
local same = frame:difference(frame)
print(same.psnr, same.ssim, same.largest) --> inf 1.0 0
--- difference_picture
print(frame:difference_picture(frame):pixel(3, 3)) --> #000000
