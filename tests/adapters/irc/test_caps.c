/* What capabilities and ISUPPORT change, as transcripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/batch.h"
#include "base/array.h"
#include "session_transcript.h"

/* Registered with the capabilities `caps` and the tokens `support`, and in #c with @alice, if
 * NAMES are not answered by WHO. */
static void begin(const char *caps, const char *support, const char *channels)
{
    char line[1024];
    session_transcript_open(&session_transcript_setup, false, channels);
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host");
    snprintf(line, sizeof(line), ":s CAP * LS :%s", caps);
    session_transcript_hear(line);
    const char *asked = session_transcript_take(); /* all of them, in our order */
    assert_memory_equal(asked, "CAP REQ :", 9);
    assert_int_equal(strlen(asked + 9), strlen(caps));
    snprintf(line, sizeof(line), ":s CAP * ACK :%s", asked + 9);
    session_transcript_hear(line);
    STEPS(">CAP END", "<:s 001 talon :Welcome");
    snprintf(line, sizeof(line), ":s 005 talon %s :are supported", support);
    session_transcript_hear(line);
}

static void begin_inside(const char *caps)
{
    char with_hosts[1024];
    snprintf(with_hosts, sizeof(with_hosts), "%s userhost-in-names", caps);
    begin(with_hosts, "CASEMAPPING=ascii", "#c");
    STEPS("<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:s 353 talon = #c :@alice!a@h bob!b@h talon!t@h", "!JOIN #c @alice from a@h",
          "!JOIN #c bob from b@h", "<:s 366 talon #c :End");
}

#define ALL                                                                                        \
    "message-tags account-tag account-notify extended-join chghost setname away-notify "           \
    "server-time batch echo-message labeled-response multi-prefix userhost-in-names "              \
    "invite-notify cap-notify standard-replies"

/* All that helps us, and nothing else of what there is; no login without an account. */
SCENE(test_all, session_transcript_open(&session_transcript_setup, true, ""), ">CAP LS 302",
      ">NICK talon", ">USER talon 0 * :A host",
      "<:s CAP * LS * :standard-replies cap-notify invite-notify userhost-in-names multi-prefix "
      "labeled-response echo-message batch server-time away-notify setname chghost extended-join",
      "<:s CAP * LS :account-notify account-tag message-tags tls sasl=PLAIN sts=duration=x "
      "draft/chathistory inspircd.org/poison",
      ">CAP REQ :" ALL, "<:s CAP * ACK :" ALL, ">CAP END")

/* What tells us of people that nothing is kept of. */
SCENE(test_quiet, begin_inside("setname away-notify invite-notify"), "<:bob!b@h AWAY :tea",
      "<:bob!b@h AWAY", "<:bob!b@h SETNAME :Robert", "<:alice!a@h INVITE bob #c",
      "<:bob!b@h PRIVMSG #c :hi", "!MESSAGE #c bob hi")

/* -- echo -- */

/* Our own words are no command; but they show how others see us, and so how long lines may be. */
static void our_own_words_are_no_command(void **state)
{
    (void)state;
    begin_inside("echo-message");
    char text[1200] = "#c ";
    memset(text + 3, 'x', 1000);
    for (size_t i = 9; i < 1000; i += 7)
        text[i] = ' ';
    char host[64] = "";
    memset(host, 'h', sizeof(host) - 1);
    char line[200];
    snprintf(line, sizeof(line), ":talon!t@%s PRIVMSG #c :!join", host);
    session_transcript_send(text);
    size_t before = strlen(session_transcript_take());
    while (*session_transcript_take() != '\0')
        continue;
    session_transcript_hear(line);
    session_transcript_send(text);
    size_t after = strlen(session_transcript_take());
    while (*session_transcript_take() != '\0')
        continue;
    assert_true(after < before);
    assert_true(strlen(":talon!t@ ") + strlen(host) + after <= 510);
    session_transcript_end();
}

/* -- batches and times -- */

SCENE(test_netsplit_batch, begin_inside("batch"), "<:s BATCH +a netsplit one two",
      "<@batch=a :alice!a@h QUIT :gone", "!GONE alice gone (netsplit)", "<:s BATCH -a",
      "<@batch=a :bob!b@h QUIT :gone", "!GONE bob gone", "<:s BATCH +b netjoin one two",
      "<@batch=b :alice!a@h JOIN #c", "!JOIN #c alice from a@h", "<:s BATCH -b", "<:s BATCH",
      "<:s BATCH -unknown", "<:s BATCH +")
/* What was said before is no command; what is in a batch without a meaning is as if it were in
 * none. */
SCENE(test_history, begin_inside("batch"), "<:s BATCH +h chathistory #c",
      "<@batch=h :bob!b@h PRIVMSG #c :!play r5", "<@batch=h :s BATCH +i some.test/nested",
      "<@batch=i :bob!b@h PRIVMSG #c :!draw", "<@batch=h :bob!b@h QUIT :then", "<:s BATCH -i",
      "<:s BATCH -h", "<:s BATCH +x labeled-response", "<@batch=x :bob!b@h PRIVMSG #c :now",
      "!MESSAGE #c bob now", "<@batch= :bob!b@h PRIVMSG #c :in none", "!MESSAGE #c bob in none")
/* References are opaque: ZNC's have 32 bytes, others may have more. */
#define ZNC "0123456789abcdef0123456789abcdef"
#define FAR ZNC ZNC ZNC ZNC ZNC ZNC ZNC ZNC ZNC
SCENE(test_long_references, begin_inside("batch"), "<:s BATCH +" ZNC " znc.in/playback #c",
      "<@batch=" ZNC " :bob!b@h PRIVMSG #c :!play r5", "<:s BATCH -" ZNC,
      "<:s BATCH +" FAR " chathistory #c", "<@batch=" FAR " :bob!b@h PRIVMSG #c :!draw",
      "<:s BATCH +" FAR "2 x", "<@batch=" FAR "2 :bob!b@h PRIVMSG #c :now", "!MESSAGE #c bob now",
      "<@batch=" FAR " :bob!b@h PRIVMSG #c :!draw", "<:s BATCH -" FAR)
/* What is said in a batch that we do not know may be old. */
SCENE(test_unknown_batch, begin_inside("batch"), "<@batch=u :bob!b@h PRIVMSG #c :!draw",
      "<@batch=u :s BATCH +i x", "<@batch=i :bob!b@h PRIVMSG #c :!draw",
      "<@batch=x;batch=u :bob!b@h PRIVMSG #c :!draw", "<:s BATCH +x x",
      "<@batch=u;batch=x :bob!b@h PRIVMSG #c :now", "!MESSAGE #c bob now",
      "<@batch=u :bob!b@h QUIT :bye", "!GONE bob bye")
static void many_batches_are_bounded(void **state)
{
    (void)state;
    char line[80];
    begin_inside("batch");
    STEPS("<:s BATCH +first chathistory #c");
    for (unsigned i = 0; i < BATCHES_MAX + 1; i++) {
        snprintf(line, sizeof(line), "<:s BATCH +%u x", i);
        STEPS(line);
    }
    STEPS("<@batch=first :bob!b@h PRIVMSG #c :old", "<@batch=0 :bob!b@h PRIVMSG #c :lost",
          "<@batch=9 :bob!b@h PRIVMSG #c :new", "!MESSAGE #c bob new",
          "<:s BATCH +9 chathistory #c", "<@batch=9 :bob!b@h PRIVMSG #c :old", "<:s BATCH -9",
          "<:s BATCH +again chathistory #c", "<@batch=10 :bob!b@h PRIVMSG #c :kept",
          "!MESSAGE #c bob kept");
    session_transcript_end();
}
/* A value that does not fit never makes a line an ordinary one. */
SCENE(test_long_values, begin_inside("server-time account-tag"),
      "<@time=2027-01-01T12:00:00.000Z :s NOTICE talon :hi",
      "<@time=2027-01-01T11:00:00.000000000000000000000000Z :bob!b@h PRIVMSG #c :!draw",
      "<@+x/bot;bot=" FAR " :bob!b@h PRIVMSG #c :!draw",
      "<@account=" FAR " :bob!b@h PRIVMSG #c :!draw",
      "<@account=" ZNC ZNC ZNC ZNC ZNC " :bob!b@h PRIVMSG #c :!draw",
      "!IDENTITY bob[" ZNC ZNC ZNC ZNC ZNC "]", "!MESSAGE #c bob[" ZNC ZNC ZNC ZNC ZNC "] !draw")
SCENE(test_times, begin_inside("server-time"),
      "<@time=2027-01-01T00:04:00.000Z :bob!b@h PRIVMSG #c :first", "!MESSAGE #c bob first",
      "<@time=2026-12-31T23:59:00.000Z :bob!b@h PRIVMSG #c :a slow clock",
      "!MESSAGE #c bob a slow clock", "<@time=2026-12-31T23:58:59.999Z :bob!b@h PRIVMSG #c :!play",
      "<@time=2024-02-29T12:00:00.000Z :bob!b@h PRIVMSG #c :!play",
      "<@time=2026-12-31T12:00:00.000Z :bob!b@h NICK robert", "!RENAME robert was bob",
      "<@time=yesterday :robert!b@h PRIVMSG #c :what", "!MESSAGE #c robert what",
      "<@time=2027-13-01T00:00:00.000Z :robert!b@h PRIVMSG #c :how", "!MESSAGE #c robert how",
      "<:robert!b@h PRIVMSG #c :now", "!MESSAGE #c robert now")
/* A line stamped in the far future does not make all others old, nor does a clock set back. */
SCENE(test_wrong_clocks, begin_inside("server-time"),
      "<@time=2027-01-01T12:00:00.000Z :s NOTICE talon :hi",
      "<@time=2099-01-01T12:00:00.000Z :bob!b@h PRIVMSG #c :far", "!MESSAGE #c bob far",
      "<@time=2027-01-01T12:00:01.000Z :bob!b@h PRIVMSG #c :near", "!MESSAGE #c bob near",
      "<@time=2027-01-01T11:00:00.000Z :bob!b@h PRIVMSG #c :old",
      "<@time=2027-01-01T10:00:00.000Z :s NOTICE talon :set back",
      "<@time=2027-01-01T10:00:01.000Z :bob!b@h PRIVMSG #c :now", "!MESSAGE #c bob now")
SCENE(test_leap_day, begin_inside("server-time"),
      "<@time=2028-03-01T00:00:00Z :bob!b@h PRIVMSG #c :first", "!MESSAGE #c bob first",
      "<@time=2028-02-29T23:59:00Z :bob!b@h PRIVMSG #c :just before", "!MESSAGE #c bob just before",
      "<@time=2028-02-29T23:50:00Z :bob!b@h PRIVMSG #c :before")
/* Times that were not agreed on mean nothing. A batch always does. */
SCENE(test_not_agreed, begin_inside("message-tags"),
      "<@time=2000-01-01T00:00:00Z :bob!b@h PRIVMSG #c :hi", "!MESSAGE #c bob hi",
      "<@time=1999-01-01T00:00:00Z :bob!b@h PRIVMSG #c :hi", "!MESSAGE #c bob hi",
      "<:s BATCH +h chathistory #c", "<@batch=h :bob!b@h PRIVMSG #c :!draw")

/* -- labels -- */

/* Whispers carry one, so that a refusal that names nobody is still known; the channel needs none.
 */
SCENE(test_labels, begin_inside("labeled-response"), "##c all", ">PRIVMSG #c :all", "#bob one",
      ">@label=1 PRIVMSG bob :one", "#bob two", ">@label=2 NOTICE bob :two", "<@label=1 :s ACK",
      "<@label=2 :s FAIL NOTICE SOMETHING :not today", "!FAILED bob not today",
      "<@label=2 :s FAIL NOTICE SOMETHING :not today", "#bob three", ">@label=3 PRIVMSG bob :three",
      "<@label=3 :s 401 talon bob :No such nick", "!FAILED bob No such nick", "!GONE bob",
      "<@label=99 :s 404 talon #x :none of ours")
/* A refusal is of who it was for, under their new nick; their old one is another's. */
SCENE(test_label_renamed, begin_inside("labeled-response"), "#bob one",
      ">@label=1 PRIVMSG bob :one", "<:bob!b@h NICK robert", "!RENAME robert was bob",
      "<:eve!e@h JOIN #c", "!JOIN #c eve from e@h", "<:eve!e@h NICK bob", "!RENAME bob was eve",
      "<@label=1 :s 401 talon bob :No such nick", "!FAILED robert No such nick", "#bob hers",
      ">@label=2 PRIVMSG bob :hers")
SCENE(test_label_gone, begin_inside("labeled-response"), "#bob one", ">@label=1 PRIVMSG bob :one",
      "<:bob!b@h QUIT :bye", "!GONE bob bye", "<:eve!e@h JOIN #c", "!JOIN #c eve from e@h",
      "<:eve!e@h NICK bob", "!RENAME bob was eve", "<@label=1 :s 439 talon bob :Too fast")

/* Where what is delivered comes back to us, what does not was dropped without a word. */
SCENE(test_dropped, begin_inside("labeled-response echo-message"), "#bob one",
      ">@label=1 PRIVMSG bob :one", "<@label=1 :talon!t@h PRIVMSG bob :one", "#bob two",
      ">@label=2 NOTICE bob :two", "<@label=2 :s ACK", "!FAILED bob dropped on the way",
      "#bob three", ">@label=3 PRIVMSG bob :three", "<@label=2 :s ACK")

/* -- standard replies -- */

SCENE(test_standard_replies, begin_inside("standard-replies"), "#bob one", ">PRIVMSG bob :one",
      "<:s FAIL PRIVMSG CANNOT_SEND bob :blocked", "!FAILED bob blocked", "#bob two",
      ">PRIVMSG bob :two", "<:s WARN PRIVMSG SLOW bob :slow", "<:s NOTE * HI :hello",
      "<:s FAIL MODE X bob :no", "<:s FAIL PRIVMSG X alice :never spoken to", "<:s FAIL X Y",
      "<:s FAIL JOIN CHANNEL_RENAMED #c :gone")
SCENE(test_join_failed, begin("standard-replies", "CHANTYPES=#", "#c #d"), "<:s 376 talon :End",
      "!CONNECTED", ">JOIN #c,#d", "<:s FAIL JOIN REGISTERED_ONLY #c :log in first",
      "<:talon!t@h JOIN #d", "!ENTERED #d", "+59999", "+1", ">PING talon")

/* -- ISUPPORT -- */

/* As long as a text must be for a server to have cut it. */
#define FIFTY "yes yes yes yes yes yes yes yes yes yes yes yes ye"
#define LONG  FIFTY FIFTY FIFTY FIFTY

/* What is no UTF-8 is Windows-1252, but for what the server has cut, and where it says UTF8ONLY. */
SCENE(test_other_charset, begin_inside("message-tags"), "<:bob!b@h PRIVMSG #c :!d\351fi",
      "!MESSAGE #c bob !d\303\251fi", "<:bob!b@h PRIVMSG #c :\223uno\224 5 \200 \201",
      "!MESSAGE #c bob \342\200\234uno\342\200\235 5 \342\202\254 \357\277\275",
      "<:bob!b@h PRIVMSG #c :caf\351", "!MESSAGE #c bob caf\303\251",
      "<:bob!b@h PRIVMSG #c :" LONG "\303", "!MESSAGE #c bob " LONG "\303",
      "<:bob!b@h PRIVMSG #c :!d\303\251fi \342\202", "!MESSAGE #c bob !d\303\251fi \342\202",
      "<:s 005 talon UTF8ONLY :are supported", "<:bob!b@h PRIVMSG #c :!d\351fi",
      "!MESSAGE #c bob !d\351fi")

SCENE(test_bot_mode, begin("batch", "BOT=B", ""), "<:s 376 talon :End", "!CONNECTED",
      ">MODE talon +B", "<:talon MODE talon :+B")
SCENE(test_bot_mode_odd, begin("batch", "BOT=BB BOT BOT=+", ""), "<:s 376 talon :End", "!CONNECTED")

/* WHOX: accounts of those who were there before us; one channel after the other. */
SCENE(test_whox, begin("userhost-in-names account-notify", "WHOX", "#c #d"), "<:s 376 talon :End",
      "!CONNECTED", ">JOIN #c,#d", "<:talon!t@h JOIN #c", "!ENTERED #c",
      "<:s 353 talon = #c :alice!a@h bob!b@h", "!JOIN #c alice from a@h", "!JOIN #c bob from b@h",
      "<:s 366 talon #c :End", ">WHO #c %tcuhna,7", "<:s 354 talon 7 #c a h alice ally",
      "!IDENTITY alice[ally]", "<:s 354 talon 7 #c b h bob 0", "<:s 354 talon 8 #c b h bob other",
      "<:s 354 talon 7 #d b h bob elsewhere", "<:s 354 talon 7 #c b h stranger no",
      "<:s 354 talon 7 #c", "<:s 315 talon #c :End")
static void channels_are_asked_one_after_the_other(void **state)
{
    (void)state;
    begin("batch", "WHOX", "#c #d #e");
    STEPS("<:s 376 talon :End", "!CONNECTED", ">JOIN #c,#d,#e", "<:talon!t@h JOIN #c",
          "!ENTERED #c", "<:talon!t@h JOIN #d", "!ENTERED #d", "<:talon!t@h JOIN #e",
          "!ENTERED #e");
    session_transcript_hear(":s 366 talon #c :End");
    session_transcript_hear(":s 366 talon #d :End");
    session_transcript_hear(":s 366 talon #e :End");
    session_transcript_hear(":x!y@z KICK #d talon :out");
    STEPS("!REMOVED #d out", ">WHO #c %tcuhna,7", ">WHO #e %tcuhna,7");
    session_transcript_end();
}

/* An account is known of the nick that has it, and of no other that looks like it: what the server
 * tells apart is two people, and where it says nothing that we know, all but A-Z is told apart. */
static void look_alikes_have_no_account(void **state)
{
    static const struct {
        const char *mapping, *other;
        bool same; /* as "bob[^]" */
    } rows[] = {
        {"rfc1459", "BOB{~}", true},         {"rfc1459", "bob(^)", false},
        {"rfc1459-strict", "bob{^}", true},  {"rfc1459-strict", "bob[~]", false},
        {"strict-rfc1459", "bob[~]", false}, {"ascii", "BOB[^]", true},
        {"ascii", "bob{^}", false},          {"rfc8265", "BOB[^]", true},
        {"rfc8265", "bob{^}", false},        {"ascii", "b\320\276b[^]", false}, /* a Cyrillic o */
        {"rfc1459", "b\320\276b[^]", false}, {"rfc8265", "bob\357\274\273^]", false}, /* a wide [ */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char support[64], line[64], event[64];
        snprintf(support, sizeof(support), "CASEMAPPING=%s", rows[i].mapping);
        snprintf(line, sizeof(line), "<:%s!b@h PRIVMSG #c :hi", rows[i].other);
        snprintf(event, sizeof(event),
                 rows[i].same ? "!MESSAGE #c %s[Ally] hi" : "!MESSAGE #c ?%s hi", rows[i].other);
        begin("account-notify extended-join", support, "#c");
        STEPS("<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c * :A host",
              "!ENTERED #c", "<:bob[^]!b@h JOIN #c Ally :Bob", "!JOIN #c bob[^][Ally] from b@h",
              line, event);
        session_transcript_end();
    }
}

/* MONITOR: the wanted nick, as soon as it is free. */
static void begin_renamed(void)
{
    session_transcript_open(&session_transcript_setup, false, "");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 433 * talon :in use",
          ">NICK talon_", "<:s 001 talon_ :Welcome",
          "<:s 005 talon_ MONITOR=30 CASEMAPPING=ascii :are supported", "<:s 376 talon_ :End",
          "!CONNECTED", ">MONITOR + talon");
}

SCENE(test_monitor, begin_renamed(), "<:s 730 talon_ :talon!x@y", "<:s 731 talon_ :somebody",
      "<:s 731 talon_ :Talon", ">NICK talon", "<:talon_!t@h NICK talon", ">MONITOR - talon",
      "<:s 731 talon :talon")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test(our_own_words_are_no_command),
        cmocka_unit_test(test_netsplit_batch),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_long_references),
        cmocka_unit_test(test_unknown_batch),
        cmocka_unit_test(many_batches_are_bounded),
        cmocka_unit_test(test_long_values),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_wrong_clocks),
        cmocka_unit_test(test_leap_day),
        cmocka_unit_test(test_not_agreed),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_label_renamed),
        cmocka_unit_test(test_label_gone),
        cmocka_unit_test(test_dropped),
        cmocka_unit_test(test_standard_replies),
        cmocka_unit_test(test_join_failed),
        cmocka_unit_test(test_other_charset),
        cmocka_unit_test(test_bot_mode),
        cmocka_unit_test(test_bot_mode_odd),
        cmocka_unit_test(look_alikes_have_no_account),
        cmocka_unit_test(test_whox),
        cmocka_unit_test(channels_are_asked_one_after_the_other),
        cmocka_unit_test(test_monitor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
