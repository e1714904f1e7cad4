/* A message that is not true any more when its turn comes (adapter_setup.is_stale). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/say.h"
#include "adapters/irc/sending/sendq.h"
#include "sending.h"
#include "session_transcript.h"

static bool is_even(void *arg, uint32_t ticket)
{
    ++*(unsigned *)arg;
    return ticket % 2 == 0;
}

static void put_ticket(struct sendq *sendq, const char *user, uint32_t ticket, const char *line)
{
    const struct sendq_target target = {
        .name = user, .whisper = true, .ticket = ticket, .head = 2, .max = 400};
    assert_true(sendq_put(sendq, SENDQ_INFO, &target, line, strlen(line)));
}

/* What is not so any more when its turn comes is not sent, costs nothing, and is told once for a
 * message of several lines; nothing is joined to others that is not so. */
static void stale_tickets_are_not_sent(void **state)
{
    (void)state;
    struct sendq sendq;
    unsigned asked = 0;
    begin(&sendq, 5, 30);
    sendq.is_stale = is_even;
    sendq.arg = &asked;
    put_ticket(&sendq, "bob", 2, "> old one\r\n");
    put_ticket(&sendq, "bob", 2, "> old two\r\n");
    put_ticket(&sendq, "bob", 3, "> new\r\n");
    put_ticket(&sendq, "bob", 4, "> old three\r\n");
    put_ticket(&sendq, "bob", 0, "> always\r\n");
    assert_int_equal(asked, 0);
    assert_string_equal(take(&sendq, 100000), "> new\r\n");
    assert_int_equal(sendq.stale_count, 1);
    assert_int_equal(sendq.stale[0], 2);
    assert_string_equal(take(&sendq, 200000), "> always\r\n");
    assert_int_equal(sendq.stale_count, 2);
    assert_int_equal(sendq.stale[1], 4);
    assert_string_equal(take(&sendq, 300000), "");
    assert_int_equal(sendq.bytes, 0);
    /* More than can be told anew are sent as they are. */
    sendq.stale_count = SENDQ_STALE_MAX;
    put_ticket(&sendq, "bob", 6, "> old\r\n");
    assert_string_equal(take(&sendq, 400000), "> old\r\n");
    sendq_clear(&sendq);
    assert_int_equal(sendq.stale_count, 0);
}

static bool is_seven(void *arg, uint32_t ticket)
{
    (void)arg;
    return ticket == 7;
}

static void say_ticket(uint32_t ticket, const char *text)
{
    struct message *message = message_create("#c", NULL, URGENCY_INFO);
    assert_non_null(message);
    message->ticket = ticket;
    message_text(message, text);
    assert_true(say_message(stage.session, message, stage.now));
    message_destroy(message);
}

static void stale_words_are_said_anew(void **state)
{
    (void)state;
    struct session_setup setup = session_transcript_setup;
    setup.is_stale = is_seven;
    session_transcript_open(&setup, false, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    say_ticket(7, "old one\nold two");
    say_ticket(8, "new");
    assert_string_equal(session_transcript_take(), "PRIVMSG #c :new");
    assert_true(session_due(stage.session) <= stage.now);
    STEPS("+0", "!STALE");
    assert_true(session_due(stage.session) > stage.now);
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stale_tickets_are_not_sent),
                                       cmocka_unit_test(stale_words_are_said_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
