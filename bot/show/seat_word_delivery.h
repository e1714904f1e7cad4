/* seat_word_delivery.h: whether a seat word reached its owner.
 *
 * The word is on the disk before it is whispered. A daemon that dies in between leaves a seat whose
 * word nobody has: its owner would be locked out for good. So the word is kept as untold
 * (person.untold) until its whisper has gone to the network. Who comes back under that nick and
 * from the same address, and asks for the seat as anybody asks for one that is free, has it then,
 * with a new word (command_seat_reclaim()): it gives nobody more than sitting down does. What is
 * lost between the adapter and the network is not known here. */
#ifndef TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H
#define TALON_BOT_SHOW_SEAT_WORD_DELIVERY_H

#include <stdint.h>

struct host;
struct person;

/* Their word is in the outbox from this turn on. Without memory it stays untold. */
void seat_word_delivery_wait(struct host *host, struct person *person);
/* What waits since this turn is told with that batch. */
void seat_word_delivery_close(struct host *host, uint64_t batch);
/* Whose word has gone out: kept with the tables. Before a turn is committed. */
void seat_word_delivery_look(struct host *host);
void seat_word_delivery_finish(struct host *host);

#endif
