// Lua's own headers. Only CLuaBridge, which is C, may include them: see Sources/README.md.
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
