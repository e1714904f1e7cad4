/* doorstep.h: connections whose first request line has not come yet.
 *
 * libwebsockets 4.1 hangs up without a word on a request line that it cannot read ("/%00"). So the
 * line is looked at before libwebsockets has the connection. Nothing is taken out of the socket. */
#ifndef TALON_ADAPTERS_WEB_DOORSTEP_H
#define TALON_ADAPTERS_WEB_DOORSTEP_H

#include "httpd_state.h"

/* Waits for the line, and then either answers 400 and ends the connection, or gives it to
 * libwebsockets by httpd_adopt(). Owns the descriptor until then. Who sends nothing in
 * HTTPD_READ_TIME is hung up on. */
void doorstep_wait(struct connection *connection, int fd);
/* Hangs up on all who wait. */
void doorstep_clear(struct httpd *httpd);

#endif
