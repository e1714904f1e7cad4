#include "documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/picture/picture.h"
#include "pictures.h"

enum { COOKIE = 320 /* bytes of a cookie with its attributes */ };

/* A document that the host is making. The entry stays until the host has answered, even if nobody
 * waits for it any more. */
struct document {
    uint32_t number; /* 0: free */
    bool alone;      /* for one client only (it has a session or a body) */
    char path[REQUEST_PATH], query[REQUEST_QUERY], language[REQUEST_HEADER];
    unsigned max_age; /* max_age of a picture that is being drawn */
    struct exchange *waiting;
};

struct documents {
    struct adapter *adapter;
    const char *origin, *home, *assets, *cookie;
    uint32_t last; /* the last number given to a request */
    size_t bytes;  /* of bodies that are held */
    struct pictures *pictures;
    struct document all[DOCUMENTS_ASKED];
};

static void on_drawn(void *arg, uint32_t number, struct body *body);

struct documents *documents_create(struct adapter *adapter, const char *origin, const char *home,
                                   const char *assets, const char *cookie)
{
    struct documents *documents = calloc(1, sizeof(*documents));
    if (documents == NULL)
        return NULL;
    documents->adapter = adapter;
    documents->origin = origin;
    documents->home = home;
    documents->assets = assets;
    documents->cookie = cookie;
    documents->pictures =
        pictures_create(adapter->setup.loop, &documents->bytes, on_drawn, documents);
    if (documents->pictures != NULL)
        return documents;
    free(documents);
    return NULL;
}

void documents_destroy(struct documents *documents)
{
    if (documents != NULL)
        pictures_destroy(documents->pictures);
    free(documents);
}

/* -- asking -- */

static bool is_that(const struct document *document, const struct web_request *request)
{
    return document->number != 0 && !document->alone && request->body == NULL &&
           *request->session == '\0' && strcmp(document->path, request->path) == 0 &&
           strcmp(document->query, request->query) == 0 &&
           strcmp(document->language, request->accept_language) == 0;
}

/* Returns the entry of the requested document if the host is making it already, otherwise a free
 * entry. NULL: all entries are taken. */
static struct document *find_document(struct documents *documents,
                                      const struct web_request *request)
{
    struct document *unused = NULL;
    for (unsigned i = 0; i < DOCUMENTS_ASKED; i++) {
        if (is_that(&documents->all[i], request))
            return &documents->all[i];
        if (documents->all[i].number == 0)
            unused = &documents->all[i];
    }
    return unused;
}

uint32_t documents_number(void *arg)
{
    struct documents *documents = arg;
    documents->last = documents->last == UINT32_MAX ? 1 : documents->last + 1;
    return documents->last;
}

static bool begin_document(struct documents *documents, struct document *document,
                           const struct web_request *request)
{
    const struct adapter_setup *setup = &documents->adapter->setup;
    const struct page_request wanted = {
        .number = documents_number(documents),
        .path = request->path,
        .query = request->query,
        .language = *request->accept_language != '\0' ? request->accept_language : NULL,
        .home = documents->home,
        .origin = documents->origin,
        .assets = documents->assets,
        .draws = picture_can(),
        .body = request->body,
        .session = request->session,
        .peer = request->peer};
    if (!setup->pages->ask(setup->host, documents->adapter, &wanted))
        return false;
    document->number = wanted.number;
    document->alone = request->body != NULL || *request->session != '\0';
    snprintf(document->path, sizeof(document->path), "%s", request->path);
    snprintf(document->query, sizeof(document->query), "%s", request->query);
    snprintf(document->language, sizeof(document->language), "%s", request->accept_language);
    return true;
}

void documents_ask(struct documents *documents, struct exchange *exchange)
{
    struct document *document = find_document(documents, exchange->request);
    if (document == NULL ||
        (document->number == 0 && !begin_document(documents, document, exchange->request))) {
        httpd_refuse(exchange, 503, "Too much at once; try again.", DOCUMENTS_RETRY);
        return;
    }
    exchange->held = document;
    exchange->next = document->waiting;
    document->waiting = exchange;
}

void documents_forget(struct documents *documents, struct exchange *exchange)
{
    struct document *document = exchange->held;
    (void)documents;
    if (document == NULL)
        return;
    for (struct exchange **at = &document->waiting; *at != NULL; at = &(*at)->next) {
        if (*at == exchange) {
            *at = exchange->next;
            return;
        }
    }
}

/* -- answering -- */

/* True for pages that other sites may show in a frame. */
static bool is_embedded(const char *path)
{
    return strncmp(path, "/embed/", 7) == 0;
}

/* Writes the new address of a moved page: `home` and the path that the host answered. Returns false
 * if the path is bad or does not fit. */
static bool find_location(const struct documents *documents, const struct page *page,
                          char location[HEAD_LOCATION])
{
    bool path =
        page->length > 0 && page->body[0] == '/' && (page->length == 1 || page->body[1] != '/');
    int length = snprintf(location, HEAD_LOCATION, "%s%.*s", documents->home, (int)page->length,
                          page->length > 0 ? page->body : "");
    return path && length < HEAD_LOCATION;
}

/* Writes the session cookie for the browser; without a session it deletes the cookie. Returns false
 * if the session has characters that a cookie may not have. */
static bool find_cookie(const struct documents *documents, const struct page *page,
                        char cookie[COOKIE])
{
    const char *name = documents->cookie;
    const char *session = page->session != NULL ? page->session : "";
    int length = snprintf(cookie, COOKIE,
                          "%s=%s; Path=%s/seat; Max-Age=%u; HttpOnly; "
                          "SameSite=Strict%s",
                          name, session, documents->home, *session != '\0' ? page->session_age : 0,
                          strncmp(name, "__Secure-", 9) == 0 ? "; Secure" : "");
    return session[strspn(session, "0123456789abcdefghijklmnopqrstuvwxyz")] == '\0' &&
           length < COOKIE;
}

static void answer_all(struct exchange *waiting, const struct http_answer *answer)
{
    while (waiting != NULL) {
        struct exchange *next = waiting->next;
        httpd_answer(waiting, answer);
        waiting = next;
    }
}

static void refuse_all(struct exchange *waiting)
{
    while (waiting != NULL) {
        struct exchange *next = waiting->next;
        httpd_refuse(waiting, 503, "Out of memory; try again.", DOCUMENTS_RETRY);
        waiting = next;
    }
}

static void answer_document(struct documents *documents, const struct document *document,
                            const struct page *page)
{
    char location[HEAD_LOCATION];
    char cookie[COOKIE];
    bool moved = page->status == 301;
    bool fits = find_cookie(documents, page, cookie);
    struct body *body = NULL;
    if (fits && (!moved || find_location(documents, page, location)) &&
        documents->bytes + page->length <= DOCUMENTS_BYTES)
        body = body_create(page->body, moved ? 0 : page->length, &documents->bytes);
    if (body == NULL) {
        refuse_all(document->waiting);
        return;
    }
    bool kept = page->status == 200 && !document->alone;
    if (!document->alone) /* a document for one client only is not packed: if it holds a secret and
                             text that others chose, the packed size could tell the secret */
        body_pack(body);
    const struct http_answer answer = {.head = {.status = page->status,
                                                .type = page->type,
                                                .etag = kept ? body->etag : NULL,
                                                .location = moved ? location : NULL,
                                                .cookie = page->session != NULL ? cookie : NULL,
                                                .max_age = page->max_age,
                                                .kept = kept,
                                                .retry = page->status == 503 ? DOCUMENTS_RETRY : 0,
                                                .by_language = true,
                                                .embeds = is_embedded(document->path)},
                                       .bytes = body->bytes,
                                       .length = body->length,
                                       .gzip = body->gzip,
                                       .gzip_length = body->gzip_length,
                                       .body = body};
    answer_all(document->waiting, &answer);
    body_release(body);
}

static void give_picture(const struct document *document, struct body *body)
{
    const struct http_answer answer = {.head = {.status = 200,
                                                .type = "image/png",
                                                .etag = body->etag,
                                                .max_age = document->max_age,
                                                .kept = true,
                                                .by_language = true},
                                       .bytes = body->bytes,
                                       .length = body->length,
                                       .body = body};
    answer_all(document->waiting, &answer);
}

static void end_document(struct document *document)
{
    document->waiting = NULL;
    document->number = 0;
}

/* Returns the document with that number; NULL: there is none. */
static struct document *of_number(struct documents *documents, uint32_t number)
{
    for (unsigned i = 0; i < DOCUMENTS_ASKED; i++) {
        if (documents->all[i].number == number)
            return &documents->all[i];
    }
    return NULL;
}

static void on_drawn(void *arg, uint32_t number, struct body *body)
{
    struct documents *documents = arg;
    struct document *document = of_number(documents, number);
    if (document == NULL)
        return;
    if (body != NULL)
        give_picture(document, body);
    else
        refuse_all(document->waiting);
    end_document(document);
}

/* Answers with a kept picture, draws it, or refuses. Returns true if it is being drawn. */
static bool draw_picture(struct documents *documents, struct document *document,
                         const struct page *page)
{
    struct body *body = pictures_find(documents->pictures, page->poster);
    document->max_age = page->max_age;
    if (body != NULL)
        give_picture(document, body);
    else if (documents->bytes <= DOCUMENTS_BYTES &&
             pictures_draw(documents->pictures, document->number, page->poster))
        return true;
    else
        refuse_all(document->waiting);
    return false;
}

void documents_page(struct documents *documents, uint32_t number, const struct page *page)
{
    struct document *document = of_number(documents, number);
    if (document == NULL)
        return;
    if (document->waiting != NULL && page->poster != NULL) {
        if (draw_picture(documents, document, page))
            return;
    } else if (document->waiting != NULL) {
        answer_document(documents, document, page);
    }
    end_document(document);
}
