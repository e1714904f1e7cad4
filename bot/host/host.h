/* host.h: the daemon's middle: networks on one side, tables and the store on the other.
 *
 * The host owns everything and gives events their way (DESIGN "one way through"): an adapter raises
 * an event, the host finds people and tables, a command becomes an action, the table decides and
 * journals, and what must be said waits in the outbox until the store has it. At the end of each
 * turn of the loop what was gathered is committed as one batch. */
#ifndef TALON_BOT_HOST_HOST_H
#define TALON_BOT_HOST_HOST_H

#include "adapters/adapter.h"
#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/people/people.h"
#include "bot/show/outbox.h"
#include "bot/show/told.h"
#include "storage/store.h"

/* To the store, at once. */
enum { HOST_QUESTIONS_MOST = 200 };
/* Settings of channels and accounts that are kept; of what nicks without account chose. */
enum { HOST_SETTINGS_MOST = 100000, HOST_PASSING_MOST = 1000 };

struct shutdown;
struct host;
struct language;
struct table;
struct table_watcher;
struct rules_share;
struct thinker;
struct trouble;
struct retention;
struct split_watch;
struct link_code;
struct kept_setting;

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
    uint64_t pause_limit;  /* of a pause */
    uint64_t notify_pause; /* between two calls to the same channel (notify_list.h) */
    uint64_t vote_time;    /* of a vote (vote.h), and until a second !stop is another first one */
    uint64_t behind_most;  /* that a network's queue may be behind; 0: however far */
    uint64_t keep_results, keep_replays; /* in the database; 0: for ever (retention.h) */
    unsigned rounds_per_hour; /* at the tables of one person (allowance.h); 0: no limit */
    unsigned tables_max, tables_per_network, tables_per_person; /* 0: no limit */
    unsigned private_per_network, private_per_host; /* likewise, of tables in private talks, where
                                                       the network lets us say only so much */
    const char *seed; /* secrets depend on it (for repeating games); NULL: from the system */
};

struct network {
    struct host *host;
    struct adapter *adapter;
    const char *name;
    unsigned table_count;
    const char *admins; /* as admin.h reads them; NULL: nobody. Not owned */
    bool stopped;
    bool late; /* has more to tell than the network lets through (capacity.h) */
};

struct host {
    struct loop *loop;
    struct log log;
    struct store *store;
    struct host_options options;
    struct outbox outbox;
    struct told told;
    struct people people;
    struct network *networks;
    unsigned network_count;
    struct table *tables; /* uthash by table->key */
    unsigned table_count;
    const struct table_watcher *watcher; /* of all tables (watcher.h) */
    struct rules_share *rules;
    struct thinker *thinker; /* computer players that search (think.h) */
    struct kept_setting *settings;
    unsigned settings_most;       /* HOST_SETTINGS_MOST */
    struct kept_setting *passing; /* of nicks without account: the latest, and not in the store */
    int64_t next_table, next_round;
    struct table *shows;        /* tables with something to be shown (board.h) */
    struct split_watch *splits; /* tables that wait for people (split.h) */
    struct link_code *links;    /* that wait, the newest first (link.h) */
    unsigned link_count;
    uint64_t codes;        /* likewise of seat words and the like */
    uint64_t secrets;      /* drawn so far: a seed gives them in order */
    struct trouble *watch; /* over the journal (trouble.h) */
    struct retention *retention;
    uint64_t trouble_wait;           /* milliseconds that trouble lasts before tables are told */
    uint64_t slow_after;             /* milliseconds that a write may take */
    bool trouble;                    /* nothing new is begun (trouble.h) */
    bool crowded;                    /* more waits to be said than is right: the store is slow */
    unsigned questions;              /* to the store, that wait for their answer */
    const struct chat_event *event;  /* that is being handled; NULL: none */
    const struct network *answering; /* whose event that is */
    bool stopping;
    struct shutdown *shutdown; /* waits for the disk; NULL: not, or no more (ending.h) */
    uint64_t patience;         /* milliseconds: of host_stop() */
    void (*entered)(void *arg, struct network *network, const char *channel); /* may be NULL */
    void (*stopped)(void *arg); /* all adapters have ended */
    void *owner;                /* `arg` of both */
};

/* Neither the loop nor the store is owned. False: memory is out or the store cannot be read, and
 * there is nothing to finish. */
bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options, unsigned networks);
/* After the adapters have stopped; tables stay in the store. */
void host_finish(struct host *host);

/* Makes the n-th network's adapter; false with a clear line in `why`. */
bool host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                      const struct settings *settings, char *why, size_t why_size);
void host_start(struct host *host);
/* Stops the clocks and, when what was decided is durable and told or host->patience (a second) is
 * over, asks all adapters to end; host->stopped is called when they have. Returns at once; `words`
 * are needed until then. */
void host_stop(struct host *host, const char *words);

/* What stands before a command there: "!"; "/" where commands are offered; or nothing where all
 * that is typed is meant for us. */
const char *network_prefix(const struct network *network);
/* A name as the network compares them; false when it does not fit. */
bool network_fold(const struct network *network, const char *text, char *out, size_t size);
/* An account, as services compare them: where names are folded, upper and lower case of ASCII are
 * alike and nothing else is, whatever the network takes for one nick. */
bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size);

/* Says at once what is about the daemon itself and waits for no commit: that it cannot write. */
void host_say_now(struct network *network, struct message *message);
/* Hands a message to the outbox: spoken when all that this turn of the loop gathers is durable. */
void host_say(struct host *host, struct network *network, struct message *message);

/* A channel's own settings ("language", "theme"), kept in the store. NULL: not set. */
const char *host_channel_setting(struct host *host, struct network *network, const char *channel,
                                 const char *key);
/* The language of a channel (NULL: of nowhere): its own, else the daemon's. */
const struct language *host_channel_language(struct host *host, struct network *network,
                                             const char *channel);
/* False: so much is kept that this is not, and nothing has changed. */
bool host_set_channel(struct host *host, struct network *network, const char *channel,
                      const char *key, const char *value);
/* What somebody chose once, with a seat or without. */
struct preferences host_preferences_of(struct host *host, const struct network *network,
                                       const struct chat_user *user);
/* Gives a whisper the looks and the way that its reader wants; `mono`: the channel's look. */
void host_dress(struct message *message, const struct preferences *preferences, bool mono);
/* The network vouches for an account behind somebody who sits here as a nick: kept with the seat.
 */
void host_note_account(struct person *person, const struct chat_user *user);
/* Somebody is back to whom nobody could whisper: they see their hands again. */
void host_welcome(const struct person *person);
/* Gives it to a person. */
void host_know_person(struct host *host, struct person *person);
/* A person's own setting ("language", "theme", "whisper", "pings"; value NULL: none any more),
 * taken over at once: kept of an account (as long as there is room), of a nick with its seats, and
 * remembered for a while only. */
void host_set_person(struct host *host, struct person *person, const char *key, const char *value);

#endif
