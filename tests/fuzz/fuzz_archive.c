/* Any bytes as the archive of a round, with the sum that they should have: they are refused, or
 * come to the same bytes when they are written again. */
#include <stdlib.h>
#include <string.h>

#include "storage/archive.h"

enum { ROUND = 1, ID_SIZE = 8, SUM_SIZE = 4, INPUT_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* CRC-32 (IEEE), bit by bit. */
static uint32_t sum(uint32_t crc, const uint8_t *bytes, size_t size)
{
    for (; size > 0; size--) {
        crc ^= *bytes++;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (UINT32_C(0xedb88320) & -(crc & 1));
    }
    return crc;
}

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void write_again(const struct store_action *actions, unsigned count)
{
    struct archive archive = {0};
    struct store_action *again = NULL;
    const uint8_t *bytes;
    size_t size;
    unsigned read = 0;
    archive_init(&archive);
    for (unsigned i = 0; i < count; i++)
        archive_add(&archive, &actions[i]);
    check(archive_close(&archive, ROUND, &bytes, &size));
    check(archive_read(bytes, size, ROUND, &again, &read) == ARCHIVE_OK && read == count);
    for (unsigned i = 0; i < count; i++) {
        check(again[i].seq == actions[i].seq && again[i].at == actions[i].at &&
              again[i].hash == actions[i].hash && strcmp(again[i].text, actions[i].text) == 0);
    }
    free(again);
    archive_finish(&archive);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t id[ID_SIZE] = {ROUND}, bytes[INPUT_MAX + SUM_SIZE];
    struct store_action *actions = NULL;
    unsigned count = 0;
    if (size > INPUT_MAX)
        return 0;
    if (size > 0)
        memcpy(bytes, data, size);
    uint32_t crc = ~sum(sum(~UINT32_C(0), id, sizeof(id)), bytes, size);
    for (unsigned i = 0; i < SUM_SIZE; i++)
        bytes[size + i] = (uint8_t)(crc >> 8 * i);
    size += SUM_SIZE;
    if (archive_read(bytes, size, ROUND, &actions, &count) != ARCHIVE_OK)
        return 0;
    write_again(actions, count);
    free(actions);
    return 0;
}
