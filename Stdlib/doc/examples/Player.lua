--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local player <close> = vs.player(clip, { window = false, sound = false })
--- status
print(player.status) --> paused
--- error
print(player.error) --> nil
--- rate
player.rate = 2
print(player.rate) --> 2.0
player.rate = 0
print(player.status) --> paused
--- default_rate
player.default_rate = -1
player:seek(1)
player:play()
print(player.rate) --> -1.0
--- volume, muted
player.volume = 0.5
player.muted = true
print(player.volume, player.muted) --> 0.5 true
--- loop
player.loop = true
print(player.loop) --> true
--- overlay
player.overlay = true
print(player.overlay) --> true
--- full_screen
print(player.full_screen) --> false
--- current_time, frame_number
player:seek(0.5)
print(player.current_time, player.frame_number) --> 1/2 12
--- frame_count
print(player.frame_count) --> 25
--- time_range
print(player.time_range) --> 0:00–0:01
--- statistics
player:image()
print(player.statistics.skipped) --> 0
--- play, wait
player:play()
print(player:wait(), player.current_time) --> true 1
--- pause
player:play()
player:pause()
print(player.status) --> paused
--- seek
player:seek("10f@25")
print(player.frame_number) --> 10
--- seek_frame
player:seek_frame(7)
print(player.current_time) --> 7/25
--- step
player:step()
player:step(5)
player:step(-1)
print(player.frame_number) --> 5
--- image
player:seek_frame(3)
local picture, time, number = player:image()
print(picture.size, time, number) --> 64×48 3/25 3
--- on_end
player.on_end = function(it) print("the end, at", it.current_time) end
player:play()
player:wait()
--> the end, at 1
--- on_time
local last
player:on_time(0.25, function(time) last = time end)
player:play()
player:wait()
print(last) --> 1
--- on_boundary
local passed = {}
player:on_boundary({ 0.25, 0.5 }, function(time) passed[#passed + 1] = tostring(time) end)
player:play()
player:wait()
print(table.concat(passed, " ")) --> 1/4 1/2
--- remove_observer
local token = player:on_time(0.25, print)
player:remove_observer(token)
print((pcall(player.remove_observer, player, token))) --> false
--- close
player:close()
print((pcall(player.play, player))) --> false
