/* live.h: tables that anybody may watch on the web, while people play (/api/1/tables).
 *
 * A table is shown when every channel that it is in lets it (web.h); other tables cost nothing here
 * but that look. What changes it is counted, from the watcher of tables (live_watch.h), and the
 * last lines of a round are kept as its home was told them. Where somebody hides
 * (storage/web_query.h) they are "a player", and the lines, which name people, are left out.
 *
 * An adapter that keeps onlookers up to date says which tables it wants to be told of
 * (adapter_setup.watch): of each of these the document is made once after each turn of the loop in
 * which it changed, however many look on, and given to it when it is durable. */
#ifndef TALON_BOT_PAGES_LIVE_H
#define TALON_BOT_PAGES_LIVE_H

#include <uthash.h>

#include "bot/pages/job.h"
#include "bot/pages/live_watch.h"
#include "bot/table/table.h"
#include "storage/web_query.h"

enum {
    LIVE_LINES = 10,  /* of a round that are kept */
    LIVE_WATCHERS = 4 /* adapters that are told of one table */
};

struct live_table {
    UT_hash_handle hh; /* live->tables */
    int64_t id;
    int64_t made;            /* `seq` when a document to be pushed was made last */
    int64_t seq;             /* rises with each change, across restarts, too */
    char *lines[LIVE_LINES]; /* the oldest first; owned */
    unsigned line_count;
    unsigned sat;                /* seats of the table when it was looked at last */
    struct live_table *next_due; /* of live->due */
    bool due;                    /* is in that list: it has changed since the last push */
    bool making;                 /* a document to be pushed is being made */
    bool over;                   /* it is shown no more: who watches is to be told */
    uint64_t batch;              /* of a table that is over: that must be durable before */
    struct adapter *watchers[LIVE_WATCHERS];
    unsigned watcher_count;
    struct store_someone seats[PLAYERS_MAX]; /* as the store knew them ... */
    uint64_t known_as;                       /* ... when the seats hashed to this; 0: not yet ... */
    uint64_t known_at;                       /* ... at loop_now() */
};

struct live {
    struct host *host;
    struct live_table *tables; /* uthash by id */
    struct live_table *due;    /* which who watches is to be told of */
    /* Begins the document of a table, which comes back to live_push(). False: not now. */
    bool (*begin)(struct live *live, int64_t table);
};

void live_init(struct live *live, struct host *host,
               bool (*begin)(struct live *live, int64_t table));
void live_finish(struct live *live);
/* That of a table, made if need be; NULL: it is not shown, or memory is out. */
struct live_table *live_of(struct live *live, const struct table *table);
/* That of a running table by its number, and the table; NULL likewise. */
struct live_table *live_find(struct live *live, int64_t id, struct table **table);
bool live_is_shown(const struct table *table);

/* It watches nothing any more. */
void live_forget_adapter(struct live *live, const struct adapter *adapter);

/* Begins the documents that are due to who watches. At the end of each turn. */
void live_flush(struct live *live);
/* A document that was begun so is ready (`job` is still the caller's). */
void live_push(struct live *live, const struct page_job *job);
/* Somebody hides, or is linked with somebody: who sits anywhere is asked for anew. */
void live_forget_people(struct live *live);

/* /api/1/tables, /api/1/tables/ID: as docs/api.md has them, given to `present`; so is what went wrong.
 */
void tables_make(struct page_job *job, page_present *present);
void tables_api(struct page_job *job);
void table_make(struct page_job *job, int64_t id, page_present *present);
void table_api(struct page_job *job);

#endif
