/* archive.h: the actions of a finished round as one blob.
 *
 *     'T' 'A', version (1), count, then for each action
 *         seq as the difference to the one before (always 1), at as a signed difference,
 *         hash (8 bytes, low first), length of the text, the text
 *     CRC-32 (IEEE, 4 bytes, low first) of the round's id (8 bytes, low first) and all before
 *
 * Numbers without a size are varints: 7 bits a byte, low first, signed ones zigzag. The id in the
 * sum tells a blob that strayed to another round. A damaged blob is refused as a whole. */
#ifndef TALON_STORAGE_ARCHIVE_H
#define TALON_STORAGE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store.h"

struct archive {
    uint8_t *bytes;
    size_t size, room;
    uint32_t count;
    uint32_t last_seq;
    int64_t last_at;
    bool no_memory;
};

/* Writing: init, add each action in order, then close; the bytes are valid until finish or the next
 * init. False when memory is out. */
void archive_init(struct archive *archive); /* zeroed, or used before: then its room is kept */
void archive_add(struct archive *archive, const struct store_action *action);
bool archive_close(struct archive *archive, int64_t round, const uint8_t **bytes, size_t *size);
void archive_finish(struct archive *archive);

enum archive_error { ARCHIVE_OK, ARCHIVE_DAMAGED, ARCHIVE_NO_MEMORY };

/* The actions of a blob, in one piece of memory that the caller frees (texts included). */
enum archive_error archive_read(const void *bytes, size_t size, int64_t round,
                                struct store_action **actions, unsigned *count);

/* The texts of actions, each with a line end, in memory that the caller frees. NULL: memory is out.
 */
char *archive_join(const struct store_action *actions, unsigned count);

#endif
