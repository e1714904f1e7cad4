/* backup.h: a copy of the database that is made while the daemon runs, on a thread of its own.
 *
 * The copy is made and checked over a connection that only reads (storage/check/copy.h): the writer
 * goes on meanwhile, and so does the loop. One is made at a time. */
#ifndef TALON_BOT_CONTROL_BACKUP_H
#define TALON_BOT_CONTROL_BACKUP_H

struct backup;

/* Nobody waits for it any more: it ends soon, leaves no copy, and answers nobody. Accepts NULL. */
void backup_give_up(struct backup *backup);

#endif
