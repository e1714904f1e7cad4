/* request.h: a request, from what libwebsockets has read. Pure.
 *
 * libwebsockets gives the path decoded, and the query in decoded pieces. Malformed requests are
 * refused here, so that no later code has to check. */
#ifndef TALON_ADAPTERS_WEB_REQUEST_H
#define TALON_ADAPTERS_WEB_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Bytes, with the NUL. */
enum {
    REQUEST_PATH = 640,
    REQUEST_QUERY = 1024,
    REQUEST_HEADER = 512,
    REQUEST_COOKIES = 4096, /* bytes of all cookies for this server's name */
    REQUEST_SESSION = 40,
    REQUEST_PEER = 40,
    REQUEST_BODY_MAX = 1024 /* bytes of a body, without a NUL */
};

enum request_method { REQUEST_GET, REQUEST_HEAD, REQUEST_POST, REQUEST_OTHER };

/* All texts are copies. A header that is missing, or longer than any honest client sends, is "". */
struct web_request {
    enum request_method method;
    bool has_body;           /* it says that one follows */
    char path[REQUEST_PATH]; /* decoded, clean, without `home`; begins with "/" */
    char query[REQUEST_QUERY];
    char if_none_match[REQUEST_HEADER];
    char accept_encoding[REQUEST_HEADER];
    char accept_language[REQUEST_HEADER];
    char session[REQUEST_SESSION]; /* from the cookie, on paths that need it; "": no session */
    char peer[REQUEST_PEER];       /* the client, as limits count clients (address_name()) */
    size_t body_length;            /* length of the body, as the client's header says */
    size_t body_read;
    char *body; /* body of a POST, with a NUL; the maker of the request owns it */
};

/* True if a request line (without its '\n') can be read: it has no control codes, and after each
 * '%' two hexadecimal digits that are not "00". */
bool request_line(const char *line, size_t length);

/* Appends the next piece of a path. libwebsockets 4.1 decodes a path, turns each '+' into a blank,
 * and cuts it at each ';' and '&'. Our paths have no blanks, so each blank becomes a plus again
 * ("#c++"). A cut becomes ';', or '&' at the start of a channel ("&local"). Returns false if it
 * does not fit, or holds a NUL. */
bool request_add_path(struct buf *path, const char *piece, size_t length);

/* Cleans a decoded path: it must be UTF-8 without control codes, NUL, "." and "..". Removes a "/"
 * at the end, and `home` ("/talon" or "") at the beginning, since a proxy may or may not have
 * removed it. Returns false if the path is bad. */
bool request_path(const char *path, size_t length, const char *home, char out[REQUEST_PATH]);
/* Appends a piece of the query, and encodes it again. Returns false if it is too long. */
bool request_add_query(struct buf *query, const char *piece, size_t length);
/* True if the client's Accept-Encoding accepts gzip. */
bool request_takes_gzip(const char *accept_encoding);
/* True for paths whose pages use sessions. */
bool request_has_session(const char *path);
/* Finds the value of a cookie in the header Cookie. The value may have only letters and digits; "":
 * there is none. */
void request_cookie(const char *cookies, const char *name, char out[REQUEST_SESSION]);
/* True if an If-None-Match names this ETag. */
bool request_has(const char *if_none_match, const char *etag);

#endif
