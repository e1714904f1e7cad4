/* said.h: what pages of seats say and are told, as JSON. Pure. */
#ifndef TALON_ADAPTERS_WEB_SAID_H
#define TALON_ADAPTERS_WEB_SAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/message.h"

enum { SAID_WORDS = 400 /* bytes of what a page says, with the NUL */ };

/* An answer: {"type":"said","words","failed":false,"stamp":TEXT,"controls":[{"kind","label",
 * "words", and "help", "tint", "strong", "off", "chosen" where they are}]}; to be freed. NULL:
 * memory is out. */
char *said_write(const struct message *message);
/* Reads {"say": WORDS, "stamp": TEXT or nothing}. False: it is something else. */
bool said_read(const char *text, size_t length, char words[SAID_WORDS], uint64_t *stamp);

#endif
