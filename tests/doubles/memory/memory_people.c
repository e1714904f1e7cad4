/* After a link is made or parted everything is summed up anew. */
#include "memory_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_achievement.h"
#include "memory_rating.h"
#include "storage/board_period.h"
#include "storage/identity.h"

/* -- scores -- */

bool memory_is_board(const struct score *score, const struct board *board)
{
    const struct board *own = &score->board;
    return own->scope == board->scope && own->period == board->period &&
           own->start == board->start &&
           (own->scope == STORE_OVERALL || strcmp(own->network, board->network) == 0) &&
           (own->scope != STORE_CHANNEL || strcmp(own->channel, board->channel) == 0);
}

struct score *memory_find_score(struct memory_store *m, const struct board *board, size_t person)
{
    struct score *scores = m->scores.items;
    for (size_t i = 0; i < m->scores.count; i++) {
        if (scores[i].person == person && memory_is_board(&scores[i], board))
            return &scores[i];
    }
    return NULL;
}

static void add_score(struct memory_store *m, const struct memory_round *round, size_t person,
                      const struct store_result *result)
{
    for (int i = 0; i < (STORE_OVERALL + 1) * STORE_PERIODS; i++) {
        enum store_period period = (enum store_period)(i % STORE_PERIODS);
        struct board board = {
            .scope = (enum store_scope)(i / STORE_PERIODS),
            .network = round->round.network,
            .channel = round->round.channel,
            .period = period,
            .start = board_period_start(period, round->ended_at, m->base.timezone_minutes),
        };
        struct score *score = memory_find_score(m, &board, person);
        if (score == NULL) {
            score = memory_list_add(&m->scores, sizeof(*score));
            score->board = board;
            score->board.network = memory_copy(board.network);
            score->board.channel = memory_copy(board.channel);
            score->person = person;
        }
        score->sums.rounds++;
        score->sums.rounds_won += result->won;
        score->sums.matches += result->match_over;
        score->sums.matches_won += result->match_over && result->match_won;
        score->sums.points += result->points;
    }
}

static size_t person_of(const struct memory_store *m, size_t identity)
{
    return ((const struct identity *)m->identities.items)[identity].person;
}

void memory_score(struct memory_store *m, const struct memory_round *round)
{
    const struct memory_result *results = round->results.items;
    for (size_t i = 0; i < round->results.count && round->counts; i++) {
        size_t person = person_of(m, results[i].identity);
        unsigned seats = 0;
        for (size_t n = 0; n < round->results.count; n++)
            seats += person_of(m, results[n].identity) == person;
        if (seats == 1)
            add_score(m, round, person, &results[i].result);
    }
}

static void free_scores(struct memory_store *m)
{
    struct score *scores = m->scores.items;
    for (size_t i = 0; i < m->scores.count; i++) {
        free((char *)scores[i].board.network);
        free((char *)scores[i].board.channel);
    }
    m->scores.count = 0;
}

static void recount(struct memory_store *m)
{
    const struct memory_round *rounds = m->rounds.items;
    free_scores(m);
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (rounds[i].ended)
            memory_score(m, &rounds[i]);
    }
}

/* -- people -- */

static void replace(char **text, const char *with)
{
    char *old = *text; /* which `with` may be */
    *text = memory_copy(with);
    free(old);
}

size_t memory_find(const struct memory_store *m, const struct store_identity *who)
{
    char linked[STORE_LINKED_MAX];
    bool nick = identity_linked_nick(who, linked);
    const struct identity *identities = m->identities.items;
    size_t found = MEMORY_NOBODY;
    for (size_t i = 0; i < m->identities.count; i++) {
        if (identities[i].verified != who->verified ||
            strcmp(identities[i].network, who->network) != 0)
            continue;
        if (nick && strcmp(identities[i].account, linked) == 0)
            return i;
        if (strcmp(identities[i].account, who->account) == 0)
            found = i;
    }
    return found;
}

bool memory_is_known(const struct memory_store *m, size_t person)
{
    for (size_t i = 0; i < m->identities.count; i++) {
        if (((const struct identity *)m->identities.items)[i].person == person)
            return true;
    }
    return false;
}

/* A person is called as the identity with which they played most, unless they chose a name. */
static void refresh(struct memory_store *m, size_t person)
{
    const struct identity *best = NULL, *identities = m->identities.items;
    struct person *shown = (struct person *)m->people.items + person;
    shown->verified = false;
    for (size_t i = 0; i < m->identities.count; i++) {
        const struct identity *one = &identities[i];
        if (one->person != person)
            continue;
        shown->verified = shown->verified || one->verified;
        if (best == NULL || one->rounds > best->rounds ||
            (one->rounds == best->rounds &&
             (one->verified > best->verified ||
              (one->verified == best->verified && one->seen_at > best->seen_at))))
            best = one;
    }
    if (best == NULL || shown->named)
        return;
    replace(&shown->name, best->name);
    replace(&shown->key, best->name_key);
}

static size_t new_person(struct memory_store *m)
{
    struct person *person = memory_list_add(&m->people, sizeof(*person));
    person->name = memory_copy("");
    person->key = memory_copy("");
    return m->people.count - 1;
}

size_t memory_meet(struct memory_store *m, const struct store_identity *who, int64_t at,
                   unsigned rounds)
{
    const char *mark = who->mark != NULL && !who->verified ? who->mark : "";
    char account_key[STORE_KEY_MAX], name_key[STORE_KEY_MAX];
    identity_fold(account_key, who->account);
    identity_fold(name_key, who->name);
    size_t found = memory_find(m, who);
    if (found == MEMORY_NOBODY) {
        size_t person = new_person(m);
        struct identity *identity = memory_list_add(&m->identities, sizeof(*identity));
        identity->network = memory_copy(who->network);
        identity->account = memory_copy(who->account);
        identity->account_key = memory_copy(account_key);
        identity->verified = who->verified;
        identity->mark = memory_copy(mark);
        identity->person = person;
        found = m->identities.count - 1;
    }
    struct identity *identity = (struct identity *)m->identities.items + found;
    if (strcmp(identity->mark, mark) != 0)
        replace(&identity->mark, "");
    identity->seen_at = at;
    identity->rounds += rounds;
    replace(&identity->name, who->name);
    replace(&identity->name_key, name_key);
    refresh(m, identity->person);
    return found;
}

/* Renames a nick that is linked, by its mark or its number: who comes with it from elsewhere is
 * somebody else. */
static void tie_nick(struct identity *identity, size_t number)
{
    char tied[STORE_LINKED_MAX + 32];
    if (identity->verified || strchr(identity->account, '\n') != NULL)
        return;
    if (*identity->mark != '\0')
        snprintf(tied, sizeof(tied), "%s\n%s", identity->account, identity->mark);
    else
        snprintf(tied, sizeof(tied), "%s\n%zu", identity->account, number);
    replace(&identity->account, tied);
}

static unsigned count_of(const struct memory_store *m, size_t person)
{
    unsigned count = 0;
    for (size_t i = 0; i < m->identities.count; i++)
        count += person_of(m, i) == person;
    return count;
}

void memory_link(struct memory_store *m, const struct link *link)
{
    size_t into = person_of(m, memory_meet(m, &link->into, link->at, 0));
    size_t number = memory_meet(m, &link->from, link->at, 0);
    struct identity *identities = m->identities.items;
    size_t from = identities[number].person;
    if (from == into || count_of(m, from) + count_of(m, into) > STORE_LINKS_MAX)
        return;
    memory_unearn_both(m, from, into);
    for (size_t i = 0; i < m->identities.count; i++) {
        if (identities[i].person == from)
            identities[i].person = into;
    }
    struct person *people = m->people.items;
    if (people[from].named && !people[into].named) {
        people[into].named = true;
        replace(&people[into].name, people[from].name);
        replace(&people[into].key, people[from].key);
    }
    people[into].hidden = people[into].hidden || people[from].hidden;
    replace(&people[from].key, "\n"); /* nobody any more */
    tie_nick(&identities[number], number);
    refresh(m, into);
    memory_join_ratings(m, from, into);
    recount(m);
}

/* Gives the identity its plain nick back, unless another has that by now. */
static void untie_nick(struct memory_store *m, size_t number)
{
    struct identity *identities = m->identities.items;
    struct identity *identity = &identities[number];
    size_t length = strcspn(identity->account, "\n");
    for (size_t i = 0; i < m->identities.count; i++) {
        if (!identities[i].verified && strcmp(identities[i].network, identity->network) == 0 &&
            strlen(identities[i].account) == length &&
            strncmp(identities[i].account, identity->account, length) == 0)
            return;
    }
    identity->account[length] = '\0';
}

void memory_part(struct memory_store *m, const struct person_op *op)
{
    size_t number = memory_find(m, &op->who);
    size_t before = number != MEMORY_NOBODY ? person_of(m, number) : MEMORY_NOBODY;
    if (number == MEMORY_NOBODY || count_of(m, before) < 2)
        return;
    size_t own = new_person(m);
    struct identity *identity = (struct identity *)m->identities.items + number;
    identity->person = own;
    struct person *people = m->people.items;
    people[own].hidden = people[before].hidden;
    if (!identity->verified)
        untie_nick(m, number);
    refresh(m, own);
    refresh(m, before);
    memory_copy_ratings(m, before, own);
    recount(m);
}

bool memory_is_taken(const struct memory_store *m, size_t person, const char *key)
{
    const struct identity *identities = m->identities.items;
    const struct person *people = m->people.items;
    for (size_t i = 0; i < m->identities.count; i++) {
        if (identities[i].person != person && (strcmp(identities[i].name_key, key) == 0 ||
                                               strcmp(identities[i].account_key, key) == 0 ||
                                               strcmp(people[identities[i].person].key, key) == 0))
            return true;
    }
    return false;
}

void memory_name(struct memory_store *m, const struct person_op *op)
{
    char key[STORE_KEY_MAX] = "";
    size_t person = person_of(m, memory_meet(m, &op->who, op->at, 0));
    if (op->text != NULL)
        identity_fold(key, op->text);
    if (op->text != NULL && memory_is_taken(m, person, key))
        return;
    struct person *shown = (struct person *)m->people.items + person;
    shown->named = op->text != NULL;
    if (op->text != NULL) {
        replace(&shown->name, op->text);
        replace(&shown->key, key);
    }
    refresh(m, person);
}

void memory_hide(struct memory_store *m, const struct person_op *op)
{
    size_t person = person_of(m, memory_meet(m, &op->who, op->at, 0));
    ((struct person *)m->people.items)[person].hidden = op->hidden;
}

void memory_move(struct memory_store *m, const struct person_op *op)
{
    size_t number = memory_find(m, &op->who);
    if (number == MEMORY_NOBODY)
        return;
    struct identity *identity = (struct identity *)m->identities.items + number;
    bool linked = strchr(identity->account, '\n') != NULL;
    replace(&identity->mark, op->text);
    if (!linked)
        return;
    replace(&identity->account, op->who.account);
    tie_nick(identity, number);
}

void memory_forget(struct memory_store *m, const struct forget_op *op)
{
    char nobody[32];
    struct identity *identities = m->identities.items;
    size_t number = memory_find(m, &op->who);
    if (number == MEMORY_NOBODY)
        return;
    size_t person = identities[number].person;
    memory_unearn(m, person);
    for (size_t i = 0; i < m->identities.count; i++) {
        struct identity *one = &identities[i];
        if (one->person != person)
            continue;
        snprintf(nobody, sizeof(nobody), "\n%zu", i); /* which is nobody's account */
        replace(&one->account, nobody);
        replace(&one->account_key, "");
        replace(&one->name, "");
        replace(&one->name_key, "");
        replace(&one->mark, "");
        one->seen_at = 0;
    }
    struct person *shown = (struct person *)m->people.items + person;
    shown->named = shown->hidden = true;
    replace(&shown->name, "");
    replace(&shown->key, "");
}

void memory_free_people(struct memory_store *m)
{
    struct person *people = m->people.items;
    for (size_t i = 0; i < m->people.count; i++) {
        free(people[i].name);
        free(people[i].key);
    }
    struct identity *identities = m->identities.items;
    for (size_t i = 0; i < m->identities.count; i++) {
        free(identities[i].network);
        free(identities[i].account);
        free(identities[i].account_key);
        free(identities[i].name);
        free(identities[i].name_key);
        free(identities[i].mark);
    }
    free_scores(m);
    free(people);
    free(identities);
    free(m->scores.items);
}
