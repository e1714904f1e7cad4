/* What the engine asks of <stdio.h>, where there is no libc (libc.c). */
#ifndef TALON_ENGINE_WASM_STDIO_H
#define TALON_ENGINE_WASM_STDIO_H

#include <stddef.h>

/* Knows %u and %s, and nothing else. */
int snprintf(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
