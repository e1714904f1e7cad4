#include "seat_word_delivery.h"

#include <stdlib.h>

#include "base/array.h"
#include "bot/host.h"
#include "bot/show/outbox.h"
#include "bot/show/show_state.h"
#include "bot/table/saved/save.h"
#include "storage/store.h"

struct told_entry {
    struct person *person; /* held */
    uint64_t batch;        /* OUTBOX_OPEN: not known before the turn ends */
};

/* The people whose word waits in the outbox. */
struct told {
    struct told_entry *at;
    unsigned count;
};

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

void seat_word_delivery_look(struct host *host)
{
    struct told *told = host->show->told;
    uint64_t durable = store_durable(host->store);
    unsigned done = 0;
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
        seat_word_delivery_finish(host);
}

void seat_word_delivery_finish(struct host *host)
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
