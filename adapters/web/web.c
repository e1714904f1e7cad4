#include "web.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asset.h"
#include "audience.h"
#include "documents.h"
#include "httpd.h"
#include "seats.h"

enum {
    AGAIN = 5000,      /* ms until it tries to begin again */
    FOREVER = 31536000 /* seconds: a year, as far as caches go */
};

struct web {
    struct adapter base; /* first */
    struct timer timer;
    struct web_config config;
    char address[WEB_ORIGIN + WEB_HOME]; /* how people reach us */
    char assets[WEB_HOME + 64];          /* what addresses of the site's files begin with */
    struct httpd *httpd;
    struct documents *documents;
    struct audience *audience;
    struct seats *seats;
    struct fault why; /* the last reason in the log why it cannot listen */
    bool listening, stopping;
};

static struct web *web_of(struct adapter *adapter)
{
    assert(adapter->impl == &web_adapter);
    return (struct web *)adapter;
}

unsigned web_port(const struct adapter *adapter)
{
    const struct web *web = (const struct web *)adapter;
    return web->listening ? httpd_port(web->httpd) : 0;
}

/* -- requests -- */

static void give_asset(struct exchange *exchange, const struct asset *asset, bool immutable)
{
    const struct http_answer answer = {.head = {.status = 200,
                                                .type = asset->type,
                                                .etag = asset->etag,
                                                .kept = true,
                                                .max_age = immutable ? FOREVER : 0,
                                                .immutable = immutable},
                                       .bytes = asset->bytes,
                                       .length = asset->length,
                                       .gzip = asset->gzip,
                                       .gzip_length = asset->gzip_length};
    httpd_answer(exchange, &answer);
}

/* Finds a file at "/site/HASH/NAME" or at a fixed address; NULL: there is none. */
static const struct asset *find_asset(const char *path, bool *immutable)
{
    static const char site[] = "/site/";
    char name[REQUEST_PATH + 8];
    size_t hash = strlen(site_hash);
    const char *rest = path + sizeof(site) - 1;
    *immutable = strncmp(path, site, sizeof(site) - 1) == 0;
    if (!*immutable) {
        snprintf(name, sizeof(name), "root%s", path);
        return asset_find(name);
    }
    return strncmp(rest, site_hash, hash) == 0 && rest[hash] == '/' ? asset_find(rest + hash + 1)
                                                                    : NULL;
}

static void on_asked(void *arg, struct exchange *exchange)
{
    struct web *web = arg;
    bool immutable = false;
    const struct asset *asset = find_asset(exchange->request->path, &immutable);
    if (asset != NULL)
        give_asset(exchange, asset, immutable);
    else if (immutable)
        httpd_refuse(exchange, 404, "There is no such file.", 0);
    else
        documents_ask(web->documents, exchange);
}

static void on_gone(void *arg, struct exchange *exchange)
{
    struct web *web = arg;
    documents_forget(web->documents, exchange);
}

static unsigned on_joins(void *arg, struct onlooker *onlooker, const struct web_request *request)
{
    struct web *web = arg;
    return strcmp(request->path, "/seat/live") == 0
               ? seats_join(web->seats, onlooker, request)
               : audience_join(web->audience, onlooker, request);
}

static bool on_takes(void *arg, struct onlooker *onlooker, struct frame *frame)
{
    (void)arg;
    return seats_is_one(onlooker) ? seats_take(onlooker, frame) : audience_take(onlooker, frame);
}

static void on_leaves(void *arg, struct onlooker *onlooker)
{
    struct web *web = arg;
    if (seats_is_one(onlooker))
        seats_leave(web->seats, onlooker);
    else
        audience_leave(web->audience, onlooker);
}

static size_t on_listens(void *arg, const struct onlooker *onlooker)
{
    (void)arg;
    return seats_is_one(onlooker) ? SEATS_FRAME_MAX : 0;
}

static bool on_hears(void *arg, struct onlooker *onlooker, const char *text, size_t length)
{
    struct web *web = arg;
    return seats_is_one(onlooker) && seats_hear(web->seats, onlooker, text, length);
}

static bool on_posts(void *arg, const char *path)
{
    (void)arg;
    return strcmp(path, "/seat") == 0;
}

static void web_page(struct adapter *adapter, uint32_t number, const struct page *page)
{
    struct web *web = web_of(adapter);
    if (!audience_page(web->audience, number, page))
        documents_page(web->documents, number, page);
}

static void web_live(struct adapter *adapter, int64_t table, const struct page *page)
{
    struct web *web = web_of(adapter);
    if (web->audience != NULL)
        audience_live(web->audience, table, page);
}

static void web_seat(struct adapter *adapter, const char *id, const struct page *page, bool last)
{
    struct web *web = web_of(adapter);
    if (web->seats != NULL)
        seats_show(web->seats, id, page, last);
}

/* Returns the address of our pages, for links elsewhere; NULL: only this machine reaches it. */
static const char *web_address(const struct adapter *adapter)
{
    assert(adapter->impl == &web_adapter);
    const struct web *web = (const struct web *)adapter;
    return web->config.assumed ? NULL : web->address;
}

static unsigned web_onlookers(const struct adapter *adapter)
{
    assert(adapter->impl == &web_adapter);
    const struct web *web = (const struct web *)adapter;
    return web->audience != NULL ? audience_count(web->audience) : 0;
}

/* -- life -- */

static struct adapter *web_create(const struct adapter_setup *setup, struct fault *why)
{
    struct web *web = calloc(1, sizeof(*web));
    fault_set(why, "out of memory");
    if (web == NULL)
        return NULL;
    adapter_init(&web->base, &web_adapter, setup);
    web->base.log = (struct log){setup->log, "web"};
    if (!web_config_read(&web->config, setup->settings, why)) {
        free(web);
        return NULL;
    }
    snprintf(web->address, sizeof(web->address), "%s%s", web->config.origin, web->config.home);
    snprintf(web->assets, sizeof(web->assets), "%s/site/%s", web->config.home, site_hash);
    return &web->base;
}

static void on_timer_closed(struct timer *timer)
{
    struct web *web = (struct web *)((char *)timer - offsetof(struct web, timer));
    adapter_raise(&web->base, &(struct chat_event){.kind = CHAT_STOPPED, .text = "stopped"});
}

static void on_seats_gone(void *arg)
{
    struct web *web = arg;
    web->seats = NULL;
    timer_finish(&web->timer, on_timer_closed);
}

static void on_audience_gone(void *arg)
{
    struct web *web = arg;
    web->audience = NULL;
    if (web->seats != NULL)
        seats_destroy(web->seats, on_seats_gone, web);
    else
        on_seats_gone(web);
}

static void on_server_gone(void *arg)
{
    struct web *web = arg;
    web->httpd = NULL;
    if (web->audience != NULL)
        audience_destroy(web->audience, on_audience_gone, web);
    else
        on_audience_gone(web);
}

/* Creates the parts of the server that do not exist yet. False: one cannot be created. */
static bool open_server(struct web *web, struct fault *why)
{
    const struct web_config *config = &web->config;
    fault_set(why, "out of memory");
    if (web->documents == NULL) {
        web->documents = documents_create(&web->base, config->origin, config->home, web->assets,
                                          web_config_cookie(config));
    }
    if (web->seats == NULL)
        web->seats = seats_create(&web->base);
    if (web->audience == NULL && web->documents != NULL) {
        web->audience = audience_create(&(struct audience_setup){
            .adapter = &web->base, .number = documents_number, .arg = web->documents});
    }
    const struct httpd_setup setup = {.loop = web->base.setup.loop,
                                      .log = &web->base.log,
                                      .config = config,
                                      .asked = on_asked,
                                      .gone = on_gone,
                                      .joins = on_joins,
                                      .takes = on_takes,
                                      .leaves = on_leaves,
                                      .listens = on_listens,
                                      .hears = on_hears,
                                      .posts = on_posts,
                                      .arg = web};
    if (web->httpd == NULL && web->audience != NULL && web->seats != NULL)
        web->httpd = httpd_create(&setup, why);
    return web->httpd != NULL;
}

/* What fails may be better later, such as memory or a port that another program has. So the web
 * tries again until it listens. */
static void try_to_listen(struct web *web)
{
    struct fault why = {0};
    if (open_server(web, &why) && httpd_listen(web->httpd, &why)) {
        web->listening = true;
        log_info(&web->base.log, "listening listen=%s url=%s%s", web->config.listen,
                 web->config.origin, web->config.home);
        adapter_raise(&web->base, &(struct chat_event){.kind = CHAT_CONNECTED});
        return;
    }
    if (strcmp(why.text, web->why.text) != 0) /* log the same reason only once */
        log_error(&web->base.log, "cannot listen listen=%s: %s", web->config.listen, why.text);
    fault_set(&web->why, "%s", why.text);
    timer_set(&web->timer, AGAIN);
}

static void on_timer(struct timer *timer)
{
    try_to_listen((struct web *)((char *)timer - offsetof(struct web, timer)));
}

static void web_start(struct adapter *adapter)
{
    struct web *web = web_of(adapter);
    timer_init(adapter->setup.loop, &web->timer, on_timer);
    timer_set(&web->timer, 0);
}

static void web_reread(struct adapter *adapter)
{
    struct web *web = web_of(adapter);
    if (web->httpd != NULL)
        httpd_look_at_certificate(web->httpd);
}

static void web_send(struct adapter *adapter, struct message *message)
{
    struct web *web = web_of(adapter);
    if (web->seats != NULL)
        seats_say(web->seats, message);
    message_destroy(message);
}

static void web_stop(struct adapter *adapter, const char *words)
{
    struct web *web = web_of(adapter);
    (void)words;
    if (web->stopping)
        return;
    web->stopping = true;
    web->listening = false;
    timer_stop(&web->timer);
    if (web->httpd != NULL)
        httpd_destroy(web->httpd, on_server_gone, web);
    else
        on_server_gone(web);
}

static void web_destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct web *web = web_of(adapter);
    documents_destroy(web->documents);
    free(web);
}

static const struct page_server web_pages = {
    .page = web_page,
    .live = web_live,
    .seat = web_seat,
    .address = web_address,
    .onlookers = web_onlookers,
};

const struct adapter_impl web_adapter = {
    .name = "web",
    .keys = web_config_keys,
    .about = web_config_about,
    .unnamed = true,
    .caps = {.whisper = WHISPER_EPHEMERAL,
             .multiline = true,
             .bare_words = true,
             .boards = true,
             .controls = true},
    .check = web_config_check,
    .create = web_create,
    .start = web_start,
    .reread = web_reread,
    .send = web_send,
    .stop = web_stop,
    .destroy = web_destroy,
    .pages = &web_pages,
};
