#include "asking.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cmocka.h>

#include "tests/real/irc_client.h"

char asking_page[ASKING_PAGE];
unsigned asking_port;

int asking_come(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)asking_port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
        return fd;
    close(fd);
    return -1;
}

/* All that comes until the daemon hangs up, which it does; closes. */
const char *asking_take(int fd)
{
    size_t length = 0;
    for (ssize_t got = 1; got > 0;) {
        struct pollfd one = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&one, 1, IRC_CLIENT_PATIENCE), 1);
        got = recv(fd, asking_page + length, sizeof(asking_page) - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
    }
    asking_page[length] = '\0';
    close(fd);
    return asking_page;
}

const char *asking_get(const char *request)
{
    int fd = asking_come();
    assert_true(fd >= 0);
    assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), strlen(request));
    return asking_take(fd);
}

const char *asking_body(void)
{
    const char *end_of_head = strstr(asking_page, "\r\n\r\n");
    assert_non_null(end_of_head);
    return end_of_head + 4;
}

double asking_measured(const char *name)
{
    char start[96];
    snprintf(start, sizeof(start), "\n%s ", name);
    asking_get("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
    const char *at = strstr(asking_page, start);
    if (at == NULL)
        fail_msg("no %s in %s", name, asking_page);
    return strtod(at + strlen(start), NULL);
}

void asking_expect_names(const char *path, bool leases, unsigned least)
{
    static char text[ASKING_PAGE];
    unsigned names = 0;
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof(text) - 1, file);
    assert_true(length < sizeof(text) - 1); /* it has been read whole */
    text[length] = '\0';
    fclose(file);
    asking_get("GET /metrics HTTP/1.1\r\n\r\n");
    for (const char *at = text; (at = strstr(at, "talon_")) != NULL;) {
        char name[96];
        size_t width = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        bool lease = strncmp(at, "talon_lease", 11) == 0;
        snprintf(name, sizeof(name), "\n%.*s", (int)width, at);
        const char *found = strstr(asking_page, name);
        while (found != NULL && strchr("{ ", found[width + 1]) == NULL)
            found = strstr(found + 1, name);
        if (lease == leases && found == NULL)
            fail_msg("%s names%s, which the daemon does not print", path, name);
        names += lease == leases;
        at += width;
    }
    assert_true(names >= least);
}
