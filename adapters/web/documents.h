/* documents.h: documents that the host makes, asked for once for all who want the same at the same
 * time; and pictures of pages, drawn of what the host says (pictures.h). */
#ifndef TALON_ADAPTERS_WEB_DOCUMENTS_H
#define TALON_ADAPTERS_WEB_DOCUMENTS_H

#include "adapters/adapter.h"
#include "httpd.h"

struct documents;

enum {
    DOCUMENTS_ASKED = 64,       /* different ones that are being made at once */
    DOCUMENTS_BYTES = 64 << 20, /* of all that are being sent */
    DOCUMENTS_RETRY = 2         /* seconds, said to whom there was no room for */
};

/* `origin`, `home` and `assets` are what requests have of them (adapter.h), `cookie` is the name of
 * that of a session; they outlive it. NULL: memory is out. */
struct documents *documents_create(struct adapter *adapter, const char *origin, const char *home,
                                   const char *assets, const char *cookie);
/* Nobody waits any more; what is being sent must have been. Accepts NULL. */
void documents_destroy(struct documents *documents);

/* Answers the exchange with the document at its path, some time. */
void documents_ask(struct documents *documents, struct exchange *exchange);
/* That one is gone. */
void documents_forget(struct documents *documents, struct exchange *exchange);
/* Is adapter_impl.page. */
void documents_page(struct documents *documents, uint32_t number, const struct page *page);
/* A number that no document here has, nor will; `arg` a struct documents. */
uint32_t documents_number(void *arg);

#endif
