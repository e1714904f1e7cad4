/* controls.h: a scene on a network with controls, for tests of what they show and do.
 *
 * The scene, and who is to act, are those of pair.h; rounds follow each other after an hour. */
#ifndef TALON_TESTS_BOT_CONTROLS_H
#define TALON_TESTS_BOT_CONTROLS_H

#include "pair.h"

/* `styles`: lines are as with the script's key of that name. */
void controls_begin(enum scene_store kind, bool styles);
int controls_set_up(void **state); /* in memory, without */

/* alice and bob at a table of `set`; both have seen their hands. */
void controls_deal(const char *set);
/* Of the round that runs. */
struct game *controls_game(void);
/* Who is to act holds exactly these cards ("R5 G7 W"), and this lies on top. */
void controls_lay(const char *top, const char *codes);
/* Shuffles the cards that the seat may not know, and deals them again: the other hands, and the
 * draw pile. A spectator (SEAT_NONE) knows no hand, so all hands are dealt again. */
void controls_shuffle_hidden(unsigned seat, unsigned *chance);

/* -- short rounds of classic -- */
enum { ALICE, BOB }; /* their seats */
/* Opens the table and deals, or deals the next match there. Both have seen their hands. */
void controls_deal_again(void);
/* The seat is to act on R5, holds exactly these cards, and looks at its hand. */
void controls_give(unsigned seat, const char *codes);
/* The seat wins the round that runs with one more turn. */
void controls_win(unsigned seat);

/* The newest of the table; there must be one. */
const struct message *controls_board(void);
const struct message *controls_hand(const char *who);
const struct message *controls_panel(const char *who);
/* NULL: no control of the message says so. */
const struct control *controls_find(const struct message *message, const char *words);
const struct control *controls_in_hand(const char *who, const char *words);

#define assert_shown(who, part) assert_non_null(strstr(controls_hand(who)->text, part))

#endif
