/* brief.h: answers of at most two lines, for networks that show long lines badly.
 *
 * An answer adds its pieces in the order of their worth. A piece that would make its line too long
 * is left out. On a network without a limit (adapter_caps.line_limit) nothing is left out. */
#ifndef TALON_BOT_COMMAND_HANDLERS_BRIEF_H
#define TALON_BOT_COMMAND_HANDLERS_BRIEF_H

#include <stdbool.h>
#include <stddef.h>

struct deferred;
struct message;

struct brief {
    struct message *message; /* the caller's */
    size_t limit;            /* bytes of a line */
    size_t start;            /* where the line begins in the text */
    bool second;             /* this is the second line */
};

/* Starts the first line of an empty message. Where the web shows the rest, a line is shorter. */
void brief_init(struct brief *brief, struct message *message, const struct deferred *answer);
/* Returns an empty piece for brief_add(); NULL if memory is out. */
struct message *brief_piece(void);
/* Appends the piece, with `between` before it unless the line is empty. Returns false and appends
 * nothing if the line has no room for it. An empty piece changes nothing. Destroys the piece. */
bool brief_add(struct brief *brief, const char *between, struct message *piece);
/* Begins the second line. */
void brief_next_line(struct brief *brief);
/* Keeps `bytes` bytes of the line free for brief_note(). */
void brief_keep_room(struct brief *brief, size_t bytes);
/* Appends a sentence to the second line, whatever its length; "" is none. */
void brief_note(struct brief *brief, const char *words);

#endif
