#include "seat_word_delivery.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "base/array.h"
#include "bot/host.h"
#include "bot/show/outbox.h"
#include "bot/show/show_state.h"
#include "bot/table/saved/save.h"
#include "bot/text/language.h"
#include "storage/store.h"

const char *const seat_word_sentence =
    N_("Your seat word is {word}. If you lose this nick, send me {p}seat {word} in private to get "
       "your seat back.");

/* A word that waits for its owner's first hand. */
struct held_word {
    struct held_word *prev, *next;
    struct person *person; /* held */
    char word[CODE_SIZE];
};

struct told_entry {
    struct person *person; /* held */
    uint64_t batch;        /* batch that must be durable; OUTBOX_OPEN: its number is not known
                            * before the turn ends */
};

/* The people whose word waits in the outbox. */
struct told {
    struct told_entry *at;
    unsigned count;
};

/* -- words that wait for a hand -- */

static struct held_word *find_held(const struct host *host, const struct person *person)
{
    struct held_word *held = host->show->held_words;
    while (held != NULL && held->person != person)
        held = held->next;
    return held;
}

static void free_held(struct host *host, struct held_word *held)
{
    DL_DELETE(host->show->held_words, held);
    person_release(host->people, held->person);
    code_wipe(held->word, sizeof(held->word));
    free(held);
}

bool seat_word_delivery_hold(struct host *host, struct person *person, const char *word)
{
    struct held_word *held = calloc(1, sizeof(*held));
    if (held == NULL)
        return false;
    seat_word_delivery_drop(host, person);
    held->person = person;
    person_hold(person);
    memcpy(held->word, word, strlen(word) + 1);
    DL_APPEND(host->show->held_words, held);
    return true;
}

bool seat_word_delivery_take(struct host *host, struct person *person, char word[CODE_SIZE])
{
    struct held_word *held = person != NULL ? find_held(host, person) : NULL;
    if (held == NULL)
        return false;
    memcpy(word, held->word, CODE_SIZE);
    bool needed = person->has_word && !person->verified;
    free_held(host, held);
    if (needed)
        seat_word_delivery_wait(host, person);
    else
        code_wipe(word, CODE_SIZE);
    return needed;
}

void seat_word_delivery_drop(struct host *host, const struct person *person)
{
    struct held_word *held = find_held(host, person);
    if (held != NULL)
        free_held(host, held);
}

/* Drops the first word if its owner has left all tables; otherwise the next call looks at the next
 * one. */
static void look_at_held(struct host *host)
{
    struct held_word *held = host->show->held_words;
    unsigned at = 0;
    if (held == NULL)
        return;
    if (person_table(held->person, &at) == NULL) {
        free_held(host, held);
    } else {
        DL_DELETE(host->show->held_words, held);
        DL_APPEND(host->show->held_words, held);
    }
}

/* -- words that wait for the journal -- */

void seat_word_delivery_wait(struct host *host, struct person *person)
{
    struct told *told = host->show->told;
    if (told == NULL)
        told = host->show->told = calloc(1, sizeof(*told));
    if (told == NULL)
        return;
    struct told_entry *at = array_grow(told->at, told->count, sizeof(*at));
    if (at == NULL)
        return;
    told->at = at;
    told->at[told->count++] = (struct told_entry){person, OUTBOX_OPEN};
    person_hold(person);
}

void seat_word_delivery_close(struct host *host, uint64_t batch)
{
    struct told *told = host->show->told;
    for (unsigned i = told != NULL ? told->count : 0; i > 0 && told->at[i - 1].batch == OUTBOX_OPEN;
         i--)
        told->at[i - 1].batch = batch;
}

/* Notes that the whisper with the person's word has gone out. A person who left before did not get
 * it, so their word stays untold. */
static void note(struct person *person)
{
    if (person->id == NULL || !person->untold)
        return;
    person->untold = false;
    save_tables_of(person);
}

static void free_told(struct host *host)
{
    struct told *told = host->show->told;
    if (told == NULL)
        return;
    for (unsigned i = 0; i < told->count; i++)
        person_release(host->people, told->at[i].person);
    free(told->at);
    free(told);
    host->show->told = NULL;
}

void seat_word_delivery_look(struct host *host)
{
    struct told *told = host->show->told;
    uint64_t durable = store_durable(host->store);
    unsigned done = 0;
    look_at_held(host);
    if (told == NULL)
        return;
    while (done < told->count && told->at[done].batch <= durable) {
        note(told->at[done].person);
        person_release(host->people, told->at[done].person);
        done++;
    }
    for (unsigned i = done; i < told->count; i++)
        told->at[i - done] = told->at[i];
    told->count -= done;
    if (told->count == 0)
        free_told(host);
}

void seat_word_delivery_finish(struct host *host)
{
    while (host->show->held_words != NULL)
        free_held(host, host->show->held_words);
    free_told(host);
}
