/* audience.h: onlookers of tables. An onlooker opens a WebSocket at "/live/ID" and gets the
 * document "/api/1/tables/ID", whole, now and after each change. The last message is {"over":true}:
 * there is nothing more to see.
 *
 * We ask the host once for all onlookers of a table (page_source.watch). In each turn of the loop
 * AUDIENCE_SLICE onlookers get the new document, so that other work goes on. A slow onlooker skips
 * documents and gets the newest one. We ignore what onlookers send. */
#ifndef TALON_ADAPTERS_WEB_AUDIENCE_H
#define TALON_ADAPTERS_WEB_AUDIENCE_H

#include "adapters/pages.h"
#include "httpd.h"

struct audience;

enum {
    AUDIENCE_TABLES = 256,     /* tables that are watched at once */
    AUDIENCE_SLICE = 64,       /* onlookers who get a document in one turn */
    AUDIENCE_BYTES = 64 << 20, /* bytes of all documents that are held */
    AUDIENCE_PING = 30000 /* ms between two pings to an onlooker; one who has not answered the last
                             ping is disconnected */
};

struct audience_setup {
    struct adapter *adapter;
    uint32_t (*number)(void *arg); /* returns a number for a request; no other request has it */
    void *arg;
};

/* NULL: memory is out. */
struct audience *audience_create(const struct audience_setup *setup);
/* Call it after all onlookers have left. `done` is called in a later turn. If `audience` is NULL,
 * it does nothing, and does not call `done`. */
void audience_destroy(struct audience *audience, void (*done)(void *arg), void *arg);

/* These are httpd_setup.joins, .takes and .leaves. */
unsigned audience_join(struct audience *audience, struct onlooker *onlooker,
                       const struct web_request *request);
bool audience_take(struct onlooker *onlooker, struct frame *frame);
void audience_leave(struct audience *audience, struct onlooker *onlooker);

/* The number of onlookers of all tables. */
unsigned audience_count(const struct audience *audience);

/* Is page_server.live. */
void audience_live(struct audience *audience, int64_t table, const struct page *page);
/* Takes page_server.page for requests made here. Returns false if the number belongs to somebody
 * else. */
bool audience_page(struct audience *audience, uint32_t number, const struct page *page);

#endif
