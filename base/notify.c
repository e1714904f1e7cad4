#include "notify.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { EXTEND_EVERY = 5 /* seconds */ };

/* "/path", or "@name" for an abstract socket, whose name begins with a NUL. */
static bool find_address(const char *name, struct sockaddr_un *address, socklen_t *length)
{
    size_t size = strlen(name);
    if ((*name != '/' && *name != '@') || size < 2) {
        errno = EAFNOSUPPORT;
        return false;
    }
    if (size >= sizeof(address->sun_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, name, size);
    if (*name == '@')
        address->sun_path[0] = '\0';
    *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size + (*name == '/'));
    return true;
}

bool notify_send(const char *state)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address;
    socklen_t length;
    if (name == NULL || *name == '\0')
        return true;
    if (!find_address(name, &address, &length))
        return false;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    const struct timeval second = {.tv_sec = 1};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof(second));
    ssize_t sent;
    do {
        sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
                      length);
    } while (sent < 0 && errno == EINTR);
    int error = errno;
    close(fd);
    errno = error;
    return sent >= 0;
}

bool notify_reloading(void)
{
    char state[64];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof(state), "RELOADING=1\nMONOTONIC_USEC=%lld%06ld", (long long)now.tv_sec,
             now.tv_nsec / 1000);
    return notify_send(state);
}

void notify_extend(void)
{
    static time_t last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (last != 0 && now.tv_sec - last < EXTEND_EVERY)
        return;
    last = now.tv_sec;
    notify_send("EXTEND_TIMEOUT_USEC=60000000");
}

bool notify_status(const char *format, ...)
{
    char state[208] = "STATUS=";
    size_t start = strlen(state);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(state + start, sizeof(state) - start, format, arguments);
    va_end(arguments);
    for (char *c = state + start; *c != '\0'; c++) {
        if (iscntrl((unsigned char)*c))
            *c = ' ';
    }
    return notify_send(state);
}

static bool parse_number(const char *name, unsigned long long *number)
{
    const char *text = getenv(name);
    if (text == NULL || !isdigit((unsigned char)*text))
        return false;
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0;
}

uint64_t notify_watchdog(void)
{
    unsigned long long microseconds, pid;
    if (!parse_number("WATCHDOG_USEC", &microseconds) || microseconds == 0)
        return 0;
    if (getenv("WATCHDOG_PID") != NULL &&
        (!parse_number("WATCHDOG_PID", &pid) || pid != (unsigned long long)getpid()))
        return 0;
    uint64_t half = microseconds / 2000;
    return half ? half : 1;
}
