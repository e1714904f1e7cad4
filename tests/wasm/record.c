/* record SET ROUNDS [SEED]: random rounds of a set, dealt as the daemon deals them, for who plays
 * them again (equal.mjs). A line each:
 *
 *     t TEXT      the public text of the setup
 *     s SECRET    of the shuffle, number 1 of its chain
 *     d HASH      of the state that was dealt
 *     a HASH TEXT an action that was accepted, and the state it led to
 *     c LEVEL SEED NODES TEXT  what a computer player would do there, for the seat to act
 *     o           the round is over
 *
 * The engine as pages have it (engine/wasm/page.h) is compiled in, too, and plays along: where it
 * comes to something else, the program ends by abort(). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/table/setup.h"
#include "engine/move/check.h"
#include "engine/notation.h"
#include "engine/player/player.h"
#include "engine/wasm/page.h"
#include "tests/engine/walk.h"

enum { NODES = 200, LEVELS = 4 };

struct record {
    struct walk *walk; /* finds rules by chance */
    struct chance *dice;
    const struct rules *rules;
    struct game game;
    struct chance_fair chance;
    struct memory memory;
};

static unsigned roll(struct record *record, unsigned sides)
{
    return chance_below(record->dice, sides);
}

static void hand_over(const void *bytes, size_t length)
{
    memcpy(page_bytes(), bytes, length);
}

static void expect(bool same, const char *what)
{
    if (same)
        return;
    fprintf(stderr, "record: the page's engine comes to something else: %s\n", what);
    abort();
}

static void print_hash(const char *head, const uint8_t hash[FAIR_SIZE])
{
    char hex[FAIR_HEX];
    hash_hex(hash, hex);
    printf("%s %s\n", head, hex);
}

/* -- the deal -- */

static void write_setup(struct record *record, char text[SETUP_TEXT])
{
    struct setup setup = {.version = 2 + roll(record, 2),
                          .set = record->walk->set,
                          .switches = record->walk->rules.switches,
                          .rules_version = 1 + roll(record, RULES_VERSION),
                          .players = record->walk->players,
                          .round = 1 + roll(record, 9)};
    setup_settle(setup.set, setup.rules_version, &setup.switches);
    setup.dealer = roll(record, 3) == 0 ? SEAT_NONE : roll(record, setup.players);
    for (unsigned seat = 0; seat < setup.players; seat++) {
        snprintf(setup.seats[seat].name, sizeof(setup.seats[seat].name), "gu\xc3\xa9 %u", seat);
        setup.seats[seat].player = roll(record, 2) == 0 ? player_at(roll(record, LEVELS)) : NULL;
    }
    setup.cut_count = roll(record, 3);
    for (unsigned i = 0; i < setup.cut_count; i++) {
        snprintf(setup.cuts[i].name, sizeof(setup.cuts[i].name), "gu\xc3\xa9 %u", i);
        snprintf(setup.cuts[i].word, sizeof(setup.cuts[i].word), "mot.%u", roll(record, 1000));
    }
    expect(setup_write(&setup, text, SETUP_TEXT), "the setup is too long");
}

static void deal_page(const struct setup *setup, const uint8_t seed[FAIR_SIZE])
{
    unsigned set = 0;
    char value[64];
    while (ruleset_at(set) != setup->set)
        set++;
    expect(page_choose(set, setup->rules_version), "the set");
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        unsigned length =
            switches_format(&setup->switches, (enum switch_id)id, value, sizeof(value));
        hand_over(value, length);
        expect(page_change(id, length), switch_info((enum switch_id)id)->name);
    }
    expect(page_rules(setup->players) == 0, "the rules");
    hand_over(seed, FAIR_SIZE);
    expect(page_deal(setup->dealer), "the deal");
}

static bool seed_of(const struct setup *setup, const uint8_t secret[FAIR_SIZE], const char *text,
                    uint8_t seed[FAIR_SIZE])
{
    return setup->version == 2 ? fair_seed_second(secret, text, seed)
                               : fair_seed(secret, setup->cuts, setup->cut_count, seed);
}

static void deal(struct record *record)
{
    static char text[SETUP_TEXT];
    static struct setup setup;
    uint8_t secret[FAIR_SIZE];
    uint8_t seed[FAIR_SIZE];
    for (unsigned i = 0; i < FAIR_SIZE; i++)
        secret[i] = (uint8_t)roll(record, 256);
    walk_rules(record->walk);
    write_setup(record, text);
    const char *wrong = setup_read(text, &setup);
    expect(wrong == NULL, wrong);
    static struct rules rules;
    expect(rules_init(&rules, setup.set, &setup.switches, setup.players) == RULES_OK, "settled");
    expect(rules_set_version(&rules, setup.rules_version), "that version");
    record->rules = &rules;
    if (!seed_of(&setup, secret, text, seed))
        abort();
    printf("t %s\n", text);
    print_hash("s", secret);
    fair_init(&record->chance, seed);
    game_deal(&rules, &record->game, setup.players, setup.dealer, &record->chance.base, NULL);
    memory_begin(&record->memory, &record->game);
    deal_page(&setup, seed);
    expect(page_hash() == game_hash(&rules, &record->game), "what is dealt");
    printf("d %016" PRIx64 "\n", game_hash(&rules, &record->game));
}

/* -- the moves -- */

/* Mostly what is to be done, now and then something else that a seat may try. */
static struct action pick(struct record *record)
{
    const struct game *game = &record->game;
    unsigned seat = roll(record, game->players);
    struct action action = action_make(ACTION_UNO, seat);
    struct view view;
    unsigned what = roll(record, 100);
    if (what < 5) {
        action.kind = ACTION_CATCH;
        action.target = (uint8_t)roll(record, game->players);
    } else if (what < 6) {
        action.kind = (uint8_t)(roll(record, 8) == 0 ? ACTION_LEAVE : ACTION_TIMEOUT);
        action.seat = action.kind == ACTION_TIMEOUT ? game->turn : action.seat;
    } else if (what >= 12) {
        view_of(record->rules, game, what < 20 ? seat : game->turn, &view); /* HR-3: out of turn */
        if (view.seat == game->turn || view.legal.jump_in)
            player_find("random")->choose(record->rules, &view, record->dice, NULL, &action);
        action.uno = action.kind == ACTION_PLAY && roll(record, 2) == 0;
    }
    return action;
}

static void print_choice(struct record *record)
{
    unsigned level = roll(record, LEVELS);
    const struct player_impl *player = player_at(level);
    const struct player_budget budget = {.nodes = NODES, .memory = &record->memory};
    uint64_t seed = (uint64_t)chance_word(record->dice) << 32 | chance_word(record->dice);
    struct chance_seeded chance;
    struct action action;
    struct view view;
    char text[ACTION_TEXT];
    view_of(record->rules, &record->game, record->game.turn, &view);
    chance_init_seed(&chance, seed);
    player->choose(record->rules, &view, &chance.base, &budget, &action);
    unsigned length = action_format(record->rules, &action, text);
    expect(page_decide(level, seed, NODES) == length && memcmp(page_bytes(), text, length) == 0,
           text);
    printf("c %s %" PRIu64 " %u %s\n", player->name, seed, NODES, text);
}

static void move(struct record *record)
{
    struct action action = pick(record);
    struct game before = record->game;
    char text[ACTION_TEXT];
    unsigned length = action_format(record->rules, &action, text);
    enum refusal refusal =
        game_apply(record->rules, &record->game, &action, &record->chance.base, NULL);
    hand_over(text, length);
    expect((page_apply(length) == 0) == (refusal == REFUSED_NOT), text);
    uint64_t hash = game_hash(record->rules, &record->game);
    expect(page_hash() == hash, text);
    if (refusal != REFUSED_NOT)
        return;
    memory_note(&record->memory, record->rules, &before, &action, &record->game);
    printf("a %016" PRIx64 " %s\n", hash, text);
    if (roll(record, 50) == 0 && record->game.phase != PHASE_ROUND_OVER)
        print_choice(record);
}

int main(int argc, char **argv)
{
    struct chance_seeded dice;
    struct walk *walk = calloc(1, sizeof(*walk));
    const struct ruleset *set = argc > 2 ? ruleset_find(argv[1]) : NULL;
    if (set == NULL || walk == NULL) {
        fputs("usage: record SET ROUNDS [SEED]\n", stderr);
        free(walk);
        return 2;
    }
    chance_init_seed(&dice, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    walk->set = set;
    walk->dice = &dice.base;
    struct record record = {.walk = walk, .dice = &dice.base};
    for (unsigned long left = strtoul(argv[2], NULL, 10); left > 0; left--) {
        deal(&record);
        while (record.game.phase != PHASE_ROUND_OVER)
            move(&record);
        puts("o");
    }
    free(walk);
    return 0;
}
