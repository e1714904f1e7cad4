/* known.h: which places have pages before anybody has played there. Without this check anybody
 * could make a page under any name. */
#ifndef TALON_BOT_PAGES_KNOWN_H
#define TALON_BOT_PAGES_KNOWN_H

#include <stdbool.h>

struct pages;

/* True if we are on this network and, as far as we know, in this channel; `channel` "": only the
 * network. False says nothing of earlier rounds there: only the store knows them. */
bool known_place(const struct pages *pages, const char *network, const char *channel);

#endif
