/* anope.h: Anope 2.0 as the services of an InspIRCd, for inspircd.c: its configuration and start.
 */
#ifndef TALON_TESTS_REAL_ANOPE_H
#define TALON_TESTS_REAL_ANOPE_H

#include "ircd.h"

/* Whether the program is there with its modules. */
bool anope_complete(void);
/* Writes its files into a folder of its own below the server's. */
bool anope_configure(const struct ircd *ircd, bool sasl);
/* Its process; 0 or less when there is none. */
pid_t anope_start(const struct ircd *ircd);
/* Removes all that it wrote. */
void anope_clean(const struct ircd *ircd);

#endif
