/* What of a session changes while its connection stands (session_change() and session_want()). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_transcript.h"

/* Registered and in #c with bob. `more`: what 005 tells besides. */
static void begin(const char *more)
{
    char line[100];
    struct session_setup setup = session_transcript_setup;
    setup.invites_max = 2;
    session_transcript_open(&setup, false, "#c");
    snprintf(line, sizeof(line), "<:s 005 talon CASEMAPPING=ascii PREFIX=(ov)@+ %s:are", more);
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome", line,
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h");
}

static void change(const struct session_setup *setup)
{
    session_change(stage.session, setup, stage.now);
}

static void want(const char *first, const char *second)
{
    session_want_none(stage.session);
    assert_true(session_want(stage.session, first));
    assert_true(second == NULL || session_want(stage.session, second));
    session_leave_unwanted(stage.session);
}

static void another_nick_is_asked_for_at_once(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    begin("");
    setup.nick = "dealer";
    change(&setup);
    STEPS(">NICK dealer", "<:talon!t@h NICK dealer", "<PING :x", ">PONG :x");
    change(&setup); /* nothing is to be done */
    setup.nick = "DEALER";
    change(&setup);
    STEPS("+0", "<PING :x", ">PONG :x");
    assert_string_equal(session_nick(stage.session), "dealer");
    session_transcript_end();
}

/* The name before is watched no more, and the new one is while somebody else has it. */
static void another_nick_that_is_taken_is_watched(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    begin("MONITOR=30 ");
    setup.nick = "dealer";
    change(&setup);
    STEPS(">NICK dealer", ">MONITOR + dealer", "<:s 433 talon dealer :in use");
    setup.nick = "croupier";
    change(&setup);
    STEPS(">NICK croupier", ">MONITOR - dealer", ">MONITOR + croupier",
          "<:s 433 talon croupier :in use", "<:s 731 talon :croupier", ">NICK croupier",
          "<:talon!t@h NICK croupier", ">MONITOR - croupier");
    session_transcript_end();
}

/* Without a connection it is the one to begin with. */
static void another_nick_is_that_of_the_next_connection(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    begin("");
    session_closed(stage.session);
    setup.nick = "dealer";
    change(&setup);
    STEPS("!DISCONNECTED ");
    session_opened(stage.session, false, stage.now);
    STEPS(">CAP LS 302", ">NICK dealer", ">USER talon 0 * :A host");
    session_transcript_end();
}

static void other_channels_are_joined_and_left(void **state)
{
    (void)state;
    begin("");
    want("#d", NULL);
    STEPS(">PART #c", "+0", ">JOIN #d", "<:talon!t@h JOIN #d", "!ENTERED #d", "<:talon!t@h PART #c",
          "!GONE bob", "!REMOVED #c ");
    want("#d", "#c");
    STEPS("+0", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    session_transcript_end();
}

/* A JOIN that is under way when nobody wants it any more. */
static void who_is_let_in_too_late_leaves(void **state)
{
    (void)state;
    begin("");
    want("#c", "#d");
    STEPS("+0", ">JOIN #d");
    want("#c", NULL);
    STEPS("<:talon!t@h JOIN #d", ">PART #d", "<:talon!t@h PART #d");
    session_transcript_end();
}

/* Whoever invited us did so without our configuration. */
static void who_was_invited_stays(void **state)
{
    (void)state;
    begin("");
    STEPS("<:bob!b@h INVITE talon #party", ">JOIN #party", "<:talon!t@h JOIN #party",
          "!ENTERED #party", "<:s 353 talon = #party :talon @bob", "!JOIN #party @bob from b@h",
          "<:s 366 talon #party :End", ">WHO #party", "<:s 315 talon #party :End");
    want("#d", NULL);
    STEPS(">PART #c", "+0", ">JOIN #d");
    session_transcript_end();
}

static void nobody_is_heard_who_is_ignored_from_now_on(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    begin("");
    STEPS("<:bob!b@h PRIVMSG #c :hi", "!MESSAGE #c bob hi");
    setup.ignore = "*!*@h";
    change(&setup);
    STEPS("<:bob!b@h PRIVMSG #c :hi", "<PING :x", ">PONG :x");
    session_transcript_end();
}

static void cards_lose_their_colours(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    begin("");
    session_transcript_send("#c *red");
    assert_non_null(strchr(session_transcript_take(), 3)); /* mIRC's code for a colour */
    setup.colours = false;
    change(&setup);
    STEPS("##c *red", ">PRIVMSG #c :red");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_nick_is_asked_for_at_once),
        cmocka_unit_test(another_nick_that_is_taken_is_watched),
        cmocka_unit_test(another_nick_is_that_of_the_next_connection),
        cmocka_unit_test(other_channels_are_joined_and_left),
        cmocka_unit_test(who_is_let_in_too_late_leaves),
        cmocka_unit_test(who_was_invited_stays),
        cmocka_unit_test(nobody_is_heard_who_is_ignored_from_now_on),
        cmocka_unit_test(cards_lose_their_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
