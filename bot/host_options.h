/* host_options.h: what an operator may set for the whole daemon. Every room reads it. */
#ifndef TALON_BOT_HOST_OPTIONS_H
#define TALON_BOT_HOST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct language;

/* Times in milliseconds. */
struct host_options {
    const struct language *language;
    const char *prefix;
    uint64_t turn_reminder, turn_whisper, turn_limit; /* 0: never */
    uint64_t lobby_idle, away_close;
    uint32_t search_nodes; /* moves that a searching computer player tries; 0: its own default */
    uint64_t bot_delay;    /* about how long a computer player takes for its turn */
    uint64_t gather;    /* how long messages about computer players' moves may wait, to go out with
                           later ones; 0: they do not wait */
    uint64_t uno_grace; /* */
    uint64_t round_pause; /* from the end of a round to the next deal */
    uint64_t
        split_wait; /* how long a table waits for players whom a netsplit took; 0: it does not */
    uint64_t quit_grace;   /* how long after leaving the network a person counts as gone; 0: after
                            * the time for a turn */
    uint64_t link_life;    /* how long a code of !link works */
    uint64_t link_settles; /* how long a link is young (link.h) */
    uint64_t pause_limit;  /* how long a pause lasts at most (pause.h) */
    uint64_t notify_pause; /* least time between two calls to the same channel (notify_list.h) */
    uint64_t vote_time;  /* how long a vote lasts (vote.h), and how long a second !stop may confirm
                            the first */
    uint64_t behind_max; /* how far a network's message queue may be behind; 0: however far */
    uint64_t keep_results, keep_replays; /* how long the database keeps results and replays; 0: for
                                          * ever (retention.h) */
    const char *backup;   /* the folder of daily copies of the database; NULL: none (daily.h) */
    unsigned backup_keep; /* how many copies are kept */
    unsigned backup_at; /* when the daily copy is made: 1 + the minute of the day in local time; 0:
                           when the day of the boards begins */
    int timezone_minutes;     /* time zone of the boards, east of UTC */
    unsigned rounds_per_hour; /* rounds an hour at the tables that one person opened (allowance.h);
                                 0: no limit */
    unsigned tables_max, tables_per_network, tables_per_person; /* 0: no limit */
    unsigned private_per_network, private_per_host; /* limits for tables in private talks, where the
                                                       network limits our messages; 0: no limit */
    bool share; /* processes that share a store even out what they have (bot/host/fleet/share.h) */
    unsigned room; /* the most networks and shards that this process takes; 0: no limit */
    const char
        *seed; /* all secrets depend on it, so that games can be repeated; NULL: they are random */
};

#endif
