#include "achievement.h"

#include "base/array.h"

/* -- totals and streaks -- */

static unsigned rounds_won(const struct achievement_facts *facts)
{
    return facts->all->won;
}

static unsigned rounds_played(const struct achievement_facts *facts)
{
    return facts->all->rounds;
}

static unsigned longest_streak(const struct achievement_facts *facts)
{
    return facts->all->longest;
}

static unsigned won_with_set(const struct achievement_facts *facts)
{
    return facts->own->won;
}

static unsigned duels_won(const struct achievement_facts *facts)
{
    return facts->all->duels_won;
}

static unsigned bluffs(const struct achievement_facts *facts)
{
    return facts->all->bluffs;
}

/* The most cards held in a round that was won. */
static unsigned cards_held(const struct achievement_facts *facts)
{
    return facts->all->cards;
}

/* 1: some win took few turns. */
static unsigned won_quickly(const struct achievement_facts *facts)
{
    enum { QUICK = 7 /* turns: the size of a hand on most sheets */ };
    return facts->all->plays > 0 && facts->all->plays <= QUICK;
}

/* -- this round -- */

/* The result if that seat won the round; NULL: it did not. */
static const struct store_result *win_of(const struct achievement_facts *facts)
{
    return facts->result != NULL && facts->result->won ? facts->result : NULL;
}

static unsigned rounds_of_match_won(const struct achievement_facts *facts)
{
    const struct store_result *result = facts->result;
    return result != NULL && result->match_over && result->match_won ? result->deeds.rounds : 0;
}

static unsigned people_beaten(const struct achievement_facts *facts)
{
    return win_of(facts) != NULL ? facts->beaten : 0;
}

static unsigned points_won(const struct achievement_facts *facts)
{
    const struct store_result *win = win_of(facts);
    return win != NULL && win->points > 0 ? (unsigned)win->points : 0;
}

static unsigned turns_to_win(const struct achievement_facts *facts)
{
    const struct store_result *win = win_of(facts);
    return win != NULL ? win->plays : 0;
}

static unsigned people_caught(const struct achievement_facts *facts)
{
    return facts->result != NULL ? facts->result->deeds.caught : 0;
}

static unsigned cards_of_others(const struct achievement_facts *facts)
{
    const struct store_result *win = win_of(facts);
    return win != NULL ? win->deeds.fewest : 0;
}

static unsigned ended_with_wild4(const struct achievement_facts *facts)
{
    const struct store_result *win = win_of(facts);
    return win != NULL && win->deeds.last_wild4;
}

static unsigned cards_taken(const struct achievement_facts *facts)
{
    const struct store_result *win = win_of(facts);
    return win != NULL ? win->deeds.taken : 0;
}

/* -- the table -- */

/* Databases keep the place in this table: a row keeps its place for ever, and a new one goes to the
 * end. Their names are in bot/show/render/achievement_words.c. */
static const struct {
    const char *key;
    unsigned (*number)(const struct achievement_facts *facts);
    unsigned least;
} rows[] = {
    {"first-win", rounds_won, 1},
    {"ten-wins", rounds_won, 10},
    {"hundred-wins", rounds_won, 100},
    {"three-in-a-row", longest_streak, 3},
    {"ten-in-a-row", longest_streak, 10},
    {"match-win", rounds_of_match_won, 3},
    {"hundred-rounds", rounds_played, 100},
    {"thousand-rounds", rounds_played, 1000},
    {"specialist", won_with_set, 50},
    {"lie-detector", duels_won, 10},
    {"poker-face", bluffs, 10},
    {"full-table", people_beaten, 7},
    {"jackpot", points_won, 200},
    {"heavy-hand", cards_held, 20},
    {"straight-out", won_quickly, 1},
    {"marathon", turns_to_win, 40},
    {"five-caught", people_caught, 5},
    {"landslide", cards_of_others, 10},
    {"last-wild4", ended_with_wild4, 1},
    {"comeback", cards_taken, 8},
};
_Static_assert(ARRAY_SIZE(rows) == STORE_ACHIEVEMENTS, "each has a row");
_Static_assert(STORE_ACHIEVEMENTS <= 31, "a set of them is a number of 32 bits in the database");

const char *achievement_key(unsigned achievement)
{
    return rows[achievement].key;
}

unsigned achievement_least(unsigned achievement)
{
    return rows[achievement].least;
}

uint32_t achievements_of(const struct achievement_facts *facts)
{
    uint32_t set = 0;
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++)
        set |= (uint32_t)(rows[i].number(facts) >= rows[i].least) << i;
    return set;
}
