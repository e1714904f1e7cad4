/* rights.h: what we lack of Discord's permissions in a channel, and the words for it.
 *
 * Each interaction tells what we may do where it came from (app_permissions), so nothing is held of
 * roles and overwrites: those of all channels of all servers would be kept, and added up as Discord
 * does, for the few in which somebody plays. Between interactions Discord's refusals tell, and what
 * changes in a server where we are not heard is a reason to try again (places.h). Pure. */
#ifndef TALON_ADAPTERS_DISCORD_RIGHTS_H
#define TALON_ADAPTERS_DISCORD_RIGHTS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* Sets of these are bits of an unsigned: 1U << right. */
enum right {
    RIGHT_VIEW,
    RIGHT_SEND,
    RIGHT_SEND_IN_THREADS,
    RIGHT_THREADS, /* to create public ones */
    RIGHT_ATTACH,
    RIGHT_MANAGE_THREADS, /* to write in a locked one; never asked for otherwise */
    RIGHTS
};

enum { RIGHTS_WORDS = 256 /* bytes, NUL included */ };

/* What a place is, and what is to be done there. */
struct rights_use {
    bool thread;   /* the place is one */
    bool threads;  /* tables are to have their own */
    bool pictures; /* and pictures */
};

/* By the permissions that an interaction carries; none, where it carries none. */
unsigned rights_lacks(const cJSON *interaction);
/* Of those that are lacked: without which nothing we say is heard; 0: we are. */
unsigned rights_silent(unsigned lacks, const struct rights_use *use);
/* Without which something else is missing that is wanted. */
unsigned rights_wanted(unsigned lacks, const struct rights_use *use);
/* What Discord's refusal of a new message means. */
unsigned rights_refused(unsigned code, bool thread);

/* As Discord's client names them: "View Channel, Send Messages". */
const char *rights_words(unsigned rights, enum chat_language language, char out[RIGHTS_WORDS]);
/* With what is missing without them: "pictures (Attach Files)". */
const char *rights_purposes(unsigned rights, enum chat_language language, char out[RIGHTS_WORDS]);

#endif
