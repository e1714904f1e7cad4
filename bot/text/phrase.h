/* phrase.h: fills in the sentences of a catalogue.
 *
 * A pattern is a whole message of the catalogue with named places: "{player} plays {card}".
 * Arguments carry their kind, so that a card keeps its colour and a name its style on every
 * network, and a translation may order them as its grammar wants. A place without an argument
 * stays as it is, so that people notice it (the catalogue check finds it first).
 *
 * We put a text that runs from right to left into an isolate (TEXT_ISOLATE of base/text.h),
 * which belongs to the words around it and not to the name. Other texts get none, because some
 * IRC clients show the signs of an isolate as boxes, and only readers of right-to-left names
 * need them. */
#ifndef TALON_BOT_TEXT_PHRASE_H
#define TALON_BOT_TEXT_PHRASE_H

#include "base/message.h"

struct arg {
    const char *place; /* name of the place; NULL ends a list */
    const char *text;  /* NULL: `write` or `number` */
    /* Appends text with its own styles, such as the cards of a hand, which `of` describes. NULL:
     * the text is `number`. */
    void (*write)(struct message *message, const void *of);
    union {
        const void *of;
        long number;
    };
    uint8_t style;          /* enum style */
    uint8_t tint;           /* enum tint, of STYLE_CARD */
    struct shown_card card; /* of STYLE_CARD */
};

/* `args` ends with a NULL place. */
void phrase(struct message *message, const char *pattern, const struct arg *args);

#define PHRASE(message, pattern, ...)                                                              \
    phrase((message), (pattern), (const struct arg[]){__VA_ARGS__, {.place = NULL}})

static inline struct arg arg_text(const char *place, const char *text)
{
    return (struct arg){.place = place, .style = STYLE_PLAIN, .text = text};
}

static inline struct arg arg_strong(const char *place, const char *text)
{
    return (struct arg){.place = place, .style = STYLE_STRONG, .text = text};
}

static inline struct arg arg_number(const char *place, long number)
{
    return (struct arg){.place = place, .style = STYLE_PLAIN, .number = number};
}

static inline struct arg arg_name(const char *place, const char *name)
{
    return (struct arg){.place = place, .style = STYLE_NAME, .text = name};
}

static inline struct arg arg_mention(const char *place, const char *name)
{
    return (struct arg){.place = place, .style = STYLE_MENTION, .text = name};
}

/* `piece` must live until the phrase is made. If it is NULL (memory was out), the message fails. */
struct arg arg_piece(struct message *message, const char *place, const struct message *piece);

/* `of` must live until the phrase is made. */
static inline struct arg arg_written(const char *place,
                                     void (*write)(struct message *message, const void *of),
                                     const void *of)
{
    return (struct arg){.place = place, .write = write, .of = of};
}

static inline struct arg arg_tinted(const char *place, enum tint tint, const char *text)
{
    return (struct arg){.place = place, .style = STYLE_CARD, .tint = (uint8_t)tint, .text = text};
}

/* A card; `text` is its label. */
static inline struct arg arg_card(const char *place, enum tint tint, const char *text,
                                  struct shown_card card)
{
    return (struct arg){
        .place = place, .style = STYLE_CARD, .tint = (uint8_t)tint, .text = text, .card = card};
}

#endif
