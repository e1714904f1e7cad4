/* Bans that mute (a ban, m: of InspIRCd, $m: of hybrid): a table waits as with +m, its players are
 * told alone, and goes on when it is heard. On each kind of server, by its first argument. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "couple.h"
#include "guest.h"
#include "served_daemon.h"

static enum ircd_kind kind;

static int open_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = kind};
    return served_daemon_open(&options) ? 0 : -1;
}

static void events_unheard(struct irc_client *guest, const char *nick)
{
    char pattern[96];
    snprintf(pattern, sizeof(pattern), ":talon!* %s :*I am not heard in the channel just now*",
             nick);
    guest_hear(guest, pattern);
}

static void mute(const char *set, const char *unset)
{
    couple_set_channel(set);
    guest_say(alice, "!table"); /* what answers it is refused */
    events_unheard(alice, "alice");
    events_unheard(bob, "bob");
    guest_say(bob, "!draw");
    events_unheard(bob, "bob");
    assert_true(irc_client_never(bob, ":talon!* #cards :*"));
    couple_set_channel(unset);
    guest_hear(alice, ":talon!* PRIVMSG #cards :The table goes on where it was.*On top *");
    guest_hear(bob, ":talon!* PRIVMSG #cards :The table goes on where it was.*On top *");
    guest_hear(bob, ":talon!* bob :*Your hand: *");
    assert_true(irc_client_never(bob, "* #cards :*Your hand*"));
    guest_draw(alice, bob);
}

struct row {
    enum ircd_kind kind;
    const char *set, *unset;
};

static void a_mute_makes_the_table_wait(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {IRCD_NGIRCD, "+b talon!*@*", "-b talon!*@*"},
        {IRCD_NGIRCD, "+b talon!*@*", "+v talon"},
        {IRCD_INSPIRCD, "+b m:talon!*@*", "-b m:talon!*@*"},
        {IRCD_INSPIRCD, "+b talon!*@*", "-b talon!*@*"},
        {IRCD_INSPIRCD, "+b talon!*@*", "+e talon!*@*"},
        {IRCD_HYBRID, "+b talon!*@*", "-b talon!*@*"},
        {IRCD_HYBRID, "+b talon!*@*", "+e talon!*@*"},
        {IRCD_HYBRID, "+b $m:talon!*@*", "-b $m:talon!*@*"},
    };
    if (server.pid == 0)
        skip();
    couple_sit();
    couple_deal();
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].kind == kind)
            mute(rows[i].set, rows[i].unset);
    }
}

/* A table that is opened in a mute channel: who opens it is told. */
static void a_table_in_a_mute_channel_is_told(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    couple_set_channel("+b talon!*@*");
    guest_say(alice, "!uno");
    events_unheard(alice, "alice");
    couple_set_channel("-b talon!*@*");
    guest_hear(bob, ":talon!* PRIVMSG #cards :A table is open here (classic). !join takes a "
                    "seat*Seats: alice*");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* #cards :*bob takes a seat*");
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_mute_makes_the_table_wait, couple_begin, couple_end),
        cmocka_unit_test_setup_teardown(a_table_in_a_mute_channel_is_told, couple_begin,
                                        couple_end),
    };
    kind = ircd_kind_of(count, arguments);
    return cmocka_run_group_tests(tests, open_server, served_daemon_close);
}
