/* Any text as a table's row in the store: start-up rebuilds the table or closes it. What it writes
 * of a table that it made of its own writing, it reads as the same. */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host/daemon.h"
#include "bot/table/round/replay.h"
#include "bot/table/saved/save.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "tests/doubles/memory/memory.h"
#include "tests/doubles/script/script.h"

enum { TEXT_MAX = 8000 };

static const struct log quiet = {NULL, ""};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* The state of the table that start-up makes of a text; NULL: it made none. */
static char *rebuild(const char *text)
{
    const struct host_options options = {.language = language_find("en"), .prefix = "!"};
    struct settings settings;
    struct host host;
    struct store *store = NULL;
    struct fault why = {0};
    char *state = NULL;
    struct loop *loop = loop_create();
    check(loop && settings_init(&settings, script_adapter.keys));
    check(store_open_memory(&store, 0, loop) == STORE_OK);
    store_put_table(store,
                    &(struct store_table){.id = 1, .network = "n", .channel = "#t", .state = text});
    uint64_t batch = store_commit(store);
    while (store_durable(store) < batch)
        sched_yield();
    check(host_init(&host, loop, store, &quiet, &options));
    check(host_add_network(&host, &script_adapter, "n", &settings, &why));
    check(replay_all(host.tables));
    if (tables_first(host.tables) && !tables_first(host.tables)->damaged)
        state = save_state(tables_first(host.tables));
    host_finish(&host);
    store_close(store);
    loop_destroy(loop);
    settings_finish(&settings);
    return state;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX];
    log_set_level(LOG_ERROR);
    if (size >= sizeof(text) || memchr(data, '\0', size))
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *first = rebuild(text);
    char *second = first ? rebuild(first) : NULL;
    char *third = second ? rebuild(second) : NULL;
    check(!first || (second && third && strcmp(second, third) == 0));
    free(first);
    free(second);
    free(third);
    return 0;
}
