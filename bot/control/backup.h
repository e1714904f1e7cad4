/* backup.h: copies the database while the daemon runs, on a thread of its own.
 *
 * The thread makes and checks the copy over a connection that only reads (storage/check/copy.h).
 * The loop and the thread that writes the database do not wait for it. Only one copy is made at a
 * time. request.h has backup_begin(), which starts it. */
#ifndef TALON_BOT_CONTROL_BACKUP_H
#define TALON_BOT_CONTROL_BACKUP_H

struct backup;

/* Gives the copy up: it ends soon, leaves no file, and answers nobody. Accepts NULL. */
void backup_give_up(struct backup *backup);

#endif
