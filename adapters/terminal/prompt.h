/* prompt.h: the line in which people type commands. Pure. */
#ifndef TALON_ADAPTERS_TERMINAL_PROMPT_H
#define TALON_ADAPTERS_TERMINAL_PROMPT_H

#include "base/message.h"
#include "keys.h"

enum { PROMPT_BYTES = 400, PROMPT_HISTORY = 20, PROMPT_CHOICES = 25 };

/* Zero at first. */
struct prompt {
    char text[PROMPT_BYTES];
    size_t cursor; /* bytes before it */
    unsigned history_count, history_at;
    char history[PROMPT_HISTORY][PROMPT_BYTES]; /* the newest last */
    /* Completions of the text before the cursor, as the host suggested them. */
    unsigned choice_count, choice;
    bool choosing;      /* one of the completions is in the text */
    size_t choice_from; /* where in the text the completions begin */
    struct {
        char label[CONTROL_LABEL], words[CONTROL_SAYS];
    } choices[PROMPT_CHOICES];
};

/* Begins an empty line. */
void prompt_clear(struct prompt *prompt);
/* Handles a key that edits the text or moves the cursor. False: the key does neither (Enter,
 * Escape, Tab). */
bool prompt_press(struct prompt *prompt, const struct press *press);
/* Puts the line into the history. */
void prompt_keep(struct prompt *prompt);
/* Takes the host's suggestions (PURPOSE_CHOICES) for the text before the cursor. If there is only
 * one, puts it into the text at once. */
void prompt_suggest(struct prompt *prompt, const struct message *message);
/* Puts the next suggestion into the text. False: there are none, so the host must be asked. */
bool prompt_complete(struct prompt *prompt);

#endif
