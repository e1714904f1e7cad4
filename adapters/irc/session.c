#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_private.h"

enum {
    LABEL_ROOM = 24,  /* "@label=4294967295 " */
    LEAVE_MOST = 2000 /* ms; then we hang up ourselves */
};

struct session *session_create(const struct session_setup *setup)
{
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        return NULL;
    }
    session->setup = *setup;
    if (setup->login.certificate || (setup->login.user && setup->login.password)) {
        session->login.sasl = sasl_create(setup->login.user, setup->login.password);
        if (!session->login.sasl) {
            free(session);
            return NULL;
        }
    }
    roster_init(&session->roster, setup->seed);
    isupport_init(&session->isupport);
    session->map = PROTO_ASCII;
    pace_init(&session->pace);
    flow_begin(session);
    snprintf(session->nick, sizeof session->nick, "%s", setup->nick);
    session->stage_due = session->regain_due = session->login.due = session->pass_due = UINT64_MAX;
    return session;
}

void session_destroy(struct session *session)
{
    if (!session) {
        return;
    }
    pace_clear(&session->pace);
    certificate_reset(session);
    stranger_reset(session);
    roster_finish(&session->roster);
    sasl_destroy(session->login.sasl);
    free(session);
}

bool session_want(struct session *session, const char *wanted)
{
    char name[PROTO_CHANNEL];
    const char *key = wanted + strcspn(wanted, ":");
    snprintf(name, sizeof name, "%.*s", (int)(key - wanted), wanted);
    key += *key == ':';
    if (!isupport_channel(&session->isupport, name) && *name != '+' && *name != '!') {
        return false;
    }
    if (wanted[strcspn(wanted, " ,\r\n\a")] || strlen(wanted) >= sizeof name || *key == ':' ||
        (!*key && strchr(wanted, ':'))) {
        return false;
    }
    struct member_channel *channel = roster_add_channel(&session->roster, name);
    if (channel) {
        channel->configured = true;
        if (*key) {
            roster_key(channel, key);
        }
        channel->state = channel->state == CHANNEL_IDLE ? CHANNEL_WANTED : channel->state;
    }
    return channel != NULL;
}

void session_fail(struct session *session, enum session_end end, const char *why)
{
    if (session->end == SESSION_ALIVE) {
        session->end = end;
        snprintf(session->why, sizeof session->why, "%s", why);
    }
}

enum session_end session_end(const struct session *session, const char **why)
{
    if (why) {
        *why = session->why;
    }
    return session->end;
}

unsigned session_upgrade(const struct session *session)
{
    return session->upgrade;
}

bool session_ready(const struct session *session)
{
    return session->stage == STAGE_READY;
}

const char *session_nick(const struct session *session)
{
    return session->nick;
}

bool session_fold(const struct session *session, const char *text, char *out, size_t size)
{
    return proto_fold(session->map, text, out, size);
}

void session_raise(struct session *session, const struct chat_event *event)
{
    if (session->goodbye && event->kind == CHAT_MESSAGE) {
        return;
    }
    session->setup.event(session->setup.arg, event);
}

bool session_put(struct session *session, enum pace_class class, const struct pace_way *way,
                 const char *command, const char *const *middles, const char *text)
{
    char line[PROTO_LINE_MOST + 1];
    size_t length = proto_write(line, session->isupport.line_length + 1, command, middles, text);
    bool good = length > 0 && pace_put(&session->pace, class, way, line, length);
    if (length > 0 && !good && class == PACE_URGENT) {
        session_fail(session, SESSION_LOST, "the server wants more answers than it reads");
    }
    return good;
}

/* -- the connection -- */

void session_opened(struct session *session, bool tls, uint64_t now)
{
    session->tls = tls;
    session->end = SESSION_ALIVE;
    session->why[0] = session->leaving[0] = '\0';
    session->goodbye = NULL;
    session->stage = STAGE_REGISTERING;
    session->heard = now;
    session->asked = false;
    session->join_waits = session->who_waits = session->watching = false;
    session->join_due = 0;
    session->try_due = UINT64_MAX;
    session->who_count = 0;
    memset(session->labels, 0, sizeof session->labels);
    pace_time(&session->pace, now);
    flow_begin(session);
    frame_begin(session);
    isupport_init(&session->isupport);
    roster_remap(&session->roster, session->isupport.map);
    register_begin(session, now);
}

void session_closed(struct session *session)
{
    bool was_there = session->connected;
    session->connected = false;
    session->stage = STAGE_OFFLINE;
    session->stage_due = session->regain_due = session->pass_due = UINT64_MAX;
    login_reset(session);
    certificate_reset(session);
    pace_clear(&session->pace);
    roster_clear(&session->roster);
    session->unseen[0] = '\0';
    session->lost = 0;
    memset(session->recent, 0, sizeof session->recent);
    stranger_reset(session);
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        channel->state =
            channel->configured || channel->guest ? CHANNEL_WANTED : (uint8_t)CHANNEL_IDLE;
        channel->due = 0;
        channel->unasked = channel->lost = false;
    }
    if (was_there) {
        session_raise(session,
                      &(struct chat_event){.kind = CHAT_DISCONNECTED, .text = session->why});
    }
}

static int compare_handler(const void *key, const void *row)
{
    return strcmp(key, ((const struct session_handler *)row)->command);
}

static void dispatch(struct session *session, const struct proto_line *line, uint64_t now)
{
    static const struct session_part *const parts[] = {
        &flow_part,    &register_part, &caps_part,        &login_part,    &guest_part,
        &traffic_part, &talk_part,     &certificate_part, &stranger_part, &modes_part};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct session_handler *handler = bsearch(
            line->command, parts[i]->handlers, parts[i]->count, sizeof *handler, compare_handler);
        if (handler && line->count >= handler->params) {
            handler->handle(session, line, now);
        }
    }
}

void session_line(struct session *session, char *text, size_t length, uint64_t now)
{
    struct proto_line line;
    if (session->stage == STAGE_OFFLINE || session->end || !proto_parse(&line, text, length)) {
        return;
    }
    session->heard = now;
    session->asked = false;
    pace_time(&session->pace, now);
    if (session->stage == STAGE_QUITTING) {
        if (*session->leaving && strcmp(line.command, "ERROR") == 0) {
            session_fail(session, SESSION_REFUSED, session->leaving);
        }
        return;
    }
    if (!frame_take(session, &line)) {
        return;
    }
    if (*line.command == '4' || *line.command == '5') {
        traffic_refused(session, &line, now);
    }
    if (!talk_refused(session, &line)) {
        dispatch(session, &line, now);
    }
    if (session->stage == STAGE_READY) {
        traffic_queue_joins(session, now);
    }
}

/* -- the end -- */

static void say_goodbye(struct session *session, const char *words)
{
    session->stage = STAGE_QUITTING;
    session->stage_due = UINT64_MAX;
    if (!SESSION_PUT(session, PACE_URGENT, "QUIT", words ? words : "", NULL)) {
        SESSION_PUT(session, PACE_URGENT, "QUIT", "", NULL);
    }
}

/* Nothing waits that may go before it is too late. */
static bool may_go(const struct session *session, uint64_t now)
{
    return session->goodbye &&
           (now >= session->goodbye_due || (pace_due(&session->pace) > session->goodbye_due &&
                                            window_open(&session->pace.window)));
}

static void go(struct session *session)
{
    pace_clear(&session->pace);
    say_goodbye(session, session->goodbye);
    session->goodbye = NULL;
}

/* -- time -- */

static uint64_t silence_due(const struct session *session)
{
    return session->asked ? session->ping_due
                          : session->heard + session->setup.ping_seconds * UINT64_C(1000);
}

void session_tick(struct session *session, uint64_t now)
{
    if (session->stage == STAGE_OFFLINE || session->end) {
        return;
    }
    if (session->stage == STAGE_QUITTING) {
        if (now >= session->stage_due) {
            session_fail(session, SESSION_REFUSED, session->leaving);
        }
        return;
    }
    pace_time(&session->pace, now);
    if (may_go(session, now)) {
        go(session);
        return;
    }
    flow_tick(session, now);
    register_tick(session, now);
    certificate_tick(session, now);
    if (*session->unseen) {
        talk_unseen(session);
    }
    if (session->stage == STAGE_READY) {
        traffic_queue_joins(session, now);
        modes_tick(session, now);
    }
    if (now < silence_due(session) || session->stage == STAGE_REGISTERING) {
        return;
    }
    if (session->asked) {
        session_fail(session, SESSION_LOST, "the server does not answer");
        return;
    }
    session->asked = true;
    session->ping_due = now + session->setup.ping_seconds * UINT64_C(1000);
    SESSION_PUT(session, PACE_URGENT, "PING", NULL, "talon");
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t session_due(const struct session *session)
{
    if (session->stage == STAGE_OFFLINE || session->end) {
        return UINT64_MAX;
    }
    uint64_t due = pace_due(&session->pace);
    due = earlier(due, session->stage_due);
    if (session->stage == STAGE_QUITTING) {
        return due;
    }
    if (*session->unseen) {
        return 0;
    }
    due = earlier(due, flow_due(session));
    due = earlier(due, session->pass_due);
    due = earlier(due, session->login.due);
    due = earlier(due, session->regain_due);
    due = earlier(due, certificate_due(session));
    due = session->goodbye ? earlier(due, session->goodbye_due) : due;
    if (session->stage != STAGE_REGISTERING) {
        due = earlier(due, silence_due(session));
    }
    if (session->stage == STAGE_READY) {
        due = earlier(due, session->try_due);
    }
    if (session->stage == STAGE_READY && !session->join_waits) {
        due = earlier(due, session->join_due);
    }
    return due;
}

/* -- sending -- */

struct recent *session_remember(struct session *session, const char *line, size_t length,
                                uint64_t now)
{
    struct recent *recent = &session->recent[session->recent_next++ % RECENT_LINES];
    *recent = (struct recent){.sent = now};
    memcpy(recent->line, line, length);
    recent->line[length] = '\0';
    return recent;
}

size_t session_take(struct session *session, uint64_t now, char *out, size_t size)
{
    if (session->stage == STAGE_OFFLINE || session->end) {
        return 0;
    }
    bool labels = session->caps & CAP_LABELS && size > LABEL_ROOM;
    size_t room = labels ? size - LABEL_ROOM : size;
    size_t length = pace_take(&session->pace, now, out, room);
    if (length == 0 && may_go(session, now)) {
        go(session);
        length = pace_take(&session->pace, now, out, room);
    }
    if (length > 5 && memcmp(out, "JOIN ", 5) == 0) {
        session->join_waits = false;
        traffic_queue_joins(session, now);
    } else if (length > 4 && memcmp(out, "WHO ", 4) == 0) {
        session->who_waits = false;
        traffic_queue_who(session);
    } else if (length > 0 && length <= PROTO_LINE_MOST && memchr(out, '\x03', length)) {
        session_remember(session, out, length, now);
    }
    length = talk_through(session, out, length, room, now);
    flow_sent(session, out, length, now);
    return labels ? talk_label(session, out, length, size) : length;
}

const char *session_key(const struct session *session, const char *nick, char key[PROTO_NICK])
{
    if (!proto_fold(session->isupport.map, nick, key, PROTO_NICK)) {
        key[0] = '\0';
    }
    return key;
}

size_t session_readdress(void *nick, const char *line, char *out, size_t size)
{
    char text[PROTO_LINE_MOST + 1];
    struct proto_line parsed;
    size_t length = strlen(line);
    if (length < 2 || length >= sizeof text) {
        return 0;
    }
    memcpy(text, line, length - 2);
    text[length - 2] = '\0';
    if (!proto_parse(&parsed, text, length - 2) || parsed.count != 2) {
        return 0;
    }
    return PROTO_WRITE(out, size, parsed.command, parsed.params[1], (const char *)nick);
}

void session_revoke(struct session *session, const char *nick)
{
    char key[PROTO_NICK];
    if (*session_key(session, nick, key)) { /* without a name, it would be the server's */
        pace_forget(&session->pace, key);
    }
    for (unsigned i = 0; i < RECENT_LINES; i++) {
        struct recent *recent = &session->recent[i];
        if (recent->through && session_same(session, recent->to, nick)) {
            recent->through = 0;
        }
    }
    for (unsigned i = 0; i < LABELS; i++) {
        struct label *label = &session->labels[i];
        if (session_same(session, label->nick, nick)) {
            label->nick[0] = '\0';
        }
    }
}

void session_quit(struct session *session, const char *words, uint64_t now, uint64_t patience)
{
    if (session->stage != STAGE_OFFLINE && session->stage != STAGE_QUITTING && !session->goodbye) {
        session->goodbye = words ? words : "";
        session->goodbye_due = now + (session->stage == STAGE_READY ? patience : 0);
        session_tick(session, now);
    }
}

void session_leave(struct session *session, const char *why, uint64_t now)
{
    say_goodbye(session, why);
    session->stage_due = now + LEAVE_MOST;
    snprintf(session->leaving, sizeof session->leaving, "%s", why);
}
