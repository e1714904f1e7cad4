#include "state_json.h"

#include <stdlib.h>

#include "base/log.h"

enum { PIECE = 16384 };

struct state_chunk {
    struct state_chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

/* The memory of the tree, newest first. The oldest piece is kept for the next tree. cJSON passes
 * nothing to its hooks, so this cannot be an argument. */
static struct state_chunk *pieces;

static void *give_memory(size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (pieces == NULL || pieces->size - pieces->used < size) {
        size_t room = size > PIECE ? size : PIECE;
        struct state_chunk *piece = malloc(sizeof(*piece) + room);
        if (piece == NULL)
            log_fatal(NULL, "out of memory for the table's state: ending");
        *piece = (struct state_chunk){.next = pieces, .size = room};
        pieces = piece;
    }
    void *memory = (char *)pieces->bytes + pieces->used;
    pieces->used += size;
    return memory;
}

static void keep_memory(void *memory)
{
    (void)memory;
}

cJSON *state_json_parse(const char *text)
{
    cJSON_Hooks hooks = {give_memory, keep_memory};
    cJSON_InitHooks(&hooks);
    cJSON *state = cJSON_Parse(text);
    cJSON_InitHooks(NULL);
    return state;
}

void state_json_free(void)
{
    while (pieces != NULL && (pieces->next != NULL || pieces->size > PIECE)) {
        struct state_chunk *next = pieces->next;
        free(pieces);
        pieces = next;
    }
    if (pieces != NULL)
        pieces->used = 0;
}
