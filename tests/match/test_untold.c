/* A daemon killed between what it wrote down and what it told, on ngircd: a drawn card that may be
 * played is on disk as soon as its player is asked, and is told with what they do next. What people
 * want of the bot outlives it, too. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

enum { KILLS = 3, DRAWS_MAX = 200 };

static struct irc_client *guests[2], *witness;
static const char *const names[2] = {"alice", "bob"};
static unsigned told; /* draws, to the witness */

static void events_draw(void *arg, const char *line)
{
    (void)arg;
    told += fnmatch(":talon!* PRIVMSG #cards :*draws*1 card*", line, 0) == 0;
}

/* What came of their "!draw": whether they were asked what to do with it. */
static bool is_asked(struct irc_client *guest, bool *drew)
{
    for (;;) {
        const char *line = irc_client_line(guest, GUEST_PATIENCE);
        assert_non_null(line);
        if (fnmatch("*play it or*", line, 0) == 0)
            return *drew = true;
        if (fnmatch(":talon!* PRIVMSG #cards :*draws*1 card*", line, 0) == 0) {
            *drew = true;
            return false;
        }
        if (fnmatch("* is not your turn*", line, 0) == 0)
            return *drew = false;
    }
}

/* Draws in turn until a draw is on disk and untold; whose it is. */
static unsigned leave_untold(void)
{
    for (unsigned i = 0, drawn = 0; i < DRAWS_MAX; i++) {
        bool drew;
        guest_say(guests[i % 2], "!draw");
        bool asked = is_asked(guests[i % 2], &drew);
        drawn += drew;
        if (!asked && drew) /* so that the other does not take it for theirs */
            guest_hear(guests[(i + 1) % 2], ":talon!* PRIVMSG #cards :*draws*1 card*");
        if (asked) {
            assert_true(irc_client_never(witness, "nothing"));
            assert_int_equal(told, drawn - 1);
            return i % 2;
        }
    }
    fail_msg("no card that was drawn could be played");
    return 0;
}

static void a_move_that_was_not_told_is(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    char word[2][GUEST_WORD];
    daemon_talon_lines = "gather = 60000\n";
    witness = guest_enter(&server, "witness", "witness");
    irc_client_watch(witness, events_draw, NULL);
    for (unsigned i = 0; i < 2; i++)
        guests[i] = guest_enter(&server, names[i], names[i]);
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(witness, ":talon!* JOIN *");
    guest_say(guests[0], "!uno");
    guest_word(guests[0], names[0], word[0]);
    guest_hear(guests[1], ":talon!* PRIVMSG #cards :*opens a table*");
    guest_say(guests[1], "!join");
    guest_word(guests[1], names[1], word[1]);
    guest_say(guests[0], "!start");
    guest_hear(guests[0], ":talon!* alice :*Your hand*");
    guest_hear(guests[1], ":talon!* bob :*Your hand*");
    guest_say(witness, "!notify");
    guest_hear(witness, ":talon!* witness :*I call you when a table opens here*");
    guest_say(guests[1], "!pings off");
    guest_hear(guests[1], ":talon!* bob :*I no longer call you*");
    for (unsigned kills = 0; kills < KILLS; kills++) {
        char pattern[100];
        told = 0;
        unsigned who = leave_untold();
        daemon_kill(&talon);
        guest_hear(witness, ":talon!* QUIT *");
        assert_true(daemon_start(&talon));
        snprintf(pattern, sizeof(pattern),
                 "*The table goes on where it was. Last move: *%s draws 1 card*", names[who]);
        guest_hear(witness, pattern);
        for (unsigned i = 0; i < 2; i++) {
            guest_hear(guests[i], "*The table goes on where it was*");
            guest_take_seat(guests[i], names[i], word[i]);
        }
        guest_say(guests[who], "!keep");
        for (unsigned i = 0; i < 2; i++)
            guest_hear(guests[i], ":talon!* PRIVMSG #cards :*keeps*");
        guest_hear(witness, ":talon!* PRIVMSG #cards :*keeps*");
    }
    guest_say(witness, "!notify on");
    guest_hear(witness, ":talon!* witness :*I already call you when a table opens here*");
    guest_say(guests[1], "!pings");
    guest_hear(guests[1], ":talon!* bob :*I do not call you when it is your turn*");
    assert_int_equal(daemon_stop(&talon), 0);
    for (unsigned i = 0; i < 2; i++)
        irc_client_close(guests[i]);
    irc_client_close(witness);
}

static int open_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    return served_daemon_open(&options) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_move_that_was_not_told_is, served_daemon_end)};
    return cmocka_run_group_tests(tests, open_server, served_daemon_close);
}
