/* A server that wants TLS (sts) and has none just now: we come again by TLS, and ask in plain text
 * only after some tries. Nothing but the registration is ever said in plain text. */
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

#include "rig.h"

static int listen_at(unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

/* 0 or 1: which of both they came to. */
static unsigned wait_for_client(struct rig *rig, const int fds[2], int *client)
{
    for (;;) {
        rig_turn(rig);
        for (unsigned i = 0; i < 2; i++) {
            *client = accept4(fds[i], NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (*client >= 0)
                return i;
        }
    }
}

static void test_tls_is_down(void **state)
{
    (void)state;
    struct rig rig;
    unsigned ports[2];
    const int fds[2] = {listen_at(&ports[0]), listen_at(&ports[1])};
    char port[16];
    char offer[64];
    char came[16] = "";
    snprintf(port, sizeof port, "%u", ports[0]);
    snprintf(offer, sizeof offer, ":s CAP * LS :sts=port=%u\r\n", ports[1]);
    rig_init(&rig, (const char *[]){"host", "127.0.0.1", "port", port, "tls", "off",
                                    "reconnect_min", "1", "reconnect_max", "1", NULL});
    while (strlen(came) < 8) {
        int client;
        unsigned which = wait_for_client(&rig, fds, &client);
        strcat(came, which ? "T" : "p");
        if (which == 0)
            assert_int_equal(send(client, offer, strlen(offer), MSG_NOSIGNAL), strlen(offer));
        char byte;
        while (which == 0 && recv(client, &byte, 1, 0) != 0) /* until they hang up */
            rig_turn(&rig);
        close(client); /* and no TLS */
    }
    assert_string_equal(came, "pTTTTTpT");
    rig_finish(&rig);
    close(fds[0]);
    close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tls_is_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
