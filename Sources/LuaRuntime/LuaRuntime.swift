// The LuaRuntime module.
