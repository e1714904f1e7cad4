/* Channels that invite us (adapters/irc/people/invite.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/people/invite.h"
#include "session_transcript.h"

static unsigned changes;

static void on_change(void *arg)
{
    (void)arg;
    changes++;
}

#define REGISTRATION                                                                               \
    ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :hi",                  \
        "<:s 005 talon PREFIX=(ov)@+ CHANTYPES=# :are", "<:s 376 talon :end", "!CONNECTED"

/* Two channels may invite us. */
static void prepare(void)
{
    struct session_setup setup = session_transcript_setup;
    setup.invites_max = 2;
    setup.invites = on_change;
    changes = 0;
    session_transcript_open(&setup, false, "");
}

static void begin(void)
{
    prepare();
    STEPS(REGISTRATION);
}

static void list(void *arg, const char *line)
{
    char *names = arg;
    strncat(names, line, strcspn(line, " "));
    strcat(names, " ");
}

static void list_places(void *arg, const char *line)
{
    strcat(strcat(arg, line), ";");
}

static void assert_invited(const char *expected)
{
    char names[200] = "";
    invite_each(stage.session, list, names);
    assert_string_equal(names, expected);
}

#define COME(who, names)                                                                           \
    "<:" who "!a@h INVITE talon :#new", ">JOIN #new", "<:talon!t@h JOIN #new", "!ENTERED #new",    \
        "<:s 353 talon = #new :" names

/* An operator's word counts; who else asks is told so. */
static void an_operators_invitation_counts(void **state)
{
    (void)state;
    begin();
    STEPS(COME("op", "@op +v talon"), "!JOIN #new @op", "!JOIN #new v", "<:s 366 talon #new :end",
          ">WHO #new");
    assert_invited("#new ");
    assert_int_equal(changes, 1);
    session_transcript_end();
}

static void others_cannot_invite(void **state)
{
    (void)state;
    begin();
    STEPS(COME("v", "@op +v talon"), "!JOIN #new @op", "!JOIN #new v", "<:s 366 talon #new :end",
          ">PART #new :An operator of the channel has to invite me.", ">WHO #new",
          "<:talon!t@h PART #new", "!GONE v", "!GONE op", "!REMOVED #new ");
    assert_invited("");
    assert_int_equal(changes, 0);
    session_transcript_end();
}

/* Who invited us and kicks us out does not want us any more. */
static void a_kick_ends_the_invitation(void **state)
{
    (void)state;
    begin();
    STEPS(COME("op", "@op talon"), "!JOIN #new @op", "<:s 366 talon #new :end", ">WHO #new",
          "<:op!a@h KICK #new talon :bye", "!GONE op", "!REMOVED #new bye", "+30000");
    assert_invited("");
    assert_int_equal(changes, 2);
    session_transcript_end();
}

/* Strangers cannot send us around: one after the other, and no more than may invite us. */
static void strangers_cannot_send_us_around(void **state)
{
    (void)state;
    begin();
    STEPS("<:a!a@h INVITE talon #a", ">JOIN #a", "<:b!b@z INVITE talon #b", "+5000",
          "<:b!b@z INVITE talon #b", ">JOIN #b", "+5000", "<:a!a@h INVITE talon #c",
          "<:a!a@h INVITE talon nonsense", "<:a!a@h INVITE bob #d", "<INVITE talon #e",
          /* a door that is shut makes room */
          "<:s 473 talon #a :Cannot join (+i)", "<:a!a@h INVITE talon #c", ">JOIN #c");
    session_transcript_end();
}

/* Nobody fills all that may invite us, whatever their nick and what stands before the '@': a
 * quarter of it is from one place, over restarts, too. */
static void no_place_fills_all_invitations(void **state)
{
    (void)state;
    char line[200] = "";
    struct session_setup setup = session_transcript_setup;
    setup.invites_max = 8;
    session_transcript_open(&setup, false, "");
    assert_true(invite_want(stage.session, "#old pool.test"));
    STEPS(REGISTRATION, ">JOIN #old", "<:talon!t@h JOIN #old", "!ENTERED #old",
          "<:a!~a@pool.test INVITE talon #a", ">JOIN #a", "+5000",
          "<:b!~b@pool.test INVITE talon #b", "+5000", "<:c!c@2001:db8:1:2:3::4 INVITE talon #c",
          ">JOIN #c", "+5000", "<:d!d@2001:db8:1:2:ffff::5 INVITE talon #d", ">JOIN #d", "+5000",
          "<:e!e@2001:db8:1:2::6 INVITE talon #e", "+5000", "<:f!~f@other.test INVITE talon #f",
          ">JOIN #f", "<:op!a@h KICK #old talon :bye", "!REMOVED #old bye", "+5000",
          "<:b!~b@pool.test INVITE talon #b", ">JOIN #b", "<:talon!t@h JOIN #b", "!ENTERED #b",
          "<:s 353 talon = #b :@b talon", "!JOIN #b @b", "<:s 366 talon #b :end", ">WHO #b");
    invite_each(stage.session, list_places, line);
    assert_string_equal(line, "#b pool.test;");
    session_transcript_end();
}

/* After a reconnect we go where we are wanted, and nowhere else. */
static void a_reconnect_returns_where_we_are_wanted(void **state)
{
    (void)state;
    prepare();
    assert_true(invite_want(stage.session, "#old"));
    assert_false(invite_want(stage.session, "nonsense"));
    assert_invited("#old ");
    STEPS(REGISTRATION, ">JOIN #old", "<:talon!t@h JOIN #old", "!ENTERED #old");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    session_opened(stage.session, false, stage.now);
    STEPS(REGISTRATION, ">JOIN #old", "<:talon!t@h JOIN #old", "!ENTERED #old",
          "<:op!a@h KICK #old talon :bye", "!REMOVED #old bye");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    session_opened(stage.session, false, stage.now);
    STEPS(REGISTRATION, "+30000");
    session_transcript_end();
}

static void reconnect(void)
{
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    session_opened(stage.session, false, stage.now);
}

/* A channel whose operator wants us may be full or shut when we come again: the next time, or their
 * next word, we are back. */
static void a_shut_channel_is_tried_again(void **state)
{
    (void)state;
    begin();
    STEPS(COME("op", "@op talon"), "!JOIN #new @op", "<:s 366 talon #new :end", ">WHO #new");
    reconnect();
    STEPS(REGISTRATION, ">JOIN #new", "<:s 471 talon #new :Cannot join channel (+l)", "+30000");
    assert_invited("#new ");
    reconnect();
    STEPS(REGISTRATION, ">JOIN #new", "<:s 473 talon #new :(+i)", "<:any!a@h INVITE talon #new",
          ">JOIN #new", "<:talon!t@h JOIN #new", "!ENTERED #new");
    assert_invited("#new ");
    assert_int_equal(changes, 1);
    session_transcript_end();
}

/* One that never lets us in again is asked some times, ever later, and then forgotten; meanwhile it
 * may change its mind. */
static void a_channel_shut_for_good_is_forgotten(void **state)
{
    (void)state;
    static const char shut[] = "<:s 474 talon #old :Cannot join channel (+b)";
    prepare();
    assert_true(invite_want(stage.session, "#old"));
    STEPS(REGISTRATION, ">JOIN #old", shut, "+59999", "+1", ">PING talon", ">JOIN #old",
          "<:talon!t@h JOIN #old", "!ENTERED #old");
    reconnect();
    STEPS(REGISTRATION, ">JOIN #old", shut);
    unsigned long wait = 60000;
    for (unsigned i = 0; i < 8; i++, wait *= 2) {
        for (unsigned long past = 0; past < wait; past += 30000) {
            STEPS("<PING :x", ">PONG :x", "+30000");
        }
        assert_invited("#old ");
        STEPS(">JOIN #old", shut);
    }
    assert_invited("");
    assert_int_equal(changes, 1);
    STEPS("<PING :x", ">PONG :x", "+30000", "<:op!a@h INVITE talon #old", ">JOIN #old");
    session_transcript_end();
}

/* Where nobody wants us any more the next one takes its entry: nobody fills our memory. */
static void forgotten_invitations_make_room(void **state)
{
    (void)state;
    char invite[64];
    char join[64];
    char refusal[64];
    begin();
    for (unsigned i = 0; i < 70000; i++) {
        snprintf(invite, sizeof(invite), "<:op!a@h INVITE talon #n%u", i);
        snprintf(join, sizeof(join), ">JOIN #n%u", i);
        snprintf(refusal, sizeof(refusal), "<:s 473 talon #n%u :(+i)", i);
        STEPS(invite, join, refusal, "+5000");
    }
    assert_invited("");
    STEPS(COME("op", "@op talon"), "!JOIN #new @op", "<:s 366 talon #new :end", ">WHO #new");
    assert_invited("#new ");
    session_transcript_end();
}

/* 437: shut for a while by a netsplit. Whose word brought us there is still asked. */
static void a_channel_held_by_a_netsplit_is_tried_again(void **state)
{
    (void)state;
    begin();
    STEPS("<:v!a@h INVITE talon :#new", ">JOIN #new", "<:s 437 talon #new :unavailable", "+59999",
          "+1", ">PING talon", ">JOIN #new", "<:talon!t@h JOIN #new", "!ENTERED #new",
          "<:s 353 talon = #new :@op +v talon", "!JOIN #new @op", "!JOIN #new v",
          "<:s 366 talon #new :end", ">PART #new :An operator of the channel has to invite me.",
          ">WHO #new", "<:talon!t@h PART #new", "!GONE v", "!GONE op", "!REMOVED #new ");
    reconnect();
    STEPS(REGISTRATION, "+30000");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_operators_invitation_counts),
        cmocka_unit_test(others_cannot_invite),
        cmocka_unit_test(a_kick_ends_the_invitation),
        cmocka_unit_test(strangers_cannot_send_us_around),
        cmocka_unit_test(a_reconnect_returns_where_we_are_wanted),
        cmocka_unit_test(a_shut_channel_is_tried_again),
        cmocka_unit_test(a_channel_held_by_a_netsplit_is_tried_again),
        cmocka_unit_test(a_channel_shut_for_good_is_forgotten),
        cmocka_unit_test(forgotten_invitations_make_room),
        cmocka_unit_test(no_place_fills_all_invitations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
