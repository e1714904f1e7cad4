/* sts.h: strict transport security: what a server offers, and what is remembered of it.
 *
 * A server may tell clients that come in plain text to come by TLS, and clients that come by TLS
 * for how long they may not come without. This policy is kept in a file of `state_dir` for each
 * host name, and so holds over restarts. */
#ifndef TALON_ADAPTERS_IRC_STS_H
#define TALON_ADAPTERS_IRC_STS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state_file.h"

/* What the value of the capability says. */
struct sts_offer {
    unsigned port;     /* 0: it names none, or none that is possible */
    bool lasts;        /* it names a duration */
    uint64_t duration; /* s; 0: the policy is to be forgotten */
};

void sts_parse(struct sts_offer *offer, const char *value, size_t length);

struct sts_policy {
    unsigned port;     /* for TLS; 0: there is no policy */
    uint64_t duration; /* s; counted anew from the end of each connection by TLS */
    int64_t expires;   /* s since 1970 */
};

/* Reads the policy of a host; there is none if its file is missing or cannot be read. */
void sts_load(struct sts_policy *policy, const char *folder, const char *host);
enum { STS_RECORD = 96 }; /* bytes, NUL included */
/* Writes the policy as the text of its file (state_file.h); without a policy it is "", which
 * removes the file. */
void sts_record(const struct sts_policy *policy, char record[STS_RECORD]);
/* Writes the name of the file for a host. False: no file can have such a name. */
bool sts_name(char name[STATE_FILE_NAME], const char *host);

#endif
