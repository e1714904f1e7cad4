#include "memory_rating.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct memory_rating *memory_find_rating(const struct memory_store *m, size_t person,
                                         const char *set, int season)
{
    struct memory_rating *ratings = m->ratings.items, *last = NULL;
    for (size_t i = 0; i < m->ratings.count; i++) {
        if (ratings[i].person == person && strcmp(ratings[i].set, set) == 0 &&
            ratings[i].season <= season && (last == NULL || ratings[i].season > last->season))
            last = &ratings[i];
    }
    return last;
}

static struct rating get(const struct memory_store *m, size_t person, const char *set, int season)
{
    const struct memory_rating *found = memory_find_rating(m, person, set, season);
    return found != NULL ? rating_carry(&found->rating, (unsigned)(season - found->season))
                         : rating_new();
}

static void put(struct memory_store *m, size_t person, const char *set, int season,
                struct rating rating)
{
    struct memory_rating *found = memory_find_rating(m, person, set, season);
    if (found == NULL || found->season != season) {
        found = memory_list_add(&m->ratings, sizeof(*found));
        *found =
            (struct memory_rating){.person = person, .season = season, .set = memory_copy(set)};
    }
    found->rating = rating;
}

/* -- a round -- */

static size_t person_at(const struct memory_store *m, const struct memory_result *result)
{
    return ((const struct identity *)m->identities.items)[result->identity].person;
}

/* The people whom the round rates, without anybody who holds two of its seats. One more than the
 * most is read, so that rating_round() sees that there are too many. */
enum { SEATS_READ = RATING_SEATS_MAX + 1 };

static unsigned read_seats(const struct memory_store *m, const struct memory_round *round,
                           struct rating_seat *seats, size_t *at)
{
    const struct memory_result *results = round->results.items;
    unsigned count = 0;
    for (size_t i = 0; i < round->results.count && count < SEATS_READ; i++) {
        size_t person = person_at(m, &results[i]);
        unsigned held = 0;
        for (size_t n = 0; n < round->results.count; n++)
            held += results[n].result.place > 0 && person_at(m, &results[n]) == person;
        if (results[i].result.place == 0 || held != 1)
            continue;
        at[count] = i;
        seats[count++] =
            (struct rating_seat){.person = (int64_t)person, .place = results[i].result.place};
    }
    return count;
}

void memory_rate(struct memory_store *m, struct memory_round *round)
{
    struct rating_seat seats[SEATS_READ];
    size_t at[SEATS_READ];
    const char *const sets[] = {"", round->round.set};
    int season = store_season_at(&m->base, round->ended_at);
    unsigned count = round->counts ? read_seats(m, round, seats, at) : 0;
    for (size_t s = 0; s < 2; s++) {
        for (unsigned i = 0; i < count; i++)
            seats[i].rating = get(m, (size_t)seats[i].person, sets[s], season);
        if (!rating_round(seats, count))
            return;
        for (unsigned i = 0; i < count; i++) {
            const struct rating *rating = &seats[i].rating;
            put(m, (size_t)seats[i].person, sets[s], season, *rating);
            ((struct memory_result *)round->results.items)[at[i]].points[s] =
                (struct store_point){round->round.id, round->ended_at, (int)rating_shown(rating),
                                     (int)rating_off(rating)};
        }
    }
}

/* -- persons -- */

/* The last season in which one of two persons has a rating in that set, before `season`. 0: none.
 */
static int season_before(const struct memory_store *m, const size_t persons[2], const char *set,
                         int season)
{
    int last = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct memory_rating *found = memory_find_rating(m, persons[i], set, season - 1);
        if (found != NULL && found->season > last)
            last = found->season;
    }
    return last;
}

/* From the last season backwards: the value that an earlier one left is read before it changes. */
static void join_set(struct memory_store *m, size_t from, size_t into, const char *set)
{
    const size_t both[2] = {from, into};
    for (int season = INT_MAX; (season = season_before(m, both, set, season)) != 0;) {
        struct rating theirs = get(m, from, set, season), own = get(m, into, set, season);
        put(m, into, set, season, rating_join(&own, &theirs));
    }
}

void memory_join_ratings(struct memory_store *m, size_t from, size_t into)
{
    size_t at = 0;
    while (at < m->ratings.count) {
        const struct memory_rating *theirs = (const struct memory_rating *)m->ratings.items + at++;
        if (theirs->person != from)
            continue;
        char *set = memory_copy(theirs->set);
        join_set(m, from, into, set);
        struct memory_rating *ratings = m->ratings.items;
        for (size_t i = m->ratings.count; i > 0; i--) {
            if (ratings[i - 1].person == from && strcmp(ratings[i - 1].set, set) == 0) {
                free(ratings[i - 1].set);
                memory_list_remove(&m->ratings, sizeof(*ratings), i - 1);
            }
        }
        free(set);
        at = 0;
    }
}

void memory_copy_ratings(struct memory_store *m, size_t person, size_t own)
{
    size_t count = m->ratings.count;
    for (size_t i = 0; i < count; i++) {
        const struct memory_rating theirs = ((const struct memory_rating *)m->ratings.items)[i];
        if (theirs.person == person)
            put(m, own, theirs.set, theirs.season, theirs.rating);
    }
}

void memory_free_ratings(struct memory_store *m)
{
    struct memory_rating *ratings = m->ratings.items;
    for (size_t i = 0; i < m->ratings.count; i++)
        free(ratings[i].set);
    free(ratings);
}
