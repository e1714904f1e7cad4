/* Registration: our nick, and what the server says of itself. */
#include <stdio.h>
#include <string.h>

#include "session_private.h"

enum {
    REGISTER_MOST = 60000, /* ms until 001 */
    PASS_MOST = 5000,      /* ms that a password waits for the server to want TLS first */
    MOTD_MOST = 10000,     /* ms from 001 until we go on without the end of the MOTD */
    NICK_TRIES = 50,
    NICK_SURE = 9, /* bytes of a nick that every server takes (RFC 2812) */
    NICK_USUAL = 30,
    REGAIN_FIRST = 60000, /* ms; doubles up to */
    REGAIN_MOST = 600000
};

static void introduce(struct session *session)
{
    session->pass_due = UINT64_MAX;
    if (session->setup.password) {
        SESSION_PUT(session, PACE_URGENT, "PASS", session->setup.password, NULL);
    }
    SESSION_PUT(session, PACE_URGENT, "NICK", NULL, session->nick);
    SESSION_PUT(session, PACE_URGENT, "USER", session->setup.realname, session->setup.user, "0",
                "*");
}

void register_listed(struct session *session)
{
    if (session->pass_due != UINT64_MAX && !session->end) {
        introduce(session);
    }
}

void register_begin(struct session *session, uint64_t now)
{
    login_reset(session);
    session->nick_tries = 0;
    session->nick_limit = NICK_USUAL;
    session->user_host = 0;
    session->stage_due = now + REGISTER_MOST;
    session->regain_due = UINT64_MAX;
    session->regain_wait = REGAIN_FIRST;
    snprintf(session->nick, sizeof session->nick, "%s", session->setup.nick);
    caps_begin(session);
    if (session->setup.password && !session->tls) {
        session->pass_due = now + PASS_MOST;
    } else {
        introduce(session);
    }
}

/* -- the nick -- */

/* "talon", "talon_", "talon2", "talon3" ... cut to what the server takes. */
static void next_nick(struct session *session)
{
    char suffix[12] = "_";
    if (++session->nick_tries > 1) {
        snprintf(suffix, sizeof suffix, "%u", session->nick_tries);
    }
    size_t keep = session->nick_limit - strlen(suffix);
    snprintf(session->nick, sizeof session->nick, "%.*s%s", (int)keep, session->setup.nick, suffix);
    SESSION_PUT(session, PACE_URGENT, "NICK", NULL, session->nick);
}

static void on_nick_refused(struct session *session, const struct proto_line *line, uint64_t now)
{
    if (session->stage != STAGE_REGISTERING) {
        return; /* regaining failed; it is tried again later. 437 may also speak of a channel */
    }
    (void)now;
    if (strcmp(line->command, "432") == 0) {
        session->nick_limit = NICK_SURE;
    }
    if (session->nick_tries >= NICK_TRIES) {
        session_fail(session, SESSION_REFUSED, "no nick of ours is free");
        return;
    }
    next_nick(session);
}

static bool has_wanted_nick(const struct session *session)
{
    return session_same(session, session->nick, session->setup.nick);
}

/* Where the server has MONITOR, it tells when the wanted nick is free. */
static void watch_nick(struct session *session)
{
    bool wanted = session->isupport.monitor && !has_wanted_nick(session);
    if (wanted != session->watching) {
        session->watching = wanted;
        SESSION_PUT(session, PACE_INFO, "MONITOR", NULL, wanted ? "+" : "-", session->setup.nick);
    }
}

static void plan_regain(struct session *session, uint64_t now)
{
    session->regain_due = has_wanted_nick(session) ? UINT64_MAX : now + session->regain_wait;
    if (session->stage == STAGE_READY) {
        watch_nick(session);
    }
}

static void regain(struct session *session, uint64_t now)
{
    SESSION_PUT(session, PACE_URGENT, "NICK", NULL, session->setup.nick);
    session->regain_wait *= 2;
    if (session->regain_wait > REGAIN_MOST) {
        session->regain_wait = REGAIN_MOST;
    }
    plan_regain(session, now);
}

void register_freed(struct session *session, const char *nick, uint64_t now)
{
    if (session->stage == STAGE_READY && !has_wanted_nick(session) &&
        session_same(session, nick, session->setup.nick)) {
        regain(session, now);
    }
}

bool register_watches(const struct session *session, const char *nick)
{
    return session->watching && session_same(session, nick, session->setup.nick);
}

/* 731: nicks, perhaps with user and host, parted by commas. */
static void on_offline(struct session *session, const struct proto_line *line, uint64_t now)
{
    char nick[PROTO_NICK];
    for (const char *list = line->params[1]; session->watching && *list;) {
        size_t length = strcspn(list, "!,");
        snprintf(nick, sizeof nick, "%.*s", length < sizeof nick ? (int)length : 0, list);
        register_freed(session, nick, now);
        list += strcspn(list, ",");
        list += *list == ',';
    }
}

static void on_nick(struct session *session, const struct proto_line *line, uint64_t now)
{
    const char *nick = line->params[0];
    bool me = session_is_me(session, line->nick);
    if (!*nick || (me && strlen(nick) >= PROTO_NICK)) {
        return;
    }
    if (me) {
        snprintf(session->nick, sizeof session->nick, "%s", nick);
        plan_regain(session, now);
        modes_again(session, now);
        return;
    }
    traffic_renamed(session, line);
    register_freed(session, line->nick, now);
}

/* A server without capabilities. */
static void on_unknown(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)line;
    (void)now;
    register_listed(session);
}

/* -- welcome -- */

static void on_welcome(struct session *session, const struct proto_line *line, uint64_t now)
{
    const char *nick = line->params[0];
    if (session->stage != STAGE_REGISTERING || !*nick || strlen(nick) >= PROTO_NICK) {
        return;
    }
    snprintf(session->nick, sizeof session->nick, "%s", nick);
    session->stage = STAGE_WELCOMED;
    session->stage_due = now + MOTD_MOST;
    session->caps_ended = true;
    plan_regain(session, now);
    login_welcomed(session, now);
}

static void on_isupport(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    for (unsigned i = 1; i + 1 < line->count; i++) {
        isupport_take(&session->isupport, line->params[i]);
    }
    roster_remap(&session->roster, session->isupport.map);
}

void register_ready(struct session *session)
{
    if (session->stage != STAGE_WELCOMED) {
        return;
    }
    session->stage = STAGE_READY;
    session->stage_due = UINT64_MAX;
    session->connected = true;
    session->map = session->isupport.map;
    log_info(session->setup.log, "connected as %s", session->nick);
    flow_ready(session);
    if (session->isupport.bot_mode) {
        const char mode[] = {'+', session->isupport.bot_mode, '\0'};
        SESSION_PUT(session, PACE_URGENT, "MODE", NULL, session->nick, mode);
    }
    watch_nick(session);
    session_raise(session, &(struct chat_event){.kind = CHAT_CONNECTED});
}

static void on_motd_end(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)line;
    (void)now;
    register_ready(session);
}

static void set_host(struct session *session, const char *user, const char *host, uint64_t now)
{
    session->user_host = 2 + strlen(user) + strlen(host);
    modes_again(session, now);
}

/* 396: our host as others see it; the user's name may be in front, or stays unknown. */
static void on_host_hidden(struct session *session, const struct proto_line *line, uint64_t now)
{
    set_host(session, "1234567890", line->params[1], now);
}

static void on_chghost(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (session_same(session, line->nick, session->nick)) {
        set_host(session, line->params[0], line->params[1], now);
    } else if (user) {
        roster_host(&session->roster, user, line->params[0], line->params[1]);
    }
}

/* -- the connection -- */

/* Who asks without reading gets the answers to the latest questions alone. They have a lane of
 * their own, which no nick is the name of. */
static void on_ping(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct pace_way way = {.to = " pong",
                                 .whisper = true,
                                 .topic = 1 + session->pong_next++ % PONGS,
                                 .replaces = true};
    session_put(session, PACE_URGENT, &way, "PONG", (const char *const[]){NULL},
                line->params[line->count - 1]);
}

static void on_error(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    session_fail(session, SESSION_LOST, proto_param(line, line->count - 1));
}

static void on_refused(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    session_fail(session, SESSION_REFUSED, proto_param(line, line->count - 1));
}

void register_tick(struct session *session, uint64_t now)
{
    if (now >= session->stage_due) {
        if (session->stage == STAGE_WELCOMED) {
            register_ready(session);
        } else {
            session_fail(session, SESSION_LOST, "registration took too long");
        }
    }
    if (now >= session->pass_due) {
        register_listed(session);
    }
    login_tick(session, now);
    if (now >= session->regain_due && session->stage == STAGE_READY) {
        regain(session, now);
    }
}

static const struct session_handler handlers[] = {
    {"001", 1, on_welcome},      {"005", 2, on_isupport},     {"376", 0, on_motd_end},
    {"396", 2, on_host_hidden},  {"421", 0, on_unknown},      {"422", 0, on_motd_end},
    {"432", 1, on_nick_refused}, {"433", 1, on_nick_refused}, {"436", 1, on_nick_refused},
    {"437", 1, on_nick_refused}, {"451", 0, on_unknown},      {"464", 0, on_refused},
    {"465", 0, on_refused},      {"731", 2, on_offline},      {"CHGHOST", 2, on_chghost},
    {"ERROR", 0, on_error},      {"NICK", 1, on_nick},        {"PING", 1, on_ping},
};
const struct session_part register_part = {handlers, sizeof handlers / sizeof handlers[0]};
