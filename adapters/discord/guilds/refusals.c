#include "refusals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

enum { KEY = 40, FORGOTTEN = 2 * REFUSALS_LONGEST };

struct refusal {
    UT_hash_handle hh;
    char key[KEY];  /* "place ID"; for a server the kind of requests (`kinds`) and its id */
    uint64_t at;    /* time of the last refusal */
    uint64_t until; /* we send nothing there until then */
    uint64_t wait;  /* of an address: ms to wait after the last refusal */
    uint64_t owes;  /* of a server: the time at which its count is 0 again */
};

static const char *const kinds[] = {[AUTH_BOT] = "posts", [AUTH_INTERACTION] = "answers"};

static void make_key(char key[KEY], const char *kind, const char *id)
{
    snprintf(key, KEY, "%s %s", kind, id);
}

static struct refusal *find_refusal(const struct refusals *refusals, const char *kind,
                                    const char *id)
{
    struct refusal *refusal = NULL;
    char key[KEY];
    make_key(key, kind, id);
    HASH_FIND_STR(refusals->all, key, refusal);
    return refusal;
}

static void drop_refusal(struct refusals *refusals, struct refusal *refusal)
{
    HASH_DEL(refusals->all, refusal); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(refusal);
}

void refusals_finish(struct refusals *refusals)
{
    while (refusals->all != NULL)
        drop_refusal(refusals, refusals->all); /* NOLINT(clang-analyzer-*): of uthash's making */
}

/* Drops old refusals, and the oldest one if there is no room. The list is in order of time, the
 * oldest first. */
static void make_room(struct refusals *refusals, uint64_t now)
{
    while (refusals->all != NULL &&
           /* NOLINTNEXTLINE(clang-analyzer-*): of uthash's making */
           (HASH_COUNT(refusals->all) >= REFUSALS_MAX || refusals->all->at + FORGOTTEN < now))
        drop_refusal(refusals, refusals->all);
}

/* Puts a refusal at the end of the list, as the newest. NULL: memory is out. */
static struct refusal *note_refusal(struct refusals *refusals, const char *kind, const char *id,
                                    uint64_t now)
{
    struct refusal *refusal = find_refusal(refusals, kind, id);
    if (refusal != NULL) {
        HASH_DEL(refusals->all, refusal); /* NOLINT(clang-analyzer-*): of uthash's making */
    } else {
        make_room(refusals, now);
        refusal = calloc(1, sizeof(*refusal));
        if (refusal == NULL)
            return NULL;
        make_key(refusal->key, kind, id);
    }
    refusal->at = now;
    HASH_ADD_STR(refusals->all, key, refusal);
    if (refusal->hh.tbl == NULL) {
        free(refusal);
        return NULL;
    }
    return refusal;
}

/* -- addresses -- */

void refusals_leave(struct refusals *refusals, const char *place, uint64_t now)
{
    struct refusal *refusal = note_refusal(refusals, "place", place, now);
    if (refusal == NULL)
        return;
    refusal->wait = refusal->wait ? refusal->wait * 2 : REFUSALS_MIN;
    refusal->wait = refusal->wait < REFUSALS_LONGEST ? refusal->wait : REFUSALS_LONGEST;
    refusal->until = now + refusal->wait;
}

void refusals_retry(struct refusals *refusals, const char *place)
{
    struct refusal *refusal = find_refusal(refusals, "place", place);
    if (refusal != NULL)
        refusal->until = 0;
}

void refusals_heard(struct refusals *refusals, const char *place)
{
    struct refusal *refusal = find_refusal(refusals, "place", place);
    if (refusal != NULL)
        drop_refusal(refusals, refusal);
}

uint64_t refusals_address_due(const struct refusals *refusals, const char *place)
{
    const struct refusal *refusal = find_refusal(refusals, "place", place);
    return refusal != NULL ? refusal->until : 0;
}

/* -- servers -- */

bool refusals_count(struct refusals *refusals, const char *guild, enum rest_auth auth, uint64_t now)
{
    static const uint64_t most = (uint64_t)REFUSALS_GUILD * REFUSALS_PAY;
    struct refusal *refusal = note_refusal(refusals, kinds[auth], guild, now);
    if (refusal == NULL)
        return false;
    refusal->owes = (refusal->owes > now ? refusal->owes : now) + REFUSALS_PAY;
    if (refusal->owes < now + most)
        return false;
    bool news = refusal->until <= now;
    refusal->until = refusal->owes - most / 2;
    return news;
}

uint64_t refusals_guild_due(const struct refusals *refusals, const char *guild, enum rest_auth auth,
                            uint64_t now)
{
    const struct refusal *refusal = find_refusal(refusals, kinds[auth], guild);
    return refusal != NULL && refusal->until > now ? refusal->until : 0;
}
