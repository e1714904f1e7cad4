/* state_text.h: writes the saved state of a table as JSON, from the first member to the last.
 *
 * A table is saved at each deal and each end of a round, so the text is written straight into
 * memory that grows, without a tree of its values. If memory runs out, the text fails. */
#ifndef TALON_BOT_TABLE_SAVED_STATE_TEXT_H
#define TALON_BOT_TABLE_SAVED_STATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state_text {
    char *text;
    size_t length, room;
    bool failed;
};

/* Opens an object ('{') or a list ('['), and closes it ('}' or ']'). `key` is NULL in a list and
 * for the whole state. */
void state_open(struct state_text *state, const char *key, char bracket);
void state_close(struct state_text *state, char bracket);
/* Each adds one value. `key` is a plain word; NULL in a list. */
void state_string(struct state_text *state, const char *key, const char *value);
void state_number(struct state_text *state, const char *key, int64_t value);
void state_flag(struct state_text *state, const char *key, bool value);
/* Returns the text, which the caller frees; NULL if memory was out. */
char *state_end(struct state_text *state);

#endif
