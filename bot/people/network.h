/* network.h: one network that the daemon is on, and how it writes names.
 *
 * A network may come and go while the daemon runs (bot/host/networks.h). Call network_hold() to
 * keep a pointer beyond a turn of the loop: the network and its adapter are freed when nobody
 * holds them, however long ago the adapter ended. */
#ifndef TALON_BOT_PEOPLE_NETWORK_H
#define TALON_BOT_PEOPLE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/adapter.h"

struct host;
struct restore;

/* Where it stands (bot/host/networks.h). */
enum network_stage {
    NETWORK_MADE,  /* before the daemon starts */
    NETWORK_WAITS, /* for the network that had its name before, or for the disk */
    NETWORK_READS, /* its tables */
    NETWORK_RUNS,  /* its adapter was started, and may have ended by itself (`stopped`) */
    NETWORK_LEAVES /* it is being given up, and the host ignores all of its events except its end */
};

enum { TENANT_MAX = 32 /* bytes of one's id, as it is kept */ };

/* One of the parts of a divided network (adapter_impl.parts). */
enum part_stage {
    PART_ELSEWHERE, /* another process's */
    PART_WAITS,     /* ours, until its tables are read */
    PART_READS,
    PART_RUNS
};

struct network {
    struct host *host;
    struct adapter *adapter;
    char *name; /* owned */
    enum network_stage stage;
    unsigned holds;  /* who knows it beyond this turn (network_hold()) */
    bool started;    /* its adapter was, */
    bool asked;      /* and was told to stop */
    bool told;       /* and had sent every message by then */
    bool leased;     /* this process has it by a lease (leases.h) ... */
    bool given;      /* ... that was given back */
    bool goes;       /* is given up before this turn ends */
    bool read_again; /* tables that wait in the store may be playable now, or a part came */
    bool notes;      /* setting_note() was begun for what is to be read ... */
    uint64_t noted;  /* ... and the reading begins when this batch is durable */
    uint64_t kept;   /* setting_now() of then */
    bool news;       /* some settings that were read differ from those in memory */
    unsigned parts;  /* the number of its parts; 0: it is whole */
    uint8_t *stages; /* of each, enum part_stage; owned */
    uint64_t *moved; /* of each part, or of the whole: loop_now() when another process gave it back
                        and had sent every message; 0: none did, or that time is over; owned */
    uint64_t batch;  /* NETWORK_LEAVES: what was decided by then is durable with this one ... */
    uint64_t due;    /* ... and is waited for until then, by loop_now(). Else: it is not read sooner
                      */
    const char *words;             /* its last, constant */
    struct restore *reading;       /* replay.h; NULL: its tables are not being read */
    struct network_table *waiting; /* tables of channels here that stay in the store
                                      (network_wait()); owned */
    size_t waiting_count;
    void (*gone)(void *arg); /* called when its adapter is freed; NULL */
    void *gone_arg;
    unsigned table_count;
    const char *admins; /* as admin.h reads them; NULL: nobody. Not owned */
    bool connected;
    unsigned connects; /* how often it was */
    bool stopped;
    bool late; /* more messages wait than the network lets through (capacity.h) */
};

/* The number of networks that have not ended, and each of them, also those being given up. */
unsigned network_count(const struct host *host);
struct network *network_at(const struct host *host, unsigned n);
/* For bot/host/networks.c, which makes networks. Returns false when memory is out. */
bool network_add(struct host *host, struct network *network);
void network_remove(struct host *host, const struct network *network);

/* The network of that name in the configuration. NULL if there is none, or it is being given up. */
struct network *network_named(struct host *host, const char *name);
/* The next network that is not being given up, from *at (0 at first) on; NULL behind the last. */
struct network *network_next(const struct host *host, unsigned *at);
/* The network of that adapter; NULL if it is none of ours any more. */
struct network *network_of(const struct host *host, const struct adapter *adapter);
/* Returns true if that adapter may still be called. */
bool network_runs(const struct host *host, const struct adapter *adapter);
/* Returns true if messages may still be sent there. */
static inline bool network_hears(const struct network *network)
{
    return network->adapter != NULL && network->stage != NETWORK_LEAVES;
}
/* Keeps the network until it is released as often as it was held. */
static inline void network_hold(struct network *network)
{
    network->holds++;
}
static inline void network_release(struct network *network)
{
    network->holds--;
}
/* The stage of the part that has the channel; PART_RUNS where the network is whole. `tenant`: as
 * adapter_impl.part_of() takes it. */
enum part_stage network_part(const struct network *network, const char *channel,
                             const char *tenant);
/* True if another process had that part a moment ago and had sent every message there. People have
 * missed nothing then, and nobody has had the time to become somebody else. `channel` NULL: a whole
 * network. */
enum {
    NETWORK_MOMENT = 2000 /* milliseconds; people type again within that time */
};
bool network_has_moved(const struct network *network, const char *channel, const char *tenant);
/* Ends that moment: something may have been missed since. */
void network_moves_no_more(struct network *network);
/* True if a part belongs to another process, or to nobody yet. */
bool network_is_shared_out(const struct network *network);
/* Notes that a table with a place in that channel stays in the store: another of its networks is
 * missing, or another table has one of its places. `home`: the channel is its first place. Returns
 * false when memory is out. */
bool network_wait(struct network *network, int64_t table, const char *channel, bool home);
/* True if that table waits so. */
bool network_waits(const struct network *network, int64_t table);
/* True if a table of that channel waits so. */
bool network_waits_in(const struct network *network, const char *channel);
/* Notes that the table does not wait any more, in any channel. */
void network_waits_no_more(struct host *host, int64_t table);
/* Gives up the table that waits there, on the word of somebody in charge of the channel. At home it
 * is closed; elsewhere another table may be opened before it comes. */
void network_give_up_waiting(struct network *network, const char *channel);
/* Has the tables that wait read again, because what they waited for may be there. Leaves out those
 * of `but` (NULL: of none). */
void network_read_waiting(struct host *host, const struct network *but);
/* Frees the list of waiting tables, when the network is freed. */
void network_forget_waiting(struct network *network);
/* The sign before a command there: "!"; "/" if the network offers commands; or "" if every line is
 * meant for the bot. */
const char *network_prefix(const struct network *network);
/* Writes a name in the form in which the network compares names. Returns false when it does not
 * fit. */
bool network_fold(const struct network *network, const char *text, char *out, size_t size);
/* Writes an account in the form in which services compare accounts. Where the network folds names,
 * only upper and lower case of ASCII are the same, whatever rules its nicks have. */
bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size);

#endif
