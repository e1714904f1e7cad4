/* doorstep.h: connections before their first request line.
 *
 * libwebsockets 4.1 hangs up without an answer on a request line that it cannot read ("/%00"). So
 * we look at the line before libwebsockets gets the connection. Looking leaves the bytes in the
 * socket.
 *
 * With TLS only libwebsockets can read the line. There we write the answer when libwebsockets hangs
 * up. Its farewell (close_notify) must not go out first, so until the first request we make OpenSSL
 * believe that it was sent. */
#ifndef TALON_ADAPTERS_WEB_DOORSTEP_H
#define TALON_ADAPTERS_WEB_DOORSTEP_H

#include <openssl/ssl.h>

#include "httpd_state.h"

/* Called when the wait is over. */
struct doorstep_ends {
    void (*good)(struct connection *connection, int fd); /* the request line can be read; the callee
                                                          * owns `fd` from now on */
    void (*gone)(struct connection *connection);         /* it has ended */
};

/* Waits for the request line, and owns the descriptor until then. Answers 400 to a line that cannot
 * be read. Hangs up on a client that sends nothing for HTTPD_READ_TIME. */
void doorstep_wait(struct connection *connection, int fd, const struct doorstep_ends *ends);
/* Hangs up on all waiting connections. */
void doorstep_clear(struct httpd *httpd);

/* For a TLS connection: call the first when libwebsockets has it, the second at each request, and
 * the third when libwebsockets hangs up. The handshake may be over at the first call, because
 * libwebsockets begins it at once, and a quick client answers meanwhile. `late`: it hangs up
 * because nothing came in time. They do nothing if `tls` is NULL (no TLS). */
void doorstep_tls_begins(SSL *tls);
void doorstep_tls_asks(SSL *tls);
void doorstep_tls_ends(SSL *tls, int fd, bool late);

/* Writes the whole answer to a line that cannot be read, and returns its length. */
enum { DOORSTEP_REFUSAL = HEAD_MAX + sizeof(NO_REQUEST) };
size_t doorstep_refusal(char out[DOORSTEP_REFUSAL]);

#endif
