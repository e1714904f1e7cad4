#include "echo.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct echo {
    int fd;
    const char *channel;
    char call[128];   /* " PRIVMSG #echo :!play" */
    char answer[512]; /* the whole line */
    int answer_length;
};

static bool say(const struct echo *echo, const char *line, size_t length)
{
    return write(echo->fd, line, length) == (ssize_t)length;
}

static bool hear(const struct echo *echo, const char *line)
{
    char reply[600];
    int length = 0;
    if (strstr(line, echo->call) != NULL)
        return say(echo, echo->answer, (size_t)echo->answer_length);
    if (strncmp(line, "PING ", 5) == 0)
        length = snprintf(reply, sizeof(reply), "PONG %s\r\n", line + 5);
    else if (strstr(line, " 001 ") != NULL)
        length = snprintf(reply, sizeof(reply), "JOIN %s\r\n", echo->channel);
    return length == 0 || say(echo, reply, (size_t)length);
}

static void run(const struct echo *echo)
{
    static const char hello[] = "NICK echo\r\nUSER echo 0 * :echo\r\n";
    char bytes[8192];
    size_t used = 0;
    if (!say(echo, hello, sizeof(hello) - 1))
        return;
    for (;;) {
        ssize_t got = read(echo->fd, bytes + used, sizeof(bytes) - 1 - used);
        if (got <= 0)
            return;
        used += (size_t)got;
        bytes[used] = '\0';
        char *line = bytes;
        for (char *end = strstr(line, "\r\n"); end != NULL; end = strstr(line, "\r\n")) {
            *end = '\0';
            if (!hear(echo, line))
                return;
            line = end + 2;
        }
        used -= (size_t)(line - bytes);
        memmove(bytes, line, used);
    }
}

static int reach(unsigned port)
{
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

pid_t echo_start(unsigned port, const char *channel, const char *answer)
{
    struct echo echo = {.fd = -1, .channel = channel};
    snprintf(echo.call, sizeof(echo.call), " PRIVMSG %s :!play", channel);
    echo.answer_length =
        snprintf(echo.answer, sizeof(echo.answer), "PRIVMSG %s :%s\r\n", channel, answer);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    echo.fd = reach(port);
    if (echo.fd >= 0)
        run(&echo);
    _exit(1);
}

void echo_stop(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
