// The standard libraries and the few functions of them that the bridge replaces.
#include <string.h>

#include "host.h"

// MARK: Coroutines, so that an interrupt finds the state that runs

static lua_State *check_coroutine(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, 1);
  if (coroutine == NULL) luaL_typeerror(L, 1, "coroutine");
  return coroutine;
}

/// Resumes with the top `arguments` of L. Returns the number of results on L, or -1 with the error.
static int resume(lua_State *L, lua_State *coroutine, int arguments) {
  vslua_Host *host = host_of(L);
  if (!lua_checkstack(coroutine, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, coroutine, arguments);
  host->running = coroutine;
  vslua_arm_if_interrupted(host, coroutine);
  int results = 0;
  int status = lua_resume(coroutine, L, arguments, &results);
  host->running = L;
  vslua_arm_if_interrupted(host, L);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(coroutine, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(coroutine, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(coroutine, L, results);
  return results;
}

static int coroutine_resume(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  int results = resume(L, coroutine, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int resume_wrapped(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, coroutine, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(coroutine);
  if (status != LUA_OK && status != LUA_YIELD) {
    // It failed: close its pending variables, which may replace the error.
    status = lua_resetthread(coroutine);
    lua_xmove(coroutine, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *coroutine = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, coroutine, 1);
  lua_pushcclosure(L, resume_wrapped, 1);
  return 1;
}

// MARK: Loading, text only: a doctored binary chunk can crash the interpreter

/// Calls the original function with the mode at `index` forced to text.
static int load_text(lua_State *L, int index, const char *name) {
  const char *mode = luaL_optstring(L, index, "t");
  if (strchr(mode, 't') == NULL) return luaL_error(L, "%s: binary chunks are refused", name);
  if (lua_gettop(L) < index) lua_settop(L, index);
  lua_pushliteral(L, "t");
  lua_replace(L, index);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int load_chunk(lua_State *L) { return load_text(L, 3, "load"); }
static int load_file(lua_State *L) { return load_text(L, 2, "loadfile"); }

/// Replaces table[name] (table on top) by `function`, which has the original as its upvalue.
static void wrap_field(lua_State *L, const char *name, lua_CFunction function) {
  if (lua_getfield(L, -1, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

int vslua_patch_libraries(lua_State *L) {
  lua_pushglobaltable(L);
  wrap_field(L, "load", load_chunk);
  wrap_field(L, "loadfile", load_file);
  lua_getfield(L, -1, LUA_COLIBNAME);
  lua_pushcfunction(L, coroutine_resume);
  lua_setfield(L, -2, "resume");
  lua_pushcfunction(L, coroutine_wrap);
  lua_setfield(L, -2, "wrap");
  return 0;
}

// MARK: Opening

static int open_all(lua_State *L) {
  luaL_openlibs(L);
  return vslua_patch_libraries(L);
}

/// Removes from the library on top what is not in the list.
static void keep_only(lua_State *L, const char *const *names) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    bool keep = false;
    for (const char *const *name = names; *name != NULL; name++) {
      keep = keep || strcmp(lua_tostring(L, -1), *name) == 0;
    }
    if (keep) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_settable(L, -4);
  }
}

static void remove_field(lua_State *L, const char *name) {
  lua_pushnil(L);
  lua_setfield(L, -2, name);
}

static int open_sandbox(lua_State *L) {
  static const luaL_Reg libraries[] = {
    {LUA_GNAME, luaopen_base},          {LUA_LOADLIBNAME, luaopen_package},
    {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
    {LUA_OSLIBNAME, luaopen_os},        {LUA_STRLIBNAME, luaopen_string},
    {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
    {LUA_DBLIBNAME, luaopen_debug},
  };
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
    lua_pop(L, 1);
  }
  lua_pushglobaltable(L);
  remove_field(L, "dofile");
  remove_field(L, "loadfile");
  static const char *const clock[] = {"time", "clock", "date", "difftime", NULL};
  lua_getfield(L, -1, LUA_OSLIBNAME);
  keep_only(L, clock);
  lua_pop(L, 1);
  static const char *const traceback[] = {"traceback", NULL};
  lua_getfield(L, -1, LUA_DBLIBNAME);
  keep_only(L, traceback);
  lua_pop(L, 1);
  lua_getfield(L, -1, LUA_STRLIBNAME);
  remove_field(L, "dump");
  lua_pop(L, 1);

  // Of the search functions only that of package.preload stays; the host adds its own.
  static const char *const package[] = {"loaded", "preload", "searchers", "path", "config", NULL};
  lua_getfield(L, -1, LUA_LOADLIBNAME);
  keep_only(L, package);
  lua_getfield(L, -1, "searchers");
  for (lua_Integer i = luaL_len(L, -1); i > 1; i--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  return vslua_patch_libraries(L);
}

int vslua_open_libraries(vslua_State *L, bool sandbox) {
  return vslua_protect(lua_of(L), sandbox ? open_sandbox : open_all, 0, 0);
}

// MARK: require

/// Pushes the package library from the registry, which a script's globals do not reach.
static void push_package(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_LOADLIBNAME);
}

static int do_add_searcher(lua_State *L) {
  lua_Integer position = lua_tointeger(L, 2);
  push_package(L);
  lua_getfield(L, -1, "searchers");
  for (lua_Integer i = luaL_len(L, -1); i >= position; i--) {
    lua_geti(L, -1, i);
    lua_seti(L, -2, i + 1);
  }
  lua_pushvalue(L, 1);
  lua_seti(L, -2, position);
  return 0;
}

int vslua_add_searcher(vslua_State *L, int position) {
  lua_pushinteger(lua_of(L), position);
  return vslua_protect(lua_of(L), do_add_searcher, 2, 0);
}

static int do_set_loaded(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 1);
  lua_settable(L, -3);
  return 0;
}

int vslua_set_loaded(vslua_State *L, const char *name) {
  lua_pushstring(lua_of(L), name);
  return vslua_protect(lua_of(L), do_set_loaded, 2, 0);
}
