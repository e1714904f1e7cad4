/* progress.h: tells systemd that a long start is still working.
 *
 * Between progress_begin() and progress_end(), each read and write of SQLite asks systemd for more
 * time (notify_extend()). There is no better sign: within one statement SQLite 3.40 does not say
 * how far a check or a copy is. One thread at a time. */
#ifndef TALON_STORAGE_PROGRESS_H
#define TALON_STORAGE_PROGRESS_H

void progress_begin(void);
void progress_end(void);

#endif
