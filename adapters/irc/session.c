#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/people/identity.h"
#include "adapters/irc/people/join.h"
#include "adapters/irc/people/modes.h"
#include "adapters/irc/people/nick.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/ping.h"
#include "adapters/irc/wire/register.h"
#include "dispatch.h"
#include "session_state.h"

struct session *session_create(const struct session_setup *setup)
{
    struct session *session = calloc(1, sizeof(*session));
    if (session == NULL)
        return NULL;
    session->setup = *setup;
    if (setup->login.certificate || (setup->login.user != NULL && setup->login.password != NULL)) {
        session->login.sasl = sasl_create(setup->login.user, setup->login.password);
        if (session->login.sasl == NULL) {
            free(session);
            return NULL;
        }
    }
    nicklist_init(&session->nicklist, setup->seed);
    isupport_init(&session->isupport);
    session->map = PROTO_ASCII;
    sendq_init(&session->sendq);
    session->sendq.is_stale = setup->is_stale;
    session->sendq.arg = setup->arg;
    throttle_begin(session);
    snprintf(session->nick, sizeof(session->nick), "%s", setup->nick);
    session->stage_due = session->regain_due = session->login.due = session->pass_due = UINT64_MAX;
    return session;
}

void session_destroy(struct session *session)
{
    if (session == NULL)
        return;
    sendq_clear(&session->sendq);
    whois_reset(session);
    unseen_reset(session);
    nicklist_finish(&session->nicklist);
    helper_destroy(session);
    sasl_destroy(session->login.sasl);
    free(session);
}

bool session_want(struct session *session, const char *wanted)
{
    char name[PROTO_CHANNEL];
    const char *key = wanted + strcspn(wanted, ":");
    snprintf(name, sizeof(name), "%.*s", (int)(key - wanted), wanted);
    key += *key == ':';
    if (!isupport_channel(&session->isupport, name) && *name != '+' && *name != '!')
        return false;
    if (wanted[strcspn(wanted, " ,\r\n\a")] != '\0' || strlen(wanted) >= sizeof(name) ||
        *key == ':' || (*key == '\0' && strchr(wanted, ':') != NULL))
        return false;
    struct channel *channel = nicklist_add_channel(&session->nicklist, name);
    if (channel != NULL) {
        channel->configured = true;
        if (*key != '\0')
            nicklist_set_key(channel, key);
        if (channel->state == CHANNEL_IDLE)
            join_again(session, channel, 0);
    }
    return channel != NULL;
}

void session_change(struct session *session, const struct session_setup *setup, uint64_t now)
{
    sendq_time(&session->sendq, now);
    session->setup.ignore = setup->ignore;
    session->setup.relays = setup->relays;
    session->setup.ping_seconds = setup->ping_seconds;
    session->setup.colours = setup->colours;
    session->setup.notices = setup->notices;
    session->setup.quiet_names = setup->quiet_names;
    session->setup.invites_max = setup->invites_max;
    nick_want(session, setup->nick);
}

void session_want_none(struct session *session)
{
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++)
        session->nicklist.channels[i]->configured = false;
}

void session_leave_unwanted(struct session *session)
{
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        if (channel->configured || channel->invited)
            continue;
        if (channel->state == CHANNEL_JOINED)
            SESSION_PUT(session, SENDQ_TABLE, "PART", NULL, channel->named.name);
        else
            channel->state = CHANNEL_IDLE; /* if we get in all the same, own_join() leaves again */
    }
}

enum session_end session_end(const struct session *session, const char **why)
{
    if (why != NULL)
        *why = session->why;
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

bool session_told(const struct session *session)
{
    return session->stage == STAGE_QUITTING && session->told;
}

const char *session_nick(const struct session *session)
{
    return session->nick;
}

bool session_fold(const struct session *session, const char *text, char *out, size_t size)
{
    return proto_fold(session->map, text, out, size);
}

/* -- the connection -- */

void session_opened(struct session *session, bool tls, uint64_t now)
{
    session->tls = tls;
    session->end = SESSION_ALIVE;
    session->why[0] = session->leaving[0] = '\0';
    session->goodbye = NULL;
    session->told = false;
    session->join_waits = session->who_waits = false;
    session->join_due = 0;
    session->try_due = UINT64_MAX;
    session->who_count = 0;
    session->user_host = 0;
    memset(session->sent.labels, 0, sizeof(session->sent.labels));
    sendq_time(&session->sendq, now);
    ping_heard(session);
    throttle_begin(session);
    batch_begin(session);
    isupport_init(&session->isupport);
    nicklist_casemap(&session->nicklist, session->isupport.map);
    login_reset(session);
    caps_begin(session);
    register_begin(session);
}

void session_closed(struct session *session)
{
    bool was_there = session->connected;
    if (session->stage != STAGE_OFFLINE) {
        session->stage = STAGE_OFFLINE; /* from now on no message is given to this session to
                                         * whisper */
        helper_lost(session);
        helper_drop_all(session);
    }
    session->connected = false;
    session->stage = STAGE_OFFLINE;
    session->stage_due = session->regain_due = session->pass_due = UINT64_MAX;
    login_reset(session);
    whois_reset(session);
    sendq_clear(&session->sendq);
    nicklist_clear(&session->nicklist);
    session->lost = 0;
    memset(session->sent.recent, 0, sizeof(session->sent.recent));
    unseen_reset(session);
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        channel->state =
            channel->configured || channel->invited ? CHANNEL_WANTED : (uint8_t)CHANNEL_IDLE;
        channel->due = 0;
        channel->who_wanted = channel->lost = false;
    }
    if (was_there) {
        session_raise(session,
                      &(struct chat_event){.kind = CHAT_DISCONNECTED, .text = session->why});
    }
}

void session_line(struct session *session, char *text, size_t length, uint64_t now)
{
    struct proto_line line;
    if (session->stage == STAGE_OFFLINE || session->end || !proto_parse(&line, text, length))
        return;
    sendq_time(&session->sendq, now);
    ping_heard(session);
    if (session->stage == STAGE_QUITTING) {
        if (*session->leaving != '\0' && strcmp(line.command, "ERROR") == 0)
            session_fail(session, SESSION_REFUSED, session->leaving);
        return;
    }
    dispatch_line(session, &line);
    caps_end(session);
    if (session->stage == STAGE_READY)
        join_queue(session);
}

/* -- the end -- */

/* True if we may send QUIT: its time has come, or no waiting line could go out before that time. */
static bool may_go(const struct session *session)
{
    return session->goodbye != NULL && (session_now(session) >= session->goodbye_due ||
                                        (sendq_due(&session->sendq) > session->goodbye_due &&
                                         inflight_has_room(&session->sendq.inflight)));
}

static void say_goodbye(struct session *session)
{
    session->told =
        session->stage == STAGE_READY && session->sendq.bytes == 0 && session->lost == 0;
    sendq_clear(&session->sendq);
    session_say_quit(session, session->goodbye);
    session->goodbye = NULL;
}

void session_quit(struct session *session, const char *words, uint64_t now, uint64_t patience)
{
    if (session->stage != STAGE_OFFLINE && session->stage != STAGE_QUITTING &&
        session->goodbye == NULL) {
        session->goodbye = words != NULL ? words : "";
        session->goodbye_due = now + (session->stage == STAGE_READY ? patience : 0);
        session_tick(session, now);
    }
}

/* -- time -- */

/* Asks the host to say stale messages again, as the table stands now. */
static void tell_stale(struct session *session)
{
    uint32_t tickets[SENDQ_STALE_MAX];
    unsigned count = session->sendq.stale_count;
    memcpy(tickets, session->sendq.stale, count * sizeof(tickets[0]));
    session->sendq.stale_count = 0;
    for (unsigned i = 0; i < count; i++)
        session_raise(session, &(struct chat_event){.kind = CHAT_STALE, .stamp = tickets[i]});
}

void session_tick(struct session *session, uint64_t now)
{
    if (session->stage == STAGE_OFFLINE || session->end)
        return;
    if (session->stage == STAGE_QUITTING) {
        if (now >= session->stage_due)
            session_fail(session, SESSION_REFUSED, session->leaving);
        return;
    }
    sendq_time(&session->sendq, now);
    if (may_go(session)) {
        say_goodbye(session);
        return;
    }
    tell_stale(session);
    throttle_tick(session);
    register_tick(session);
    login_tick(session);
    caps_end(session);
    whois_tick(session);
    unseen_tick(session);
    if (session->stage == STAGE_READY) {
        nick_tick(session);
        join_queue(session);
        modes_tick(session);
    }
    if (session->stage != STAGE_REGISTERING)
        ping_tick(session);
}

static uint64_t earlier_due(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t session_due(const struct session *session)
{
    if (session->stage == STAGE_OFFLINE || session->end)
        return UINT64_MAX;
    uint64_t due = sendq_due(&session->sendq);
    due = earlier_due(due, session->stage_due);
    if (session->stage == STAGE_QUITTING)
        return due;
    if (session->unseen.refused_count > 0 || session->sendq.stale_count > 0)
        return 0;
    due = earlier_due(due, throttle_due(session));
    due = earlier_due(due, session->pass_due);
    due = earlier_due(due, session->login.due);
    due = earlier_due(due, session->regain_due);
    due = earlier_due(due, whois_due(session));
    due = session->goodbye != NULL ? earlier_due(due, session->goodbye_due) : due;
    if (session->stage != STAGE_REGISTERING)
        due = earlier_due(due, ping_due(session));
    if (session->stage == STAGE_READY)
        due = earlier_due(due, session->try_due);
    if (session->stage == STAGE_READY && !session->join_waits)
        due = earlier_due(due, session->join_due);
    return due;
}

/* -- sending -- */

void session_hold(struct session *session, bool held)
{
    session->held = held;
    session->sendq.held = held || helper_must_wait(session);
}

size_t session_take(struct session *session, uint64_t now, char *out, size_t size)
{
    if (session->stage == STAGE_OFFLINE || session->end)
        return 0;
    bool labels = session->caps & CAP_LABELS && size > SENT_LABEL_ROOM;
    size_t room = labels ? size - SENT_LABEL_ROOM : size;
    sendq_time(&session->sendq, now);
    session_hold(session, session->held);
    helper_ask(session);
    unsigned before = session->sendq.inflight.count;
    size_t length = sendq_take(&session->sendq, now, out, room);
    if (length == 0 && may_go(session)) {
        say_goodbye(session);
        length = sendq_take(&session->sendq, now, out, room);
    }
    if (length > 5 && memcmp(out, "JOIN ", 5) == 0)
        join_sent(session);
    else if (length > 4 && memcmp(out, "WHO ", 4) == 0)
        identity_who_sent(session);
    else if (length > 6 && memcmp(out, "WHOIS ", 6) == 0)
        whois_sent(session, out, length);
    if (session->sendq.inflight.count > before)
        helper_took(session, out, length);
    sent_coloured(session, out, length);
    length = sent_as_cprivmsg(session, out, length, room);
    throttle_sent(session, out, length);
    return labels ? sent_label(session, out, length, size) : length;
}
