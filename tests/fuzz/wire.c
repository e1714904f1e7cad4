#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <utlist.h>

#include "adapters/curl/http.h"
#include "adapters/discord/gateway/websocket.h"
#include "base/array.h"

/* What Discord takes. */
enum {
    FRAME = 4096,
    CONTENT = 2000, /* characters */
    CUSTOM_ID = 100,
    LABEL = 80,
    CHOICE = 100,
    ROWS = 5,
    IN_ROW = 5,
    CHOICES = 25,
    URL = 2048
};

struct wire wire;

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* -- what is asked of Discord -- */

static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += (*text & 0xC0) != 0x80;
    return count;
}

static void check_text(const cJSON *object, const char *name, size_t most)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    check(text == NULL || characters(text) <= most);
}

static void check_component(const cJSON *component)
{
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(component, "options");
    const cJSON *option = NULL;
    check_text(component, "custom_id", CUSTOM_ID);
    check_text(component, "label", LABEL);
    check_text(component, "placeholder", 150);
    check(options == NULL ||
          (cJSON_GetArraySize(options) > 0 && cJSON_GetArraySize(options) <= CHOICES));
    cJSON_ArrayForEach(option, options)
    {
        check_text(option, "label", CHOICE);
        check_text(option, "value", CHOICE);
        check_text(option, "description", CHOICE);
    }
}

static void check_message(const cJSON *message)
{
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(message, "components");
    const cJSON *row = NULL, *component = NULL;
    const char *content =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "content"));
    check_text(message, "content", CONTENT);
    check_text(message, "title", 45);
    /* nobody is called but who is meant */
    check(content == NULL || cJSON_GetObjectItemCaseSensitive(message, "allowed_mentions") != NULL);
    check(cJSON_GetArraySize(rows) <= ROWS);
    cJSON_ArrayForEach(row, rows)
    {
        const cJSON *inside = cJSON_GetObjectItemCaseSensitive(row, "components");
        check(cJSON_GetArraySize(inside) > 0 && cJSON_GetArraySize(inside) <= IN_ROW);
        cJSON_ArrayForEach(component, inside)
        {
            check_component(component);
        }
    }
}

static void check_request(const struct http_request *request)
{
    static const char *const methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    static const char base[] = "https://discord.com/api/v10/";
    bool known = false;
    for (unsigned i = 0; i < ARRAY_SIZE(methods); i++)
        known = known || strcmp(request->method, methods[i]) == 0;
    check(known && strncmp(request->url, base, strlen(base)) == 0 && strlen(request->url) < URL);
    for (const char *at = request->url; *at != '\0'; at++)
        check(*at > ' ' && *at < 127);
    check(request->authorization == NULL || strncmp(request->authorization, "Bot ", 4) == 0);
    check(strstr(request->url, "of-the-bot") == NULL);
    check(request->part_count <= HTTP_PARTS);
    if (request->part_count == 0)
        return;
    const struct http_part *json = &request->parts[0];
    check(json->type != NULL && json->data != NULL && strlen(json->data) == json->size);
    check((json->name != NULL) == (request->part_count > 1));
    check(strstr(json->data, "of-the-bot") == NULL);
    cJSON *body = cJSON_Parse(json->data);
    check(body != NULL);
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(body, "data");
    if (!cJSON_IsArray(body))
        check_message(data != NULL ? data : body);
    cJSON_Delete(body);
}

/* -- http.h -- */

struct http {
    struct loop *loop;
    unsigned running;
};

struct http_exchange {
    struct http_exchange *prev, *next;
    struct post post; /* its answer comes */
    struct http *http;
    void (*done)(void *arg, const struct http_result *result);
    void *arg;
    unsigned status;
    char retry_after[24]; /* s; "": not said */
    char *body;
};

struct plan {
    unsigned status;
    uint32_t retry_after;
    char *body;
};

static struct plan plans[WIRE_PLANS];
static unsigned plan_count;
static unsigned long last_id;

void wire_plan(unsigned status, const char *body, uint32_t retry_after)
{
    if (plan_count == WIRE_PLANS)
        return;
    plans[plan_count++] = (struct plan){status, retry_after, body != NULL ? strdup(body) : NULL};
}

struct http *http_create(const struct http_setup *setup)
{
    struct http *http = calloc(1, sizeof(*http));
    check(http != NULL && setup->loop != NULL);
    http->loop = setup->loop;
    return http;
}

void http_destroy(struct http *http)
{
    check(http == NULL || http->running == 0);
    free(http);
}

static void end(struct http_exchange *exchange)
{
    exchange->http->running--;
    free(exchange->body);
    free(exchange);
}

static void on_answer(struct post *post)
{
    struct http_exchange *exchange =
        (struct http_exchange *)((char *)post - offsetof(struct http_exchange, post));
    bool came = exchange->status != 0;
    const char *body = exchange->body != NULL ? exchange->body : "";
    const struct http_result result = {.exchange = exchange,
                                       .status = exchange->status,
                                       .body = body,
                                       .length = strlen(body),
                                       .whole = came,
                                       .unsent = !came && *body == '\0',
                                       .why = came ? NULL : "the wire broke"};
    exchange->done(exchange->arg, &result);
    end(exchange);
}

/* Success, as far as the adapter looks at it. */
static char *usual(const struct http_request *request)
{
    char text[320];
    if (strstr(request->url, "/gateway/bot") != NULL) {
        snprintf(text, sizeof(text),
                 "{\"url\":\"wss://gw.example\",\"shards\":1,\"session_start_limit\":{\"total\":"
                 "1000,\"remaining\":999,\"reset_after\":0,\"max_concurrency\":1}}");
    } else if (strcmp(request->method, "GET") == 0 && strstr(request->url, "/commands") != NULL)
        snprintf(text, sizeof(text), "[]");
    else
        snprintf(text, sizeof(text), "{\"id\":\"%lu\",\"channel_id\":\"20\"}", 9000 + ++last_id);
    return strdup(text);
}

struct http_exchange *http_start(struct http *http, const struct http_request *request,
                                 void (*done)(void *arg, const struct http_result *result),
                                 void *arg)
{
    struct http_exchange *exchange = calloc(1, sizeof(*exchange));
    bool begins = strstr(request->url, "/gateway/bot") != NULL;
    check(exchange != NULL && done != NULL);
    check_request(request);
    wire.requests++;
    http->running++;
    *exchange = (struct http_exchange){.http = http, .done = done, .arg = arg};
    exchange->post.call = on_answer;
    if (plan_count > 0 && !begins) {
        struct plan plan = plans[0];
        plan_count--;
        memmove(plans, plans + 1, plan_count * sizeof(plans[0]));
        exchange->status = plan.status;
        if (plan.retry_after != UINT32_MAX) {
            snprintf(exchange->retry_after, sizeof(exchange->retry_after), "%.3f",
                     plan.retry_after / 1000.0);
        }
        exchange->body = plan.body;
    } else {
        exchange->status = 200;
        exchange->body = usual(request);
    }
    loop_post(http->loop, &exchange->post);
    return exchange;
}

const char *http_header(const struct http_exchange *exchange, const char *name)
{
    bool known = strcmp(name, "Retry-After") == 0 && exchange->retry_after[0] != '\0';
    return known ? exchange->retry_after : NULL;
}

int64_t http_date(const char *text)
{
    (void)text;
    return 0;
}

void http_abort(struct http_exchange *exchange)
{
    check(loop_unpost(exchange->http->loop, &exchange->post));
    end(exchange);
}

/* -- websocket.h -- */

struct websocket {
    struct websocket_base *base;
    const struct websocket_hooks *hooks;
    void *arg;
    struct post opened, taken, closed;
    bool open, opening, taking, closing;
};

struct websocket_base {
    struct loop *loop;
    struct websocket websocket; /* of the one shard */
    struct post gone;
    void (*told)(void *arg);
    void *arg;
};

static struct websocket_base *standing;

struct websocket_base *websocket_base_create(struct loop *loop,
                                             const struct websocket_limits *limits, const char *ca)
{
    (void)ca;
    check(standing == NULL && limits->connections == 1);
    standing = calloc(1, sizeof(*standing));
    check(standing != NULL);
    standing->loop = loop;
    return standing;
}

static void on_gone(struct post *post)
{
    struct websocket_base *old =
        (struct websocket_base *)((char *)post - offsetof(struct websocket_base, gone));
    if (old->told != NULL)
        old->told(old->arg);
    free(old);
}

void websocket_base_destroy(struct websocket_base *base, void (*gone)(void *arg), void *arg)
{
    if (base == NULL)
        return;
    websocket_drop(&base->websocket);
    standing = NULL;
    base->gone.call = on_gone;
    base->told = gone;
    base->arg = arg;
    loop_post(base->loop, &base->gone);
}

struct websocket *websocket_create(struct websocket_base *base, const struct websocket_hooks *hooks,
                                   void *arg)
{
    base->websocket = (struct websocket){.base = base, .hooks = hooks, .arg = arg};
    return &base->websocket;
}

static void on_opened(struct post *post)
{
    struct websocket *websocket =
        (struct websocket *)((char *)post - offsetof(struct websocket, opened));
    websocket->opening = false;
    websocket->open = wire.open = true;
    websocket->hooks->opened(websocket->arg);
}

void websocket_open(struct websocket *websocket, const char *url)
{
    check(!websocket->open && !websocket->opening && !websocket->closing &&
          strncmp(url, "wss://", 6) == 0);
    websocket->opening = true;
    websocket->opened.call = on_opened;
    loop_post(websocket->base->loop, &websocket->opened);
}

static void on_taken(struct post *post)
{
    static char frame[FRAME + 1];
    struct websocket *websocket =
        (struct websocket *)((char *)post - offsetof(struct websocket, taken));
    size_t length = 0;
    websocket->taking = false;
    while (websocket->open &&
           (length = websocket->hooks->take(websocket->arg, frame, sizeof(frame))) > 0) {
        check(length <= FRAME);
        wire.frames++;
    }
}

void websocket_write(struct websocket *websocket)
{
    if (!websocket->open || websocket->taking)
        return;
    websocket->taking = true;
    websocket->taken.call = on_taken;
    loop_post(websocket->base->loop, &websocket->taken);
}

static void on_closed(struct post *post)
{
    struct websocket *websocket =
        (struct websocket *)((char *)post - offsetof(struct websocket, closed));
    websocket->closing = false;
    websocket->hooks->closed(websocket->arg, 0, "closed");
}

void websocket_close(struct websocket *websocket, unsigned code)
{
    check(code >= 1000 && code < 5000);
    if (websocket->closing)
        return;
    websocket_drop(websocket);
    websocket->closing = true;
    websocket->closed.call = on_closed;
    loop_post(websocket->base->loop, &websocket->closed);
}

void websocket_drop(struct websocket *websocket)
{
    if (websocket->opening)
        loop_unpost(websocket->base->loop, &websocket->opened);
    if (websocket->taking)
        loop_unpost(websocket->base->loop, &websocket->taken);
    if (websocket->closing)
        loop_unpost(websocket->base->loop, &websocket->closed);
    websocket->open = websocket->opening = websocket->taking = websocket->closing = wire.open =
        false;
}

/* -- the other end -- */

void wire_reset(void)
{
    check(standing == NULL);
    while (plan_count > 0)
        free(plans[--plan_count].body);
    last_id = 0;
    wire = (struct wire){.frames = 0};
}

void wire_text(const char *text, size_t length)
{
    if (standing != NULL && standing->websocket.open)
        standing->websocket.hooks->text(standing->websocket.arg, text, length);
}

void wire_close(unsigned code)
{
    if (standing == NULL || !standing->websocket.open)
        return;
    struct websocket *websocket = &standing->websocket;
    websocket_drop(websocket);
    websocket->hooks->closed(websocket->arg, code, "closed");
}
