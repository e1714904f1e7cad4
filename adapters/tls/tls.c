#include "tls.h"

#include <stdbool.h>
#include <stddef.h>

#include <openssl/ssl.h>

#include "base/log.h"

void tls_prepare(void)
{
    static bool done;
    if (done)
        return;
    SSL_CTX *context = SSL_CTX_new(TLS_method());
    if (context == NULL)
        log_fatal(NULL, "OpenSSL cannot prepare TLS (no memory?): ending");
    SSL_CTX_free(context);
    done = true;
}
