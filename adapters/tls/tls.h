/* tls.h: what OpenSSL does once in a process. */
#ifndef TALON_ADAPTERS_TLS_TLS_H
#define TALON_ADAPTERS_TLS_TLS_H

/* OpenSSL prepares itself at the first connection with TLS. If memory is out in that moment, it
 * remembers the failure, and the process can never use TLS. So call this before libcurl or
 * libwebsockets starts: it prepares OpenSSL, or logs an error and aborts. Later calls do nothing.
 * Call it on the thread of the loop. */
void tls_prepare(void);

#endif
