/* host.h: what all rooms of the daemon share.
 *
 * One `struct host` holds the networks, the people, the tables, the store and what each room keeps
 * of its own for the whole daemon; the rooms above are known here by name alone. It is made and
 * ended by bot/host/daemon.h. */
#ifndef TALON_BOT_HOST_H
#define TALON_BOT_HOST_H

#include "base/log.h"
#include "base/loop.h"
#include "bot/people/network.h"
#include "bot/people/people.h"
#include "storage/store.h"

/* To the store, at once. */
enum { HOST_QUESTIONS_MAX = 200 };
/* Settings of channels and accounts that are kept; of what nicks without account chose. */
enum { HOST_SETTINGS_MAX = 100000, HOST_PASSING_MAX = 1000 };

struct shutdown;
struct language;
struct network;
struct lease_wish;
struct network_watch;
struct outbox;
struct live;
struct pages;
struct place;
struct table;
struct table_watcher;
struct fallen;
struct told;
struct tickets;
struct rules_share;
struct thinker;
struct trouble;
struct retention;
struct status_line;
struct daily;
struct split_watch;
struct link_code;
struct kept_setting;
struct ban;
struct bridge_code;
struct page_seat;
struct guest;
struct seat_live;
struct seen;

/* What an operator may set for the whole daemon; times in milliseconds. */
struct host_options {
    const struct language *language;
    const char *prefix;
    uint64_t turn_reminder, turn_whisper, turn_limit; /* 0: never */
    uint64_t lobby_idle, away_close;
    uint32_t
        search_nodes;   /* moves that a computer player who searches tries out; 0: its own number */
    uint64_t bot_delay; /* between a computer player's turns */
    uint64_t gather;    /* how long what computer players do may wait for more of it; 0: not */
    uint64_t uno_grace; /* */
    uint64_t round_pause;  /* from the end of a round to the next deal */
    uint64_t split_wait;   /* for whom a netsplit took; 0: never */
    uint64_t quit_grace;   /* until who left the network is taken for gone; 0: the turn's time is */
    uint64_t link_life;    /* of a code of !link */
    uint64_t link_settles; /* how long a link is young (link.h) */
    uint64_t pause_limit;  /* of a pause */
    uint64_t notify_pause; /* between two calls to the same channel (notify_list.h) */
    uint64_t vote_time;    /* of a vote (vote.h), and until a second !stop is another first one */
    uint64_t behind_max;   /* that a network's queue may be behind; 0: however far */
    uint64_t keep_results, keep_replays; /* in the database; 0: for ever (retention.h) */
    const char *backup;   /* the folder of daily copies of the database; NULL: none (daily.h) */
    unsigned backup_keep; /* of them */
    unsigned backup_at; /* when they are made: 1 + the minute of the day in local time; 0: when the
                           day of the boards begins */
    int timezone_minutes;     /* of the boards, east of UTC */
    unsigned rounds_per_hour; /* at the tables of one person (allowance.h); 0: no limit */
    unsigned tables_max, tables_per_network, tables_per_person; /* 0: no limit */
    unsigned private_per_network, private_per_host; /* likewise, of tables in private talks, where
                                                       the network lets us say only so much */
    const char *seed; /* secrets depend on it (for repeating games); NULL: from the system */
};

/* Who asks for the configuration to be read again. */
struct host_reload {
    void (*tell)(void *arg, const char *line);
    void (*done)(void *arg, bool right);
    void *arg;
};

struct host {
    struct loop *loop;
    struct log log;
    struct store *store;
    const char *database; /* the store's file; NULL: it has none */
    struct host_options options;
    struct outbox *outbox; /* what waits to be said (outbox.h) */
    struct told *told;     /* whose seat word does (seat_word_delivery.h); NULL: nobody's */
    struct fallen *fallen; /* rounds that may have broken a record (record_broken.h); NULL: none */
    struct people people;
    struct network **networks;
    unsigned network_count;
    struct network_watch *coming; /* and going (networks.h) */
    struct lease_wish *leases;    /* networks that are wanted, where several share a store
                                     (leases.h) */
    bool drained;                 /* none of them is, until leases_undrain() */
    uint64_t away_batch;          /* tables that were put away are in the store with this one */
    struct table *tables;         /* uthash by table->id */
    struct place *places;         /* of all of them; uthash by place->key */
    unsigned table_count;
    const struct table_watcher *watcher; /* of all tables (watcher.h) */
    struct rules_share *rules;
    struct thinker *thinker; /* computer players that search (think.h) */
    struct seen *seen;       /* in whose channels people were seen last (seen.h) */
    struct ban *bans;        /* whom the operator lets not play (ban.h) */
    struct kept_setting *settings;
    unsigned settings_max;        /* HOST_SETTINGS_MAX */
    uint64_t settings_kept;       /* so often one was set or read (kept_now()) */
    struct kept_setting *passing; /* of nicks without account: the latest, and not in the store */
    struct kept_setting *noted;   /* names of what was set while anything was read (kept_note()) */
    unsigned noters;
    int64_t first_round;        /* the number of the first round that this start deals */
    struct place *shows;        /* places with something to be shown (dirty_places.h) */
    struct split_watch *splits; /* tables that wait for people (split.h) */
    struct link_code *links;    /* that wait, the newest first (link.h) */
    unsigned link_count;
    struct bridge_code *bridges;  /* that wait, the newest first (bridge.h) */
    struct page_seat *page_seats; /* played from pages, and links to them (page_seat.h) */
    struct page_seat *page_ids;   /* the same, sessions alone, by id */
    uint64_t page_drops;          /* sessions that were revoked so far */
    /* Seats a guest who came by an invitation (command_invite.c); why not, as a text of the
     * catalogue, or NULL: they sit there, and have that session. */
    const char *(*seat_guest)(struct host *host, struct guest *guest);
    struct seat_live *seat_live; /* pages of seats that are open (seat_live.h) */
    uint64_t codes;              /* likewise of seat words and the like */
    uint64_t secrets;            /* drawn so far: a seed gives them in order */
    struct trouble *watch;       /* over the journal (trouble.h) */
    struct retention *retention;
    struct status_line *status; /* of the service (status.h) */
    struct daily *daily;        /* copies of the database (daily.h) */
    struct pages *pages;        /* documents that are being made (pages.h) */
    struct live *live;          /* tables that anybody may watch (live.h); NULL: none */
    uint64_t trouble_wait;      /* milliseconds that trouble lasts before tables are told */
    uint64_t slow_after;        /* milliseconds that a write may take */
    unsigned long lost; /* lines that could not be said for want of memory (output_lost.h) */
    bool lost_any;      /* a table is to be told anew */
    bool trouble;       /* nothing new is begun (trouble.h) */
    bool crowded;       /* more waits to be said than is right: the store is slow */
    unsigned questions; /* to the store, that wait for their answer */
    const struct chat_event *event;  /* that is being handled; NULL: none */
    const struct network *answering; /* whose event that is */
    struct tickets *tickets;         /* of what waits in slow networks (ticket.h); NULL: none */
    const char *looking; /* the name of the command that is being carried out, if it shows how a
                            table stands; else NULL */
    bool redoing;        /* what is said replaces what was not so any more (ticket.h) */
    bool stopping;
    struct shutdown *shutdown; /* waits for the disk; NULL: not, or no more (shutdown.h) */
    uint64_t patience;         /* milliseconds: of shutdown_begin() */
    uint64_t lease_rest;       /* milliseconds until what could not be played on is asked for again
                                  (leases.h) */
    void (*entered)(void *arg, struct network *network, const char *channel); /* may be NULL */
    void (*left)(void *arg, struct network *network); /* its adapter has ended, others go on; may be
                                                         NULL */
    void (*stopped)(void *arg);                       /* all adapters have ended */
    void (*lease_lost)(void *arg); /* nothing may be said or written any more; may be NULL */
    void (*durable)(void *arg, uint64_t batch); /* a batch is on the disk; may be NULL */
    void *durable_arg;
    /* Reads the configuration again, off the loop (bot/cli/config/reload.h). Each line that goes to
     * the log about it is given to `tell`, then `done` hears whether it was right; else nothing has
     * changed. False: it is being read already, or cannot be, and nobody is called. NULL: there is
     * none. */
    bool (*reload)(void *arg, const struct host_reload *asker);
    void *owner; /* `arg` of these */
};

#endif
