/* cloak.h: what a user's host tells about the user. Pure.
 *
 * Some networks give each account of their services a cloak: a host that they show instead of the
 * address. A person with such a cloak is the same person each time. Any other host tells only where
 * somebody connects from. Several people may share it, and everybody may choose the user name
 * before the '@'. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_CLOAK_H
#define TALON_ADAPTERS_IRC_PEOPLE_CLOAK_H

#include <stdbool.h>

/* True if "user@host" has the cloak of an account, which proves who it is. NULL: false. */
bool cloak_vouches(const char *from);

enum { CLOAK_ORIGIN = 128 }; /* bytes, NUL included */
/* Writes the origin of "user@host", or of a host: the part that its user cannot easily choose. This
 * is the host, cut if it is too long, or the /64 network of an IPv6 address. Limits count by
 * origin. */
void cloak_origin(const char *from, char origin[CLOAK_ORIGIN]);

#endif
