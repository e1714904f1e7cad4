/* tables_state.h: what this room keeps for the whole daemon (host->tables). For bot/table only. */
#ifndef TALON_BOT_TABLE_TABLES_STATE_H
#define TALON_BOT_TABLE_TABLES_STATE_H

#include "bot/host_options.h"
#include "bot/lent.h"
#include "bot/table/table_open.h"
#include "storage/store.h"

struct tables {
    struct lent lent;
    struct table *by_id;  /* uthash by table->id */
    struct place *places; /* places of all tables; uthash by place->key */
    unsigned count;
    const struct table_watcher *const *watchers; /* NULL behind the last (watcher.h) */
    struct rules_share *rules;    /* each struct rules that tables play by (rules_share.h) */
    struct thinker *thinker;      /* computer players that search (think.h) */
    struct split_watch *splits;   /* tables that wait for people (split.h) */
    struct page_seat *page_seats; /* sessions, links and invitations, by hash (page_seat.h) */
    struct page_seat *page_ids;   /* the sessions in `page_seats`, by id */
    uint64_t page_drops;          /* sessions that were revoked so far */
    int64_t first_round;          /* the number that the first round of this start gets */
    uint64_t secrets; /* secrets made so far; with host_options.seed, the number of the next one */
    unsigned long lost; /* messages that were lost because memory was out (output_lost.h) */
    bool lost_any;      /* some table must show its state again, because a message to it was lost */
};

#endif
