#include "cut.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "bot/base/text.h"
#include "bot/table/table.h"

/* Whether they have cut for the next deal. */
static bool is_made(const struct table *table, const struct person *person)
{
    for (unsigned i = 0; table->cuts != NULL && i < table->cuts->count; i++)
        if (table->cuts->at[i].verified == person->verified &&
            strcmp(table->cuts->at[i].key, person->key) == 0)
            return true;
    return false;
}

enum cut_refusal cut_take(struct table *table, const struct person *person, const char *word)
{
    struct cut cut = {.verified = person->verified};
    struct buf buf;
    buf_init(&buf, cut.said.word, sizeof(cut.said.word));
    if (!text_clean(&buf, word, strlen(word)))
        return CUT_LONG;
    if (cut.said.word[0] == '\0')
        return CUT_EMPTY;
    if (table->chain.used == table->chain.length)
        return CUT_UNBOUND;
    if (is_made(table, person))
        return CUT_TWICE;
    if (table->cuts != NULL && table->cuts->count == CUTS_MAX)
        return CUT_FULL;
    if (table->cuts == NULL)
        table->cuts = calloc(1, sizeof(*table->cuts));
    if (table->cuts == NULL)
        return CUT_NO_MEMORY;
    memcpy(cut.said.name, person->name, strlen(person->name) + 1);
    memcpy(cut.key, person->key, strlen(person->key) + 1);
    table->cuts->at[table->cuts->count++] = cut;
    return CUT_OK;
}

bool cut_token(const struct table *table, unsigned index, char token[CUT_TOKEN])
{
    const struct setup_cut *said = &table->cuts->at[index].said;
    char name[3 * PERSON_NAME_MAX];
    char word[3 * CUT_SIZE];
    struct buf buf;
    buf_init(&buf, token, CUT_TOKEN);
    return setup_encode(said->name, name, sizeof(name)) &&
           setup_encode(said->word, word, sizeof(word)) &&
           buf_printf(&buf, "c%u.%u=%s.%s", table->chain.used + 1U, index + 1, name, word);
}

bool cuts_forget(struct table *table, const char *key, bool verified)
{
    bool any = false;
    for (unsigned i = 0; table->cuts != NULL && i < table->cuts->count; i++) {
        struct cut *cut = &table->cuts->at[i];
        if (cut->verified != verified || strcmp(cut->key, key) != 0)
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
