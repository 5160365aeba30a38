// SDL2's types. Its functions are looked up when a window is first opened: nothing is linked.
#ifndef VSSDL2_SHIM_H
#define VSSDL2_SHIM_H

#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

#endif
