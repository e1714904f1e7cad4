/* People who talk to a channel through a relay (adapters/irc/people/relay.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/unseen.h"
#include "session_transcript.h"

static void begin(const char *relays)
{
    struct session_setup setup = session_transcript_setup;
    setup.relays = relays;
    session_transcript_open(&setup, false, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
          "<:s CAP * LS :message-tags userhost-in-names",
          ">CAP REQ :message-tags userhost-in-names",
          "<:s CAP * ACK :message-tags userhost-in-names", ">CAP END", "<:s 001 talon :Welcome",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:s 353 talon = #c :@alice!a@h bridge!b@h talon!t@h", "!JOIN #c @alice from a@h",
          "!JOIN #c bridge from b@h", "<:s 366 talon #c :End");
}

/* RELAYMSG: a nick that nobody can have. Nothing is ever said to it, and a hand is refused. */
SCENE(test_relaymsg, begin(NULL), "<:bob/discord!relay@h PRIVMSG #c :!join",
      "!MESSAGE #c ~bob/discord !join", "#bob/discord ?an answer", "#bob/discord a hand", "+0",
      "!FAILED bob/discord you are in no channel of mine",
      "<:bob/discord!relay@h PRIVMSG #c :again", "!MESSAGE #c ~bob/discord again")
/* A deal gives several such people their hands in one turn of the loop: each refusal is told, and
 * each once. */
SCENE(test_two_hands, begin(NULL), "#bob/discord +a hand", "#eve/discord +a hand",
      "#BOB/discord +a hand", "+0", "!FAILED bob/discord you are in no channel of mine",
      "!FAILED eve/discord you are in no channel of mine", "+0", "#eve/discord +a hand", "+0",
      "!FAILED eve/discord you are in no channel of mine")
/* What a bot passes on is not heard unless it is named. */
SCENE(test_off, begin(NULL), "<@bot :bridge!b@h PRIVMSG #c :<bob> !play r5",
      "<:bridge!b@h PRIVMSG #c :<bob> !play r5", "!MESSAGE #c bridge <bob> !play r5")
SCENE(test_named, begin("x!*@y bridge"), "<@bot :bridge!b@h PRIVMSG #c :<bob> !play r5",
      "!MESSAGE #c ?bob/bridge !play r5",
      "<:bridge!b@h PRIVMSG #c :\x03"
      "04<@b\342\200\213ob Smith>\x0f !draw",
      "!MESSAGE #c ?bob Smith/bridge !draw", "<:bridge!b@h PRIVMSG #c :*** bob joined",
      "<:bridge!b@h PRIVMSG #c :<> !draw", "<:bridge!b@h PRIVMSG #c :<bob>",
      "<:bridge!b@h PRIVMSG #c :<alice/x> !draw", "<:alice!a@h PRIVMSG #c :<bob> !draw",
      "!MESSAGE #c @alice <bob> !draw", "#bob/bridge a hand", "+0",
      "!FAILED bob/bridge you are in no channel of mine")
#define LONG "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
SCENE(test_too_long, begin("bridge"), "<:bridge!b@h PRIVMSG #c :<" LONG "12345> !draw",
      "<:bridge!b@h PRIVMSG #c :<" LONG LONG "> !draw", "<:bridge!b@h PRIVMSG #c :<" LONG "> !draw",
      "!MESSAGE #c ?" LONG "/bridge !draw")
/* A mask must fit the whole of who speaks. */
SCENE(test_mask, begin("bridge!*@trusted"), "<:bridge!b@h PRIVMSG #c :<bob> !draw",
      "!MESSAGE #c bridge <bob> !draw", "<:bridge!b@trusted PRIVMSG #c :<bob> !draw",
      "!MESSAGE #c ?bob/bridge !draw")

/* More refusals than we can keep are counted as lost, so that the host shows the table again. */
static void refused_hands_are_bounded(void **state)
{
    (void)state;
    char line[80];
    begin(NULL);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < UNSEEN_REFUSED_MAX + i; n++) {
            snprintf(line, sizeof(line), "#n%u/discord +a hand", n);
            STEPS(line);
        }
        STEPS("+0");
        if (i == 1)
            STEPS("!DROPPED #c");
        for (unsigned n = 0; n < UNSEEN_REFUSED_MAX; n++) {
            snprintf(line, sizeof(line), "!FAILED n%u/discord you are in no channel of mine", n);
            STEPS(line);
        }
    }
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relaymsg),
        cmocka_unit_test(test_two_hands),
        cmocka_unit_test(test_off),
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_mask),
        cmocka_unit_test(refused_hands_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
