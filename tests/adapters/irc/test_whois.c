/* What WHOIS tells (adapters/irc/people/whois.c): the certificate of everybody who says something
 * that begins with '!', and when those signed on whom the host asks about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/people/whois.h"
#include "session_transcript.h"

#define PRINT "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff"
#define TOLD  "has client certificate fingerprint " PRINT

static void begin(void)
{
    struct session_setup setup = session_transcript_setup;
    session_transcript_open(&setup, false, "#c");
    stage.identify = true;
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
          "<:s CAP * LS :chghost userhost-in-names", ">CAP REQ :chghost userhost-in-names",
          "<:s CAP * ACK :chghost userhost-in-names", ">CAP END", "<:s 001 talon :Welcome",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:s 353 talon = #c :@alice!a@h bob!b@h talon!t@h", "!JOIN #c @alice from a@h",
          "!JOIN #c bob from b@h", "<:s 366 talon #c :End");
}

#define WHOIS(nick, user, host, ...)                                                               \
    "<:s 311 talon " nick " " user " " host " * :Real", __VA_ARGS__, "<:s 318 talon " nick " :End"

/* Asked once; what was said comes again when all is told, and later words know it at once. */
SCENE(test_known, begin(), "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob",
      "<:bob!b@h PRIVMSG #c :!kick alice", "<:bob!b@h PRIVMSG talon :hello", "!MESSAGE bob hello",
      WHOIS("bob", "b", "h", "<:s 671 talon bob :is using a secure connection",
            "<:s 276 talon bob :" TOLD),
      "!MESSAGE #c bob {" PRINT "} !stop", "!MESSAGE #c bob {" PRINT "} !kick alice",
      "<:bob!b@h PRIVMSG talon :!stop", "!MESSAGE bob {" PRINT "} !stop")

/* A 716 within an answer tells of a mode. After its end it refuses a whisper. */
SCENE(test_whois_is_no_refusal, begin(), "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob",
      WHOIS("bob", "b", "h", "<:s 716 talon bob :is using modes +G (server-side ignore)"),
      "!MESSAGE #c bob {} !stop", "<:s 716 talon bob :is in +G mode", "!FAILED bob is in +G mode",
      "<:s 311 talon bob b h * :Real", "<:s 716 talon alice :is in +G mode",
      "!FAILED alice is in +G mode")

/* Who has none is not asked for again. */
SCENE(test_none, begin(), "<:alice!a@h PRIVMSG #c :!stop", ">WHOIS alice",
      WHOIS("alice", "a", "h", "<:s 319 talon alice :@#c"), "!MESSAGE #c @alice {} !stop",
      "<:alice!a@h PRIVMSG #c :!stop", "!MESSAGE #c @alice {} !stop")

/* Who changes the nick, the host, or has left is somebody to be asked for; what the one before said
 * is not said by the next. */
SCENE(test_rename, begin(), "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob",
      WHOIS("bob", "b", "h", "<:s 276 talon bob :" TOLD), "!MESSAGE #c bob {" PRINT "} !stop",
      "<:bob!b@h NICK bobby", "!RENAME bobby was bob", "<:bobby!b@h PRIVMSG #c :!stop",
      ">WHOIS bobby", "<:bobby!b@h NICK bob", "!RENAME bob was bobby",
      "<:s 311 talon bobby b h * :Real", "<:s 276 talon bobby :" TOLD, "<:s 318 talon bobby :End",
      "<:bob!b@h PRIVMSG #c :!again", ">WHOIS bob", "<:bob!b@h CHGHOST b cloak",
      "!KNOWN bob from b@cloak", WHOIS("bob", "b", "cloak", "<:s 276 talon bob :" TOLD),
      "!MESSAGE #c bob {" PRINT "} !again", "<:bob!b@cloak CHGHOST b other",
      "!KNOWN bob from b@other", "<:bob!b@other PRIVMSG #c :!more", ">WHOIS bob",
      "<:s 311 talon bob b other * :Real", "<:bob!b@other CHGHOST b last", "!KNOWN bob from b@last",
      "<:s 276 talon bob :" TOLD, "<:s 318 talon bob :End", "!MESSAGE #c bob {} !more")
SCENE(test_successor, begin(), "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob", "<:bob!b@h QUIT :bye",
      "!GONE bob bye", "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h",
      WHOIS("bob", "b", "h", "<:s 276 talon bob :" TOLD), "<:bob!b@h PRIVMSG #c :!kick alice",
      ">WHOIS bob", "<:bob!b@h PART #c", "!LEAVE #c bob ", "!GONE bob",
      WHOIS("bob", "b", "h", "<:s 276 talon bob :" TOLD))

/* What nobody asked for, what a person says, of another host, or no print at all, counts nothing.
 */
SCENE(test_forged, begin(), "<:s 276 talon bob :" TOLD, "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob",
      "<:s 276 talon bob :" TOLD, "<:bob!b@h 311 talon bob b h * :Real", "<:s 276 talon bob :" TOLD,
      WHOIS("bob", "b", "elsewhere", "<:s 276 talon bob :" TOLD), "!MESSAGE #c bob {} !stop",
      "<:alice!a@h PRIVMSG #c :!stop", ">WHOIS alice",
      WHOIS("alice", "a", "h", "<:s 276 talon bob :" TOLD,
            "<:s 276 talon alice :has client certificate fingerprint", "<:s 276 talon alice :00ff"),
      "!MESSAGE #c @alice {} !stop")

/* Somebody whom we do not see cannot be known. */
SCENE(test_unseen, begin(), "<:eve!e@h PRIVMSG talon :!stop", "!MESSAGE ?eve !stop")

/* The server is busy, or never answers: it goes on, and is asked the next time. */
SCENE(test_silence, begin(), "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob",
      "<:s 263 talon WHOIS :Please wait", "+0", "!MESSAGE #c bob {} !stop",
      "<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob", "+14999", "<:bob!b@h PRIVMSG #c :!kick alice",
      "+1", "!MESSAGE #c bob {} !stop", "!MESSAGE #c bob {} !kick alice",
      "<:bob!b@h PRIVMSG #c :!x", ">WHOIS bob")

/* -- the connection -- */

#define SIGNON(nick, seconds)                                                                      \
    "<:s 312 talon " nick " s :A server",                                                          \
        "<:s 317 talon " nick " 5 " seconds " :seconds idle, signon time"

/* One is asked about after the other, the most urgent next, and nobody twice. */
SCENE(test_signon, begin(), "?alice", ">WHOIS alice", "?bob", "?alice",
      WHOIS("alice", "a", "h", SIGNON("alice", "1732600000")),
      "!KNOWN alice from a@h since '1732600000'", ">WHOIS bob",
      WHOIS("bob", "b", "h", SIGNON("bob", "1732600009")), "!KNOWN bob from b@h since '1732600009'",
      "?bob", "!KNOWN bob from b@h since '1732600009'")
SCENE(test_signon_order, begin(), "<:carol!c@h JOIN #c", "!JOIN #c carol from c@h", "?alice",
      ">WHOIS alice", "?bob", "?!carol", WHOIS("alice", "a", "h", SIGNON("alice", "7")),
      "!KNOWN alice from a@h since '7'", ">WHOIS carol",
      WHOIS("carol", "c", "h", SIGNON("carol", "8")), "!KNOWN carol from c@h since '8'",
      ">WHOIS bob", WHOIS("bob", "b", "h", SIGNON("bob", "9")), "!KNOWN bob from b@h since '9'")

/* One that waits for the tables' lines does not hold up an urgent one, and is asked once. */
static void a_waiting_whois_does_not_delay_an_urgent_one(void **state)
{
    (void)state;
    begin();
    session_hold(stage.session, true);
    STEPS("?alice", "?!bob");
    session_hold(stage.session, false);
    STEPS(">WHOIS bob", ">WHOIS alice", WHOIS("bob", "b", "h", SIGNON("bob", "7")),
          "!KNOWN bob from b@h since '7'", WHOIS("alice", "a", "h", SIGNON("alice", "8")),
          "!KNOWN alice from a@h since '8'");
    session_transcript_end();
}

/* What somebody says does not wait for a line that may wait for long. */
static void a_command_makes_a_whois_urgent(void **state)
{
    (void)state;
    begin();
    session_hold(stage.session, true);
    STEPS("?bob", "<:bob!b@h PRIVMSG #c :!draw");
    session_hold(stage.session, false);
    STEPS(">WHOIS bob", ">WHOIS bob", WHOIS("bob", "b", "h", SIGNON("bob", "7")),
          "!KNOWN bob from b@h since '7'", "!MESSAGE #c bob {} !draw",
          WHOIS("bob", "b", "h", SIGNON("bob", "7")));
    session_transcript_end();
}

/* A server that does not tell it of others' users is asked by way of theirs; one that hides it is
 * not asked again. */
SCENE(test_signon_far, begin(), "?bob", ">WHOIS bob",
      WHOIS("bob", "b", "h", "<:s 312 talon bob far :Another"), ">WHOIS bob bob",
      "<:far 311 talon bob b h * :Real", "<:far 312 talon bob far :Another",
      "<:far 317 talon bob 0 1732600000 :seconds idle, signon time", "<:far 318 talon bob :End",
      "!KNOWN bob from b@h since '1732600000'")
SCENE(test_signon_hidden, begin(), "?bob", ">WHOIS bob",
      WHOIS("bob", "b", "h", "<:s 312 talon bob far :Another"), ">WHOIS bob bob",
      WHOIS("bob", "b", "h", "<:far 312 talon bob far :Another"), "!KNOWN bob from b@h since ''",
      "?alice", ">WHOIS alice", WHOIS("alice", "a", "h", "<:s 312 talon alice s :A server"),
      "!KNOWN alice from a@h since ''", "?alice", "!KNOWN alice from a@h since ''")

/* That one may not know them any more, or yet: they are not gone for that. */
SCENE(test_signon_missed, begin(), "?bob", ">WHOIS bob",
      WHOIS("bob", "b", "h", "<:s 312 talon bob far :Another"), ">WHOIS bob bob",
      "<:far 401 talon bob :No such nick", "!KNOWN bob from b@h since ''",
      "<:far 318 talon bob :End", "?alice", ">WHOIS alice",
      WHOIS("alice", "a", "h", "<:s 312 talon alice far :Another"), ">WHOIS alice alice",
      "<:s 402 talon alice :No such server", "!KNOWN alice from a@h since ''",
      "<:s 401 talon alice :No such nick", "!FAILED alice No such nick", "!GONE alice")

/* What is no time of sign-on, of another host, or said by a person, counts nothing. */
SCENE(test_signon_forged, begin(), "<:s 317 talon bob 5 1 :x", "?bob", ">WHOIS bob",
      "<:s 317 talon bob 5 1 :x", "<:bob!b@h 317 talon bob 5 1 :x",
      WHOIS("bob", "b", "elsewhere", SIGNON("bob", "1")), "!KNOWN bob from b@h since ''", "?alice",
      ">WHOIS alice",
      WHOIS("alice", "a", "h", "<:s 317 talon alice 5 :seconds idle", "<:s 317 talon alice 5 0 :x",
            "<:s 317 talon alice 5 12x :x", "<:s 317 talon alice 5 -1 :x",
            "<:s 317 talon bob 5 1 :x"),
      "!KNOWN alice from a@h since ''")

/* It stays with a new nick and a new host. An answer about a nick that somebody else has by now is
 * not theirs. */
SCENE(test_signon_stays, begin(), "?bob", ">WHOIS bob", WHOIS("bob", "b", "h", SIGNON("bob", "7")),
      "!KNOWN bob from b@h since '7'", "<:bob!b@h NICK bobby", "!RENAME bobby was bob", "?bobby",
      "!KNOWN bobby from b@h since '7'", "<:bobby!b@h CHGHOST b cloak",
      "!KNOWN bobby from b@cloak since '7'")
SCENE(test_signon_renamed, begin(), "?bob", ">WHOIS bob", "<:bob!b@h NICK bobby",
      "!RENAME bobby was bob", "<:alice!a@h NICK bob", "!RENAME bob was alice",
      WHOIS("bob", "b", "h", SIGNON("bob", "7")), ">WHOIS bobby",
      WHOIS("bobby", "b", "h", SIGNON("bobby", "7")), "!KNOWN bobby from b@h since '7'")
SCENE(test_signon_gone, begin(), "?bob", ">WHOIS bob", "<:bob!b@h QUIT :bye", "!GONE bob bye",
      "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h", "?bob",
      WHOIS("bob", "b", "h", SIGNON("bob", "7")), ">WHOIS bob",
      WHOIS("bob", "b", "h", SIGNON("bob", "9")), "!KNOWN bob from b@h since '9'")

/* What was said goes on when it is known, and does not ask again. */
SCENE(test_signon_said, begin(), "<:bob!b@h PRIVMSG #c :!draw", ">WHOIS bob", "?bob",
      WHOIS("bob", "b", "h", SIGNON("bob", "7")), "!KNOWN bob from b@h since '7'",
      "!MESSAGE #c bob {} !draw", "<:bob!b@h PRIVMSG #c :!draw", "!MESSAGE #c bob {} !draw")

/* A busy server is asked later, one that does not answer not at all. */
SCENE(test_signon_busy, begin(), "?bob", ">WHOIS bob", "?alice", "<:s 263 talon WHOIS :Please wait",
      "+4999", "+1", ">WHOIS bob", "+14999", "+1", "!KNOWN bob from b@h since ''", ">WHOIS alice",
      WHOIS("alice", "a", "h", SIGNON("alice", "7")), "!KNOWN alice from a@h since '7'")

/* Only where its loss would be told, too, is an account taken from there. */
static void a_whois_gives_an_account_only_if_its_loss_is_told(void **state)
{
    struct session_setup setup = session_transcript_setup;
    (void)state;
    session_transcript_open(&setup, false, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s CAP * LS :account-notify",
          ">CAP REQ :account-notify", "<:s CAP * ACK :account-notify", ">CAP END",
          "<:s 001 talon :Welcome", "<:s 376 talon :End", "!CONNECTED", ">JOIN #c",
          "<:talon!t@h JOIN #c", "!ENTERED #c", "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h",
          "?bob", ">WHOIS bob", "<:s 311 talon bob b h * :Real",
          "<:s 330 talon bob Bobby :is logged in as", "!IDENTITY bob[Bobby]",
          "<:s 318 talon bob :End", "!KNOWN bob[Bobby] from b@h since ''");
    session_transcript_end();
    begin();
    STEPS("?bob", ">WHOIS bob", WHOIS("bob", "b", "h", "<:s 330 talon bob Bobby :is logged in as"),
          "!KNOWN bob from b@h since ''");
    session_transcript_end();
}

/* A new connection knows nothing of before, nor what was said then. */
static void a_new_connection_forgets_whois(void **state)
{
    (void)state;
    begin();
    STEPS("<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ", "+20000");
    assert_false(whois_look_up(stage.session, "bob", false));
    session_transcript_end();
}

/* What waits is bounded, and stays in order: beyond that the oldest go on without an answer. */
static void waiting_commands_are_bounded(void **state)
{
    (void)state;
    begin();
    STEPS("<:bob!b@h PRIVMSG #c :!0", ">WHOIS bob");
    for (unsigned i = 1; i < WHOIS_HELD_MAX; i++)
        STEPS("<:bob!b@h PRIVMSG #c :!more");
    STEPS("<:alice!a@h PRIVMSG #c :!last", ">WHOIS alice", "+1", "!MESSAGE #c bob {} !0");
    for (unsigned i = 1; i < WHOIS_HELD_MAX; i++)
        STEPS("!MESSAGE #c bob {} !more");
    STEPS(WHOIS("bob", "b", "h", "<:s 276 talon bob :" TOLD),
          WHOIS("alice", "a", "h", "<:s 276 talon alice :" TOLD),
          "!MESSAGE #c @alice {" PRINT "} !last");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_whois_is_no_refusal),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_rename),
        cmocka_unit_test(test_successor),
        cmocka_unit_test(test_forged),
        cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_silence),
        cmocka_unit_test(a_new_connection_forgets_whois),
        cmocka_unit_test(waiting_commands_are_bounded),
        cmocka_unit_test(test_signon),
        cmocka_unit_test(test_signon_order),
        cmocka_unit_test(test_signon_far),
        cmocka_unit_test(a_waiting_whois_does_not_delay_an_urgent_one),
        cmocka_unit_test(a_command_makes_a_whois_urgent),
        cmocka_unit_test(test_signon_hidden),
        cmocka_unit_test(test_signon_missed),
        cmocka_unit_test(test_signon_forged),
        cmocka_unit_test(test_signon_stays),
        cmocka_unit_test(test_signon_renamed),
        cmocka_unit_test(test_signon_gone),
        cmocka_unit_test(test_signon_said),
        cmocka_unit_test(test_signon_busy),
        cmocka_unit_test(a_whois_gives_an_account_only_if_its_loss_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
