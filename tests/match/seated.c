#include "seated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "served_daemon.h"

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

void seated_deal_slowly(void)
{
    guest_say(seated.alice, "!uno");
    guest_hear(seated.bob, ":talon*!* PRIVMSG #cards :*opens a table*");
    guest_say(seated.bob, "!join");
    guest_hear(seated.bob, ":talon*!* PRIVMSG #cards :*bob takes a seat*");
    guest_say(seated.alice, "!start");
    guest_hand(seated.alice, "alice", seated.alices);
    guest_hand(seated.bob, "bob", seated.bobs);
}

static void expect_hand(struct irc_client *guest, const char *nick, const char *cards)
{
    char hand[GUEST_HAND];
    assert_true(irc_client_never(guest, ":nobody *")); /* what came before is read */
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

void seated_expect_hands(void)
{
    expect_hand(seated.alice, "alice", seated.alices);
    expect_hand(seated.bob, "bob", seated.bobs);
}

static void expect_state(const char *bot)
{
    char pattern[120];
    snprintf(pattern, sizeof(pattern), ":%s!* PRIVMSG #cards :*The table goes on where it was*",
             bot);
    guest_hear(seated.alice, pattern);
}

void seated_expect(const char *bot)
{
    expect_state(bot);
    seated_expect_hands();
}

void seated_expect_by_word(void)
{
    expect_state("talon");
    guest_take_seat(seated.alice, "alice", seated.alices_word);
    guest_take_seat(seated.bob, "bob", seated.bobs_word);
    seated_expect_hands();
}

void seated_go(void)
{
    irc_client_close(seated.alice);
    irc_client_close(seated.bob);
    seated.alice = seated.bob = NULL;
}
