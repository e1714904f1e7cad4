/* state_file.h: small files of text in the folder of `state_dir`, for what a connection remembers
 * over restarts. A file is replaced as a whole: after a kill at any time one reads the old text or
 * the new one.
 *
 * Since disks may be slow, a thread of libuv's pool writes the file, one write at a time. Of
 * several texts that are put during a write only the last one is written. */
#ifndef TALON_ADAPTERS_IRC_STATE_FILE_H
#define TALON_ADAPTERS_IRC_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"

enum { STATE_FILE_NAME = 256 }; /* bytes of a file's name, NUL included */

/* Reads a file into `text`, with a NUL at the end. It waits for the disk, and so is for start-up
 * only. False: there is no file, or it cannot be read or does not fit; `text` is "" then. */
bool state_file_read(const char *folder, const char *name, char *text, size_t size);
/* Replaces the file and waits for the disk; "" removes it. May be called from any thread. False: it
 * cannot be written, and is as it was. */
bool state_file_write(const char *folder, const char *name, const char *text);

/* A file that is written off the loop. It is part of its owner, which may end only while the file
 * is idle. */
struct state_file {
    struct loop *loop;
    const char *folder; /* the owner's */
    char name[STATE_FILE_NAME];
    void (*idle)(struct state_file *file, bool good);
    char *writing; /* owned; NULL: idle */
    char *waiting; /* owned; what is written next; NULL: nothing */
    bool good;     /* the last write succeeded; the thread's until it is done */
    struct work work;
};

/* `idle` is called when all that was put has been handled; `good`: the last text is on the disk. */
void state_file_init(struct state_file *file, struct loop *loop, const char *folder,
                     const char *name, void (*idle)(struct state_file *file, bool good));
/* Has a copy of the text written, as by state_file_write(). False: memory is out, nothing changes.
 */
bool state_file_put(struct state_file *file, const char *text);
bool state_file_busy(const struct state_file *file);

#endif
