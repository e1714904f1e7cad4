#include "pack.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 8, FIRST_ROOM = 256 };

/* -- writing -- */

void pack_clear(struct packer *pack)
{
    pack->size = 0;
    pack->no_memory = false;
}

void pack_finish(struct packer *pack)
{
    free(pack->bytes);
    *pack = (struct packer){.bytes = NULL};
}

/* Grows by half: the store keeps one pack for each running round. */
bool pack_reserve(struct packer *pack, size_t more)
{
    if (pack->no_memory)
        return false;
    if (pack->size + more <= pack->room)
        return true;
    size_t room = pack->room > 0 ? pack->room + pack->room / 2 : FIRST_ROOM;
    if (room < pack->size + more)
        room = pack->size + more;
    uint8_t *bytes = realloc(pack->bytes, room);
    pack->no_memory = bytes == NULL;
    if (bytes == NULL)
        return false;
    pack->bytes = bytes;
    pack->room = room;
    return true;
}

void pack_number(struct packer *pack, uint64_t value)
{
    while (value >= 0x80) {
        pack->bytes[pack->size++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    pack->bytes[pack->size++] = (uint8_t)value;
}

void pack_signed(struct packer *pack, int64_t value)
{
    uint64_t bits = (uint64_t)value;
    pack_number(pack, bits << 1 ^ (0 - (bits >> 63)));
}

void pack_fixed(struct packer *pack, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        pack->bytes[pack->size++] = (uint8_t)(value >> (8 * i));
}

/* The difference of two times, whatever they are. */
static int64_t step_of(int64_t to, int64_t from)
{
    return (int64_t)((uint64_t)to - (uint64_t)from);
}

void pack_action(struct packer *pack, const struct store_action *action, size_t length,
                 uint32_t seq, int64_t at)
{
    if (!pack_reserve(pack, 3 * PACK_NUMBER + HASH_BYTES + length))
        return;
    pack_number(pack, (uint32_t)(action->seq - seq));
    pack_signed(pack, step_of(action->at, at));
    pack_fixed(pack, action->hash, HASH_BYTES);
    pack_number(pack, length);
    memcpy(pack->bytes + pack->size, action->text, length);
    pack->size += length;
}

/* -- reading -- */

bool unpack_number(struct unpack *from, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && from->at < from->end; shift += 7) {
        uint8_t byte = *from->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return true;
    }
    return false;
}

bool unpack_signed(struct unpack *from, int64_t *value)
{
    uint64_t zigzag;
    if (!unpack_number(from, &zigzag))
        return false;
    *value = (int64_t)(zigzag >> 1 ^ (0 - (zigzag & 1)));
    return true;
}

bool unpack_fixed(struct unpack *from, uint64_t *value, unsigned size)
{
    *value = 0;
    if ((size_t)(from->end - from->at) < size)
        return false;
    for (unsigned i = 0; i < size; i++)
        *value |= (uint64_t)from->at[i] << (8 * i);
    from->at += size;
    return true;
}

bool unpack_action(struct unpack *from, struct store_action *action, uint32_t *seq, int64_t *at,
                   size_t *length)
{
    uint64_t seq_step, size;
    int64_t at_step;
    if (!unpack_number(from, &seq_step) || !unpack_signed(from, &at_step) ||
        !unpack_fixed(from, &action->hash, HASH_BYTES) || !unpack_number(from, &size) ||
        size > (uint64_t)(from->end - from->at))
        return false;
    action->seq = *seq += (uint32_t)seq_step;
    action->at = *at = (int64_t)((uint64_t)*at + (uint64_t)at_step);
    action->text = (const char *)from->at;
    *length = (size_t)size;
    from->at += size;
    return true;
}

/* -- CRC-32, computed four bits at a time: so its table is small -- */

uint32_t pack_sum(uint32_t before, const uint8_t *bytes, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    uint32_t crc = ~before;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = (crc >> 4) ^ table[crc & 15];
        crc = (crc >> 4) ^ table[crc & 15];
    }
    return ~crc;
}
