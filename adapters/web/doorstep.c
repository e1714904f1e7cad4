#include "doorstep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    AGAIN = 50, /* ms between two looks at an incomplete line */
    LOOKS = 20, /* looks at a line; then libwebsockets gets the connection, with its timeouts */
    UNREAD = 8  /* portions that we read and drop after a bad line */
};

struct doorstep {
    struct watch watch; /* first */
    struct timer timer; /* runs until the next look, or until we hang up */
    struct connection *connection;
    const struct doorstep_ends *ends;
    struct doorstep *next, *before; /* of httpd->waiting */
    int fd;
    unsigned looks;   /* how often we looked and found an incomplete line */
    unsigned handles; /* handles that are not closed yet */
};

/* -- a look -- */

enum line_sight { NOTHING, PART, GOOD, BAD, GONE };

static enum line_sight look_at_line(struct httpd *httpd, int fd)
{
    const char *text = (const char *)httpd->out;
    ssize_t got = recv(fd, httpd->out, PORTION, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return NOTHING;
    if (got <= 0)
        return GONE;
    const char *end = memchr(text, '\n', (size_t)got);
    if (end == NULL)
        return got < PORTION ? PART : GOOD; /* libwebsockets refuses a line that is too long */
    return request_line(text, (size_t)(end - text)) ? GOOD : BAD;
}

size_t doorstep_refusal(char out[DOORSTEP_REFUSAL])
{
    const struct head head = {.status = 400,
                              .type = "text/plain; charset=utf-8",
                              .length = sizeof(NO_REQUEST) - 1,
                              .close = true,
                              .now = time(NULL)};
    size_t length = head_write(&head, out);
    memcpy(out + length, NO_REQUEST, sizeof(NO_REQUEST) - 1);
    return length + sizeof(NO_REQUEST) - 1;
}

/* Answers 400. Reads and drops what has come: with unread bytes the kernel would reset the
 * connection, and the answer would be lost. */
static void refuse_line(struct httpd *httpd, int fd)
{
    char text[DOORSTEP_REFUSAL];
    size_t length = doorstep_refusal(text);
    send(fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    for (unsigned i = 0; i < UNREAD; i++) {
        if (recv(fd, httpd->out, PORTION, MSG_DONTWAIT) < PORTION)
            break;
    }
    shutdown(fd, SHUT_WR);
}

/* Acts on what a look at the request line showed. Returns false if the caller must look again. */
static bool act_on_sight(struct connection *connection, int fd, const struct doorstep_ends *ends,
                         enum line_sight sight)
{
    if (sight == NOTHING || sight == PART)
        return false;
    if (sight == GOOD) {
        ends->good(connection, fd);
        return true;
    }
    if (sight == BAD)
        refuse_line(connection->httpd, fd);
    close(fd);
    ends->gone(connection);
    return true;
}

/* -- waiting connections -- */

static void release_handle(struct doorstep *doorstep)
{
    if (--doorstep->handles == 0)
        free(doorstep);
}

static void on_watch_closed(struct watch *watch)
{
    release_handle((struct doorstep *)watch);
}

static struct doorstep *of_timer(struct timer *timer)
{
    return (struct doorstep *)((char *)timer - offsetof(struct doorstep, timer));
}

static void on_timer_closed(struct timer *timer)
{
    release_handle(of_timer(timer));
}

/* Stops watching the descriptor, which belongs to somebody else from now on. */
static void leave_doorstep(struct doorstep *doorstep)
{
    if (doorstep->before != NULL) {
        doorstep->before->next = doorstep->next;
    } else {
        doorstep->connection->httpd->waiting = doorstep->next;
    }
    if (doorstep->next != NULL)
        doorstep->next->before = doorstep->before;
    doorstep->handles = 2;
    watch_finish(&doorstep->watch, on_watch_closed);
    timer_finish(&doorstep->timer, on_timer_closed);
}

static void look_again(struct doorstep *doorstep)
{
    struct connection *connection = doorstep->connection;
    enum line_sight sight = look_at_line(connection->httpd, doorstep->fd);
    if (sight == PART && ++doorstep->looks == LOOKS)
        sight = GOOD;
    if (sight == PART) { /* the watch would wake us again and again: look later */
        watch_set(&doorstep->watch, 0);
        timer_set(&doorstep->timer, AGAIN);
    } else if (sight != NOTHING) {
        leave_doorstep(doorstep);
        act_on_sight(connection, doorstep->fd, doorstep->ends, sight);
    }
}

static void on_ready(struct watch *watch, int events)
{
    (void)events;
    look_again((struct doorstep *)watch);
}

static void on_timer(struct timer *timer)
{
    struct doorstep *doorstep = of_timer(timer);
    if (doorstep->looks > 0) {
        look_again(doorstep);
        return;
    }
    leave_doorstep(doorstep);
    act_on_sight(doorstep->connection, doorstep->fd, doorstep->ends, GONE);
}

void doorstep_wait(struct connection *connection, int fd, const struct doorstep_ends *ends)
{
    struct httpd *httpd = connection->httpd;
    if (act_on_sight(connection, fd, ends, look_at_line(httpd, fd)))
        return;
    struct doorstep *doorstep = calloc(1, sizeof(*doorstep));
    if (doorstep == NULL || !watch_init(httpd->setup.loop, &doorstep->watch, fd, on_ready)) {
        free(doorstep);
        act_on_sight(connection, fd, ends, GONE);
        return;
    }
    timer_init(httpd->setup.loop, &doorstep->timer, on_timer);
    doorstep->connection = connection;
    doorstep->ends = ends;
    doorstep->fd = fd;
    doorstep->next = httpd->waiting;
    if (doorstep->next != NULL)
        doorstep->next->before = doorstep;
    httpd->waiting = doorstep;
    watch_set(&doorstep->watch, LOOP_READ);
    timer_set(&doorstep->timer, HTTPD_READ_TIME * 1000);
}

void doorstep_clear(struct httpd *httpd)
{
    while (httpd->waiting != NULL) {
        struct doorstep *doorstep = httpd->waiting;
        leave_doorstep(doorstep);
        act_on_sight(doorstep->connection, doorstep->fd, doorstep->ends, GONE);
    }
}

/* -- with TLS -- */

/* Makes OpenSSL believe that close_notify was sent. Then it removes itself, since OpenSSL would
 * call it again for later keys and tickets. */
static void on_handshake(const SSL *tls, int where, int result)
{
    (void)result;
    if ((where & SSL_CB_HANDSHAKE_DONE) == 0)
        return;
    SSL_set_shutdown((SSL *)(uintptr_t)tls, SSL_SENT_SHUTDOWN);
    SSL_set_info_callback((SSL *)(uintptr_t)tls, NULL);
}

void doorstep_tls_begins(SSL *tls)
{
    if (tls == NULL)
        return;
    if (SSL_is_init_finished(tls)) {
        on_handshake(tls, SSL_CB_HANDSHAKE_DONE, 1);
    } else {
        SSL_set_info_callback(tls, on_handshake);
    }
}

void doorstep_tls_asks(SSL *tls)
{
    if (tls != NULL)
        SSL_set_shutdown(tls, SSL_get_shutdown(tls) & ~SSL_SENT_SHUTDOWN);
}

void doorstep_tls_ends(SSL *tls, int fd, bool late)
{
    char text[DOORSTEP_REFUSAL];
    bool waits =
        tls != NULL && SSL_is_init_finished(tls) && SSL_get_shutdown(tls) == SSL_SENT_SHUTDOWN;
    if (!waits)
        return;
    doorstep_tls_asks(tls);
    if (!late && recv(fd, text, 1, MSG_PEEK | MSG_DONTWAIT) != 0)
        SSL_write(tls, text, (int)doorstep_refusal(text));
    SSL_shutdown(tls);
}
