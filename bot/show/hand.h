/* hand.h: hands on networks where messages can be replaced (adapter_caps.boards).
 *
 * There a player has one message that is theirs alone: the hand, what may be done, and controls
 * that do it, if the network has any; with a turn, also what lies on top and how many cards the
 * others hold. Who waits finds these on the board, which is always up to date. A hand is made anew
 * whenever the cards or what may be done changed, at most once a turn of the loop, and as an answer
 * to each command of its player. When the round is over for them it says so and has no controls.
 *
 * Elsewhere all of this does nothing: render_hand() whispers a line at a turn. */
#ifndef TALON_BOT_SHOW_HAND_H
#define TALON_BOT_SHOW_HAND_H

#include "engine/game.h"

struct language;
struct message;
struct place;
struct table;

/* What the play lacks that waits for an answer of that seat; REFUSED_NOT: nothing is asked. */
enum refusal hand_lacks(const struct table *table, unsigned seat);

/* The hand is made anew at the end of this turn of the loop; of all who play when the round ends.
 */
void hand_due(struct table *table, unsigned seat);
void hands_due(struct table *table);
/* Likewise the hands of those whose cards or chances an action changed. */
void hands_moved(struct table *table, const struct game *before);
/* At once, as an answer. */
void hand_answer(struct table *table, unsigned seat);
/* Whoever sits there leaves in mid-round: nothing is to be seen any more. */
void hand_withdraw(struct table *table, unsigned seat);
/* Those that are due there. */
void hands_flush(struct place *place);

/* Of a seat in the round, for a reader who is shown the cards themselves. What is asked of them
 * beyond their turn, as words, and what answers it, as controls of `choices`: colours, players, the
 * words of S-3. */
void hand_asks(const struct table *table, unsigned seat, const struct language *language,
               struct message *words, struct message *choices);
/* What may be done that is no card and answers nothing: draw, keep, challenge, UNO. */
void hand_answers(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message);

#endif
