#include "websockets.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/tls/tls.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    END_PAUSE = 1, /* ms between looks at whether libwebsockets is done */
    SPARES = 4     /* descriptors, see below */
};

struct websockets {
    struct timer timer; /* first; of the end */
    struct loop *loop;
    struct lws_context *context;
    int pipe, spare[SPARES]; /* descriptors, -1: none */
    void (*gone)(void *arg);
    void *gone_arg;
};

/* Messages of libwebsockets go to debug level: the adapters log their own reasons. */
static void on_lws_log(int level, const char *line)
{
    static const struct log log = {.name = "libwebsockets"};
    (void)level;
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        length--;
    log_debug(&log, "%.*s", (int)length, line);
}

/* With size 0 it frees `old`. */
static void *allocate_for_lws(void *old, size_t size, const char *what)
{
    (void)what;
    if (size > 0)
        return memory_or_end(old, size, "libwebsockets");
    free(old);
    return NULL;
}

/* -- the pipe of libwebsockets. On a loop that is not its own, libwebsockets 4.1 closes its wake-up
 * descriptor twice, with turns of the loop in between. By the second time the number may belong to
 * another descriptor. So we take the number as soon as it is free, and the second close hits ours.
 * The kernel gives the lowest free number first. The spare descriptors, closed just before, are
 * lower, so other openers get those. -- */

struct pipe_search {
    const struct websockets *websockets;
    bool passed; /* the search has come past our timer, which the loop got just before the
                  * context */
    int fd;
};

static void look_for_pipe(uv_handle_t *handle, void *arg)
{
    struct pipe_search *search = arg;
    uv_os_fd_t fd;
    if (handle == (const uv_handle_t *)&search->websockets->timer.uv)
        search->passed = true;
    else if (search->passed && search->fd < 0 && handle->type == UV_POLL &&
             uv_fileno(handle, &fd) == 0)
        search->fd = fd;
}

static void find_pipe(struct websockets *websockets)
{
    struct pipe_search search = {.websockets = websockets, .fd = -1};
    uv_walk(loop_uv(websockets->loop), look_for_pipe, &search);
    websockets->pipe = search.fd;
}

static bool open_spares(struct websockets *websockets)
{
    bool good = true;
    for (unsigned i = 0; i < SPARES; i++) {
        websockets->spare[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        good = good && websockets->spare[i] >= 0;
    }
    return good;
}

/* Closes all but the first `kept`. */
static void close_spares(struct websockets *websockets, unsigned kept)
{
    for (unsigned i = kept; i < SPARES; i++) {
        if (websockets->spare[i] >= 0) {
            close(websockets->spare[i]);
            websockets->spare[i] = -1;
        }
    }
}

/* Begins to end the context; on_timer() ends it. */
static void begin_end(struct websockets *websockets)
{
    close_spares(websockets, 1);
    lws_context_destroy(websockets->context);
    if (websockets->pipe >= 0) {
        int held = fcntl(websockets->spare[0], F_DUPFD_CLOEXEC, websockets->pipe);
        if (held >= 0 && held != websockets->pipe)
            close(held);
    }
    close_spares(websockets, 0);
}

/* -- life -- */

static void on_closed(struct timer *timer)
{
    struct websockets *websockets = (struct websockets *)timer;
    void (*gone)(void *) = websockets->gone;
    void *arg = websockets->gone_arg;
    free(websockets);
    if (gone != NULL)
        gone(arg);
}

struct handle_search {
    const struct lws_context *context;
    bool found;
};

/* Finds open handles inside the context: their `data` is the context. libuv closes them last. */
static void look_at(uv_handle_t *handle, void *arg)
{
    struct handle_search *search = arg;
    search->found = search->found || handle->data == search->context;
}

/* On a loop that is not its own, libwebsockets takes some turns to close its handles. It does not
 * say when it is done, but must be called once more then. */
static void on_timer(struct timer *timer)
{
    struct websockets *websockets = (struct websockets *)timer;
    struct handle_search search = {.context = websockets->context};
    uv_walk(loop_uv(websockets->loop), look_at, &search);
    if (search.found) {
        timer_set(timer, END_PAUSE);
        return;
    }
    lws_context_destroy(websockets->context);
    timer_finish(timer, on_closed);
}

struct websockets *websockets_create(struct loop *loop,
                                     const struct lws_context_creation_info *info)
{
    struct websockets *websockets = calloc(1, sizeof(*websockets));
    void *loops[] = {loop_uv(loop)};
    struct lws_context_creation_info whole = *info;
    if (websockets == NULL)
        return NULL;
    tls_prepare();
    websockets->loop = loop;
    timer_init(loop, &websockets->timer, on_timer);
    whole.port = CONTEXT_PORT_NO_LISTEN;
    whole.options |= LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    whole.foreign_loops = loops;
    whole.gid = -1;
    whole.uid = -1;
    lws_set_allocator(allocate_for_lws);
    lws_set_log_level(LLL_ERR | LLL_WARN, on_lws_log);
    if (open_spares(websockets))
        websockets->context = lws_create_context(&whole); /* this call also makes the process ignore
                                                           * SIGPIPE, which the kernel raises when
                                                           * TLS writes to a dead connection */
    if (websockets->context == NULL) {
        close_spares(websockets, 0);
        timer_finish(&websockets->timer, on_closed);
        return NULL;
    }
    find_pipe(websockets);
    return websockets;
}

struct lws_context *websockets_context(const struct websockets *websockets)
{
    return websockets->context;
}

void websockets_destroy(struct websockets *websockets, void (*gone)(void *arg), void *arg)
{
    if (websockets == NULL)
        return;
    websockets->gone = gone;
    websockets->gone_arg = arg;
    begin_end(websockets);
    timer_set(&websockets->timer, END_PAUSE);
}
