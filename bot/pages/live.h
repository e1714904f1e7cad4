/* live.h: running tables that anybody may watch on the web (/api/1/tables).
 *
 * A table is shown if all its channels allow it (web.h). Other tables cost nothing here except that
 * check. The watcher of tables (live_watch.h) counts changes, and the last lines of a round are
 * kept in the words of the table's home. If anybody at the table hides (storage/web_query.h), they
 * are "a player", and the lines, which name people, are left out.
 *
 * An adapter names the tables that it wants to follow (page_source.watch). For each of them we
 * make the document once after each turn of the loop in which it changed, for all onlookers
 * together. The adapter gets it when it is durable. */
#ifndef TALON_BOT_PAGES_LIVE_H
#define TALON_BOT_PAGES_LIVE_H

#include <uthash.h>

#include "bot/pages/job.h"
#include "bot/pages/live_shown.h"
#include "bot/pages/live_watch.h"
#include "bot/table/table.h"
#include "storage/web_query.h"

enum {
    LIVE_LINES = 10,  /* lines of a round that are kept */
    LIVE_WATCHERS = 4 /* adapters that are told of one table */
};

struct live_table {
    UT_hash_handle hh; /* live->tables */
    int64_t id;
    int64_t made;            /* `seq` of the last document that was begun for watchers */
    int64_t seq;             /* rises with each change, also across restarts */
    char *lines[LIVE_LINES]; /* the oldest first; owned */
    unsigned line_count;
    unsigned sat;                /* seats of the table at the last look */
    struct live_table *next_due; /* of live->due */
    bool due;                    /* in the list live->due: changed since the last document */
    bool making;                 /* a document for watchers is being made */
    bool over;                   /* the table is no longer shown, and watchers must still hear
                                  * that */
    uint64_t batch;              /* batch that must be durable before watchers hear that it is
                                  * over */
    struct adapter *watchers[LIVE_WATCHERS];
    unsigned watcher_count;
    struct store_someone seats[PLAYERS_MAX]; /* the people in the seats, from the store */
    uint64_t known_as; /* hash of the seats that the store was asked about; 0: not asked yet */
    uint64_t known_at; /* loop_now() of its answer */
};

struct live {
    struct pages *pages;
    struct live_table *tables; /* uthash by id */
    struct live_table *due;    /* tables that are due for their watchers */
    /* Begins the document of a table; when it is ready, live_push() gets it. Returns false if it
     * must wait. */
    bool (*begin)(struct live *live, int64_t table);
};

void live_init(struct live *live, struct pages *pages,
               bool (*begin)(struct live *live, int64_t table));
void live_finish(struct live *live);
/* Finds or adds a table; NULL: it is not shown, or memory is out. */
struct live_table *live_of(struct live *live, const struct table *table);
/* Finds a running table by its number, and writes it to `table`. NULL: it is not shown, or memory
 * is out. */
struct live_table *live_find(struct live *live, int64_t id, struct table **table);

/* Removes the adapter from the watchers of all tables. */
void live_forget_adapter(struct live *live, const struct adapter *adapter);

/* Begins the documents that are due to watchers. Call it at the end of each turn. */
void live_flush(struct live *live);
/* Call it when a document that `begin` began is ready: gives it to the watchers. The caller still
 * owns `job`. */
void live_push(struct live *live, const struct page_job *job);
/* Call it when somebody hides, or two identities are linked. Then the store is asked again who sits
 * at each table. */
void live_forget_people(struct live *live);

/* Make the documents /api/1/tables and /api/1/tables/ID (docs/api.md). Give each, or an error, to
 * `present`. */
void tables_make(struct page_job *job, page_present *present);
void tables_api(struct page_job *job);
void table_make(struct page_job *job, int64_t id, page_present *present);
void table_api(struct page_job *job);

#endif
