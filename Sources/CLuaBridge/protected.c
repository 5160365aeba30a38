// Operations that may raise, run under lua_pcall.
#include <string.h>

#include "host.h"

static const char traceback_key;

/// Leaves the error value as it is and keeps the traceback beside it. Only an error of Lua's that
/// would puzzle its reader is replaced.
static int handle_message(lua_State *L) {
  static const char yield[] = "attempt to yield across a C-call boundary";
  size_t length = 0;
  const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
  if (message != NULL && strstr(message, yield) != NULL) {
    lua_pushliteral(
      L, "a function called by the host (a callback) cannot yield; resume it from Lua instead");
    lua_replace(L, 1);
  }
  vslua_Host *host = host_of(L);
  bool in_lua = host->in_lua;
  host->in_lua = false;  // the text of an error does not count against the script's memory
  luaL_traceback(L, L, NULL, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &traceback_key);
  host->in_lua = in_lua;
  return 1;
}

void vslua_take_traceback(vslua_State *state) {
  lua_State *L = lua_of(state);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &traceback_key);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &traceback_key);
}

/// Calls the value below `arguments` values. The handler sits below it meanwhile.
/// `script` says that the outermost such call is a script, whose end ends an interrupt.
static int call_protected(lua_State *L, int arguments, int results, bool script) {
  vslua_Host *host = host_of(L);
  int base = lua_gettop(L) - arguments;
  if (!lua_checkstack(L, 3)) {
    lua_settop(L, base - 1);
    lua_pushliteral(L, "stack overflow");
    return LUA_ERRRUN;
  }
  lua_pushcfunction(L, handle_message);
  lua_insert(L, base);

  bool in_lua = host->in_lua;
  lua_State *running = host->running;
  host->running = L;
  host->depth++;
  vslua_arm_if_interrupted(host, L);
  host->in_lua = true;
  int status = lua_pcall(L, arguments, results, base);
  host->in_lua = in_lua;
  host->depth--;
  host->running = running;
  if (script && host->depth == 0) atomic_store(&host->interrupt, 0);
  vslua_arm_if_interrupted(host, running);
  lua_remove(L, base);
  return status;
}

int vslua_protect(lua_State *L, lua_CFunction function, int arguments, int results) {
  lua_pushcfunction(L, function);
  lua_insert(L, -arguments - 1);
  return call_protected(L, arguments, results, false);
}

int vslua_call(vslua_State *L, int arguments, int results) {
  return call_protected(lua_of(L), arguments, results, true);
}

int vslua_load(
  vslua_State *L, const char *bytes, size_t length, const char *name, const char *mode) {
  return luaL_loadbufferx(lua_of(L), bytes, length, name, mode);  // protected by itself
}

static int do_get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

int vslua_get(vslua_State *state, int index) {
  lua_State *L = lua_of(state);
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  return vslua_protect(L, do_get, 2, 1);
}

static int do_set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

int vslua_set(vslua_State *state, int index) {
  lua_State *L = lua_of(state);
  lua_pushvalue(L, index);
  lua_insert(L, -3);
  return vslua_protect(L, do_set, 3, 0);
}

static int do_length(lua_State *L) {
  lua_pushinteger(L, luaL_len(L, 1));
  return 1;
}

int vslua_length(vslua_State *L, int index) {
  lua_pushvalue(lua_of(L), index);
  return vslua_protect(lua_of(L), do_length, 1, 1);
}

static int do_text(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

int vslua_text(vslua_State *L, int index) {
  lua_pushvalue(lua_of(L), index);
  return vslua_protect(lua_of(L), do_text, 1, 1);
}

static int do_next(lua_State *L) {
  if (!lua_next(L, 1)) {
    lua_pushnil(L);
    lua_pushnil(L);
  }
  return 2;
}

int vslua_next(vslua_State *state, int index, bool *more) {
  lua_State *L = lua_of(state);
  *more = false;
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  int status = vslua_protect(L, do_next, 2, 2);
  if (status != LUA_OK) return status;
  *more = lua_type(L, -2) != LUA_TNIL;
  if (!*more) lua_pop(L, 2);
  return LUA_OK;
}
