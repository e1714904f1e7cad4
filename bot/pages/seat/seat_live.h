/* seat_live.h: pages of seats that are open, and what they are sent (adapter_setup.sit, .stand).
 *
 * Of each seat that somebody has a page of, the document (seat_json.h) is made once after each turn
 * of the loop in which anything at its table changed, and given to the adapter when that is
 * durable: a page shows nothing that a crash could take back. While one waits for the disk no other
 * is made; what came meanwhile is in the next. A seat that is gone gets its last one.
 *
 * The last lines of the round are kept while a page is open, in each language. */
#ifndef TALON_BOT_PAGES_SEAT_SEAT_LIVE_H
#define TALON_BOT_PAGES_SEAT_SEAT_LIVE_H

#include "adapters/adapter.h"
#include "engine/game.h"

struct host;
struct language;
struct page_job;
struct person;
struct seat_live;
struct table;

enum {
    SEAT_PAGES_MAX = 4096, /* seats with an open page */
    SEAT_LANGUAGES_MAX = 4
};

/* NULL: memory is out. */
struct seat_live *seat_live_create(struct host *host);
void seat_live_destroy(struct seat_live *live); /* accepts NULL */
/* The adapter may be freed: pages that are open by it are open no more. */
void seat_live_forget_adapter(struct host *host, const struct adapter *adapter);

/* Are adapter_setup.sit and .stand; `arg` a struct host. */
bool seat_live_sit(void *arg, struct adapter *adapter, const struct page_request *request,
                   char id[SEAT_ID_MAX]);
void seat_live_stand(void *arg, struct adapter *adapter, const char *id);
/* The language in which whoever has that page reads it; `person` is whose seat it is. */
const struct language *seat_live_language(const struct host *host, const char *id,
                                          const struct person *person);

/* Something that is seen at a table has changed. */
void seat_live_touch(const struct table *table);
/* What the events did is kept as a line; a new round begins without lines. */
void seat_live_tell(struct table *table, const struct events *events);
void seat_live_begin_round(const struct table *table);

/* Makes and gives what is due. At the end of each turn, and when a batch has become durable. */
void seat_live_flush(struct host *host);

/* "/seat", with a body: the exchange of a link for a session, and its end. "/seat/live" where no
 * WebSocket was asked for: whether there is a session (426) or not (401). */
void seat_post(struct page_job *job);
void seat_live_look(struct page_job *job);

#endif
