/* A server that asks and does not read what we answer: the connection ends, and the log says why;
 * one that asks whether we are there costs no memory. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "irc_loop.h"

/* Accepts the bot and welcomes it. Without a welcome it gives up after a minute, and the flood may
 * take longer. */
static int welcomed(int listener)
{
    static const char welcome[] = ":s 001 talon :Hi\r\n:s 422 talon :No MOTD\r\n";
    int client = irc_loop_accept(listener);
    assert_int_equal(send(client, welcome, sizeof(welcome) - 1, MSG_NOSIGNAL), sizeof(welcome) - 1);
    irc_loop_event("CONNECTED *");
    return client;
}

/* Sends it again and again, never reading, until `bytes` are gone or a warning came. */
static void flood(int client, const char *line, size_t bytes)
{
    char many[1 << 14] = "";
    while (strlen(many) + strlen(line) < sizeof(many))
        strcat(many, line);
    size_t length = strlen(many);
    for (size_t sent = 0, at = 0; sent < bytes && *irc_loop_warning == '\0';) {
        ssize_t more = send(client, many + at, length - at, MSG_NOSIGNAL);
        sent += more > 0 ? (size_t)more : 0;
        at = more > 0 ? (at + (size_t)more) % length : at;
        irc_loop_turn();
    }
}

static void answers_that_nobody_reads(void **state)
{
    (void)state;
    char port[16];
    int listener = irc_loop_listener(port);
    irc_loop_listen("the server wants more answers than it reads");
    irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls", "off"));
    int client = irc_loop_accept(listener);
    flood(client, ":s CAP * LS :batch server-time message-tags\r\n", SIZE_MAX);
    assert_string_not_equal(irc_loop_warning, "");
    close(client);
    irc_loop_finish();
    irc_loop_listen(NULL);
    close(listener);
}

static void pings_that_nobody_reads_for(void **state)
{
    (void)state;
    char port[16];
    int listener = irc_loop_listener(port);
    irc_loop_listen("connection lost");
    irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls", "off"));
    int client = welcomed(listener);
    size_t before = mallinfo2().uordblks;
    flood(client, "PING :0123456789012345678901234567890123456789\r\n", 8 << 20);
    assert_string_equal(irc_loop_warning, "");
    size_t after = mallinfo2().uordblks;
    assert_in_range(after > before ? after - before : 0, 0, 256 << 10);
    close(client);
    irc_loop_finish();
    irc_loop_listen(NULL);
    close(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_that_nobody_reads),
        cmocka_unit_test(pings_that_nobody_reads_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
