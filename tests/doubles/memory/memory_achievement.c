#include "memory_achievement.h"

#include <string.h>

#include "memory_player.h"
#include "storage/achievement.h"
#include "storage/identity.h"

static size_t person_of(const struct memory_store *m, size_t identity)
{
    return ((const struct identity *)m->identities.items)[identity].person;
}

static unsigned seats_of(const struct memory_store *m, const struct memory_round *round,
                         size_t person)
{
    const struct memory_result *results = round->results.items;
    unsigned seats = 0;
    for (size_t i = 0; i < round->results.count; i++)
        seats += person_of(m, results[i].identity) == person;
    return seats;
}

static uint32_t set_of(const struct memory_store *m, size_t person)
{
    const struct memory_earned *earned = m->earned.items;
    uint32_t set = 0;
    for (size_t i = 0; i < m->earned.count; i++)
        set |= (uint32_t)(person_of(m, earned[i].identity) == person) << earned[i].what;
    return set;
}

static void add(struct memory_store *m, size_t identity, uint32_t set, int64_t round, int64_t at)
{
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        if ((set >> i & 1) != 0) {
            *(struct memory_earned *)memory_list_add(&m->earned, sizeof(struct memory_earned)) =
                (struct memory_earned){identity, i, round, at};
        }
    }
}

static void earn(struct memory_store *m, const struct memory_round *round,
                 const struct memory_result *result)
{
    const size_t person = person_of(m, result->identity);
    const unsigned people = (unsigned)round->results.count;
    const char *set = round->round.set;
    struct store_records all, own;
    const struct achievement_facts before = {&all, &own, NULL, people};
    const struct achievement_facts after = {&all, &own, &result->result, people};
    memory_records_before(m, person, "", round->end_number, &all);
    memory_records_before(m, person, set, round->end_number, &own);
    const uint32_t had = achievements_of(&before);
    memory_records(m, person, "", &all);
    memory_records(m, person, set, &own);
    const uint32_t added = achievements_of(&after) & ~set_of(m, person);
    add(m, result->identity, added & ~had, round->round.id, round->ended_at);
    add(m, result->identity, added & had, 0, 0);
}

void memory_earn(struct memory_store *m, const struct memory_round *round)
{
    const struct memory_result *results = round->results.items;
    for (size_t i = 0; i < round->results.count && round->counts; i++) {
        if (seats_of(m, round, person_of(m, results[i].identity)) == 1)
            earn(m, round, &results[i]);
    }
}

static const struct memory_round *round_by_id(const struct memory_store *m, int64_t id)
{
    const struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (rounds[i].round.id == id)
            return &rounds[i];
    }
    return NULL;
}

void memory_unearn_both(struct memory_store *m, size_t one, size_t other)
{
    const struct memory_earned *earned = m->earned.items;
    for (size_t i = m->earned.count; i > 0; i--) {
        const size_t person = person_of(m, earned[i - 1].identity);
        const struct memory_round *round = round_by_id(m, earned[i - 1].round);
        if ((person == one || person == other) && round != NULL && seats_of(m, round, one) > 0 &&
            seats_of(m, round, other) > 0)
            memory_list_remove(&m->earned, sizeof(*earned), i - 1);
    }
}

void memory_unearn(struct memory_store *m, size_t person)
{
    const struct memory_earned *earned = m->earned.items;
    for (size_t i = m->earned.count; i > 0; i--) {
        if (person_of(m, earned[i - 1].identity) == person)
            memory_list_remove(&m->earned, sizeof(*earned), i - 1);
    }
}

void memory_achievements(const struct memory_store *m, size_t person,
                         struct store_achievement achievements[STORE_ACHIEVEMENTS])
{
    const struct memory_earned *earned = m->earned.items;
    for (size_t i = 0; i < m->earned.count; i++) {
        struct store_achievement *kept = &achievements[earned[i].what];
        if (person_of(m, earned[i].identity) == person &&
            (!kept->earned || earned[i].at < kept->at))
            *kept = (struct store_achievement){true, earned[i].at};
    }
}

static void add_news(const struct memory_store *m, const struct memory_earned *earned,
                     struct store_round_news *news)
{
    const struct person *person =
        (const struct person *)m->people.items + person_of(m, earned->identity);
    if (person->hidden || news->earned_count == STORE_EARNED_MAX)
        return;
    identity_set_name(news->earned[news->earned_count].name, person->name, strlen(person->name));
    news->earned[news->earned_count].person = (int64_t)person_of(m, earned->identity);
    news->earned[news->earned_count].verified = person->verified;
    news->earned[news->earned_count++].achievement = earned->what;
}

void memory_earned_in(const struct memory_store *m, int64_t round, struct store_round_news *news)
{
    const struct memory_earned *earned = m->earned.items;
    for (size_t i = 0; i < m->earned.count && round != 0; i++) {
        if (earned[i].round == round)
            add_news(m, &earned[i], news);
    }
}
