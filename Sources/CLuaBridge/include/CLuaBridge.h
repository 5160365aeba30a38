// What Swift may ask of Lua.
//
// Lua raises an error by longjmp, and a longjmp over a Swift frame leaks what the frame holds and
// corrupts the runtime's exclusivity records. So Swift sees nothing of lua.h: it sees the functions
// below, none of which can raise. Whatever may raise runs in C under lua_pcall and returns a status;
// a Swift callback asks for an error by returning -1, and C raises it when the Swift frame is gone.
//
// Memory never fails inside the bridge: when the system has none left, the process ends with a
// message. The limit of a script is another matter: it holds only while Lua code runs.
//
// Everything but vslua_interrupt belongs to the thread that opened the host.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A stack of values: the main one or that of a coroutine (a lua_State).
typedef struct vslua_State vslua_State;
/// One Lua world with everything the bridge keeps for it. It outlives the closing of its states.
typedef struct vslua_Host vslua_Host;

typedef struct {
  /// Handed back to both functions.
  void *context;
  /// Runs a Swift function with its arguments on L. Returns the number of results on top of the
  /// stack, or -1 to have the value on top raised as an error.
  int32_t (*call)(void *context, vslua_State *L, const void *body);
  /// Pushes the one value that an interrupted script is to see as its error.
  void (*interrupted)(void *context, vslua_State *L);
} vslua_Callbacks;

/// The types of Lua's values, as lua_type gives them.
#define VSLUA_NONE (-1)
#define VSLUA_NIL 0
#define VSLUA_BOOLEAN 1
#define VSLUA_LIGHTUSERDATA 2
#define VSLUA_NUMBER 3
#define VSLUA_STRING 4
#define VSLUA_TABLE 5
#define VSLUA_FUNCTION 6
#define VSLUA_USERDATA 7
#define VSLUA_THREAD 8

/// What a protected operation returns. Anything but VSLUA_OK leaves the error value on top.
#define VSLUA_OK 0
#define VSLUA_ERROR_RUN 2
#define VSLUA_ERROR_SYNTAX 3
#define VSLUA_ERROR_MEMORY 4
#define VSLUA_ERROR_HANDLER 5

// MARK: The host

/// The name and version of Lua, such as "Lua 5.4.4".
const char *vslua_version(void);
vslua_Host *vslua_open(vslua_Callbacks callbacks);
/// Closes the Lua state: runs the remaining finalizers and buries every object. Functions that take
/// a state must not be called afterwards.
void vslua_close(vslua_Host *host);
/// Frees what is left of a closed host.
void vslua_free(vslua_Host *host);
vslua_State *vslua_main(vslua_Host *host);
/// Whether the calling thread is the one that opened the host.
bool vslua_on_owner_thread(const vslua_Host *host);

/// Whether no protected operation is in progress.
bool vslua_is_idle(const vslua_Host *host);

/// Opens the standard libraries. A sandbox has no files, processes, native modules or debug access.
int vslua_open_libraries(vslua_State *L, bool sandbox);
/// Makes the function on top the search function of `require` at `position` (1 is first), and pops it.
int vslua_add_searcher(vslua_State *L, int position);
/// Makes the value on top what `require(name)` gives, and pops it.
int vslua_set_loaded(vslua_State *L, const char *name);

/// The bytes that Lua holds.
size_t vslua_memory(const vslua_Host *host);
size_t vslua_memory_limit(const vslua_Host *host);
/// Limits what Lua may hold while script code runs; 0 means no limit.
void vslua_set_memory_limit(vslua_Host *host, size_t bytes);
/// The line of a script that last asked for more than the limit, and its source; 0 where none did.
int vslua_refused_line(const vslua_Host *host);
const char *vslua_refused_source(const vslua_Host *host);
void vslua_collect(vslua_Host *host);
/// Tells the collector of memory that Lua's objects hold outside of Lua.
void vslua_note_external(vslua_Host *host, size_t bytes);
/// Takes one object (a retained Swift reference) whose userdata is gone; NULL when there is none.
void *vslua_exhume(vslua_Host *host);

/// Makes the running script raise an error at its next instruction, and again until it has ended.
/// Async-signal-safe; may be called from any thread while the host exists.
void vslua_interrupt(vslua_Host *host);
bool vslua_is_interrupted(const vslua_Host *host);
void vslua_clear_interrupt(vslua_Host *host);

// MARK: The stack (plain: cannot fail)

int vslua_top(vslua_State *L);
void vslua_set_top(vslua_State *L, int index);
void vslua_pop(vslua_State *L, int count);
/// Makes room for `count` more values. False when the stack is at its limit.
bool vslua_reserve(vslua_State *L, int count);
void vslua_push_copy(vslua_State *L, int index);

int vslua_type(vslua_State *L, int index);
/// The name of a value's type for messages; for objects that of their class. Alive while the value is.
const char *vslua_type_name(vslua_State *L, int index);
bool vslua_to_boolean(vslua_State *L, int index);
/// Whether the value is a number of Lua's integer subtype.
bool vslua_is_integer(vslua_State *L, int index);
/// Reads a number (never a string) that is exactly an integer.
bool vslua_to_integer(vslua_State *L, int index, int64_t *out);
/// Reads a number (never a string).
bool vslua_to_number(vslua_State *L, int index, double *out);
/// The bytes of a string (never of a number), or NULL. Alive while the string is on the stack.
const char *vslua_to_string(vslua_State *L, int index, size_t *length);
size_t vslua_raw_length(vslua_State *L, int index);

void vslua_push_nil(vslua_State *L);
void vslua_push_boolean(vslua_State *L, bool value);
void vslua_push_integer(vslua_State *L, int64_t value);
void vslua_push_number(vslua_State *L, double value);
void vslua_push_string(vslua_State *L, const char *bytes, size_t length);
void vslua_push_globals(vslua_State *L);
/// Pushes Lua's own `next`, which no script can replace.
void vslua_push_next(vslua_State *L);

void vslua_new_table(vslua_State *L, int elements, int fields);
/// Raw access. The setters pop the value.
int vslua_raw_get_field(vslua_State *L, int index, const char *name, size_t length);
void vslua_raw_set_field(vslua_State *L, int index, const char *name, size_t length);
int vslua_raw_get_element(vslua_State *L, int index, int64_t element);
void vslua_raw_set_element(vslua_State *L, int index, int64_t element);
/// Whether a table's metatable has a field of this name.
bool vslua_has_metafield(vslua_State *L, int index, const char *name);

/// Pops a value and keeps it until vslua_unref.
int vslua_ref(vslua_State *L);
void vslua_unref(vslua_State *L, int ref);
void vslua_push_ref(vslua_State *L, int ref);

/// Where the nearest Lua function at or above `level` stands; false when there is none.
/// `source` needs VSLUA_SOURCE_SIZE bytes.
bool vslua_where(vslua_State *L, int level, char *source, int *line);
#define VSLUA_SOURCE_SIZE 60

/// The address that tells a table, function or object from all others; NULL for plain values.
const void *vslua_identity(vslua_State *L, int index);
/// Pushes a value's metatable, whatever it says of itself. False (and nothing pushed) without one.
bool vslua_push_metatable(vslua_State *L, int index);
/// Makes the local variables of the function at `level` global ones of the same name.
void vslua_keep_locals(vslua_State *L, int level);

// MARK: Protected operations (return a status)

/// Compiles; pushes the function. `mode` is "t", "b" or "bt".
int vslua_load(vslua_State *L, const char *bytes, size_t length, const char *name, const char *mode);
/// Calls the function below its arguments, and pops both. `results` may be VSLUA_ALL_RESULTS.
int vslua_call(vslua_State *L, int arguments, int results);
#define VSLUA_ALL_RESULTS (-1)
/// Pops a key and pushes the value, using metamethods.
int vslua_get(vslua_State *L, int index);
/// Pops a value and the key below it.
int vslua_set(vslua_State *L, int index);
/// Pushes the length.
int vslua_length(vslua_State *L, int index);
/// Pushes the text that `tostring` would give.
int vslua_text(vslua_State *L, int index);
/// Pops a key and pushes the next key and value of a table. `more` says whether there was one.
int vslua_next(vslua_State *L, int index, bool *more);
/// Pushes the traceback that belongs to the last error (nil when there is none) and forgets it.
void vslua_take_traceback(vslua_State *L);

// MARK: Objects and functions of Swift

/// Pushes four tables that describe a class: methods, getters, setters, metatable. `key` stands for the
/// class. `missing` and `unwritable` run for names that are in none of the tables.
void vslua_class_begin(
  vslua_State *L, const char *name, const void *missing, const void *unwritable);
void vslua_class_method(vslua_State *L, const char *name, const void *body);
void vslua_class_getter(vslua_State *L, const char *name, const void *body);
void vslua_class_setter(vslua_State *L, const char *name, const void *body);
void vslua_class_metamethod(vslua_State *L, const char *event, const void *body);
/// Keeps the metatable under `key` and pops all four.
void vslua_class_end(vslua_State *L, const void *key);

/// Pushes a userdata of a class that owns one reference to `object`.
void vslua_push_object(vslua_State *L, void *object, const void *key);
/// Pushes the userdata that stands for `object` already. False (and nothing pushed) when none does.
bool vslua_push_known(vslua_State *L, const void *object);
/// Pushes a new userdata and remembers it for vslua_push_known as long as a script can reach it.
void vslua_push_identity(vslua_State *L, void *object, const void *key);
/// The object behind a userdata of this host, whatever its metatable says; NULL for other values.
void *vslua_object(vslua_State *L, int index);

/// Pushes a function whose body lives as long as the host.
void vslua_push_function(vslua_State *L, const void *body);
/// Pushes a function that owns one reference to its body.
void vslua_push_closure(vslua_State *L, void *body);
/// The body of a function made by one of the two; NULL for other values.
const void *vslua_body(vslua_State *L, int index);
