#include "beside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FILES = 100,  /* beside the sockets */
    WAITING = 512 /* who has not been accepted yet */
};

char beside_folder[MEASURE_PATH], beside_path[MEASURE_PATH + 16];
int beside_orders[2], beside_answers[2];

void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

void write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        struct pollfd one = {.fd = fd, .events = POLLOUT};
        must(written >= 0 || errno == EAGAIN, "nothing can be written");
        if (written < 0)
            poll(&one, 1, -1);
        length -= written > 0 ? (size_t)written : 0;
        bytes += written > 0 ? written : 0;
    }
}

void beside_init(unsigned sockets)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    must(limit.rlim_cur > sockets + FILES, "too few files may be open");
    must(measure_folder(beside_folder), "no folder");
    snprintf(beside_path, sizeof(beside_path), "%s/socket", beside_folder);
    must(strlen(beside_path) < sizeof((struct sockaddr_un *)NULL)->sun_path, "$TMPDIR is too long");
}

pid_t beside_begin(void (*run)(void))
{
    must(pipe(beside_orders) == 0 && pipe(beside_answers) == 0, "no pipes");
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run();
        _exit(0);
    }
    return child;
}

void beside_end(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    unlink(beside_path);
    for (unsigned i = 0; i < 2; i++) {
        close(beside_orders[i]);
        close(beside_answers[i]);
    }
}

void beside_finish(void)
{
    measure_folder_remove(beside_folder);
}

void beside_order(const void *order, size_t size)
{
    must(write(beside_orders[1], order, size) == (ssize_t)size, "the other process is gone");
}

void beside_answer(const void *answer, size_t size)
{
    write_all(beside_answers[1], answer, size);
}

void beside_await(void *answer, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t more = read(beside_answers[0], (char *)answer + got, size - got);
        must(more > 0, "the other process is gone");
        got += (size_t)more;
    }
}

static struct sockaddr_un address(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, beside_path, strlen(beside_path) + 1);
    return name;
}

int beside_listen(void)
{
    const struct sockaddr_un at = address();
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    must(bind(fd, (const struct sockaddr *)&at, sizeof(at)) == 0 && listen(fd, WAITING) == 0,
         "the baseline cannot listen");
    return fd;
}

int beside_come(void)
{
    const struct sockaddr_un at = address();
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    must(fd >= 0 && connect(fd, (const struct sockaddr *)&at, sizeof(at)) == 0, "nobody listens");
    return fd;
}
