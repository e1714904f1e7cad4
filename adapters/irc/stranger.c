/* People who talk to us and are in no channel of ours. The latest are kept with whence they come;
 * who comes from elsewhere under such a nick, or is seen under it, or is too long ago, is somebody
 * new.
 *
 * Nothing tells when they go, and whoever has the nick next must not be taken for them: they get
 * answers, and no hands. Where the server has MONITOR it tells: somebody to whom a hand is to go is
 * watched, and the hand waits until the server has told that they are who talked to us. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloak.h"
#include "session_private.h"

static struct stranger *find(struct session *session, const char *nick)
{
    for (unsigned i = 0; i < STRANGERS; i++) {
        struct stranger *stranger = &session->strangers[i];
        if (*stranger->nick && session_same(session, stranger->nick, nick)) {
            return stranger;
        }
    }
    return NULL;
}

static void drop_hands(struct stranger *stranger)
{
    while (stranger->hand_count > 0) {
        free(stranger->hands[--stranger->hand_count]);
    }
}

void stranger_reset(struct session *session)
{
    for (unsigned i = 0; i < STRANGERS; i++) {
        drop_hands(&session->strangers[i]);
    }
    memset(session->strangers, 0, sizeof session->strangers);
}

/* Nobody knows any more who has that nick. */
static void lose(struct session *session, struct stranger *stranger, bool for_good)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", stranger->nick);
    stranger->nick[0] = for_good ? '\0' : stranger->nick[0];
    drop_hands(stranger);
    session_revoke(session, nick);
    traffic_raise(session, CHAT_GONE, NULL, nick, NULL, NULL);
}

static void unwatch(struct session *session, struct stranger *stranger)
{
    if (stranger->watch != WATCH_NOT && !register_watches(session, stranger->nick)) {
        SESSION_PUT(session, PACE_INFO, "MONITOR", NULL, "-", stranger->nick);
    }
    stranger->watch = WATCH_NOT;
}

static void forget(struct session *session, struct stranger *stranger)
{
    unwatch(session, stranger);
    lose(session, stranger, true);
}

void stranger_ends(struct session *session, const char *nick)
{
    struct stranger *stranger = find(session, nick);
    if (stranger) {
        forget(session, stranger);
    } else {
        session_revoke(session, nick);
    }
}

/* "user@host"; false: it is too long to be kept. */
static bool write_from(char from[STRANGER_FROM], const char *user, const char *host)
{
    int length = snprintf(from, STRANGER_FROM, "%s@%s", user, host);
    return length > 0 && length < STRANGER_FROM;
}

void stranger_joins(struct session *session, const char *nick, const char *user, const char *host)
{
    char from[STRANGER_FROM];
    struct stranger *stranger = find(session, nick);
    bool same = stranger && stranger->watch == WATCH_HERE &&
                (!*host || (write_from(from, user, host) && strcmp(from, stranger->from) == 0));
    if (same) {
        unwatch(session, stranger);
        stranger->nick[0] = '\0';
    } else {
        stranger_ends(session, nick);
    }
}

/* How many are from there; the oldest of them in `oldest`. */
static unsigned count_from(struct session *session, const char *place, struct stranger **oldest)
{
    unsigned count = 0;
    for (unsigned i = 0; i < STRANGERS; i++) {
        struct stranger *stranger = &session->strangers[i];
        char other[CLOAK_PLACE];
        cloak_place(stranger->from, other);
        if (!*stranger->nick || strcmp(place, other) != 0) {
            continue;
        }
        if (count++ == 0 || stranger->talked < (*oldest)->talked) {
            *oldest = stranger;
        }
    }
    return count;
}

/* Whose place somebody from that host takes, if not a free one: so that nobody makes us forget the
 * others by changing nicks, the oldest of their own, else of where most are from. */
static struct stranger *find_room(struct session *session, const char *host)
{
    char place[CLOAK_PLACE];
    struct stranger *room = NULL;
    unsigned most = 0;
    cloak_place(host, place);
    if (count_from(session, place, &room) >= STRANGERS_EACH) {
        return room;
    }
    for (unsigned i = 0; i < STRANGERS; i++) {
        struct stranger *oldest = NULL;
        if (!*session->strangers[i].nick) {
            return &session->strangers[i];
        }
        cloak_place(session->strangers[i].from, place);
        unsigned count = count_from(session, place, &oldest);
        if (count > most || (count == most && oldest->talked < room->talked)) {
            most = count;
            room = oldest;
        }
    }
    return room;
}

void stranger_talks(struct session *session, const struct proto_line *line)
{
    char from[STRANGER_FROM];
    bool whole = write_from(from, line->user, line->host);
    struct stranger *stranger = find(session, line->nick);
    uint32_t talked = ++session->stranger_words;
    if (stranger && whole && strcmp(stranger->from, from) == 0) {
        stranger->talked = talked;
        return;
    }
    if (!stranger) {
        stranger = find_room(session, line->host);
    }
    if (*stranger->nick) {
        forget(session, stranger);
    }
    if (strlen(line->nick) < sizeof stranger->nick) {
        snprintf(stranger->nick, sizeof stranger->nick, "%s", line->nick);
        snprintf(stranger->from, sizeof stranger->from, "%s", whole ? from : "");
        stranger->talked = talked;
    }
}

/* -- whom the server watches for us -- */

static unsigned watched(const struct session *session)
{
    unsigned count = 1; /* the nick that we want */
    for (unsigned i = 0; i < STRANGERS; i++) {
        count += session->strangers[i].watch != WATCH_NOT;
    }
    return count;
}

bool stranger_reach(struct session *session, const char *nick)
{
    struct stranger *stranger = find(session, nick);
    if (!stranger || !*stranger->from || stranger->watch == WATCH_AWAY) {
        return false;
    }
    if (stranger->watch == WATCH_NOT && watched(session) < session->isupport.monitor &&
        SESSION_PUT(session, PACE_HAND, "MONITOR", NULL, "+", stranger->nick)) {
        stranger->watch = WATCH_ASKED;
    }
    return stranger->watch != WATCH_NOT;
}

bool stranger_waits(struct session *session, const char *nick, const char *line)
{
    struct stranger *stranger = find(session, nick);
    if (!stranger || stranger->watch != WATCH_ASKED) {
        return false;
    }
    if (stranger->hand_count == STRANGER_HANDS) { /* the latest tell how things are */
        free(stranger->hands[0]);
        memmove(stranger->hands, stranger->hands + 1,
                --stranger->hand_count * sizeof stranger->hands[0]);
    }
    char *copy = strdup(line);
    if (copy) {
        stranger->hands[stranger->hand_count++] = copy;
    }
    return true;
}

/* They are who talked to us. */
static void is_here(struct session *session, struct stranger *stranger)
{
    char key[PROTO_NICK];
    const struct pace_way way = {.to = session_key(session, stranger->nick, key), .whisper = true};
    bool again = stranger->watch == WATCH_AWAY;
    stranger->watch = WATCH_HERE;
    for (unsigned i = 0; i < stranger->hand_count; i++) {
        pace_put(&session->pace, PACE_HAND, &way, stranger->hands[i], strlen(stranger->hands[i]));
    }
    drop_hands(stranger);
    if (again) {
        struct chat_event event = {.kind = CHAT_JOIN};
        event.user = traffic_user(session, NULL, stranger->nick, NULL);
        event.user.host = stranger->from;
        event.user.vouched = cloak_vouches(stranger->from);
        session_raise(session, &event);
    }
}

/* Also told of who is not watched, or not any more. */
static void is_away(struct session *session, struct stranger *stranger)
{
    if (stranger->watch == WATCH_NOT) {
        lose(session, stranger, true);
    } else if (stranger->watch != WATCH_AWAY) {
        stranger->watch = WATCH_AWAY;
        lose(session, stranger, false);
    }
}

/* Calls `each` for the targets of a line: nicks, perhaps with user and host, parted by commas. */
static void each_target(struct session *session, const char *list,
                        void (*each)(struct session *session, struct stranger *stranger,
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
        struct stranger *stranger = find(session, target);
        if (stranger) {
            each(session, stranger, from);
        }
    }
}

static void look(struct session *session, struct stranger *stranger, const char *from)
{
    bool watched = stranger->watch != WATCH_NOT;
    if (!*from && watched) { /* the server says but the nick */
        SESSION_PUT(session, PACE_HAND, "USERHOST", NULL, stranger->nick);
    } else if (watched && strcmp(stranger->from, from) == 0) {
        is_here(session, stranger);
    } else if (*from && strcmp(stranger->from, from) != 0) { /* somebody else has the nick */
        is_away(session, stranger);
    }
}

static void miss(struct session *session, struct stranger *stranger, const char *from)
{
    (void)from;
    is_away(session, stranger);
}

static void refuse(struct session *session, struct stranger *stranger, const char *from)
{
    (void)from;
    if (stranger->watch == WATCH_NOT) {
        return;
    }
    stranger->watch = WATCH_NOT;
    drop_hands(stranger);
    traffic_raise(session, CHAT_FAILED, NULL, stranger->nick, NULL, session_unseen);
}

static void on_online(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    each_target(session, line->params[1], look);
}

static void on_offline(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    each_target(session, line->params[1], miss);
}

/* 734: limit, targets. */
static void on_full(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    session->isupport.monitor = watched(session) - 1;
    each_target(session, line->params[2], refuse);
}

/* 302: parted by blanks, "nick=+user@host", with '*' behind an operator's nick. */
static void on_userhost(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    for (const char *at = line->params[1]; *at; at += strspn(at, " ")) {
        char nick[PROTO_NICK];
        char from[PROTO_LINE];
        size_t length = strcspn(at, " ");
        size_t nick_length = strcspn(at, "*=");
        size_t skip = strcspn(at, "=") + 2;
        if (nick_length < sizeof nick && skip < length) {
            snprintf(nick, sizeof nick, "%.*s", (int)nick_length, at);
            snprintf(from, sizeof from, "%.*s", (int)(length - skip), at + skip);
            struct stranger *stranger = find(session, nick);
            if (stranger && stranger->watch != WATCH_NOT) {
                look(session, stranger, from);
            }
        }
        at += length;
    }
}

static const struct session_handler handlers[] = {
    {"302", 2, on_userhost},
    {"730", 2, on_online},
    {"731", 2, on_offline},
    {"734", 3, on_full},
};
const struct session_part stranger_part = {handlers, sizeof handlers / sizeof handlers[0]};
