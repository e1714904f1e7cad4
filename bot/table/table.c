#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/people/kept.h"
#include "bot/table/channel_switches.h"
#include "bot/table/clock.h"
#include "bot/table/cut.h"
#include "bot/table/pause.h"
#include "bot/table/private_table.h"
#include "bot/table/round.h"
#include "bot/table/save.h"
#include "bot/table/seats.h"
#include "bot/table/split.h"
#include "bot/table/vote.h"
#include "bot/table/watch.h"
#include "bot/table/watcher.h"

uint16_t turn_limit_read(const char *text)
{
    char *end = NULL;
    if (text == NULL || strcmp(text, "off") == 0)
        return text != NULL ? 0 : TURN_LIMIT_DEFAULT;
    unsigned long seconds = strtoul(text, &end, 10);
    bool good = *text >= '1' && *text <= '9' && *end == '\0' && seconds >= TURN_LIMIT_MIN &&
                seconds <= TURN_LIMIT_MAX;
    return good ? (uint16_t)seconds : TURN_LIMIT_DEFAULT;
}

void table_read_channel(struct table *table)
{
    const char *theme = kept_channel(table->host, table->network, table->channel, "theme");
    const char *quiet = kept_channel(table->host, table->network, table->channel, "quiet");
    table->turn_limit =
        turn_limit_read(kept_channel(table->host, table->network, table->channel, "turn_limit"));
    table->quiet = quiet != NULL && strcmp(quiet, "on") == 0;
    table->language = kept_channel_language(table->host, table->network, table->channel);
    table->mono = theme != NULL && strcmp(theme, "mono") == 0;
    table_changed(table);
    if (table->is_private && table->opener != NULL && person_language(table->opener) != NULL)
        table->language = person_language(table->opener);
}

char *table_key(const struct network *network, const char *channel)
{
    char folded[PRIVATE_TABLE_NAME];
    if (!network_fold(network, channel, folded, sizeof(folded)))
        snprintf(folded, sizeof(folded), "%s", channel);
    size_t size = strlen(network->name) + strlen(folded) + 2;
    char *key = malloc(size);
    if (key != NULL)
        snprintf(key, size, "%s\n%s", network->name, folded);
    return key;
}

struct table *table_at(struct host *host, struct network *network, const char *channel)
{
    struct table *table = NULL;
    char *key = table_key(network, channel);
    if (key == NULL)
        return NULL;
    HASH_FIND_STR(host->tables, key, table);
    free(key);
    return table;
}

void table_refold(struct table *table)
{
    struct host *host = table->host;
    struct table *other = NULL;
    char *key = table_key(table->network, table->channel);
    if (key != NULL && strcmp(key, table->key) != 0) {
        HASH_FIND_STR(host->tables, key, other);
        if (other != NULL)
            log_error(&table->log, "the network takes this channel and %s for one", other->channel);
    }
    if (key == NULL || strcmp(key, table->key) == 0 || other != NULL) {
        free(key);
    } else {
        HASH_DEL(host->tables, table);
        free(table->key);
        table->key = key;
        HASH_ADD_KEYPTR(hh, host->tables, table->key, strlen(table->key), table);
    }
    table_read_channel(table);
}

static void freed(struct timer *timer)
{
    struct table *table = (struct table *)((char *)timer - offsetof(struct table, timer));
    free(table->channel);
    free(table->key);
    free(table);
}

void table_destroy(struct table *table)
{
    struct host *host = table->host;
    vote_forget(table);
    watch_forget(table);
    host->watcher->freed(table);
    HASH_DEL(host->tables, table);
    host->table_count--;
    table->network->table_count--;
    round_free(table);
    seats_free(table);
    free(table->last.words);
    cuts_free(table);
    if (table->opener != NULL)
        person_release(&host->people, table->opener);
    clock_forget_thought(table);
    timer_finish(&table->timer, freed);
}

void table_close(struct table *table)
{
    table->host->watcher->closes(table);
    store_close_table(table->host->store, table->id);
    table_destroy(table);
}

bool table_hand_over(struct table *table, struct person *from, struct person *to)
{
    struct people *people = &table->host->people;
    if (seat_of(table, to) != SEAT_NONE)
        return false;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != from)
            continue;
        if (!person_sit(to, table))
            return false;
        table->seats[i].person = to;
        table->seats[i].hand_told = 0;
        person_stand(people, from, table);
    }
    if (table->opener == from) {
        person_hold(to);
        table->opener = to;
        person_release(people, from);
    }
    preferences_load(table->host, to);
    save_table(table);
    return true;
}

/* -- rules and match -- */

enum table_refusal table_set_rules(struct table *table, const struct ruleset *set)
{
    struct switches wanted;
    struct rules rules;
    unsigned seats = seats_staying(table);
    channel_switches_read(table->network, table->channel, set, &wanted);
    if (table->match_on)
        return TABLE_RUNNING;
    if (rules_init(&rules, set, &wanted, seats > 2 ? seats : 2) != RULES_OK)
        return TABLE_FULL;
    table->set = set;
    table->switches = wanted;
    save_table(table);
    return TABLE_OK;
}

enum table_refusal table_start(struct table *table, enum rules_error *rules_error)
{
    *rules_error = RULES_OK;
    if (table->match_on)
        return TABLE_RUNNING;
    if (seats_staying(table) < 2)
        return TABLE_TOO_FEW;
    const struct match before = table->match;
    match_init(&table->match, table->seat_count);
    table->match_on = table->match_begins = true;
    table->matches++;
    if (!round_deal(table, rules_error)) {
        table->match = before;
        table->match_on = table->match_begins = false;
        return *rules_error != RULES_OK ? TABLE_RULES : TABLE_NO_MEMORY;
    }
    return TABLE_OK;
}

enum table_refusal table_stop(struct table *table)
{
    if (!table->match_on)
        return TABLE_NOT_RUNNING;
    table->match_on = false;
    table->stop_until = 0;
    table->state = TABLE_LOBBY;
    if (table->round != NULL)
        round_abandon(table, "stopped");
    vote_match_over(table);
    split_check(table);
    pause_check(table);
    save_table(table);
    clock_arm(table);
    return TABLE_OK;
}

/* -- presence -- */

void table_set_here(struct table *table, bool here)
{
    table->heard = here;
    if (!here) {
        table->host->watcher->unreachable(table);
        seats_wait_for_none(table);
    }
    clock_set_here(table);
}

void table_announce(struct table *table, bool told)
{
    table->host->watcher->announced(table, told);
    table->round_void = table->chain_begins = false;
    clock_arm(table);
}
