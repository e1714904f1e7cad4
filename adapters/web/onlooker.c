#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "httpd_state.h"

static_assert(FRAME_ROOM >= LWS_PRE, "a frame has room for its head");

static struct connection *connection_of(struct onlooker *onlooker)
{
    return (struct connection *)((char *)onlooker - offsetof(struct connection, onlooker));
}

/* -- coming -- */

/* A page of another site may open a WebSocket to ours, and the browser would send our cookies
 * along. But that page cannot choose the header Origin, so we check it. */
bool connection_is_ours(const struct connection *connection)
{
    char origin[REQUEST_HEADER];
    return lws_hdr_copy(connection->wsi, origin, sizeof(origin), WSI_TOKEN_ORIGIN) > 0 &&
           web_config_is_ours(connection->httpd->setup.config, origin);
}

/* Counts one more WebSocket of the client. If the request comes through a proxy, the client is the
 * one that the proxy names. */
static bool count_in(struct connection *connection, const struct address *who)
{
    struct httpd *httpd = connection->httpd;
    if (connection->counted)
        return true;
    connection->peer = *who;
    connection->counted = peers_connect(httpd->peers, who);
    return connection->counted;
}

static unsigned judge_upgrade(struct connection *connection, const char *protocol)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    struct lws *wsi = connection->wsi;
    struct address who;
    if (strcasecmp(protocol, "websocket") != 0 || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return 400;
    if (!connection_may_ask(connection, &who))
        return 429;
    if (!connection_read(connection) || connection->request->has_body)
        return 400;
    if (!connection_is_ours(connection))
        return 403;
    address_name(&who, connection->request->peer);
    unsigned status = setup->joins(setup->arg, &connection->onlooker, connection->request);
    connection->joined = status == 200;
    return status == 200 && !count_in(connection, &who) ? 429 : status;
}

/* Answers and ends the connection, since what follows such a request is no longer HTTP/1.1. */
static int refuse_upgrade(struct connection *connection, unsigned status)
{
    unsigned char out[LWS_PRE + HEAD_MAX];
    const struct head head = {
        .status = status, .retry = status == 503 ? 5 : 0, .close = true, .now = time(NULL)};
    size_t length = head_write(&head, (char *)out + LWS_PRE);
    lws_write(connection->wsi, out + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    return -1;
}

int connection_upgrade(struct connection *connection, const char *protocol)
{
    if (connection->request != NULL || connection->head != NULL || connection->joined)
        return -1;
    connection->idle = false;
    connection->request = calloc(1, sizeof(*connection->request));
    if (connection->request == NULL)
        return -1;
    unsigned status = judge_upgrade(connection, protocol);
    free(connection->request);
    connection->request = NULL;
    if (status == 200)
        return 0;
    connection_leave(connection);
    return refuse_upgrade(connection, status);
}

int connection_opened(struct connection *connection)
{
    if (!connection->joined)
        return -1;
    connection->open = true;
    lws_callback_on_writable(connection->wsi);
    return 0;
}

void connection_leave(struct connection *connection)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    if (connection->joined)
        setup->leaves(setup->arg, &connection->onlooker);
    connection->joined = connection->open = false;
    free(connection->heard);
    connection->heard = NULL;
}

/* -- telling -- */

int connection_tell(struct connection *connection)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    struct lws *wsi = connection->wsi;
    /* of one byte, since libwebsockets does not report a pong without any */
    unsigned char ping[LWS_PRE + 1] = {0};
    struct frame frame = {.length = 0};
    if (!connection->open || connection->farewell)
        return -1;
    if (connection->ping) {
        connection->ping = false;
        connection->pinged = true;
        lws_callback_on_writable(wsi);
        return lws_write(wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
    }
    if (!setup->takes(setup->arg, &connection->onlooker, &frame))
        return 0;
    if (lws_write(wsi, frame.bytes + FRAME_ROOM, frame.length, LWS_WRITE_TEXT) < 0)
        return -1;
    connection->farewell = frame.last;
    if (frame.last || frame.more)
        lws_callback_on_writable(wsi); /* libwebsockets calls back when everything is sent */
    return 0;
}

/* -- hearing -- */

static int hear_whole(struct connection *connection)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    char *text = connection->heard;
    connection->heard = NULL;
    bool good = setup->hears(setup->arg, &connection->onlooker, text, connection->heard_length);
    free(text);
    connection->heard_length = 0;
    return good ? 0 : -1;
}

/* Drops a client that may send nothing, not even an empty message, or whose message is longer than
 * any page of ours sends. */
int connection_heard(struct connection *connection, const char *bytes, size_t length)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    struct lws *wsi = connection->wsi;
    size_t most = connection->open && setup->listens != NULL
                      ? setup->listens(setup->arg, &connection->onlooker)
                      : 0;
    if (most == 0 || lws_frame_is_binary(wsi) || length > most - connection->heard_length ||
        connection->heard_length > most)
        return -1;
    if (connection->heard == NULL)
        connection->heard = malloc(most + 1);
    if (connection->heard == NULL)
        return -1;
    if (length > 0)
        memcpy(connection->heard + connection->heard_length, bytes, length);
    connection->heard_length += length;
    connection->heard[connection->heard_length] = '\0';
    bool whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    return whole ? hear_whole(connection) : 0;
}

void connection_ponged(struct connection *connection)
{
    connection->pinged = false;
}

void httpd_wake(struct onlooker *onlooker)
{
    const struct connection *connection = connection_of(onlooker);
    if (connection->open)
        lws_callback_on_writable(connection->wsi);
}

void httpd_ping(struct onlooker *onlooker)
{
    struct connection *connection = connection_of(onlooker);
    if (connection->ping || connection->pinged) {
        connection_hang_up(connection);
        return;
    }
    connection->ping = true;
    httpd_wake(onlooker);
}
