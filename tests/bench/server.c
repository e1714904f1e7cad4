#include "server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "measure.h"

bool server_init(struct server *server, unsigned burst, unsigned rate)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    *server = (struct server){.fd = -1, .burst = burst, .rate = rate, .allowance = burst};
    server->judged = measure_now();
    server->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server->listening < 0 ||
        bind(server->listening, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(server->listening, 1) != 0 ||
        getsockname(server->listening, (struct sockaddr *)&address, &size) != 0)
        return false;
    server->port = ntohs(address.sin_port);
    return true;
}

void server_finish(struct server *server)
{
    if (server->fd >= 0)
        close(server->fd);
    if (server->listening >= 0)
        close(server->listening);
    free(server->out);
}

static bool put(struct server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool put(struct server *server, const char *format, ...)
{
    char line[600];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof(line) - 2, format, list);
    va_end(list);
    memcpy(line + length, "\r\n", 2);
    length += 2;
    if (server->waiting + (size_t)length > server->room) {
        size_t room = server->room * 2 + sizeof(line);
        char *out = realloc(server->out, room);
        if (out == NULL)
            return false;
        server->out = out;
        server->room = room;
    }
    memcpy(server->out + server->waiting, line, (size_t)length);
    server->waiting += (size_t)length;
    return true;
}

bool server_say(struct server *server, char player, unsigned channel, const char *text)
{
    return put(server, ":%c%u!u@%c%u.example PRIVMSG #c%u :%s", player, channel, player, channel,
               channel, text);
}

static void welcome(struct server *server)
{
    put(server, ":s 001 talon :welcome");
    put(server, ":s 005 talon CASEMAPPING=ascii CHANTYPES=# NICKLEN=20 TARGMAX=JOIN: :are "
                "supported");
    put(server, ":s 376 talon :end");
}

static void join(struct server *server, char *list)
{
    char *rest = NULL;
    for (char *name = strtok_r(list, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        put(server, ":talon!t@talon.example JOIN %s", name);
        put(server, ":s 353 talon = %s :talon @a%s b%s", name, name + 2, name + 2);
        put(server, ":s 366 talon %s :end", name);
        server->joined++;
    }
}

/* A bucket that fills at the rate. */
static void judge(struct server *server)
{
    double now = measure_now();
    server->allowance += (now - server->judged) * server->rate;
    if (server->allowance > server->burst)
        server->allowance = server->burst;
    server->judged = now;
    server->allowance -= 1;
    if (server->allowance < 0) {
        server->allowance = 0;
        server->excess++;
    }
}

static void take(struct server *server, char *line)
{
    if (strncmp(line, "CAP LS", 6) == 0) {
        put(server, ":s CAP * LS :multi-prefix");
    } else if (strncmp(line, "CAP REQ :", 9) == 0) {
        put(server, ":s CAP * ACK :%s", line + 9);
    } else if (strcmp(line, "CAP END") == 0) {
        welcome(server);
    } else if (strncmp(line, "PING ", 5) == 0) {
        put(server, ":s PONG s %s", line + 5);
    } else if (strncmp(line, "JOIN ", 5) == 0) {
        judge(server);
        join(server, line + 5 + (line[5] == ':'));
    } else if (strncmp(line, "PRIVMSG ", 8) == 0 || strncmp(line, "NOTICE ", 7) == 0) {
        judge(server);
        char *target = strchr(line, ' ') + 1, *text = strstr(target, " :");
        if (text != NULL && server->said != NULL) {
            *text = '\0';
            server->said(server->arg, target, text + 2);
        }
    }
}

static bool receive(struct server *server)
{
    ssize_t got = read(server->fd, server->in + server->got, sizeof(server->in) - 1 - server->got);
    if (got <= 0)
        return false;
    server->got += (size_t)got;
    server->in[server->got] = '\0';
    char *line = server->in;
    for (char *end = strstr(line, "\r\n"); end != NULL; end = strstr(line, "\r\n")) {
        *end = '\0';
        take(server, line);
        line = end + 2;
    }
    server->got -= (size_t)(line - server->in);
    memmove(server->in, line, server->got);
    return true;
}

static bool transmit(struct server *server)
{
    ssize_t sent = send(server->fd, server->out, server->waiting, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0)
        return false;
    server->waiting -= (size_t)sent;
    memmove(server->out, server->out + sent, server->waiting);
    return true;
}

bool server_turn(struct server *server, int milliseconds)
{
    bool there = server->fd >= 0;
    struct pollfd poll_fd = {.fd = there ? server->fd : server->listening, .events = POLLIN};
    int on = 1;
    if (there && server->waiting > 0)
        poll_fd.events |= POLLOUT;
    if (poll(&poll_fd, 1, milliseconds) <= 0)
        return true;
    if (!there) {
        server->fd = accept(server->listening, NULL, NULL);
        return server->fd >= 0 &&
               setsockopt(server->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0;
    }
    if ((poll_fd.revents & POLLOUT) != 0 && !transmit(server))
        return false;
    return (poll_fd.revents & (POLLIN | POLLHUP)) == 0 || receive(server);
}
