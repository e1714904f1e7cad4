/* Two daemons on one machine by the examples of config/fleet/: but for the places of the server and
 * of the network they are as they stand there. On a real ngircd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"

static struct daemon south;

static bool begins(const char *line, const char *key)
{
    return strncmp(line, key, strlen(key)) == 0;
}

/* What differs here from the example: where things are. */
static void write_line(FILE *out, const char *line, const struct daemon *daemon)
{
    if (begins(line, "database = ")) {
        fprintf(out, "database = %s\ncontrol_socket = %s-control\n", daemon_server,
                daemon->database);
    } else if (begins(line, "http = "))
        fprintf(out, "http = unix:%s/http\n", daemon->folder);
    else if (begins(line, "host = "))
        fprintf(out, "host = 127.0.0.1\nport = %u\ntls = off\nflood_rate = 0\n", server.port);
    else
        fputs(line, out);
}

static void start(struct daemon *daemon, const char *name)
{
    char path[512], line[512];
    assert_true(daemon_init(daemon, &server, false, ""));
    snprintf(path, sizeof(path), "%s/%s", getenv("TALON_FLEET"), name);
    FILE *example = fopen(path, "r");
    FILE *out = fopen(daemon->config, "w");
    assert_true(example != NULL && out != NULL);
    while (fgets(line, sizeof(line), example) != NULL)
        write_line(out, line, daemon);
    fclose(example);
    assert_int_equal(fclose(out), 0);
    snprintf(path, sizeof(path), "%s/password", daemon->folder);
    snprintf(line, sizeof(line), "%s/database-password", daemon->folder);
    assert_int_equal(rename(path, line), 0);
    assert_true(daemon_start(daemon));
}

static void end(struct daemon *daemon)
{
    char path[96];
    snprintf(path, sizeof(path), "%s/database-password", daemon->folder);
    unlink(path);
    snprintf(path, sizeof(path), "%s/http", daemon->folder);
    unlink(path);
    daemon_finish(daemon);
}

static int go(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    seated_go();
    end(&talon);
    end(&south);
    return 0;
}

static bool there(const struct daemon *daemon, const char *name)
{
    char path[96];
    struct stat found;
    snprintf(path, sizeof(path), "%s%s", daemon->folder, name);
    return stat(path, &found) == 0;
}

static void one_plays_on_where_the_other_was(void **state)
{
    char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    sharing_fresh();
    seated_come();
    start(&talon, "north.conf");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    start(&south, "south.conf");
    sharing_await(&south, "north");
    sharing_await(&talon, "north (this one)");
    assert_true(there(&talon, "/http") && there(&south, "/http"));

    daemon_kill(&talon);
    seated_expect("talon*");
    guest_draw(seated.alice, seated.bob);
    sharing_await(&south, "south (this one)");
    assert_true(daemon_start(&talon));
    sharing_await(&talon, "south");
    assert_int_equal(daemon_tool_by_config(&talon, "check-db", text, sizeof(text)), 0);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&south), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_plays_on_where_the_other_was, go),
    };
    return cmocka_run_group_tests(tests, sharing_open_shared, served_daemon_close);
}
