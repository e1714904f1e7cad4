/* Whose seat it is, on a real ngircd: an impostor takes the nick of a player who left, the seat
 * word gives the seat back, the daemon is killed in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

enum { WORD = 8 }; /* letters */

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    return served_daemon_open(&options) ? 0 : -1;
}

/* The seat word of the next such line, which may be printed bold. */
static void read_word(struct irc_client *client, const char *words, char word[WORD + 1])
{
    char pattern[80];
    snprintf(pattern, sizeof(pattern), ":talon!*%s*", words);
    const char *line = irc_client_expect(client, GUEST_PATIENCE, pattern);
    assert_non_null(line);
    const char *at = strstr(line, words) + strlen(words);
    at += strcspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
    snprintf(word, WORD + 1, "%s", at);
    assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789"), WORD);
}

/* The whole log never has the word. */
static void assert_not_logged(const char *word)
{
    char line[1024];
    FILE *file = fopen(talon.log, "r");
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL)
        assert_null(strstr(line, word));
    fclose(file);
}

static void the_word_decides(void **state)
{
    (void)state;
    char word[WORD + 1];
    if (server.pid == 0)
        skip();
    struct irc_client *alice = guest_enter(&server, "alice", "alice");
    struct irc_client *bob = guest_enter(&server, "bob", "bob");
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(alice, ":talon!* JOIN *");
    guest_hear(bob, ":talon!* JOIN *");
    irc_client_send(alice, "PRIVMSG #cards :!uno");
    read_word(alice, "Your seat word is ", word);
    irc_client_send(bob, "PRIVMSG #cards :!join");
    guest_hear(alice, ":talon!* #cards :*bob takes a seat*");
    irc_client_send(alice, "PRIVMSG #cards :!start");
    guest_hear(alice, ":talon!* alice :*Your hand*");

    guest_leave(alice, "alice", bob);
    struct irc_client *impostor = guest_enter(&server, "alice", "mallory");
    irc_client_send(impostor, "PRIVMSG #cards :!hand");
    guest_hear(impostor, ":talon!* alice :*A seat is kept for this nick*");
    irc_client_send(impostor, "PRIVMSG talon :seat aaaaaaaa");
    guest_hear(impostor, ":talon!* alice :*I know no seat with that word.*");
    assert_true(irc_client_never(impostor, "*Your hand*"));

    alice = guest_enter(&server, "alice2", "elsewhere");
    irc_client_send(alice, "PRIVMSG talon :seat %s", word);
    guest_hear(alice, ":talon!* alice2 :*The seat is yours again*");
    guest_hear(alice, ":talon!* alice2 :*Your hand*");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*alice*plays as*alice2*now.*");

    daemon_kill(&talon);
    guest_hear(bob, ":talon!* QUIT*");
    guest_leave(alice, "alice2", bob);
    assert_true(daemon_start(&talon));
    guest_hear(bob, ":talon!* JOIN *");
    irc_client_send(bob, "PRIVMSG #cards :!hand"); /* the same connection: no word is needed */
    guest_hear(bob, ":talon!* bob :*Your hand*");
    alice = guest_enter(&server, "alice3", "third");
    irc_client_send(impostor, "PRIVMSG #cards :!hand");
    guest_hear(impostor, ":talon!* alice :*A seat is kept for this nick*");
    irc_client_send(alice, "PRIVMSG talon :seat %s", word);
    guest_hear(alice, ":talon!* alice3 :*The seat is yours again*");
    guest_hear(alice, ":talon!* alice3 :*Your hand*");
    assert_true(irc_client_never(impostor, "*Your hand*"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_not_logged(word);
    irc_client_close(alice);
    irc_client_close(bob);
    irc_client_close(impostor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_word_decides, served_daemon_end)};
    return cmocka_run_group_tests(tests, start_server, served_daemon_close);
}
