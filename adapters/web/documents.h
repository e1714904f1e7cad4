/* documents.h: gets documents from the host. Clients that want the same document at the same time
 * share one request to the host. If the host answers with a poster, pictures.h draws it, and the
 * picture is the document. */
#ifndef TALON_ADAPTERS_WEB_DOCUMENTS_H
#define TALON_ADAPTERS_WEB_DOCUMENTS_H

#include "adapters/pages.h"
#include "httpd.h"

struct documents;

enum {
    DOCUMENTS_ASKED = 64,       /* documents that the host is making at once */
    DOCUMENTS_BYTES = 64 << 20, /* bytes of all documents that are being sent */
    DOCUMENTS_RETRY = 2         /* s, the Retry-After for clients when there is no room */
};

/* `origin`, `home` and `assets` go into each request (struct page_request), and `cookie` is the
 * name of the session cookie. They must outlive the result. NULL: memory is out. */
struct documents *documents_create(struct adapter *adapter, const char *origin, const char *home,
                                   const char *assets, const char *cookie);
/* Call it when nobody waits and all answers are sent. Accepts NULL. */
void documents_destroy(struct documents *documents);

/* Answers the exchange with the document at its path, now or in a later turn. */
void documents_ask(struct documents *documents, struct exchange *exchange);
/* The client of this exchange is gone. */
void documents_forget(struct documents *documents, struct exchange *exchange);
/* Is page_server.page. */
void documents_page(struct documents *documents, uint32_t number, const struct page *page);
/* Returns a number for the caller's own request to the host. No document here has this number or
 * will get it. `arg` is a struct documents. */
uint32_t documents_number(void *arg);

#endif
