/* sts.h: strict transport security: what a server offers, and what is remembered of it.
 *
 * A server may tell who comes in plain text to come by TLS, and for how long never to come
 * otherwise. The memory is a small file a host name in the folder of `state_dir`; it holds when the
 * program, too, begins anew. */
#ifndef TALON_ADAPTERS_IRC_STS_H
#define TALON_ADAPTERS_IRC_STS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of the capability. */
struct sts_offer {
    unsigned port;     /* 0: none, or none that can be */
    bool lasts;        /* there is a duration */
    uint64_t duration; /* s; 0: forget it */
};

void sts_parse(struct sts_offer *offer, const char *value, size_t length);

struct sts_policy {
    unsigned port;     /* for TLS; 0: no policy */
    uint64_t duration; /* s, counted anew from the end of every connection by TLS */
    int64_t expires;   /* s since 1970 */
};

/* What is remembered of `host`; no policy if there is none, or it cannot be read. */
void sts_load(struct sts_policy *policy, const char *folder, const char *host);
/* Remembers it instead of what was; no policy: forgets. The file is replaced as a whole. False: it
 * cannot be written. */
bool sts_save(const struct sts_policy *policy, const char *folder, const char *host);

#endif
