#include "side.h"

#include <stdio.h>
#include <stdlib.h>

#include "channel_message.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

enum { KEY = PANEL_ADDRESS + SHARD_ID + 2 };

struct side {
    UT_hash_handle hh;
    char key[KEY]; /* address, a blank, user */
    struct original at;
    uint64_t opened_by; /* the id of the interaction that it answered */
};

static void drop(struct sides *sides, struct side *side)
{
    HASH_DEL(sides->all, side); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(side);
}

void sides_finish(struct sides *sides)
{
    while (sides->all) {
        drop(sides, sides->all);
    }
}

unsigned sides_count(const struct sides *sides)
{
    return HASH_COUNT(sides->all);
}

/* The first was opened longest ago. */
static void make_room(struct sides *sides, uint64_t now)
{
    /* NOLINTNEXTLINE(clang-analyzer-*): of uthash's making */
    while (sides->all && (sides->all->at.until <= now || HASH_COUNT(sides->all) >= SIDES_MOST)) {
        drop(sides, sides->all);
    }
}

void sides_open(struct sides *sides, const char *address, const char *user,
                const struct original *at, struct rest *rest, uint64_t now)
{
    char key[KEY];
    struct side *side = NULL;
    uint64_t opened_by = at->interaction;
    if (snprintf(key, sizeof key, "%s %s", address, user) >= KEY) {
        return;
    }
    HASH_FIND_STR(sides->all, key, side);
    if (side) {
        if (at->pressed > side->opened_by) { /* in this one, which the answer changed */
            opened_by = side->opened_by;
        } else if (side->at.until > now) {
            original_remove(&side->at, rest);
        }
        drop(sides, side);
    }
    make_room(sides, now);
    side = calloc(1, sizeof *side);
    if (!side) {
        return;
    }
    snprintf(side->key, sizeof side->key, "%s", key);
    side->at = *at;
    side->opened_by = opened_by;
    HASH_ADD_STR(sides->all, key, side);
    if (!side->hh.tbl) {
        free(side);
    }
}
