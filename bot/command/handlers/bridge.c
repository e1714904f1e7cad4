#include "bridge.h"

#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "bot/command/commands_state.h"
#include "bot/host.h"
#include "bot/table/table.h"

struct bridge_code {
    struct bridge_code *next; /* older */
    int64_t table;
    int64_t expires_at; /* clock_now() */
    uint8_t hash[HASH_SIZE];
};

static const char purpose[] = "bridge";

static struct table *table_of(struct host *host, int64_t id)
{
    struct table *table = NULL;
    table = table_by_id(host, id);
    return table;
}

/* Drops expired codes, the old code of `table`, and the oldest code if there are too many. */
static void sweep(struct host *host, int64_t table)
{
    unsigned count = 1;
    for (struct bridge_code **at = &host->commands->bridges; *at != NULL;) {
        struct bridge_code *code = *at;
        if (code->table != table && code->expires_at > clock_now() && ++count <= BRIDGE_CODES_MAX) {
            at = &code->next;
            continue;
        }
        *at = code->next;
        free(code);
    }
}

bool bridge_offer(const struct table *table, char text[CODE_SIZE])
{
    struct host *host = table->host;
    sweep(host, table->id);
    struct bridge_code *code = calloc(1, sizeof(*code));
    if (code == NULL)
        return false;
    if (!people_make_code(host, purpose, text) || !code_hash(purpose, text, code->hash))
        abort(); /* no randomness from the system: no code would be safe */
    code->table = table->id;
    code->expires_at = clock_now() + (int64_t)host->options.link_life;
    code->next = host->commands->bridges;
    host->commands->bridges = code;
    return true;
}

struct table *bridge_find(struct host *host, const char *code)
{
    uint8_t hash[HASH_SIZE];
    struct table *found = NULL;
    if (strlen(code) != CODE_LENGTH || !code_hash(purpose, code, hash))
        return NULL;
    for (struct bridge_code *at = host->commands->bridges; at != NULL; at = at->next) {
        if (code_same(at->hash, hash, HASH_SIZE) && at->expires_at > clock_now())
            found = table_of(host, at->table);
    }
    return found;
}

void bridge_drop(const struct table *table)
{
    sweep(table->host, table->id);
}

void bridge_finish(struct host *host)
{
    while (host->commands->bridges != NULL) {
        struct bridge_code *code = host->commands->bridges;
        host->commands->bridges = code->next;
        free(code);
    }
}
