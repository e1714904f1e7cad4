/* request.h: what a request asks for, out of what libwebsockets has read of it. Pure.
 *
 * libwebsockets gives the path decoded, and the query in decoded pieces. What is not plain is
 * refused here, so that nobody behind this has to think of it. */
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
    REQUEST_COOKIES = 4096, /* of all that a browser keeps for this server's name */
    REQUEST_SESSION = 40,
    REQUEST_PEER = 40,
    REQUEST_BODY_MAX = 1024 /* bytes of what comes along, without a NUL */
};

enum request_method { REQUEST_GET, REQUEST_HEAD, REQUEST_POST, REQUEST_OTHER };

/* Texts are copies that live as long as the request; a header that is missing, or longer than any
 * sender of good will makes it, is "". */
struct request {
    enum request_method method;
    bool has_body;           /* it says that one follows */
    char path[REQUEST_PATH]; /* decoded, cleaned, without the prefix of `url`; begins with "/" */
    char query[REQUEST_QUERY];
    char if_none_match[REQUEST_HEADER];
    char accept_encoding[REQUEST_HEADER];
    char accept_language[REQUEST_HEADER];
    char session[REQUEST_SESSION]; /* of the cookie, where it is asked for; "": none */
    char peer[REQUEST_PEER];       /* who asks, as limits count people */
    size_t body_length;            /* that was said to follow */
    size_t body_read;
    char *body; /* of a POST, with a NUL; owned by who made the request */
};

/* Whether a request line (without its '\n') is one that can be read: no control codes, and behind
 * each
 * '%' two hexadecimal digits that are no NUL. */
bool request_line(const char *line, size_t length);

/* Appends the next piece of a path as libwebsockets 4.1 gives it: decoded, with a blank for each
 * '+' and cut at each ';' and '&'. No path of ours has a blank, so that each is a plus ("#c++"). A
 * cut is a ';', but '&' where a channel begins ("&local"). False: it does not fit, or holds a NUL.
 */
bool request_add_path(struct buf *path, const char *piece, size_t length);

/* Cleans a decoded path: UTF-8 without control codes, NUL, "." and ".."; `home` ("/talon" or "") is
 * taken off where it stands, for whoever is in front may have taken it off already, and so is a "/"
 * at the end. False: that is no path for us. */
bool request_path(const char *path, size_t length, const char *home, char out[REQUEST_PATH]);
/* Appends a piece of the query, encoded again. False: it is too long. */
bool request_add_query(struct buf *query, const char *piece, size_t length);
/* Whether the client takes gzip, by its Accept-Encoding. */
bool request_takes_gzip(const char *accept_encoding);
/* Whether that path is one whose pages have sessions. */
bool request_has_session(const char *path);
/* The value of a cookie out of the header Cookie, letters and digits alone; "": there is none. */
void request_cookie(const char *cookies, const char *name, char out[REQUEST_SESSION]);
/* Whether an If-None-Match names that ETag. */
bool request_has(const char *if_none_match, const char *etag);

#endif
