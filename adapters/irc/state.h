/* state.h: what a connection has to remember over restarts: small files of text in the folder of
 * `state_dir`, each replaced as a whole: after a kill at any time one reads the old text or the
 * new.
 *
 * The disk may take its time: a file is written by a thread of libuv's pool, one write at a time.
 * Of what is put meanwhile only the last is written, so the last put wins. */
#ifndef TALON_ADAPTERS_IRC_STATE_H
#define TALON_ADAPTERS_IRC_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"

enum { STATE_NAME = 256 }; /* bytes of a file's name, with its NUL */

/* Reads a file into `text`, NUL-ended. False: there is none, or it cannot be read or does not fit;
 * `text` is "" then. For start-up: it waits for the disk. */
bool state_read(const char *folder, const char *name, char *text, size_t size);
/* Writes it anew and waits for the disk; "" removes it. False: it cannot be written, and is as it
 * was. From any thread. */
bool state_write(const char *folder, const char *name, const char *text);

/* A file that the loop has written. It lives inside its owner, who may go only while it is idle. */
struct state_file {
    struct loop *loop;
    const char *folder; /* its owner's */
    char name[STATE_NAME];
    void (*idle)(struct state_file *file, bool good);
    char *writing; /* owned; NULL: idle */
    char *waiting; /* owned; NULL: nothing comes after that */
    bool good;     /* of the thread, until it is done */
    struct work work;
};

/* `idle` is called when all that was put is through; `good`: the last of it is on the disk. */
void state_file_init(struct state_file *file, struct loop *loop, const char *folder,
                     const char *name, void (*idle)(struct state_file *file, bool good));
/* As state_write(), but later; the text is copied. False when memory is out: nothing changes. */
bool state_file_put(struct state_file *file, const char *text);
bool state_file_busy(const struct state_file *file);

#endif
