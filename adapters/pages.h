/* pages.h: the contract between the host and an adapter that serves pages: the web server, and the
 * writer of pages as files.
 *
 * The adapter asks for documents, follows tables for onlookers, and seats players who play on a
 * page. It calls `setup.pages` (struct page_source, with setup.host as the first argument), and the
 * host answers through `impl->pages` (struct page_server). Everything runs on the loop's thread. */
#ifndef TALON_ADAPTERS_PAGES_H
#define TALON_ADAPTERS_PAGES_H

#include "adapter.h"
#include "base/poster.h"

/* A request for a document. The adapter knows all about HTTP, the host all about content. */
struct page_request {
    uint32_t number;      /* comes back in page(); not 0 */
    const char *path;     /* decoded UTF-8, begins with "/", without `home`: "/api/1/boards" */
    const char *query;    /* the part of the address behind "?", not decoded; "": none */
    const char *language; /* Accept-Language, as the browser sent it. NULL: it sent none */
    const char *home;     /* what addresses on the page begin with: "", or "/talon" */
    const char *origin;   /* the part of a whole address before `home`: "https://talon.example". "":
                             not known */
    const char
        *assets;      /* what addresses of the site's own files begin with: "/talon/site/3f2a91" */
    bool draws;       /* the adapter can draw page.poster: pages may link to their pictures */
    const char *body; /* text that one of our pages posted, to change something. NULL: the request
                         only reads */
    const char *session; /* page.session, as their browser stored it. "" or NULL: none. Browsers
                            send it only with addresses at "/seat" and below */
    const char *peer;    /* where the request comes from: limits count requests with the same text
                            together. NULL: not known */
};

/* A document. */
struct page {
    unsigned status;  /* status of HTTP: 200; 301, whose body is the path to go to; 400; 404; 503 */
    const char *type; /* "application/json", "text/html; charset=utf-8" */
    const char *body;
    size_t length;               /* of the body */
    unsigned max_age;            /* seconds that browsers may cache it */
    const struct poster *poster; /* a picture that the adapter draws and sends in place of a body
                                  * (page_request.draws). NULL: it sends the body */
    const char
        *session; /* letters and digits that the browser stores as a cookie, hidden from scripts,
                     and sends from now on. "": the browser deletes it. NULL: no change */
    unsigned session_age; /* seconds that the browser stores it */
};

/* Bytes of the id of a user who plays on a page, NUL included. */
enum { SEAT_ID_MAX = 40 };

/* The host's side. */
struct page_source {
    /* Asks for a document. The host copies all of the request. True: one page() follows in a later
     * turn, unless the adapter is stopped first. False, and none follows: the host is making too
     * many, or memory is out. */
    bool (*ask)(void *host, struct adapter *adapter, const struct page_request *request);
    /* Begins (`on`) or ends to watch a running table. While it is watched, the host calls live()
     * with the document "/api/1/tables/ID" after each change. False: the table is not shown, or too
     * many adapters watch it. */
    bool (*watch)(void *host, struct adapter *adapter, int64_t table, bool on);
    /* A user opened a page with the session of `request`. Writes the user's `id`. From now on
     * seat() brings what their seat sees. The adapter raises all that they say as CHAT_MESSAGE with
     * `command` and this user.id. It calls stand() once for each call that returned true. False: no
     * user has this session (any more), or too many pages are open. */
    bool (*sit)(void *host, struct adapter *adapter, const struct page_request *request,
                char id[SEAT_ID_MAX]);
    /* That user closed one page. */
    void (*stand)(void *host, struct adapter *adapter, const char *id);
};

/* The adapter's side. */
struct page_server {
    /* Mandatory. Brings the document of request `number`, valid during the call. The adapter may
     * call ask() in it. */
    void (*page)(struct adapter *adapter, uint32_t number, const struct page *page);

    /* Mandatory if the adapter calls watch(). Brings the document of a watched table as it is now,
     * valid during the call. The adapter may call watch() and ask() in it. `page` NULL: nobody may
     * watch the table any more, and no more calls follow for it. */
    void (*live)(struct adapter *adapter, int64_t table, const struct page *page);

    /* Mandatory if the adapter calls sit(). Brings what the seat of the user `id` sees now, for all
     * pages of that user; it replaces what the last call brought. Secret: only this user may see
     * it. `last`: no more calls follow, and the host ignores what the user says there. `page` is
     * valid during the call. The adapter calls nothing of the host in it. */
    void (*seat)(struct adapter *adapter, const char *id, const struct page *page, bool last);

    /* Optional. The address at which people reach what the adapter serves, without a slash at the
     * end ("https://talon.example/cards"). NULL: not known. Missing: it serves no address. */
    const char *(*address)(const struct adapter *adapter);

    /* Optional. The number of pages that follow tables now (page_source.watch). */
    unsigned (*onlookers)(const struct adapter *adapter);
};

/* Whether people can play on pages of this adapter. */
static inline bool pages_have_seats(const struct adapter *adapter)
{
    return adapter->impl->pages != NULL && adapter->impl->pages->seat != NULL;
}

#endif
