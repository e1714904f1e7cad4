/* Two processes that share one database, on a real ngircd with a match going on: one is killed,
 * frozen, or told to give its network away, and the other one plays on. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "guest.h"
#include "scene.h"
#include "tests/storage/pg_server.h"

enum { CLI_LATER = 75, TRIES = 600, TRIES_PAUSE = 20 /* milliseconds */ };

static char address[160];
static struct daemon other; /* beside `talon` */

static struct {
    struct irc_client *alice, *bob, *warden;
    char alices[GUEST_HAND], bobs[GUEST_HAND];
    char alices_word[GUEST_WORD], bobs_word[GUEST_WORD];
} table;

static int setup(void **state)
{
    (void)state;
    return pg_server_there() && !scene_open(&(struct ircd_options){.kind = IRCD_NGIRCD}) ? -1 : 0;
}

static void choose_database(void)
{
    char words[160];
    pg_server_fresh(words, sizeof(words));
    const char *schema = strstr(words, "search_path=");
    assert_non_null(schema);
    snprintf(address, sizeof(address),
             "postgresql://postgres@/postgres?host=%s&options=-csearch_path%%3D%.*s",
             pg_server_folder(), (int)strcspn(schema + 12, "'"), schema + 12);
    daemon_server = address;
}

static void begin_process(struct daemon *daemon, const char *lines)
{
    daemon_talon_lines = lines;
    assert_true(daemon_init(daemon, &server, false, ""));
    assert_true(daemon_start(daemon));
}

/* What `talon ctl fleet` of that process prints, when it has this in it. */
static void await_fleet(const struct daemon *daemon, const char *part)
{
    char text[4096] = "";
    for (int tries = 0; tries < TRIES; tries++) {
        if (daemon_ctl(daemon, "fleet", text, sizeof(text)) == 0 && strstr(text, part) != NULL)
            return;
        poll(NULL, 0, TRIES_PAUSE);
    }
    daemon_show_log(daemon);
    fail_msg("%s lacks: %s", text, part);
}

/* `talon` plays, `other` waits for its turn. */
static int deal(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    choose_database();
    table.alice = guest_come(&server, "alice", "alice");
    table.bob = guest_come(&server, "bob", "bob");
    guest_join(table.alice);
    guest_join(table.bob);
    begin_process(&talon, "process = north\n");
    guest_hear(table.alice, ":talon!* JOIN *#cards*");
    guest_say(table.alice, "!uno");
    guest_word(table.alice, "alice", table.alices_word);
    guest_hear(table.bob, ":talon*!* PRIVMSG #cards :*opens a table*");
    guest_say(table.bob, "!join");
    guest_word(table.bob, "bob", table.bobs_word);
    guest_say(table.alice, "!start");
    guest_hand(table.alice, "alice", table.alices);
    guest_hand(table.bob, "bob", table.bobs);
    begin_process(&other, "process = south\n");
    await_fleet(&other, "north");
    return 0;
}

static int go(void **state)
{
    irc_client_close(table.alice);
    irc_client_close(table.bob);
    table.alice = table.bob = NULL;
    if (*other.folder != '\0')
        daemon_finish(&other);
    other = (struct daemon){0};
    return scene_end(state);
}

static void expect_same_hand(struct irc_client *guest, const char *nick, const char *bot,
                             const char word[GUEST_WORD], const char *cards)
{
    char hand[GUEST_HAND];
    char pattern[80];
    snprintf(pattern, sizeof(pattern), ":%s!* %s :*The seat is yours again*", bot, nick);
    bool any = bot[strlen(bot) - 1] == '*';
    assert_true(irc_client_send(guest, "PRIVMSG %.*s :seat %s", (int)strlen(bot) - any, bot, word));
    guest_hear(guest, pattern);
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

static int64_t now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* The other one has it, under that nick and with the same hands, and plays on. */
static void expect_taken_over(const char *what, const char *bot, int64_t since)
{
    char pattern[120];
    snprintf(pattern, sizeof(pattern), ":%s!* PRIVMSG #cards :*The table goes on where it was*",
             bot);
    guest_hear(table.alice, pattern);
    fprintf(stderr, "%s: the table goes on after %lld ms\n", what, (long long)(now() - since));
    expect_same_hand(table.alice, "alice", bot, table.alices_word, table.alices);
    expect_same_hand(table.bob, "bob", bot, table.bobs_word, table.bobs);
    guest_draw(table.alice, table.bob);
}

static void one_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    daemon_kill(&talon);
    expect_taken_over("killed", "talon", since);
    await_fleet(&other, "south (this one)");
    assert_int_equal(daemon_stop(&other), 0);
}

/* It is gone by the kernel's clock before it knows: awake again it says nothing and ends. */
static void one_is_frozen(void **state)
{
    int status = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    daemon_pause(&talon, true);
    expect_taken_over("frozen", "talon_", since);
    daemon_pause(&talon, false);
    assert_int_equal(waitpid(talon.pid, &status, 0), talon.pid);
    talon.pid = 0;
    /* which of its threads finds it out first: the one that renews, or the one that writes */
    if (WIFEXITED(status))
        assert_int_equal(WEXITSTATUS(status), CLI_LATER);
    else
        assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_true(irc_client_never(table.alice, ":talon!* PRIVMSG *"));
    guest_draw(table.alice, table.bob);
    assert_int_equal(daemon_stop(&other), 0);
}

static void one_ends_in_order(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    assert_int_equal(daemon_stop(&talon), 0);
    expect_taken_over("ended", "talon*", since);
    assert_int_equal(daemon_stop(&other), 0);
}

static void one_gives_all_away(void **state)
{
    char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    assert_int_equal(daemon_ctl(&talon, "drain", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "networks given to others: 1"));
    expect_taken_over("drained", "talon*", since);
    await_fleet(&talon, "south");
    assert_int_equal(daemon_ctl(&talon, "drain", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "networks given to others: 0"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_is_killed, deal, go),
        cmocka_unit_test_setup_teardown(one_is_frozen, deal, go),
        cmocka_unit_test_setup_teardown(one_ends_in_order, deal, go),
        cmocka_unit_test_setup_teardown(one_gives_all_away, deal, go),
    };
    return cmocka_run_group_tests(tests, setup, scene_close);
}
