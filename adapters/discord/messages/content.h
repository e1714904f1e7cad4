/* content.h: a message as the content of Discord messages.
 *
 * Text that people wrote cannot become Markdown, a link's text or a mention: we escape everything
 * special, and content_json() allows only the mentions of STYLE_MENTION. Cards are shown by their
 * letters, with their emoji (card_emoji.h) before them, or a square of their colour. A message too
 * long for one content is cut at a line end, else at a blank or between two cards, and never inside
 * a card, a mention or an escape. If bold text is cut, its rest is bold, too. A command of
 * STYLE_COMMAND is a mention (command_mentions.h). Names begin with content_
 * because IRC has `render`. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CONTENT_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/message.h"

struct card_emoji;
struct command_mentions;

enum {
    CONTENT_MAX = 2000,     /* UTF-16 units: never more than Discord's characters */
    CONTENT_DISPLAY = 4000, /* UTF-16 units of a text in a container (message_body.h) */
    CONTENT_MIN = 500,      /* UTF-16 units: the lowest `limit` */
    CONTENT_BYTES = 3 * CONTENT_DISPLAY + 1,
    CONTENT_MENTIONS = 8,
    CONTENT_ID = 24,
    CONTENT_EMOJI = 24 /* how many cards of a message may get an emoji, because its markup is long
                        * (about 35 units). Further cards get squares */
};

/* What stands for cards and commands in a text. */
struct content_looks {
    const struct card_emoji *emoji;          /* NULL: none, cards have squares */
    const struct command_mentions *commands; /* NULL: no command becomes a mention */
    bool letters;                            /* cards have no squares either */
};

struct content_setup {
    /* Returns the id of the user to mention for that name; NULL: nobody is to be mentioned. */
    const char *(*id_of)(void *arg, const char *name, size_t length);
    void *arg;
    struct content_looks looks;
};

/* Progress through a message, which must outlive this. */
struct content {
    struct content_setup setup;
    const struct message *message;
    size_t at; /* bytes of the text that were written */
    unsigned span;
    unsigned emoji;    /* how many cards were written with an emoji */
    unsigned commands; /* how many commands were written as a mention */
};

/* One Discord message. */
struct content_part {
    char text[CONTENT_BYTES]; /* NUL-ended */
    size_t length;            /* bytes */
    size_t units;
    unsigned mention_count;
    char mentions[CONTENT_MENTIONS][CONTENT_ID]; /* user ids */
};

/* `setup` NULL: nobody is mentioned. */
void content_init(struct content *content, const struct message *message,
                  const struct content_setup *setup);
/* Writes the next part of the message, of at most `limit` UTF-16 units. False: there is none left.
 */
bool content_next(struct content *content, struct content_part *part, size_t limit);
/* Takes away from `looks` what made the text longest, of what `content` has written: mentions of
 * commands, then emoji, then squares. False: only words are left. */
bool content_shorten(const struct content *content, struct content_looks *looks);
/* Escapes a text of one line and cuts it to `most` units, with an ellipsis at the end. `out` has
 * room for 3 * most + 1 bytes. Returns the number of units. */
size_t content_words(const char *words, size_t most, char *out);
/* Returns the square (an emoji) for a colour; "": it has none. */
const char *content_square(enum tint tint);
/* Adds "content" and "allowed_mentions" to a body. False: memory is out. */
bool content_json(const struct content_part *part, cJSON *body);

#endif
