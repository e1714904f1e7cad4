#include "throttle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "base/count.h"
#include "helper.h"

#define PING_TOKEN "talon-" /* the number of the PING follows */

/* Returns the limits of the configuration; without any, those of an unknown server. */
static struct flood_limits given_limits(const struct session *session)
{
    return session->setup.flood_auto
               ? servers_unknown.limits
               : flood_limits_of(session->setup.flood_burst, session->setup.flood_rate);
}

static void limit_pace(struct session *session, struct flood_limits limits)
{
    helper_limit(session, &limits);
    sendq_limit(&session->sendq, &limits);
}

void throttle_begin(struct session *session)
{
    session->server = NULL;
    limit_pace(session, given_limits(session));
}

void throttle_token(struct session *session, const char *token, size_t length)
{
    const struct server_kind *kind = servers_by_token(token, length);
    if (kind != NULL && session->server == NULL)
        session->server = kind;
}

void throttle_on_myinfo(struct session *session, const struct proto_line *line)
{
    const struct server_kind *kind = servers_find(line->params[2]);
    session->server = kind != NULL ? kind : session->server;
}

void throttle_ready(struct session *session)
{
    const struct server_kind *kind = session->server != NULL ? session->server : &servers_unknown;
    const struct flood_limits limits =
        session->setup.flood_auto ? kind->limits : given_limits(session);
    /* this forgets the cost of the lines sent during registration, because servers count those
     * separately */
    limit_pace(session, limits);
    if (!session->setup.flood_auto)
        return;
    log_info(session->setup.log,
             "sending at the pace for this server kind=%s at_once=%u a_minute=%u%s",
             session->server != NULL ? kind->name : "unknown", limits.burst, 60000 / limits.line_ms,
             limits.lines ? " counts=answers" : "");
}

/* -- how much we say -- */

enum { MINUTE = 60000, LINE_BYTES = 100 /* of a usual line */ };

/* Returns the counts as they stand at this time: older minutes move to the front. */
static struct carried moved_on(struct carried carried, uint64_t now)
{
    uint64_t passed = now / MINUTE - carried.minute;
    carried.minute = now / MINUTE;
    for (unsigned i = 0; i < THROTTLE_MINUTES; i++) {
        uint64_t from = i + passed;
        carried.lines[i] = from < THROTTLE_MINUTES ? carried.lines[from] : 0;
    }
    return carried;
}

static struct carried *carried_at(struct session *session)
{
    session->carried = moved_on(session->carried, session_now(session));
    return &session->carried;
}

/* Returns the lines a minute over the last whole minutes. */
static unsigned carried_by(const struct session *session, uint64_t now)
{
    const struct carried carried = moved_on(session->carried, now);
    unsigned sum = 0;
    for (unsigned i = 0; i + 1 < THROTTLE_MINUTES; i++)
        sum += carried.lines[i];
    return sum / (THROTTLE_MINUTES - 1);
}

/* Returns how many lines a minute the server takes from this connection; 0: no limit. */
static unsigned pace_of(const struct session *session)
{
    const struct flood_limits *limits = &session->sendq.limits;
    unsigned cost = limits->line_ms + limits->byte_us * LINE_BYTES / 1000;
    return session->stage == STAGE_READY && limits->line_ms ? MINUTE / cost : 0;
}

void throttle_load(const struct session *session, struct adapter_load *load)
{
    uint64_t now = session_now(session);
    unsigned own = pace_of(session);
    unsigned others = 0;
    unsigned whispered = 0;
    for (struct session *at = NULL; (at = helper_next(session, at)) != NULL;) {
        others += pace_of(at);
        whispered += at->stage == STAGE_READY ? carried_by(at, now) : 0;
        load->helpers_there += at->stage == STAGE_READY;
    }
    load->lines_max = own + (others < own ? others : own);
    if (load->lines_max == 0)
        return;
    /* the connection with the least room left counts */
    unsigned said = carried_by(session, now) * load->lines_max / own;
    whispered = others ? whispered * load->lines_max / others : 0;
    load->lines = said > whispered ? said : whispered;
}

/* -- lines in flight -- */

/* A hash of the target's name as the network compares it; never 0. */
static uint32_t hash_of(const struct session *session, const char *target)
{
    char name[PROTO_CHANNEL];
    uint32_t hash = 2166136261;
    if (!proto_fold(session->isupport.map, target, name, sizeof(name)))
        return 1;
    for (const char *at = name; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619;
    return hash ? hash : 1;
}

/* Queues a PING behind the lines in flight, if one is needed (inflight_ping()). */
static void put_ping(struct session *session, bool few)
{
    uint32_t ping = inflight_ping(&session->sendq.inflight, session_now(session), few);
    if (ping) {
        char token[24];
        snprintf(token, sizeof(token), PING_TOKEN "%" PRIu32, ping);
        SESSION_PUT(session, SENDQ_PING, "PING", NULL, token);
    }
}

void throttle_sent(struct session *session, const char *line, size_t length)
{
    char target[PROTO_CHANNEL];
    const char *blank = memchr(line, ' ', length);
    bool said = length > 8 && (memcmp(line, "PRIVMSG ", 8) == 0 || memcmp(line, "NOTICE ", 7) == 0);
    if (said)
        carried_at(session)->lines[THROTTLE_MINUTES - 1]++;
    if (said && session->caps & CAP_ECHO) {
        size_t end = strcspn(blank + 1, " ");
        snprintf(target, sizeof(target), "%.*s", end < sizeof(target) ? (int)end : 0, blank + 1);
        inflight_expect(&session->sendq.inflight, hash_of(session, target));
    }
    put_ping(session, false);
}

void throttle_echo(struct session *session, const char *target)
{
    inflight_echo(&session->sendq.inflight, hash_of(session, target));
    helper_arrived(session);
}

void throttle_on_pong(struct session *session, const struct proto_line *line)
{
    const char *token = line->params[line->count - 1];
    size_t length = sizeof(PING_TOKEN) - 1;
    if (strncmp(token, PING_TOKEN, length) == 0) {
        inflight_pong(&session->sendq.inflight, (uint32_t)strtoul(token + length, NULL, 10));
        helper_arrived(session);
        /* the server never echoes lines that it refuses: if such lines still leave no room, only
         * the answer to another PING frees it */
        if (!inflight_has_room(&session->sendq.inflight))
            put_ping(session, false);
    }
}

/* -- messages that found no room -- */

void throttle_lost(struct session *session, const struct message *message)
{
    struct channel *channel =
        message->channel != NULL ? nicklist_channel(&session->nicklist, message->channel) : NULL;
    count_add(COUNT_LINES_NO_ROOM);
    if (session->lost++ == 0)
        log_warn(session->setup.log, "too many lines wait: new ones are dropped");
    if (channel != NULL && message->urgency != URGENCY_INFO)
        channel->lost = true;
}

static void tell_anew(struct session *session)
{
    log_warn(session->setup.log, "there is room again, the tables are shown again dropped=%u",
             session->lost);
    session->lost = 0;
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        bool lost = channel->lost;
        channel->lost = false;
        if (lost && session_joined(channel) && !channel->muted) {
            session_raise(session, &(struct chat_event){.kind = CHAT_DROPPED,
                                                        .channel = channel->named.name});
        }
    }
}

/* -- time -- */

/* The time at which the PING behind the lines in flight has waited too long for its PONG.
 * UINT64_MAX: no PING is on its way. */
static uint64_t patience_due(const struct session *session)
{
    const struct inflight *inflight = &session->sendq.inflight;
    return inflight->ping ? inflight->since + session->setup.ping_seconds * UINT64_C(1000)
                          : UINT64_MAX;
}

/* The time for a PING behind few lines. Only helpers ask for it, in quiet moments: they must know
 * which of their lines others would have to repeat. UINT64_MAX: none is needed. */
static uint64_t few_due(const struct session *session)
{
    const struct inflight *inflight = &session->sendq.inflight;
    bool unsure = session->helpers.bot != NULL && session->stage == STAGE_READY &&
                  inflight->count > 0 && !inflight->ping;
    return unsure ? sendq_idle_due(&session->sendq) : UINT64_MAX;
}

uint64_t throttle_due(const struct session *session)
{
    if (session->lost > 0 && sendq_has_room(&session->sendq))
        return 0;
    uint64_t few = few_due(session);
    uint64_t patience = patience_due(session);
    return few < patience ? few : patience;
}

void throttle_tick(struct session *session)
{
    if (session_now(session) >= patience_due(session)) {
        log_warn(
            session->setup.log,
            "the server does not answer a PING after lines: using the pace for unknown servers");
        limit_pace(session, servers_unknown.limits);
    }
    if (session_now(session) >= few_due(session))
        put_ping(session, true);
    if (session->lost > 0 && sendq_has_room(&session->sendq))
        tell_anew(session);
}

uint64_t throttle_behind(const struct session *session, bool alone)
{
    uint64_t most = session->stage == STAGE_READY ? sendq_behind(&session->sendq, alone) : 0;
    for (struct session *at = NULL; (at = helper_next(session, at)) != NULL;) {
        uint64_t behind = at->stage == STAGE_READY ? sendq_behind(&at->sendq, false) : 0;
        most = behind > most ? behind : most;
    }
    return most;
}
