/* sharing.h: daemons whose journal is in a PostgreSQL server, alone or several that share it. */
#ifndef TALON_TESTS_MATCH_SHARING_H
#define TALON_TESTS_MATCH_SHARING_H

#include "daemon.h"

/* Set-up of a group: an ngircd, where there is a PostgreSQL, too. */
int sharing_open(void **state);
/* The same on the PostgreSQL of other programs, too (pg_server_shared()). */
int sharing_open_shared(void **state);
/* Daemons to come keep all in an empty place of its own in the server. */
void sharing_fresh(void);
/* Likewise, by an address that names the host so, and has these parameters. */
void sharing_fresh_by(const char *host, const char *parameters);
/* Starts another one on `ircd`; `lines` (constant) are its own of [talon], as "process = NAME\n".
 */
void sharing_begin(struct daemon *daemon, const struct ircd *ircd, const char *lines);
/* Waits until what `talon ctl fleet` of that process prints has this in it. */
void sharing_await(const struct daemon *daemon, const char *part);

/* A line of [talon] for tests in which no lease may expire: the machine may stand still for some
 * seconds. */
#define SHARING_LONG_LIFE "lease_life = 6000\n"

#endif
