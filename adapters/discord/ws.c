#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <netdb.h>

#include "ws_private.h"

enum {
    TEXT_LEAST = 4096,
    TEXT_KEEP = 65536 /* bytes that a connection keeps for its next message */
};

struct lookup {
    uv_getaddrinfo_t uv; /* first */
    struct ws *ws;       /* NULL: nobody waits any more */
};

static void on_timer(struct timer *timer);

struct ws *ws_create(struct ws_base *base, const struct ws_hooks *hooks, void *arg)
{
    struct ws *ws = calloc(1, sizeof *ws);
    if (!ws) {
        return NULL;
    }
    timer_init(base->loop, &ws->timer, on_timer);
    ws->base = base;
    ws->hooks = hooks;
    ws->arg = arg;
    ws->next = base->list;
    base->list = ws;
    return ws;
}

void ws_free(struct ws *ws)
{
    free(ws->text);
    free(ws);
}

/* -- the end -- */

static void forget_text(struct ws *ws)
{
    ws->length = 0;
    ws->skipping = false;
    if (ws->room > TEXT_KEEP) {
        free(ws->text);
        ws->text = NULL;
        ws->room = 0;
    }
}

/* Leaves what there is of a connection behind: what it still calls finds nobody. */
static void leave(struct ws *ws, bool kill)
{
    if (ws->lookup) {
        ws->lookup->ws = NULL;
        uv_cancel((uv_req_t *)&ws->lookup->uv);
        ws->lookup = NULL;
    }
    if (ws->wsi && kill) {
        lws_set_timeout(ws->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        lws_cancel_service(ws->base->context); /* its timers do not wake the loop by themselves */
    }
    ws->wsi = NULL;
    ws->writing = ws->said_close = ws->reached = false;
    forget_text(ws);
    timer_stop(&ws->timer);
}

static void say_why(struct ws *ws, const char *why, size_t length)
{
    snprintf(ws->why, sizeof ws->why, "%.*s", (int)strnlen(why, length), why);
    ws->why[strcspn(ws->why, "\r\n")] = '\0';
}

/* `closed` comes from the timer. The reason is in `why`. */
static void end(struct ws *ws, bool kill)
{
    leave(ws, kill);
    ws->stage = WS_ENDED;
    timer_set(&ws->timer, 0);
}

static void end_for(struct ws *ws, const char *why)
{
    say_why(ws, why, strlen(why));
    end(ws, true);
}

void ws_drop(struct ws *ws)
{
    leave(ws, true);
    ws->stage = WS_IDLE;
}

/* -- connecting -- */

/* Goes on with the next address, from the timer. */
static void next_address(struct ws *ws, bool kill)
{
    if (ws->reached) { /* the server is there and does not want us */
        end(ws, kill);
        return;
    }
    leave(ws, kill);
    timer_set(&ws->timer, 0);
}

static void connect_next(struct ws *ws)
{
    static const lws_retry_bo_t no_pings = {0}; /* the gateway has its own heartbeats */
    uint64_t now = loop_now(ws->base->loop);
    if (ws->next_address == ws->addresses || now >= ws->open_by) {
        end(ws, false);
        return;
    }
    const struct lws_client_connect_info info = {
        .context = ws->base->context,
        .address = ws->address[ws->next_address++],
        .port = ws->port,
        .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (ws->tls ? LCCSCF_USE_SSL : 0),
        .path = ws->path,
        .host = ws->host_port, /* of the certificate, too, without its port */
        .alpn = "http/1.1",
        .local_protocol_name = "gateway",
        .retry_and_idle_policy = &no_pings,
        .userdata = ws,
    };
    say_why(ws, "the connection was refused", WS_WHY);
    timer_set(&ws->timer, ws->open_by - now < WS_TRY_MOST ? ws->open_by - now : WS_TRY_MOST);
    ws->connecting = true;
    struct lws *wsi = lws_client_connect_via_info(&info);
    ws->connecting = false;
    ws->wsi = wsi;
    if (!wsi) {
        next_address(ws, false);
    }
}

static void keep_addresses(struct ws *ws, const struct addrinfo *found)
{
    ws->addresses = ws->next_address = 0;
    for (; found && ws->addresses < WS_ADDRESSES; found = found->ai_next) {
        char *address = ws->address[ws->addresses];
        ws->addresses += getnameinfo(found->ai_addr, found->ai_addrlen, address,
                                     sizeof ws->address[0], NULL, 0, NI_NUMERICHOST) == 0;
    }
}

static void on_addresses(uv_getaddrinfo_t *uv, int status, struct addrinfo *found)
{
    struct lookup *lookup = (struct lookup *)uv;
    struct ws *ws = lookup->ws;
    if (ws) {
        ws->lookup = NULL;
        keep_addresses(ws, found);
        if (ws->addresses == 0) {
            end_for(ws, status < 0 ? uv_strerror(status) : "the name has no address");
        } else {
            ws->stage = WS_TRYING;
            connect_next(ws);
        }
    }
    uv_freeaddrinfo(found);
    free(lookup);
}

static bool resolve(struct ws *ws)
{
    static const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup || uv_getaddrinfo(loop_uv(ws->base->loop), &lookup->uv, on_addresses, ws->host,
                                  NULL, &hints)) {
        free(lookup);
        return false;
    }
    lookup->ws = ws;
    ws->lookup = lookup;
    return true;
}

/* The length of a host, its brackets included: a name, an IPv4 address, or one of IPv6 in brackets;
 * 0: none. */
static size_t host_length(const char *text)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    if (*text != '[') {
        return strspn(text, name);
    }
    size_t length = 1 + strspn(text + 1, "0123456789abcdefABCDEF:.");
    return length > 1 && text[length] == ']' ? length + 1 : 0;
}

static bool split_url(struct ws *ws, const char *url)
{
    ws->tls = strncmp(url, "wss://", 6) == 0;
    if (!ws->tls && strncmp(url, "ws://", 5) != 0) {
        return false;
    }
    const char *host = url + (ws->tls ? 6 : 5);
    size_t length = host_length(host);
    bool bare = *host != '[';
    const char *rest = host + length;
    unsigned long port = ws->tls ? 443 : 80;
    if (*rest == ':') {
        char *end;
        port = strtoul(rest + 1, &end, 10);
        rest = end;
    }
    if (length == 0 || length >= sizeof ws->host || port == 0 || port > UINT16_MAX ||
        !strchr("/?", *rest) || strlen(rest) + 2 > sizeof ws->path) {
        return false;
    }
    ws->port = (int)port;
    snprintf(ws->host, sizeof ws->host, "%.*s", (int)(bare ? length : length - 2), host + !bare);
    snprintf(ws->host_port, sizeof ws->host_port, "%.*s", (int)(strcspn(host, "/?")), host);
    snprintf(ws->path, sizeof ws->path, "%s%s", *rest == '/' ? "" : "/", rest);
    return true;
}

void ws_open(struct ws *ws, const char *url)
{
    ws_drop(ws);
    ws->stage = WS_LOOKUP;
    ws->peer_code = 0;
    ws->open_by = loop_now(ws->base->loop) + WS_OPEN_MOST;
    if (!split_url(ws, url)) {
        end_for(ws, "that is no address");
    } else if (!resolve(ws)) {
        end_for(ws, "names cannot be resolved");
    } else {
        timer_set(&ws->timer, WS_OPEN_MOST);
    }
}

/* -- a connection that stands -- */

void ws_write(struct ws *ws)
{
    if (ws->stage == WS_OPEN && !ws->writing) {
        ws->writing = true;
        timer_set(&ws->timer, WS_WRITE_MOST);
        lws_callback_on_writable(ws->wsi);
    }
}

/* From the timer: asked by -1 from its callback for writing, Debian's libwebsockets (which is built
 * with _DEBUG, and then closes twice under libuv) hangs up without the close frame. */
static void say_goodbye(struct ws *ws)
{
    ws->said_close = true;
    timer_set(&ws->timer, WS_CLOSE_MOST);
    lws_close_reason(ws->wsi, (enum lws_close_status)ws->code, NULL, 0);
    lws_set_timeout(ws->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

void ws_close(struct ws *ws, unsigned code)
{
    if (ws->stage == WS_LOOKUP || ws->stage == WS_TRYING) {
        end_for(ws, "closed before it stood");
    } else if (ws->stage == WS_OPEN) {
        ws->stage = WS_CLOSING;
        ws->code = code;
        timer_set(&ws->timer, 0);
    }
}

static void on_timer(struct timer *timer)
{
    struct ws *ws = (struct ws *)timer;
    switch (ws->stage) {
    case WS_LOOKUP:
        end_for(ws, "its name is not resolved in time");
        break;
    case WS_TRYING:
        if (ws->wsi) {
            static const char why[] = "the connection does not stand in time";
            say_why(ws, why, sizeof why);
            next_address(ws, true);
        } else {
            connect_next(ws);
        }
        break;
    case WS_OPEN:
        end_for(ws, "nothing can be sent any more");
        break;
    case WS_CLOSING:
        if (ws->said_close) {
            end_for(ws, "the goodbye was not answered");
        } else {
            say_goodbye(ws);
        }
        break;
    case WS_ENDED:
        ws->stage = WS_IDLE;
        ws->hooks->closed(ws->arg, ws->peer_code, ws->why);
        break;
    case WS_IDLE:
        break;
    }
}

/* What libwebsockets is to do after a hook: -1 ends its connection. */
static int verdict(const struct ws *ws, const struct lws *wsi)
{
    return ws->wsi == wsi ? 0 : -1;
}

static int on_established(struct ws *ws, struct lws *wsi)
{
    ws->stage = WS_OPEN;
    timer_stop(&ws->timer);
    ws->hooks->opened(ws->arg);
    return verdict(ws, wsi);
}

/* False: the rest of the message is not wanted. */
static bool keep_text(struct ws *ws, const char *bytes, size_t length)
{
    size_t most = ws->base->limits.text_most;
    if (length > most - ws->length) {
        return false;
    }
    size_t wanted = ws->length + length + 1;
    if (wanted > ws->room) {
        size_t room = ws->room < TEXT_LEAST ? TEXT_LEAST : ws->room;
        while (room < wanted) {
            room *= 2;
        }
        char *text = realloc(ws->text, room);
        if (!text) {
            return false;
        }
        ws->text = text;
        ws->room = room;
    }
    if (length > 0) {
        memcpy(ws->text + ws->length, bytes, length);
    }
    ws->length += length;
    ws->text[ws->length] = '\0';
    return true;
}

/* The hook may drop the connection: the text is not the connection's meanwhile. */
static void hand_over(struct ws *ws)
{
    char *text = ws->text;
    size_t room = ws->room;
    ws->text = NULL;
    ws->room = 0;
    ws->hooks->text(ws->arg, text, ws->length);
    if (ws->text) {
        free(text);
    } else {
        ws->text = text;
        ws->room = room;
    }
}

static int on_receive(struct ws *ws, struct lws *wsi, const char *bytes, size_t length)
{
    if (ws->stage != WS_OPEN) {
        return 0;
    }
    if (lws_is_first_fragment(wsi)) {
        ws->length = 0;
        ws->skipping = lws_frame_is_binary(wsi);
    }
    ws->skipping = ws->skipping || !keep_text(ws, bytes, length);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) {
        return 0;
    }
    if (!ws->skipping) {
        hand_over(ws);
    }
    forget_text(ws);
    return verdict(ws, wsi);
}

static int on_writable(struct ws *ws, struct lws *wsi)
{
    if (ws->stage != WS_OPEN || !ws->writing) {
        return 0;
    }
    unsigned char *out = ws->base->out + LWS_PRE;
    ws->writing = false;
    timer_stop(&ws->timer);
    size_t length = ws->hooks->take(ws->arg, (char *)out, ws->base->limits.frame_most + 1);
    if (length > 0 && ws->wsi == wsi) {
        if (lws_write(wsi, out, length, LWS_WRITE_TEXT) < (int)length) {
            return -1;
        }
        ws_write(ws);
    }
    return verdict(ws, wsi);
}

/* RFC 6455 5.5.1: the first two bytes, if any, are the code. */
static int on_peer_close(struct ws *ws, const unsigned char *bytes, size_t length)
{
    ws->peer_code = length >= 2 ? (unsigned)bytes[0] << 8 | bytes[1] : 0;
    ws->stage = WS_CLOSING;
    ws->said_close = true; /* libwebsockets answers itself */
    timer_set(&ws->timer, WS_CLOSE_MOST);
    return 0;
}

static int on_failed(struct ws *ws, const char *why, size_t length)
{
    if (why && length > 0) {
        say_why(ws, why, length);
    }
    next_address(ws, false);
    return 0;
}

static int on_gone(struct ws *ws)
{
    if (ws->stage == WS_TRYING) {
        return on_failed(ws, NULL, 0);
    }
    if (ws->stage == WS_OPEN || ws->stage == WS_CLOSING) {
        static const char why[] = "the connection ended";
        say_why(ws, why, sizeof why);
        end(ws, false);
    }
    return 0;
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length)
{
    struct ws *ws = user;
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
    default: /* `user` may be something else there */
        return 0;
    }
    if (!ws || (ws->wsi != wsi && !ws->connecting)) {
        return -1;
    }
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        ws->reached = true;
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        return on_failed(ws, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        return on_established(ws, wsi);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_receive(ws, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writable(ws, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return on_peer_close(ws, in, length);
    default:
        return on_gone(ws);
    }
}
