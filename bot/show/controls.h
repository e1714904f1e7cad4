/* controls.h: what boards, hands and suggestions let people press (base/message.h). */
#ifndef TALON_BOT_SHOW_CONTROLS_H
#define TALON_BOT_SHOW_CONTROLS_H

#include <stdbool.h>

#include "base/message.h"
#include "engine/view.h"

struct language;

/* The caller has cleaned these texts. A label that is too long is cut between two characters. */
void control_label(struct control *control, const char *label);
void control_say(struct control *control, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sets the help text of a choice, which is cut in the same way. */
void control_help(struct control *control, const char *help);
/* Adds a control without a help text. */
void control_add(struct message *message, enum control_kind kind, const char *label,
                 const char *words);

/* Lists the plays open to a seat as choices, in the order of the hand. Equal cards make one choice.
 * Each side of a card has its own choice. If the player must say UNO, the choice with UNO comes
 * first. With HR-14 another choice plays all cards of that number. */
struct plays {
    const struct language *language;
    const struct rules *rules;
    const struct view *view;
    unsigned group, form; /* position of the listing; 0 at first */
    struct cards left;
    /* These describe the play that plays_next() found last. */
    unsigned face; /* of its first card */
    unsigned more; /* HR-14: how many cards are played behind the first */
    bool flex, uno;
};

/* Finds the next play. Returns false if there are no more. */
bool plays_next(struct plays *plays, struct control *control);

#endif
