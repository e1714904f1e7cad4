#include "people_index.h"

#include <stdlib.h>
#include <string.h>

#include "bot/people/people_state.h"

/* FNV-1a. */
static uint32_t hash_of(const struct network *network, const char *text)
{
    uint32_t hash = UINT32_C(2166136261) ^ (uint32_t)((uintptr_t)network >> 4);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT32_C(16777619);
    return hash;
}

static struct person **bucket_of(const struct people_index *index, uint32_t hash)
{
    return &index->buckets[(hash ^ hash >> 15) & (index->room - 1)];
}

/* Makes room for one more. When memory is out, the index keeps its buckets and lets them fill;
 * returns false only if it has none yet. */
static bool make_room(struct people_index *index, enum people_way way)
{
    struct people_index bigger = {.room = index->room > 0 ? 2 * index->room : 16,
                                  .count = index->count};
    if (index->count < index->room)
        return true;
    bigger.buckets = calloc(bigger.room, sizeof(struct person *));
    if (bigger.buckets == NULL)
        return index->room > 0;
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            struct person **bucket = bucket_of(&bigger, at->hash[way]);
            next = at->next[way];
            at->next[way] = *bucket;
            *bucket = at;
        }
    }
    free(index->buckets);
    *index = bigger;
    return true;
}

bool people_index_add(struct people *people, enum people_way way, struct person *person,
                      const char *text)
{
    struct people_index *index = &people->index[way];
    people_index_remove(people, way, person);
    if (!make_room(index, way))
        return false;
    person->hash[way] = hash_of(person->network, text);
    struct person **bucket = bucket_of(index, person->hash[way]);
    person->next[way] = *bucket;
    *bucket = person;
    person->ways = (uint8_t)(person->ways | 1U << way);
    index->count++;
    return true;
}

void people_index_remove(struct people *people, enum people_way way, struct person *person)
{
    struct people_index *index = &people->index[way];
    if ((person->ways >> way & 1U) == 0)
        return;
    struct person **at = bucket_of(index, person->hash[way]);
    while (*at != person)
        at = &(*at)->next[way];
    *at = person->next[way];
    person->ways = (uint8_t)(person->ways & ~(1U << way));
    if (--index->count > 0)
        return;
    free(index->buckets);
    *index = (struct people_index){0};
}

static struct person *same_hash(struct person *at, enum people_way way,
                                const struct network *network, uint32_t hash)
{
    while (at != NULL && (at->hash[way] != hash || at->network != network))
        at = at->next[way];
    return at;
}

struct person *people_index_first(const struct people *people, enum people_way way,
                                  const struct network *network, const char *text)
{
    const struct people_index *index = &people->index[way];
    uint32_t hash = hash_of(network, text);
    return index->room > 0 ? same_hash(*bucket_of(index, hash), way, network, hash) : NULL;
}

struct person *people_index_next(const struct person *person, enum people_way way)
{
    return same_hash(person->next[way], way, person->network, person->hash[way]);
}
