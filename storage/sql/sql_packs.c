#include "sql_packs.h"

#include <stdlib.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct pack {
    UT_hash_handle hh;
    int64_t round;
    struct archive archive;
};

static struct pack *find_pack(const struct packs *packs, int64_t round)
{
    struct pack *pack = NULL;
    HASH_FIND(hh, packs->first, &round, sizeof(round), pack);
    return pack;
}

static void drop_pack(struct packs *packs, struct pack *pack)
{
    HASH_DEL(packs->first, pack); /* NOLINT(clang-analyzer-*): of uthash's making */
    archive_finish(&pack->archive);
    free(pack);
}

void packs_begin(struct packs *packs, int64_t round)
{
    packs_drop(packs, round);
    struct pack *pack = calloc(1, sizeof(*pack));
    if (pack == NULL)
        return;
    pack->round = round;
    HASH_ADD(hh, packs->first, round, sizeof(pack->round), pack);
    if (find_pack(packs, round) == NULL) /* no memory for the table */
        free(pack);
}

void packs_add(struct packs *packs, const struct store_action *action)
{
    struct pack *pack = find_pack(packs, action->round);
    if (pack == NULL)
        return;
    if (pack->archive.count == 0)
        archive_init(&pack->archive);
    bool next = action->seq == pack->archive.last_seq + 1;
    if (next)
        archive_add(&pack->archive, action);
    if (!next || pack->archive.pack.no_memory)
        drop_pack(packs, pack);
}

struct archive *packs_find(const struct packs *packs, int64_t round)
{
    struct pack *pack = find_pack(packs, round);
    if (pack == NULL)
        return NULL;
    if (pack->archive.count == 0)
        archive_init(&pack->archive);
    return &pack->archive;
}

void packs_drop(struct packs *packs, int64_t round)
{
    struct pack *pack = find_pack(packs, round);
    if (pack != NULL)
        drop_pack(packs, pack);
}

void packs_forget(struct packs *packs)
{
    struct pack *pack = NULL;
    struct pack *next = NULL;
    HASH_ITER(hh, packs->first, pack, next)
    {
        drop_pack(packs, pack);
    }
}
