/* state.h: what a connection has to remember over restarts: small files of text in the folder of
 * `state_dir`, each replaced as a whole. */
#ifndef TALON_ADAPTERS_IRC_STATE_H
#define TALON_ADAPTERS_IRC_STATE_H

#include <stdbool.h>
#include <stddef.h>

enum { STATE_NAME = 256 }; /* bytes of a file's name, with its NUL */

/* Reads a file into `text`, NUL-ended. False: there is none, or it cannot be read or does not fit;
 * `text` is "" then. */
bool state_read(const char *folder, const char *name, char *text, size_t size);
/* Writes it anew; "" removes it. False: it cannot be written, and is as it was. */
bool state_write(const char *folder, const char *name, const char *text);

#endif
