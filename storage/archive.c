#include "archive.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, HEAD = 3, COUNT_SIZE = 5, SUM_SIZE = 4, ACTION_MIN = 11 };

static uint32_t sum_of(int64_t round, const uint8_t *bytes, size_t size)
{
    uint8_t id[8];
    struct packer pack = {.bytes = id};
    pack_fixed(&pack, (uint64_t)round, sizeof(id));
    return pack_sum(pack_sum(0, id, sizeof(id)), bytes, size);
}

/* -- writing -- */

void archive_init(struct archive *archive)
{
    pack_clear(&archive->pack);
    archive->count = 0;
    archive->last_seq = 0;
    archive->last_at = 0;
    if (!pack_reserve(&archive->pack, HEAD + COUNT_SIZE))
        return;
    memcpy(archive->pack.bytes, "TA", 2);
    archive->pack.bytes[2] = VERSION;
    archive->pack.size = HEAD + COUNT_SIZE; /* the number of actions is known only at the end, so
                                               its varint has a fixed width */
}

void archive_add(struct archive *archive, const struct store_action *action)
{
    archive_add_text(archive, action, strlen(action->text));
}

void archive_add_text(struct archive *archive, const struct store_action *action, size_t length)
{
    pack_action(&archive->pack, action, length, archive->last_seq, archive->last_at);
    archive->last_seq = action->seq;
    archive->last_at = action->at;
    archive->count++;
}

bool archive_close(struct archive *archive, int64_t round, const uint8_t **bytes, size_t *size)
{
    struct packer *pack = &archive->pack;
    if (!pack_reserve(pack, SUM_SIZE))
        return false;
    for (unsigned i = 0; i < COUNT_SIZE; i++) {
        unsigned more = i + 1 < COUNT_SIZE ? 0x80 : 0;
        pack->bytes[HEAD + i] = (uint8_t)((archive->count >> (7 * i) & 0x7f) | more);
    }
    pack_fixed(pack, sum_of(round, pack->bytes, pack->size), SUM_SIZE);
    *bytes = pack->bytes;
    *size = pack->size;
    return true;
}

void archive_finish(struct archive *archive)
{
    pack_finish(&archive->pack);
    *archive = (struct archive){.count = 0};
}

/* -- reading -- */

/* Reads `count` actions, which must take all bytes. A packed action takes ACTION_MIN bytes
 * besides its text. So a buffer of the packed size has room for all texts and their NULs. */
static enum archive_error read_actions(struct unpack from, uint64_t count, int64_t round,
                                       struct store_action **actions)
{
    size_t size = (size_t)(from.end - from.at);
    uint32_t seq = 0;
    int64_t at = 0;
    if (count > size / ACTION_MIN)
        return ARCHIVE_DAMAGED;
    struct store_action *all = malloc((size_t)count * sizeof(*all) + size + 1);
    if (all == NULL)
        return ARCHIVE_NO_MEMORY;
    char *text = (char *)(all + count);
    for (uint64_t i = 0; i < count; i++) {
        size_t length;
        all[i].round = round;
        if (!unpack_action(&from, &all[i], &seq, &at, &length)) {
            free(all);
            return ARCHIVE_DAMAGED;
        }
        all[i].text = memcpy(text, all[i].text, length);
        text[length] = '\0';
        text += length + 1;
    }
    *actions = all;
    if (from.at == from.end)
        return ARCHIVE_OK;
    free(all);
    return ARCHIVE_DAMAGED;
}

enum archive_error archive_read(const void *bytes, size_t size, int64_t round,
                                struct store_action **actions, unsigned *count)
{
    const uint8_t *start = bytes;
    uint64_t sum = 0, wanted = 0;
    if (size < HEAD + COUNT_SIZE + SUM_SIZE || start[0] != 'T' || start[1] != 'A' ||
        start[2] != VERSION)
        return ARCHIVE_DAMAGED;
    size -= SUM_SIZE;
    struct unpack tail = {start + size, start + size + SUM_SIZE};
    struct unpack from = {start + HEAD, start + size};
    if (!unpack_fixed(&tail, &sum, SUM_SIZE) || sum != sum_of(round, start, size) ||
        !unpack_number(&from, &wanted))
        return ARCHIVE_DAMAGED;
    struct store_action *all = NULL;
    enum archive_error error = read_actions(from, wanted, round, &all);
    if (error != ARCHIVE_OK)
        return error;
    for (uint32_t i = 0; i < wanted; i++) {
        if (all[i].seq != i + 1) {
            free(all);
            return ARCHIVE_DAMAGED;
        }
    }
    *actions = all;
    *count = (unsigned)wanted;
    return ARCHIVE_OK;
}

enum archive_error archive_actions(const struct archive *archive, int64_t round,
                                   struct store_action **actions)
{
    const struct packer *pack = &archive->pack;
    if (pack->no_memory)
        return ARCHIVE_NO_MEMORY;
    return read_actions((struct unpack){pack->bytes + HEAD + COUNT_SIZE, pack->bytes + pack->size},
                        archive->count, round, actions);
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
