/* controls.h: what boards, hands and suggestions let people press (base/message.h). */
#ifndef TALON_BOT_SHOW_CONTROLS_H
#define TALON_BOT_SHOW_CONTROLS_H

#include <stdbool.h>

#include "base/message.h"
#include "engine/view.h"

struct language;

/* Cleaned already; cut at a character. */
void control_label(struct control *control, const char *label);
void control_say(struct control *control, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What a choice means, likewise. */
void control_help(struct control *control, const char *help);
/* A control without more. */
void control_add(struct message *message, enum control_kind kind, const char *label,
                 const char *words);

/* Lists the plays open to a seat as choices, in the order of the hand. Equal cards make one choice.
 * Each side of a card has its own choice, UNO comes first if the player must say it, and with HR-14
 * one choice plays all cards of a number. */
struct plays {
    const struct language *language;
    const struct rules *rules;
    const struct view *view;
    unsigned group, form; /* how far it is; 0 at first */
    struct cards left;
    /* Of the one that plays_next() gave last. */
    unsigned face; /* of its first card */
    unsigned more; /* HR-14: cards behind that */
    bool flex, uno;
};

/* The next one; false: there are no more. */
bool plays_next(struct plays *plays, struct control *control);

#endif
