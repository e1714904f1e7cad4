/* charset.h: the words of people as UTF-8. IRC itself has no character set. Pure. */
#ifndef TALON_ADAPTERS_IRC_WIRE_CHARSET_H
#define TALON_ADAPTERS_IRC_WIRE_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* Copies a text as UTF-8. One that is not UTF-8 is read as Windows-1252, the set of those clients
 * that still send another one; it holds all that shows in Latin-1. A last character that the server
 * has cut does not count against UTF-8, if the text is long or has other characters of UTF-8.
 * False: the copy does not fit. */
bool charset_copy(char *out, size_t size, const char *text);

#endif
