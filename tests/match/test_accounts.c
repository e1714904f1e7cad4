/* A match of four people with accounts, on InspIRCd with Atheme: a player changes nick in the
 * middle of a turn, another is killed by an operator in theirs and comes back under a new nick;
 * whoever takes the freed nicks gets nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "chatter.h"
#include "guest.h"
#include "served_daemon.h"

enum { ALICE, BOB, CAROL, DAVE, PEOPLE };

static struct crowd crowd;

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .services = true};
    return served_daemon_open(&options) ? 0 : -1;
}

static int end_daemon(void **state)
{
    if (server.pid != 0)
        crowd_close(&crowd);
    return served_daemon_end(state);
}

/* -- what the channel was told -- */

static bool won;

static void said(void *arg, const char *text)
{
    (void)arg;
    won = won || strstr(text, "wins the round");
}

static bool is_won(void *arg)
{
    (void)arg;
    return won;
}

static bool was_asked(void *arg)
{
    return ((const struct chatter *)arg)->asked[0] != '\0';
}

static void check_goes_on(bool goes_on)
{
    if (goes_on)
        return;
    daemon_show_log(&talon);
    fail_msg("the match stands still");
}

static void run_until(bool (*done)(void *arg), void *arg)
{
    check_goes_on(crowd_run(&crowd, GUEST_PATIENCE, done, arg));
}

static void run_until_said(const char *wanted)
{
    check_goes_on(crowd_hear(&crowd, GUEST_PATIENCE, wanted));
}

/* -- who has no business at the table -- */

static void see_cards(void *arg, const char *line)
{
    static const char *const cards[] = {"Your hand", "Your turn on", "You drew "};
    char *leaked = arg;
    if (strncmp(line, ":talon!", 7) != 0 || strstr(line, " #cards :") != NULL)
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        if (strstr(line, cards[i]) != NULL)
            snprintf(leaked, LINE_MAX_TEXT, "%s", line);
    }
}

/* Takes the nick and tries what its owner could do. */
static struct irc_client *intrude(const char *nick, char leaked[LINE_MAX_TEXT])
{
    struct irc_client *impostor = guest_come(&server, nick, "mallory");
    irc_client_watch(impostor, see_cards, leaked);
    guest_join(impostor);
    guest_say(impostor, "!hand");
    guest_hear(impostor, ":talon!* :*");
    guest_say(impostor, "!draw");
    guest_hear(impostor, ":talon!* :*");
    irc_client_send(impostor, "PRIVMSG talon :hand");
    guest_hear(impostor, ":talon!* :*");
    return impostor;
}

static void sit_down(void)
{
    static const char *const joined[] = {"alice opens", "bob", "carol", "dave"};
    for (unsigned i = 0; i < PEOPLE; i++) {
        crowd_type(&crowd, i, i == 0 ? "!uno" : "!join");
        run_until_said(joined[i]);
    }
    crowd_type(&crowd, ALICE, "!set score single_round");
    run_until_said("one round is the whole match");
}

/* The bot has one, too: its password goes to the server twice, and never to its log. */
static const char login[] = "password_file = password\nsasl_user = talon\nsasl_required = on\n"
                            "sasl_password_file = password\nsasl_mechanism = PLAIN\n";

static void make_account(void)
{
    struct irc_client *owner = guest_come(&server, "talon", "talon");
    assert_true(irc_client_welcomed(owner));
    guest_register(owner, "talon");
    irc_client_send(owner, "QUIT");
    guest_hear(owner, "ERROR *");
    irc_client_close(owner);
}

static void open_table(void)
{
    const unsigned ports[PEOPLE] = {server.port, server.tls_port, server.port, server.tls_port};
    const bool tls[PEOPLE] = {false, true, false, true};
    crowd = (struct crowd){.random = 11, .said = said};
    assert_true(crowd_open(&crowd, PEOPLE, ports, tls));
    for (unsigned i = 0; i < PEOPLE; i += 2) /* two before the bot comes, two after */
        guest_register(crowd.who[i].client, crowd.who[i].nick);
    make_account();
    assert_true(daemon_init(&talon, &server, true, login));
    assert_true(daemon_start(&talon));
    assert_true(crowd_await_bot(&crowd));
    for (unsigned i = 1; i < PEOPLE; i += 2)
        guest_register(crowd.who[i].client, crowd.who[i].nick);
}

/* In the middle of their turn they are asked for a move under the new nick. */
static void change_nick(struct chatter *who, const char *nick)
{
    char pattern[64];
    irc_client_send(who->client, "NICK %s", nick);
    snprintf(pattern, sizeof(pattern), ":%s!* NICK *%s", who->nick, nick);
    guest_hear(who->client, pattern);
    snprintf(who->nick, sizeof(who->nick), "%s", nick);
}

/* An operator throws them out of the network; they come back under a new nick. */
static void come_back(struct chatter *who, const char *nick, const char *account)
{
    irc_client_close(who->client);
    snprintf(who->nick, sizeof(who->nick), "%s", nick);
    who->asked[0] = '\0';
    who->client = guest_come(&server, nick, "elsewhere");
    assert_true(irc_client_welcomed(who->client));
    guest_identify(who->client, account);
    assert_true(irc_client_send(who->client, "JOIN #cards"));
}

static void seats_follow_accounts(void **state)
{
    (void)state;
    char leaked[LINE_MAX_TEXT] = "";
    if (server.pid == 0)
        skip();
    open_table();
    sit_down();

    crowd.who[ALICE].thinks = true;
    crowd_type(&crowd, ALICE, "!start");
    run_until(was_asked, &crowd.who[ALICE]);
    change_nick(&crowd.who[ALICE], "alicia");
    struct irc_client *impostor = intrude("alice", leaked);
    crowd_wake(&crowd, ALICE);
    run_until_said("alicia ");

    crowd.who[BOB].thinks = true;
    run_until(was_asked, &crowd.who[BOB]);
    struct irc_client *oper = guest_enter(&server, "warden", "warden");
    irc_client_send(oper, "OPER oper oper");
    guest_hear(oper, "* 381 *");
    irc_client_send(oper, "KILL bob :out");
    guest_hear(crowd.who[BOB].client, "ERROR *");
    struct irc_client *second = intrude("bob", leaked);
    come_back(&crowd.who[BOB], "robert", "bob");
    run_until(was_asked, &crowd.who[BOB]); /* the hand comes by itself, and the turn is theirs */
    crowd_wake(&crowd, BOB);
    run_until_said("robert ");
    run_until(is_won, NULL);

    assert_true(irc_client_never(impostor, ":talon!*Your hand*"));
    assert_true(irc_client_never(second, ":talon!*Your hand*"));
    assert_string_equal(leaked, "");
    assert_string_equal(crowd.leaked, "");
    assert_int_equal(daemon_stop(&talon), 0);
    assert_true(daemon_verify(&talon, 1));
    irc_client_close(impostor);
    irc_client_close(second);
    irc_client_close(oper);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(seats_follow_accounts, end_daemon)};
    return cmocka_run_group_tests(tests, start_server, served_daemon_close);
}
