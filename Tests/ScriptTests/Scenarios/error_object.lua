-- A failure is an object with a stable code.

local ok, err = pcall(vs.asset, "missing.mp4")
print(ok, err.code, err.path, err.number, err.time)
print(err.message)
print(err.hint)
