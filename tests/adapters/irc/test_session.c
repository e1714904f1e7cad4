/* A session's life on a server, as transcripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/people/membership.h"
#include "session_transcript.h"

static void begin(const char *channels, unsigned rate)
{
    struct session_setup setup = session_transcript_setup;
    setup.flood_rate = rate;
    session_transcript_open(&setup, false, channels);
}

static const char *const registration[] = {
    ">CAP LS 302",
    ">NICK talon",
    ">USER talon 0 * :A host",
    "<:s CAP * LS * :multi-prefix sasl=PLAIN,EXTERNAL account-tag",
    "<:s CAP * LS :account-notify extended-join message-tags chghost ",
    ">CAP REQ :message-tags account-tag account-notify extended-join chghost multi-prefix",
    "<:s CAP x ACK :message-tags account-tag account-notify extended-join chghost multi-prefix ",
    ">CAP END",
    "<:s 001 talon :Welcome",
    "<:s 005 talon CASEMAPPING=ascii PREFIX=(qaohv)~&@%+ NICKLEN=20 :are supported",
    "<:s 376 talon :End of MOTD",
    "!CONNECTED",
    NULL,
};

/* Registered and in #c with @alice and bob. */
static void begin_inside(void)
{
    begin("#c", 0);
    session_transcript_run(registration);
    STEPS(">JOIN #c");
    STEPS("<:talon!~t@host JOIN #c * :A host", "!ENTERED #c",
          "<:s 353 talon = #c :talon @alice +bob", "!JOIN #c @alice", "!JOIN #c bob",
          "<:s 366 talon #c :End", ">WHO #c", "<:s 352 talon #c a h s alice H@ :0 A",
          "!JOIN #c @alice from a@h", "<:s 352 talon #c b h s bob H+ :0 B", "!JOIN #c bob from b@h",
          "<:s 352 talon #c ~t host s talon H :0 A host", "<:s 315 talon #c :End");
}

#define HELLO ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host"

SCENE(test_registration, begin("", 0); session_transcript_run(registration), "<PING :x", ">PONG :x")

/* No capabilities, or no CAP at all. */
SCENE(test_old_server, begin("#c", 0), HELLO, "<:s 421 * CAP :Unknown command",
      "<:s 001 talon :Welcome", "<:s 422 talon :No MOTD", "!CONNECTED", ">JOIN #c")
SCENE(test_no_caps, begin("", 0), HELLO, "<:s CAP * LS :", ">CAP END")

/* A REQ that is refused as a whole is taken apart; END waits for the last answer. */
SCENE(test_cap_nak, begin("", 0), HELLO, "<:s CAP * LS :multi-prefix account-tag",
      ">CAP REQ :account-tag multi-prefix", "<:s CAP * NAK :account-tag multi-prefix",
      ">CAP REQ :account-tag", ">CAP REQ :multi-prefix", "<:s CAP * ACK :multi-prefix",
      "<:s CAP * NAK :account-tag", ">CAP END")
SCENE(test_cap_new, begin_inside(), "<:s CAP talon DEL :account-tag",
      "<@account=ally :alice!a@h PRIVMSG #c :no tag counts now",
      "!MESSAGE #c @alice no tag counts now", "<:s CAP talon NEW :account-tag unknown",
      ">CAP REQ :account-tag", "<:s CAP talon ACK :account-tag",
      "<@account=ally :alice!a@h PRIVMSG #c :hi", "!IDENTITY alice[ally]",
      "!MESSAGE #c @alice[ally] hi")

/* Nicks: taken, held, malformed; and ours again when it is free. */
SCENE(test_nick_taken, begin("", 0), HELLO, "<:s CAP * LS :", ">CAP END", "<:s 433 * talon :in use",
      ">NICK talon_", "<:s 433 * talon_ :in use", ">NICK talon2", "<:s 437 * talon2 :unavailable",
      ">NICK talon3", "<:s 001 talon3 :Welcome", "<:s 376 talon3 :End", "!CONNECTED", "+59999",
      "+2", ">NICK talon", ">PING talon", "<:s 433 talon3 talon :in use", "+60000", ">PING talon",
      "<:s PONG s talon", "+60001", ">NICK talon", ">PING talon", "<:talon3!u@h NICK :talon",
      "+50000")
SCENE(test_nick_freed, begin("#c", 0), HELLO, "<:s 433 * talon :in use", ">NICK talon_",
      "<:s 001 talon_ :Welcome", "<:s 376 talon_ :End", "!CONNECTED", ">JOIN #c",
      "<:talon_!u@h JOIN #c", "!ENTERED #c", "<:s 353 talon_ = #c :talon talon_", "!JOIN #c talon",
      "<:talon!x@y QUIT :bye", "!GONE talon bye", ">NICK talon", "<:talon_!u@h NICK talon")
/* The server has the last word on who we are: 001 names us. */
SCENE(test_nick_cut, begin("#c", 0), HELLO, "<:s 001 tal :Welcome", "<:s 376 tal :End",
      "!CONNECTED", ">JOIN #c", "<:tal!t@h JOIN #c", "!ENTERED #c", "<:bob!b@h PRIVMSG tal :hi",
      "!MESSAGE ?bob hi", "<:bob!b@h PRIVMSG talon :not to us", "<:talon!x@y PRIVMSG tal :me too",
      "!MESSAGE ?talon me too")
SCENE(test_nick_long, begin("", 0), HELLO, "<:s 432 * talon :too long", ">NICK talon_")

/* Registration that does not come to an end; silence; goodbye. */
SCENE(test_register_slow, begin("", 0), HELLO, "+59999", "+1", "=registration took too long")
SCENE(test_motd_slow, begin("", 0), HELLO, "<:s 001 talon :Welcome", "+10000", "!CONNECTED")
SCENE(test_silence, begin_inside(), "+59999", "+1", ">PING talon", "+59999", "<:s PONG s :talon",
      "+60000", ">PING talon", "+60000", "=the server does not answer")
SCENE(test_error, begin_inside(), "<ERROR :Closing link (flood)", "=Closing link (flood)")
SCENE(test_banned, begin("", 0), HELLO, "<:s 465 talon :banned", "=banned")

/* Channels. */
SCENE(test_join_refused, begin("#a #b #c", 0);
      session_transcript_run(registration), ">JOIN #a,#b,#c", "<:s 474 talon #a :banned",
      "<:s 437 talon #b :held", "<:talon!t@h JOIN #C", "!ENTERED #c", "+59999", "+1", ">PING talon",
      ">JOIN #b", "+59000")
/* Channels with a key go in lines of their own; one that we see set is known when we come again. */
SCENE(test_join_key, begin("#a #b:sesame #c", 0);
      session_transcript_run(registration), ">JOIN #a,#c", ">JOIN #b sesame",
      "<:s 475 talon #b :Cannot join channel (+k)", "<:talon!t@h JOIN #a", "!ENTERED #a",
      "<:op!o@h MODE #a +kn pass:word", "<:op!o@h KICK #a talon :out", "!REMOVED #a out", "+10000",
      ">JOIN #a pass:word", "<:op!o@h INVITE talon #b", ">JOIN #b sesame")
SCENE(test_join_batches, begin("#1 #2 #3 #4 #5", 0), HELLO, "<:s 001 talon :Welcome",
      "<:s 005 talon MAXTARGETS=2 :are supported", "<:s 376 talon :End", "!CONNECTED",
      ">JOIN #1,#2", ">JOIN #3,#4", ">JOIN #5")
SCENE(test_join_uncalled, begin_inside(), "<:talon!t@h JOIN #elsewhere", ">PART #elsewhere",
      "<:talon!t@h PART #elsewhere")
SCENE(test_kick, begin_inside(), "<:alice!a@h KICK #c talon :out", "!GONE bob", "!GONE alice",
      "!REMOVED #c out", "##c unheard", "+9999", "+1", ">JOIN #c", "<:talon!t@h JOIN #c",
      "!ENTERED #c", "<:alice!a@h KICK #c talon :out", "!REMOVED #c out", "+30000",
      "<:alice!a@h INVITE talon #c", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
      "<:alice!a@h INVITE talon #c", "<:alice!a@h INVITE talon #other")
SCENE(test_kick_ban, begin_inside(), "<:alice!a@h KICK #c talon :out", "!GONE bob", "!GONE alice",
      "!REMOVED #c out", "+10000", ">JOIN #c", "<:s 474 talon #c :banned", "+59999", "+1",
      ">PING talon")
SCENE(test_own_part, begin_inside(), "<:talon!t@h PART #c :forced", "!GONE bob", "!GONE alice",
      "!REMOVED #c forced", "+30000")

/* People. */
SCENE(test_names_ranks, begin_inside(), "<:s 353 talon = #c :@+carol ~dave %eve", "!JOIN #c @carol",
      "!JOIN #c @dave", "!JOIN #c eve", "<:carol!c@h MODE #c -o carol", "<:carol!c@h PRIVMSG #c :x",
      "!JOIN #c carol from c@h", "!MESSAGE #c carol x", "<:s MODE #c +lo-k+b 5 bob key *!*@x",
      "<:bob!b@h PRIVMSG #c :x", "!MESSAGE #c @bob x", "<:s MODE #c +oooo", "<:s MODE #c")
SCENE(test_join_account, begin_inside(), "<:carol!c@h JOIN #c caz :Carol",
      "!JOIN #c carol[caz] from c@h", "<:dave!d@h JOIN #c * :Dave", "!JOIN #c dave from d@h",
      "<:dave!d@h ACCOUNT dav", "!IDENTITY dave[dav]", "<:dave!d@h ACCOUNT *", "!IDENTITY dave",
      "<:dave!d@h ACCOUNT *", "<:nobody!d@h ACCOUNT x")
SCENE(test_rename, begin_inside(), "<:bob!b@h NICK :Bobby", "!RENAME Bobby was bob",
      "<:Bobby!b@h NICK BOBBY", "!RENAME BOBBY was Bobby", "<:stranger!b@h NICK other")
SCENE(test_leaving, begin_inside(), "<:bob!b@h PART #c", "!LEAVE #c bob ", "!GONE bob",
      "<:bob!b@h QUIT :x", "<:alice!a@h QUIT :hub.test leaf.test",
      "!GONE alice hub.test leaf.test (netsplit)", "<:zed!z@h JOIN #c", "!JOIN #c zed from z@h",
      "<:x!y@z KICK #c zed :bye", "!LEAVE #c zed bye", "!GONE zed")

/* Words. */
/* Who has no account is known by their host: it comes with NAMES, or WHO asks for it. */
SCENE(test_hosts, begin("#c #d", 0), HELLO, "<:s CAP * LS :userhost-in-names",
      ">CAP REQ :userhost-in-names", "<:s CAP * ACK :userhost-in-names", ">CAP END",
      "<:s 001 talon :Welcome", "<:s 376 talon :End", "!CONNECTED", ">JOIN #c,#d",
      "<:talon!t@h JOIN #c", "!ENTERED #c", "<:s 353 talon = #c :@alice!a@h bob!@h eve",
      "!JOIN #c @alice from a@h", "!JOIN #c bob", "!JOIN #c eve", "<:s 366 talon #c :End",
      "<:s 352 talon #c e h s eve H :0 E", "!JOIN #c eve from e@h",
      "<:s 352 talon #c e h s eve H :0 E", "<:s 352 talon #c x h s stranger H :0 X",
      "<:s 352 talon #other e h s eve H :0 E", "<:bob!b@h PRIVMSG #c :hi", "!JOIN #c bob from b@h",
      "!MESSAGE #c bob hi", "<:talon!t@h JOIN #d", "!ENTERED #d", "<:bob!b@h CHGHOST ~b cloak",
      "!KNOWN bob from ~b@cloak", "<:bob!~b@cloak JOIN #d", "!JOIN #d bob from ~b@cloak")

/* Whom we do not see any more may be anybody: they get no hand, and the table hears of it. */
SCENE(test_unseen, begin_inside(), "#stranger hand", "+0",
      "!FAILED stranger you are in no channel of mine", "<:bob!b@h PART #c", "!LEAVE #c bob ",
      "!GONE bob", "#bob hand", "#bob ?answer", ">PRIVMSG bob :answer", "+0",
      "!FAILED bob you are in no channel of mine", "<:bob!b@h QUIT :unseen",
      "<:mallory!m@h NICK bob", "<:bob!m@h JOIN #c", "!JOIN #c bob from m@h")

/* Who talked to us from elsewhere is not who has the nick next, whatever they do first. */
SCENE(test_unseen_users, begin_inside(), "<:eve!e@h PRIVMSG talon :hi", "!MESSAGE ?eve hi",
      "<:eve!e@h PRIVMSG talon :again", "!MESSAGE ?eve again", "<:Eve!m@z PRIVMSG talon :me",
      "!GONE eve", "!MESSAGE ?Eve me", "<:eve!m@z JOIN #c", "!GONE Eve", "!JOIN #c eve from m@z",
      "<:zoe!z@h PRIVMSG talon :hi", "!MESSAGE ?zoe hi", "<:bob!b@h NICK zoe", "!GONE zoe",
      "!RENAME zoe was bob", "<:yan!y@h PRIVMSG talon :hi", "!MESSAGE ?yan hi",
      "<:s 353 talon = #c :yan", "!GONE yan", "!JOIN #c yan")

/* A nick longer than we take: the one before is free, and who has it next is somebody else. */
SCENE(test_long_nick, begin_inside(),
      "<:bob!b@h NICK "
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
      "!GONE bob", "<:bob!m@z JOIN #c", "!JOIN #c bob from m@z")

/* They are not kept without end. */
static void unseen_people_are_forgotten(void **state)
{
    (void)state;
    char line[80];
    begin_inside();
    for (unsigned i = 0; i < 70; i++) {
        snprintf(line, sizeof(line), "<:n%u!n@h%u PRIVMSG talon :hi", i, i);
        STEPS(line);
        if (i >= 64) {
            snprintf(line, sizeof(line), "!GONE n%u", i - 64);
            STEPS(line);
        }
        snprintf(line, sizeof(line), "!MESSAGE ?n%u hi", i);
        STEPS(line);
    }
    session_transcript_end();
}

/* Only the newest hand waits; it may be the first to arrive, so it goes as that would have gone,
 * as does what may go with it in one line. */
static void a_newer_hand_keeps_the_first_ones_place(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_send("bob +first");
    session_transcript_send("bob drawn");
    session_transcript_send("bob +second");
    session_transcript_send("alice +hers");
    STEPS(">PRIVMSG bob :drawn", ">PRIVMSG alice :hers", ">PRIVMSG bob :second");
    session_transcript_send(
        "bob +third"); /* one of each table: that of the private talk is another */
    session_transcript_send("bob =alone");
    session_transcript_send("bob =newer");
    STEPS(">NOTICE bob :[#c] third", ">PRIVMSG bob :newer");
    session_transcript_end();
}

/* A notice names its channel once: clients show it there. */
static void a_notice_names_its_channel(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_send("bob +first");
    STEPS(">PRIVMSG bob :first");
    session_transcript_send("bob +second");
    STEPS(">NOTICE bob :[#c] second");
    session_transcript_send("bob +[#c] named");
    STEPS(">NOTICE bob :[#c] named");
    session_transcript_send("bob =alone");
    STEPS(">NOTICE bob :alone");
    session_transcript_end();
}

SCENE(test_words, begin_inside(), "<:alice!a@h PRIVMSG #C :hi", "!MESSAGE #c @alice hi",
      "<:alice!a@h PRIVMSG TALON :hi", "!MESSAGE alice hi", "<:alice!a@h PRIVMSG #other :hi",
      "<:alice!a@h PRIVMSG @#c :ops only", "<:alice!a@h NOTICE talon :hi", "<:s NOTICE #c :hi",
      "<:talon!t@h PRIVMSG #c :echo", "<:irc.server PRIVMSG talon :hi",
      "<@bot :b!b@h PRIVMSG #c :beep", "<@inspircd.org/bot :b!b@h PRIVMSG #c :beep",
      "<:alice!a@h PRIVMSG #c :\001ACTION waves\001",
      "<:alice!a@h PRIVMSG #c :", "<:alice!a@h PRIVMSG #c", "<:alice!a@h PRIVMSG #c :\0034\002")
static void begin_ignoring(void)
{
    struct session_setup setup = session_transcript_setup;
    setup.ignore = "pest!*@*, *!*@*.flood.test";
    session_transcript_open(&setup, false, "#c");
    session_transcript_run(registration);
    STEPS(">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
}

SCENE(test_ignore, begin_ignoring(), "<:Pest!p@h PRIVMSG #c :!join",
      "<:bob!b@x.FLOOD.test PRIVMSG talon :\001VERSION\001", "<:bob!b@flood.test PRIVMSG #c :hi",
      "!MESSAGE #c ?bob hi")
/* The tag of the message is the authority, also against what was known before. */
SCENE(test_account_tag, begin_inside(), "<@account=ally :alice!a@h PRIVMSG talon :hi",
      "!IDENTITY alice[ally]", "!MESSAGE alice[ally] hi", "<:alice!a@h PRIVMSG talon :hi",
      "!IDENTITY alice", "!MESSAGE alice hi", "<@account=far :away!a@h PRIVMSG talon :hi",
      "!MESSAGE ?away[far] hi")
SCENE(test_ctcp, begin_inside(), "<:alice!a@h PRIVMSG talon :\001PING 1 2\001",
      ">NOTICE alice :\001PING 1 2\001", "<:alice!a@h PRIVMSG talon :\001PING 3\001",
      ">NOTICE alice :\001PING 3\001", "<:alice!a@h PRIVMSG talon :\001PING 4\001",
      "<:alice!a@h PRIVMSG #c :\001PING 5\001", "<:alice!a@h NOTICE talon :\001PING 6\001", "+5000",
      "<:alice!a@h PRIVMSG talon :\001PING 7\001", ">NOTICE alice :\001PING 7\001",
      "<:alice!a@h PRIVMSG talon :\001DCC SEND x\001")

static void ctcp_version_is_answered(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_hear(":alice!a@h PRIVMSG talon :\001VERSION\001");
    assert_memory_equal(session_transcript_take(), "NOTICE alice :\001VERSION Talon ", 29);
    session_transcript_end();
}

/* Saying. */
SCENE(test_say, begin_inside(), "##c hello", ">PRIVMSG #c :hello", "##elsewhere hello",
      "#bob first", ">PRIVMSG bob :first", "#BOB second", ">NOTICE bob :second", "#stranger ?one",
      ">PRIVMSG stranger :one", "#stranger ?two", ">PRIVMSG stranger :two", "#a,b list",
      "#a!*@* mask", "#$$* all", "#@#c status")
SCENE(test_undelivered, begin_inside(), "#bob first", ">PRIVMSG bob :first",
      "<:s 716 talon bob :is in +g mode", "!FAILED bob is in +g mode", "#bob second",
      ">PRIVMSG bob :second", "<:s 401 talon gone :No such nick", "!FAILED gone No such nick",
      "!GONE gone", "<:s 401 talon #c :No such nick")
/* +c: what was refused with colours is said without, from then on. */
SCENE(test_plain_channel, begin_inside(), "##c *[R 4]", ">PRIVMSG #c :\00301,04[R 4]\017", "+2001",
      "##c *[R 5]", ">PRIVMSG #c :\00301,04[R 5]\017", "##c words", ">PRIVMSG #c :words",
      "<:s 404 talon #c :Cannot send colours", ">PRIVMSG #c :[R 5]",
      "<:s 408 talon #c :Cannot send", "##c *[R 6]", ">PRIVMSG #c :[R 6]")
/* Whatever kept them out may be over when the channel opens, or lets us speak: then we see. */
#define RED(n)     "##c *[R " n "]", ">PRIVMSG #c :\00301,04[R " n "]\017"
#define BARE(n)    "##c *[R " n "]", ">PRIVMSG #c :[R " n "]"
#define REFUSED(n) "+2001", RED(n), "<:s 404 talon #c :Cannot send", ">PRIVMSG #c :[R " n "]"
SCENE(test_colours_again, begin_inside(), REFUSED("1"), "<:alice!a@h MODE #c -l+v bob", BARE("2"),
      "<:alice!a@h MODE #c +c-v talon", BARE("3"), "<:alice!a@h MODE #c -tc", RED("4"),
      REFUSED("5"), "<:alice!a@h MODE #c +m", "!MUTED #c", "<:alice!a@h MODE #c +k-m key",
      "!ENTERED #c", RED("7"), REFUSED("8"), "<:s MODE #c +lov 9 bob TALON", RED("9"),
      REFUSED("10"), "<:alice!a@h MODE #other -c", "<:alice!a@h MODE talon -c", BARE("11"),
      "<:alice!a@h MODE #c +v", "<:alice!a@h MODE #c -b x!*@*", RED("12"))

/* Hands that wait follow their reader, or go. */
static void waiting_hands_follow_or_go(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_send("bob secret");
    session_transcript_hear(":bob!b@h NICK bobby");
    STEPS("!RENAME bobby was bob", ">PRIVMSG bobby :secret");
    session_transcript_send("bobby secret");
    session_transcript_hear(":bobby!b@h QUIT :bye");
    STEPS("!GONE bobby bye");
    session_transcript_send("alice secret");
    session_transcript_hear(":alice!b@h PART #c");
    STEPS("!LEAVE #c @alice ", "!GONE alice");
    session_transcript_hear(":carol!c@h JOIN #c caz :Carol");
    session_transcript_send("carol secret");
    session_transcript_hear(":carol!c@h ACCOUNT other");
    STEPS("!JOIN #c carol[caz] from c@h", "!IDENTITY carol[other]");
    session_transcript_end();
}

/* Channels of before are told apart until the server has said how it compares them. */
static void names_are_told_apart_before_the_server_says_how(void **state)
{
    (void)state;
    char out[16];
    begin("", 0);
    assert_true(session_fold(stage.session, "#A[1]", out, sizeof(out)));
    assert_string_equal(out, "#a[1]");
    STEPS(HELLO, "<:s 001 talon :Welcome", "<:s 005 talon CASEMAPPING=rfc1459 :are supported",
          "<:s 376 talon :End", "!CONNECTED");
    assert_true(session_fold(stage.session, "#A[1]", out, sizeof(out)));
    assert_string_equal(out, "#a{1}");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    assert_true(session_fold(stage.session, "#A[1]", out, sizeof(out)));
    assert_string_equal(out, "#a{1}");
    session_transcript_end();
}

/* The connection comes again: everything from the start, nothing of before is said. */
static void a_new_connection_starts_anew(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_send("bob secret");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ", "#bob secret", "+100000");
    session_opened(stage.session, false, stage.now);
    session_transcript_run(registration);
    STEPS(">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    session_quit(stage.session, "good bye", stage.now, 2000);
    STEPS(">QUIT :good bye");
    session_transcript_end();
}

/* What waits is said before we go, at our pace and for a while; nothing new is taken or answered.
 */
static void last_words_are_said(void **state)
{
    (void)state;
    begin("#c", 30); /* two seconds a line, two answers at once */
    session_transcript_run(registration);
    STEPS(">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    for (unsigned i = 0; i < 6; i++) {
        char line[16];
        snprintf(line, sizeof(line), "nick%u ?%u", i, i);
        session_transcript_send(line);
    }
    session_quit(stage.session, "good bye", stage.now, 2000);
    STEPS(">PRIVMSG nick0 :0", "<:bob!b@h PRIVMSG #c :hi", "##c too late");
    assert_in_range(session_due(stage.session), stage.now + 1, 3000);
    stage.now = session_due(stage.session);
    assert_string_equal(session_transcript_take(), "PRIVMSG nick1 :1");
    STEPS(">QUIT :good bye", "<:bob!b@h JOIN #c"); /* the others: too late */
    session_transcript_end();
}

/* Likewise where all of it gets out in time, and where there is nothing. */
static void last_words_end_in_time(void **state)
{
    (void)state;
    begin_inside();
    session_transcript_send("bob hand");
    session_transcript_send("#c result");
    session_quit(stage.session, "good bye", stage.now, 2000);
    STEPS(">PRIVMSG bob :hand", ">PRIVMSG #c :result", ">QUIT :good bye");
    session_transcript_end();
    begin("", 0); /* not there yet */
    session_quit(stage.session, "good bye", stage.now, 2000);
    STEPS(">QUIT :good bye");
    session_transcript_end();
}

/* Long text: every line fits 512 bytes as others see it, and arrives in order. */
static void long_lines_fit_and_keep_their_order(void **state)
{
    (void)state;
    begin_inside();
    char text[3000] = "#c ";
    for (int i = 0; i < 400; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "w%d ", i);
    session_transcript_send(text);
    char line[PROTO_LINE_MAX + 1];
    size_t length;
    size_t lines = 0;
    while ((length = session_take(stage.session, stage.now, line, sizeof(line))) > 0) {
        assert_true(strlen(":talon!~t@host ") + length <= PROTO_LINE);
        lines++;
    }
    assert_in_range(lines, 4, 6);
    session_transcript_end();
}

/* Ten thousand channels: batches that fit a line, one waiting at a time, each channel once. */
static void many_channels_are_joined_in_batches(void **state)
{
    (void)state;
    begin("", 0);
    char name[32];
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof(name), "#channel%d", i);
        assert_true(session_want(stage.session, name));
    }
    session_transcript_run(registration);
    unsigned asked = 0;
    char line[PROTO_LINE_MAX + 1];
    size_t length;
    while ((length = session_take(stage.session, stage.now, line, sizeof(line) - 1)) > 0) {
        assert_true(length <= PROTO_LINE);
        line[length] = '\0';
        assert_memory_equal(line, "JOIN ", 5);
        for (const char *at = line; at; at = strchr(at + 1, ','))
            asked++;
    }
    assert_int_equal(asked, 10000);
    session_transcript_end();
}

static void note_member(void *arg, const struct chat_user *user)
{
    char *text = arg;
    size_t length = strlen(text);
    snprintf(text + length, 200 - length, "%s%s%s ", user->is_operator ? "@" : "", user->id,
             user->account ? "*" : "");
}

/* Who is in a channel is told one by one, without us and those of other channels. */
static void members_are_told_one_by_one(void **state)
{
    char text[200] = "";
    (void)state;
    begin_inside();
    membership_each(stage.session, "#C", note_member, text);
    assert_non_null(strstr(text, "@alice "));
    assert_non_null(strstr(text, "bob "));
    assert_null(strstr(text, "talon"));
    assert_null(strstr(text, "dave"));
    text[0] = '\0';
    membership_each(stage.session, "#nowhere", note_member, text);
    assert_string_equal(text, "");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registration),
        cmocka_unit_test(test_old_server),
        cmocka_unit_test(test_no_caps),
        cmocka_unit_test(test_cap_nak),
        cmocka_unit_test(test_cap_new),
        cmocka_unit_test(test_nick_taken),
        cmocka_unit_test(test_nick_freed),
        cmocka_unit_test(test_nick_long),
        cmocka_unit_test(test_register_slow),
        cmocka_unit_test(test_motd_slow),
        cmocka_unit_test(test_silence),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_banned),
        cmocka_unit_test(test_join_refused),
        cmocka_unit_test(test_join_batches),
        cmocka_unit_test(test_join_uncalled),
        cmocka_unit_test(test_kick),
        cmocka_unit_test(test_kick_ban),
        cmocka_unit_test(test_own_part),
        cmocka_unit_test(test_names_ranks),
        cmocka_unit_test(test_join_account),
        cmocka_unit_test(test_rename),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_account_tag),
        cmocka_unit_test(test_ctcp),
        cmocka_unit_test(test_say),
        cmocka_unit_test(test_undelivered),
        cmocka_unit_test(test_plain_channel),
        cmocka_unit_test(test_colours_again),
        cmocka_unit_test(waiting_hands_follow_or_go),
        cmocka_unit_test(a_new_connection_starts_anew),
        cmocka_unit_test(long_lines_fit_and_keep_their_order),
        cmocka_unit_test(many_channels_are_joined_in_batches),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_unseen),
        cmocka_unit_test(a_newer_hand_keeps_the_first_ones_place),
        cmocka_unit_test(a_notice_names_its_channel),
        cmocka_unit_test(test_long_nick),
        cmocka_unit_test(test_unseen_users),
        cmocka_unit_test(unseen_people_are_forgotten),
        cmocka_unit_test(last_words_are_said),
        cmocka_unit_test(last_words_end_in_time),
        cmocka_unit_test(test_join_key),
        cmocka_unit_test(test_nick_cut),
        cmocka_unit_test(ctcp_version_is_answered),
        cmocka_unit_test(names_are_told_apart_before_the_server_says_how),
        cmocka_unit_test(test_ignore),
        cmocka_unit_test(members_are_told_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
