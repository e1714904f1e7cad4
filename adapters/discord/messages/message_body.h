/* message_body.h: puts messages together as the body of one Discord message.
 *
 * The lines come first, then a board or a hand with its controls. If not all fits, the oldest lines
 * are left out. The body always has components, mentions and attachments, even if empty. So the
 * same body can make a new message or edit one: an edit without a picture removes the old one. An
 * answer to an interaction shows facts as embeds, which need no permission there. In a channel
 * Discord drops embeds silently when the permission is missing. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_MESSAGE_BODY_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_MESSAGE_BODY_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "base/message.h"

enum { MESSAGE_LINES = 12 };

/* Messages of text alone, the oldest first; owned. All zero: none. */
struct message_lines {
    struct message *at[MESSAGE_LINES];
    unsigned count;
};

/* Takes over a message. If there are MESSAGE_LINES already, destroys the oldest. */
void message_lines_put(struct message_lines *lines, struct message *message);
/* Call it when readers have seen all but the newest `fresh` lines. From now on the seen lines
 * mention nobody. */
void message_lines_seen(struct message_lines *lines, unsigned fresh);
/* Destroys all lines except those that stay (message.h). */
void message_lines_change(struct message_lines *lines);
/* Destroys all but the newest `kept`. */
void message_lines_drop(struct message_lines *lines, unsigned kept);

enum message_body_way {
    MESSAGE_BODY_QUIET, /* to a channel: mentions ping nobody */
    MESSAGE_BODY_PINGS, /* to a channel: the mentions in messages with `rings` (message.h) ping */
    MESSAGE_BODY_INTERACTION /* answers an interaction: mentions ping nobody, facts are embeds */
};

/* `main`: the board or hand; NULL: there are only lines. `page`: as in components_json(). Returns
 * NULL if there is nothing to say, or memory is out. */
cJSON *message_body_make(const struct message_lines *lines, const struct message *main,
                         unsigned page, enum message_body_way way);

/* Returns the data of an answer with possible completions of an option (PURPOSE_CHOICES); `message`
 * NULL: with none. Returns NULL if memory is out. */
cJSON *message_body_choices(const struct message *message);

#endif
