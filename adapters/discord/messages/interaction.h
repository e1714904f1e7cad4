/* interaction.h: what a user did, from Discord's INTERACTION_CREATE. A slash command becomes the
 * text that a user would type for it, by the commands that the host offers. A button or a menu
 * becomes its words, a modal the words typed in it. Strings point into the JSON unless a comment
 * says otherwise. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_INTERACTION_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_INTERACTION_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"
#include "adapters/discord/guilds/permissions.h"
#include "components.h"

/* Bytes, NUL included: room for the longest words of a modal, and for two options of CHAT_TEXT_MAX
 * characters. */
enum { INTERACTION_TEXT = 1024 };

enum interaction_kind {
    INTERACTION_APPLICATION_COMMAND = 2,
    INTERACTION_MESSAGE_COMPONENT = 3,
    INTERACTION_AUTOCOMPLETE = 4,
    INTERACTION_MODAL_SUBMIT = 5
};

struct interaction {
    enum interaction_kind kind;
    const char *id, *token, *application;
    const char *channel;
    const char *parent;    /* if `channel` is a thread: the channel that it belongs to; else NULL */
    const char *guild;     /* NULL: a private talk with us */
    const char *message;   /* id of the message with the component that was used, or that opened the
                              modal; NULL: none */
    unsigned lacks;        /* permissions (permissions.h) that we lack in the channel */
    bool ephemeral;        /* only this user sees `message` */
    struct chat_user user; /* `id` is `account`, too */
    bool understood; /* true: `use` says what the component asks for; false: another version of
                        Talon made it */
    bool too_long; /* the command does not fit `text`, which is "", so that no part of a command is
                      carried out */
    bool command;  /* true: `text` is a command; false: what the user typed into a modal */
    struct component_use use; /* of a component */
    uint64_t stamp;
    bool late; /* too late for an answer; the caller sets this, since this file has no clock */
    char text[INTERACTION_TEXT];
};

/* Reads an interaction. False: we cannot answer it. */
bool interaction_read(const cJSON *data, const struct chat_command *commands, unsigned count,
                      struct interaction *out);
/* Returns when Discord made the interaction, from its id: ms since 1970. */
int64_t interaction_time(const struct interaction *interaction);
/* Reads the user who wrote a message or made an interaction. False: the event names no user. */
bool interaction_user(const cJSON *data, struct chat_user *user);

#endif
