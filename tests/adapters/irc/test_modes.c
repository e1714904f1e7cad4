/* What channels let through (adapters/irc/people/modes.c), and whispers through channels where we
 * have a rank (sent.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_transcript.h"

#define HELLO ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host"

/* In #c with alice and bob, and with that sign before our own nick. */
static void begin(const char *tokens, const char *sign)
{
    char isupport[100];
    char names[100];
    struct session_setup setup = session_transcript_setup;
    setup.ping_seconds = 3600; /* what waits long here is not told so by silence */
    session_transcript_open(&setup, false, "#c");
    snprintf(isupport, sizeof(isupport), "<:s 005 talon PREFIX=(ov)@+ %s :are", tokens);
    snprintf(names, sizeof(names), "<:s 353 talon = #c :@alice!a@h bob!b@h %stalon!t@h", sign);
    STEPS(HELLO, "<:s CAP * LS :userhost-in-names", ">CAP REQ :userhost-in-names",
          "<:s CAP * ACK :userhost-in-names", ">CAP END", "<:s 001 talon :Welcome", isupport,
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          names, "!JOIN #c @alice from a@h", "!JOIN #c bob from b@h", "<:s 366 talon #c :End");
}

static void begin_plainly(void)
{
    begin("CHANMODES=b,k,l,imnst", "");
}

#define RED          "##c *[R 5]", ">PRIVMSG #c :\00301,04[R 5]\017"
#define RED_TRIED(n) "##c *[R 5]", ">PRIVMSG #c :[R 5]", ">PING :heard." n
#define CANNOT       "<:s 404 talon #c :Cannot send to channel"
#define UNHEARD      "##c nobody hears that"
#define HEARD(n)     "##c " n, ">PRIVMSG #c :" n

/* It was moderated before we came: the colours are not it, and the server says what is. */
SCENE(test_moderated, begin_plainly(), RED, CANNOT, ">PRIVMSG #c :[R 5]", CANNOT, "!MUTED #c",
      ">MODE #c", CANNOT, "<:s 324 talon #c +mnt", CANNOT, UNHEARD, "+0", "!MUTED #c", "#bob hand",
      ">PRIVMSG bob :hand", "<:alice!a@h MODE #c +v bob", UNHEARD, "+0", "!MUTED #c",
      "<:alice!a@h MODE #c +v talon", "!ENTERED #c", RED)
/* Words without colours show it at once. */
SCENE(test_words, begin_plainly(), HEARD("hi"), CANNOT, "!MUTED #c", ">MODE #c",
      "<:s 324 talon #c +m", "+700000", "<:alice!a@h MODE #c -m", "!ENTERED #c", RED)

/* Seen coming, nothing is lost; a rank is as good as no mode, in one line as well. */
SCENE(test_seen, begin_plainly(), "<:alice!a@h MODE #c +m", "!MUTED #c", UNHEARD, "+0", "!MUTED #c",
      "<:alice!a@h MODE #c +o talon", "!ENTERED #c", HEARD("1"),
      "<:alice!a@h MODE #c +v-o talon talon", HEARD("2"), "<:alice!a@h MODE #c -m+m", HEARD("3"),
      "<:alice!a@h MODE #c -v talon", "!MUTED #c", "<:alice!a@h MODE #c -m+o talon", "!ENTERED #c",
      "<:alice!a@h MODE #c -o+m talon", "!MUTED #c", "<:alice!a@h MODE #c -lk+i key",
      "<:alice!a@h MODE #c -m", "!ENTERED #c", "<:alice!a@h MODE #c +mv talon", HEARD("5"))

#define MUTED   CANNOT, "!MUTED #c", ">MODE #c", "<:s 324 talon #c +nt"
#define TRY(n)  "!TRY #c", "##c state", ">PRIVMSG #c :state", ">PING :heard." n
#define PONG(n) "<:s PONG s :heard." n

/* Whatever else keeps words out is tried: soon, then ever more seldom, and no line goes between.
 * What goes is how the table stands, without colours; heard is what is not refused before the PING
 * behind it is answered. */
SCENE(test_tried, begin_plainly(), HEARD("hi"), MUTED, UNHEARD, "+0", "!MUTED #c", "+4999", "+1",
      TRY("1"), CANNOT, "!MUTED #c", PONG("1"), "+29999", UNHEARD, "+0", "!MUTED #c", "+1",
      TRY("2"), CANNOT, "!MUTED #c", PONG("2"), "+59999", "+1", TRY("3"), PONG("2"), CANNOT,
      "!MUTED #c", PONG("3"), "+119999", "+1", TRY("4"), CANNOT, "!MUTED #c", "+240000", TRY("5"),
      CANNOT, "!MUTED #c", "+480000", TRY("6"), CANNOT, "!MUTED #c", "+599999", "+1", "!TRY #c",
      RED_TRIED("7"), PONG("7"), "!ENTERED #c tried", RED)

/* A PING that nobody answers is no reason to be silent for good. */
SCENE(test_no_answer, begin_plainly(), HEARD("hi"), MUTED, "+5000", TRY("1"), "+30000", "<PING :x",
      ">PONG :x", "+29999", "+1", "<PING :x", ">PONG :x", "+29999", PONG("1"), "+1", TRY("2"),
      PONG("2"), "!ENTERED #c tried")

/* A ban that goes, an exception, or a voice is tried at once, but never two within five seconds;
 * what closes the channel more is not. */
SCENE(test_tried_at_once, begin("CHANMODES=beIq,k,l,imnst", ""), HEARD("hi"), MUTED, "+5000",
      TRY("1"), CANNOT, "!MUTED #c", "+6000", "<:alice!a@h MODE #c +b-s x!*@*", "+0", TRY("2"),
      CANNOT, "!MUTED #c", "<:alice!a@h MODE #c -b a!*@*", "<:alice!a@h MODE #c -q b!*@*", "+4999",
      "+1", TRY("3"), CANNOT, "!MUTED #c", "+6000", "<:alice!a@h MODE #c +b m:t*!*@*",
      "<:alice!a@h MODE #c +e talon!*@*", "+0", TRY("4"), CANNOT, "!MUTED #c", "+6000",
      "<:alice!a@h MODE #c +v bob", "<:alice!a@h MODE #c +v talon", "+0", TRY("5"), PONG("5"),
      "!ENTERED #c tried")
/* So is another face of ours: a ban was of the old one. */
SCENE(test_other_face, begin_plainly(), HEARD("hi"), MUTED, "+5000", TRY("1"), CANNOT, "!MUTED #c",
      "+6000", "<:s 396 talon cloak :is your host", "+0", TRY("2"), CANNOT, "!MUTED #c", "+6000",
      "<:talon!t@h NICK talon_", "+0", TRY("3"), PONG("3"), "!ENTERED #c tried")

/* Where there is nothing to say nothing is tried, until there is. */
SCENE(test_nothing_to_say, begin_plainly(), HEARD("hi"), MUTED, "+5000", "!TRY #c", "+700000",
      "<:alice!a@h MODE #c -b a!*@*", "##c opens", ">PRIVMSG #c :opens", ">PING :heard.1", CANNOT,
      "!MUTED #c")

/* Moderated as well: what is seen is waited for, then the other is tried. */
SCENE(test_both, begin_plainly(), HEARD("hi"), MUTED, "<:alice!a@h MODE #c +m", "+700000",
      "<:alice!a@h MODE #c -m", "+0", TRY("1"), CANNOT, "!MUTED #c", "+30000", TRY("2"), PONG("2"),
      "!ENTERED #c tried")

/* Every way to say so: for who is not known to services, has no rank, or without a number. */
SCENE(test_refusals, begin_plainly(), HEARD("1"), "<:s 477 talon #c :You need to be identified",
      "!MUTED #c", ">MODE #c", "<:s 324 talon #c +R", "<:alice!a@h MODE #c -R", "+5000", TRY("1"),
      PONG("1"), "!ENTERED #c tried", "+5000", HEARD("2"), "<:s 482 talon #c :You are no operator",
      "!MUTED #c", ">MODE #c", "+5000", TRY("2"), PONG("2"), "!ENTERED #c tried", "+5000",
      HEARD("3"), "<:s 489 talon #c :You need voice", "!MUTED #c", ">MODE #c", "+5000", TRY("3"),
      PONG("3"), "!ENTERED #c tried", "+5000", HEARD("4"),
      "<:s 415 talon #c :You need to be identified", "!MUTED #c", ">MODE #c", "+5000", TRY("4"),
      PONG("4"), "!ENTERED #c tried", "+5000", HEARD("5"), "<:s FAIL PRIVMSG CANNOT_SEND #c :No",
      "!MUTED #c", ">MODE #c")

/* What stands between us and the server may answer a PING by itself, before the refusal comes: that
 * we are heard is believed more seldom each time, and nobody hears of it every few seconds. */
SCENE(test_answered_between, begin_plainly(), HEARD("hi"), MUTED, "+5000", TRY("1"), PONG("1"),
      "!ENTERED #c tried", CANNOT, "!MUTED #c", ">MODE #c", "+29999", "+1", TRY("2"), PONG("2"),
      "!ENTERED #c tried", CANNOT, "!MUTED #c", ">MODE #c", "+59999", "+1", TRY("3"), PONG("3"),
      "!ENTERED #c tried", "+5000", HEARD("4"), CANNOT, "!MUTED #c", ">MODE #c", "+5000", TRY("4"))

/* Colours alone are no mute, also when several such lines were on their way; and nobody is told of
 * modes that nobody asked for, or of what another channel refuses. */
SCENE(test_colours, begin_plainly(), "<:s 324 talon #c +m", RED, RED, RED, CANNOT,
      ">PRIVMSG #c :[R 5]", ">PRIVMSG #c :[R 5]", ">PRIVMSG #c :[R 5]", CANNOT, CANNOT, HEARD("1"),
      "<:s 408 talon #c :no colours", "<:s 404 talon #elsewhere :Cannot send", "+700000",
      HEARD("2"))
SCENE(test_colours_and_mute, begin_plainly(), RED, RED, CANNOT, ">PRIVMSG #c :[R 5]",
      ">PRIVMSG #c :[R 5]", CANNOT, CANNOT, "!MUTED #c", ">MODE #c", CANNOT, "+5000", "!TRY #c",
      RED_TRIED("1"), PONG("1"), "!ENTERED #c tried", RED)
/* Who has a voice may be mute as well. */
SCENE(test_voiced, begin("CHANMODES=b,k,l,imnst", "+"), "<:alice!a@h MODE #c +m", HEARD("1"),
      CANNOT, "!MUTED #c", ">MODE #c", "<:s 324 talon #c +m", "+5000", TRY("1"), PONG("1"),
      "!ENTERED #c tried", HEARD("2"))

/* A new life begins with nothing known. */
SCENE(test_again, begin_plainly(), "<:alice!a@h MODE #c +m", "!MUTED #c",
      "<:alice!a@h KICK #c talon :out", "!GONE bob", "!GONE alice", "!REMOVED #c out", "+10000",
      ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c", HEARD("1"))

/* -- whispers through a channel -- */

#define BOTH "CPRIVMSG CNOTICE"

SCENE(test_through, begin(BOTH, "+"), "#bob first", ">CPRIVMSG bob #c :first", "#bob second",
      ">CNOTICE bob #c :second", "#eve ?answer", ">PRIVMSG eve :answer",
      "<:alice!a@h MODE #c -v talon", "#bob third", ">NOTICE bob :third",
      "<:alice!a@h MODE #c +o talon", "#alice first", ">CPRIVMSG alice #c :first",
      "<:bob!b@h PART #c", "!LEAVE #c bob ", "!GONE bob", "#bob ?away", ">PRIVMSG bob :away")
SCENE(test_one_of_both, begin("CNOTICE", "@"), "#bob first", ">PRIVMSG bob :first", "#bob second",
      ">CNOTICE bob #c :second")
SCENE(test_no_rank, begin(BOTH, ""), "#bob first", ">PRIVMSG bob :first")
SCENE(test_no_token, begin("WHOX", "@"), ">WHO #c %tcuhna,7", "#bob first", ">PRIVMSG bob :first")

/* The rank went meanwhile: what was refused goes as a plain whisper to who it was for, whatever
 * their nick is now, and never to who has their old one. */
SCENE(test_not_through, begin(BOTH, "+"), "#bob first", ">CPRIVMSG bob #c :first", "#alice hers",
      ">CPRIVMSG alice #c :hers", "<:alice!a@h NICK alicia", "!RENAME alicia was alice",
      "<:eve!e@h NICK alice", "<:s 489 talon #c :You need voice", ">PRIVMSG bob :first",
      ">PRIVMSG alicia :hers", "#bob second", ">NOTICE bob :second", "<:alice!a@h MODE #c +v talon",
      "#bob third", ">CNOTICE bob #c :third", "<:bob!b@h QUIT :bye", "!GONE bob bye",
      "<:bob!m@z JOIN #c", "!JOIN #c bob from m@z", "<:s 489 talon #c :You need voice")
SCENE(test_not_through_renamed, begin(BOTH, "+"), "#bob his", ">CPRIVMSG bob #c :his",
      "<:bob!b@h NICK robert", "!RENAME robert was bob", "<:alice!a@h NICK bob",
      "!RENAME bob was alice", "<:s 489 talon #c :You need voice", ">PRIVMSG robert :his")
SCENE(test_not_through_again, begin(BOTH, "+"), "#bob his", ">CPRIVMSG bob #c :his",
      "<:bob!b@h QUIT :bye", "!GONE bob bye", "<:alice!a@h NICK bob", "!RENAME bob was alice",
      "<:s 489 talon #c :You need voice")
SCENE(test_too_late, begin(BOTH, "+"), "#bob first", ">CPRIVMSG bob #c :first", "+5001",
      "<:s 489 talon #c :You need voice")

#define LONG "#a-channel-with-a-name-that-is-rather-long"

/* With the name of the channel a line would be too long: it goes without. */
static void a_long_line_goes_without_its_channel(void **state)
{
    (void)state;
    char text[1000] = "bob ";
    begin(BOTH, "");
    assert_true(session_want(stage.session, LONG));
    STEPS("<:bob!b@h INVITE talon " LONG, ">JOIN " LONG, "<:talon!t@h JOIN " LONG, "!ENTERED " LONG,
          "<:s 353 talon = " LONG " :bob!b@h @talon!t@h", "!JOIN " LONG " bob from b@h");
    for (int i = 0; i < 120; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "w%d ", i);
    session_transcript_send(text);
    assert_memory_equal(session_transcript_take(), "PRIVMSG bob :w0 ", 16);
    assert_memory_equal(session_transcript_take(), "CPRIVMSG bob " LONG " :w",
                        16 + sizeof(LONG) - 1);
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moderated),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_seen),
        cmocka_unit_test(test_tried),
        cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_tried_at_once),
        cmocka_unit_test(test_other_face),
        cmocka_unit_test(test_nothing_to_say),
        cmocka_unit_test(test_both),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_answered_between),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_colours_and_mute),
        cmocka_unit_test(test_voiced),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_through),
        cmocka_unit_test(test_one_of_both),
        cmocka_unit_test(test_no_rank),
        cmocka_unit_test(test_no_token),
        cmocka_unit_test(test_not_through),
        cmocka_unit_test(test_not_through_renamed),
        cmocka_unit_test(test_not_through_again),
        cmocka_unit_test(test_too_late),
        cmocka_unit_test(a_long_line_goes_without_its_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
