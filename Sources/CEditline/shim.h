// libedit, and inline stand-ins for its functions of variable arguments, which Swift cannot call.
#ifndef VSEDIT_SHIM_H
#define VSEDIT_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

static inline void vsedit_set_context(EditLine *editor, void *context) {
  el_set(editor, EL_CLIENTDATA, context);
}
static inline void *vsedit_context(EditLine *editor) {
  void *context = NULL;
  el_get(editor, EL_CLIENTDATA, &context);
  return context;
}
static inline void vsedit_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  el_set(editor, EL_PROMPT, prompt);
}
/// Keys as in emacs, and what reads them.
static inline void vsedit_set_keys(EditLine *editor, int (*next)(EditLine *, wchar_t *)) {
  el_set(editor, EL_EDITOR, "emacs");
  el_wset(editor, EL_GETCFN, next);
}
/// Makes a key run a function.
static inline void vsedit_bind(
  EditLine *editor, const char *key, const char *name,
  unsigned char (*function)(EditLine *, int)) {
  el_set(editor, EL_ADDFN, name, name, function);
  el_set(editor, EL_BIND, key, name, NULL);
}
/// Makes a key run a function of libedit's own.
static inline void vsedit_bind_known(EditLine *editor, const char *key, const char *name) {
  el_set(editor, EL_BIND, key, name, NULL);
}
/// Puts the terminal into the editor's mode, after another program had it.
static inline void vsedit_prepare_terminal(EditLine *editor) { el_set(editor, EL_PREP_TERM, 1); }
static inline void vsedit_refresh(EditLine *editor) { el_set(editor, EL_REFRESH); }

/// A list of lines for the arrow keys.
static inline History *vsedit_history(EditLine *editor, int limit) {
  History *lines = history_init();
  HistEvent event;
  if (lines == NULL) return NULL;
  history(lines, &event, H_SETSIZE, limit);
  history(lines, &event, H_SETUNIQUE, 1);
  el_set(editor, EL_HIST, history, lines);
  return lines;
}
static inline void vsedit_remember(History *lines, const char *line) {
  HistEvent event;
  history(lines, &event, H_ENTER, line);
}

#endif
