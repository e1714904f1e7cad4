/* permissions.h: what we lack of Discord's permissions in a channel, and the words for it.
 *
 * Each interaction tells what we may do where it came from (app_permissions), so nothing is held of
 * roles and overwrites: those of all channels of all servers would be kept, and added up as Discord
 * does, for the few in which somebody plays. Between interactions Discord's refusals tell, and what
 * changes in a server where we are not heard is a reason to try again (channels.h). Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* Sets of these are bits of an unsigned: 1U << permission. */
enum permission {
    PERMISSION_VIEW_CHANNEL,
    PERMISSION_SEND_MESSAGES,
    PERMISSION_SEND_IN_THREADS,
    PERMISSION_CREATE_THREADS, /* to create public ones */
    PERMISSION_ATTACH_FILES,
    PERMISSION_MANAGE_THREADS, /* to write in a locked one; never asked for otherwise */
    PERMISSIONS
};

enum { PERMISSIONS_WORDS = 256 /* bytes, NUL included */ };

/* What a channel is, and what is to be done there. */
struct permissions_use {
    bool thread;   /* the channel is one */
    bool threads;  /* tables are to have their own */
    bool pictures; /* and pictures */
};

/* By the permissions that an interaction carries; none, where it carries none. */
unsigned permissions_lacks(const cJSON *interaction);
/* Of those that are lacked: without which nothing we say is heard; 0: we are. */
unsigned permissions_silent(unsigned lacks, const struct permissions_use *use);
/* Without which something else is missing that is wanted. */
unsigned permissions_wanted(unsigned lacks, const struct permissions_use *use);
/* What Discord's refusal of a new message means. */
unsigned permissions_refused(unsigned code, bool thread);

/* As Discord's client names them: "View Channel, Send Messages". */
const char *permissions_words(unsigned permissions, enum chat_language language,
                              char out[PERMISSIONS_WORDS]);
/* With what is missing without them: "pictures (Attach Files)". */
const char *permissions_purposes(unsigned permissions, enum chat_language language,
                                 char out[PERMISSIONS_WORDS]);

#endif
