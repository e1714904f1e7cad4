#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <netdb.h>

#include "websocket_state.h"

enum {
    TEXT_MIN = 4096,
    TEXT_KEEP = 65536 /* bytes; a buffer that has grown larger is freed after its message */
};

struct lookup {
    uv_getaddrinfo_t uv;         /* first */
    struct websocket *websocket; /* NULL: nobody waits for this lookup any more */
};

static void on_timer(struct timer *timer);

struct websocket *websocket_create(struct websocket_base *base, const struct websocket_hooks *hooks,
                                   void *arg)
{
    struct websocket *websocket = calloc(1, sizeof(*websocket));
    if (websocket == NULL)
        return NULL;
    timer_init(base->loop, &websocket->timer, on_timer);
    websocket->base = base;
    websocket->hooks = hooks;
    websocket->arg = arg;
    websocket->next = base->list;
    base->list = websocket;
    return websocket;
}

void websocket_free(struct websocket *websocket)
{
    free(websocket->text);
    free(websocket);
}

/* -- the end -- */

static void forget_text(struct websocket *websocket)
{
    websocket->length = 0;
    websocket->skipping = false;
    if (websocket->room > TEXT_KEEP) {
        free(websocket->text);
        websocket->text = NULL;
        websocket->room = 0;
    }
}

/* Leaves a connection or an attempt at one: later callbacks of libwebsockets for it do nothing. */
static void leave_connection(struct websocket *websocket, bool kill)
{
    if (websocket->lookup != NULL) {
        websocket->lookup->websocket = NULL;
        uv_cancel((uv_req_t *)&websocket->lookup->uv);
        websocket->lookup = NULL;
    }
    if (websocket->wsi != NULL && kill) {
        lws_set_timeout(websocket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        lws_cancel_service(
            websocket->base
                ->context); /* wakes the loop, since a timeout of libwebsockets does not */
    }
    websocket->wsi = NULL;
    websocket->writing = websocket->said_close = websocket->reached = false;
    forget_text(websocket);
    timer_stop(&websocket->timer);
}

static void say_why(struct websocket *websocket, const char *why, size_t length)
{
    snprintf(websocket->why, sizeof(websocket->why), "%.*s", (int)strnlen(why, length), why);
    websocket->why[strcspn(websocket->why, "\r\n")] = '\0';
}

/* Makes the timer call `closed`, in a later turn of the loop. Put the reason into `why` first. */
static void end_connection(struct websocket *websocket, bool kill)
{
    leave_connection(websocket, kill);
    websocket->stage = WEBSOCKET_ENDED;
    timer_set(&websocket->timer, 0);
}

static void end_for(struct websocket *websocket, const char *why)
{
    say_why(websocket, why, strlen(why));
    end_connection(websocket, true);
}

void websocket_drop(struct websocket *websocket)
{
    leave_connection(websocket, true);
    websocket->stage = WEBSOCKET_IDLE;
}

/* -- connecting -- */

/* Makes the timer try the next address. */
static void next_address(struct websocket *websocket, bool kill)
{
    /* This server got our request and refused it: another address would not help. */
    if (websocket->reached) {
        end_connection(websocket, kill);
        return;
    }
    leave_connection(websocket, kill);
    timer_set(&websocket->timer, 0);
}

static void connect_next(struct websocket *websocket)
{
    static const lws_retry_bo_t no_pings = {0}; /* the gateway has its own heartbeats */
    uint64_t now = loop_now(websocket->base->loop);
    if (websocket->next_address == websocket->addresses || now >= websocket->open_by) {
        end_connection(websocket, false);
        return;
    }
    const struct lws_client_connect_info info = {
        .context = websocket->base->context,
        .address = websocket->address[websocket->next_address++],
        .port = websocket->port,
        .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (websocket->tls ? LCCSCF_USE_SSL : 0),
        .path = websocket->path,
        .host = websocket->host_port, /* without its port, this is also the name that the
                                       * certificate must have */
        .alpn = "http/1.1",
        .local_protocol_name = "gateway",
        .retry_and_idle_policy = &no_pings,
        .userdata = websocket,
    };
    say_why(websocket, "the connection was refused", WEBSOCKET_WHY);
    timer_set(&websocket->timer, websocket->open_by - now < WEBSOCKET_TRY_MAX
                                     ? websocket->open_by - now
                                     : WEBSOCKET_TRY_MAX);
    websocket->connecting = true;
    struct lws *wsi = lws_client_connect_via_info(&info);
    websocket->connecting = false;
    websocket->wsi = wsi;
    if (wsi == NULL)
        next_address(websocket, false);
}

static void keep_addresses(struct websocket *websocket, const struct addrinfo *found)
{
    websocket->addresses = websocket->next_address = 0;
    for (; found != NULL && websocket->addresses < WEBSOCKET_ADDRESSES; found = found->ai_next) {
        char *address = websocket->address[websocket->addresses];
        websocket->addresses +=
            getnameinfo(found->ai_addr, found->ai_addrlen, address, sizeof(websocket->address[0]),
                        NULL, 0, NI_NUMERICHOST) == 0;
    }
}

static void on_addresses(uv_getaddrinfo_t *uv, int status, struct addrinfo *found)
{
    struct lookup *lookup = (struct lookup *)uv;
    struct websocket *websocket = lookup->websocket;
    if (websocket != NULL) {
        websocket->lookup = NULL;
        keep_addresses(websocket, found);
        if (websocket->addresses == 0) {
            end_for(websocket, status < 0 ? uv_strerror(status) : "the name has no address");
        } else {
            websocket->stage = WEBSOCKET_TRYING;
            connect_next(websocket);
        }
    }
    uv_freeaddrinfo(found);
    free(lookup);
}

static bool resolve_host(struct websocket *websocket)
{
    static const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct lookup *lookup = calloc(1, sizeof(*lookup));
    if (lookup == NULL || uv_getaddrinfo(loop_uv(websocket->base->loop), &lookup->uv, on_addresses,
                                         websocket->host, NULL, &hints)) {
        free(lookup);
        return false;
    }
    lookup->websocket = websocket;
    websocket->lookup = lookup;
    return true;
}

/* Returns the length of the host at the beginning of a text: a name, an IPv4 address, or an IPv6
 * address with its brackets. 0: there is none. */
static size_t host_length(const char *text)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    if (*text != '[')
        return strspn(text, name);
    size_t length = 1 + strspn(text + 1, "0123456789abcdefABCDEF:.");
    return length > 1 && text[length] == ']' ? length + 1 : 0;
}

static bool split_url(struct websocket *websocket, const char *url)
{
    websocket->tls = strncmp(url, "wss://", 6) == 0;
    if (!websocket->tls && strncmp(url, "ws://", 5) != 0)
        return false;
    const char *host = url + (websocket->tls ? 6 : 5);
    size_t length = host_length(host);
    bool bare = *host != '[';
    const char *rest = host + length;
    unsigned long port = websocket->tls ? 443 : 80;
    if (*rest == ':') {
        char *end;
        port = strtoul(rest + 1, &end, 10);
        rest = end;
    }
    if (length == 0 || length >= sizeof(websocket->host) || port == 0 || port > UINT16_MAX ||
        strchr("/?", *rest) == NULL || strlen(rest) + 2 > sizeof(websocket->path))
        return false;
    websocket->port = (int)port;
    snprintf(websocket->host, sizeof(websocket->host), "%.*s", (int)(bare ? length : length - 2),
             host + !bare);
    snprintf(websocket->host_port, sizeof(websocket->host_port), "%.*s", (int)(strcspn(host, "/?")),
             host);
    snprintf(websocket->path, sizeof(websocket->path), "%s%s", *rest == '/' ? "" : "/", rest);
    return true;
}

void websocket_open(struct websocket *websocket, const char *url)
{
    websocket_drop(websocket);
    websocket->stage = WEBSOCKET_LOOKUP;
    websocket->peer_code = 0;
    websocket->open_by = loop_now(websocket->base->loop) + WEBSOCKET_OPEN_MAX;
    if (!split_url(websocket, url))
        end_for(websocket, "this is not an address");
    else if (!resolve_host(websocket))
        end_for(websocket, "cannot resolve names");
    else
        timer_set(&websocket->timer, WEBSOCKET_OPEN_MAX);
}

/* -- a connection that stands -- */

void websocket_write(struct websocket *websocket)
{
    if (websocket->stage == WEBSOCKET_OPEN && !websocket->writing) {
        websocket->writing = true;
        timer_set(&websocket->timer, WEBSOCKET_WRITE_MAX);
        lws_callback_on_writable(websocket->wsi);
    }
}

/* Sends the close frame and closes. Called from the timer, not from libwebsockets' callback for
 * writing: Debian's build (_DEBUG, libuv) closes twice if that returns -1, and so sends no close
 * frame. */
static void say_goodbye(struct websocket *websocket)
{
    websocket->said_close = true;
    timer_set(&websocket->timer, WEBSOCKET_CLOSE_MAX);
    lws_close_reason(websocket->wsi, (enum lws_close_status)websocket->code, NULL, 0);
    lws_set_timeout(websocket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

void websocket_close(struct websocket *websocket, unsigned code)
{
    if (websocket->stage == WEBSOCKET_LOOKUP || websocket->stage == WEBSOCKET_TRYING) {
        end_for(websocket, "closed before it was open");
    } else if (websocket->stage == WEBSOCKET_OPEN) {
        websocket->stage = WEBSOCKET_CLOSING;
        websocket->code = code;
        timer_set(&websocket->timer, 0);
    }
}

static void on_timer(struct timer *timer)
{
    struct websocket *websocket = (struct websocket *)timer;
    switch (websocket->stage) {
    case WEBSOCKET_LOOKUP:
        end_for(websocket, "the name could not be resolved in time");
        break;
    case WEBSOCKET_TRYING:
        if (websocket->wsi != NULL) {
            static const char why[] = "the connection did not open in time";
            say_why(websocket, why, sizeof(why));
            next_address(websocket, true);
        } else {
            connect_next(websocket);
        }
        break;
    case WEBSOCKET_OPEN:
        end_for(websocket, "nothing can be sent any more");
        break;
    case WEBSOCKET_CLOSING:
        if (websocket->said_close)
            end_for(websocket, "the goodbye was not answered");
        else
            say_goodbye(websocket);
        break;
    case WEBSOCKET_ENDED:
        websocket->stage = WEBSOCKET_IDLE;
        websocket->hooks->closed(websocket->arg, websocket->peer_code, websocket->why);
        break;
    case WEBSOCKET_IDLE:
        break;
    }
}

/* Returns what a callback must return to libwebsockets after a hook ran: -1, which ends the
 * connection, if the hook dropped it. */
static int verdict_on(const struct websocket *websocket, const struct lws *wsi)
{
    return websocket->wsi == wsi ? 0 : -1;
}

static int on_established(struct websocket *websocket, struct lws *wsi)
{
    websocket->stage = WEBSOCKET_OPEN;
    timer_stop(&websocket->timer);
    websocket->hooks->opened(websocket->arg);
    return verdict_on(websocket, wsi);
}

/* Adds bytes to the message that is coming. False: it is too long or memory is out, and the rest of
 * it is to be skipped. */
static bool keep_text(struct websocket *websocket, const char *bytes, size_t length)
{
    size_t most = websocket->base->limits.text_max;
    if (length > most - websocket->length)
        return false;
    size_t wanted = websocket->length + length + 1;
    if (wanted > websocket->room) {
        size_t room = websocket->room < TEXT_MIN ? TEXT_MIN : websocket->room;
        while (room < wanted)
            room *= 2;
        char *text = realloc(websocket->text, room);
        if (text == NULL)
            return false;
        websocket->text = text;
        websocket->room = room;
    }
    if (length > 0)
        memcpy(websocket->text + websocket->length, bytes, length);
    websocket->length += length;
    websocket->text[websocket->length] = '\0';
    return true;
}

/* Gives the whole message to the hook. The hook may drop the connection, which would free the text,
 * so the text is taken out meanwhile. */
static void hand_over(struct websocket *websocket)
{
    char *text = websocket->text;
    size_t room = websocket->room;
    websocket->text = NULL;
    websocket->room = 0;
    websocket->hooks->text(websocket->arg, text, websocket->length);
    if (websocket->text != NULL) {
        free(text);
    } else {
        websocket->text = text;
        websocket->room = room;
    }
}

static int on_receive(struct websocket *websocket, struct lws *wsi, const char *bytes,
                      size_t length)
{
    if (websocket->stage != WEBSOCKET_OPEN)
        return 0;
    if (lws_is_first_fragment(wsi)) {
        websocket->length = 0;
        websocket->skipping = lws_frame_is_binary(wsi);
    }
    websocket->skipping = websocket->skipping || !keep_text(websocket, bytes, length);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
        return 0;
    if (!websocket->skipping)
        hand_over(websocket);
    forget_text(websocket);
    return verdict_on(websocket, wsi);
}

static int on_writable(struct websocket *websocket, struct lws *wsi)
{
    if (websocket->stage != WEBSOCKET_OPEN || !websocket->writing)
        return 0;
    unsigned char *out = websocket->base->out + LWS_PRE;
    websocket->writing = false;
    timer_stop(&websocket->timer);
    size_t length =
        websocket->hooks->take(websocket->arg, (char *)out, websocket->base->limits.frame_max + 1);
    if (length > 0 && websocket->wsi == wsi) {
        if (lws_write(wsi, out, length, LWS_WRITE_TEXT) < (int)length)
            return -1;
        websocket_write(websocket);
    }
    return verdict_on(websocket, wsi);
}

/* RFC 6455 5.5.1: the first two bytes, if any, are the code. */
static int on_peer_close(struct websocket *websocket, const unsigned char *bytes, size_t length)
{
    websocket->peer_code = length >= 2 ? (unsigned)bytes[0] << 8 | bytes[1] : 0;
    websocket->stage = WEBSOCKET_CLOSING;
    websocket->said_close = true; /* libwebsockets answers the close frame itself */
    timer_set(&websocket->timer, WEBSOCKET_CLOSE_MAX);
    return 0;
}

static int on_failed(struct websocket *websocket, const char *why, size_t length)
{
    if (why != NULL && length > 0)
        say_why(websocket, why, length);
    next_address(websocket, false);
    return 0;
}

static int on_gone(struct websocket *websocket)
{
    if (websocket->stage == WEBSOCKET_TRYING)
        return on_failed(websocket, NULL, 0);
    if (websocket->stage == WEBSOCKET_OPEN || websocket->stage == WEBSOCKET_CLOSING) {
        static const char why[] = "the connection ended";
        say_why(websocket, why, sizeof(why));
        end_connection(websocket, false);
    }
    return 0;
}

int websocket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length)
{
    struct websocket *websocket = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
    case LWS_CALLBACK_CLIENT_RECEIVE:
    case LWS_CALLBACK_CLIENT_WRITEABLE:
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        break;
    default: /* for other callbacks `user` may not be a websocket */
        return 0;
    }
    if (websocket == NULL || (websocket->wsi != wsi && !websocket->connecting))
        return -1;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        websocket->reached = true;
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        return on_failed(websocket, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        return on_established(websocket, wsi);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_receive(websocket, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writable(websocket, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return on_peer_close(websocket, in, length);
    default:
        return on_gone(websocket);
    }
}
