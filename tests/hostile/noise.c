#include "world.h"

#include <string.h>

#include "base/array.h"

/* Control codes, turned directions, broken UTF-8, what other programs take for more than words, and
 * what Talon itself says. */
static const char *const words[] = {
    "\x02\x1f\x16\x03"
    "04,01",
    "\x03"
    "99,99\x0f\x11\x1d\x1e",
    "\xe2\x80\xae" /* U+202E */ "ecila",
    "\xe2\x81\xa6\xe2\x81\xa9\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf",
    "\xc3\x28\xa0\xa1\xe2\x28\xa1",
    "\xf0\x28\x8c\xbc\xf8\xa1\xa1\xa1\xa1",
    "\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80",
    "\xc2\x85\xc2\x9b[31m\xe2\x80\xa8\xe2\x80\xa9",
    "Z\xcd\x91\xcc\x93\xcc\x94\xcd\x83\xcd\x90\xcc\x9a\xcc\x95\xcd\x9c\xcd\x9f\xcd\xa1",
    "%s%n%x{p}{names}{cards}",
    "Your turn on [R 5]. Your hand: [R 5]*  [W]*",
    "[#cards] alice wins the match",
    "alice plays [R 5] \xe2\x86\x92 bob",
    "@everyone <@123> <#45> ||x||",
    "'; DROP TABLE person; --",
    "../../../etc/passwd",
    "\x01"
    "ACTION plays [R 5]\x01",
    "\x01VERSION\x01",
    "\x01PING 1\x01",
    "\x01"
    "DCC SEND x 1 1 1\x01",
    "999999999999999999999",
    "-1",
    "0x41414141",
    "\xe2\x99\xa5\xef\xb8\x8f\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91"
    "\xa7",
};

static const char *const nicks[] = {
    "a1ice",
    "al\xc3\xad"
    "c\xc3\xa9",
    "\xd0\xb0lice",
    "alice_",
    "Alice`",
    "ALICE\xe2\x80\x8b",
    "bob|",
    "[R_5]",
    "tal0n",
    "t\xd0\xb0lon",
    "NickServ_",
    "carol\xe2\x80\xae",
    "d\xc2\xa0"
    "ave",
    "bot",
    "Ada",
    "Blaise",
    "you",
    "all",
    "#cards",
    "\xc3\x28",
    "everyone",
    "{}|^",
    "[]\\~",
    "0",
    "system",
    "-",
    "a",
};

enum { WORDS = ARRAY_SIZE(words), NICKS = ARRAY_SIZE(nicks) };

void noise_text(struct world *world, char text[NOISE_TEXT])
{
    size_t used = 0;
    unsigned parts = 1 + world_random(world, 6);
    if (world_random(world, 8) == 0) { /* as long as there is room */
        size_t length = 300 + world_random(world, NOISE_TEXT - 301);
        memset(text, "ax[!\x02\xff"[world_random(world, 6)], length);
        text[length] = '\0';
        return;
    }
    text[0] = '\0';
    for (unsigned i = 0; i < parts; i++) {
        used += (size_t)snprintf(text + used, NOISE_TEXT - used, "%s%s", i > 0 ? " " : "",
                                 words[world_random(world, WORDS)]);
    }
}

/* No blank, comma or colon: the line would not be one. */
void noise_nick(struct world *world, char nick[NET_NICK])
{
    if (world_random(world, 3) > 0) {
        snprintf(nick, NET_NICK, "%s", nicks[world_random(world, NICKS)]);
        return;
    }
    size_t length = 1 + world_random(world, world_random(world, 5) == 0 ? NET_NICK - 1 : 24);
    for (size_t i = 0; i < length; i++)
        nick[i] = (char)('A' + world_random(world, 62));
    nick[length] = '\0';
}

static const char *const loud[] = {
    "uno",    "new",    "nouveau",   "join",     "leave",  "start", "bots",  "play",   "draw",
    "keep",   "accept", "challenge", "colour",   "target", "catch", "hand",  "table",  "order",
    "clock",  "rules",  "score",     "fair",     "top",    "stats", "lang",  "theme",  "whisper",
    "pings",  "quiet",  "set",       "settings", "kick",   "stop",  "pause", "resume", "watch",
    "notify", "yes",    "no",        "wait",     "away",   "back",  "seat",  "swap",   "link",
    "help",   "cut",    "links",     "unlink",   "name",   "r5",    "w",     "w+4",    "jo",
};

/* What nobody may do to a table where they do not sit, and what hurts nobody. */
static const char *const outside[] = {
    "leave",
    "bots 9",
    "bots hard",
    "bots 0",
    "play r5",
    "play w red",
    "draw",
    "keep",
    "accept",
    "challenge",
    "colour red",
    "target alice",
    "catch alice",
    "hand",
    "table",
    "order",
    "clock",
    "rules",
    "score",
    "fair",
    "top",
    "stats",
    "stats alice",
    "lang",
    "lang fr channel",
    "theme mono channel",
    "whisper pm",
    "pings off",
    "quiet on",
    "set",
    "set deck flex",
    "set channel turn_limit 5",
    "set channel autostart 5",
    "set channel autostart full",
    "settings",
    "kick alice",
    "kick bob",
    "stop",
    "pause",
    "resume",
    "watch",
    "yes",
    "no",
    "wait",
    "away",
    "back",
    "seat aaaaaaaa",
    "swap",
    "help",
    "help all",
    "new flex",
    "link aaaaaaaa yes",
    "start",
    "deal",
    "uno alice",
    "catch",
    "retour",
    "arreter",
    "exclure alice",
    "oui",
};

static const char *const arguments[] = {
    "alice",
    "bob",
    "r5",
    "w red",
    "flex",
    "hyper",
    "classic",
    "9",
    "10 hard",
    "4294967296",
    "-1",
    "all",
    "channel",
    "fr",
    "en",
    "on",
    "off",
    "yes",
    "score points_500",
    "turn_limit 1",
    "#cards",
    "#pit0",
    "season overall",
    "mono",
};

enum { LOUD = ARRAY_SIZE(loud), OUTSIDE = ARRAY_SIZE(outside), ARGUMENTS = ARRAY_SIZE(arguments) };

void noise_command(struct world *world, bool loud_one, char text[NOISE_TEXT])
{
    char more[NOISE_TEXT] = "";
    if (!loud_one) {
        snprintf(text, NOISE_TEXT, "!%s", outside[world_random(world, OUTSIDE)]);
        return;
    }
    switch (world_random(world, 6)) {
    case 0:
        noise_text(world, more);
        break;
    case 1:
        snprintf(more, sizeof(more), "%s", world->code);
        break;
    case 2:
    case 3:
        snprintf(more, sizeof(more), "%s", arguments[world_random(world, ARGUMENTS)]);
        break;
    default:
        break;
    }
    snprintf(text, NOISE_TEXT, "!%s%s%.1300s", loud[world_random(world, LOUD)],
             more[0] != '\0' ? " " : "", more);
}
