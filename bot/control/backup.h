/* backup.h: copies the database on a thread of its own while the daemon runs. The copy is made and
 * checked over a read-only connection (storage/check/copy.h), so the writer and the loop go on
 * meanwhile. There is one copy at a time. */
#ifndef TALON_BOT_CONTROL_BACKUP_H
#define TALON_BOT_CONTROL_BACKUP_H

struct backup;

/* Gives the copy up: it ends soon, leaves no file, and answers nobody. Accepts NULL. */
void backup_give_up(struct backup *backup);

#endif
