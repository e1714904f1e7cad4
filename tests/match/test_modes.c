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

#include "guest.h"
#include "scene.h"

static struct irc_client *alice, *bob; /* alice rules the channel */

static int begin(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    alice = guest_come(&server, "alice", "alice");
    bob = guest_come(&server, "bob", "bob");
    guest_join(alice);
    guest_join(bob);
    if (!daemon_init(&talon, &server, false, "") || !daemon_start(&talon))
        return -1;
    guest_hear(alice, ":talon!* JOIN *#cards*");
    guest_say(alice, "!uno");
    guest_hear(bob, ":talon!* #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* #cards :*bob takes a seat*");
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    int status = daemon_stop(&talon);
    daemon_finish(&talon);
    irc_client_send(alice, "QUIT");
    irc_client_send(bob, "QUIT");
    bool gone = irc_client_expect(alice, GUEST_PATIENCE, "ERROR *") != NULL &&
                irc_client_expect(bob, GUEST_PATIENCE, "ERROR *") != NULL;
    irc_client_close(alice);
    irc_client_close(bob);
    return gone && status == 0 ? 0 : -1;
}

static void set_channel(const char *modes)
{
    char pattern[64];
    irc_client_send(alice, "MODE #cards %s", modes);
    snprintf(pattern, sizeof(pattern), ":alice!* MODE #cards *%.2s*", modes);
    guest_hear(alice, pattern);
}

static void set_bob(const char *mode)
{
    char pattern[64];
    irc_client_send(bob, "MODE bob %s", mode);
    snprintf(pattern, sizeof(pattern), ":bob!* MODE bob *%s*", mode);
    guest_hear(bob, pattern);
}

static void start_round(void)
{
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card *");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*first card *");
}

/* +c refuses colours: the very line that was refused comes again without, until it goes. */
static void test_no_colours(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    set_channel("+c");
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card [[]*");
    guest_say(bob, "!hand"); /* whispers keep theirs */
    guest_hear(bob, ":talon!* bob :*Your hand: *\003*");
    set_channel("-c"); /* with the mode its reason goes */
    guest_say(alice, "!table");
    guest_hear(alice, ":talon!* PRIVMSG #cards :On top *\003*");
}

/* +S takes the colours out, +T refuses notices, +C CTCP: the channel is told all the same. */
static void test_harmless(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    set_channel("+S");
    set_channel("+T");
    set_channel("+C");
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card [[]*");
    guest_say(alice, "!table");
    guest_hear(bob, ":talon!* #cards :On top *");
}

/* +m: the table waits, and its players are told so alone, until the bot has a voice or the channel
 * is open; also where it was moderated before the bot came, and only a refusal tells. */
static void test_moderated(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    start_round();
    set_channel("+v bob");
    set_channel("+m");
    guest_hear(bob, ":talon!* bob :*I am not heard in the channel just now*");
    guest_hear(alice, ":talon!* alice :*I am not heard in the channel just now*");
    guest_say(bob, "!draw");
    guest_hear(bob, ":talon!* bob :*I am not heard in the channel just now*");
    assert_true(irc_client_never(bob, ":talon!* #cards :*"));
    set_channel("+v talon");
    guest_hear(bob, ":talon!* PRIVMSG #cards :The table goes on where it was. On top *\003*");
    set_channel("-v talon");
    guest_say(alice, "!table"); /* refused, with colours and without */
    guest_hear(alice, ":talon!* alice :*I am not heard in the channel just now*");
    set_channel("-m");
    guest_hear(alice, ":talon!* PRIVMSG #cards :The table goes on where it was. On top *\003*");
    guest_hear(bob, ":talon!* bob :*Your hand: *");
    assert_true(irc_client_never(bob, "* #cards :*Your hand*"));
}

struct lament {
    unsigned count;
    bool leaked;
};

static void hear_lament(void *arg, const char *line)
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
    irc_client_watch(alice, hear_lament, &lament);
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
static void test_refusals(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    start_round();
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
        cmocka_unit_test_setup_teardown(test_no_colours, begin, end),
        cmocka_unit_test_setup_teardown(test_harmless, begin, end),
        cmocka_unit_test_setup_teardown(test_moderated, begin, end),
        cmocka_unit_test_setup_teardown(test_refusals, begin, end),
    };
    return cmocka_run_group_tests(tests, scene_inspircd, scene_close);
}
