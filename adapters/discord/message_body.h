/* message_body.h: what is said, put together as the body of one Discord message.
 *
 * The lines first, then a board or a hand with its controls. What does not fit is the oldest of the
 * lines. All other than its text is explicit, so that the same body makes a new message and edits
 * one: a picture that came before goes. What answers an interaction shows facts as embeds: Discord
 * asks for no permission there, and would leave them out in silence elsewhere. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGE_BODY_H
#define TALON_ADAPTERS_DISCORD_MESSAGE_BODY_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "bot/base/message.h"

enum { MESSAGE_LINES = 12 };

/* Messages of text alone, the oldest first; owned. All zero: none. */
struct message_lines {
    struct message *at[MESSAGE_LINES];
    unsigned count;
};

/* Takes a message over; of too many the oldest goes. */
void message_lines_put(struct message_lines *lines, struct message *message);
/* All but the newest `fresh` were seen: they call nobody any more. */
void message_lines_seen(struct message_lines *lines, unsigned fresh);
/* Destroys all but those that stay (message.h). */
void message_lines_change(struct message_lines *lines);
/* Destroys all but the newest `kept`. */
void message_lines_drop(struct message_lines *lines, unsigned kept);

enum message_body_way {
    MESSAGE_BODY_QUIET,      /* to a channel: who is called is named */
    MESSAGE_BODY_PINGS,      /* likewise, and pinged by what rings (message.h) */
    MESSAGE_BODY_INTERACTION /* by an interaction's token: to who sees it already */
};

/* `main` NULL: lines alone. `page` as components_json() takes it. NULL: there is nothing to say, or
 * memory is out. */
cJSON *message_body_make(const struct message_lines *lines, const struct message *main,
                         unsigned page, enum message_body_way way);

/* What an option that is being typed may become (PURPOSE_CHOICES); `message` NULL: nothing. NULL:
 * memory is out. */
cJSON *message_body_choices(const struct message *message);

#endif
