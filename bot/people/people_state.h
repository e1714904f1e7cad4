/* people_state.h: what this room keeps for the whole daemon (host->people). For bot/people only. */
#ifndef TALON_BOT_PEOPLE_PEOPLE_STATE_H
#define TALON_BOT_PEOPLE_PEOPLE_STATE_H

#include "base/log.h"
#include "base/loop.h"
#include "bot/host_options.h"
#include "bot/people/network.h"
#include "bot/people/people.h"
#include "storage/store.h"

/* SETTINGS_MAX: settings in the store (channels, accounts). SETTINGS_PASSING_MAX: passing settings
 * (nicks), only in memory. */
enum { SETTINGS_MAX = 100000, SETTINGS_PASSING_MAX = 1000 };

/* Buckets of chained persons. `room` is the number of buckets: a power of two, or 0. */
struct people_index {
    struct person **buckets;
    unsigned room, count;
};

struct people {
    /* what the daemon lends to this room; not owned */
    struct loop *loop;
    struct store *store;
    const struct log *log;
    const struct host_options *options;

    struct people_index index[PEOPLE_WAYS]; /* persons */
    struct network **networks;              /* owned by bot/host/networks.c */
    unsigned network_count;
    struct seen *seen; /* in which channel people were seen last (seen.h) */
    struct ban *bans;  /* the newest first (ban.h) */

    /* setting_store.h */
    struct kept_setting *settings;
    unsigned settings_max;        /* SETTINGS_MAX, or what a test sets */
    uint64_t settings_kept;       /* counts settings that were set or read (setting_now()) */
    struct kept_setting *passing; /* passing settings, not in the store; if there are too many, the
                                   * oldest goes */
    struct kept_setting *noted;   /* names of settings that were set while others were read from the
                                     store (setting_note()) */
    unsigned noters; /* calls of setting_note(true) that setting_note(false) has not ended yet */

    struct link_code *links; /* the newest first (link.h) */
    unsigned link_count;
    uint64_t codes;   /* codes made so far (people_make_code()) */
    uint32_t renames; /* people_renames() */
};

#endif
