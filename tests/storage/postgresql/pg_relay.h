/* pg_relay.h: a fake network between a store and its PostgreSQL, which does to a COMMIT what
 * networks and other servers may do. It speaks as much of the protocol (version 3, PostgreSQL's
 * manual, 55) as it needs. One at a time. */
#ifndef TALON_TESTS_STORAGE_POSTGRESQL_PG_RELAY_H
#define TALON_TESTS_STORAGE_POSTGRESQL_PG_RELAY_H

#include <stddef.h>

enum relay_act {
    RELAY_PASSES,
    RELAY_CUTS,        /* cuts the connection, and the server never hears of the COMMIT */
    RELAY_CUTS_BEHIND, /* cuts it when the COMMIT is done, before that is told */
    /* As CockroachDB does (its manual: "Transaction Retry Error Reference", "Error handling"): */
    RELAY_REFUSES, /* it is rolled back, and the answer says so: 40001 */
    RELAY_DOUBTS,  /* it is rolled back, and the answer is that nobody knows: 40003 */
    RELAY_DENIES,  /* it is done, and the answer is that nobody knows: 40003 */
    /* Before the COMMIT, so that there is none: an error is told, then the connection is cut. */
    RELAY_CUTS_ERROR,
};

/* Makes an address that leads to that of a server (pg_server.h) through the relay. */
void relay_start(const char *server, char *address, size_t size);
/* Does that to the next `times` COMMITs, or errors, of batches. */
void relay_act(enum relay_act act, unsigned times);
/* Call it when nobody uses the relay any more. */
void relay_stop(void);

#endif
