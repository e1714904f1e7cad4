/* pages_state.h: the state of this room for the whole daemon (host->pages). Only bot/pages uses
 * it. */
#ifndef TALON_BOT_PAGES_PAGES_STATE_H
#define TALON_BOT_PAGES_PAGES_STATE_H

#include "bot/host.h"
#include "bot/lent.h"
#include "bot/pages/live.h"
#include "bot/pages/pages.h"

struct pages {
    struct lent lent;
    told_command_fn *command;
    seat_guest_fn *seat_guest;
    struct commands *commands;   /* for seat_guest() */
    struct live live;            /* tables that anybody may watch (live.h) */
    struct seat_live *seat_live; /* pages of seats that are open (seat_live.h) */
    struct kept_moves *moves;    /* the last moves of tables (moves.h); uthash by table */
    struct page_job *jobs;       /* in the order in which they were asked for */
    unsigned count;
};

/* The pages of the daemon that has the table, and those of a host, which is what adapters know. */
static inline struct pages *pages_of(const struct table *table)
{
    return table->host->pages;
}
static inline struct pages *pages_of_host(const void *host)
{
    return ((const struct host *)host)->pages;
}

#endif
