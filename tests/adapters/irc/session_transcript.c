#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/people/whois.h"
#include "adapters/irc/sending/say.h"
#include "session_transcript.h"
#include "tests/chat_kinds.h"

struct session_transcript stage;

static void on_event(void *arg, const struct chat_event *event)
{
    (void)arg;
    if (stage.identify && event->kind == CHAT_MESSAGE && *event->text == '!' &&
        !event->user.certificate && whois_identify(stage.session, event))
        return;
    assert_true(stage.events < STAGE_EVENTS);
    char *out = stage.event[stage.events++];
    int used = snprintf(out, sizeof(stage.event[0]), "%s", chat_kinds[event->kind]);
    size_t size = sizeof(stage.event[0]);
    if (event->channel)
        used += snprintf(out + used, size - (size_t)used, " %s", event->channel);
    if (event->user.id) {
        used += snprintf(out + used, size - (size_t)used, " %s%s%s",
                         event->user.relayed  ? "~"
                         : event->user.unseen ? "?"
                                              : "",
                         event->user.is_operator ? "@" : "", event->user.id);
    }
    if (event->user.account)
        used += snprintf(out + used, size - (size_t)used, "[%s]", event->user.account);
    if (event->tried)
        used += snprintf(out + used, size - (size_t)used, " tried");
    if (event->user.certificate && event->kind == CHAT_MESSAGE)
        used += snprintf(out + used, size - (size_t)used, " {%s}", event->user.certificate);
    if (event->user.host && (event->kind == CHAT_JOIN || event->kind == CHAT_KNOWN))
        used += snprintf(out + used, size - (size_t)used, " from %s", event->user.host);
    if (event->user.connection && event->kind == CHAT_KNOWN)
        used += snprintf(out + used, size - (size_t)used, " since '%s'", event->user.connection);
    if (event->old_id)
        used += snprintf(out + used, size - (size_t)used, " was %s", event->old_id);
    if (event->text)
        used += snprintf(out + used, size - (size_t)used, " %s", event->text);
    if (event->netsplit)
        snprintf(out + used, size - (size_t)used, " (netsplit)");
}

static void on_secure(void *arg, uint64_t seconds)
{
    (void)arg;
    assert_true(stage.events < STAGE_EVENTS);
    snprintf(stage.event[stage.events++], sizeof(stage.event[0]), "SECURE %" PRIu64, seconds);
}

static void nothing_left(void)
{
    char line[PROTO_LINE_MAX + 1];
    size_t length = session_take(stage.session, stage.now, line, sizeof(line) - 1);
    line[length] = '\0';
    if (length > 0)
        fail_msg("before '%s' unexpected line: %s", stage.step, line);
    if (stage.next_event < stage.events)
        fail_msg("before '%s' unexpected event: %s", stage.step, stage.event[stage.next_event]);
    stage.events = stage.next_event = 0;
}

const char *session_transcript_take(void)
{
    static char line[PROTO_LINE_MAX + 1];
    size_t length = session_take(stage.session, stage.now, line, sizeof(line) - 1);
    line[length >= 2 ? length - 2 : 0] = '\0';
    return line;
}

static void expect_event(const char *wanted)
{
    if (stage.next_event == stage.events)
        fail_msg("no event '%s'", wanted);
    assert_string_equal(stage.event[stage.next_event++], wanted);
}

void session_transcript_send(const char *what)
{
    char target[64];
    const char *text = strchr(what, ' ') + 1;
    snprintf(target, sizeof(target), "%.*s", (int)(text - what) - 1, what);
    bool whisper = *target != '#';
    bool answer = whisper && *text == '?';
    bool first = whisper && *text == '^';
    bool alone = whisper && *text == '=';
    bool replaces = whisper && *text == '+';
    text += answer || first || replaces || alone;
    struct message *message = message_create(whisper && !replaces ? NULL
                                             : replaces           ? "#c"
                                                                  : target,
                                             whisper ? target : NULL,
                                             answer || first ? URGENCY_INFO
                                             : whisper       ? URGENCY_HAND
                                                             : URGENCY_TABLE);
    bool card = *text == '*';
    bool name = *text == '%';
    message->replaces = replaces || alone;
    message->first = first;
    size_t length = name ? strcspn(++text, " ") : 0;
    message_add(message, STYLE_NAME, TINT_WILD, text, length);
    text += length;
    message_add(message, card ? STYLE_CARD : STYLE_PLAIN, TINT_RED, text + card,
                strlen(text + card));
    say_message(stage.session, message, stage.now);
    message_destroy(message);
}

void session_transcript_hear(const char *line)
{
    char text[4096];
    snprintf(text, sizeof(text), "%s", line);
    session_line(stage.session, text, strlen(text), stage.now);
}

void session_transcript_run(const char *const *steps)
{
    const char *why;
    for (; *steps; steps++) {
        stage.step = *steps;
        const char *rest = *steps + 1;
        if (strchr("<+#", **steps))
            nothing_left();
        switch (**steps) {
        case '<':
            session_transcript_hear(rest);
            break;
        case '>':
            assert_string_equal(session_transcript_take(), rest);
            break;
        case '!':
            expect_event(rest);
            break;
        case '+':
            stage.now += strtoul(rest, NULL, 10);
            session_tick(stage.session, stage.now);
            break;
        case '#':
            session_transcript_send(rest);
            break;
        case '?':
            assert_true(whois_look_up(stage.session, rest + (*rest == '!'), *rest == '!'));
            session_tick(stage.session, stage.now);
            break;
        case '=':
            assert_int_not_equal(session_end(stage.session, &why), SESSION_ALIVE);
            assert_string_equal(why, rest);
            break;
        default:
            fail_msg("no such step: %s", *steps);
        }
    }
}

const struct session_setup session_transcript_setup = {
    .nick = "talon",
    .user = "talon",
    .realname = "A host",
    .login = {.only = SASL_MECHANISMS},
    .ping_seconds = 60,
    .flood_burst = 5,
    .colours = true,
    .notices = true,
    .seed = 7,
};

void session_transcript_open(const struct session_setup *setup, bool tls, const char *channels)
{
    struct session_setup own = *setup;
    own.event = on_event;
    own.secure = on_secure;
    stage = (struct session_transcript){.now = 1000};
    stage.session = session_create(&own);
    assert_non_null(stage.session);
    char list[512];
    snprintf(list, sizeof(list), "%s", channels);
    for (char *rest = list, *name; (name = strtok_r(rest, " ", &rest));)
        assert_true(session_want(stage.session, name));
    session_opened(stage.session, tls, stage.now);
}

void session_transcript_end(void)
{
    stage.step = "the end";
    nothing_left();
    session_destroy(stage.session);
}
