#include "sql_packs.h"

#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "base/array.h"

struct pack {
    UT_hash_handle hh;
    int64_t round;
    struct archive archive;
    struct pack_round begun;
    char texts[]; /* of `begun` */
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

static struct pack *make_pack(const struct store_round *round)
{
    const char *const texts[] = {round->set, round->network, round->channel};
    const char *copies[ARRAY_SIZE(texts)];
    size_t room = 0;
    for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
        room += strlen(texts[i]) + 1;
    struct pack *pack = calloc(1, sizeof(*pack) + room);
    if (pack == NULL)
        return NULL;
    char *to = pack->texts;
    for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
        copies[i] = to;
        size_t size = strlen(texts[i]) + 1;
        memcpy(to, texts[i], size);
        to += size;
    }
    pack->round = round->id;
    pack->begun = (struct pack_round){round->started_at, copies[0], copies[1], copies[2]};
    return pack;
}

void packs_begin(struct packs *packs, const struct store_round *round)
{
    packs_drop(packs, round->id);
    struct pack *pack = make_pack(round);
    if (pack == NULL)
        return;
    HASH_ADD(hh, packs->first, round, sizeof(pack->round), pack);
    if (find_pack(packs, round->id) == NULL) /* no memory for the table */
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

const struct pack_round *packs_round(const struct packs *packs, int64_t round)
{
    const struct pack *pack = find_pack(packs, round);
    return pack != NULL && pack->archive.count > 0 ? &pack->begun : NULL;
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
