/* cloak.h: hosts that a network shows instead of addresses. Pure.
 *
 * Where it gives them to the accounts of its services, each to one person alone, who shows one is
 * who showed it before. All else that stands behind an '@' says from where somebody comes: several
 * people come from one address, and each writes before the '@' what they like. */
#ifndef TALON_ADAPTERS_IRC_CLOAK_H
#define TALON_ADAPTERS_IRC_CLOAK_H

#include <stdbool.h>

/* Whether "user@host" tells who it is. NULL: no. */
bool cloak_vouches(const char *from);

enum { CLOAK_PLACE = 128 };
/* The place of "user@host", or of a host alone, which whoever is there cannot choose at will: the
 * host, cut where it is too long; of an address of IPv6 the network (/64) alone. */
void cloak_place(const char *from, char place[CLOAK_PLACE]);

#endif
