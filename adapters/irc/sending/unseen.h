/* unseen.h: people who talk to us and are in no channel of ours.
 *
 * We keep the latest of them, each with the host they came from. If their nick comes back from
 * another host, or joins a channel of ours, or we have forgotten it meanwhile, it counts as a new
 * person.
 *
 * Without MONITOR nothing tells when such a user goes and another one takes the nick. So they get
 * answers, but no hands. With MONITOR, we have the server watch a user for whom there is a hand.
 * The hand waits until the server says that the nick still comes from the same host. */
#ifndef TALON_ADAPTERS_IRC_SENDING_UNSEEN_H
#define TALON_ADAPTERS_IRC_SENDING_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/irc/handler.h"

enum {
    UNSEEN_USERS_MAX = 64,
    UNSEEN_ORIGIN_MAX = 8, /* unseen users from one origin (cloak.h) */
    UNSEEN_FROM = 160,     /* bytes, NUL included */
    UNSEEN_HANDS_MAX = 8,  /* of one user */
    UNSEEN_REFUSED_MAX = 32
};

/* What MONITOR has told of a nick. */
enum unseen_watch {
    WATCH_NOT,   /* it is not watched */
    WATCH_ASKED, /* no answer yet */
    WATCH_HERE,  /* the user who talked to us has it */
    WATCH_AWAY   /* nobody has it, or somebody else */
};

/* Somebody who talked to us and is in no channel of ours. */
struct unseen_user {
    char nick[PROTO_NICK];  /* "": the entry is free */
    char from[UNSEEN_FROM]; /* "user@host"; "": it is too long */
    uint32_t talked;        /* when they last talked: the latest has the highest number */
    enum unseen_watch watch;
    unsigned hand_count;
    char *hands[UNSEEN_HANDS_MAX]; /* lines that wait for WATCH_HERE; owned */
};

struct unseen {
    uint32_t talked; /* the highest number of all */
    struct unseen_user users[UNSEEN_USERS_MAX];
    unsigned refused_count;
    char refused[UNSEEN_REFUSED_MAX][PROTO_NICK]; /* nicks whose hands were refused, still to be
                                                     reported to the host */
};

/* The connection has ended: forgets everybody, without events. */
void unseen_reset(struct session *session);
/* Somebody whom we see in no channel says this line. */
void unseen_talks(struct session *session, const struct proto_line *line);
/* A nick that we did not see has joined a channel of ours. It is the user we know only if the
 * server watches the nick for us, and the host is the same (or "": not told). */
void unseen_joins(struct session *session, const char *nick, const char *user, const char *host);
/* The nick is free, or somebody else has it: forgets the user, and drops what waits for the
 * nick. */
void unseen_ends(struct session *session, const char *nick);

/* True if we can take a hand for the nick: the server watches it, or will from now on. */
bool unseen_reach(struct session *session, const char *nick);
/* Keeps a copy of a line until the server has told who has the nick. Returns false if the line may
 * go now. */
bool unseen_waits(struct session *session, const char *nick, const char *line);
/* A hand for this nick was refused. unseen_tick() reports it to the host. Returns false if so many
 * nicks wait for that already that this one is not reported. */
bool unseen_refuse(struct session *session, const char *nick);
void unseen_tick(struct session *session);

line_handler unseen_on_full, unseen_on_offline, unseen_on_online, unseen_on_userhost;

#endif
