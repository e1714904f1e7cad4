#include "archive.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, HEAD = 3, COUNT_SIZE = 5, SUM_SIZE = 4, VARINT_MAX = 10, HASH_BYTES = 8 };

/* -- CRC-32, computed four bits at a time: so its table is small -- */

static uint32_t crc_add(uint32_t crc, const uint8_t *bytes, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = (crc >> 4) ^ table[crc & 15];
        crc = (crc >> 4) ^ table[crc & 15];
    }
    return crc;
}

static void put_low_first(uint8_t *at, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get_low_first(const uint8_t *at, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static uint32_t sum_of(int64_t round, const uint8_t *bytes, size_t size)
{
    uint8_t id[8];
    put_low_first(id, (uint64_t)round, 8);
    return ~crc_add(crc_add(0xffffffff, id, sizeof(id)), bytes, size);
}

/* -- writing -- */

static bool reserve_bytes(struct archive *archive, size_t more)
{
    if (archive->no_memory)
        return false;
    if (archive->size + more <= archive->room)
        return true;
    size_t room = archive->room ? archive->room * 2 : 1024;
    while (room < archive->size + more)
        room *= 2;
    uint8_t *bytes = realloc(archive->bytes, room);
    if (bytes == NULL) {
        archive->no_memory = true;
        return false;
    }
    archive->bytes = bytes;
    archive->room = room;
    return true;
}

/* The caller has reserved VARINT_MAX bytes. */
static void put_varint(struct archive *archive, uint64_t value)
{
    while (value >= 0x80) {
        archive->bytes[archive->size++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    archive->bytes[archive->size++] = (uint8_t)value;
}

void archive_init(struct archive *archive)
{
    archive->no_memory = false;
    archive->count = 0;
    archive->last_seq = 0;
    archive->last_at = 0;
    archive->size = 0;
    if (!reserve_bytes(archive, HEAD + COUNT_SIZE))
        return;
    archive->bytes[0] = 'T';
    archive->bytes[1] = 'A';
    archive->bytes[2] = VERSION;
    archive->size = HEAD + COUNT_SIZE; /* the number of actions is known only at the end, so its
                                          varint has a fixed width */
}

void archive_add(struct archive *archive, const struct store_action *action)
{
    size_t length = strlen(action->text);
    if (!reserve_bytes(archive, 3 * VARINT_MAX + HASH_BYTES + length))
        return;
    uint64_t step = (uint64_t)action->at - (uint64_t)archive->last_at;
    put_varint(archive, (uint32_t)(action->seq - archive->last_seq));
    put_varint(archive, step << 1 ^ (0 - (step >> 63)));
    put_low_first(archive->bytes + archive->size, action->hash, HASH_BYTES);
    archive->size += HASH_BYTES;
    put_varint(archive, length);
    if (length > 0)
        memcpy(archive->bytes + archive->size, action->text, length);
    archive->size += length;
    archive->last_seq = action->seq;
    archive->last_at = action->at;
    archive->count++;
}

bool archive_close(struct archive *archive, int64_t round, const uint8_t **bytes, size_t *size)
{
    if (!reserve_bytes(archive, SUM_SIZE))
        return false;
    for (unsigned i = 0; i < COUNT_SIZE; i++) {
        unsigned more = i + 1 < COUNT_SIZE ? 0x80 : 0;
        archive->bytes[HEAD + i] = (uint8_t)((archive->count >> (7 * i) & 0x7f) | more);
    }
    put_low_first(archive->bytes + archive->size, sum_of(round, archive->bytes, archive->size),
                  SUM_SIZE);
    archive->size += SUM_SIZE;
    *bytes = archive->bytes;
    *size = archive->size;
    return true;
}

void archive_finish(struct archive *archive)
{
    free(archive->bytes);
    memset(archive, 0, sizeof(*archive));
}

/* -- reading -- */

struct cursor {
    const uint8_t *at, *end;
};

static bool get_varint(struct cursor *cursor, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && cursor->at < cursor->end; shift += 7) {
        uint8_t byte = *cursor->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* Reads one action. Copies its text to `*text`, and moves `*text` behind the copy. */
static bool get_action(struct cursor *cursor, struct store_action *action, uint64_t *at,
                       char **text)
{
    uint64_t seq_step, zigzag, length;
    if (!get_varint(cursor, &seq_step) || seq_step != 1 || !get_varint(cursor, &zigzag))
        return false;
    if (cursor->end - cursor->at < HASH_BYTES)
        return false;
    action->hash = get_low_first(cursor->at, HASH_BYTES);
    cursor->at += HASH_BYTES;
    if (!get_varint(cursor, &length) || length > (uint64_t)(cursor->end - cursor->at))
        return false;
    *at += zigzag >> 1 ^ (0 - (zigzag & 1));
    action->at = (int64_t)*at;
    memcpy(*text, cursor->at, length);
    action->text = *text;
    (*text)[length] = '\0';
    *text += length + 1;
    cursor->at += length;
    return true;
}

enum archive_error archive_read(const void *bytes, size_t size, int64_t round,
                                struct store_action **actions, unsigned *count)
{
    const uint8_t *start = bytes;
    if (size < HEAD + COUNT_SIZE + SUM_SIZE || start[0] != 'T' || start[1] != 'A' ||
        start[2] != VERSION)
        return ARCHIVE_DAMAGED;
    size -= SUM_SIZE;
    if (get_low_first(start + size, SUM_SIZE) != sum_of(round, start, size))
        return ARCHIVE_DAMAGED;

    struct cursor cursor = {start + HEAD, start + size};
    uint64_t wanted, at = 0;
    /* A packed action takes eleven bytes besides its text, so all texts fit in `size` bytes with a
     * NUL behind each. */
    if (!get_varint(&cursor, &wanted) || wanted > size / 11)
        return ARCHIVE_DAMAGED;
    struct store_action *all = malloc((size_t)wanted * sizeof(*all) + size);
    if (all == NULL)
        return ARCHIVE_NO_MEMORY;
    char *text = (char *)(all + wanted);
    for (uint32_t i = 0; i < wanted; i++) {
        all[i].round = round;
        all[i].seq = i + 1;
        if (!get_action(&cursor, &all[i], &at, &text))
            goto damaged;
    }
    if (cursor.at != cursor.end)
        goto damaged;
    *actions = all;
    *count = (unsigned)wanted;
    return ARCHIVE_OK;

damaged:
    free(all);
    return ARCHIVE_DAMAGED;
}

char *archive_join(const struct store_action *actions, unsigned count)
{
    size_t size = 1;
    for (unsigned i = 0; i < count; i++)
        size += strlen(actions[i].text) + 1;
    char *text = malloc(size);
    char *at = text;
    for (unsigned i = 0; text != NULL && i < count; i++) {
        size_t length = strlen(actions[i].text);
        memcpy(at, actions[i].text, length);
        at[length] = '\n';
        at += length + 1;
    }
    if (text != NULL)
        *at = '\0';
    return text;
}
