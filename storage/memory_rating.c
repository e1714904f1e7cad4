#include "memory_rating.h"

#include <stdlib.h>
#include <string.h>

struct memory_rating *memory_find_rating(const struct memory_store *m, size_t person,
                                         const char *set)
{
    struct memory_rating *ratings = m->ratings.items;
    for (size_t i = 0; i < m->ratings.count; i++)
        if (ratings[i].person == person && strcmp(ratings[i].set, set) == 0)
            return &ratings[i];
    return NULL;
}

static struct rating get(const struct memory_store *m, size_t person, const char *set)
{
    const struct memory_rating *found = memory_find_rating(m, person, set);
    return found != NULL ? found->rating : rating_new();
}

static void put(struct memory_store *m, size_t person, const char *set, struct rating rating)
{
    struct memory_rating *found = memory_find_rating(m, person, set);
    if (found == NULL) {
        found = memory_list_add(&m->ratings, sizeof(*found));
        *found = (struct memory_rating){.person = person, .set = memory_copy(set)};
    }
    found->rating = rating;
}

/* -- a round -- */

static size_t person_at(const struct memory_store *m, const struct memory_result *result)
{
    return ((const struct identity *)m->identities.items)[result->identity].person;
}

/* Those whom the round rates: who holds two of its seats is left out. One more than can be rated is
 * read, so that rating_round() sees that there are too many. */
enum { SEATS_READ = RATING_SEATS_MAX + 1 };

static unsigned read_seats(const struct memory_store *m, const struct memory_round *round,
                           struct rating_seat *seats)
{
    const struct memory_result *results = round->results.items;
    unsigned count = 0;
    for (size_t i = 0; i < round->results.count && count < SEATS_READ; i++) {
        size_t person = person_at(m, &results[i]);
        unsigned held = 0;
        for (size_t n = 0; n < round->results.count; n++)
            held += results[n].result.place > 0 && person_at(m, &results[n]) == person;
        if (results[i].result.place > 0 && held == 1)
            seats[count++] =
                (struct rating_seat){.person = (int64_t)person, .place = results[i].result.place};
    }
    return count;
}

void memory_rate(struct memory_store *m, const struct memory_round *round)
{
    struct rating_seat seats[SEATS_READ];
    const char *const sets[] = {"", round->round.set};
    unsigned count = round->counts ? read_seats(m, round, seats) : 0;
    for (size_t s = 0; s < 2; s++) {
        for (unsigned i = 0; i < count; i++)
            seats[i].rating = get(m, (size_t)seats[i].person, sets[s]);
        if (!rating_round(seats, count))
            return;
        for (unsigned i = 0; i < count; i++)
            put(m, (size_t)seats[i].person, sets[s], seats[i].rating);
    }
}

/* -- persons -- */

void memory_join_ratings(struct memory_store *m, size_t from, size_t into)
{
    for (size_t i = m->ratings.count; i > 0; i--) {
        struct memory_rating theirs = ((struct memory_rating *)m->ratings.items)[i - 1];
        if (theirs.person != from)
            continue;
        memory_list_remove(&m->ratings, sizeof(theirs), i - 1);
        struct rating own = get(m, into, theirs.set);
        put(m, into, theirs.set, rating_join(&own, &theirs.rating));
        free(theirs.set);
    }
}

void memory_copy_ratings(struct memory_store *m, size_t person, size_t own)
{
    size_t count = m->ratings.count;
    for (size_t i = 0; i < count; i++) {
        const struct memory_rating *theirs = (const struct memory_rating *)m->ratings.items + i;
        if (theirs->person == person)
            put(m, own, theirs->set, theirs->rating);
    }
}

void memory_free_ratings(struct memory_store *m)
{
    struct memory_rating *ratings = m->ratings.items;
    for (size_t i = 0; i < m->ratings.count; i++)
        free(ratings[i].set);
    free(ratings);
}
