/* cloak.h: what the host of a user tells about the user. Pure.
 *
 * Some networks give a cloak, a host that they show instead of the address, to each account of
 * their services: whoever shows such a cloak is the person who showed it before. Any other host
 * only tells from where somebody comes. Several people may share it, and the user's name before the
 * '@' is whatever they like. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_CLOAK_H
#define TALON_ADAPTERS_IRC_PEOPLE_CLOAK_H

#include <stdbool.h>

/* Whether "user@host" has the cloak of an account, and so tells who it is. NULL: no. */
bool cloak_vouches(const char *from);

enum { CLOAK_ORIGIN = 128 }; /* bytes, NUL included */
/* From where "user@host", or a host alone, comes, as far as its user cannot choose that at will:
 * the host, cut if it is too long; of an IPv6 address only the network (/64). Bounds are per
 * origin. */
void cloak_origin(const char *from, char origin[CLOAK_ORIGIN]);

#endif
