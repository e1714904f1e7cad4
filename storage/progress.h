/* progress.h: tells systemd that a long start goes on.
 *
 * Between progress_begin() and progress_end() every read and write of SQLite asks systemd for more
 * time (notify_extend()); nothing else tells how far a check or a copy is: within one statement
 * SQLite 3.40 does not say. One thread at a time. */
#ifndef TALON_STORAGE_PROGRESS_H
#define TALON_STORAGE_PROGRESS_H

void progress_begin(void);
void progress_end(void);

#endif
