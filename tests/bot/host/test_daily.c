/* A copy of the database each day, beside a daemon at which people play (bot/host/daily.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/control/control.h"
#include "bot/control/metrics.h"
#include "bot/host/daily.h"
#include "storage/check/backups.h"
#include "storage/check/copy.h"
#include "tests/bot/trio.h"

enum { DAY_MINUTES = 24 * 60, KEEP = 3 };

static char folder[100];

static void configure(unsigned keep)
{
    snprintf(folder, sizeof(folder), "%s/copies", scene.folder);
    scene.host.daemon->database.from = scene.path;
    scene.host.options.backup = folder;
    scene.host.options.backup_keep = keep;
}

static void begin(void)
{
    trio_begin(SCENE_SQLITE);
    configure(KEEP);
}

static int tear_down(void **state)
{
    char command[200];
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
    return trio_tear_down(state);
}

/* The name of the copy of today, or of so many days later. */
static const char *copy_of(int days)
{
    static char name[200];
    char last[40];
    struct tm date;
    const time_t at = (time_t)(clock_now() / 1000) + days * (time_t)(DAY_MINUTES * 60);
    gmtime_r(&at, &date);
    strftime(last, sizeof(last), "talon-%Y-%m-%d.db", &date);
    snprintf(name, sizeof(name), "%s/%s", folder, last);
    return name;
}

static bool is_there(const char *name)
{
    struct stat found;
    return lstat(name, &found) == 0;
}

/* The minute comes, and what it began is done. */
static void pass_minute(void)
{
    timer_set((struct timer *)scene.host.daemon->daily, 0); /* its first member */
    scene_turn(&scene);
    for (unsigned i = 0; i < 3 || daily_busy(&scene.host); i++)
        scene_turn(&scene);
}

/* The clock of the boards moves on. */
static void pass_day(void)
{
    scene.host.options.timezone_minutes += DAY_MINUTES;
    pass_minute();
}

static void put_file(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
}

/* One a day, whole, with all that was told; the daemon plays on. */
static void each_day_has_its_copy(void **state)
{
    (void)state;
    struct actor actors[3];
    struct store_book book;
    struct stat first;
    struct stat second;
    char log[200];
    begin();
    trio_play(actors, 8);
    int days = 0;
    pass_minute();
    if (!is_there(copy_of(0))) /* midnight has just passed */
        pass_minute();
    scene_settle(&scene);
    snprintf(log, sizeof(log), "%s-wal", scene.path);
    assert_int_equal(stat(log, &first), 0);
    assert_int_equal(first.st_size, 0);
    assert_int_equal(store_check(copy_of(0), &book, NULL), STORE_OK);
    assert_int_equal(book.tables, 1);
    assert_int_equal(book.running, 1);
    assert_int_equal(stat(folder, &first), 0);
    assert_int_equal(first.st_mode & 0777, 0700);
    assert_int_equal(stat(copy_of(0), &first), 0);
    pass_minute();
    assert_int_equal(stat(copy_of(0), &second), 0);
    assert_true(first.st_ino == second.st_ino && first.st_mtim.tv_nsec == second.st_mtim.tv_nsec);
    for (; days < 5; days++) {
        assert_int_equal(is_there(copy_of(days - KEEP + 1)), days >= KEEP - 1);
        assert_false(is_there(copy_of(days - KEEP)));
        pass_day();
        assert_int_equal(store_check(copy_of(days + 1), NULL, NULL), STORE_OK);
    }
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
}

/* The clock was a month ahead for a day: the copy of that day takes the place of none that is made
 * until then, and goes when its time has passed. */
static void a_clock_that_was_ahead_costs_no_copy(void **state)
{
    enum { AHEAD = 30 };
    (void)state;
    trio_begin(SCENE_SQLITE);
    configure(1);
    scene.host.options.timezone_minutes += AHEAD * DAY_MINUTES;
    pass_minute();
    assert_true(is_there(copy_of(AHEAD)));
    scene.host.options.timezone_minutes -= AHEAD * DAY_MINUTES;
    pass_minute();
    assert_int_equal(store_check(copy_of(0), NULL, NULL), STORE_OK);
    pass_day();
    assert_int_equal(store_check(copy_of(1), NULL, NULL), STORE_OK);
    assert_false(is_there(copy_of(0)));
    assert_true(is_there(copy_of(AHEAD)));
    scene.host.options.timezone_minutes += AHEAD * DAY_MINUTES;
    pass_minute();
    assert_true(is_there(copy_of(AHEAD + 1)));
    assert_false(is_there(copy_of(AHEAD)));
    assert_false(is_there(copy_of(1)));
}

/* What is not a copy of ours stays; what one that was killed left goes with the next. */
static void other_files_stay(void **state)
{
    (void)state;
    static const char *const others[] = {"talon-2020-01-01.db.gz", "talon-2020-1-01.db",
                                         "atalon-2020-01-01.db", "notes"};
    static const char *const ours[] = {"talon-2020-01-01.db", "talon-2020-01-02.db",
                                       "talon-2020-01-03.db", "talon-2020-01-03.db-part",
                                       "talon-2020-01-03.db-part-journal"};
    char name[200];
    begin();
    assert_int_equal(mkdir(folder, 0700), 0);
    for (unsigned i = 0; i < 5; i++) {
        snprintf(name, sizeof(name), "%s/%s", folder, ours[i]);
        put_file(name);
        snprintf(name, sizeof(name), "%s/%s", folder, others[i % 4]);
        put_file(name);
    }
    pass_minute();
    for (unsigned i = 0; i < 5; i++) {
        snprintf(name, sizeof(name), "%s/%s", folder, ours[i]);
        assert_int_equal(is_there(name), i == 1 || i == 2);
        snprintf(name, sizeof(name), "%s/%s", folder, others[i % 4]);
        assert_true(is_there(name));
    }
}

static void expect_metric(const char *line)
{
    const struct control_setup setup = {.host = &scene.host, .version = "1"};
    char *text = metrics_print(&setup);
    assert_non_null(text);
    assert_non_null(strstr(text, line));
    free(text);
}

/* A failure costs no older copy, and is tried again later; not at once. */
static void a_failure_costs_no_older_copy(void **state)
{
    (void)state;
    char part[220];
    begin();
    scene.host.options.backup_keep = 1;
    pass_minute();
    assert_true(is_there(copy_of(0)));
    snprintf(part, sizeof(part), "%s-part", copy_of(1));
    assert_int_equal(mkdir(part, 0700), 0); /* in its way */
    pass_day();
    assert_false(is_there(copy_of(1)));
    assert_true(is_there(copy_of(0)));
    assert_true(daily_fails(&scene.host));
    expect_metric("talon_backup_made 0\n");
    assert_int_equal(rmdir(part), 0);
    pass_minute();
    assert_false(is_there(copy_of(1))); /* the hour is not over */
    scene_down(&scene);
    scene_up(&scene);
    configure(1);
    scene.host.options.timezone_minutes = DAY_MINUTES;
    pass_minute();
    assert_int_equal(store_check(copy_of(1), NULL, NULL), STORE_OK);
    assert_false(is_there(copy_of(0)) || daily_fails(&scene.host));
    expect_metric("talon_backup_made 1\n");
}

/* A copy that fails in another folder is tried again there, though the day has its copy in the
 * first one: after an hour, or after a reload. */
static void a_new_folder_gets_its_copy(void **state)
{
    (void)state;
    char first[sizeof(folder)];
    char part[220];
    begin();
    pass_minute();
    assert_true(is_there(copy_of(0)));
    snprintf(first, sizeof(first), "%s", folder);
    snprintf(folder, sizeof(folder), "%s/others", scene.folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(part, sizeof(part), "%s-part", copy_of(0));
    assert_int_equal(mkdir(part, 0700), 0); /* in its way */
    pass_minute();
    assert_true(daily_fails(&scene.host));
    assert_int_equal(rmdir(part), 0);
    pass_minute();
    assert_true(daily_fails(&scene.host)); /* the hour is not over */
    daily_retry(&scene.host);
    pass_minute();
    assert_false(daily_fails(&scene.host));
    assert_int_equal(store_check(copy_of(0), NULL, NULL), STORE_OK);
    assert_int_equal(unlink(copy_of(0)), 0);
    assert_int_equal(rmdir(folder), 0);
    snprintf(folder, sizeof(folder), "%s", first);
}

/* The end waits for none: it is given up, and nothing half stays for one of ours. */
static void an_end_gives_it_up(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < 10; i++) {
        timer_set((struct timer *)scene.host.daemon->daily, 0);
        for (unsigned turns = 0; turns < i; turns++)
            scene_turn(&scene);
        scene_down(&scene);
        if (is_there(copy_of(0)))
            assert_int_equal(store_check(copy_of(0), NULL, NULL), STORE_OK);
        unlink(copy_of(0));
        scene_up(&scene);
        configure(KEEP);
    }
    atomic_bool stop = true;
    struct fault why = {0};
    char made[STORE_BACKUP_NAME_MAX];
    const struct store_backups what = {.source = &scene.host.daemon->database,
                                       .folder = folder,
                                       .keep = 1,
                                       .day = 20000,
                                       .stop = &stop};
    if (store_backup_dated(&what, made, &why) != STORE_OK)
        assert_false(store_backup_is_there(&what));
    pass_minute();
    assert_int_equal(store_check(copy_of(0), NULL, NULL), STORE_OK);
}

/* -- when -- */

enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S };

/* Seconds since 1970 of a date and time in the zone that is set, before it changes its clock. */
static time_t at(int month, int day, int hour, int minute)
{
    struct tm date = {.tm_year = 126,
                      .tm_mon = month - 1,
                      .tm_mday = day,
                      .tm_hour = hour,
                      .tm_min = minute,
                      .tm_isdst = -1};
    return mktime(&date);
}

/* At which second, from that one on, the day becomes another; within two days. */
static time_t change_after(const struct host_options *options, time_t from)
{
    int64_t before = daily_day(options, (int64_t)from * 1000);
    for (time_t now = from + 1; now < from + 2 * DAY_S; now++) {
        int64_t day = daily_day(options, (int64_t)now * 1000);
        if (day == before)
            continue;
        assert_int_equal(day, before + 1);
        return now;
    }
    fail_msg("it never becomes another");
    return 0;
}

static void set_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* Once a day at that minute, in the summer as in the winter, and on the days between. */
static void the_minute_is_that_of_the_wall(void **state)
{
    (void)state;
    const struct host_options half_past_two = {.backup_at = 1 + 150};
    const struct host_options midnight = {.backup_at = 1};
    set_zone("CET-1CEST,M3.5.0,M10.5.0/3"); /* 2026: March 29, October 25 */
    assert_true(change_after(&half_past_two, at(1, 10, 12, 0)) == at(1, 11, 2, 30));
    assert_true(change_after(&half_past_two, at(7, 10, 12, 0)) == at(7, 11, 2, 30));
    assert_int_equal(daily_day(&half_past_two, (int64_t)at(7, 11, 2, 30) * 1000),
                     at(7, 11, 12, 0) / DAY_S);
    assert_int_equal(daily_day(&half_past_two, (int64_t)at(7, 11, 2, 29) * 1000),
                     at(7, 10, 12, 0) / DAY_S);
    /* 2:30 does not come: from 1:59:59 to 3:00. */
    time_t leap = change_after(&half_past_two, at(3, 28, 12, 0));
    assert_in_range(leap, at(3, 29, 1, 59) + 60, at(3, 29, 3, 30));
    assert_true(change_after(&half_past_two, leap) == at(3, 30, 2, 30));
    /* 2:30 comes twice: the first one counts, the second is no other. */
    time_t first = change_after(&half_past_two, at(10, 24, 12, 0));
    assert_true(first == at(10, 25, 1, 30) + HOUR_S);
    assert_true(change_after(&half_past_two, first) == at(10, 26, 2, 30));
    assert_true(change_after(&midnight, at(3, 28, 12, 0)) == at(3, 29, 0, 0));
    assert_true(change_after(&midnight, at(10, 24, 12, 0)) == at(10, 25, 0, 0));
    /* A zone whose clock goes back over midnight: it is the same Sunday still. */
    set_zone("EET-2EEST,M3.5.0/0,M10.5.0/0");
    first = change_after(&midnight, at(10, 24, 12, 0));
    assert_true(change_after(&midnight, first) == at(10, 26, 0, 0));
    set_zone("UTC");
}

/* Without one it is the midnight of the boards' zone. */
static void without_a_minute_it_is_the_boards_midnight(void **state)
{
    (void)state;
    const struct host_options options = {.timezone_minutes = 90};
    set_zone("CET-1CEST,M3.5.0,M10.5.0/3");
    assert_true(change_after(&options, 20000 * (time_t)DAY_S) ==
                20001 * (time_t)DAY_S - 90 * (time_t)60);
    set_zone("UTC");
}

/* The copy has the name of the day whose minute has come. */
static void the_copy_is_called_by_it(void **state)
{
    (void)state;
    set_zone("UTC");
    begin();
    int64_t minute = clock_now() / 60000 % DAY_MINUTES;
    int64_t other = (minute + DAY_MINUTES / 2) % DAY_MINUTES; /* half a day away, either way */
    scene.host.options.backup_at = (unsigned)other + 1;
    pass_minute();
    assert_true(is_there(copy_of(other < minute ? 0 : -1)));
    assert_false(is_there(copy_of(other < minute ? -1 : 0)));
}

static void without_a_folder_none_is_made(void **state)
{
    (void)state;
    begin();
    scene.host.options.backup = NULL;
    pass_minute();
    pass_day();
    assert_false(is_there(folder));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_day_has_its_copy, tear_down),
        cmocka_unit_test_teardown(a_clock_that_was_ahead_costs_no_copy, tear_down),
        cmocka_unit_test_teardown(other_files_stay, tear_down),
        cmocka_unit_test_teardown(a_failure_costs_no_older_copy, tear_down),
        cmocka_unit_test_teardown(a_new_folder_gets_its_copy, tear_down),
        cmocka_unit_test_teardown(an_end_gives_it_up, tear_down),
        cmocka_unit_test(the_minute_is_that_of_the_wall),
        cmocka_unit_test(without_a_minute_it_is_the_boards_midnight),
        cmocka_unit_test_teardown(the_copy_is_called_by_it, tear_down),
        cmocka_unit_test_teardown(without_a_folder_none_is_made, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
