/* `talon ctl` and a daemon that plays on a real server: what it tells of tables and people, what it
 * says and ends there, and that nobody's hand is in any of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "guest.h"
#include "served_daemon.h"

enum { ANSWER_MAX = 16384 };

static struct irc_client *alice, *bob;
static char said[ANSWER_MAX];

static int open_ngircd(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    return served_daemon_open(&options) ? 0 : -1;
}

static void must(const char *words)
{
    if (daemon_ctl(&talon, words, said, sizeof(said)) != 0)
        fail_msg("ctl %s: %s", words, said);
}

/* The answer, to be deleted. */
static cJSON *must_json(const char *words)
{
    must(words);
    cJSON *json = cJSON_Parse(said);
    assert_non_null(json);
    return json;
}

static void refused(const char *words, const char *why)
{
    assert_int_equal(daemon_ctl(&talon, words, said, sizeof(said)), 1);
    if (strstr(said, why) == NULL)
        fail_msg("ctl %s: \"%s\" is not in \"%s\"", words, why, said);
}

static double number_in(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const char *text_in(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static const cJSON *first_in(const cJSON *json, const char *key)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_GetArraySize(list) > 0);
    return cJSON_GetArrayItem(list, 0);
}

/* alice and bob in a round, and their hands. */
static void begin(char hands[2][GUEST_HAND])
{
    alice = guest_enter(&server, "alice", "alice");
    bob = guest_enter(&server, "bob", "bob");
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
    guest_say(alice, "!start");
    guest_hand(alice, "alice", hands[0]);
    guest_hand(bob, "bob", hands[1]);
}

static void finish(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    irc_client_close(alice);
    irc_client_close(bob);
}

/* No two cards of it in a row. */
static void shows_no(const char *hand)
{
    const char *second = strchr(strchr(hand, '[') + 1, '[');
    const char *end = strchr(second, ']');
    char pair[64];
    assert_non_null(end);
    snprintf(pair, sizeof(pair), "%.*s", (int)(end + 1 - strchr(hand, '[')), strchr(hand, '['));
    if (strstr(said, pair) != NULL)
        fail_msg("\"%s\" is in \"%s\"", pair, said);
}

static void tables_and_people_are_told(void **state)
{
    static const char *const looks[] = {"status", "tables", "people", "tables --json",
                                        "people --json"};
    char hands[2][GUEST_HAND];
    (void)state;
    if (server.pid == 0)
        skip();
    begin(hands);

    cJSON *status = must_json("status --json");
    assert_string_equal(text_in(status, "state"), "running");
    assert_non_null(strstr(text_in(status, "status"), "running: networks 1 of 1, tables 1 (1 in a "
                                                      "round), players 2, waiting lines "));
    assert_int_equal(number_in(status, "tables"), 1);
    assert_int_equal(number_in(status, "rounds"), 1);
    assert_int_equal(number_in(status, "players"), 2);
    assert_int_equal(number_in(status, "pid"), talon.pid);
    assert_true(
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(first_in(status, "networks"), "connected")));
    cJSON_Delete(status);

    cJSON *tables = must_json("tables --json");
    const cJSON *table = first_in(tables, "tables");
    assert_string_equal(text_in(first_in(table, "places"), "channel"), "#cards");
    assert_string_equal(text_in(table, "state"), "round");
    assert_string_equal(text_in(table, "set"), "classic");
    assert_int_equal(number_in(table, "players"), 2);
    cJSON_Delete(tables);

    cJSON *people = must_json("people --json");
    const cJSON *person = first_in(people, "people");
    assert_string_equal(text_in(person, "name"), "alice");
    assert_string_equal(text_in(person, "network"), "test");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(person, "verified")));
    cJSON_Delete(people);

    for (unsigned i = 0; i < ARRAY_SIZE(looks); i++) {
        must(looks[i]);
        shows_no(hands[0]);
        shows_no(hands[1]);
    }
    must("status");
    assert_non_null(strstr(said, "tables    1 (1 in a round)\n"));
    finish();
}

static void words_are_said_and_a_table_ends(void **state)
{
    char hands[2][GUEST_HAND];
    char copy[160];
    (void)state;
    if (server.pid == 0)
        skip();
    begin(hands);
    must("say test/#cards the server rests at noon");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*the server rests at noon*");
    refused("say nowhere/#cards hello", "nowhere/#cards");
    refused("say test/#elsewhere hello", "the bot is not in test/#elsewhere");
    refused("say test/alice hello", "the bot is not in test/alice");
    refused("end 999", "there is no table 999");
    refused("end test/#elsewhere", "there is no table");

    snprintf(copy, sizeof(copy), "backup %s/copy.db --json", talon.folder);
    cJSON *made = must_json(copy);
    assert_string_equal(text_in(made, "file") + strlen(text_in(made, "file")) - 8, "/copy.db");
    assert_int_equal(number_in(made, "tables"), 1);
    cJSON_Delete(made);
    refused(copy, "it exists already");
    snprintf(copy, sizeof(copy), "%s/copy.db", talon.folder);
    assert_int_equal(unlink(copy), 0);

    must("end '#cards'");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*The table is closed by whoever runs me*");
    cJSON *status = must_json("status --json");
    assert_int_equal(number_in(status, "tables"), 0);
    cJSON_Delete(status);
    guest_say(alice, "!uno");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    finish();
}

/* Whatever case the ban is written in: the network takes them for one nick. */
static void who_is_banned_is_not_heard(void **state)
{
    char hands[2][GUEST_HAND];
    (void)state;
    if (server.pid == 0)
        skip();
    begin(hands);
    must("ban mask 'test/BOB!*@*'");
    assert_string_equal(said, "banned: mask test/BOB!*@*\n");
    guest_say(bob, "!join");
    guest_say(bob, "!hand");
    guest_say(alice, "!order");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*alice*");
    assert_true(irc_client_never(bob, ":talon!* bob :*"));
    cJSON *people = must_json("people --json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(people, "people")), 1);
    cJSON_Delete(people);
    must("ban");
    assert_non_null(strstr(said, "mask  test/BOB!*@*\n"));
    must("unban mask 'test/BOB!*@*'");
    guest_say(bob, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
    finish();
}

/* Nobody waits for ever for a daemon that is stopped; what was asked is done when it goes on. */
static void who_does_not_answer_is_left(void **state)
{
    char hands[2][GUEST_HAND];
    (void)state;
    if (server.pid == 0)
        skip();
    begin(hands);
    daemon_pause(&talon, true);
    refused("--timeout 1 status", "did not answer in time (--timeout)");
    refused("--timeout 1 say test/#cards later", "did not answer in time (--timeout)");
    daemon_pause(&talon, false);
    guest_hear(bob, ":talon!* PRIVMSG #cards :later");
    must("--timeout 0 status");
    assert_int_equal(daemon_ctl(&talon, "--timeout soon status", said, sizeof(said)), 64);
    finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(tables_and_people_are_told, served_daemon_end),
        cmocka_unit_test_teardown(words_are_said_and_a_table_ends, served_daemon_end),
        cmocka_unit_test_teardown(who_is_banned_is_not_heard, served_daemon_end),
        cmocka_unit_test_teardown(who_does_not_answer_is_left, served_daemon_end),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
