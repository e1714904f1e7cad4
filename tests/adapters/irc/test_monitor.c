/* Hands for people in no channel of ours: the server watches who has the nick (adapters/irc/
 * unseen.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_transcript.h"

#define UNSEEN(nick) "+0", "!FAILED " nick " you are in no channel of mine"

static void begin(const char *monitor)
{
    bool seen = strncmp(monitor, "MONITOR", 7) == 0; /* else he is not watched */
    const char *message = seen ? "!MESSAGE bob hi" : "!MESSAGE ?bob hi";
    char line[100];
    session_transcript_open(&session_transcript_setup, false, "#c");
    snprintf(line, sizeof(line), "<:s 005 talon %s CASEMAPPING=ascii :are", monitor);
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome", line,
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:bob!b@h PRIVMSG talon :hi", message);
}

/* The hand goes when the server has said that bob is bob; then it tells of every end and return. */
SCENE(test_here_and_away, begin("MONITOR=30"), "#bob first", ">MONITOR + bob", "#bob second",
      "#bob ?an answer", ">PRIVMSG bob :an answer", "<:s 730 talon :Bob!b@h", ">PRIVMSG bob :first",
      ">PRIVMSG bob :second", "#bob third", ">PRIVMSG bob :third", "<:s 731 talon :bob",
      "!GONE bob", "#bob lost", UNSEEN("bob"), "<:s 731 talon :bob", "<:s 730 talon :bob!m@z",
      "#bob lost", UNSEEN("bob"), "<:s 731 talon :bob", "<:s 730 talon :bob!b@h",
      "!JOIN bob from b@h", "#bob fourth", ">PRIVMSG bob :fourth")

/* Whoever has the nick by now is somebody else: nothing reaches them. */
SCENE(test_other, begin("MONITOR"), "#bob hand", ">MONITOR + bob", "<:s 730 talon :bob!m@z",
      "!GONE bob", "#bob hand", UNSEEN("bob"), "<:bob!m@z PRIVMSG talon :hi", "!GONE bob",
      "!MESSAGE bob hi", ">MONITOR - bob", "#bob his", ">MONITOR + bob", "<:s 730 talon :bob!m@z",
      ">PRIVMSG bob :his")
SCENE(test_offline, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob", "<:s 731 talon :bob",
      "!GONE bob")
/* A server that does not say whence they come is asked. */
SCENE(test_bare_nick, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob",
      "<:s 302 talon :nobody=+b@h bob bob= bob=+", "<:s 730 talon :bob", ">USERHOST bob",
      "<:s 302 talon :eve*=+e@h bob*=-b@h", ">PRIVMSG bob :hand", "<:s 731 talon :bob", "!GONE bob",
      "<:s 730 talon :bob", ">USERHOST bob", "<:s 302 talon :bob=+m@z", "<:s 731 talon :bob",
      "<:s 730 talon :bob", ">USERHOST bob", "<:s 302 talon :", "<:s 302 talon :bob=+b@h",
      "!JOIN bob from b@h")
/* Who is back may talk before that answer comes: the line says whose it is. */
SCENE(test_back_and_talks, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob",
      "<:s 730 talon :bob!b@h", ">PRIVMSG bob :hand", "<:s 731 talon :bob", "!GONE bob",
      "<:s 730 talon :bob", ">USERHOST bob", "<:bob!b@h PRIVMSG talon :hi", "!JOIN bob from b@h",
      "!MESSAGE bob hi", "#bob second", ">PRIVMSG bob :second", "<:s 302 talon :bob=+b@h",
      "#bob third", ">PRIVMSG bob :third")

/* Several in one line, and those whom nobody asked for. */
SCENE(test_lists, begin("MONITOR=30"), "<:eve!e@h PRIVMSG talon :hi", "!MESSAGE eve hi",
      "#bob hand", ">MONITOR + bob", "#eve hand", ">MONITOR + eve",
      "<:s 730 talon :bob!b@h,zoe!z@h,eve!e@h", ">PRIVMSG bob :hand", ">PRIVMSG eve :hand",
      "<:s 731 talon :zoe,eve,bob", "!GONE eve", "!GONE bob")

/* In a channel of ours they are seen there, and watched no more; the watch says that it is them. */
SCENE(test_seen, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob", "<:s 730 talon :bob!b@h",
      ">PRIVMSG bob :hand", "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h", ">MONITOR - bob",
      "#bob seen", ">PRIVMSG bob :seen")
SCENE(test_not_seen, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob", "<:bob!b@h JOIN #c",
      "!GONE bob", "!JOIN #c bob from b@h", ">MONITOR - bob")
SCENE(test_other_seen, begin("MONITOR=30"), "#bob hand", ">MONITOR + bob", "<:s 730 talon :bob!b@h",
      ">PRIVMSG bob :hand", "<:bob!m@z JOIN #c", "!GONE bob", "!JOIN #c bob from m@z",
      ">MONITOR - bob")
/* Whom nobody watches yet is somebody else as soon as the server says so. */
SCENE(test_unwatched, begin("MONITOR=30"), "<:s 730 talon :bob!m@z", "!GONE bob",
      "<:s 731 talon :bob")
/* What waits for a nick dies with who had it, however it was written. */
static void an_answer_dies_with_its_reader(void **state)
{
    (void)state;
    begin("WHOX");
    STEPS("<:eve!e@h JOIN #c", "!JOIN #c eve from e@h");
    session_transcript_send("BOB ?answer");
    session_transcript_send("zoe ?answer");
    session_transcript_hear(":eve!e@h NICK bob");
    STEPS("!GONE bob", "!RENAME bob was eve");
    session_transcript_hear(":Zoe!z@h JOIN #c");
    STEPS("!JOIN #c Zoe from z@h");
    session_transcript_end();
}

/* The list has an end, ours or the server's: who does not fit gets answers and no hands. */
SCENE(test_limit, begin("MONITOR=2"), "<:eve!e@h PRIVMSG talon :hi", "!MESSAGE eve hi", "#bob hand",
      ">MONITOR + bob", "#eve hand", UNSEEN("eve"), "#eve ?hi", ">PRIVMSG eve :hi",
      "<:bob!m@z PRIVMSG talon :hi", "!GONE bob", "!MESSAGE bob hi", ">MONITOR - bob", "#eve hand",
      ">MONITOR + eve", "<:s 730 talon :eve!e@h", ">PRIVMSG eve :hand")
SCENE(test_full, begin("MONITOR=30"), "<:eve!e@h PRIVMSG talon :hi", "!MESSAGE eve hi", "#eve hand",
      ">MONITOR + eve", "<:s 730 talon :eve!e@h", ">PRIVMSG eve :hand", "#bob hand",
      ">MONITOR + bob", "<:s 734 talon 1 bob :Monitor list is full",
      "!FAILED bob you are in no channel of mine", "#bob hand", UNSEEN("bob"), "#eve more",
      ">PRIVMSG eve :more")
SCENE(test_none, begin("WHOX"), "#bob hand", UNSEEN("bob"), "<:s 730 talon :bob!b@h", "#bob hand",
      UNSEEN("bob"))

/* No hand waits without bound, nor over the end of a connection. */
static void waiting_hands_are_bounded(void **state)
{
    (void)state;
    begin("MONITOR=30");
    STEPS("#bob 0", ">MONITOR + bob");
    for (unsigned i = 1; i < 12; i++)
        session_transcript_send("bob more");
    STEPS("<:s 730 talon :bob!b@h");
    for (unsigned i = 0; i < 8; i++)
        STEPS(">PRIVMSG bob :more");
    for (unsigned i = 0; i < 64; i++) { /* the oldest makes room, and is watched no more */
        char line[80];
        snprintf(line, sizeof(line), "<:n%u!n@h%u PRIVMSG talon :hi", i, i);
        STEPS(line);
        if (i == 63)
            STEPS("!GONE bob");
        snprintf(line, sizeof(line), "!MESSAGE n%u hi", i);
        STEPS(line);
    }
    STEPS(">MONITOR - bob", "<:eve!e@h PRIVMSG talon :hi", "!GONE n0", "!MESSAGE eve hi",
          "#eve hand", ">MONITOR + eve");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    session_opened(stage.session, false, stage.now);
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
          "<:s 005 talon MONITOR=30 :are", "<:s 376 talon :End", "!CONNECTED", ">JOIN #c",
          "<:s 730 talon :eve!e@h", "#eve hand", UNSEEN("eve"));
    session_transcript_end();
}

/* Nobody makes us forget the others by changing nicks, nor by coming from more than one address of
 * their own network. */
static void changing_nicks_makes_us_forget_nobody_else(void **state)
{
    (void)state;
    begin("MONITOR=30");
    STEPS("<:eve!e@home.test PRIVMSG talon :hi", "!MESSAGE eve hi", "#bob hand", ">MONITOR + bob",
          "<:s 730 talon :bob!b@h", ">PRIVMSG bob :hand");
    for (unsigned i = 0; i < 1000; i++) {
        char line[100];
        snprintf(line, sizeof(line), "<:n%u!~n%u@2001:db8:7:7:%x::1 PRIVMSG talon :hi", i, i, i);
        STEPS(line);
        snprintf(line, sizeof(line), "!GONE n%u", i - 8);
        if (i >= 8)
            STEPS(line);
        snprintf(line, sizeof(line), "!MESSAGE n%u hi", i);
        STEPS(line);
    }
    STEPS("#bob another", ">PRIVMSG bob :another", "#eve hand", ">MONITOR + eve",
          "<:s 730 talon :eve!e@home.test", ">PRIVMSG eve :hand");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_here_and_away),
        cmocka_unit_test(test_other),
        cmocka_unit_test(test_offline),
        cmocka_unit_test(test_bare_nick),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_seen),
        cmocka_unit_test(test_not_seen),
        cmocka_unit_test(test_other_seen),
        cmocka_unit_test(test_unwatched),
        cmocka_unit_test(an_answer_dies_with_its_reader),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_none),
        cmocka_unit_test(waiting_hands_are_bounded),
        cmocka_unit_test(changing_nicks_makes_us_forget_nobody_else),
        cmocka_unit_test(test_back_and_talks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
