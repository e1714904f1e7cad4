#include "unseen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloak.h"
#include "identity.h"
#include "nick.h"
#include "session_state.h"

/* Why hands are refused. */
static const struct chat_event refused = {.kind = CHAT_FAILED,
                                          .text = "you are in no channel of mine"};

void unseen_refuse(struct session *session, const char *nick)
{
    snprintf(session->unseen.refused, sizeof session->unseen.refused, "%s", nick);
}

void unseen_tick(struct session *session)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", session->unseen.refused);
    session->unseen.refused[0] = '\0';
    if (*nick) {
        identity_raise(session, refused, NULL, nick, NULL);
    }
}

static struct unseen_user *find(struct session *session, const char *nick)
{
    for (unsigned i = 0; i < UNSEEN_USERS; i++) {
        struct unseen_user *unseen = &session->unseen.users[i];
        if (*unseen->nick && session_same(session, unseen->nick, nick)) {
            return unseen;
        }
    }
    return NULL;
}

static void drop_hands(struct unseen_user *unseen)
{
    while (unseen->hand_count > 0) {
        free(unseen->hands[--unseen->hand_count]);
    }
}

void unseen_reset(struct session *session)
{
    for (unsigned i = 0; i < UNSEEN_USERS; i++) {
        drop_hands(&session->unseen.users[i]);
    }
    memset(session->unseen.users, 0, sizeof session->unseen.users);
    session->unseen.refused[0] = '\0';
}

/* Nobody knows any more who has that nick. */
static void lose(struct session *session, struct unseen_user *unseen, bool for_good)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", unseen->nick);
    unseen->nick[0] = for_good ? '\0' : unseen->nick[0];
    drop_hands(unseen);
    sent_revoke(session, nick);
    identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, NULL, nick, NULL);
}

static void unwatch(struct session *session, struct unseen_user *unseen)
{
    if (unseen->watch != WATCH_NOT && !nick_watches(session, unseen->nick)) {
        SESSION_PUT(session, PACE_INFO, "MONITOR", NULL, "-", unseen->nick);
    }
    unseen->watch = WATCH_NOT;
}

static void forget(struct session *session, struct unseen_user *unseen)
{
    unwatch(session, unseen);
    lose(session, unseen, true);
}

void unseen_ends(struct session *session, const char *nick)
{
    struct unseen_user *unseen = find(session, nick);
    if (unseen) {
        forget(session, unseen);
    } else {
        sent_revoke(session, nick);
    }
}

/* "user@host"; false: it is too long to be kept. */
static bool write_from(char from[UNSEEN_FROM], const char *user, const char *host)
{
    int length = snprintf(from, UNSEEN_FROM, "%s@%s", user, host);
    return length > 0 && length < UNSEEN_FROM;
}

void unseen_joins(struct session *session, const char *nick, const char *user, const char *host)
{
    char from[UNSEEN_FROM];
    struct unseen_user *unseen = find(session, nick);
    bool same = unseen && unseen->watch == WATCH_HERE &&
                (!*host || (write_from(from, user, host) && strcmp(from, unseen->from) == 0));
    if (same) {
        unwatch(session, unseen);
        unseen->nick[0] = '\0';
    } else {
        unseen_ends(session, nick);
    }
}

/* How many are from there; the oldest of them in `oldest`. */
static unsigned count_from(struct session *session, const char *place, struct unseen_user **oldest)
{
    unsigned count = 0;
    for (unsigned i = 0; i < UNSEEN_USERS; i++) {
        struct unseen_user *unseen = &session->unseen.users[i];
        char other[CLOAK_PLACE];
        cloak_place(unseen->from, other);
        if (!*unseen->nick || strcmp(place, other) != 0) {
            continue;
        }
        if (count++ == 0 || unseen->talked < (*oldest)->talked) {
            *oldest = unseen;
        }
    }
    return count;
}

/* Whose place somebody from that host takes, if not a free one: so that nobody makes us forget the
 * others by changing nicks, the oldest of their own, else of where most are from. */
static struct unseen_user *find_room(struct session *session, const char *host)
{
    char place[CLOAK_PLACE];
    struct unseen_user *room = NULL;
    unsigned most = 0;
    cloak_place(host, place);
    if (count_from(session, place, &room) >= UNSEEN_USERS_EACH) {
        return room;
    }
    for (unsigned i = 0; i < UNSEEN_USERS; i++) {
        struct unseen_user *oldest = NULL;
        if (!*session->unseen.users[i].nick) {
            return &session->unseen.users[i];
        }
        cloak_place(session->unseen.users[i].from, place);
        unsigned count = count_from(session, place, &oldest);
        if (count > most || (count == most && oldest->talked < room->talked)) {
            most = count;
            room = oldest;
        }
    }
    return room;
}

void unseen_talks(struct session *session, const struct proto_line *line)
{
    char from[UNSEEN_FROM];
    bool whole = write_from(from, line->user, line->host);
    struct unseen_user *unseen = find(session, line->nick);
    uint32_t talked = ++session->unseen.talked;
    if (unseen && whole && strcmp(unseen->from, from) == 0) {
        unseen->talked = talked;
        return;
    }
    if (!unseen) {
        unseen = find_room(session, line->host);
    }
    if (*unseen->nick) {
        forget(session, unseen);
    }
    if (strlen(line->nick) < sizeof unseen->nick) {
        snprintf(unseen->nick, sizeof unseen->nick, "%s", line->nick);
        snprintf(unseen->from, sizeof unseen->from, "%s", whole ? from : "");
        unseen->talked = talked;
    }
}

/* -- whom the server watches for us -- */

static unsigned watched(const struct session *session)
{
    unsigned count = 1; /* the nick that we want */
    for (unsigned i = 0; i < UNSEEN_USERS; i++) {
        count += session->unseen.users[i].watch != WATCH_NOT;
    }
    return count;
}

bool unseen_reach(struct session *session, const char *nick)
{
    struct unseen_user *unseen = find(session, nick);
    if (!unseen || !*unseen->from || unseen->watch == WATCH_AWAY) {
        return false;
    }
    if (unseen->watch == WATCH_NOT && watched(session) < session->isupport.monitor &&
        SESSION_PUT(session, PACE_HAND, "MONITOR", NULL, "+", unseen->nick)) {
        unseen->watch = WATCH_ASKED;
    }
    return unseen->watch != WATCH_NOT;
}

bool unseen_waits(struct session *session, const char *nick, const char *line)
{
    struct unseen_user *unseen = find(session, nick);
    if (!unseen || unseen->watch != WATCH_ASKED) {
        return false;
    }
    if (unseen->hand_count == UNSEEN_HANDS) { /* the latest tell how things are */
        free(unseen->hands[0]);
        memmove(unseen->hands, unseen->hands + 1, --unseen->hand_count * sizeof unseen->hands[0]);
    }
    char *copy = strdup(line);
    if (copy) {
        unseen->hands[unseen->hand_count++] = copy;
    }
    return true;
}

/* They are who talked to us. */
static void is_here(struct session *session, struct unseen_user *unseen)
{
    char key[PROTO_NICK];
    const struct pace_way way = {.to = session_key(session, unseen->nick, key), .whisper = true};
    bool again = unseen->watch == WATCH_AWAY;
    unseen->watch = WATCH_HERE;
    for (unsigned i = 0; i < unseen->hand_count; i++) {
        pace_put(&session->pace, PACE_HAND, &way, unseen->hands[i], strlen(unseen->hands[i]));
    }
    drop_hands(unseen);
    if (again) {
        struct chat_event event = {.kind = CHAT_JOIN};
        event.user = identity_user(session, NULL, unseen->nick, NULL);
        event.user.host = unseen->from;
        event.user.vouched = cloak_vouches(unseen->from);
        session_raise(session, &event);
    }
}

/* Also told of who is not watched, or not any more. */
static void is_away(struct session *session, struct unseen_user *unseen)
{
    if (unseen->watch == WATCH_NOT) {
        lose(session, unseen, true);
    } else if (unseen->watch != WATCH_AWAY) {
        unseen->watch = WATCH_AWAY;
        lose(session, unseen, false);
    }
}

/* Calls `each` for the targets of a line: nicks, perhaps with user and host, parted by commas. */
static void each_target(struct session *session, const char *list,
                        void (*each)(struct session *session, struct unseen_user *unseen,
                                     const char *from))
{
    while (*list) {
        char target[PROTO_LINE];
        size_t length = strcspn(list, ",");
        snprintf(target, sizeof target, "%.*s", (int)length, list);
        list += length + (list[length] == ',');
        char *from = target + strcspn(target, "!");
        if (*from) {
            *from++ = '\0';
        }
        struct unseen_user *unseen = find(session, target);
        if (unseen) {
            each(session, unseen, from);
        }
    }
}

static void look(struct session *session, struct unseen_user *unseen, const char *from)
{
    bool watched = unseen->watch != WATCH_NOT;
    if (!*from && watched) { /* the server says but the nick */
        SESSION_PUT(session, PACE_HAND, "USERHOST", NULL, unseen->nick);
    } else if (watched && strcmp(unseen->from, from) == 0) {
        is_here(session, unseen);
    } else if (*from && strcmp(unseen->from, from) != 0) { /* somebody else has the nick */
        is_away(session, unseen);
    }
}

static void miss(struct session *session, struct unseen_user *unseen, const char *from)
{
    (void)from;
    is_away(session, unseen);
}

static void refuse(struct session *session, struct unseen_user *unseen, const char *from)
{
    (void)from;
    if (unseen->watch == WATCH_NOT) {
        return;
    }
    unseen->watch = WATCH_NOT;
    drop_hands(unseen);
    identity_raise(session, refused, NULL, unseen->nick, NULL);
}

void unseen_on_online(struct session *session, const struct proto_line *line)
{
    each_target(session, line->params[1], look);
}

void unseen_on_offline(struct session *session, const struct proto_line *line)
{
    each_target(session, line->params[1], miss);
}

/* 734: limit, targets. */
void unseen_on_full(struct session *session, const struct proto_line *line)
{
    session->isupport.monitor = watched(session) - 1;
    each_target(session, line->params[2], refuse);
}

/* 302: parted by blanks, "nick=+user@host", with '*' behind an operator's nick. */
void unseen_on_userhost(struct session *session, const struct proto_line *line)
{
    for (const char *at = line->params[1]; *at; at += strspn(at, " ")) {
        char nick[PROTO_NICK];
        char from[PROTO_LINE];
        size_t length = strcspn(at, " ");
        size_t nick_length = strcspn(at, "*=");
        size_t skip = strcspn(at, "=") + 2;
        if (nick_length < sizeof nick && skip < length) {
            snprintf(nick, sizeof nick, "%.*s", (int)nick_length, at);
            snprintf(from, sizeof from, "%.*s", (int)(length - skip), at + skip);
            struct unseen_user *unseen = find(session, nick);
            if (unseen && unseen->watch != WATCH_NOT) {
                look(session, unseen, from);
            }
        }
        at += length;
    }
}
