/* A message that is not true any more when its turn comes (adapter_setup.is_stale). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/say.h"
#include "stage.h"

static bool is_seven(void *arg, uint32_t ticket)
{
    (void)arg;
    return ticket == 7;
}

static void say(const char *user, uint32_t ticket, const char *text)
{
    struct message *message = message_create("#c", user, URGENCY_INFO);
    assert_non_null(message);
    message->ticket = ticket;
    message_text(message, text);
    assert_true(say_message(stage.session, message, stage.now));
    message_destroy(message);
}

static void stale_words_are_said_anew(void **state)
{
    (void)state;
    struct session_setup setup = stage_setup;
    setup.is_stale = is_seven;
    stage_open(&setup, false, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    say(NULL, 7, "old one\nold two");
    say(NULL, 8, "new");
    assert_string_equal(stage_take(), "PRIVMSG #c :new");
    assert_true(session_due(stage.session) <= stage.now);
    STEPS("+0", "!STALE");
    assert_true(session_due(stage.session) > stage.now);
    stage_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stale_words_are_said_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
