/* doorstep.h: connections whose first request line has not come yet.
 *
 * libwebsockets 4.1 hangs up without a word on a request line that it cannot read ("/%00"). So the
 * line is looked at before libwebsockets has the connection. Nothing is taken out of the socket.
 *
 * With TLS only libwebsockets sees the line. There the answer is written when it hangs up, behind
 * its farewell (close_notify): so that there is none, OpenSSL believes until the first request that
 * it was sent. */
#ifndef TALON_ADAPTERS_WEB_DOORSTEP_H
#define TALON_ADAPTERS_WEB_DOORSTEP_H

#include <openssl/ssl.h>

#include "httpd_state.h"

/* What becomes of a connection. */
struct doorstep_ends {
    void (*good)(struct connection *connection, int fd); /* its line can be read; it owns `fd` */
    void (*gone)(struct connection *connection);         /* it has ended */
};

/* Waits for the line; one that cannot be read is answered 400. Owns the descriptor meanwhile. Who
 * sends nothing in HTTPD_READ_TIME is hung up on. */
void doorstep_wait(struct connection *connection, int fd, const struct doorstep_ends *ends);
/* Hangs up on all who wait. */
void doorstep_clear(struct httpd *httpd);

/* The connection has TLS: from its beginning, at each request, and when libwebsockets hangs up;
 * `late`: because nothing has come for too long. NULL: it has none. */
void doorstep_tls_begins(SSL *tls);
void doorstep_tls_asks(SSL *tls);
void doorstep_tls_ends(SSL *tls, int fd, bool late);

/* The answer to a line that cannot be read, whole; its length. */
enum { DOORSTEP_REFUSAL = HEAD_MAX + sizeof NO_REQUEST };
size_t doorstep_refusal(char out[DOORSTEP_REFUSAL]);

#endif
