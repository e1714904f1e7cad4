/* Whole matches on a real ngircd, or another server that the argument names: four people by chat
 * commands, an onlooker who must never see a card of a hand; and the same with the daemon killed at
 * random points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "chatter.h"
#include "daemon.h"
#include "record.h"

static const char *const names[] = {"alice", "bob", "carol", "dave", "erin", "frank"};
enum { PATIENCE = 20000 }; /* milliseconds of silence that mean a wedge */

static struct ircd server;
static enum ircd_kind kind;

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = kind};
    return !ircd_has(kind) || ircd_start(&server, &options) ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

static bool match_is_won(void *arg)
{
    const struct record *record = arg;
    return record->match_won;
}

struct served_daemon {
    struct daemon daemon;
    struct crowd crowd;
    struct record record;
    unsigned people;
};

/* `people` clients come in, half of them by TLS, and the bot after them. */
static void served_daemon_open(struct served_daemon *scene, unsigned people, bool tls)
{
    unsigned ports[CHATTERS_MAX];
    bool secure[CHATTERS_MAX];
    *scene = (struct served_daemon){.people = people};
    if (server.pid == 0)
        skip();
    for (unsigned i = 0; i < people; i++) {
        secure[i] = i % 2 == 1;
        ports[i] = secure[i] ? server.tls_port : server.port;
    }
    assert_true(record_init(&scene->record));
    scene->crowd.random = 7 + people + tls;
    scene->crowd.said = record_said;
    scene->crowd.arg = &scene->record;
    assert_true(crowd_open(&scene->crowd, people, ports, secure));
    assert_true(daemon_init(&scene->daemon, &server, tls, ""));
    assert_true(daemon_start(&scene->daemon));
    assert_true(crowd_await_bot(&scene->crowd));
}

/* In the order of the seats. */
static void sit_down(struct served_daemon *scene, const char *score)
{
    crowd_type(&scene->crowd, 0, "!uno");
    assert_true(crowd_hear(&scene->crowd, PATIENCE, "alice opens a table"));
    for (unsigned i = 1; i < scene->people; i++) {
        char seated[40];
        snprintf(seated, sizeof(seated), "%s takes a seat", names[i]);
        crowd_type(&scene->crowd, i, "!join");
        assert_true(crowd_hear(&scene->crowd, PATIENCE, seated));
    }
    crowd_type(&scene->crowd, 0, score);
    assert_true(crowd_hear(&scene->crowd, PATIENCE, "alice sets: "));
}

static void served_daemon_close(struct served_daemon *scene)
{
    crowd_close(&scene->crowd);
    record_finish(&scene->record);
    daemon_finish(&scene->daemon);
}

/* Scores, journal, announcements and proofs agree. */
static void check(struct served_daemon *scene)
{
    struct truth truth;
    char why[RECORD_WHY] = "";
    int best = 0;
    assert_true(truth_read(&truth, &scene->daemon, names));
    assert_string_equal(truth.wrong, "");
    if (!truth_covers(&truth, &scene->record, why))
        fail_msg("%s", why);
    if (!truth_heard(&truth, &scene->record, why))
        fail_msg("%s", why);
    for (unsigned seat = 0; seat < scene->people; seat++) {
        assert_int_equal(record_total(&scene->record, names[seat]), truth.points[seat]);
        best = truth.points[seat] > best ? truth.points[seat] : best;
    }
    assert_true(best >= 500);
    for (unsigned round = 1; round <= truth.rounds; round++)
        assert_true(daemon_verify(&scene->daemon, round));
    assert_string_equal(scene->crowd.leaked, "");
    truth_finish(&truth);
}

static void match_to_500(bool tls)
{
    struct served_daemon scene;
    struct truth truth;
    served_daemon_open(&scene, 4, tls);
    sit_down(&scene, "!set score points_500");
    crowd_type(&scene.crowd, 0, "!start");
    if (!crowd_run(&scene.crowd, PATIENCE, match_is_won, &scene.record)) {
        daemon_show_log(&scene.daemon);
        fail_msg("the match stands still");
    }
    /* Nothing was lost or killed: every play of the journal was announced. */
    assert_true(truth_read(&truth, &scene.daemon, names));
    assert_int_equal(truth.play_count, scene.record.play_count);
    truth_finish(&truth);
    check(&scene);
    assert_int_equal(daemon_stop(&scene.daemon), 0);
    served_daemon_close(&scene);
}

/* four people play to 500. */
static void a_match_in_plain_text(void **state)
{
    (void)state;
    match_to_500(false);
}

static void a_match_over_tls(void **state)
{
    (void)state;
    match_to_500(true);
}

/* -- killed at random points -- */

struct killing {
    struct served_daemon *scene;
    unsigned at; /* line of the channel at which the daemon dies */
};

static bool time_to_die(void *arg)
{
    const struct killing *killing = arg;
    return killing->scene->record.match_won || killing->scene->crowd.lines >= killing->at;
}

static bool has_spoken(void *arg)
{
    const struct killing *killing = arg;
    return killing->scene->crowd.lines > killing->at;
}

/* One match with kills until it is won; how many kills it took. */
static unsigned match_with_kills(struct served_daemon *scene, unsigned kills_left)
{
    unsigned kills = 0;
    struct killing killing = {.scene = scene};
    crowd_type(&scene->crowd, 0, "!start");
    while (!scene->record.match_won) {
        killing.at = kills < kills_left ? scene->crowd.lines + 1 + crowd_random(&scene->crowd, 12)
                                        : UINT32_MAX;
        if (!crowd_run(&scene->crowd, PATIENCE, time_to_die, &killing)) {
            daemon_show_log(&scene->daemon);
            fail_msg("the match stands still after %u kills", kills);
        }
        if (scene->record.match_won)
            break;
        /* Somewhere between two lines: the clients' answers are under way. */
        struct timespec pause = {0, (long)crowd_random(&scene->crowd, 2000) * 1000};
        nanosleep(&pause, NULL);
        daemon_kill(&scene->daemon);
        kills++;
        assert_true(daemon_start(&scene->daemon));
        killing.at = scene->crowd.lines;
        if (!crowd_run(&scene->crowd, PATIENCE, has_spoken, &killing)) {
            daemon_show_log(&scene->daemon);
            fail_msg("silence after kill %u", kills);
        }
    }
    return kills;
}

/* No acknowledged action lost, none doubled, none untold, every match finishes, scores right. */
static void a_killed_daemon_loses_nothing(void **state)
{
    (void)state;
    if (kind != IRCD_NGIRCD) /* which server it is makes no difference then */
        return;
    const char *wanted = getenv("TALON_KILLS");
    unsigned kills = wanted != NULL ? (unsigned)atoi(wanted) : 200;
    unsigned killed = 0;
    while (killed < kills) {
        struct served_daemon scene;
        struct truth truth;
        unsigned commands = 0;
        served_daemon_open(&scene, 3, killed % 2 == 1);
        scene.crowd.random += killed;
        sit_down(&scene, "!set score points_500");
        killed += match_with_kills(&scene, kills - killed);
        check(&scene);
        assert_true(truth_read(&truth, &scene.daemon, names));
        for (unsigned i = 0; i < scene.people; i++)
            commands += scene.crowd.who[i].commands;
        assert_true(truth.actions <= commands); /* nothing was done that nobody asked for */
        truth_finish(&truth);
        assert_int_equal(daemon_stop(&scene.daemon), 0);
        served_daemon_close(&scene);
    }
    print_message("%u kills\n", killed);
}

int main(int count, char **arguments)
{
    kind = ircd_kind_of(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_in_plain_text),
        cmocka_unit_test(a_match_over_tls),
        cmocka_unit_test(a_killed_daemon_loses_nothing),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
