/* seat_word_delivery.h: keeps track of seat words that may not have reached their owners.
 *
 * The word is on the disk before it is whispered. A daemon that dies in between leaves a seat
 * whose word nobody has: its owner would be locked out for good. So we mark the word as untold
 * (person.untold) until its whisper has gone to the network. Somebody who comes back under that
 * nick and from the same address, and asks for a seat as for a free one, gets this seat with a
 * new word (command_seat_reclaim()). This gives nobody more than a free seat would. We do not
 * learn of whispers that are lost between the adapter and the network.
 *
 * On a network that limits the bot, the word waits for its owner's first hand, and both are one
 * whisper. Until then only this module has the word, and it counts as untold. */
#ifndef TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H
#define TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/people/code.h"

struct person;
struct show;

/* The words that tell it, not translated: {word}, {p}. */
extern const char *const seat_word_sentence;

/* Keeps a copy of the person's word for seat_word_delivery_take(). Returns false if memory is
 * out. */
bool seat_word_delivery_hold(struct show *show, struct person *person, const char *word);
/* Takes out the word that waits for the person's first hand, and notes that it is being told.
 * Returns false if none waits. The caller wipes the word. */
bool seat_word_delivery_take(struct show *show, struct person *person, char word[CODE_SIZE]);
/* The person gets another word: drops the one that waits. */
void seat_word_delivery_drop(struct show *show, const struct person *person);

/* Called in the turn that puts the person's word into the outbox. If memory is out, the word stays
 * untold. */
void seat_word_delivery_wait(struct show *show, struct person *person);
/* Called at the end of a turn of the loop: the words of that turn go out when `batch` is durable.
 */
void seat_word_delivery_close(struct show *show, uint64_t batch);
/* Notes whose words have gone out, so that the tables store it. `durable`: the last batch on disk
 * (store_durable()). Called before a turn is committed. */
void seat_word_delivery_look(struct show *show, uint64_t durable);
void seat_word_delivery_finish(struct show *show);

#endif
