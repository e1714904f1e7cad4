/* What a connection remembers over restarts (adapters/irc/wire/state.c): the host keeps it, and
 * what earlier versions wrote to files of `state_dir` is taken over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "irc_loop.h"

#define HELLO                                                                                      \
    ":s 001 talon :hi\r\n:s 005 talon PREFIX=(ov)@+ CHANTYPES=# :are\r\n:s 376 talon :end\r\n"

static char folder[] = "/tmp/talon-state-XXXXXX";
static char port[16];
static int listener;

static void path_of(char path[64], const char *name)
{
    snprintf(path, 64, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[64];
    path_of(path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool is_file(const char *name)
{
    char path[64];
    path_of(path, name);
    return access(path, F_OK) == 0;
}

static const char *const *keys(void)
{
    static const char *values[] = {"host", "127.0.0.1", "port", port, "tls",
                                   "off",  "state_dir", folder, NULL};
    return values;
}

/* The adapter comes to a server that says these lines. */
static int welcome(const char *lines)
{
    int fd = irc_loop_accept(listener);
    assert_int_equal(send(fd, lines, strlen(lines), MSG_NOSIGNAL), strlen(lines));
    irc_loop_event("CONNECTED *");
    return fd;
}

static void leave(int fd)
{
    assert_int_equal(close(fd), 0);
    irc_loop_finish();
}

/* A channel that invited us is joined again after a restart, until we are kicked out of it. */
static void an_invitation_is_kept(void **state)
{
    (void)state;
    static const char in_new[] = ":talon!t@h JOIN #new\r\n:s 353 talon = #new :@op talon\r\n"
                                 ":s 366 talon #new :end\r\n";
    char lines[512];
    snprintf(lines, sizeof(lines), "%s:op!a@h INVITE talon #new\r\n%s", HELLO, in_new);
    irc_loop_init(keys());
    int fd = welcome(lines);
    irc_loop_event("ENTERED #new *");
    irc_loop_event("JOIN #new @op*");
    while (irc_loop_kept("invited") == NULL)
        irc_loop_turn();
    leave(fd);
    assert_string_equal(irc_loop_kept("invited"), "#new h\n");
    assert_false(is_file("invited-test"));
    snprintf(lines, sizeof(lines), "%s%s:op!a@h KICK #new talon :no\r\n", HELLO, in_new);
    irc_loop_again(keys());
    fd = welcome(lines);
    irc_loop_event("ENTERED #new *");
    irc_loop_event("REMOVED #new *");
    leave(fd);
    assert_string_equal(irc_loop_kept("invited"), "");
}

/* The files of an earlier version are read once. They go when the host surely has their texts. */
static void files_are_taken_over(void **state)
{
    (void)state;
    write_file("invited-test", "#old h\n");
    write_file("sts-127.0.0.1", "port=7000 duration=10 expires=1000\n"); /* is over */
    irc_loop_init(keys());
    int fd = welcome(HELLO ":talon!t@h JOIN #old\r\n");
    irc_loop_event("ENTERED #old *");
    leave(fd);
    assert_string_equal(irc_loop_kept("invited"), "#old h\n");
    assert_string_equal(irc_loop_kept("sts-127.0.0.1"), "port=7000 duration=10 expires=1000\n");
    assert_true(is_file("invited-test") && is_file("sts-127.0.0.1"));
    irc_loop_keep("invited", "");
    irc_loop_again(keys());
    leave(welcome(HELLO));
    assert_string_equal(irc_loop_kept("invited"), "");
    assert_false(is_file("invited-test") || is_file("sts-127.0.0.1"));
}

/* A policy that was kept has us come by TLS, to its port. */
static void a_policy_is_kept(void **state)
{
    (void)state;
    char record[96];
    char before[16];
    snprintf(before, sizeof(before), "%s", port);
    snprintf(record, sizeof(record), "port=%s duration=300 expires=4000000000\n", port);
    irc_loop_init(keys());
    leave(welcome(HELLO));
    irc_loop_keep("sts-127.0.0.1", record);
    snprintf(port, sizeof(port), "1"); /* where nobody listens */
    irc_loop_again(keys());
    int fd = irc_loop_accept(listener);
    unsigned char byte = 0;
    while (recv(fd, &byte, 1, MSG_DONTWAIT) != 1)
        irc_loop_turn();
    assert_int_equal(byte, 0x16); /* a handshake of TLS */
    leave(fd);
    snprintf(port, sizeof(port), "%s", before);
}

static int setup(void **state)
{
    (void)state;
    listener = mkdtemp(folder) != NULL ? irc_loop_listener(port) : -1;
    return listener < 0;
}

static int teardown(void **state)
{
    (void)state;
    return close(listener) + rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_invitation_is_kept),
        cmocka_unit_test(files_are_taken_over),
        cmocka_unit_test(a_policy_is_kept),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
