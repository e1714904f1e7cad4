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

#include "state.h"

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
/* The same as text, to be kept in the file of that name (state.h); no policy: "", which removes the
 * file. */
enum { STS_RECORD = 96 };
void sts_record(const struct sts_policy *policy, char record[STS_RECORD]);
/* False: no file can bear such a host's name. */
bool sts_name(char name[STATE_NAME], const char *host);

#endif
