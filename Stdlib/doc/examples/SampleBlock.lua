--- (first)
local tone = vs.generator("tone", { frequency = 480, volume = 0.5, duration = 1, channels = 2 })
local reader <close> = vs.reader(tone)
local block = reader:samples(4800)()
--- count, #
print(block.count, #block) --> 4800 4800
--- channels, sample_rate
print(block.channels, block.sample_rate) --> 2 48000
--- time
print(block.time, (select(2, reader:samples(4800)()))) --> 0/48000 4800/48000
--- sample
print(block:sample(1), block:sample(1, 2)) --> 0.0 0.0
--- samples
print(#block:samples(), #block:samples(2)) --> 4800 4800
--- peak
print(("%.3f"):format(block:peak())) --> 0.500
--- rms
print(("%.3f"):format(block:rms(1))) --> 0.354
