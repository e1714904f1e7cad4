#include "bridge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "bot/command/commands_state.h"
#include "bot/host_options.h"
#include "bot/people/setting_store.h"
#include "bot/table/table.h"
#include "storage/lease.h"

struct bridge_code {
    struct bridge_code *next; /* older */
    int64_t table;
    int64_t expires_at; /* clock_now() */
    uint8_t hash[HASH_SIZE];
};

static const char purpose[] = "bridge";

/* Other processes of a fleet find the code in the store: the scope "bridge" has its hash, and until
 * when it can be used, with the home of its table. */
static void store_code(const struct commands *commands, const struct bridge_code *code,
                       const char *home)
{
    char hex[HASH_HEX];
    char value[STORE_NAME_MAX + 32];
    if (!store_shared(commands->lent.store))
        return;
    hash_hex(code->hash, hex);
    snprintf(value, sizeof(value), "%" PRId64 " %s", code->expires_at, home != NULL ? home : "");
    setting_set(commands->lent.people, purpose, hex, home != NULL ? value : NULL);
}

const char *bridge_home(const struct commands *commands, const char *code)
{
    uint8_t hash[HASH_SIZE];
    char hex[HASH_HEX];
    if (!store_shared(commands->lent.store) || strlen(code) != CODE_LENGTH ||
        !code_hash(purpose, code, hash))
        return NULL;
    hash_hex(hash, hex);
    const char *value = setting_get(commands->lent.people, purpose, hex);
    const char *home = value != NULL ? strchr(value, ' ') : NULL;
    return home != NULL && strtoll(value, NULL, 10) > clock_now() ? home + 1 : NULL;
}

static void note_expired(void *arg, const char *key, const char *value)
{
    if (strtoll(value, NULL, 10) <= clock_now())
        snprintf(arg, HASH_HEX, "%s", key);
}

/* Removes from the store a code that has expired, because the process that made it may be gone. One
 * for each new code is enough. */
static void drop_stored(struct people *people)
{
    char hex[HASH_HEX] = "";
    setting_each(people, purpose, note_expired, hex);
    if (*hex != '\0')
        setting_set(people, purpose, hex, NULL);
}

/* Drops expired codes, the old code of `table`, and the oldest code if there are too many. */
static void sweep(struct commands *commands, int64_t table)
{
    unsigned count = 1;
    for (struct bridge_code **at = &commands->bridges; *at != NULL;) {
        struct bridge_code *code = *at;
        if (code->table != table && code->expires_at > clock_now() && ++count <= BRIDGE_CODES_MAX) {
            at = &code->next;
            continue;
        }
        *at = code->next;
        store_code(commands, code, NULL);
        free(code);
    }
}

bool bridge_offer(struct commands *commands, const struct table *table, char text[CODE_SIZE])
{
    const struct lent *lent = &commands->lent;
    sweep(commands, table->id);
    if (store_shared(lent->store))
        drop_stored(lent->people);
    struct bridge_code *code = calloc(1, sizeof(*code));
    if (code == NULL)
        return false;
    if (!people_make_code(lent->people, purpose, text) || !code_hash(purpose, text, code->hash))
        abort(); /* no randomness from the system: no code would be safe */
    code->table = table->id;
    code->expires_at = clock_now() + (int64_t)lent->options->link_life;
    code->next = commands->bridges;
    commands->bridges = code;
    store_code(commands, code, table->home.network->parts == 0 ? table->home.network->name : NULL);
    return true;
}

struct table *bridge_find(const struct commands *commands, const char *code)
{
    uint8_t hash[HASH_SIZE];
    struct table *found = NULL;
    if (strlen(code) != CODE_LENGTH || !code_hash(purpose, code, hash))
        return NULL;
    for (struct bridge_code *at = commands->bridges; at != NULL; at = at->next) {
        if (code_same(at->hash, hash, HASH_SIZE) && at->expires_at > clock_now())
            found = table_by_id(commands->lent.tables, at->table);
    }
    return found;
}

void bridge_drop(struct commands *commands, const struct table *table)
{
    sweep(commands, table->id);
}

void bridge_finish(struct commands *commands)
{
    while (commands->bridges != NULL) {
        struct bridge_code *code = commands->bridges;
        commands->bridges = code->next;
        free(code);
    }
}
