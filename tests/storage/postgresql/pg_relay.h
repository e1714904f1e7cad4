/* pg_relay.h: stands between a store and its PostgreSQL, and does to a COMMIT what networks and
 * other servers do. It speaks as much of the protocol (version 3, PostgreSQL's manual, 55) as that
 * takes. One at a time. */
#ifndef TALON_TESTS_STORAGE_POSTGRESQL_PG_RELAY_H
#define TALON_TESTS_STORAGE_POSTGRESQL_PG_RELAY_H

#include <stddef.h>

enum relay_act {
    RELAY_PASSES,
    RELAY_CUTS,        /* the connection, and the server never hears of it */
    RELAY_CUTS_BEHIND, /* when it is done, before that is told */
    /* As CockroachDB does; its manual: "Transaction Retry Error Reference", "Error handling": */
    RELAY_REFUSES, /* it is rolled back, and that is said: 40001 */
    RELAY_DOUBTS,  /* it is rolled back, and nobody knows: 40003 */
    RELAY_DENIES,  /* it is done, and nobody knows: 40003 */
    /* Before a COMMIT, which there is none of: the connection, behind an error that is told. */
    RELAY_CUTS_ERROR,
};

/* An address to that of a server (pg_server.h) through it. */
void relay_start(const char *server, char *address, size_t size);
/* Does so to the next `times` COMMITs, or errors, of batches. */
void relay_act(enum relay_act act, unsigned times);
/* When those who used it have gone. */
void relay_stop(void);

#endif
