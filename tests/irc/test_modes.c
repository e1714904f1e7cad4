/* What channels let through (adapters/irc/modes.c), and whispers through channels where we have a
 * rank (talk.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#define HELLO ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host"

/* In #c with alice and bob, and with that sign before our own nick. */
static void begin(const char *tokens, const char *sign)
{
    char isupport[100];
    char names[100];
    stage_open(&stage_setup, false, "#c");
    snprintf(isupport, sizeof isupport, "<:s 005 talon PREFIX=(ov)@+ %s :are", tokens);
    snprintf(names, sizeof names, "<:s 353 talon = #c :@alice!a@h bob!b@h %stalon!t@h", sign);
    STEPS(HELLO, "<:s CAP * LS :userhost-in-names", ">CAP REQ :userhost-in-names",
          "<:s CAP * ACK :userhost-in-names", ">CAP END", "<:s 001 talon :Welcome", isupport,
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          names, "!JOIN #c @alice from a@h", "!JOIN #c bob from b@h", "<:s 366 talon #c :End");
}

static void begin_plainly(void)
{
    begin("CHANMODES=b,k,l,imnst", "");
}

#define RED      "##c *[R 5]", ">PRIVMSG #c :\00301,04[R 5]\017"
#define CANNOT   "<:s 404 talon #c :Cannot send to channel"
#define UNHEARD  "##c nobody hears that"
#define HEARD(n) "##c " n, ">PRIVMSG #c :" n

/* It was moderated before we came: the colours are not it, and the server says what is. */
SCENE(test_moderated, begin_plainly(), RED, CANNOT, ">PRIVMSG #c :[R 5]", CANNOT, ">MODE #c",
      CANNOT, "<:s 324 talon #c +mnt", "!MUTED #c", CANNOT, UNHEARD, "#bob hand",
      ">PRIVMSG bob :hand", "<:alice!a@h MODE #c +v bob", UNHEARD, "<:alice!a@h MODE #c +v talon",
      "!ENTERED #c", RED)
/* Words without colours show it at once. */
SCENE(test_words, begin_plainly(), HEARD("hi"), CANNOT, ">MODE #c", "<:s 324 talon #c +m",
      "!MUTED #c", "<:alice!a@h MODE #c -m", "!ENTERED #c", RED)

/* Seen coming, nothing is lost; a rank is as good as no mode, in one line as well. */
SCENE(test_seen, begin_plainly(), "<:alice!a@h MODE #c +m", "!MUTED #c", UNHEARD,
      "<:alice!a@h MODE #c +o talon", "!ENTERED #c", HEARD("1"),
      "<:alice!a@h MODE #c +v-o talon talon", HEARD("2"), "<:alice!a@h MODE #c -m+m", HEARD("3"),
      "<:alice!a@h MODE #c -v talon", HEARD("4"), CANNOT, ">MODE #c", "<:s 324 talon #c +m",
      "!MUTED #c", "<:alice!a@h MODE #c -m+o talon", "!ENTERED #c",
      "<:alice!a@h MODE #c -o+m talon", "!MUTED #c", "<:alice!a@h MODE #c -lk+i key",
      "<:alice!a@h MODE #c -m", "!ENTERED #c", "<:alice!a@h MODE #c +mv talon", HEARD("5"))

/* What else keeps a word out is not waited for; and nobody is told of modes that nobody asked for.
 */
SCENE(test_other_reasons, begin_plainly(), "<:s 324 talon #c +m", HEARD("a bad word"), CANNOT,
      ">MODE #c", "<:s 324 talon #c +nt", HEARD("1"), "<:s 408 talon #c :no colours",
      "<:s 404 talon #elsewhere :Cannot send")
SCENE(test_voiced, begin("CHANMODES=b,k,l,imnst", "+"), "<:alice!a@h MODE #c +m", HEARD("1"),
      CANNOT, ">MODE #c", "<:s 324 talon #c +m", HEARD("2"))

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

/* The rank went meanwhile: what was refused goes as a plain whisper, if that is still who it was
 * for. */
SCENE(test_not_through, begin(BOTH, "+"), "#bob first", ">CPRIVMSG bob #c :first", "#alice hers",
      ">CPRIVMSG alice #c :hers", "<:alice!a@h NICK alicia", "!RENAME alicia was alice",
      "<:eve!e@h NICK alice", "<:s 489 talon #c :You need voice", ">PRIVMSG bob :first",
      "#bob second", ">NOTICE bob :second", "<:alice!a@h MODE #c +v talon", "#bob third",
      ">CNOTICE bob #c :third", "<:bob!b@h QUIT :bye", "!GONE bob bye", "<:bob!m@z JOIN #c",
      "!JOIN #c bob from m@z", "<:s 489 talon #c :You need voice")
SCENE(test_too_late, begin(BOTH, "+"), "#bob first", ">CPRIVMSG bob #c :first", "+5001",
      "<:s 489 talon #c :You need voice")

#define LONG "#a-channel-with-a-name-that-is-rather-long"

/* With the name of the channel a line would be too long: it goes without. */
static void test_long(void **state)
{
    (void)state;
    char text[1000] = "bob ";
    begin(BOTH, "");
    assert_true(session_want(stage.session, LONG));
    STEPS("<:bob!b@h INVITE talon " LONG, ">JOIN " LONG, "<:talon!t@h JOIN " LONG, "!ENTERED " LONG,
          "<:s 353 talon = " LONG " :bob!b@h @talon!t@h", "!JOIN " LONG " bob from b@h");
    for (int i = 0; i < 120; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "w%d ", i);
    stage_send(text);
    assert_memory_equal(stage_take(), "PRIVMSG bob :w0 ", 16);
    assert_memory_equal(stage_take(), "CPRIVMSG bob " LONG " :w", 16 + sizeof LONG - 1);
    stage_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moderated),   cmocka_unit_test(test_words),
        cmocka_unit_test(test_seen),        cmocka_unit_test(test_other_reasons),
        cmocka_unit_test(test_voiced),      cmocka_unit_test(test_again),
        cmocka_unit_test(test_through),     cmocka_unit_test(test_one_of_both),
        cmocka_unit_test(test_no_rank),     cmocka_unit_test(test_no_token),
        cmocka_unit_test(test_not_through), cmocka_unit_test(test_too_late),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
