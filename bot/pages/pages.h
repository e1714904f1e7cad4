/* pages.h: documents for people who look and do not talk, and for programs: HTML and JSON.
 *
 * An adapter for them asks for a document by its address (page_source.ask). A table of addresses
 * names its maker. The maker may first ask the store, and answers through its job (job.h). Except
 * for the status numbers, nothing here knows HTTP. The tool that writes documents to files is an
 * adapter, too.
 *
 * A document holds only what boards and channels show to everybody: no hand, no account, no host,
 * no id of a network, and no secret of a running round. */
#ifndef TALON_BOT_PAGES_PAGES_H
#define TALON_BOT_PAGES_PAGES_H

#include <stdbool.h>

#include "adapters/pages.h"

struct commands;
struct guest;
struct lent;
struct pages;

/* Documents that may be in the making at once, over all addresses. */
enum { PAGES_MAX = 100 };

/* A command as pages show it. Name, arguments and help are texts of the catalogue. */
struct told_command {
    const char *name, *arguments, *help;
};
/* Fills in the n-th command; false: there are fewer. The table of commands is in a higher room, so
 * it is passed in. */
typedef bool told_command_fn(unsigned n, struct told_command *command);

/* Seats a guest, who followed an invitation or came from the page of a table, and gives them a
 * session. Returns NULL, or why it
 * cannot, as a text of the catalogue. */
typedef const char *seat_guest_fn(struct commands *commands, struct guest *guest);

/* Makes the state of bot/pages. seat_guest() gets `commands`. Returns NULL if memory is out. */
struct pages *pages_create(const struct lent *lent, told_command_fn *command,
                           seat_guest_fn *seat_guest, struct commands *commands);
/* Call it when somebody hides, shows themselves again, or was linked with another identity (!link).
 * Every document that names people is made again. */
void pages_forget_people(struct pages *pages);
/* From now on the adapter gets no calls, and the caller may free it. */
void pages_forget_adapter(struct pages *pages, const struct adapter *adapter);
/* Call it after store_stop_queries(), when no maker waits any more. Accepts NULL. */
void pages_destroy(struct pages *pages);

/* A command of the table; false: there are fewer. */
bool pages_command(const struct pages *pages, unsigned n, struct told_command *command);

/* Implements page_source.ask; `host` is a struct host. A bad address gets a document, too: the
 * error. */
bool pages_ask(void *host, struct adapter *adapter, const struct page_request *request);
/* Hands out the documents that are ready. Call it at the end of each turn, and when a batch is
 * durable. A document about tables waits for its batch, so that no crash can take back what it
 * shows. */
void pages_release(struct pages *pages);

#endif
