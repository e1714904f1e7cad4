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

struct guest;
struct host;
struct pages;

/* Documents that are being made, at once and in all. */
enum { PAGES_MAX = 100 };

/* A command, as pages tell of it: its name, arguments and help are texts of the catalogue. */
struct told_command {
    const char *name, *arguments, *help;
};
/* The n-th one; false: there are fewer. The table itself stands in a room above this one. */
typedef bool told_command_fn(unsigned n, struct told_command *command);

/* Seats a guest who came by an invitation; they have a session then. Else why not, as a text of the
 * catalogue. */
typedef const char *seat_guest_fn(struct host *host, struct guest *guest);

/* The state of this room. NULL: memory is out. */
struct pages *pages_create(struct host *host, told_command_fn *command, seat_guest_fn *seat_guest);
/* Somebody hides, or shows again, or is somebody else's by now (!link): what says who they are is
 * made anew. */
void pages_forget_people(struct pages *pages);
/* It is called no more, and may be freed. */
void pages_forget_adapter(struct pages *pages, const struct adapter *adapter);
/* After store_stop_queries(): no maker waits any more. Accepts NULL. */
void pages_destroy(struct pages *pages);

/* A command of the table; false: there are fewer. */
bool pages_command(const struct pages *pages, unsigned n, struct told_command *command);

/* Is adapter_setup.ask, `host` a struct host: what is wrong with an address is a document, too. */
bool pages_ask(void *host, struct adapter *adapter, const struct page_request *request);
/* Gives the documents that are ready to who asked. At the end of each turn, and when a batch has
 * become durable: those about tables show nothing that a crash could take back. */
void pages_release(struct pages *pages);

#endif
