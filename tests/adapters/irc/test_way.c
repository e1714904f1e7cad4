/* How a whisper goes: as its reader wants, else as the network's section says; the first one always
 * as a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/say.h"
#include "adapters/irc/session.h"
#include "base/array.h"

static void on_event(void *arg, const struct chat_event *event)
{
    (void)event;
    ++*(unsigned *)arg;
}

static void hear(struct session *session, const char *line)
{
    char text[512];
    snprintf(text, sizeof(text), "%s", line);
    session_line(session, text, strlen(text), 1000);
}

static void pass_over(struct session *session)
{
    char line[PROTO_LINE_MAX + 1];
    while (session_take(session, 1000, line, sizeof(line) - 1) > 0)
        continue;
}

/* In #c with bob. */
static struct session *begin(bool notices, unsigned *events)
{
    static const char *const lines[] = {
        ":s CAP * LS :",      ":s 001 talon :Welcome",        ":s 376 talon :End",
        ":talon!t@h JOIN #c", ":s 353 talon = #c :talon bob", ":s 366 talon #c :End"};
    const struct session_setup setup = {.nick = "talon",
                                        .user = "talon",
                                        .realname = "talon",
                                        .ping_seconds = 60,
                                        .flood_burst = 5,
                                        .flood_rate = 0,
                                        .notices = notices,
                                        .seed = 7,
                                        .event = on_event,
                                        .arg = events};
    struct session *session = session_create(&setup);
    assert_non_null(session);
    assert_true(session_want(session, "#c"));
    session_opened(session, false, 1000);
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        pass_over(session);
        hear(session, lines[i]);
    }
    pass_over(session);
    assert_true(*events > 0);
    return session;
}

/* The command by which it goes out. */
static void expect(struct session *session, enum way way, const char *command)
{
    char line[PROTO_LINE_MAX + 1];
    struct message *message = message_create(NULL, "bob", URGENCY_HAND);
    assert_non_null(message);
    message->way = (uint8_t)way;
    message_text(message, "hand");
    assert_true(say_message(session, message, 0));
    message_destroy(message);
    size_t length = session_take(session, 1000, line, sizeof(line) - 1);
    line[length] = '\0';
    char wanted[64];
    snprintf(wanted, sizeof(wanted), "%s bob :hand\r\n", command);
    assert_string_equal(line, wanted);
}

static void the_reader_chooses(void **state)
{
    (void)state;
    for (unsigned notices = 0; notices < 2; notices++) {
        unsigned events = 0;
        struct session *session = begin(notices, &events);
        expect(session, WAY_NOTICE, "PRIVMSG"); /* the first: a refusal is heard of */
        expect(session, WAY_NOTICE, "NOTICE");
        expect(session, WAY_TALK, "PRIVMSG");
        expect(session, WAY_ANY, notices ? "NOTICE" : "PRIVMSG");
        session_destroy(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_reader_chooses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
