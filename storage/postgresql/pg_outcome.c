#include "pg_outcome.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"

/* The first row whose text begins the state decides. */
static const struct {
    const char *begin;
    enum pg_outcome outcome;
} outcomes[] = {
    {"08", PG_LOST},    /* connection exception */
    {"57P", PG_LOST},   /* the server shuts down, crashed or starts up: it ends the connection */
    {"40003", PG_LOST}, /* statement completion unknown; CockroachDB: an ambiguous commit */
    {"40", PG_AGAIN},   /* serialization failure, deadlock */
    {"0A000", PG_ANEW}, /* a cached plan must not change its result type */
    {"25006", PG_ANEW}, /* the server is a standby by now */
    {"25", PG_ANEW},    /* a transaction is open although none should be, or the reverse */
    {"26000", PG_ANEW}, /* a prepared statement is missing: a pooler changed the session */
    {"42P05",
     PG_ANEW},        /* a prepared statement is there already: a pooler changed the session, too */
    {"22", PG_NEVER}, /* bad data; pg_ledger.c handles the one of its fence */
    {"23", PG_NEVER}, /* a constraint */
};

enum pg_outcome pg_outcome(const char *state)
{
    if (state == NULL || *state == '\0')
        return PG_LOST;
    for (size_t i = 0; i < ARRAY_SIZE(outcomes); i++) {
        if (strncmp(state, outcomes[i].begin, strlen(outcomes[i].begin)) == 0)
            return outcomes[i].outcome;
    }
    return PG_AGAIN; /* 53: no room; 55P03: a lock; 57014: took too long; 42: a right is missing;
                      * and others */
}

bool pg_outcome_passes(const char *state)
{
    enum pg_outcome outcome = pg_outcome(state);
    return outcome == PG_LOST || outcome == PG_ANEW || strncmp(state, "40", 2) == 0 ||
           strncmp(state, "53", 2) == 0 || strcmp(state, "55P03") == 0;
}
