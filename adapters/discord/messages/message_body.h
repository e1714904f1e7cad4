/* message_body.h: puts messages together as the body of one Discord message.
 *
 * Three forms:
 * - A board in a channel is one container (Components V2): its picture, the board's text, the lines
 *   below it, and its controls. The container has the colour in force.
 * - Lines without a board are plain text.
 * - An answer to an interaction is plain text: the lines, then a hand or panel with its controls.
 *   It shows facts as embeds, which need no permission there. In a channel Discord drops embeds
 *   silently when the permission is missing.
 *
 * A text that would be too long is written without mentions of commands, then without emoji, then
 * without squares. If not all fits even so, this is left out, in this order: the oldest lines that
 * readers have seen, the last controls, the end of the board's text, the oldest of the other lines.
 * The body always has components, mentions and attachments, even if empty. So the same body can
 * make a new message or edit one: an edit without a picture removes the old one.
 * message_body_turn() makes an edit also take away what an older version of Talon wrote. rest.h
 * puts the picture into the container when it is drawn. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_MESSAGE_BODY_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_MESSAGE_BODY_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "base/message.h"

struct content_looks;

enum {
    MESSAGE_LINES = 12,
    MESSAGE_TEXT = 4000, /* UTF-16 units in all texts of a container */
    MESSAGE_FLAG_V2 = 1 << 15
};

/* Messages of text alone, the oldest first; owned. All zero: none. */
struct message_lines {
    struct message *at[MESSAGE_LINES];
    unsigned count;
    unsigned fresh; /* how many of the newest no reader has seen */
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

/* `main`: the board or hand; NULL: there are only lines. `page`: as in
 * components_add(). `looks` NULL: no emoji, no mentions of commands. Returns NULL if there is
 * nothing to say, or memory is out. */
cJSON *message_body_make(const struct message_lines *lines, const struct message *main,
                         unsigned page, enum message_body_way way,
                         const struct content_looks *looks);

/* Makes the body an edit of a message that may still be plain text, with embeds and rows of its
 * own: a container must stand alone. Returns the body; NULL, and it is freed, if memory is out. */
cJSON *message_body_turn(cJSON *body);

/* Returns the data of an answer with possible completions of an option (PURPOSE_CHOICES); `message`
 * NULL: with none. Returns NULL if memory is out. */
cJSON *message_body_choices(const struct message *message);

#endif
