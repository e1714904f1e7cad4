#include "throttle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_state.h"

#define MARK "talon-" /* of a PING behind lines; its number follows */

/* What the configuration says, else the careful pace until we know the server. */
static struct pace_limits given(const struct session *session)
{
    return session->setup.flood_auto
               ? servers_unknown.limits
               : pace_limits_of(session->setup.flood_burst, session->setup.flood_rate);
}

void throttle_begin(struct session *session)
{
    const struct pace_limits limits = given(session);
    session->server = NULL;
    pace_limit(&session->pace, &limits);
}

void throttle_token(struct session *session, const char *token, size_t length)
{
    const struct server_kind *kind = servers_by_token(token, length);
    if (kind && !session->server) {
        session->server = kind;
    }
}

void throttle_on_myinfo(struct session *session, const struct proto_line *line)
{
    const struct server_kind *kind = servers_find(line->params[2]);
    session->server = kind ? kind : session->server;
}

void throttle_ready(struct session *session)
{
    const struct server_kind *kind = session->server ? session->server : &servers_unknown;
    const struct pace_limits limits = session->setup.flood_auto ? kind->limits : given(session);
    pace_limit(&session->pace, &limits); /* servers count the lines of a registration apart */
    if (!session->setup.flood_auto) {
        return;
    }
    log_info(session->setup.log, "pace of %s server: %u lines at once, then %u a minute%s",
             session->server ? kind->name : "an unknown", limits.burst, 60000 / limits.line_ms,
             limits.lines ? ", counting those that are through" : "");
}

/* -- what is through -- */

/* Never 0. */
static uint32_t hash_of(const struct session *session, const char *target)
{
    char name[PROTO_CHANNEL];
    uint32_t hash = 2166136261;
    if (!proto_fold(session->isupport.map, target, name, sizeof name)) {
        return 1;
    }
    for (const char *at = name; *at; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619;
    }
    return hash ? hash : 1;
}

/* A PING behind what is under way, where one is called for. */
static void put_mark(struct session *session)
{
    uint32_t mark = window_mark(&session->pace.window, session_now(session));
    if (mark) {
        char token[24];
        snprintf(token, sizeof token, MARK "%" PRIu32, mark);
        SESSION_PUT(session, PACE_MARK, "PING", NULL, token);
    }
}

void throttle_sent(struct session *session, const char *line, size_t length)
{
    char target[PROTO_CHANNEL];
    const char *blank = memchr(line, ' ', length);
    bool said = length > 8 && (!memcmp(line, "PRIVMSG ", 8) || !memcmp(line, "NOTICE ", 7));
    if (said && session->caps & CAP_ECHO) {
        size_t end = strcspn(blank + 1, " ");
        snprintf(target, sizeof target, "%.*s", end < sizeof target ? (int)end : 0, blank + 1);
        window_expect(&session->pace.window, hash_of(session, target));
    }
    put_mark(session);
}

void throttle_echo(struct session *session, const char *target)
{
    window_echo(&session->pace.window, hash_of(session, target));
}

void throttle_on_pong(struct session *session, const struct proto_line *line)
{
    const char *token = line->params[line->count - 1];
    size_t length = sizeof MARK - 1;
    if (strncmp(token, MARK, length) == 0) {
        window_answer(&session->pace.window, (uint32_t)strtoul(token + length, NULL, 10));
        if (!window_open(&session->pace.window)) { /* refused lines are never echoed */
            put_mark(session);
        }
    }
}

/* -- what found no room -- */

void throttle_lost(struct session *session, const struct message *message)
{
    struct member_channel *channel =
        message->channel ? roster_channel(&session->roster, message->channel) : NULL;
    if (session->lost++ == 0) {
        log_warn(session->setup.log,
                 "too much waits to be said: what comes session_now(session) is dropped");
    }
    if (channel && message->urgency != URGENCY_INFO) {
        channel->lost = true;
    }
}

static void tell_anew(struct session *session)
{
    log_warn(session->setup.log,
             "there is room again: %u messages were dropped, the tables are "
             "told anew",
             session->lost);
    session->lost = 0;
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        bool lost = channel->lost;
        channel->lost = false;
        if (lost && session_inside(channel) && !channel->muted) {
            session_raise(session, &(struct chat_event){.kind = CHAT_DROPPED,
                                                        .channel = channel->named.name});
        }
    }
}

/* -- time -- */

/* When a PING behind lines has been without its answer for too long. */
static uint64_t patience_due(const struct session *session)
{
    const struct window *window = &session->pace.window;
    return window->mark ? window->since + session->setup.ping_seconds * UINT64_C(1000) : UINT64_MAX;
}

uint64_t throttle_due(const struct session *session)
{
    return session->lost > 0 && pace_has_room(&session->pace) ? 0 : patience_due(session);
}

void throttle_tick(struct session *session)
{
    if (session_now(session) >= patience_due(session)) {
        log_warn(session->setup.log, "the server does not answer a PING behind our lines: the pace "
                                     "is that of an unknown server");
        pace_limit(&session->pace, &servers_unknown.limits);
    }
    if (session->lost > 0 && pace_has_room(&session->pace)) {
        tell_anew(session);
    }
}

uint64_t throttle_behind(const struct session *session, bool alone)
{
    return session->stage == STAGE_READY ? pace_behind(&session->pace, alone) : 0;
}
