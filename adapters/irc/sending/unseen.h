/* unseen.h: people who talk to us and are in no channel of ours. The latest of them are kept, each
 * with the host they came from. Whoever uses their nick from another host, or joins a channel of
 * ours under it, or has been forgotten meanwhile, counts as somebody new.
 *
 * Without MONITOR nothing tells when such a user goes and another one takes the nick. So they get
 * answers, but no hands. With MONITOR, a user for whom there is a hand is watched, and the hand
 * waits until the server says that whoever has the nick comes from the same host. */
#ifndef TALON_ADAPTERS_IRC_SENDING_UNSEEN_H
#define TALON_ADAPTERS_IRC_SENDING_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/irc/handler.h"

enum {
    UNSEEN_USERS_MAX = 64,
    UNSEEN_ORIGIN_MAX = 8, /* of them from one origin (cloak.h) */
    UNSEEN_FROM = 160,     /* bytes, NUL included */
    UNSEEN_HANDS_MAX = 8   /* of one user */
};

/* What MONITOR has told of a nick. */
enum unseen_watch {
    WATCH_NOT,   /* it is not watched */
    WATCH_ASKED, /* no answer yet */
    WATCH_HERE,  /* who talked to us has it */
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
    char refused[PROTO_NICK]; /* a nick for which a hand was refused, of which the host is to be
                                 told; "": none */
};

/* The connection has ended: forgets all, without events. */
void unseen_reset(struct session *session);
/* Somebody whom we see in no channel says that. */
void unseen_talks(struct session *session, const struct proto_line *line);
/* Somebody whom we did not see is in a channel of ours. Only if the server watches the nick for us,
 * and the host (if it is told, else "") is the same, it is the user whom we know. */
void unseen_joins(struct session *session, const char *nick, const char *user, const char *host);
/* The nick is free, or somebody else's: forgets the user, and drops what waits for the nick. */
void unseen_ends(struct session *session, const char *nick);

/* Whether hands for that nick can be taken: it is watched, or will be from now on. */
bool unseen_reach(struct session *session, const char *nick);
/* Keeps a copy of a line until the server has told who has the nick. False: the line may go now. */
bool unseen_waits(struct session *session, const char *nick, const char *line);
/* A hand for that nick was refused: unseen_tick() tells the host. */
void unseen_refuse(struct session *session, const char *nick);
void unseen_tick(struct session *session);

line_handler unseen_on_full, unseen_on_offline, unseen_on_online, unseen_on_userhost;

#endif
