// Swift objects and functions as Lua values.
#include "host.h"

/// A userdata. The seal tells ours from any other userdata without trusting the metatable, which a
/// script with the debug library can change.
struct object {
  uintptr_t seal;
  void *reference;
};

static const uintptr_t seal_key = (uintptr_t)0x5ea1ab1e5ea1ab1e;
static const char cache_key;
static const char closure_key;

static uintptr_t seal_of(const struct object *object, const vslua_Host *host) {
  return seal_key ^ (uintptr_t)object ^ (uintptr_t)host;
}

static struct object *object_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
  if (lua_rawlen(L, index) != sizeof(struct object)) return NULL;
  struct object *object = lua_touserdata(L, index);
  return object->seal == seal_of(object, host_of(L)) ? object : NULL;
}

void *vslua_object(vslua_State *L, int index) {
  struct object *object = object_at(lua_of(L), index);
  return object == NULL ? NULL : object->reference;
}

/// Drops the reference and does nothing else: it runs inside any allocation.
static int collect(lua_State *L) {
  struct object *object = object_at(L, 1);
  if (object != NULL && object->reference != NULL) {
    vslua_bury(host_of(L), object->reference);
    object->reference = NULL;
    object->seal = 0;
  }
  return 0;
}

static void push_userdata(lua_State *L, void *reference) {
  struct object *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->seal = seal_of(object, host_of(L));
  object->reference = reference;
}

void vslua_open_object_cache(lua_State *L) {
  // Weak values: an entry goes when no script can reach the userdata any more, and before its
  // reference is dropped, so an address is never that of another object.
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &cache_key);

  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, collect);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &closure_key);
}

void vslua_push_object(vslua_State *state, void *object, const void *key) {
  lua_State *L = lua_of(state);
  push_userdata(L, object);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) != LUA_TTABLE) {
    vslua_die("an object of a class that was not registered");
  }
  lua_setmetatable(L, -2);
}

bool vslua_push_known(vslua_State *state, const void *object) {
  lua_State *L = lua_of(state);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &cache_key);
  bool known = lua_rawgetp(L, -1, object) == LUA_TUSERDATA;
  lua_remove(L, -2);
  if (!known) lua_pop(L, 1);
  return known;
}

void vslua_push_identity(vslua_State *state, void *object, const void *key) {
  lua_State *L = lua_of(state);
  vslua_push_object(state, object, key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &cache_key);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
}

// MARK: Functions

int vslua_enter(lua_State *L, const void *body) {
  vslua_Host *host = host_of(L);
  if (body == NULL) return luaL_error(L, "this function is no longer valid");
  if (host->closing) return luaL_error(L, "the state is being closed");
  luaL_checkstack(L, 2 * LUA_MINSTACK, "too many nested calls");
  bool in_lua = host->in_lua;
  host->in_lua = false;
  int count = host->callbacks.call(host->callbacks.context, opaque(L), body);
  host->in_lua = in_lua;
  if (count < 0) return lua_error(L);  // no Swift frame is left between here and the catcher
  return count;
}

static const void *body_at(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TLIGHTUSERDATA) return lua_touserdata(L, index);
  struct object *object = object_at(L, index);
  return object == NULL ? NULL : object->reference;
}

static int call_body(lua_State *L) { return vslua_enter(L, body_at(L, lua_upvalueindex(1))); }

void vslua_push_function(vslua_State *L, const void *body) {
  lua_pushlightuserdata(lua_of(L), (void *)body);
  lua_pushcclosure(lua_of(L), call_body, 1);
}

void vslua_push_closure(vslua_State *state, void *body) {
  lua_State *L = lua_of(state);
  push_userdata(L, body);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &closure_key);
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, call_body, 1);
}

const void *vslua_body(vslua_State *state, int index) {
  lua_State *L = lua_of(state);
  if (lua_tocfunction(L, index) != call_body) return NULL;
  if (lua_getupvalue(L, index, 1) == NULL) return NULL;
  const void *body = body_at(L, -1);
  lua_pop(L, 1);
  return body;
}

// MARK: Classes

/// object[key]: a method as it is, a property through its getter, anything else is Swift's to refuse.
static int class_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    const void *body = lua_touserdata(L, -1);
    lua_settop(L, 1);
    return vslua_enter(L, body);
  }
  lua_settop(L, 2);
  return vslua_enter(L, lua_touserdata(L, lua_upvalueindex(3)));
}

/// object[key] = value.
static int class_newindex(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TLIGHTUSERDATA) {
    const void *body = lua_touserdata(L, -1);
    lua_settop(L, 3);
    lua_remove(L, 2);
    return vslua_enter(L, body);
  }
  lua_settop(L, 3);
  return vslua_enter(L, lua_touserdata(L, lua_upvalueindex(2)));
}

// The four tables of a class under construction, as vslua_class_begin leaves them on the stack.
enum { METHODS = -4, GETTERS = -3, SETTERS = -2, METATABLE = -1 };

void vslua_class_begin(
  vslua_State *state, const char *name, const void *missing, const void *unwritable) {
  lua_State *L = lua_of(state);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);

  lua_pushstring(L, name);
  lua_setfield(L, METATABLE - 1, "__name");
  lua_pushboolean(L, false);  // getmetatable gives this, and setmetatable refuses
  lua_setfield(L, METATABLE - 1, "__metatable");
  lua_pushcfunction(L, collect);
  lua_setfield(L, METATABLE - 1, "__gc");

  lua_pushvalue(L, METHODS);
  lua_pushvalue(L, GETTERS - 1);
  lua_pushlightuserdata(L, (void *)missing);
  lua_pushcclosure(L, class_index, 3);
  lua_setfield(L, METATABLE - 1, "__index");

  lua_pushvalue(L, SETTERS);
  lua_pushlightuserdata(L, (void *)unwritable);
  lua_pushcclosure(L, class_newindex, 2);
  lua_setfield(L, METATABLE - 1, "__newindex");
}

void vslua_class_method(vslua_State *L, const char *name, const void *body) {
  vslua_push_function(L, body);
  lua_setfield(lua_of(L), METHODS - 1, name);
}

void vslua_class_getter(vslua_State *L, const char *name, const void *body) {
  lua_pushlightuserdata(lua_of(L), (void *)body);
  lua_setfield(lua_of(L), GETTERS - 1, name);
}

void vslua_class_setter(vslua_State *L, const char *name, const void *body) {
  lua_pushlightuserdata(lua_of(L), (void *)body);
  lua_setfield(lua_of(L), SETTERS - 1, name);
}

void vslua_class_metamethod(vslua_State *L, const char *event, const void *body) {
  vslua_push_function(L, body);
  lua_setfield(lua_of(L), METATABLE - 1, event);
}

void vslua_class_end(vslua_State *state, const void *key) {
  lua_State *L = lua_of(state);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  lua_pop(L, 3);
}
