/* certificate.h: the certificate and key of [web], and how a renewed pair replaces them.
 *
 * The files are looked at once a minute, and when the host asks. They are read on libuv's thread
 * pool, because a disk may hang. A new pair is used for new connections; open ones stay as they
 * are. If a pair does not fit, we read it once more, because a renewal replaces one file after the
 * other. If it still does not fit, we log that and keep the old pair. */
#ifndef TALON_ADAPTERS_WEB_CERTIFICATE_H
#define TALON_ADAPTERS_WEB_CERTIFICATE_H

#include <openssl/ssl.h>

#include "base/log.h"
#include "base/loop.h"

struct certificate;

struct certificate_setup {
    struct loop *loop;
    const struct log *log;
    const char *cert, *key; /* paths; all of this outlives the certificate */
};

/* Reads a pair. NULL: `wrong` says why, and begins with the key of the configuration. The caller
 * frees the context. */
SSL_CTX *certificate_read(const char *cert, const char *key, const char **wrong);

/* Begins to look at the files regularly. Call it before the server reads them. NULL: memory is
 * out. */
struct certificate *certificate_create(const struct certificate_setup *setup);
/* Accepts NULL. */
void certificate_destroy(struct certificate *certificate);
/* The context of the server, which gets renewed pairs. */
void certificate_serve(struct certificate *certificate, SSL_CTX *server);
/* Looks now. Accepts NULL. */
void certificate_look(struct certificate *certificate);
/* True while a look has not ended. */
bool certificate_busy(const struct certificate *certificate);

#endif
