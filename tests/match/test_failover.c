/* A match whose journal is in a PostgreSQL server that is known by its certificate alone, or that
 * has a standby which takes its place while they play; on a real ngircd. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/real/process.h"
#include "tests/real/tls_files.h"
#include "tests/storage/postgresql/pg_server.h"

static void deal(void)
{
    seated_come();
    sharing_begin(&talon, &server, "process = north\n"); /* replaced after a second and a half */
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
}

static void go(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

/* -- TLS -- */

static char own_ca[96]; /* folder of the server's */

static void secure(const char *ca, unsigned port)
{
    char host[32], parameters[200];
    snprintf(host, sizeof(host), "localhost:%u", port);
    snprintf(parameters, sizeof(parameters), "sslmode=verify-full&sslrootcert=%s/ca.crt", ca);
    sharing_fresh_by(host, parameters);
}

static void only_the_right_certificate_will_do(void **state)
{
    static char text[4096];
    char other[] = "/tmp/talon-other-ca-XXXXXX", one[TLS_FINGERPRINT], two[TLS_FINGERPRINT];
    (void)state;
    if (server.pid == 0)
        skip();
    unsigned port = pg_server_secure(own_ca, sizeof(own_ca));
    assert_non_null(mkdtemp(other));
    assert_true(tls_files_make(other, one, two));
    secure(own_ca, port);
    deal();
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(pg_server_number(daemon_server, "SELECT count(*) FROM pg_stat_ssl WHERE ssl"
                                                     " AND pid <> pg_backend_pid()"),
                     3); /* who writes, who reads, who renews */
    go();
    secure(other, port);
    assert_true(daemon_configure(&talon, &server, false, ""));
    assert_int_not_equal(daemon_tool(&talon, "check-db", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "SSL error")); /* "EVP lib": the names of both are the same */
    assert_true(tls_files_remove(other));
}

/* -- a standby -- */

static void begin_with_standby(bool synchronous)
{
    char parameters[300];
    const char *second = pg_server_follow(synchronous);
    snprintf(parameters, sizeof(parameters), "host=%s,%s&target_session_attrs=read-write", second,
             pg_server_folder());
    sharing_fresh_by("", parameters);
    deal();
}

static long moves(void)
{
    return pg_server_number(daemon_server, "SELECT count(*) FROM journal");
}

/* What was told is there, and nobody starts the daemon anew. */
static void with_a_synchronous_standby_nothing_is_lost(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    begin_with_standby(true);
    guest_draw(seated.alice, seated.bob);
    long before = moves();
    pg_server_kill();
    pg_server_promote();
    guest_draw(seated.alice, seated.bob);
    while (moves() <= before) /* the line may have been of the draw before */
        process_pause(10);
    assert_int_equal(waitpid(talon.pid, NULL, WNOHANG), 0);
    assert_false(daemon_logged(&talon, "has lost changes that it had acknowledged"));
    go();
    pg_server_stop();
}

/* Moves that were told and that the standby never had: the daemon says so and ends, and the next
 * start goes on from what there is. */
static void what_an_asynchronous_one_lacks_is_noticed(void **state)
{
    int status = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_with_standby(false);
    pg_server_follow_no_more();
    guest_draw(seated.alice, seated.bob);
    pg_server_kill();
    pg_server_promote();
    guest_say(seated.alice, "!draw");
    guest_say(seated.bob, "!draw");
    assert_int_equal(waitpid(talon.pid, &status, 0), talon.pid);
    talon.pid = 0;
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_true(daemon_logged(&talon, "the database has lost changes that it had acknowledged"));
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    seated_expect("talon");
    guest_draw(seated.alice, seated.bob);
    go();
    pg_server_stop();
}

int main(void)
{
    const struct CMUnitTest secured[] = {
        cmocka_unit_test_teardown(only_the_right_certificate_will_do, served_daemon_end),
    };
    const struct CMUnitTest standby[] = {
        cmocka_unit_test_teardown(with_a_synchronous_standby_nothing_is_lost, served_daemon_end),
        cmocka_unit_test_teardown(what_an_asynchronous_one_lacks_is_noticed, served_daemon_end),
    };
    int failed = cmocka_run_group_tests(secured, sharing_open, served_daemon_close);
    if (pg_server_there())
        pg_server_stop();
    return failed + cmocka_run_group_tests(standby, sharing_open, served_daemon_close);
}
