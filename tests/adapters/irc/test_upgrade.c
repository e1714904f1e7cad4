/* A server that wants TLS (sts) and has none: we come again by TLS alone, however often that fails,
 * and what it was told in plain text is no password. */
#define _GNU_SOURCE /* accept4 */
#include <netinet/in.h>
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

/* 0 or 1: which of both they came to. */
static unsigned wait_for_client(const int fds[2], int *client)
{
    for (;;) {
        irc_loop_turn();
        for (unsigned i = 0; i < 2; i++) {
            *client = accept4(fds[i], NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (*client >= 0)
                return i;
        }
    }
}

static void a_tls_port_that_is_down_is_tried_again(void **state)
{
    (void)state;
    char ports[2][16];
    const int fds[2] = {irc_loop_listener(ports[0]), irc_loop_listener(ports[1])};
    char offer[64];
    char came[16] = "";
    snprintf(offer, sizeof(offer), ":s CAP * LS :sts=port=%s\r\n", ports[1]);
    irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", ports[0], "tls", "off", "reconnect_min",
                           "1", "reconnect_max", "1"));
    while (strlen(came) < 8) {
        int client;
        unsigned which = wait_for_client(fds, &client);
        strcat(came, which ? "T" : "p");
        if (which == 0)
            assert_int_equal(send(client, offer, strlen(offer), MSG_NOSIGNAL), strlen(offer));
        char byte;
        while (which == 0 && recv(client, &byte, 1, 0) != 0) /* until they hang up */
            irc_loop_turn();
        close(client); /* and no TLS */
    }
    assert_string_equal(came, "pTTTTTTT");
    irc_loop_finish();
    close(fds[0]);
    close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_tls_port_that_is_down_is_tried_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
