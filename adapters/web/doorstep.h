/* doorstep.h: connections whose first request line has not come yet.
 *
 * libwebsockets 4.1 hangs up without a word on a request line that it cannot read ("/%00"). So the
 * line is looked at before libwebsockets has the connection. Nothing is taken out of the socket. */
#ifndef TALON_ADAPTERS_WEB_DOORSTEP_H
#define TALON_ADAPTERS_WEB_DOORSTEP_H

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

/* The answer to a line that cannot be read, whole; its length. */
enum { DOORSTEP_REFUSAL = HEAD_MAX + sizeof NO_REQUEST };
size_t doorstep_refusal(char out[DOORSTEP_REFUSAL]);

#endif
