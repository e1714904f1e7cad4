/* trouble.h: lets play wait while the journal cannot be written, and tells everybody.
 *
 * The journal is in trouble when the store cannot write (the disk is full or fails, the database is
 * not where it was), when a write hangs, and when too many messages wait. Then host->trouble is
 * true: clocks stand and no command is carried out (dispatch.h). The log and the service's status
 * show it at once. The tables are told once, when the trouble has lasted some seconds, and again
 * when it is over. If trouble returns soon after, it must last ten times longer before they are
 * told.
 *
 * Messages that were lost because memory was out (output_lost.h) are logged, and their tables show
 * their state again as soon as there is room. */
#ifndef TALON_BOT_HOST_TROUBLE_H
#define TALON_BOT_HOST_TROUBLE_H

struct host;
struct trouble;

/* NULL when memory is out. */
struct trouble *trouble_create(struct host *host);
/* Accepts NULL. */
void trouble_destroy(struct trouble *trouble);

/* Call it with the reason when the store cannot write, and with NULL when it can again. */
void trouble_store(struct host *host, const char *what);
/* Call it after batches were handed to the writer or became durable. It checks if the disk keeps
 * pace, and how full the outbox is. */
void trouble_look(struct host *host);

/* Lets tables show their state again if a message to them was lost (output_lost.h). Call it before
 * the outbox closes for this turn. */
void trouble_tell_anew(struct host *host);

#endif
