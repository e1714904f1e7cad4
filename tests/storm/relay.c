#include "relay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HELD_MS = 30 }; /* that a line waits for the one that goes before it */
enum { END = 'e', CUT = 'c' };

/* -- the ends -- */

static struct sockaddr_in loopback(unsigned port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static bool send_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* What the bot said last was said, though it is gone. */
static void hang_up(struct relay *relay)
{
    char bytes[4096];
    ssize_t got = 1;
    while (relay->bot >= 0 && relay->server >= 0 && got > 0) {
        got = recv(relay->bot, bytes, sizeof(bytes), MSG_DONTWAIT);
        if (got > 0 && !send_all(relay->server, bytes, (size_t)got))
            break;
    }
    if (relay->bot >= 0)
        close(relay->bot);
    if (relay->server >= 0)
        close(relay->server);
    relay->bot = relay->server = -1;
    relay->got = relay->kept = 0;
}

static void take_bot(struct relay *relay)
{
    const int on = 1;
    struct sockaddr_in address = loopback(relay->upstream);
    hang_up(relay);
    relay->bot = accept(relay->listening, NULL, NULL);
    if (relay->bot < 0)
        return;
    relay->server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (relay->server < 0 ||
        connect(relay->server, (struct sockaddr *)&address, sizeof(address)) != 0) {
        hang_up(relay);
        return;
    }
    setsockopt(relay->bot, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    setsockopt(relay->server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/* -- what people say -- */

static bool happens(struct relay *relay, unsigned percent)
{
    relay->random = relay->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(relay->random >> 33) % 100 < percent;
}

/* ":nick!user@host PRIVMSG target :text" */
static bool is_said(const char *line, size_t length)
{
    char head[256];
    snprintf(head, sizeof(head), "%.*s", (int)(length < 255 ? length : 255), line);
    const char *verb = strchr(head, ' ');
    return head[0] == ':' && verb != NULL && strncmp(verb, " PRIVMSG ", 9) == 0 &&
           memchr(head, '!', (size_t)(verb - head)) != NULL;
}

static bool pass(struct relay *relay, const char *line, size_t length, bool said)
{
    if (said)
        fwrite(line, 1, length, relay->book);
    return send_all(relay->bot, line, length);
}

static bool let_go(struct relay *relay)
{
    size_t length = relay->kept;
    relay->kept = 0;
    return length == 0 || pass(relay, relay->held, length, true);
}

/* One line with its end. */
static bool take(struct relay *relay, const char *line, size_t length)
{
    if (!is_said(line, length))
        return let_go(relay) && pass(relay, line, length, false);
    if (relay->kept == 0 && happens(relay, atomic_load(&relay->swapped))) {
        memcpy(relay->held, line, length);
        relay->kept = length;
        return true;
    }
    relay->reordered += relay->kept > 0;
    bool good = pass(relay, line, length, true);
    if (happens(relay, atomic_load(&relay->twice))) {
        relay->repeated++;
        good = good && pass(relay, line, length, true);
    }
    return good && let_go(relay);
}

static bool from_server(struct relay *relay)
{
    ssize_t got =
        recv(relay->server, relay->in + relay->got, sizeof(relay->in) - relay->got, MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    relay->got += (size_t)got;
    const char *line = relay->in, *end = NULL;
    size_t left = relay->got;
    while ((end = memchr(line, '\n', left)) != NULL) {
        size_t length = (size_t)(end - line) + 1;
        if (!take(relay, line, length))
            return false;
        line += length;
        left -= length;
    }
    memmove(relay->in, line, left);
    relay->got = left;
    return left < sizeof(relay->in); /* no line is as long */
}

static bool from_bot(struct relay *relay)
{
    char bytes[4096];
    ssize_t got = recv(relay->bot, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    return send_all(relay->server, bytes, (size_t)got);
}

/* -- the thread -- */

static void *run(void *arg)
{
    struct relay *relay = arg;
    for (;;) {
        struct pollfd fds[] = {{relay->wake[0], POLLIN, 0},
                               {relay->listening, POLLIN, 0},
                               {relay->bot, POLLIN, 0},
                               {relay->server, POLLIN, 0}};
        int ready = poll(fds, 4, relay->kept > 0 ? HELD_MS : -1);
        bool good = ready != 0 || let_go(relay);
        if (fds[0].revents != 0) {
            char word = END;
            if (read(relay->wake[0], &word, 1) != 1 || word == END)
                return NULL;
            good = false;
        }
        if (good && fds[1].revents != 0) {
            take_bot(relay);
            continue;
        }
        good = good && (fds[2].revents == 0 || from_bot(relay));
        good = good && (fds[3].revents == 0 || from_server(relay));
        if (!good)
            hang_up(relay);
    }
}

bool relay_open(struct relay *relay, unsigned upstream, uint64_t seed)
{
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof(address);
    *relay = (struct relay){
        .upstream = upstream, .random = seed, .bot = -1, .server = -1, .wake = {-1, -1}};
    relay->book = tmpfile();
    relay->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (relay->book == NULL || relay->listening < 0 ||
        bind(relay->listening, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(relay->listening, 4) != 0 ||
        getsockname(relay->listening, (struct sockaddr *)&address, &size) != 0 ||
        pipe(relay->wake) != 0)
        return false;
    relay->port = ntohs(address.sin_port);
    return pthread_create(&relay->thread, NULL, run, relay) == 0;
}

static bool tell(struct relay *relay, char word)
{
    return write(relay->wake[1], &word, 1) == 1;
}

void relay_cut(struct relay *relay)
{
    (void)tell(relay, CUT);
}

void relay_close(struct relay *relay)
{
    if (tell(relay, END))
        pthread_join(relay->thread, NULL);
    hang_up(relay);
    close(relay->listening);
    close(relay->wake[0]);
    close(relay->wake[1]);
}

void relay_finish(struct relay *relay)
{
    if (relay->book != NULL)
        fclose(relay->book);
    relay->book = NULL;
}
