#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/alone.h"
#include "bot/base/text.h"
#include "bot/board.h"
#include "bot/clock.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/render.h"
#include "bot/round.h"
#include "bot/save.h"
#include "bot/split.h"

/* Computer players in the order in which they come; ten are never named at once. */
static const char *const bot_names[] = {"Ada",   "Blaise", "Grace", "Emmy",   "Alan",
                                        "Sofia", "Carl",   "Maria", "Edsger", "Olga"};
enum { BOT_NAMES = sizeof(bot_names) / sizeof(bot_names[0]) };

void table_read_channel(struct table *table)
{
    const char *theme = host_channel_setting(table->host, table->network, table->channel, "theme");
    const char *quiet = host_channel_setting(table->host, table->network, table->channel, "quiet");
    table->quiet = quiet != NULL && strcmp(quiet, "on") == 0;
    table->language = host_channel_language(table->host, table->network, table->channel);
    table->mono = theme != NULL && strcmp(theme, "mono") == 0;
    board_due(table);
    if (alone_is(table->channel) && table->opener != NULL && person_language(table->opener) != NULL)
        table->language = person_language(table->opener);
}

static char *make_key(const struct network *network, const char *channel)
{
    char folded[256];
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
    char *key = make_key(network, channel);
    if (key == NULL)
        return NULL;
    HASH_FIND_STR(host->tables, key, table);
    free(key);
    return table;
}

struct table *table_create(struct host *host, struct network *network, const char *channel,
                           int64_t id)
{
    struct table *table = calloc(1, sizeof(*table));
    if (table == NULL)
        return NULL;
    table->channel = strdup(channel);
    table->key = make_key(network, channel);
    if (table->channel == NULL || table->key == NULL) {
        free(table->channel);
        free(table->key);
        free(table);
        return NULL;
    }
    table->host = host;
    table->network = network;
    table->id = id;
    table->log = (struct log){&network->adapter->log, table->channel};
    table_read_channel(table);
    clock_init(table);
    HASH_ADD_KEYPTR(hh, host->tables, table->key, strlen(table->key), table);
    host->table_count++;
    network->table_count++;
    return table;
}

struct table *table_open(struct host *host, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener)
{
    struct table *table = table_create(host, network, channel, host->next_table);
    if (table == NULL)
        return NULL;
    host->next_table++;
    table->heard = true;
    table->here = true;
    table->set = set;
    channel_switches(host, network, channel, set, &table->switches);
    table->opener = opener;
    if (opener != NULL)
        person_hold(opener);
    round_new_secret(table);
    save_table(table);
    clock_arm(table);
    return table;
}

void table_refold(struct table *table)
{
    struct host *host = table->host;
    struct table *other = NULL;
    char *key = make_key(table->network, table->channel);
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

static void seat_clear(struct table *table, struct seat *seat)
{
    if (seat->person != NULL)
        person_stand(&table->host->people, seat->person, table);
    free(seat->ask);
    *seat = (struct seat){0};
}

static void freed(struct timer *timer)
{
    struct table *table = (struct table *)((char *)timer - offsetof(struct table, timer));
    message_destroy(table->unsaid);
    free(table->channel);
    free(table->key);
    free(table);
}

void table_destroy(struct table *table)
{
    struct host *host = table->host;
    board_forget(table);
    HASH_DEL(host->tables, table);
    host->table_count--;
    table->network->table_count--;
    round_free(table);
    for (unsigned i = 0; i < table->seat_count; i++)
        seat_clear(table, &table->seats[i]);
    free(table->seats);
    free(table->last.words);
    if (table->opener != NULL)
        person_release(&host->people, table->opener);
    clock_finish(table);
    timer_finish(&table->timer, freed);
}

void table_close(struct table *table)
{
    board_close(table);
    store_close_table(table->host->store, table->id);
    table_destroy(table);
}

/* -- seats -- */

bool table_in_round(const struct table *table, unsigned seat)
{
    return table->round != NULL && seat < table->round->game.players &&
           (table->round->game.in_round >> seat & 1) != 0;
}

unsigned table_seat_of(const struct table *table, const struct person *person)
{
    for (unsigned i = 0; person != NULL && i < table->seat_count; i++)
        if (table->seats[i].person == person && !table->seats[i].leaving)
            return i;
    return SEAT_NONE;
}

const char *seat_name(const struct table *table, unsigned seat)
{
    const struct seat *at = &table->seats[seat];
    return at->person != NULL ? at->person->name : at->bot_name;
}

bool seat_is_present(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    return person != NULL && person->id != NULL && !table->seats[seat].leaving;
}

unsigned table_people(const struct table *table)
{
    unsigned people = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        people += table->seats[i].person != NULL && !table->seats[i].leaving;
    return people;
}

const struct language *seat_language(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    const struct language *own = person != NULL ? person_language(person) : NULL;
    return own != NULL ? own : table->language;
}

static struct seat *seat_add(struct table *table)
{
    if (table->seat_count == table->seat_room) {
        unsigned room = table->seat_room == 0 ? 4 : 2U * table->seat_room;
        struct seat *seats = realloc(table->seats, room * sizeof(*seats));
        if (seats == NULL)
            return NULL;
        table->seats = seats;
        table->seat_room = (uint8_t)room;
    }
    struct seat *seat = &table->seats[table->seat_count++];
    /* It goes into the shuffle: with a seed nothing of the hour may. */
    *seat = (struct seat){.joined_at =
                              table->host->options.seed != NULL ? table->seat_count : clock_now()};
    return seat;
}

/* Seats that will be dealt in next. */
static unsigned seats_staying(const struct table *table)
{
    unsigned staying = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        staying += !table->seats[i].leaving;
    return staying;
}

/* Whether the table's rules can be dealt to that many, or to two when they are fewer. */
static bool seats_fit(const struct table *table, unsigned count)
{
    struct rules rules;
    return rules_init(&rules, table->set, &table->switches, count > 2 ? count : 2) == RULES_OK;
}

bool table_has_room(const struct table *table)
{
    /* A seat that left in this round is still there: at most twice the players. */
    return seats_fit(table, seats_staying(table) + 1) && table->seat_count < 2 * PLAYERS_MAX;
}

enum table_refusal table_join(struct table *table, struct person *person)
{
    if (table_seat_of(table, person) != SEAT_NONE)
        return TABLE_SEATED;
    if (!table_has_room(table))
        return TABLE_FULL;
    struct seat *seat = seat_add(table);
    if (seat == NULL)
        return TABLE_NO_MEMORY;
    if (!person_sit(person, table)) {
        table->seat_count--;
        return TABLE_NO_MEMORY;
    }
    seat->person = person;
    host_know_person(table->host, person);
    if (alone_is(table->channel)) /* it speaks as they like */
        table_read_channel(table);
    save_table(table);
    clock_arm(table);
    return TABLE_OK;
}

bool table_hand_over(struct table *table, struct person *from, struct person *to)
{
    struct people *people = &table->host->people;
    if (table_seat_of(table, to) != SEAT_NONE)
        return false;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != from)
            continue;
        if (!person_sit(to, table))
            return false;
        table->seats[i].person = to;
        person_stand(people, from, table);
    }
    if (table->opener == from) {
        person_hold(to);
        table->opener = to;
        person_release(people, from);
    }
    host_know_person(table->host, to);
    save_table(table);
    return true;
}

void table_remove_seat(struct table *table, unsigned seat)
{
    if (seat < table->match.players) /* also of a match that is over: its totals can be asked for */
        match_remove_seat(&table->match, seat);
    seat_clear(table, &table->seats[seat]);
    table->seat_count--;
    memmove(&table->seats[seat], &table->seats[seat + 1],
            (table->seat_count - seat) * sizeof(*table->seats));
}

enum table_refusal table_leave(struct table *table, unsigned seat)
{
    if (table->round != NULL && seat < table->round->game.players) {
        struct action leave = action_make(ACTION_LEAVE, seat);
        hand_withdraw(table, seat);
        table->seats[seat].leaving = true;
        if (table_in_round(table, seat))
            round_act(table, &leave);
    } else {
        table_remove_seat(table, seat);
    }
    split_check(table);
    /* Nobody is left to play for. */
    if (table->match_on && (table_people(table) == 0 || seats_staying(table) < 2))
        return table_stop(table);
    save_table(table);
    clock_arm(table);
    return TABLE_OK;
}

static bool name_taken(const struct table *table, const char *name)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const char *other = seat_name(table, i); /* NULL: the newcomer's own */
        if (other != NULL && !table->seats[i].leaving && text_same(other, name))
            return true;
    }
    return false;
}

/* `player` NULL: of any level. */
static bool is_bot(const struct seat *seat, const struct player_impl *player)
{
    return seat->person == NULL && !seat->leaving && (player == NULL || seat->player == player);
}

enum table_refusal table_bots(struct table *table, unsigned count, const struct player_impl *player)
{
    unsigned bots = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        bots += is_bot(&table->seats[i], player);
    if (count > bots && !seats_fit(table, seats_staying(table) - bots + count))
        return TABLE_FULL;
    if (count < bots && table->match_on)
        return TABLE_RUNNING;
    for (unsigned i = table->seat_count; i > 0 && bots > count; i--) {
        if (!is_bot(&table->seats[i - 1], player))
            continue;
        table_remove_seat(table, i - 1);
        bots--;
    }
    for (; bots < count; bots++) {
        struct seat *seat = seat_add(table);
        if (seat == NULL)
            break;
        seat->player = player != NULL ? player : player_find("normal");
        for (unsigned tries = 0; tries < BOT_NAMES && seat->bot_name == NULL; tries++) {
            const char *name = bot_names[table->bots_named++ % BOT_NAMES];
            if (!name_taken(table, name))
                seat->bot_name = name;
        }
    }
    save_table(table);
    clock_arm(table);
    return bots < count ? TABLE_NO_MEMORY : TABLE_OK;
}

const char *table_bot_name(const char *name)
{
    for (unsigned i = 0; i < BOT_NAMES; i++)
        if (strcmp(bot_names[i], name) == 0)
            return bot_names[i];
    return bot_names[0];
}

enum table_refusal table_set_rules(struct table *table, const struct ruleset *set)
{
    struct switches wanted;
    struct rules rules;
    unsigned seats = seats_staying(table);
    channel_switches(table->host, table->network, table->channel, set, &wanted);
    if (table->match_on)
        return TABLE_RUNNING;
    if (rules_init(&rules, set, &wanted, seats > 2 ? seats : 2) != RULES_OK)
        return TABLE_FULL;
    table->set = set;
    table->switches = wanted;
    save_table(table);
    return TABLE_OK;
}

/* Computer players do not play on among themselves. */
static void say_paused(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line,
           tr(table->language, N_("Everybody is away: the table waits until somebody is {p}back.")),
           arg_text("p", network_prefix(table->network)));
    table_say(table, line);
}

bool table_is_deserted(const struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++)
        if (table->seats[i].person != NULL && !table->seats[i].away && !table->seats[i].leaving)
            return false;
    return true;
}

void table_away(struct table *table, unsigned seat, bool away)
{
    if (table->seats[seat].away == away)
        return;
    bool deserted = table_is_deserted(table);
    table->seats[seat].away = away;
    if (away && table->match_on && table_is_deserted(table))
        say_paused(table);
    if (table_in_round(table, seat))
        hand_due(table, seat);
    save_table(table);
    split_check(table);
    if (deserted) /* the turn stood still */
        clock_resume(table);
    else
        clock_arm(table);
}

void table_ask(struct table *table, unsigned seat, const struct action *action)
{
    struct seat *at = &table->seats[seat];
    if (action == NULL && at->ask == NULL)
        return;
    if (action != NULL && at->ask == NULL)
        at->ask = malloc(sizeof(*at->ask));
    if (action != NULL && at->ask != NULL) {
        *at->ask = *action;
    } else {
        free(at->ask);
        at->ask = NULL;
    }
    hand_due(table, seat);
    save_table(table);
}

/* -- match -- */

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
    table->state = TABLE_LOBBY;
    if (table->round != NULL)
        round_abandon(table, "stopped");
    split_check(table);
    save_table(table);
    clock_arm(table);
    return TABLE_OK;
}

void table_sweep_seats(struct table *table)
{
    for (unsigned i = table->seat_count; i > 0; i--)
        if (table->seats[i - 1].leaving)
            table_remove_seat(table, i - 1);
    table_forget_asks(table);
}

void table_forget_asks(struct table *table)
{
    bool any = false;
    for (unsigned i = 0; i < table->seat_count; i++) {
        any = any || table->seats[i].ask != NULL;
        free(table->seats[i].ask);
        table->seats[i].ask = NULL;
    }
    if (any)
        save_table(table);
}

/* -- presence -- */

static void set_clock(struct table *table, bool runs)
{
    if (table->here == runs)
        return;
    table->here = runs;
    clock_resume(table);
}

void table_set_here(struct table *table, bool here)
{
    table->heard = here;
    set_clock(table, here && table->split_until == 0);
    if (!here) /* what nobody hears of is closed some time */
        clock_arm(table);
}

void table_set_waiting(struct table *table, bool waiting)
{
    set_clock(table, table->heard && !waiting);
}

/* -- speaking -- */

struct message *table_line(struct table *table, enum urgency urgency)
{
    struct message *message = message_create(table->channel, NULL, urgency);
    if (message != NULL)
        message->mono = table->mono;
    return message;
}

struct message *seat_line(struct table *table, unsigned seat)
{
    if (!seat_is_present(table, seat))
        return NULL;
    const struct person *person = table->seats[seat].person;
    struct message *message = message_create(table->channel, person->id, URGENCY_HAND);
    host_dress(message, &person->taste, table->mono);
    return message;
}

void table_say(struct table *table, struct message *message)
{
    if (message != NULL && message->user == NULL && table->unsaid != NULL)
        table_say(table, table_unsaid(table));
    if (!table->heard)
        message_destroy(message); /* the state is announced anew when the channel is back */
    else
        host_say(table->host, table->network, message);
}

void table_keep_unsaid(struct table *table, struct message *message)
{
    message_destroy(table->unsaid);
    table->unsaid = message;
}

struct message *table_unsaid(struct table *table)
{
    struct message *message = table->unsaid;
    table->unsaid = NULL;
    return message;
}
