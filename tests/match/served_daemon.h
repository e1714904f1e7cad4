/* served_daemon.h: the one server of a test program, and the one daemon that plays on it. */
#ifndef TALON_TESTS_MATCH_SERVED_DAEMON_H
#define TALON_TESTS_MATCH_SERVED_DAEMON_H

#include "daemon.h"

extern struct ircd server; /* pid 0: this machine has none of that kind, so tests are skipped */
extern struct daemon talon;

/* For the set-up of a group. False: it is there and cannot be started. */
bool served_daemon_open(const struct ircd_options *options);
/* The same, of an InspIRCd without services. */
int served_daemon_inspircd(void **state);
/* Tear-down of a group. */
int served_daemon_close(void **state);
/* Tear-down of a test: the daemon ends, where there is a server. */
int served_daemon_end(void **state);

#endif
