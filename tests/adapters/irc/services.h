/* services.h: `server` (server.h) as an InspIRCd with services: Atheme's, or Anope's. */
#ifndef TALON_TESTS_ADAPTERS_IRC_SERVICES_H
#define TALON_TESTS_ADAPTERS_IRC_SERVICES_H

#include "server.h"

#define SERVICES_PASSWORD "correct-horse"

/* Set it before the start: Anope rather than Atheme. */
extern bool services_anope;
/* A second server, as a test needs one; services_stop() ends it, too. */
extern struct ircd services_other;
extern char services_folder[32];
/* Files: the account's password, and one that is not. */
extern char services_secret[64], services_wrong[64];

/* For the whole group: starts `server` with the account "talon", or leaves it out where there is
 * none to start (server_need). */
int services_start(void **state);
int services_stop(void **state);

/* Registers the account "talon", with the client's certificate, on that server. */
bool services_account(const struct ircd *ircd);
/* Whoever comes with those keys is logged in to that account ("0": to none). */
void services_login(const char *const *keys, const char *account);

#endif
