/* network.h: one network that the daemon is on, and how it writes names.
 *
 * A network may come and go while the daemon runs (bot/host/networks.h). Call network_hold() to
 * keep a pointer beyond a turn of the loop: the network and its adapter are freed only when nobody
 * holds them, even if the adapter ended long before. */
#ifndef TALON_BOT_PEOPLE_NETWORK_H
#define TALON_BOT_PEOPLE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/adapter.h"

struct host;
struct people;
struct restore;

/* Where it stands (bot/host/networks.h). */
enum network_stage {
    NETWORK_MADE,  /* before the daemon starts */
    NETWORK_WAITS, /* waits until the older network of its name has ended, or the disk has its
                    * data */
    NETWORK_READS, /* its tables */
    NETWORK_RUNS,  /* the network's adapter was started; it may have ended by itself (`stopped`) */
    NETWORK_LEAVES /* it is being given up, and the host ignores all of its events except its end */
};

enum { TENANT_MAX = 32 /* room for the id of a tenant, in bytes */ };

/* One of the parts of a divided network (adapter_impl.parts). */
enum part_stage {
    PART_ELSEWHERE, /* another process's */
    PART_LEAVES,    /* it is being given up (bot/host/fleet/part_leave.h) */
    PART_WAITS,     /* the part is ours, and its tables are still to be read */
    PART_READS,
    PART_RUNS
};

struct network {
    struct host *host; /* for the rooms above; bot/people does not look into it */
    struct people *people;
    struct adapter *adapter;
    char *name; /* owned */
    enum network_stage stage;
    unsigned holds; /* how many pointers to it are kept beyond this turn (network_hold()) */
    bool started;   /* its adapter was started */
    bool asked;     /* its adapter was told to stop */
    bool told;      /* its adapter had sent every message when it stopped */
    bool distant;   /* another process has it; its adapter writes letters to that process
                       (bot/host/fleet/distant.h) */
    bool leased;    /* this process plays it by a lease (leases.h) ... */
    bool given;     /* ... and has given that lease back */
    bool goes;      /* this network is given up before the turn of the loop ends */
    char *heir;     /* the process that is to have the network next (store_lease_hand()); NULL: any.
                       Owned */
    bool by_hand;   /* an operator chose it */
    uint64_t spoke; /* loop_now() of the last message to people there; 0: none yet */
    bool read_again; /* its tables must be read again: some that wait in the store may be playable
                        now, or a part came */
    bool notes;      /* setting_note(true) was called before the network's settings are read ... */
    uint64_t noted;  /* ... and the reading begins when this batch is durable */
    uint64_t kept;   /* setting_now() at that call */
    bool news;       /* some settings that were read differ from those in memory */
    unsigned parts;  /* the number of its parts; 0: it is whole */
    struct part_leave *leave; /* the part that is being given up; NULL: none. Owned */
    uint8_t *stages;          /* enum part_stage of each part; owned */
    uint64_t *moved; /* of each part, or of the whole network: loop_now() when another process gave
                      * it back after sending every message. 0: no process did, or we may have
                      * missed something since. Owned */
    uint64_t batch;  /* in NETWORK_LEAVES: when this batch is durable, so is everything decided
                        before the network was given up ... */
    uint64_t due;    /* in NETWORK_LEAVES: loop_now() at which we stop waiting for that batch. Else:
                        loop_now() before which the network's tables are not read */
    const char *words;       /* its last, constant */
    struct restore *reading; /* replay.h; NULL: its tables are not being read */
    struct network_table
        *waiting; /* tables with a place here that wait in the store (network_wait()); owned */
    size_t waiting_count;
    void (*released)(void *arg); /* called before `gone`, when the adapter no longer reads its
                                  * settings; may be NULL */
    void *released_arg;
    void (*gone)(void *arg); /* called when its adapter is freed; may be NULL */
    void *gone_arg;
    unsigned table_count;
    const char *admins;   /* the list of administrators (admin.h); NULL: nobody. Not owned */
    const char *join_url; /* where people come to the network (bot/pages/join_url.h); NULL: not
                             known. Not owned */
    bool connected;
    uint64_t connected_at; /* loop_now() */
    unsigned connects;     /* how often it was */
    bool stopped;
    bool late; /* more messages wait for this network than are acceptable (capacity.h) */
    bool full; /* a table was refused because the network cannot take more messages (capacity.h) */
    unsigned long refused; /* number of tables refused for that, since the start */
};

/* The number of networks that have not ended, and the n-th of them. Both include networks that are
 * being given up. */
unsigned network_count(const struct people *people);
struct network *network_at(const struct people *people, unsigned n);
/* For bot/host/networks.c, which makes networks. Returns false when memory is out. */
bool network_add(struct people *people, struct network *network);
void network_remove(struct people *people, const struct network *network);

/* The network of that name in the configuration. NULL if there is none, or it is being given up. In
 * a fleet it may be distant. */
struct network *network_named(struct people *people, const char *name);
/* Returns the next network that is neither distant nor being given up, and moves *at (0 at first)
 * on. NULL after the last. */
struct network *network_next(const struct people *people, unsigned *at);
/* Returns the network of that adapter; NULL if this host no longer has it. */
struct network *network_of(const struct people *people, const struct adapter *adapter);
/* Returns true if that adapter may still be called. */
bool network_runs(const struct people *people, const struct adapter *adapter);
/* Returns true if messages may still be sent there. */
static inline bool network_hears(const struct network *network)
{
    return network->adapter != NULL && network->stage != NETWORK_LEAVES;
}
/* Keeps the network from being freed until network_release() was called as often as network_hold().
 */
static inline void network_hold(struct network *network)
{
    network->holds++;
}
static inline void network_release(struct network *network)
{
    network->holds--;
}
/* Returns the stage of the part to which the channel belongs; PART_RUNS for a network that is not
 * divided. For `tenant` see adapter_impl.part_of(). */
enum part_stage network_part(const struct network *network, const char *channel,
                             const char *tenant);
/* Returns true if another process gave that part back less than NETWORK_MOMENT ago, and had sent
 * every message there. Then people have missed nothing, and nobody has had the time to take
 * somebody else's nick. `channel` NULL: asks about the whole network; always false for a divided
 * network, which never moves as a whole. */
enum {
    NETWORK_MOMENT =
        2000 /* milliseconds; a line that a person lost in so short a time is soon typed again */
};
bool network_has_moved(const struct network *network, const char *channel, const char *tenant);
/* Makes network_has_moved() false for all parts from now on, because people may have missed
 * something. */
void network_moves_no_more(struct network *network);
/* Returns true if at least one part of the network is not ours: another process has it, or nobody.
 */
bool network_is_shared_out(const struct network *network);
/* Notes that a table with a place in that channel waits in the store, because another of its
 * networks is missing, or another table has one of its places. `home`: the channel is the table's
 * first place. Returns false when memory is out. */
bool network_wait(struct network *network, int64_t table, const char *channel, bool home);
/* Returns true if network_wait() noted that table here. */
bool network_waits(const struct network *network, int64_t table);
/* Returns true if network_wait() noted any table for that channel. */
bool network_waits_in(const struct network *network, const char *channel);
/* Removes the notes of network_wait() about the table, for all channels. */
void network_waits_no_more(struct people *people, int64_t table);
/* Gives up the table that waits for that channel, when somebody in charge of the channel asks for
 * it. If the channel is its home, the table is closed. Else only the note is removed, so that
 * another table may open there. */
void network_give_up_waiting(struct network *network, const char *channel);
/* Lets all networks read their waiting tables again, because what these wait for may be there now.
 * Leaves out the network `but` (NULL: none). */
void network_read_waiting(struct people *people, const struct network *but);
/* Frees the list of waiting tables, when the network is freed. */
void network_forget_waiting(struct network *network);
/* Returns what people type before a command there: the configured sign ("!"), "/" if the network
 * offers commands, or "" if every line is meant for the bot. */
const char *network_prefix(const struct network *network);
/* Writes a name in the form in which the network compares names. Returns false when it does not
 * fit. */
bool network_fold(const struct network *network, const char *text, char *out, size_t size);
/* Writes an account in the form in which services compare accounts. If the network folds names,
 * only upper and lower case of ASCII letters count as the same, whatever else it folds in nicks. */
bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size);

#endif
