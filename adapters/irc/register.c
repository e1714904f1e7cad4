/* Registration: capabilities, our nick, and what the server says of itself. */
#include <stdio.h>
#include <string.h>

#include "session_private.h"

enum {
    REGISTER_MOST = 60000, /* ms until 001 */
    MOTD_MOST = 10000,     /* ms from 001 until we go on without the end of the MOTD */
    NICK_TRIES = 50,
    NICK_SURE = 9, /* bytes of a nick that every server takes (RFC 2812) */
    NICK_USUAL = 30,
    REGAIN_FIRST = 60000, /* ms; doubles up to */
    REGAIN_MOST = 600000
};

/* What we ask for. A capability that a later feature needs is one more row. */
static const struct {
    const char *name;
    enum capability bit;
} capabilities[] = {
    {"multi-prefix", CAP_MULTI_PREFIX},        {"account-tag", CAP_ACCOUNT_TAG},
    {"account-notify", CAP_ACCOUNT_NOTIFY},    {"extended-join", CAP_EXTENDED_JOIN},
    {"message-tags", CAP_MESSAGE_TAGS},        {"chghost", CAP_CHGHOST},
    {"userhost-in-names", CAP_HOSTS_IN_NAMES},
};
enum { CAPABILITIES = sizeof capabilities / sizeof capabilities[0] };

void register_begin(struct session *session, uint64_t now)
{
    session->caps = session->caps_listed = session->caps_asked = 0;
    session->caps_ended = false;
    session->nick_tries = 0;
    session->nick_limit = NICK_USUAL;
    session->user_host = 0;
    session->stage_due = now + REGISTER_MOST;
    session->regain_due = UINT64_MAX;
    session->regain_wait = REGAIN_FIRST;
    snprintf(session->nick, sizeof session->nick, "%s", session->setup.nick);
    SESSION_PUT(session, PACE_URGENT, "CAP", NULL, "LS", "302");
    if (session->setup.password) {
        SESSION_PUT(session, PACE_URGENT, "PASS", session->setup.password, NULL);
    }
    SESSION_PUT(session, PACE_URGENT, "NICK", NULL, session->nick);
    SESSION_PUT(session, PACE_URGENT, "USER", session->setup.realname, session->setup.user, "0",
                "*");
}

/* -- capabilities -- */

static void end_caps(struct session *session)
{
    if (!session->caps_ended && session->caps_asked == 0) {
        session->caps_ended = true;
        SESSION_PUT(session, PACE_URGENT, "CAP", NULL, "END");
    }
}

/* The bit of a name as LS and ACK write it ("sasl=PLAIN", "-multi-prefix "); 0: not ours. */
static unsigned cap_bit(const char *word, size_t length)
{
    const char *value = memchr(word, '=', length);
    length = value ? (size_t)(value - word) : length;
    for (unsigned i = 0; i < CAPABILITIES; i++) {
        if (strlen(capabilities[i].name) == length &&
            memcmp(capabilities[i].name, word, length) == 0) {
            return capabilities[i].bit;
        }
    }
    return 0;
}

/* The bits of the names in `list`; those with a '-' in front go to `without`. */
static unsigned cap_bits(const char *list, unsigned *without)
{
    unsigned with = 0;
    *without = 0;
    for (list += strspn(list, " "); *list; list += strspn(list, " ")) {
        bool minus = *list == '-';
        list += minus;
        size_t length = strcspn(list, " ");
        *(minus ? without : &with) |= cap_bit(list, length);
        list += length;
    }
    return with;
}

static void ask_caps(struct session *session, unsigned bits)
{
    char names[256] = "";
    size_t used = 0;
    for (unsigned i = 0; i < CAPABILITIES; i++) {
        if (bits & capabilities[i].bit) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "",
                                     capabilities[i].name);
        }
    }
    if (used > 0 && SESSION_PUT(session, PACE_URGENT, "CAP", names, "REQ")) {
        session->caps_asked++;
    }
}

static void on_cap_ls(struct session *session, const struct proto_line *line, unsigned bits)
{
    session->caps_listed |= bits;
    if (line->count > 3 && strcmp(line->params[2], "*") == 0) {
        return; /* more lines follow */
    }
    ask_caps(session, session->caps_listed & ~session->caps);
    session->caps_listed = 0;
    end_caps(session);
}

static void cap_answered(struct session *session)
{
    if (session->caps_asked > 0) {
        session->caps_asked--;
    }
    if (session->stage == STAGE_REGISTERING) {
        end_caps(session);
    }
}

/* A REQ is refused as a whole: what was in it is asked for one by one, once. */
static void on_cap_nak(struct session *session, unsigned bits)
{
    if (bits & (bits - 1)) {
        for (unsigned i = 0; i < CAPABILITIES; i++) {
            ask_caps(session, bits & capabilities[i].bit);
        }
    }
    cap_answered(session);
}

static void on_cap(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const char *verb = line->params[1];
    unsigned without;
    unsigned with = cap_bits(line->params[line->count - 1], &without);
    if (strcmp(verb, "LS") == 0) {
        on_cap_ls(session, line, with);
    } else if (strcmp(verb, "ACK") == 0) {
        session->caps = (session->caps | with) & ~without;
        cap_answered(session);
    } else if (strcmp(verb, "NAK") == 0) {
        on_cap_nak(session, with);
    } else if (strcmp(verb, "NEW") == 0) {
        ask_caps(session, with & ~session->caps);
    } else if (strcmp(verb, "DEL") == 0) {
        session->caps &= ~with;
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

static void plan_regain(struct session *session, uint64_t now)
{
    session->regain_due = has_wanted_nick(session) ? UINT64_MAX : now + session->regain_wait;
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

static void on_nick(struct session *session, const struct proto_line *line, uint64_t now)
{
    const char *nick = line->params[0];
    if (!*nick || strlen(nick) >= PROTO_NICK) {
        return;
    }
    if (session_same(session, line->nick, session->nick)) {
        snprintf(session->nick, sizeof session->nick, "%s", nick);
        plan_regain(session, now);
        return;
    }
    traffic_renamed(session, line);
    register_freed(session, line->nick, now);
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
    pace_forgive(&session->pace); /* servers count the lines of a registration apart */
    log_info(session->setup.log, "connected as %s", session->nick);
    session_raise(session, &(struct chat_event){.kind = CHAT_CONNECTED});
}

static void on_motd_end(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)line;
    (void)now;
    register_ready(session);
}

static void set_host(struct session *session, const char *user, const char *host)
{
    session->user_host = 2 + strlen(user) + strlen(host);
}

/* 396: our host as others see it; the user's name may be in front, or stays unknown. */
static void on_host_hidden(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    set_host(session, "1234567890", line->params[1]);
}

static void on_chghost(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct user *user = roster_user(&session->roster, line->nick);
    if (session_same(session, line->nick, session->nick)) {
        set_host(session, line->params[0], line->params[1]);
    } else if (user) {
        roster_host(user, line->params[0], line->params[1]);
    }
}

/* -- the connection -- */

static void on_ping(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    SESSION_PUT(session, PACE_URGENT, "PONG", line->params[line->count - 1], NULL);
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
    if (now >= session->regain_due && session->stage == STAGE_READY) {
        regain(session, now);
    }
}

const struct session_handler register_handlers[] = {
    {"001", 1, on_welcome},      {"005", 2, on_isupport},     {"376", 0, on_motd_end},
    {"396", 2, on_host_hidden},  {"422", 0, on_motd_end},     {"432", 1, on_nick_refused},
    {"433", 1, on_nick_refused}, {"436", 1, on_nick_refused}, {"437", 1, on_nick_refused},
    {"464", 0, on_refused},      {"465", 0, on_refused},      {"CAP", 2, on_cap},
    {"CHGHOST", 2, on_chghost},  {"ERROR", 0, on_error},      {"NICK", 1, on_nick},
    {"PING", 1, on_ping},
};
const size_t register_handler_count = sizeof register_handlers / sizeof register_handlers[0];
