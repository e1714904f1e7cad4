/* join_url.h: where people come to a network: the key join_url of its section.
 *
 * "{channel}" in the address stands for the name of a channel, percent-encoded. Clients of IRC know
 * the form ircs://SERVER/CHANNEL. So an address of IRC without a path gets the channel behind it.
 * A "#" in such an address would begin a fragment, which clients drop: it has to be "%23". */
#ifndef TALON_BOT_PAGES_JOIN_URL_H
#define TALON_BOT_PAGES_JOIN_URL_H

#include <stdbool.h>

enum { JOIN_URL_MAX = 1024 /* bytes of a filled-in address, NUL included */ };

/* Returns what is wrong with an address; NULL: nothing. */
const char *join_url_check(const char *address);
/* Returns true if a chat client opens the address (ircs://), and not a browser. */
bool join_url_is_client(const char *address);
/* Writes the address of a channel; NULL: of the network, without a channel. Returns "" if it does
 * not fit. */
const char *join_url_write(const char *address, const char *channel, char out[JOIN_URL_MAX]);

#endif
