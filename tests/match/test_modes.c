/* What channels and people keep out, on InspIRCd: a table is played in channels that refuse
 * colours, notices or unvoiced words, and by people whom whispers do not reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "couple.h"
#include "guest.h"
#include "served_daemon.h"

static int begin(void **state)
{
    int failed = couple_begin(state);
    if (server.pid != 0 && failed == 0)
        couple_sit();
    return failed;
}

static void set_bob(const char *mode)
{
    char pattern[64];
    irc_client_send(bob, "MODE bob %s", mode);
    snprintf(pattern, sizeof(pattern), ":bob!* MODE bob *%s*", mode);
    guest_hear(bob, pattern);
}

/* +c refuses colours: the very line that was refused comes again without, until it goes. */
static void without_colours_the_line_comes_again(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    couple_set_channel("+c");
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card [[]*");
    guest_say(bob, "!hand"); /* whispers keep theirs */
    guest_hear(bob, ":talon!* bob :*Your hand: *\003*");
    couple_set_channel("-c"); /* with the mode its reason goes */
    guest_say(alice, "!table");
    guest_hear(alice, ":talon!* PRIVMSG #cards :On top *\003*");
}

/* +S takes the colours out, +T refuses notices, +C CTCP: the channel is told all the same. */
static void harmless_modes_change_no_words(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    couple_set_channel("+S");
    couple_set_channel("+T");
    couple_set_channel("+C");
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card [[]*");
    guest_say(alice, "!table");
    guest_hear(bob, ":talon!* #cards :On top *");
}

/* +m: the table waits, and its players are told so alone, until the bot has a voice or the channel
 * is open; also where it was moderated before the bot came, and only a refusal tells. */
static void a_moderated_channel_makes_the_table_wait(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    couple_deal();
    couple_set_channel("+v bob");
    couple_set_channel("+m");
    guest_hear(bob, ":talon!* bob :*I am not heard in the channel just now*");
    guest_hear(alice, ":talon!* alice :*I am not heard in the channel just now*");
    guest_say(bob, "!draw");
    guest_hear(bob, ":talon!* bob :*I am not heard in the channel just now*");
    assert_true(irc_client_never(bob, ":talon!* #cards :*"));
    couple_set_channel("+v talon");
    guest_hear(bob, ":talon!* PRIVMSG #cards :The table goes on where it was. On top *\003*");
    couple_set_channel("-v talon");
    guest_say(alice, "!table"); /* refused, with colours and without */
    guest_hear(alice, ":talon!* alice :*I am not heard in the channel just now*");
    couple_set_channel("-m");
    guest_hear(alice, ":talon!* PRIVMSG #cards :The table goes on where it was. On top *\003*");
    guest_hear(bob, ":talon!* bob :*Your hand: *");
    assert_true(irc_client_never(bob, "* #cards :*Your hand*"));
}

struct lament {
    unsigned count;
    bool leaked;
};

static void events_lament(void *arg, const char *line)
{
    struct lament *lament = arg;
    if (strncmp(line, ":talon!", 7) != 0 || strstr(line, " #cards :") == NULL)
        return;
    lament->count += strstr(line, "I cannot whisper to you") != NULL;
    lament->leaked = lament->leaked || strstr(line, "Your hand") != NULL;
}

/* Whispers do not reach bob: the channel hears so once, without the hand, until he asks again. */
static void refuse(const char *mode, const char *back)
{
    struct lament lament = {0};
    set_bob(mode);
    irc_client_watch(alice, events_lament, &lament);
    guest_say(bob, "!hand");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*I cannot whisper to you*");
    for (unsigned i = 0; i < 2; i++) { /* turns come and go */
        guest_draw(alice, bob);
        guest_say(alice, "!table");
        guest_hear(alice, ":talon!* PRIVMSG #cards :On top *");
    }
    assert_int_equal(lament.count, 1);
    assert_false(lament.leaked);
    irc_client_watch(alice, NULL, NULL);
    set_bob(back);
    guest_say(bob, "!hand");
    guest_hear(bob, ":talon!* bob :*Your hand: *");
}

/* Caller id, and who hears nobody without an account, or nobody at all. */
static void refused_whispers_are_told(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    couple_deal();
    refuse("+g", "-g");
    refuse("+R", "-R");
    refuse("+D", "-D");
    set_bob("+d"); /* hears no channel, but us */
    guest_say(bob, "!hand");
    guest_hear(bob, ":talon!* bob :*Your hand: *");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(without_colours_the_line_comes_again, begin, couple_end),
        cmocka_unit_test_setup_teardown(harmless_modes_change_no_words, begin, couple_end),
        cmocka_unit_test_setup_teardown(a_moderated_channel_makes_the_table_wait, begin,
                                        couple_end),
        cmocka_unit_test_setup_teardown(refused_whispers_are_told, begin, couple_end),
    };
    return cmocka_run_group_tests(tests, served_daemon_inspircd, served_daemon_close);
}
