#define _DEFAULT_SOURCE
#include "irc_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fnmatch.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/ssl.h>

#include "base/text.h"
#include "tests/leak/leak.h"

enum { SHOWN = 20 };

struct irc_client {
    int fd;
    SSL_CTX *context;
    SSL *ssl; /* NULL: plain */
    bool gone;
    void (*seen)(void *arg, const char *line);
    void *arg;
    size_t start, end; /* of what is read and not yet given out */
    char bytes[65536];
    char line[IRC_CLIENT_LINE];
    unsigned shown; /* lines in `last` */
    char last[SHOWN][256];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void set_quick(int fd)
{
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

/* `files`: of our certificate and its key; NULL: we show none. */
static bool start_tls(struct irc_client *client, const struct irc_client_files *files)
{
    client->context = SSL_CTX_new(TLS_client_method());
    if (!client->context)
        return false;
    SSL_CTX_set_mode(client->context, SSL_MODE_AUTO_RETRY);
    if (files &&
        (SSL_CTX_use_certificate_file(client->context, files->certificate, SSL_FILETYPE_PEM) != 1 ||
         SSL_CTX_use_PrivateKey_file(client->context, files->key, SSL_FILETYPE_PEM) != 1))
        return false;
    client->ssl = SSL_new(client->context);
    return client->ssl && SSL_set_fd(client->ssl, client->fd) && SSL_connect(client->ssl) == 1;
}

static struct irc_client *open_port(unsigned port, bool tls, const struct irc_client_files *files)
{
    struct irc_client *client = calloc(1, sizeof(*client));
    if (!client)
        return NULL;
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = IRC_CLIENT_PATIENCE /
                                         1000}; /* a server that hangs fails the test */
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd >= 0) {
        setsockopt(client->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
        setsockopt(client->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    }
    if (client->fd < 0 || connect(client->fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        (tls && !start_tls(client, files))) {
        fprintf(stderr, "irc_client: cannot connect to port %u\n", port);
        irc_client_close(client);
        return NULL;
    }
    set_quick(client->fd);
    return client;
}

struct irc_client *irc_client_open(unsigned port, bool tls)
{
    return open_port(port, tls, NULL);
}

void irc_client_close(struct irc_client *client)
{
    if (!client)
        return;
    SSL_free(client->ssl);
    SSL_CTX_free(client->context);
    if (client->fd >= 0)
        close(client->fd);
    free(client);
}

static bool write_all(struct irc_client *client, const char *bytes, size_t length)
{
    while (length > 0 && !client->gone) {
        ssize_t sent = client->ssl ? SSL_write(client->ssl, bytes, (int)length)
                                   : send(client->fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) {
            client->gone = true;
            break;
        }
        bytes += sent;
        length -= (size_t)sent;
    }
    return !client->gone;
}

bool irc_client_send(struct irc_client *client, const char *format, ...)
{
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof(line) - 2, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof(line) - 2)
        return false;
    memcpy(line + length, "\r\n", 2);
    return write_all(client, line, (size_t)length + 2);
}

/* Reads once more; false when the deadline came or the connection went. */
static bool read_more(struct irc_client *client, int64_t deadline)
{
    if (client->start > 0) {
        memmove(client->bytes, client->bytes + client->start, client->end - client->start);
        client->end -= client->start;
        client->start = 0;
    }
    if (client->end == sizeof(client->bytes))
        client->gone = true;
    if (client->gone)
        return false;
    if (!client->ssl || SSL_pending(client->ssl) == 0) {
        int64_t left = deadline - now_ms();
        struct pollfd poller = {.fd = client->fd, .events = POLLIN};
        if (poll(&poller, 1, left > 0 ? (int)left : 0) <= 0)
            return false;
    }
    char *to = client->bytes + client->end;
    size_t room = sizeof(client->bytes) - client->end;
    ssize_t got =
        client->ssl ? SSL_read(client->ssl, to, (int)room) : recv(client->fd, to, room, 0);
    set_quick(client->fd); /* the kernel forgets QUICKACK */
    if (got <= 0) {
        client->gone = true;
        return false;
    }
    client->end += (size_t)got;
    return true;
}

/* As people read it: the marks by which a client is kept from ringing show nowhere. */
static void take_marks_out(char *line)
{
    char *to = line;
    for (const char *at = line; *at != '\0';) {
        size_t mark = text_mark(at, strlen(at));
        if (mark == 0)
            *to++ = *at++;
        at += mark;
    }
    *to = '\0';
}

static void note(struct irc_client *client)
{
    take_marks_out(client->line);
    snprintf(client->last[client->shown++ % SHOWN], sizeof(client->last[0]), "%.255s",
             client->line);
    leak_heard(client->line);
    if (client->seen)
        client->seen(client->arg, client->line);
    if (strncmp(client->line, "PING ", 5) == 0)
        irc_client_send(client, "PONG %s", client->line + 5);
}

static const char *line_until(struct irc_client *client, int64_t deadline)
{
    for (;;) {
        char *start = client->bytes + client->start;
        char *end = memchr(start, '\n', client->end - client->start);
        if (end) {
            size_t length = (size_t)(end - start);
            client->start += length + 1;
            length -= length > 0 && start[length - 1] == '\r';
            length = length < sizeof(client->line) ? length : sizeof(client->line) - 1;
            memcpy(client->line, start, length);
            client->line[length] = '\0';
            note(client);
            return client->line;
        }
        if (!read_more(client, deadline))
            return NULL;
    }
}

const char *irc_client_line(struct irc_client *client, int milliseconds)
{
    return line_until(client, now_ms() + milliseconds);
}

/* `before`: of lines that had come when the wait began. */
static void tell_missed(const struct irc_client *client, const char *pattern, unsigned before)
{
    fprintf(stderr, "irc_client: no line matches '%s'%s; instead:\n", pattern,
            client->gone ? " (connection gone)" : "");
    unsigned first = client->shown > SHOWN ? client->shown - SHOWN : 0;
    for (unsigned i = first > before ? first : before; i < client->shown; i++)
        fprintf(stderr, "  %s\n", client->last[i % SHOWN]);
}

static const char *expect_either(struct irc_client *client, int milliseconds, const char *pattern,
                                 const char *other)
{
    int64_t deadline = now_ms() + milliseconds;
    unsigned before = client->shown;
    const char *line;
    while ((line = line_until(client, deadline))) {
        if (fnmatch(pattern, line, 0) == 0 || fnmatch(other, line, 0) == 0)
            return line;
    }
    tell_missed(client, pattern, before);
    return NULL;
}

const char *irc_client_expect(struct irc_client *client, int milliseconds, const char *pattern)
{
    return expect_either(client, milliseconds, pattern, pattern);
}

bool irc_client_expect_all(struct irc_client *client, int milliseconds, const char *const pattern[],
                           unsigned count, char line[][IRC_CLIENT_LINE])
{
    int64_t deadline = now_ms() + milliseconds;
    unsigned before = client->shown;
    unsigned come = 0;
    bool has[IRC_CLIENT_AWAITED] = {false};
    while (come < count && line_until(client, deadline)) {
        unsigned i = 0;
        while (i < count && (has[i] || fnmatch(pattern[i], client->line, 0) != 0))
            i++;
        if (i == count)
            continue;
        memcpy(line[i], client->line, strlen(client->line) + 1);
        has[i] = true;
        come++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!has[i])
            tell_missed(client, pattern[i], before);
    }
    return come == count;
}

bool irc_client_never(struct irc_client *client, const char *pattern)
{
    static unsigned count;
    char mark[64];
    int64_t deadline = now_ms() + IRC_CLIENT_PATIENCE;
    snprintf(mark, sizeof(mark), "* PONG *never-%u", ++count);
    irc_client_send(client, "PING :never-%u", count);
    const char *line;
    bool never = true;
    while ((line = line_until(client, deadline)) && fnmatch(mark, line, 0) != 0) {
        if (fnmatch(pattern, line, 0) == 0) {
            fprintf(stderr, "irc_client: unwanted line: %s\n", line);
            never = false;
        }
    }
    return never && line;
}

static struct irc_client *introduce(struct irc_client *client, const char *nick, const char *user)
{
    if (client && irc_client_send(client, "NICK %s", nick) &&
        irc_client_send(client, "USER %s 0 * :%s", user, nick))
        return client;
    irc_client_close(client);
    return NULL;
}

struct irc_client *irc_client_begin(unsigned port, bool tls, const char *nick, const char *user)
{
    return introduce(irc_client_open(port, tls), nick, user);
}

struct irc_client *irc_client_certified(unsigned port, const struct irc_client_files *files,
                                        const char *nick)
{
    return introduce(open_port(port, true, files), nick, nick);
}

bool irc_client_welcomed(struct irc_client *client)
{
    return client && expect_either(client, IRC_CLIENT_PATIENCE, "* 376 *", "* 422 *");
}

struct irc_client *irc_client_login(unsigned port, bool tls, const char *nick)
{
    struct irc_client *client = irc_client_begin(port, tls, nick, nick);
    if (irc_client_welcomed(client))
        return client;
    irc_client_close(client);
    return NULL;
}

void irc_client_watch(struct irc_client *client, void (*seen)(void *arg, const char *line),
                      void *arg)
{
    client->seen = seen;
    client->arg = arg;
}

int irc_client_fd(const struct irc_client *client)
{
    return client->fd;
}

bool irc_client_gone(const struct irc_client *client)
{
    return client->gone;
}
