// Interrupts: a flag, and a hook on the running state that raises.
//
// Hooks slow Lua down, so none is set until there is a reason. lua_sethook may be called from a
// signal handler, but only on the thread that runs the state: another thread sends that one a signal
// first. SIGURG serves, because it is ignored by default and therefore harmless to send.
#include <errno.h>

#include "host.h"

static _Thread_local vslua_Host *hosts_of_thread;

static void interrupt_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  vslua_Host *host = host_of(L);
  if (!atomic_load(&host->interrupt)) {
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  // Once more in case the script catches this one: at first after a while, so that it can clean up,
  // then at every instruction, so that no loop around pcall can go on.
  lua_sethook(L, interrupt_hook, LUA_MASKCOUNT, host->interruptions++ == 0 ? 10000 : 1);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  bool in_lua = host->in_lua;
  host->in_lua = false;
  host->callbacks.interrupted(host->callbacks.context, opaque(L));
  host->in_lua = in_lua;
  lua_error(L);
}

void vslua_arm_if_interrupted(vslua_Host *host, lua_State *L) {
  if (atomic_load(&host->interrupt)) lua_sethook(L, interrupt_hook, LUA_MASKCOUNT, 1);
}

static void on_signal(int signal) {
  (void)signal;
  int saved = errno;
  for (vslua_Host *host = hosts_of_thread; host != NULL; host = host->next) {
    lua_State *L = host->running;
    if (L != NULL) vslua_arm_if_interrupted(host, L);
  }
  errno = saved;
}

static void install_handler(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGURG, &action, NULL);
}

void vslua_enlist(vslua_Host *host) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_handler);
  sigset_t signals;  // threads of a pool start with everything blocked
  sigemptyset(&signals);
  sigaddset(&signals, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  host->next = hosts_of_thread;
  atomic_signal_fence(memory_order_seq_cst);
  hosts_of_thread = host;
}

void vslua_delist(vslua_Host *host) {
  for (vslua_Host **link = &hosts_of_thread; *link != NULL; link = &(*link)->next) {
    if (*link == host) {
      *link = host->next;
      break;
    }
  }
  atomic_signal_fence(memory_order_seq_cst);
}

void vslua_interrupt(vslua_Host *host) {
  // Counts how often it has been raised; a second request does not begin anew.
  if (!atomic_exchange(&host->interrupt, 1)) host->interruptions = 0;
  if (pthread_equal(pthread_self(), host->owner)) {
    lua_State *L = host->running;
    if (L != NULL) vslua_arm_if_interrupted(host, L);
  } else {
    pthread_kill(host->owner, SIGURG);
  }
}

bool vslua_is_interrupted(const vslua_Host *host) {
  return atomic_load(&((vslua_Host *)host)->interrupt) != 0;
}

void vslua_clear_interrupt(vslua_Host *host) { atomic_store(&host->interrupt, 0); }
