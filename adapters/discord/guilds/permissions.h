/* permissions.h: the permissions that we lack in a channel, and the words for them.
 *
 * Each interaction says what we may do in its channel (app_permissions), so we store no roles and
 * overwrites. We would have to store those of all channels of all servers, and combine them as
 * Discord does, for the few channels with a table. Between interactions we learn from refused
 * requests. Where we cannot write, any change of permissions in the server makes us try again
 * (channels.h). Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* A set of permissions is an unsigned, with the bit 1U << permission for each. */
enum permission {
    PERMISSION_VIEW_CHANNEL,
    PERMISSION_SEND_MESSAGES,
    PERMISSION_SEND_IN_THREADS,
    PERMISSION_CREATE_THREADS, /* to create public ones */
    PERMISSION_ATTACH_FILES,
    PERMISSION_MANAGE_THREADS, /* needed to write in a locked thread, and in no other place */
    PERMISSIONS
};

enum { PERMISSIONS_WORDS = 256 /* bytes, NUL included */ };

/* The kind of channel, and what we want to do there. */
struct permissions_use {
    bool thread;   /* the channel is one */
    bool threads;  /* tables are to have their own */
    bool pictures; /* and pictures */
};

/* Returns the permissions that we lack, by what the interaction says; 0 if it names no permissions.
 */
unsigned permissions_lacks(const cJSON *interaction);
/* Returns those of the lacking permissions without which we cannot write there; 0: we can write. */
unsigned permissions_silent(unsigned lacks, const struct permissions_use *use);
/* Returns those of the lacking permissions without which we can write, but must leave something
 * out. */
unsigned permissions_wanted(unsigned lacks, const struct permissions_use *use);
/* Returns the permissions that we lack if Discord refuses a new message with this error code. */
unsigned permissions_refused(unsigned code, bool thread);

/* Returns the names that Discord's client has for them in English, each a text of the catalogues:
 * "View Channel, Send Messages". */
const char *permissions_words(unsigned permissions, char out[PERMISSIONS_WORDS]);
/* Returns the same names, with what each is for: "pictures (Attach Files)". */
const char *permissions_purposes(unsigned permissions, char out[PERMISSIONS_WORDS]);

#endif
