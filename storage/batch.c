#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

enum { CHUNK_SIZE = 8192 };

static const char out_of_memory[] = "out of memory for changes that must be written: ending";

struct chunk {
    struct chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

void *batch_alloc(struct batch *batch, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    struct chunk *chunk = batch->chunks;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = malloc(sizeof(*chunk) + room);
        if (chunk == NULL)
            log_fatal(batch->log, "%s", out_of_memory);
        chunk->size = room;
        chunk->used = 0;
        chunk->next = batch->chunks;
        batch->chunks = chunk;
    }
    void *memory = (char *)chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

const char *batch_copy(struct batch *batch, const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(batch_alloc(batch, size), text, size);
}

void batch_clear(struct batch *batch)
{
    while (batch->chunks != NULL &&
           (batch->chunks->next != NULL || batch->chunks->size > CHUNK_SIZE)) {
        struct chunk *next = batch->chunks->next;
        free(batch->chunks);
        batch->chunks = next;
    }
    if (batch->chunks != NULL)
        batch->chunks->used = 0;
    batch->next = NULL;
    batch->first = NULL;
    batch->last = &batch->first;
    batch->tries = 0;
}

void batch_destroy(struct batch *batch)
{
    if (batch == NULL)
        return;
    while (batch->chunks != NULL) {
        struct chunk *next = batch->chunks->next;
        free(batch->chunks);
        batch->chunks = next;
    }
    free(batch);
}

struct batch *batch_create(const struct log *log)
{
    struct batch *batch = calloc(1, sizeof(*batch));
    if (batch == NULL)
        log_fatal(log, "%s", out_of_memory);
    batch->log = log;
    batch_clear(batch);
    return batch;
}

struct op *batch_add(struct batch *batch, enum op_kind kind)
{
    struct op *op = batch_alloc(batch, sizeof(*op));
    op->next = NULL;
    op->kind = kind;
    *batch->last = op;
    batch->last = &op->next;
    return op;
}

void batch_add_table(struct batch *batch, const struct store_table *table)
{
    batch_add(batch, OP_TABLE)->as.table =
        (struct store_table){table->id, batch_copy(batch, table->network),
                             batch_copy(batch, table->channel), batch_copy(batch, table->state)};
}

void batch_add_round(struct batch *batch, const struct store_round *round)
{
    struct store_round *copy = &batch_add(batch, OP_ROUND)->as.round;
    *copy = *round;
    copy->network = batch_copy(batch, round->network);
    copy->channel = batch_copy(batch, round->channel);
    copy->set = batch_copy(batch, round->set);
    copy->setup = batch_copy(batch, round->setup);
}

void batch_add_action(struct batch *batch, const struct store_action *action)
{
    struct store_action *copy = &batch_add(batch, OP_ACTION)->as.action;
    *copy = *action;
    copy->text = batch_copy(batch, action->text);
}

void batch_add_setting(struct batch *batch, const struct setting *setting)
{
    batch_add(batch, OP_SETTING)->as.setting =
        (struct setting){batch_copy(batch, setting->scope), batch_copy(batch, setting->key),
                         batch_copy(batch, setting->value)};
}

void batch_add_letter(struct batch *batch, const struct letter_op *letter)
{
    batch_add(batch, OP_LETTER)->as.letter =
        (struct letter_op){letter->id, batch_copy(batch, letter->to),
                           batch_copy(batch, letter->from), batch_copy(batch, letter->text)};
}
