// Operations on the stack that cannot raise, given an allocator that never fails here.
#include <string.h>

#include "host.h"

int vslua_top(vslua_State *L) { return lua_gettop(lua_of(L)); }
void vslua_set_top(vslua_State *L, int index) { lua_settop(lua_of(L), index); }
void vslua_pop(vslua_State *L, int count) { lua_pop(lua_of(L), count); }
bool vslua_reserve(vslua_State *L, int count) { return lua_checkstack(lua_of(L), count); }
void vslua_push_copy(vslua_State *L, int index) { lua_pushvalue(lua_of(L), index); }

int vslua_type(vslua_State *L, int index) { return lua_type(lua_of(L), index); }

const char *vslua_type_name(vslua_State *state, int index) {
  lua_State *L = lua_of(state);
  int type = lua_type(L, index);
  if (type == LUA_TNONE) return "no value";
  if (type == LUA_TUSERDATA || type == LUA_TTABLE) {
    int field = luaL_getmetafield(L, index, "__name");
    if (field != LUA_TNIL) {
      const char *name = field == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
      lua_pop(L, 1);
      if (name != NULL) return name;
    }
  }
  return lua_typename(L, type);
}

bool vslua_to_boolean(vslua_State *L, int index) { return lua_toboolean(lua_of(L), index); }
bool vslua_is_integer(vslua_State *L, int index) { return lua_isinteger(lua_of(L), index); }

bool vslua_to_integer(vslua_State *L, int index, int64_t *out) {
  if (lua_type(lua_of(L), index) != LUA_TNUMBER) return false;
  int exact = 0;
  *out = lua_tointegerx(lua_of(L), index, &exact);
  return exact;
}

bool vslua_to_number(vslua_State *L, int index, double *out) {
  if (lua_type(lua_of(L), index) != LUA_TNUMBER) return false;
  *out = lua_tonumber(lua_of(L), index);
  return true;
}

const char *vslua_to_string(vslua_State *L, int index, size_t *length) {
  if (lua_type(lua_of(L), index) != LUA_TSTRING) return NULL;
  return lua_tolstring(lua_of(L), index, length);
}

size_t vslua_raw_length(vslua_State *L, int index) { return lua_rawlen(lua_of(L), index); }

void vslua_push_nil(vslua_State *L) { lua_pushnil(lua_of(L)); }
void vslua_push_boolean(vslua_State *L, bool value) { lua_pushboolean(lua_of(L), value); }
void vslua_push_integer(vslua_State *L, int64_t value) { lua_pushinteger(lua_of(L), value); }
void vslua_push_number(vslua_State *L, double value) { lua_pushnumber(lua_of(L), value); }
void vslua_push_string(vslua_State *L, const char *bytes, size_t length) {
  lua_pushlstring(lua_of(L), bytes, length);
}
void vslua_push_globals(vslua_State *L) { lua_pushglobaltable(lua_of(L)); }

static int raw_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

void vslua_push_next(vslua_State *L) { lua_pushcfunction(lua_of(L), raw_next); }

void vslua_new_table(vslua_State *L, int elements, int fields) {
  lua_createtable(lua_of(L), elements, fields);
}

int vslua_raw_get_field(vslua_State *state, int index, const char *name, size_t length) {
  lua_State *L = lua_of(state);
  index = lua_absindex(L, index);
  lua_pushlstring(L, name, length);
  return lua_rawget(L, index);
}

void vslua_raw_set_field(vslua_State *state, int index, const char *name, size_t length) {
  lua_State *L = lua_of(state);
  index = lua_absindex(L, index);
  lua_pushlstring(L, name, length);
  lua_insert(L, -2);
  lua_rawset(L, index);
}

int vslua_raw_get_element(vslua_State *L, int index, int64_t element) {
  return lua_rawgeti(lua_of(L), index, element);
}

void vslua_raw_set_element(vslua_State *L, int index, int64_t element) {
  lua_rawseti(lua_of(L), index, element);
}

bool vslua_has_metafield(vslua_State *L, int index, const char *name) {
  if (luaL_getmetafield(lua_of(L), index, name) == LUA_TNIL) return false;
  lua_pop(lua_of(L), 1);
  return true;
}

int vslua_ref(vslua_State *L) { return luaL_ref(lua_of(L), LUA_REGISTRYINDEX); }
void vslua_unref(vslua_State *L, int ref) { luaL_unref(lua_of(L), LUA_REGISTRYINDEX, ref); }
void vslua_push_ref(vslua_State *L, int ref) {
  lua_rawgeti(lua_of(L), LUA_REGISTRYINDEX, ref);
}

bool vslua_where(vslua_State *state, int level, char *source, int *line) {
  lua_State *L = lua_of(state);
  lua_Debug record;
  for (; lua_getstack(L, level, &record); level++) {
    lua_getinfo(L, "Sl", &record);
    if (record.currentline <= 0) continue;
    _Static_assert(sizeof record.short_src <= VSLUA_SOURCE_SIZE, "the source's name must fit");
    memcpy(source, record.short_src, sizeof record.short_src);
    *line = record.currentline;
    return true;
  }
  return false;
}

const void *vslua_identity(vslua_State *L, int index) { return lua_topointer(lua_of(L), index); }

bool vslua_push_metatable(vslua_State *L, int index) {
  return lua_getmetatable(lua_of(L), index) != 0;
}

void vslua_keep_locals(vslua_State *state, int level) {
  lua_State *L = lua_of(state);
  lua_Debug record;
  if (!lua_getstack(L, level, &record)) return;
  lua_pushglobaltable(L);
  const char *name;
  for (int number = 1; (name = lua_getlocal(L, &record, number)) != NULL; number++) {
    if (name[0] == '(' || strcmp(name, "_ENV") == 0) {  // what the interpreter keeps for itself
      lua_pop(L, 1);
      continue;
    }
    lua_pushstring(L, name);
    lua_insert(L, -2);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
}
