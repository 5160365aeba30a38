// Inside the bridge: the host and what its files share.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "CLuaBridge.h"

struct vslua_Host {
  vslua_Callbacks callbacks;
  lua_State *main;
  pthread_t owner;

  /// The state that runs Lua code now: what an interrupt has to hook.
  lua_State *volatile running;
  atomic_int interrupt;
  /// How often the present interrupt has been raised.
  atomic_int interruptions;
  /// Protected calls in progress.
  int depth;
  /// Whether Lua code runs, as opposed to Swift or the bridge: memory limits hold, errors unwind.
  bool in_lua;
  bool closing;

  size_t used;
  size_t limit;
  size_t external;
  /// Where the script was when it last asked for more than it may have; line 0 for nowhere.
  char refused_source[VSLUA_SOURCE_SIZE];
  int refused_line;

  /// Swift references whose userdata is gone.
  void **graves;
  size_t grave_count;
  size_t grave_capacity;

  bool warnings_on;
  bool warning_continues;

  /// The next host of the same thread, for the signal handler.
  struct vslua_Host *next;
};

static inline lua_State *lua_of(vslua_State *L) { return (lua_State *)L; }
static inline vslua_State *opaque(lua_State *L) { return (vslua_State *)L; }
static inline vslua_Host *host_of(lua_State *L) {
  return *(vslua_Host **)lua_getextraspace(L);
}

/// Ends the process: for states from which nothing can be saved.
_Noreturn void vslua_die(const char *what);
void vslua_bury(vslua_Host *host, void *object);

/// Runs a Swift body with the values on L as its arguments. Raises.
int vslua_enter(lua_State *L, const void *body);
/// Calls `function`, whose `arguments` are on top, under lua_pcall with the message handler.
int vslua_protect(lua_State *L, lua_CFunction function, int arguments, int results);

/// Keeps a list of the hosts of a thread, so that a signal handler finds those to interrupt.
void vslua_enlist(vslua_Host *host);
void vslua_delist(vslua_Host *host);
/// Arms the hook of a state when an interrupt is pending.
void vslua_arm_if_interrupted(vslua_Host *host, lua_State *L);

/// Replaces coroutine.resume and coroutine.wrap by versions that keep track of the running state,
/// and `load` and `loadfile` by versions that refuse binary chunks.
int vslua_patch_libraries(lua_State *L);
void vslua_open_object_cache(lua_State *L);
