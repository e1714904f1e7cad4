/* Two processes that share one database, as who runs them sees it: `talon ctl fleet`, what they
 * measure of their leases, and what the dashboard asks of that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "asking.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/real/process.h"

enum { LIFE = 6000 /* milliseconds, of SHARING_LONG_LIFE */ };

static struct daemon other; /* beside `talon` */
static char lines[120];

static int begin(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    sharing_fresh();
    assert_true(process_ports(&asking_port, 1));
    snprintf(lines, sizeof(lines), "process = north\n" SHARING_LONG_LIFE "http = 127.0.0.1:%u\n",
             asking_port);
    sharing_begin(&talon, &server, lines);
    sharing_await(&talon, "north (this one)");
    sharing_begin(&other, &server, "process = south\n" SHARING_LONG_LIFE);
    sharing_await(&other, "north");
    return 0;
}

static int end(void **state)
{
    if (*other.folder != '\0')
        daemon_finish(&other);
    other = (struct daemon){0};
    return served_daemon_end(state);
}

static double number_in(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsNumber(item))
        fail_msg("no number %s", key);
    return item->valuedouble;
}

static const char *text_in(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

/* Both are told the same of the one lease, but for whose it is. */
static void look(const struct daemon *daemon, bool ours)
{
    char text[4096];
    assert_int_equal(daemon_ctl(daemon, "fleet --json", text, sizeof(text)), 0);
    cJSON *result = cJSON_Parse(text);
    const cJSON *leases = cJSON_GetObjectItemCaseSensitive(result, "leases");
    assert_int_equal(cJSON_GetArraySize(leases), 1);
    const cJSON *lease = cJSON_GetArrayItem(leases, 0);
    assert_string_equal(text_in(lease, "network"), "test");
    assert_string_equal(text_in(lease, "process"), "north");
    assert_int_equal(strlen(text_in(lease, "id")), 32);
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(lease, "ours")), ours);
    assert_true(number_in(lease, "epoch") == 1);
    assert_true(number_in(lease, "held_ms") >= 0);
    assert_true(number_in(lease, "left_ms") <= LIFE);
    assert_true(number_in(lease, "renewed_ms") >= 0);
    assert_true(number_in(lease, "left_ms") + number_in(lease, "renewed_ms") >= LIFE);
    assert_true(number_in(result, "queue") >= 0);
    cJSON_Delete(result);
}

static void the_fleet_is_told(void **state)
{
    char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    look(&talon, true);
    look(&other, false);
    assert_int_equal(daemon_ctl(&talon, "fleet", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "renewed"));
    assert_non_null(strstr(text, " ms ago"));
    assert_non_null(strstr(text, "lines of this process wait"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

static void leases_are_measured(void **state)
{
    static const char held[] = "talon_lease_held_seconds{network=\"test\",lease=\"test\"}";
    (void)state;
    if (server.pid == 0)
        skip();
    assert_true(asking_measured("talon_network_lease{network=\"test\",lease=\"test\"}") == 1);
    double before = asking_measured(held);
    assert_true(before >= 0);
    sharing_await(&other, "north"); /* some time goes by */
    assert_true(asking_measured(held) > before);
    assert_true(asking_measured("talon_leases_wanted") == 1);
    assert_true(asking_measured("talon_leases_had") == 1);
    assert_true(asking_measured("talon_lease_holds") >= 0);
    assert_true(asking_measured("talon_lease_renewed_seconds") >= 0);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

/* What the dashboard and the alert rules ask of leases; test_metrics.c has all else. */
static void the_dashboard_asks_for_leases(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    asking_expect_names(getenv("TALON_DASHBOARD"), true, 5);
    asking_expect_names(getenv("TALON_ALERTS"), true, 3);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_fleet_is_told, begin, end),
        cmocka_unit_test_setup_teardown(leases_are_measured, begin, end),
        cmocka_unit_test_setup_teardown(the_dashboard_asks_for_leases, begin, end),
    };
    return cmocka_run_group_tests(tests, sharing_open_shared, served_daemon_close);
}
