/* array_size.h: how many elements an array has. The engine knows libc only, so base/array.h defines
 * the same macro for everybody else; the compiler refuses two definitions that differ. */
#ifndef TALON_ENGINE_ARRAY_SIZE_H
#define TALON_ENGINE_ARRAY_SIZE_H

/* Of an array, never of a pointer. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
