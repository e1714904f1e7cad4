/* said.h: the JSON messages between us and the pages of seats. Pure. */
#ifndef TALON_ADAPTERS_WEB_SAID_H
#define TALON_ADAPTERS_WEB_SAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/message.h"

enum { SAID_WORDS = 400 /* bytes of what a page sends, with the NUL */ };

/* Writes an answer: {"type":"said","words","failed":false,"stamp":TEXT,"controls":[{"kind","label",
 * "words", and if set "help", "tint", "strong", "off", "chosen"}]}. The caller frees it. NULL:
 * memory is out. */
char *said_write(const struct message *message);
/* Reads {"say": WORDS, "stamp": TEXT, which may be missing}. Returns false for anything else. */
bool said_read(const char *text, size_t length, char words[SAID_WORDS], uint64_t *stamp);

#endif
