// The life of a host: allocator, graveyard, warnings.
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void vslua_die(const char *what) {
  fprintf(stderr, "fatal error in the Lua bridge: %s\n", what);
  fflush(stderr);
  abort();
}

/// Keeps the line that asks for too much: Lua's own error is a bare text.
///
/// Reading the calls allocates nothing. Lua collects garbage and asks again before it gives up, so the
/// last line that was refused is the one that failed.
static void *refuse(vslua_Host *host) {
  if (!vslua_where(opaque(host->running), 0, host->refused_source, &host->refused_line)) {
    host->refused_line = 0;
  }
  return NULL;
}

/// Lua's allocator. A request fails only while Lua code runs, where Lua can raise it as an error:
/// a NULL in the middle of Swift would end in a longjmp over its frames.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  vslua_Host *host = context;
  if (block == NULL) old_size = 0;  // then it is a type tag
  if (new_size == 0) {
    free(block);
    host->used -= old_size;
    return NULL;
  }
  bool grows = new_size > old_size;
  if (grows && host->in_lua && host->limit != 0 &&
      host->used + (new_size - old_size) > host->limit) {
    return refuse(host);
  }
  void *result = realloc(block, new_size);
  if (result == NULL) {
    if (grows && host->in_lua) return refuse(host);
    vslua_die("out of memory");
  }
  host->used = host->used - old_size + new_size;
  return result;
}

static int panic(lua_State *L) {
  const char *message = lua_tostring(L, -1);
  vslua_die(message ? message : "an error outside of any protected call");
}

/// Prints warnings, which is where Lua reports errors in finalizers.
static void warn(void *context, const char *message, int continues) {
  vslua_Host *host = context;
  if (!host->warning_continues && !continues && message[0] == '@') {
    if (strcmp(message, "@on") == 0) host->warnings_on = true;
    if (strcmp(message, "@off") == 0) host->warnings_on = false;
    return;
  }
  if (host->warnings_on && !host->closing) {
    if (!host->warning_continues) fputs("warning: ", stderr);
    fputs(message, stderr);
    if (!continues) fputc('\n', stderr);
  }
  host->warning_continues = continues;
}

const char *vslua_version(void) { return LUA_RELEASE; }

vslua_Host *vslua_open(vslua_Callbacks callbacks) {
  vslua_Host *host = calloc(1, sizeof *host);
  if (host == NULL) vslua_die("out of memory");
  host->callbacks = callbacks;
  host->owner = pthread_self();
  host->warnings_on = true;
  lua_State *L = lua_newstate(allocate, host);
  if (L == NULL) vslua_die("cannot create a Lua state");
  *(vslua_Host **)lua_getextraspace(L) = host;  // copied to every coroutine
  host->main = L;
  host->running = L;
  lua_atpanic(L, panic);
  lua_setwarnf(L, warn, host);
  // Objects weigh more than the few bytes that Lua sees of them, so it may not let as much garbage
  // pile up as it does by default (the heap once over): a cycle starts when the heap has grown by 30 %.
  lua_gc(L, LUA_GCINC, 130, 0, 0);
  vslua_open_object_cache(L);
  vslua_enlist(host);
  return host;
}

void vslua_close(vslua_Host *host) {
  if (host->main == NULL) return;
  vslua_delist(host);
  host->closing = true;
  lua_close(host->main);
  host->main = NULL;
  host->running = NULL;
}

void vslua_free(vslua_Host *host) {
  free(host->graves);
  free(host);
}

vslua_State *vslua_main(vslua_Host *host) { return opaque(host->main); }

bool vslua_on_owner_thread(const vslua_Host *host) {
  return pthread_equal(pthread_self(), host->owner);
}

bool vslua_is_idle(const vslua_Host *host) { return host->depth == 0; }

// MARK: Memory

size_t vslua_memory(const vslua_Host *host) { return host->used; }
size_t vslua_memory_limit(const vslua_Host *host) { return host->limit; }
void vslua_set_memory_limit(vslua_Host *host, size_t bytes) { host->limit = bytes; }
int vslua_refused_line(const vslua_Host *host) { return host->refused_line; }
const char *vslua_refused_source(const vslua_Host *host) { return host->refused_source; }
void vslua_collect(vslua_Host *host) { lua_gc(host->main, LUA_GCCOLLECT); }

/// How much is noted before the collector takes a step: small enough to matter beside video frames,
/// large enough not to be noticed.
enum { EXTERNAL_STEP = 16 * 1024 * 1024 };

void vslua_note_external(vslua_Host *host, size_t bytes) {
  host->external += bytes;
  if (host->external < EXTERNAL_STEP) return;
  size_t kilobytes = host->external / 1024;
  host->external = 0;
  lua_gc(host->main, LUA_GCSTEP, (int)(kilobytes > 1 << 20 ? 1 << 20 : kilobytes));
}

/// Finalizers run inside any allocation, also those that Swift causes, so they release nothing:
/// the reference waits here until Swift has nothing in hand.
void vslua_bury(vslua_Host *host, void *object) {
  if (host->grave_count == host->grave_capacity) {
    size_t capacity = host->grave_capacity == 0 ? 64 : host->grave_capacity * 2;
    void **graves = realloc(host->graves, capacity * sizeof *graves);
    if (graves == NULL) vslua_die("out of memory");
    host->graves = graves;
    host->grave_capacity = capacity;
  }
  host->graves[host->grave_count++] = object;
}

void *vslua_exhume(vslua_Host *host) {
  return host->grave_count == 0 ? NULL : host->graves[--host->grave_count];
}
