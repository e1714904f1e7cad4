/* archive.h: the actions of a finished round, packed into one blob.
 *
 *     'T' 'A', version (1), count, the actions, each as pack.h says with the number (so always 1)
 *         and the time of the one before
 *     CRC-32 (4 bytes, low first) of the round's id (8 bytes, low first) and all before
 *
 * The round's id is in the checksum, so a blob in the wrong row is noticed. A damaged blob is
 * refused as a whole. */
#ifndef TALON_STORAGE_ARCHIVE_H
#define TALON_STORAGE_ARCHIVE_H

#include "pack.h"

struct archive {
    struct packer pack;
    uint32_t count;
    uint32_t last_seq;
    int64_t last_at;
};

/* To write an archive: archive_init(), archive_add() for each action in order, archive_close(). The
 * bytes are valid until archive_finish() or the next archive_init(). archive_add_text() takes a
 * text by its `length` in bytes; it needs no NUL. archive_close() returns false if memory ran out
 * at any step. */
void archive_init(struct archive *archive); /* the struct is zeroed, or was used before: then its
                                             * memory is reused */
void archive_add(struct archive *archive, const struct store_action *action);
void archive_add_text(struct archive *archive, const struct store_action *action, size_t length);
bool archive_close(struct archive *archive, int64_t round, const uint8_t **bytes, size_t *size);
void archive_finish(struct archive *archive);

enum archive_error { ARCHIVE_OK, ARCHIVE_DAMAGED, ARCHIVE_NO_MEMORY };

/* Reads the actions of a blob into one piece of memory, texts included, which the caller frees. */
enum archive_error archive_read(const void *bytes, size_t size, int64_t round,
                                struct store_action **actions, unsigned *count);

/* Reads the `count` actions of an archive that is not closed yet, into memory that the caller
 * frees. Numbers of actions may be missing in between. */
enum archive_error archive_actions(const struct archive *archive, int64_t round,
                                   struct store_action **actions);

/* Joins the texts of actions, each with a line end. The caller frees the result. NULL: memory is
 * out. */
char *archive_join(const struct store_action *actions, unsigned count);

#endif
