/* array.h: how many elements an array has. */
#ifndef TALON_BASE_ARRAY_H
#define TALON_BASE_ARRAY_H

/* Of an array, never of a pointer. engine/array_size.h defines the same, to the letter. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
