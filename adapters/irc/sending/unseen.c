#include "unseen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/people/cloak.h"
#include "adapters/irc/people/identity.h"
#include "adapters/irc/people/nick.h"
#include "adapters/irc/session_state.h"

/* Why hands are refused. */
static const struct chat_event refused = {.kind = CHAT_FAILED,
                                          .text = "you are in no channel of mine"};

bool unseen_refuse(struct session *session, const char *nick)
{
    struct unseen *unseen = &session->unseen;
    for (unsigned i = 0; i < unseen->refused_count; i++) {
        if (session_same(session, unseen->refused[i], nick))
            return true;
    }
    if (unseen->refused_count == UNSEEN_REFUSED_MAX)
        return false;
    snprintf(unseen->refused[unseen->refused_count++], PROTO_NICK, "%s", nick);
    return true;
}

void unseen_tick(struct session *session)
{
    char nicks[UNSEEN_REFUSED_MAX][PROTO_NICK]; /* an event may cause the next refusal */
    unsigned count = session->unseen.refused_count;
    memcpy(nicks, session->unseen.refused, count * sizeof(nicks[0]));
    session->unseen.refused_count = 0;
    for (unsigned i = 0; i < count; i++)
        identity_raise(session, refused, NULL, nicks[i], NULL);
}

static struct unseen_user *find_unseen(struct session *session, const char *nick)
{
    for (unsigned i = 0; i < UNSEEN_USERS_MAX; i++) {
        struct unseen_user *unseen = &session->unseen.users[i];
        if (*unseen->nick != '\0' && session_same(session, unseen->nick, nick))
            return unseen;
    }
    return NULL;
}

static void drop_hands(struct unseen_user *unseen)
{
    while (unseen->hand_count > 0)
        free(unseen->hands[--unseen->hand_count]);
}

void unseen_reset(struct session *session)
{
    for (unsigned i = 0; i < UNSEEN_USERS_MAX; i++)
        drop_hands(&session->unseen.users[i]);
    memset(session->unseen.users, 0, sizeof(session->unseen.users));
    session->unseen.refused_count = 0;
}

/* We no longer know who has the nick: drops what waits for it, and tells the host. `for_good`:
 * forgets the user, too. */
static void lose_unseen(struct session *session, struct unseen_user *unseen, bool for_good)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof(nick), "%s", unseen->nick);
    unseen->nick[0] = for_good ? '\0' : unseen->nick[0];
    drop_hands(unseen);
    sent_revoke(session, nick);
    identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, NULL, nick, NULL);
}

static void unwatch_nick(struct session *session, struct unseen_user *unseen)
{
    if (unseen->watch != WATCH_NOT && !nick_watches(session, unseen->nick))
        SESSION_PUT(session, SENDQ_INFO, "MONITOR", NULL, "-", unseen->nick);
    unseen->watch = WATCH_NOT;
}

static void forget_unseen(struct session *session, struct unseen_user *unseen)
{
    unwatch_nick(session, unseen);
    lose_unseen(session, unseen, true);
}

void unseen_ends(struct session *session, const char *nick)
{
    struct unseen_user *unseen = find_unseen(session, nick);
    if (unseen != NULL)
        forget_unseen(session, unseen);
    else
        sent_revoke(session, nick);
}

/* Writes "user@host". Returns false if it is too long to keep. */
static bool write_from(char from[UNSEEN_FROM], const char *user, const char *host)
{
    int length = snprintf(from, UNSEEN_FROM, "%s@%s", user, host);
    return length > 0 && length < UNSEEN_FROM;
}

void unseen_joins(struct session *session, const char *nick, const char *user, const char *host)
{
    char from[UNSEEN_FROM];
    struct unseen_user *unseen = find_unseen(session, nick);
    bool same =
        unseen != NULL && unseen->watch == WATCH_HERE &&
        (*host == '\0' || (write_from(from, user, host) && strcmp(from, unseen->from) == 0));
    if (same) {
        unwatch_nick(session, unseen);
        unseen->nick[0] = '\0';
    } else {
        unseen_ends(session, nick);
    }
}

/* Counts the users from an origin. `oldest` is the one who has not talked for longest. */
static unsigned count_from(struct session *session, const char *origin, struct unseen_user **oldest)
{
    unsigned count = 0;
    for (unsigned i = 0; i < UNSEEN_USERS_MAX; i++) {
        struct unseen_user *unseen = &session->unseen.users[i];
        char other[CLOAK_ORIGIN];
        cloak_origin(unseen->from, other);
        if (*unseen->nick == '\0' || strcmp(origin, other) != 0)
            continue;
        if (count++ == 0 || unseen->talked < (*oldest)->talked)
            *oldest = unseen;
    }
    return count;
}

/* Returns the entry for somebody from this host. Nobody shall make us forget others by changing
 * nicks. So an origin with UNSEEN_ORIGIN_MAX entries loses its own oldest one. Otherwise we take a
 * free entry, or the oldest one of the origin with most entries. */
static struct unseen_user *find_room(struct session *session, const char *host)
{
    char origin[CLOAK_ORIGIN];
    struct unseen_user *room = NULL;
    unsigned most = 0;
    cloak_origin(host, origin);
    if (count_from(session, origin, &room) >= UNSEEN_ORIGIN_MAX)
        return room;
    for (unsigned i = 0; i < UNSEEN_USERS_MAX; i++) {
        struct unseen_user *oldest = NULL;
        if (*session->unseen.users[i].nick == '\0')
            return &session->unseen.users[i];
        cloak_origin(session->unseen.users[i].from, origin);
        unsigned count = count_from(session, origin, &oldest);
        if (count > most || (count == most && oldest->talked < room->talked)) {
            most = count;
            room = oldest;
        }
    }
    return room;
}

/* The server, or a line from the nick, shows that the user who talked to us has it. */
static void is_here(struct session *session, struct unseen_user *unseen)
{
    char key[PROTO_NICK];
    const struct sendq_target target = {.name = session_key(session, unseen->nick, key),
                                        .whisper = true};
    bool again = unseen->watch == WATCH_AWAY;
    unseen->watch = WATCH_HERE;
    for (unsigned i = 0; i < unseen->hand_count; i++)
        sendq_put(&session->sendq, SENDQ_HAND, &target, unseen->hands[i], strlen(unseen->hands[i]));
    drop_hands(unseen);
    if (again) {
        struct chat_event event = {.kind = CHAT_JOIN};
        event.user = identity_user(session, NULL, unseen->nick, NULL);
        event.user.host = unseen->from;
        event.user.host_vouched = cloak_vouches(unseen->from);
        session_raise(session, &event);
    }
}

void unseen_talks(struct session *session, const struct proto_line *line)
{
    char from[UNSEEN_FROM];
    bool whole = write_from(from, line->user, line->host);
    struct unseen_user *unseen = find_unseen(session, line->nick);
    uint32_t talked = ++session->unseen.talked;
    if (unseen != NULL && whole && strcmp(unseen->from, from) == 0) {
        unseen->talked = talked;
        if (unseen->watch == WATCH_AWAY) /* the nick had come back, and this line shows who has it
                                            before USERHOST answers */
            is_here(session, unseen);
        return;
    }
    if (unseen == NULL)
        unseen = find_room(session, line->host);
    if (*unseen->nick != '\0')
        forget_unseen(session, unseen);
    if (strlen(line->nick) < sizeof(unseen->nick)) {
        snprintf(unseen->nick, sizeof(unseen->nick), "%s", line->nick);
        snprintf(unseen->from, sizeof(unseen->from), "%s", whole ? from : "");
        unseen->talked = talked;
    }
}

/* -- the nicks that the server watches for us -- */

static unsigned count_watched(const struct session *session)
{
    unsigned count = 1; /* our own wanted nick (nick.c) */
    for (unsigned i = 0; i < UNSEEN_USERS_MAX; i++)
        count += session->unseen.users[i].watch != WATCH_NOT;
    return count;
}

bool unseen_reach(struct session *session, const char *nick)
{
    struct unseen_user *unseen = find_unseen(session, nick);
    if (unseen == NULL || *unseen->from == '\0' || unseen->watch == WATCH_AWAY)
        return false;
    if (unseen->watch == WATCH_NOT && count_watched(session) < session->isupport.monitor &&
        SESSION_PUT(session, SENDQ_HAND, "MONITOR", NULL, "+", unseen->nick))
        unseen->watch = WATCH_ASKED;
    return unseen->watch != WATCH_NOT;
}

bool unseen_waits(struct session *session, const char *nick, const char *line)
{
    struct unseen_user *unseen = find_unseen(session, nick);
    if (unseen == NULL || unseen->watch != WATCH_ASKED)
        return false;
    if (unseen->hand_count == UNSEEN_HANDS_MAX) { /* the latest hands matter most */
        free(unseen->hands[0]);
        memmove(unseen->hands, unseen->hands + 1, --unseen->hand_count * sizeof(unseen->hands[0]));
    }
    char *copy = strdup(line);
    if (copy != NULL)
        unseen->hands[unseen->hand_count++] = copy;
    return true;
}

/* The server says that nobody has the nick, or that somebody else has it. It may say so of a user
 * who is not watched, too. */
static void is_away(struct session *session, struct unseen_user *unseen)
{
    if (unseen->watch == WATCH_NOT) {
        lose_unseen(session, unseen, true);
    } else if (unseen->watch != WATCH_AWAY) {
        unseen->watch = WATCH_AWAY;
        lose_unseen(session, unseen, false);
    }
}

/* Calls `each` for each nick of a list with commas between; a nick may have user and host. */
static void each_target(struct session *session, const char *list,
                        void (*each)(struct session *session, struct unseen_user *unseen,
                                     const char *from))
{
    while (*list != '\0') {
        char target[PROTO_LINE];
        size_t length = strcspn(list, ",");
        snprintf(target, sizeof(target), "%.*s", (int)length, list);
        list += length + (list[length] == ',');
        char *from = target + strcspn(target, "!");
        if (*from != '\0')
            *from++ = '\0';
        struct unseen_user *unseen = find_unseen(session, target);
        if (unseen != NULL)
            each(session, unseen, from);
    }
}

static void look_up(struct session *session, struct unseen_user *unseen, const char *from)
{
    bool watched = unseen->watch != WATCH_NOT;
    if (*from == '\0' && watched) /* the server tells only the nick */
        SESSION_PUT(session, SENDQ_HAND, "USERHOST", NULL, unseen->nick);
    else if (watched && strcmp(unseen->from, from) == 0)
        is_here(session, unseen);
    else if (*from != '\0' && strcmp(unseen->from, from) != 0) /* somebody else has the nick */
        is_away(session, unseen);
}

static void miss_nick(struct session *session, struct unseen_user *unseen, const char *from)
{
    (void)from;
    is_away(session, unseen);
}

static void refuse_hand(struct session *session, struct unseen_user *unseen, const char *from)
{
    (void)from;
    if (unseen->watch == WATCH_NOT)
        return;
    unseen->watch = WATCH_NOT;
    drop_hands(unseen);
    identity_raise(session, refused, NULL, unseen->nick, NULL);
}

void unseen_on_online(struct session *session, const struct proto_line *line)
{
    each_target(session, line->params[1], look_up);
}

void unseen_on_offline(struct session *session, const struct proto_line *line)
{
    each_target(session, line->params[1], miss_nick);
}

/* 734: limit, targets. The server cannot watch these nicks, too. */
void unseen_on_full(struct session *session, const struct proto_line *line)
{
    session->isupport.monitor = count_watched(session) - 1;
    each_target(session, line->params[2], refuse_hand);
}

/* 302: "nick=+user@host" and so on, with blanks between. An operator's nick has a '*' behind it. */
void unseen_on_userhost(struct session *session, const struct proto_line *line)
{
    for (const char *at = line->params[1]; *at != '\0'; at += strspn(at, " ")) {
        char nick[PROTO_NICK];
        char from[PROTO_LINE];
        size_t length = strcspn(at, " ");
        size_t nick_length = strcspn(at, "*=");
        size_t skip = strcspn(at, "=") + 2;
        if (nick_length < sizeof(nick) && skip < length) {
            snprintf(nick, sizeof(nick), "%.*s", (int)nick_length, at);
            snprintf(from, sizeof(from), "%.*s", (int)(length - skip), at + skip);
            struct unseen_user *unseen = find_unseen(session, nick);
            if (unseen != NULL && unseen->watch != WATCH_NOT)
                look_up(session, unseen, from);
        }
        at += length;
    }
}
