#include "multi.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "adapters/tls/tls.h"
#include "base/memory.h"

/* A descriptor of curl that the loop watches. */
struct multi_socket {
    struct watch watch; /* first member, so that a cast finds this struct */
    struct multi *multi;
    struct multi_socket *prev, *next;
    curl_socket_t fd;
};

static void handle_closed(struct multi *multi)
{
    if (--multi->handles == 0)
        multi->closed(multi);
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed((struct multi *)timer);
}

static void on_watch_closed(struct watch *watch)
{
    struct multi_socket *socket = (struct multi_socket *)watch;
    struct multi *multi = socket->multi;
    free(socket);
    handle_closed(multi);
}

static void advance_curl(struct multi *multi, curl_socket_t fd, int events)
{
    int left;
    CURLMsg *message;
    curl_multi_socket_action(multi->curl, fd, events, &left);
    while (!multi->released && (message = curl_multi_info_read(multi->curl, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE)
            multi->done(multi, message->easy_handle, message->data.result);
    }
}

static void on_socket(struct watch *watch, int events)
{
    struct multi_socket *socket = (struct multi_socket *)watch;
    advance_curl(socket->multi, socket->fd,
                 (events & LOOP_READ ? CURL_CSELECT_IN : 0) |
                     (events & LOOP_WRITE ? CURL_CSELECT_OUT : 0));
}

static void on_timer(struct timer *timer)
{
    advance_curl((struct multi *)timer, CURL_SOCKET_TIMEOUT, 0);
}

static struct multi_socket *socket_open(struct multi *multi, curl_socket_t fd)
{
    struct multi_socket *socket = calloc(1, sizeof(*socket));
    if (socket == NULL || !watch_init(multi->loop, &socket->watch, fd, on_socket)) {
        free(socket);
        return NULL;
    }
    socket->multi = multi;
    socket->fd = fd;
    DL_APPEND(multi->sockets, socket);
    multi->handles++;
    curl_multi_assign(multi->curl, fd, socket);
    return socket;
}

static void socket_drop(struct multi_socket *socket)
{
    curl_multi_assign(socket->multi->curl, socket->fd, NULL);
    DL_DELETE(socket->multi->sockets, socket);
    watch_finish(&socket->watch, on_watch_closed);
}

static int socket_changed(CURL *easy, curl_socket_t fd, int what, void *arg, void *known)
{
    (void)easy;
    struct multi *multi = arg;
    struct multi_socket *socket = known;
    if (multi->released)
        return 0;
    if (what == CURL_POLL_REMOVE) {
        if (socket != NULL)
            socket_drop(socket);
        return 0;
    }
    if (socket == NULL)
        socket = socket_open(multi, fd);
    if (socket == NULL)
        return -1;
    watch_set(&socket->watch,
              (what & CURL_POLL_IN ? LOOP_READ : 0) | (what & CURL_POLL_OUT ? LOOP_WRITE : 0));
    return 0;
}

static int timer_changed(CURLM *curl, long milliseconds, void *arg)
{
    (void)curl;
    struct multi *multi = arg;
    if (milliseconds < 0 || multi->released)
        timer_stop(&multi->timer);
    else
        timer_set(&multi->timer, (uint64_t)milliseconds);
    return 0;
}

/* -- its memory -- */

static void *allocate_for_curl(size_t size)
{
    return memory_or_end(NULL, size > 0 ? size : 1, "libcurl");
}

static void *reallocate_for_curl(void *old, size_t size)
{
    return memory_or_end(old, size > 0 ? size : 1, "libcurl");
}

static void *allocate_zeroed(size_t count, size_t size)
{
    size_t whole = size > 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return memset(allocate_for_curl(whole), 0, whole);
}

static char *duplicate_for_curl(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(allocate_for_curl(size), text, size);
}

/* Runs once in a process. TLS writes to a dead socket raise SIGPIPE, and with NOSIGNAL curl does
 * not prevent that. */
static bool global_init(void)
{
    static bool done;
    if (!done) {
        struct sigaction action;
        if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            signal(SIGPIPE, SIG_IGN);
        tls_prepare();
        done =
            curl_global_init_mem(CURL_GLOBAL_DEFAULT, allocate_for_curl, free, reallocate_for_curl,
                                 duplicate_for_curl, allocate_zeroed) == CURLE_OK;
    }
    return done;
}

bool multi_init(struct multi *multi, struct loop *loop,
                void (*done)(struct multi *multi, CURL *easy, CURLcode code))
{
    *multi = (struct multi){.loop = loop, .done = done};
    multi->curl = global_init() ? curl_multi_init() : NULL;
    if (multi->curl == NULL)
        return false;
    curl_multi_setopt(multi->curl, CURLMOPT_SOCKETFUNCTION, socket_changed);
    curl_multi_setopt(multi->curl, CURLMOPT_SOCKETDATA, multi);
    curl_multi_setopt(multi->curl, CURLMOPT_TIMERFUNCTION, timer_changed);
    curl_multi_setopt(multi->curl, CURLMOPT_TIMERDATA, multi);
    timer_init(loop, &multi->timer, on_timer);
    multi->handles = 1;
    return true;
}

void multi_release(struct multi *multi)
{
    multi->released = true;
    timer_stop(&multi->timer);
    while (multi->sockets != NULL)
        socket_drop(multi->sockets);
}

void multi_finish(struct multi *multi, void (*closed)(struct multi *multi))
{
    multi->closed = closed;
    multi_release(multi); /* this must come before curl closes the descriptors */
    curl_multi_cleanup(multi->curl);
    timer_finish(&multi->timer, on_timer_closed);
}
