/* trouble.h: when what happens cannot be written down, play waits, and everybody hears of it.
 *
 * The journal is in trouble when the store cannot write (the disk is full or fails, the database is
 * not where it was), when a write hangs, and when more waits to be said than is right. Then
 * host->trouble holds: clocks stand and no command is carried out (dispatch.h). It is in the log
 * and in the service's status at once; the tables are told when it has lasted some seconds, once,
 * and when it is over. Trouble that comes again soon is told to them only when it lasts longer.
 *
 * What was lost because memory was out (output_lost.h) is logged, and the tables it was for are
 * told how they stand as soon as there is room. */
#ifndef TALON_BOT_HOST_TROUBLE_H
#define TALON_BOT_HOST_TROUBLE_H

struct host;
struct trouble;

/* NULL when memory is out. */
struct trouble *trouble_create(struct host *host);
/* Accepts NULL. */
void trouble_destroy(struct trouble *trouble);

/* The store cannot write, for that reason; NULL: it can again. */
void trouble_store(struct host *host, const char *what);
/* Batches were handed over or became durable: looks whether the disk keeps pace, and the outbox. */
void trouble_look(struct host *host);

/* Tells tables again how they stand if a message to them was lost (output_lost.h). Call it
 * before the outbox closes for this turn. */
void trouble_tell_anew(struct host *host);

#endif
