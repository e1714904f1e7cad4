/* seat_live.h: the open pages of seats, and the documents that they get (page_source.sit,
 * .stand).
 *
 * For each seat with an open page, the document (seat_json.h) is made once after each turn of the
 * loop in which its table changed. The adapter gets it when it is durable, so that no crash can
 * take back what a page shows. While one document waits for the disk no other is made: the next one
 * has all later changes. A seat that is gone gets a last document. The last lines of the round are
 * kept in each language while a page is open. */
#ifndef TALON_BOT_PAGES_SEAT_SEAT_LIVE_H
#define TALON_BOT_PAGES_SEAT_SEAT_LIVE_H

#include "adapters/pages.h"
#include "engine/game.h"

struct language;
struct page_job;
struct pages;
struct person;
struct seat_live;
struct table;

enum { SEAT_PAGES_MAX = 4096 /* seats with an open page */ };

/* NULL: memory is out. */
struct seat_live *seat_live_create(struct pages *pages);
void seat_live_destroy(struct seat_live *live); /* accepts NULL */
/* Forgets the open pages of the adapter, which may then be freed. */
void seat_live_forget_adapter(struct seat_live *live, const struct adapter *adapter);

/* These are page_source.sit and .stand; `arg` is a struct host. */
bool seat_live_sit(void *arg, struct adapter *adapter, const struct page_request *request,
                   char id[SEAT_ID_MAX]);
void seat_live_stand(void *arg, struct adapter *adapter, const char *id);
/* Returns the language of a seat's page; `person` owns the seat. */
const struct language *seat_live_language(const struct pages *pages, const char *id,
                                          const struct person *person);

/* Call it when something visible at a table has changed. */
void seat_live_touch(const struct table *table);
/* seat_live_tell() keeps a line about the events. seat_live_begin_round() drops the lines of the
 * last round. */
void seat_live_tell(struct table *table, const struct events *events);
void seat_live_begin_round(const struct table *table);

/* Makes and hands out what is due. Call it at the end of each turn, and when a batch is durable. */
void seat_live_flush(struct seat_live *live);

/* "/seat" with a body: exchanges a link for a session, or ends a session. "/seat/live" without a
 * WebSocket: answers whether there is a session (426) or not (401). */
void seat_post(struct page_job *job);
void seat_live_look(struct page_job *job);

#endif
