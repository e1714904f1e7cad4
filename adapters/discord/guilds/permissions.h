/* permissions.h: the permissions that we lack in a channel, and the words for them.
 *
 * Each interaction says what we may do in its channel (app_permissions), so we store no roles and
 * overwrites. We would have to store those of all channels of all servers, and combine them as
 * Discord does, for the few channels with a table. Between interactions Discord's refusals tell.
 * Where we are not heard, a change in the server is a reason to try again (channels.h). Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_PERMISSIONS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* A set of these is an unsigned with bits 1U << permission. */
enum permission {
    PERMISSION_VIEW_CHANNEL,
    PERMISSION_SEND_MESSAGES,
    PERMISSION_SEND_IN_THREADS,
    PERMISSION_CREATE_THREADS, /* to create public ones */
    PERMISSION_ATTACH_FILES,
    PERMISSION_MANAGE_THREADS, /* to write in a locked thread; we ask for it only there */
    PERMISSIONS
};

enum { PERMISSIONS_WORDS = 256 /* bytes, NUL included */ };

/* The kind of channel, and what we want to do there. */
struct permissions_use {
    bool thread;   /* the channel is one */
    bool threads;  /* tables are to have their own */
    bool pictures; /* and pictures */
};

/* Reads an interaction's permissions and returns those that we lack; none if it names no
 * permissions. */
unsigned permissions_lacks(const cJSON *interaction);
/* Of the lacking permissions, those without which nobody hears us; 0: people do. */
unsigned permissions_silent(unsigned lacks, const struct permissions_use *use);
/* The lacking permissions without which a part of our messages is left out. */
unsigned permissions_wanted(unsigned lacks, const struct permissions_use *use);
/* The permissions that we lack, judged by Discord's refusal of a new message. */
unsigned permissions_refused(unsigned code, bool thread);

/* As Discord's client names them: "View Channel, Send Messages". */
const char *permissions_words(unsigned permissions, enum chat_language language,
                              char out[PERMISSIONS_WORDS]);
/* The same with what each is for: "pictures (Attach Files)". */
const char *permissions_purposes(unsigned permissions, enum chat_language language,
                                 char out[PERMISSIONS_WORDS]);

#endif
