/* south.h: a daemon on two networks, for tests of a table that is shown on both.
 *
 * alice is in #table of the first one, north, and opens the table there; bob is in #south of the
 * other one. */
#ifndef TALON_TESTS_BOT_SOUTH_H
#define TALON_TESTS_BOT_SOUTH_H

#include "scene.h"

extern struct scene scene; /* north */
extern struct network *south;
extern size_t south_mark;        /* lines of south before it have been looked at */
extern unsigned south_gone;      /* calls of south_on_gone() since south_begin() */
extern const char *south_styles; /* "on": its spans are shown (script.h), from the next begin on */

/* Both networks, alice's table, and nobody else at it; south speaks that language. */
void south_begin(const struct adapter_impl *of_south, enum scene_store store, const char *language);
/* Adds the second network: for scene.more of a start without south_begin(). */
void south_add(struct scene *of);
int south_finish(void **state);

/* Until nothing more happens on either. */
void south_settle(void);
/* Looks at nothing said up to now. */
void south_mark_both(void);
/* alice types in #table, whoever else in #south; settles. What is looked at begins with this. */
void south_do(const char *who, const char *text);
/* The first line of south since the mark that contains `part`; NULL: none. */
const char *south_said(const char *part);
/* Since the mark both channels were told the same, line by line; how many lines. */
unsigned south_assert_alike(void);

/* Until it is so, which surely comes. */
void south_turn_until(bool (*is_so)(void));
/* For network_setup.gone. */
void south_on_gone(void *arg);
/* Whether the network of that name is there and plays. */
bool south_runs(const char *name);

/* Whose turn it is. */
const char *south_of_turn(void);
/* They do what comes first of what may be done: with a card that was drawn nothing is done. */
void south_move(void);

#endif
