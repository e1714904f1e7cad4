/* net.h: a scripted IRC network: one server, one connection (the bot's), and people who are here.
 *
 * It serves the bot as a server should: registration, capabilities, joins, names, who, 401 for who
 * is not here, 404 for a channel that does not hear, 489 for a CPRIVMSG without a rank. Whatever
 * else a server may do is added by whoever holds it (net_put(), net_bytes(), net_drop()).
 *
 * Who bears a nick. A line of the bot is on its way while people change nicks: it goes to whoever
 * the bot could think had the nick. Behind such changes goes a PING of ours; when its answer
 * is here the bot knew of the change when it wrote what comes behind it (net_bearers()). */
#ifndef TALON_TESTS_HOSTILE_NET_H
#define TALON_TESTS_HOSTILE_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    PEOPLE = 48, /* bits of a uint64_t */
    CHANNELS = 16,
    CHANGES = 256,
    NET_NICK = 80,
    NET_IN = 1 << 16,
    NET_TEXT = 2048 /* of a line that is put together here */
};

struct person {
    char nick[NET_NICK];
    char host[64];
    char account[NET_NICK]; /* "": none */
    uint32_t channels;      /* bits */
    bool here;
};

/* Somebody gave up a nick, and the bot may not know it yet. */
struct change {
    char nick[NET_NICK];
    unsigned who;
    uint32_t mark; /* 0: free */
};

struct net {
    const char *name;
    unsigned port, connections; /* times that the bot came */
    int listening, fd;          /* fd -1: the bot is not here */
    struct person person[PEOPLE];
    unsigned people;
    char channel[CHANNELS][40]; /* [0] is where the innocent play, or nothing special */
    unsigned channels;
    uint32_t bot_in, bot_ranks, mute; /* bits of channels */
    char bot[NET_NICK];
    const char *offers; /* capabilities */
    char caps[512];     /* that the bot asked for */
    bool welcomed;
    bool deaf; /* does not read */
    bool dumb; /* answers nothing by itself */

    uint32_t marked, known; /* the last PING of ours, the last that was answered */
    struct change change[CHANGES];
    unsigned changes;

    /* Whatever the bot says to a channel or a nick that can hear it, as it is delivered; `who` are
     * bits of those who may be meant by a nick, 0 for a channel. */
    void (*said)(void *arg, struct net *net, const char *target, uint64_t who, const char *text);
    void (*lost)(void *arg, struct net *net); /* the bot went */
    void *arg;
    unsigned long lines; /* of the bot's, to channels and people */
    FILE *log;           /* NULL: none */

    char *out;
    size_t waiting, room, got;
    char in[NET_IN];
};

bool net_init(struct net *net, const char *name);
void net_finish(struct net *net);
unsigned net_person(struct net *net, const char *nick, const char *host, const char *account);
unsigned net_channel(struct net *net, const char *name);

/* Takes and sends what there is, without waiting. */
void net_serve(struct net *net);
/* What to wait for with poll(). */
short net_events(const struct net *net);
int net_fd(const struct net *net);
/* The bot is here and in its channels. */
bool net_ready(const struct net *net);

/* A line, its end is added; or bytes as they are. Nothing goes out while the bot is not here. */
void net_put(struct net *net, const char *format, ...) __attribute__((format(printf, 2, 3)));
void net_bytes(struct net *net, const char *bytes, size_t count);
/* So much waits that no more should be added. */
bool net_full(const struct net *net);
void net_drop(struct net *net, bool rough);

/* What people do: truly, and told to the bot as far as it can see it. */
void net_say(struct net *net, unsigned who, const char *target, const char *text);
void net_join(struct net *net, unsigned who, unsigned channel);
void net_part(struct net *net, unsigned who, unsigned channel);
/* False: somebody has that nick. */
bool net_rename(struct net *net, unsigned who, const char *nick);
void net_quit(struct net *net, unsigned who, const char *words);
void net_come(struct net *net, unsigned who, const char *host); /* in no channel yet */
void net_account(struct net *net, unsigned who, const char *account);
void net_rank(struct net *net, unsigned channel, bool given); /* +o or -o of the bot */
void net_mute(struct net *net, unsigned channel, bool mute);  /* +m or -m */
void net_kick(struct net *net, unsigned channel);             /* the bot */

/* Who has the nick; PEOPLE: nobody. */
unsigned net_who(const struct net *net, const char *nick);
/* Bits of those whom the bot could mean by it. */
uint64_t net_bearers(const struct net *net, const char *nick);

#endif
