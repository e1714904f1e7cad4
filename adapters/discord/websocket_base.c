#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "websocket_state.h"

enum {
    RECEIVE_SIZE = 16384, /* bytes at a time */
    END_PAUSE = 1         /* ms between looks at whether libwebsockets is done */
};

static const struct lws_protocols protocols[] = {
    {.name = "gateway", .callback = websocket_callback, .rx_buffer_size = RECEIVE_SIZE},
    {.name = NULL},
};

/* What libwebsockets says of itself. Our own reasons say what a reader of the log needs. */
static void on_lws_log(int level, const char *line)
{
    static const struct log log = {.name = "libwebsockets"};
    (void)level;
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        length--;
    log_debug(&log, "%.*s", (int)length, line);
}

/* It also ignores SIGPIPE, which TLS writes to a dead connection raise. */
static struct lws_context *create_context(struct websocket_base *base, const char *ca)
{
    void *loops[] = {loop_uv(base->loop)};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
        .foreign_loops = loops,
        .pt_serv_buf_size = RECEIVE_SIZE,
        .gid = -1,
        .uid = -1,
        .client_ssl_ca_filepath = ca,
        .http_proxy_address = "", /* or it takes $http_proxy */
        /* and the old ones that are still closing, and its own pipe; else it takes memory for as
         * many as the process may open */
        .fd_limit_per_thread = 4 * base->limits.connections + 8,
    };
    if (ca != NULL)
        info.options |= LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    lws_set_log_level(LLL_ERR | LLL_WARN, on_lws_log);
    return lws_create_context(&info);
}

/* -- its pipe. Under a loop that is not its own, libwebsockets 4.1 closes the descriptor that wakes
 * it twice, with turns of the loop in between: by then the number may be another's. So we take the
 * number as soon as it is free, for the second close. Others would need more than the spare
 * descriptors, closed just before, to take it first: the lowest free number is given. -- */

struct pipe_search {
    const struct websocket_base *base;
    bool passed; /* our timer, which is just older than the context */
    int fd;
};

static void look_for_pipe(uv_handle_t *handle, void *arg)
{
    struct pipe_search *search = arg;
    uv_os_fd_t fd;
    if (handle == (const uv_handle_t *)&search->base->timer.uv)
        search->passed = true;
    else if (search->passed && search->fd < 0 && handle->type == UV_POLL &&
             uv_fileno(handle, &fd) == 0)
        search->fd = fd;
}

static void find_pipe(struct websocket_base *base)
{
    struct pipe_search search = {.base = base, .fd = -1};
    uv_walk(loop_uv(base->loop), look_for_pipe, &search);
    base->pipe = search.fd;
}

static bool open_spares(struct websocket_base *base)
{
    bool good = true;
    for (unsigned i = 0; i < WEBSOCKET_SPARES; i++) {
        base->spare[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        good = good && base->spare[i] >= 0;
    }
    return good;
}

/* All but the first `kept`. */
static void close_spares(struct websocket_base *base, unsigned kept)
{
    for (unsigned i = kept; i < WEBSOCKET_SPARES; i++) {
        if (base->spare[i] >= 0) {
            close(base->spare[i]);
            base->spare[i] = -1;
        }
    }
}

/* The first half of the context's end. */
static void begin_end(struct websocket_base *base)
{
    close_spares(base, 1);
    lws_context_destroy(base->context);
    if (base->pipe >= 0) {
        int held = fcntl(base->spare[0], F_DUPFD_CLOEXEC, base->pipe);
        if (held >= 0 && held != base->pipe)
            close(held);
    }
    close_spares(base, 0);
}

static void on_timer(struct timer *timer);
static void on_base_closed(struct timer *timer);

struct websocket_base *websocket_base_create(struct loop *loop,
                                             const struct websocket_limits *limits, const char *ca)
{
    struct websocket_base *base = calloc(1, sizeof *base);
    if (base == NULL)
        return NULL;
    base->loop = loop;
    base->limits = *limits;
    timer_init(loop, &base->timer, on_timer);
    base->out = malloc(LWS_PRE + limits->frame_max + 1);
    if (open_spares(base) && base->out != NULL)
        base->context = create_context(base, ca);
    if (base->context == NULL) {
        close_spares(base, 0);
        timer_finish(&base->timer, on_base_closed);
        return NULL;
    }
    find_pipe(base);
    return base;
}

/* -- the end: under a loop that is not its own libwebsockets closes its handles in some turns of
 * that loop, says nothing when it is done, and wants to be called once more then. -- */

struct search {
    const struct lws_context *context;
    bool found;
};

/* The handles that live in the context point to it; they are closed last. */
static void look_at(uv_handle_t *handle, void *arg)
{
    struct search *search = arg;
    search->found = search->found || handle->data == search->context;
}

static void on_base_closed(struct timer *timer)
{
    struct websocket_base *base = (struct websocket_base *)timer;
    void (*gone)(void *) = base->gone;
    void *arg = base->gone_arg;
    while (base->list != NULL) {
        struct websocket *websocket = base->list;
        base->list = websocket->next;
        websocket_free(websocket);
    }
    free(base->out);
    free(base);
    if (gone != NULL)
        gone(arg);
}

static void on_timer(struct timer *timer)
{
    struct websocket_base *base = (struct websocket_base *)timer;
    struct search search = {.context = base->context};
    uv_walk(loop_uv(base->loop), look_at, &search);
    if (search.found) {
        timer_set(timer, END_PAUSE);
        return;
    }
    lws_context_destroy(base->context);
    timer_finish(timer, on_base_closed);
}

/* From the loop itself: nothing of libwebsockets is being run. */
static void on_ws_closed(struct timer *timer)
{
    struct websocket_base *base = ((struct websocket *)timer)->base;
    if (--base->handles == 0) {
        begin_end(base);
        timer_set(&base->timer, END_PAUSE);
    }
}

void websocket_base_destroy(struct websocket_base *base, void (*gone)(void *arg), void *arg)
{
    if (base == NULL || base->ending)
        return;
    base->ending = true;
    base->gone = gone;
    base->gone_arg = arg;
    for (struct websocket *websocket = base->list; websocket != NULL; websocket = websocket->next) {
        websocket_drop(websocket);
        base->handles++;
        timer_finish(&websocket->timer, on_ws_closed);
    }
    if (base->handles == 0) {
        begin_end(base);
        timer_set(&base->timer, END_PAUSE);
    }
}
