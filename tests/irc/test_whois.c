/* Who shows which certificate (adapters/irc/whois.c): the host, here, wants to know it of
 * everybody who says something that begins with '!'. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#define PRINT "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff"
#define TOLD  "has client certificate fingerprint " PRINT

static void begin(void)
{
    struct session_setup setup = stage_setup;
    stage_open(&setup, false, "#c");
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
      WHOIS("bob", "b", "cloak", "<:s 276 talon bob :" TOLD), "<:bob!b@cloak PRIVMSG #c :!more",
      ">WHOIS bob")
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

/* A new connection knows nothing of before, nor what was said then. */
static void test_reconnect(void **state)
{
    (void)state;
    begin();
    STEPS("<:bob!b@h PRIVMSG #c :!stop", ">WHOIS bob");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ", "+20000");
    stage_end();
}

/* What waits is bounded: who comes beyond that is answered at once. */
static void test_many(void **state)
{
    (void)state;
    begin();
    STEPS("<:bob!b@h PRIVMSG #c :!0", ">WHOIS bob");
    for (unsigned i = 1; i < 8; i++)
        STEPS("<:bob!b@h PRIVMSG #c :!more");
    STEPS("<:bob!b@h PRIVMSG #c :!last", "!MESSAGE #c bob !last",
          WHOIS("bob", "b", "h", "<:s 276 talon bob :" TOLD), "!MESSAGE #c bob {" PRINT "} !0");
    for (unsigned i = 1; i < 8; i++)
        STEPS("!MESSAGE #c bob {" PRINT "} !more");
    stage_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),   cmocka_unit_test(test_none),
        cmocka_unit_test(test_rename),  cmocka_unit_test(test_successor),
        cmocka_unit_test(test_forged),  cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_silence), cmocka_unit_test(test_reconnect),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
