/* kept_seat.h: alice has a seat, leaves it, and somebody comes under her nick; on a pair.h scene.
 */
#ifndef TALON_TESTS_BOT_KEPT_SEAT_H
#define TALON_TESTS_BOT_KEPT_SEAT_H

#include "bot/people/code.h"
#include "scene.h"

int kept_seat_set_up(void **state);
/* The last word whispered to somebody behind `words`. */
void kept_seat_word(const char *who, const char *words, char word[CODE_SIZE]);
/* A round of alice and bob; alice's seat word. */
void kept_seat_deal(char word[CODE_SIZE]);
/* Who sits on alice's seat. */
struct person *kept_seat_owner(void);
/* Alice leaves, and somebody else comes under her nick. */
void kept_seat_impostor(void);

#endif
