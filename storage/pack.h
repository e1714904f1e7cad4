/* pack.h: numbers and actions as bytes, as archives (archive.h) and rows of the journal
 * (sqlite/journal_rows.h) have them.
 *
 * A varint has 7 bits a byte, low first; a signed one is zigzag. A number of fixed size is low
 * first. An action is
 *
 *     `seq` as the difference to a number before, `at` as a signed difference to a time before,
 *     hash (8 bytes), length of the text, the text */
#ifndef TALON_STORAGE_PACK_H
#define TALON_STORAGE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store.h"

/* Bytes that are being written. Zeroed: empty. */
struct packer {
    uint8_t *bytes;
    size_t size, room;
    bool no_memory; /* something could not be added */
};

/* Empties it, and keeps its memory. */
void pack_clear(struct packer *pack);
/* Frees it, and empties it. */
void pack_finish(struct packer *pack);
/* Makes room for `more` bytes. False: memory is out, now or before. */
bool pack_reserve(struct packer *pack, size_t more);
/* The caller has reserved PACK_NUMBER bytes. */
enum { PACK_NUMBER = 10 };
void pack_number(struct packer *pack, uint64_t value);
void pack_signed(struct packer *pack, int64_t value);
/* The caller has reserved `size` bytes. */
void pack_fixed(struct packer *pack, uint64_t value, unsigned size);
/* Adds an action behind one with the number `seq` and the time `at`; reserves its bytes. Its text
 * has `length` bytes, and needs no end. */
void pack_action(struct packer *pack, const struct store_action *action, size_t length,
                 uint32_t seq, int64_t at);

/* Bytes that are being read. */
struct unpack {
    const uint8_t *at, *end;
};

/* Each returns false if the bytes end too early. */
bool unpack_number(struct unpack *from, uint64_t *value);
bool unpack_signed(struct unpack *from, int64_t *value);
bool unpack_fixed(struct unpack *from, uint64_t *value, unsigned size);
/* Reads an action; `*seq` and `*at` are the number and the time before it, and become its own. Its
 * text is `*length` bytes at `action->text`, within the bytes that are being read and without an
 * end. */
bool unpack_action(struct unpack *from, struct store_action *action, uint32_t *seq, int64_t *at,
                   size_t *length);

/* CRC-32 (IEEE) of some bytes behind others, whose sum is `before` (0: there are none). */
uint32_t pack_sum(uint32_t before, const uint8_t *bytes, size_t size);

#endif
