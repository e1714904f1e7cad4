/* hand.h: hands on networks where messages can be replaced (adapter_caps.boards).
 *
 * Each player has one private message, the hand: their cards, their legal moves, and controls
 * for them if the network has controls. On their turn it also has the top card and the other
 * players' numbers of cards; at other times the table's message shows these. A hand is rewritten
 * when its cards or legal moves have changed, at most once in a turn of the loop
 * (hands_flush()), and with the answer to each move and press of its player. When the round is over
 * for the player, the hand says so and has no controls.
 *
 * On other networks these functions do nothing: render_hand() whispers one line at each turn. */
#ifndef TALON_BOT_SHOW_HAND_H
#define TALON_BOT_SHOW_HAND_H

#include "engine/game.h"

struct language;
struct message;
struct place;
struct table;

/* Returns what is still missing in the play that the seat has begun, such as its colour
 * (REFUSED_COLOUR_NEEDED). REFUSED_NOT: nothing is missing. */
enum refusal hand_lacks(const struct table *table, unsigned seat);

/* Marks the seat's hand, or all hands, to be rewritten at the end of this turn of the loop. */
void hand_due(struct table *table, unsigned seat);
void hands_due(struct table *table);
/* Marks the hands whose cards or legal moves an action has changed. `before` is the game before
 * that action. */
void hands_moved(struct table *table, const struct game *before);
/* Rewrites the hand at once, as the answer to a command. */
void hand_answer(struct table *table, unsigned seat);
/* Takes the cards out of the hand, because its player leaves in mid-round. */
void hand_withdraw(struct table *table, unsigned seat);
/* Sends the marked hands of a place. */
void hands_flush(struct place *place);

/* Used by a page that draws the cards itself. Adds to `words` what the seat must say besides its
 * turn, and to `choices` the controls for the answer: colours, players, the words of S-3. */
void hand_asks(const struct table *table, unsigned seat, const struct language *language,
               struct message *words, struct message *choices);
/* Adds controls for the moves that play no card: draw, keep, challenge, UNO. */
void hand_answers(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message);

#endif
