/* unseen.h: people who talk to us and are in no channel of ours. The latest are kept with whence
 * they come; who comes from elsewhere under such a nick, or is seen under it, or is too long ago,
 * is somebody new.
 *
 * Nothing tells when they go, and whoever has the nick next must not be taken for them: they get
 * answers, and no hands. Where the server has MONITOR it tells: somebody to whom a hand is to go is
 * watched, and the hand waits until the server has told that they are who talked to us. */
#ifndef TALON_ADAPTERS_IRC_UNSEEN_H
#define TALON_ADAPTERS_IRC_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "handler.h"

enum {
    UNSEEN_USERS = 64,
    UNSEEN_USERS_EACH = 8, /* from one place (cloak.h) */
    UNSEEN_FROM = 160,
    UNSEEN_HANDS = 8
};

/* What MONITOR tells of a nick. */
enum unseen_watch {
    WATCH_NOT,
    WATCH_ASKED,
    WATCH_HERE, /* it is who talked to us */
    WATCH_AWAY  /* nobody has it, or somebody else */
};

/* Somebody who talked to us and is in no channel of ours. */
struct unseen_user {
    char nick[PROTO_NICK];  /* "": free */
    char from[UNSEEN_FROM]; /* "user@host"; "": too long */
    uint32_t talked;        /* the latest has the highest */
    enum unseen_watch watch;
    unsigned hand_count;
    char *hands[UNSEEN_HANDS]; /* lines that wait for WATCH_HERE; owned */
};

struct unseen {
    uint32_t talked; /* the highest of them */
    struct unseen_user users[UNSEEN_USERS];
    char refused[PROTO_NICK]; /* to whom a hand was refused, to be told; "": nobody */
};

/* No connection any more: forgets all, and tells nobody. */
void unseen_reset(struct session *session);
/* Somebody whom we see nowhere talks to us. */
void unseen_talks(struct session *session, const struct proto_line *line);
/* Somebody whom we did not see is in a channel of ours: who had the nick until now, where the
 * server watches that for us, else perhaps another. Without a host (""): that is not told. */
void unseen_joins(struct session *session, const char *nick, const char *user, const char *host);
/* Whom we did not see under that nick has it no more. */
void unseen_ends(struct session *session, const char *nick);

/* Whether hands may go there: whoever has the nick is watched, or will be. */
bool unseen_reach(struct session *session, const char *nick);
/* Takes a line for a nick of which we do not know yet whether it is theirs; false: it may go. */
bool unseen_waits(struct session *session, const char *nick, const char *line);
/* A hand for that nick is refused: the host is told by unseen_tick(). */
void unseen_refuse(struct session *session, const char *nick);
void unseen_tick(struct session *session);

line_handler unseen_on_full, unseen_on_offline, unseen_on_online, unseen_on_userhost;

#endif
