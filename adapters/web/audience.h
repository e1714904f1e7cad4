/* audience.h: who looks on at tables: by a WebSocket at "/live/ID" they are sent the document
 * "/api/1/tables/ID" whole, and anew whenever it has changed; the last one, {"over":true}, says
 * that there is nothing to be seen any more.
 *
 * The host is asked once for all who look on at the same table (adapter_setup.watch). A new
 * document goes to so many of them in a turn of the loop, so that others have theirs; who is slow
 * skips those that came meanwhile, and sees the newest. Nothing that they say is heard. */
#ifndef TALON_ADAPTERS_WEB_AUDIENCE_H
#define TALON_ADAPTERS_WEB_AUDIENCE_H

#include "adapters/adapter.h"
#include "httpd.h"

struct audience;

enum {
    AUDIENCE_TABLES = 256,     /* that are watched at once */
    AUDIENCE_SLICE = 64,       /* who are sent a document in a turn */
    AUDIENCE_BYTES = 64 << 20, /* of documents that are held */
    AUDIENCE_PING = 30000      /* ms between two pings to one; who has not answered the one before
                                  is hung up on */
};

struct audience_setup {
    struct adapter *adapter;
    uint32_t (*number)(void *arg); /* of a request, that no other has */
    void *arg;
};

/* NULL: memory is out. */
struct audience *audience_create(const struct audience_setup *setup);
/* After all onlookers have left. `done` is called in a later turn. Accepts NULL, and then calls
 * nothing. */
void audience_destroy(struct audience *audience, void (*done)(void *arg), void *arg);

/* httpd_setup.joins, .takes and .leaves. */
unsigned audience_join(struct audience *audience, struct onlooker *onlooker,
                       const struct request *request);
bool audience_take(struct onlooker *onlooker, struct frame *frame);
void audience_leave(struct audience *audience, struct onlooker *onlooker);

/* Is adapter_impl.live. */
void audience_live(struct audience *audience, int64_t table, const struct page *page);
/* Is adapter_impl.page, for the numbers that are ours: false, it is another's. */
bool audience_page(struct audience *audience, uint32_t number, const struct page *page);

#endif
