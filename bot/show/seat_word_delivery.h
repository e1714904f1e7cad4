/* seat_word_delivery.h: keeps track of seat words that may not have reached their owners.
 *
 * The word is on the disk before it is whispered. A daemon that dies in between leaves a seat
 * whose word nobody has: its owner would be locked out for good. So we mark the word as untold
 * (person.untold) until its whisper has gone to the network. Somebody who comes back under that
 * nick and from the same address, and asks for a seat as for a free one, gets this seat with a
 * new word (command_seat_reclaim()). This gives nobody more than a free seat would. We do not
 * learn of whispers that are lost between the adapter and the network. */
#ifndef TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H
#define TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H

#include <stdint.h>

struct host;
struct person;

/* Called in the turn that puts the person's word into the outbox. If memory is out, the word stays
 * untold. */
void seat_word_delivery_wait(struct host *host, struct person *person);
/* Called at the end of a turn of the loop: the words of that turn go out when `batch` is durable.
 */
void seat_word_delivery_close(struct host *host, uint64_t batch);
/* Notes whose words have gone out, so that the tables store it. Called before a turn is committed.
 */
void seat_word_delivery_look(struct host *host);
void seat_word_delivery_finish(struct host *host);

#endif
