#include "seated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"

struct seated seated;

void seated_come(void)
{
    seated.alice = guest_come(&server, "alice", "alice");
    seated.bob = guest_come(&server, "bob", "bob");
    guest_join(seated.alice);
    guest_join(seated.bob);
}

void seated_deal(void)
{
    guest_say(seated.alice, "!uno");
    guest_word(seated.alice, "alice", seated.alices_word);
    guest_hear(seated.bob, ":talon*!* PRIVMSG #cards :*opens a table*");
    guest_say(seated.bob, "!join");
    guest_word(seated.bob, "bob", seated.bobs_word);
    guest_say(seated.alice, "!start");
    guest_hand(seated.alice, "alice", seated.alices);
    guest_hand(seated.bob, "bob", seated.bobs);
}

static void expect_hand(struct irc_client *guest, const char *nick, const char *bot,
                        const char *word, const char *cards)
{
    char hand[GUEST_HAND];
    char pattern[80];
    bool any = bot[strlen(bot) - 1] == '*';
    snprintf(pattern, sizeof(pattern), ":%s!* %s :*The seat is yours again*", bot, nick);
    assert_true(irc_client_send(guest, "PRIVMSG %.*s :seat %s", (int)strlen(bot) - any, bot, word));
    guest_hear(guest, pattern);
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

void seated_expect_hands(const char *bot)
{
    expect_hand(seated.alice, "alice", bot, seated.alices_word, seated.alices);
    expect_hand(seated.bob, "bob", bot, seated.bobs_word, seated.bobs);
}

void seated_expect(const char *bot)
{
    char pattern[120];
    snprintf(pattern, sizeof(pattern), ":%s!* PRIVMSG #cards :*The table goes on where it was*",
             bot);
    guest_hear(seated.alice, pattern);
    seated_expect_hands(bot);
}

void seated_go(void)
{
    irc_client_close(seated.alice);
    irc_client_close(seated.bob);
    seated.alice = seated.bob = NULL;
}
