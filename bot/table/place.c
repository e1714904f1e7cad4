#include "place.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "bot/people/bridge_note.h"
#include "bot/people/channel_name.h"
#include "bot/people/setting_store.h"
#include "bot/people/web.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"

enum { KEY_MAX = PRIVATE_TABLE_NAME + 256 };

/* Makes the key without allocating, so that an existing place is found even when memory is out.
 * Returns false if the name is too long for any place. */
static bool make_key(const struct network *network, const char *channel, char key[KEY_MAX])
{
    char folded[PRIVATE_TABLE_NAME];
    struct buf buf;
    buf_init(&buf, key, KEY_MAX);
    bool folds = network_fold(network, channel, folded, sizeof(folded));
    return buf_add(&buf, network->name) && buf_add_char(&buf, '\n') &&
           buf_add(&buf, folds ? folded : channel);
}

enum place_kind place_kind_of(const char *channel)
{
    return channel != NULL && *channel == PLACE_PRIVATE_MARK ? PLACE_PRIVATE : PLACE_CHANNEL;
}

struct place *place_at(struct tables *tables, struct network *network, const char *channel)
{
    struct place *place = NULL;
    char key[KEY_MAX];
    if (make_key(network, channel, key))
        HASH_FIND_STR(tables->places, key, place);
    return place;
}

struct place *place_first(const struct table *table)
{
    return (struct place *)&table->home; /* const as with strchr() */
}

struct place *place_on(const struct table *table, const struct network *network)
{
    const struct place *place = &table->home;
    while (place != NULL && place->network != network)
        place = place->next;
    return (struct place *)(place != NULL ? place : &table->home); /* const as with strchr() */
}

bool place_any_reachable(const struct table *table)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (place->reachable)
            return true;
    }
    return false;
}

bool place_init(struct place *place, struct table *table, struct network *network,
                const char *channel)
{
    place->table = table;
    place->network = network;
    place->kind = (uint8_t)place_kind_of(channel);
    char key[KEY_MAX];
    place->channel = strdup(channel);
    place->key = make_key(network, channel, key) ? strdup(key) : NULL;
    if (place->kind == PLACE_CHANNEL)
        channel_name_keep(network, channel);
    if (place->channel != NULL && place->key != NULL)
        HASH_ADD_KEYPTR(hh, table->tables->places, place->key, strlen(place->key), place);
    if (place->hh.tbl != NULL)
        return true;
    free(place->channel);
    free(place->key);
    return false;
}

bool place_may_add(const struct table *table, struct network *network, const char *channel)
{
    char key[KEY_MAX];
    return place_on(table, network)->network != network && make_key(network, channel, key) &&
           place_at(table->tables, network, channel) == NULL;
}

struct place *place_add(struct table *table, struct network *network, const char *channel)
{
    struct place **end = &table->home.next;
    if (!place_may_add(table, network, channel))
        return NULL;
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL || !place_init(place, table, network, channel)) {
        free(place);
        return NULL;
    }
    while (*end != NULL)
        end = &(*end)->next;
    *end = place;
    place_read_channel(place);
    if (place->kind == PLACE_CHANNEL)
        bridge_note(network, channel, table->home.network);
    return place;
}

void place_set_tenant(struct place *place, const char *tenant)
{
    char *copy = *tenant != '\0' ? strdup(tenant) : NULL;
    if (copy == NULL)
        return;
    free(place->tenant);
    place->tenant = copy;
}

void place_learn_tenant(struct place *place)
{
    const struct adapter *adapter = place->network->adapter;
    if (place->kind == PLACE_PRIVATE || adapter == NULL || adapter->impl->tenant == NULL)
        return;
    const char *known = adapter->impl->tenant(adapter, place->channel);
    if (known != NULL && (place->tenant == NULL || strcmp(known, place->tenant) != 0))
        place_set_tenant(place, known);
}

void place_free(struct place *place)
{
    HASH_DEL(place->table->tables->places, place);
    free(place->channel);
    free(place->key);
    free(place->tenant);
    if (place != &place->table->home)
        free(place);
}

void place_read_channel(struct place *place)
{
    struct table *table = place->table;
    const char *theme = setting_channel(place->network, place->channel, "theme");
    const char *quiet = setting_channel(place->network, place->channel, "quiet");
    const char *proofs = setting_channel(place->network, place->channel, "proofs");
    const char *board = setting_channel(place->network, place->channel, "board");
    place->proofs_text = proofs != NULL && strcmp(proofs, "text") == 0;
    place->proofs = place->proofs_text || (proofs != NULL && strcmp(proofs, "on") == 0);
    place->board = (uint8_t)(board == NULL                ? BOARD_AS_SET
                             : strcmp(board, "edit") == 0 ? BOARD_STAYS
                             : strcmp(board, "new") == 0  ? BOARD_MOVES
                                                          : BOARD_AS_SET);
    place->quiet = quiet != NULL && strcmp(quiet, "on") == 0;
    place->language = setting_channel_language(place->network, place->channel);
    place->web = (uint8_t)web_of(table->tables->lent.people, place->network->name, place->channel);
    place->mono = theme != NULL && strcmp(theme, "mono") == 0;
    if (place->kind == PLACE_PRIVATE && table->opener != NULL &&
        person_language(table->opener) != NULL)
        place->language = person_language(table->opener);
}

void place_refold(struct place *place)
{
    struct tables *tables = place->table->tables;
    struct place *other = NULL;
    char key[KEY_MAX];
    if (!make_key(place->network, place->channel, key) || strcmp(key, place->key) == 0)
        return;
    HASH_FIND_STR(tables->places, key, other);
    if (other != NULL) {
        log_error(&place->table->log, "the network treats two channels as one other=%s",
                  other->channel);
        return;
    }
    HASH_DEL(tables->places, place);
    free(place->key);
    place->key = strdup(key);
    if (place->key != NULL)
        HASH_ADD_KEYPTR(hh, tables->places, place->key, strlen(place->key), place);
    if (place->hh.tbl == NULL) /* without the key, nothing would find the place until a restart */
        log_fatal(&place->table->log, "out of memory for where the table is: ending");
}
