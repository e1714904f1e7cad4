#include <stdlib.h>

#include "adapters/lws/websockets.h"
#include "websocket_state.h"

enum { RECEIVE_SIZE = 16384 /* bytes at a time */ };

static const struct lws_protocols protocols[] = {
    {.name = "gateway", .callback = websocket_callback, .rx_buffer_size = RECEIVE_SIZE},
    {.name = NULL},
};

static struct websockets *create_context(struct websocket_base *base, const char *ca)
{
    const struct lws_context_creation_info info = {
        .protocols = protocols,
        .options = ca != NULL ? LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS : 0,
        .pt_serv_buf_size = RECEIVE_SIZE,
        .client_ssl_ca_filepath = ca,
        .http_proxy_address = "", /* or it takes $http_proxy */
        /* four times our connections: room for old ones that still close, and for its own pipe. By
           default libwebsockets takes memory for all files that the process may open */
        .fd_limit_per_thread = 4 * base->limits.connections + 8,
    };
    return websockets_create(base->loop, &info);
}

struct websocket_base *websocket_base_create(struct loop *loop,
                                             const struct websocket_limits *limits, const char *ca)
{
    struct websocket_base *base = calloc(1, sizeof(*base));
    if (base == NULL)
        return NULL;
    base->loop = loop;
    base->limits = *limits;
    base->out = malloc(LWS_PRE + limits->frame_max + 1);
    if (base->out != NULL)
        base->websockets = create_context(base, ca);
    if (base->websockets == NULL) {
        free(base->out);
        free(base);
        return NULL;
    }
    base->context = websockets_context(base->websockets);
    return base;
}

static void on_gone(void *arg)
{
    struct websocket_base *base = arg;
    void (*gone)(void *) = base->gone;
    void *gone_arg = base->gone_arg;
    while (base->list != NULL) {
        struct websocket *websocket = base->list;
        base->list = websocket->next;
        websocket_free(websocket);
    }
    free(base->out);
    free(base);
    if (gone != NULL)
        gone(gone_arg);
}

/* Called from the loop itself, so that no function of libwebsockets is running that we would free.
 */
static void on_ws_closed(struct timer *timer)
{
    struct websocket_base *base = ((struct websocket *)timer)->base;
    if (--base->handles == 0)
        websockets_destroy(base->websockets, on_gone, base);
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
    if (base->handles == 0)
        websockets_destroy(base->websockets, on_gone, base);
}
