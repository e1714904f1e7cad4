/* A netsplit, on two linked InspIRCd: the leaf dies with two players of four, and the bot on the
 * hub has their table wait for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon.h"
#include "guest.h"

static struct ircd hub, leaf;
static struct daemon talon;

static int start_servers(void **state)
{
    (void)state;
    const struct ircd_options first = {.kind = IRCD_INSPIRCD};
    const struct ircd_options second = {.kind = IRCD_INSPIRCD, .hub = &hub};
    return !ircd_has(IRCD_INSPIRCD) || (ircd_start(&hub, &first) && ircd_start(&leaf, &second))
               ? 0
               : -1;
}

static int stop_servers(void **state)
{
    (void)state;
    ircd_stop(&leaf);
    ircd_stop(&hub);
    return 0;
}

static int end_daemon(void **state)
{
    (void)state;
    if (hub.pid != 0)
        daemon_finish(&talon);
    return 0;
}

enum { ALICE, BOB, CAROL, DAVE, PEOPLE };

static const char *const nicks[PEOPLE] = {"alice", "bob", "carol", "dave"};
static struct irc_client *guests[PEOPLE];
static char hands[PEOPLE][GUEST_HAND];
static char words[PEOPLE][GUEST_WORD];

/* How often the channel heard of the waiting. */
static void count_waits(void *arg, const char *line)
{
    unsigned *waits = arg;
    *waits += strstr(line, " #cards :A netsplit: the table waits") != NULL;
}

/* Carol and dave are the leaf's; alice, on the hub, sees all. */
static void come(unsigned first)
{
    char pattern[40];
    for (unsigned i = first; i < PEOPLE; i++)
        guests[i] = guest_come(i < CAROL ? &hub : &leaf, nicks[i], nicks[i]);
    for (unsigned i = first; i < PEOPLE; i++) {
        guest_join(guests[i]);
        if (i == ALICE)
            continue;
        snprintf(pattern, sizeof(pattern), ":%s!* JOIN *#cards*", nicks[i]);
        guest_hear(guests[ALICE], pattern);
    }
}

static void deal(void)
{
    guest_say(guests[ALICE], "!uno");
    guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :*opens a table*");
    guest_word(guests[ALICE], nicks[ALICE], words[ALICE]);
    for (unsigned i = BOB; i < PEOPLE; i++) {
        guest_say(guests[i], "!join");
        guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :*takes a seat*");
        guest_word(guests[i], nicks[i], words[i]);
    }
    guest_say(guests[ALICE], "!start");
    for (unsigned i = ALICE; i < PEOPLE; i++)
        guest_hand(guests[i], nicks[i], hands[i]);
}

/* Those of the leaf are there again, and hold what they held. On a new connection they say their
 * seat words. */
static void expect_hands(bool by_word)
{
    char hand[GUEST_HAND];
    for (unsigned i = CAROL; i < PEOPLE; i++) {
        if (by_word)
            guest_take_seat(guests[i], nicks[i], words[i]);
        guest_say(guests[i], "!hand");
        guest_hand(guests[i], nicks[i], hand);
        assert_string_equal(hand, hands[i]);
    }
    guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :Nobody is missing any more*");
}

static void a_netsplit_makes_the_table_wait(void **state)
{
    (void)state;
    unsigned waits = 0;
    if (hub.pid == 0)
        skip();
    come(ALICE);
    assert_true(daemon_init(&talon, &hub, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(guests[ALICE], ":talon!* JOIN *#cards*");
    deal();
    irc_client_watch(guests[ALICE], count_waits, &waits);

    /* The server dies, and its people with it. */
    ircd_pause(&leaf, true);
    guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :A netsplit: the table waits*");
    irc_client_close(guests[CAROL]);
    irc_client_close(guests[DAVE]);
    assert_true(ircd_again(&leaf));
    come(CAROL);
    expect_hands(true);
    assert_int_equal(waits, 1);

    /* The servers lose sight of each other, and nobody else of anything. */
    irc_client_send(guests[BOB], "OPER oper oper");
    guest_hear(guests[BOB], "* 381 *");
    irc_client_send(guests[BOB], "SQUIT leaf.test :torn");
    guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :A netsplit: the table waits*");
    for (unsigned i = CAROL; i < PEOPLE; i++)
        guest_hear(guests[i], ":talon!* QUIT *");
    assert_true(ircd_link(&leaf));
    for (unsigned i = CAROL; i < PEOPLE; i++) /* their server knows the channel's people again */
        guest_hear(guests[i], ":talon!* JOIN *#cards*");
    expect_hands(false);
    assert_int_equal(waits, 2);

    for (unsigned i = ALICE; i < PEOPLE; i++) { /* one of them may */
        guest_say(guests[i], "!colour red");
        guest_say(guests[i], "!draw");
    }
    guest_hear(guests[ALICE], ":talon!* PRIVMSG #cards :*draws *card*");
    assert_int_equal(daemon_stop(&talon), 0);
    for (unsigned i = ALICE; i < PEOPLE; i++)
        irc_client_close(guests[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_netsplit_makes_the_table_wait, end_daemon)};
    return cmocka_run_group_tests(tests, start_servers, stop_servers);
}
