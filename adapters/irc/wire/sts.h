/* sts.h: strict transport security, the policy of a server about TLS. It may tell clients in plain
 * text to come by TLS. It may tell clients by TLS for how long they must not connect without TLS.
 * We keep this policy over restarts (state.h). */
#ifndef TALON_ADAPTERS_IRC_WIRE_STS_H
#define TALON_ADAPTERS_IRC_WIRE_STS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parts of the capability's value. */
struct sts_offer {
    unsigned port;     /* 0: it names no port, or an invalid one */
    bool lasts;        /* it names a duration */
    uint64_t duration; /* s; 0: forget the policy */
};

void sts_parse(struct sts_offer *offer, const char *value, size_t length);

struct sts_policy {
    unsigned port;     /* port for TLS; 0: there is no policy */
    uint64_t duration; /* s; starts again at the end of each connection by TLS */
    int64_t expires;   /* s since 1970 */
};

enum { STS_RECORD = 96, STS_KEY = 256 }; /* bytes, NUL included */
/* Writes a policy as a text; without a policy it is "". */
void sts_record(const struct sts_policy *policy, char record[STS_RECORD]);
/* Reads a policy from such a text. An invalid text means no policy. */
void sts_read(struct sts_policy *policy, const char *record);
/* Writes the key under which a host's policy is kept. Returns false if the host's name is too
 * long. */
bool sts_key(char key[STS_KEY], const char *host);

#endif
