/* From "!play" to its line in the channel, through a real ngircd, where the journal is in a
 * PostgreSQL server that is 2.5 ms away: against an echo bot and libpq committing one row over the
 * same way. */
#include <stdio.h>
#include <string.h>

#include "away.h"
#include "irc_match.h"
#include "pg_raw.h"
#include "tests/match/daemon.h"
#include "tests/real/ircd.h"
#include "tests/storage/postgresql/pg_server.h"

static const double trip = 0.0025;

static bool commit(void *arg, unsigned count, struct samples *commits)
{
    static unsigned turn;
    return pg_raw_insert(arg, turn++, count, 1, commits) > 0;
}

/* The daemon's is the same schema of the same database, in the form of its configuration. */
static void set_server(const char *address, const char *folder)
{
    static char server[300];
    const char *schema = strstr(address, "search_path=") + strlen("search_path=");
    snprintf(server, sizeof(server),
             "postgresql://postgres@/postgres?host=%s&options=-csearch_path%%3D%.*s", folder,
             (int)strcspn(schema, "'"), schema);
    daemon_server = server;
}

int main(void)
{
    struct away away;
    char address[160], raw_address[200];
    if (!pg_server_there() || !ircd_available())
        return 0;
    pg_server_earnest();
    if (!away_start(&away, pg_server_folder(), trip))
        return 1;
    pg_server_fresh(address, sizeof(address));
    pg_server_run(address, pg_raw_table);
    snprintf(raw_address, sizeof(raw_address), "host=%s %s", away.folder,
             strstr(address, "dbname"));
    set_server(address, away.folder);
    measure_head();
    bool good = irc_match_measure("!play to its line, far", commit, raw_address);
    away_stop(&away);
    pg_server_stop();
    return good ? 0 : 1;
}
