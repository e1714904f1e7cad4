#include "seat_word_delivery.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "base/array.h"
#include "bot/show/outbox.h"
#include "bot/show/show_state.h"
#include "bot/table/saved/save.h"
#include "bot/text/language.h"

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

static void release(struct person *person)
{
    person_release(person->network->people, person);
}

/* -- words that wait for a hand -- */

static struct held_word *find_held(const struct show *show, const struct person *person)
{
    struct held_word *held = show->held_words;
    while (held != NULL && held->person != person)
        held = held->next;
    return held;
}

static void free_held(struct show *show, struct held_word *held)
{
    DL_DELETE(show->held_words, held);
    release(held->person);
    code_wipe(held->word, sizeof(held->word));
    free(held);
}

bool seat_word_delivery_hold(struct show *show, struct person *person, const char *word)
{
    struct held_word *held = calloc(1, sizeof(*held));
    if (held == NULL)
        return false;
    seat_word_delivery_drop(show, person);
    held->person = person;
    person_hold(person);
    memcpy(held->word, word, strlen(word) + 1);
    DL_APPEND(show->held_words, held);
    return true;
}

bool seat_word_delivery_take(struct show *show, struct person *person, char word[CODE_SIZE])
{
    struct held_word *held = person != NULL ? find_held(show, person) : NULL;
    if (held == NULL)
        return false;
    memcpy(word, held->word, CODE_SIZE);
    bool needed = person->has_word && !person->verified;
    free_held(show, held);
    if (needed)
        seat_word_delivery_wait(show, person);
    else
        code_wipe(word, CODE_SIZE);
    return needed;
}

void seat_word_delivery_drop(struct show *show, const struct person *person)
{
    struct held_word *held = find_held(show, person);
    if (held != NULL)
        free_held(show, held);
}

/* Drops the first word if its owner has left all tables; otherwise the next call looks at the next
 * one. */
static void look_at_held(struct show *show)
{
    struct held_word *held = show->held_words;
    unsigned at = 0;
    if (held == NULL)
        return;
    if (person_table(held->person, &at) == NULL) {
        free_held(show, held);
    } else {
        DL_DELETE(show->held_words, held);
        DL_APPEND(show->held_words, held);
    }
}

/* -- words that wait for the journal -- */

void seat_word_delivery_wait(struct show *show, struct person *person)
{
    struct told *told = show->told;
    if (told == NULL)
        told = show->told = calloc(1, sizeof(*told));
    if (told == NULL)
        return;
    struct told_entry *at = array_grow(told->at, told->count, sizeof(*at));
    if (at == NULL)
        return;
    told->at = at;
    told->at[told->count++] = (struct told_entry){person, OUTBOX_OPEN};
    person_hold(person);
}

void seat_word_delivery_close(struct show *show, uint64_t batch)
{
    struct told *told = show->told;
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

static void free_told(struct show *show)
{
    struct told *told = show->told;
    if (told == NULL)
        return;
    for (unsigned i = 0; i < told->count; i++)
        release(told->at[i].person);
    free(told->at);
    free(told);
    show->told = NULL;
}

void seat_word_delivery_look(struct show *show, uint64_t durable)
{
    struct told *told = show->told;
    unsigned done = 0;
    look_at_held(show);
    if (told == NULL)
        return;
    while (done < told->count && told->at[done].batch <= durable) {
        note(told->at[done].person);
        release(told->at[done].person);
        done++;
    }
    for (unsigned i = done; i < told->count; i++)
        told->at[i - done] = told->at[i];
    told->count -= done;
    if (told->count == 0)
        free_told(show);
}

void seat_word_delivery_finish(struct show *show)
{
    while (show->held_words != NULL)
        free_held(show, show->held_words);
    free_told(show);
}
