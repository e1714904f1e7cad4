/* What the engine asks of <string.h>, where there is no libc (libc.c). */
#ifndef TALON_ENGINE_WASM_STRING_H
#define TALON_ENGINE_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);

#endif
