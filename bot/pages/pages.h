/* pages.h: documents for who looks and does not talk: JSON for programs, HTML for people.
 *
 * An adapter that serves such people asks for a document by its address (adapter_setup.ask). A
 * table of addresses says who makes it; a maker has as much time as its questions to the store
 * need, and answers through its job (job.h). Nothing here knows HTTP but for the number of a
 * status. A tool that writes documents into files asks in the same way, as an adapter of its own.
 *
 * A document holds what boards and channels show to all, and nothing else: no hand, no account, no
 * host, no id of a network, nothing secret of a round that runs. */
#ifndef TALON_BOT_PAGES_PAGES_H
#define TALON_BOT_PAGES_PAGES_H

#include <stdbool.h>

#include "adapters/adapter.h"

struct host;
struct pages;

/* Documents that are being made, at once and in all. */
enum { PAGES_MAX = 100 };

/* NULL: memory is out. */
struct pages *pages_create(struct host *host);
/* After store_stop_asks(): no maker waits any more. Accepts NULL. */
void pages_destroy(struct pages *pages);

/* Is adapter_setup.ask, `host` a struct host: what is wrong with an address is a document, too. */
bool pages_ask(void *host, struct adapter *adapter, const struct page_request *request);
/* Gives the documents that are ready to who asked. At the end of each turn, and when a batch has
 * become durable: those about tables show nothing that a crash could take back. */
void pages_release(struct pages *pages);

#endif
