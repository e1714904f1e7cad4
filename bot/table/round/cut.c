#include "cut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"

static bool is_of(const struct cut *cut, const char *network, const char *key, bool verified)
{
    return cut->verified == verified && strcmp(cut->key, key) == 0 &&
           strcmp(cut->network, network) == 0;
}

/* Returns the index of the person's cut; CUTS_MAX: none. */
static unsigned find_cut(const struct table *table, const struct person *person)
{
    for (unsigned i = 0; table->cuts != NULL && i < table->cuts->count; i++) {
        if (is_of(&table->cuts->at[i], person->network->name, person->key, person->verified))
            return i;
    }
    return CUTS_MAX;
}

static void set_owner(struct cut *cut, const struct person *person)
{
    snprintf(cut->network, sizeof(cut->network), "%s", person->network->name);
    memcpy(cut->key, person->key, strlen(person->key) + 1);
    cut->verified = person->verified;
}

void cut_leave(struct table *table, const struct person *person)
{
    unsigned cut = find_cut(table, person);
    if (cut == CUTS_MAX)
        return;
    table->cuts->count--;
    memmove(&table->cuts->at[cut], &table->cuts->at[cut + 1],
            (table->cuts->count - cut) * sizeof(table->cuts->at[0]));
}

enum cut_refusal cut_take(struct table *table, const struct person *person, const char *word,
                          bool anew)
{
    struct cut cut = {0};
    struct buf buf;
    buf_init(&buf, cut.said.word, sizeof(cut.said.word));
    if (!text_clean(&buf, word, strlen(word)))
        return CUT_LONG;
    if (cut.said.word[0] == '\0')
        return CUT_EMPTY;
    if (table->chain.used == table->chain.length)
        return CUT_UNBOUND;
    if (!anew && find_cut(table, person) != CUTS_MAX)
        return CUT_TWICE;
    if (table->cuts == NULL)
        table->cuts = calloc(1, sizeof(*table->cuts));
    if (table->cuts == NULL)
        return CUT_NO_MEMORY;
    cut_leave(table, person);
    if (table->cuts->count == CUTS_MAX)
        return CUT_FULL;
    unsigned seat = seat_of(table, person); /* use the name under which the table shows them */
    const char *name = seat != SEAT_NONE ? seat_name(table, seat) : person->name;
    snprintf(cut.said.name, sizeof(cut.said.name), "%s", name);
    set_owner(&cut, person);
    table->cuts->at[table->cuts->count++] = cut;
    table->cuts->told++;
    return CUT_OK;
}

void cut_hand_over(struct table *table, const struct person *from, const struct person *to)
{
    unsigned cut = find_cut(table, from);
    if (cut != CUTS_MAX)
        set_owner(&table->cuts->at[cut], to);
}

bool cut_token(const struct table *table, char token[CUT_TOKEN])
{
    const struct setup_cut *said = &table->cuts->at[table->cuts->count - 1].said;
    char name[3 * PERSON_NAME_MAX];
    char word[3 * CUT_SIZE];
    struct buf buf;
    buf_init(&buf, token, CUT_TOKEN);
    return setup_encode(said->name, name, sizeof(name)) &&
           setup_encode(said->word, word, sizeof(word)) &&
           buf_printf(&buf, "c%u.%u=%s.%s", table->chain.used + 1U, table->cuts->told, name, word);
}

bool cuts_forget(struct table *table, const struct store_identity *who)
{
    bool any = false;
    for (unsigned i = 0; table->cuts != NULL && i < table->cuts->count; i++) {
        struct cut *cut = &table->cuts->at[i];
        if (!is_of(cut, who->network, who->account, who->verified))
            continue;
        cut->key[0] = '\0';
        any = true;
    }
    return any;
}

void cuts_free(struct table *table)
{
    free(table->cuts);
    table->cuts = NULL;
}
