/* Any bytes as what a server sends, from the input to the session. The session must stay within its
 * bounds, and every line it sends must be one line of at most the allowed length. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/people/whois.h"
#include "adapters/irc/sending/say.h"
#include "adapters/irc/session.h"
#include "adapters/irc/wire/proto.h"
#include "base/array.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
    struct session *session;
    uint64_t now;
    unsigned events;
    bool tls;
};

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Reads every string an event carries; a message is answered in its channel and privately. */
static void on_event(void *arg, const struct chat_event *event)
{
    struct run *run = arg;
    const char *const strings[] = {event->channel,          event->text,           event->old_id,
                                   event->user.id,          event->user.account,   event->user.host,
                                   event->user.certificate, event->user.connection};
    size_t total = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(strings); i++)
        total += strings[i] ? strlen(strings[i]) : 0;
    check(total <= 8 * PROTO_INPUT);
    run->events++;
    struct chat_user user;
    if (event->kind == CHAT_JOIN || event->kind == CHAT_RENAME) {
        check(whois_look_up(run->session, event->user.id, run->events % 2 == 0) ==
              (session_ready(run->session) && whois_user(run->session, event->user.id, &user)));
    }
    if (event->kind != CHAT_MESSAGE && event->kind != CHAT_JOIN)
        return;
    if (!event->user.certificate && whois_identify(run->session, event))
        return;
    for (unsigned whisper = 0; whisper < 2; whisper++) {
        struct message *message = message_create(event->channel, whisper ? event->user.id : NULL,
                                                 whisper ? URGENCY_HAND : URGENCY_TABLE);
        check(message);
        message_add(message, STYLE_CARD, TINT_RED, "[R 5]", 5);
        message_add(message, STYLE_NAME, TINT_WILD, event->user.id, strlen(event->user.id));
        message_text(message, event->text ? event->text : " joins");
        say_message(run->session, message, run->now);
        message_destroy(message);
    }
}

/* Only a connection by TLS may say so. */
static void on_secure(void *arg, uint64_t seconds)
{
    struct run *run = arg;
    check(run->tls && seconds <= UINT64_C(10) * 365 * 24 * 3600);
}

static void drain(struct run *run)
{
    char line[PROTO_LINE_MAX + 1];
    size_t length;
    while ((length = session_take(run->session, run->now, line, PROTO_LINE_MAX)) > 0) {
        check(length >= 3 && line[length - 2] == '\r' && line[length - 1] == '\n');
        check(!memchr(line, '\0', length) && !memchr(line, '\r', length - 2) &&
              !memchr(line, '\n', length - 2));
    }
}

static bool on_line(void *arg, char *text, size_t length)
{
    struct run *run = arg;
    run->now += 1 + length * 16;
    session_line(run->session, text, length, run->now);
    session_tick(run->session, run->now);
    drain(run);
    (void)session_due(run->session);
    return session_end(run->session, NULL) == SESSION_ALIVE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct proto_input input;
    struct run run = {.now = 1000};
    struct session_setup setup = {.nick = "talon",
                                  .user = "talon",
                                  .realname = "A host",
                                  .login = {.user = "user",
                                            .password = "secret word",
                                            .certificate = size % 4 == 0,
                                            .only = SASL_MECHANISMS,
                                            .required = size % 16 == 1,
                                            .nickserv = "NickServ@services.test"},
                                  .ignore = size % 5 ? "pest!*@*,*!*@*.flood.test" : NULL,
                                  .ping_seconds = 60,
                                  .flood_burst = 5,
                                  .flood_rate = size % 2 ? 30 : 0,
                                  .colours = true,
                                  .notices = true,
                                  .quiet_names = true,
                                  .seed = 7,
                                  .event = on_event,
                                  .secure = on_secure,
                                  .arg = &run};
    run.session = session_create(&setup);
    check(run.session && session_want(run.session, "#c") && session_want(run.session, "#d"));
    for (unsigned life = 0; life < 2; life++) {
        run.tls = (size + life) % 3;
        session_opened(run.session, run.tls, run.now);
        proto_input_init(&input);
        proto_input_feed(&input, (const char *)data, size, on_line, &run);
        session_closed(run.session);
    }
    session_destroy(run.session);
    return 0;
}
