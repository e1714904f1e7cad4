#include "page.h"
#include "page_put.h"

#include <string.h>

#include "engine/array_size.h"
#include "engine/move/check.h"
#include "engine/notation.h"
#include "engine/player/player.h"
#include "engine/proof/chacha20.h"
#include "engine/proof/sha256.h"

/* The one round of this page. */
static struct {
    uint8_t bytes[PAGE_BYTES];
    unsigned length; /* how many bytes were written to `bytes` */
    const struct ruleset *set;
    unsigned version; /* version of the rules of the round */
    struct switches switches;
    struct rules rules;
    unsigned players; /* 0: no rules yet */
    bool dealt;
    struct game game;
    struct chance_chacha20 chance;
    struct events events;
    struct memory memory;
} page;

/* -- writing results into the page's bytes -- */

/* The events of one action are the longest result of all functions here. */
_Static_assert(EVENTS_MAX *(13 + sizeof(struct cards) * 8) <= PAGE_BYTES, "all of them fit");

void put_byte(unsigned byte)
{
    page.bytes[page.length++] = (uint8_t)byte;
}

void put_two(unsigned value)
{
    put_byte(value);
    put_byte(value >> 8);
}

static void put_cards(struct cards cards)
{
    put_byte(cards_count(cards));
    for (; !cards_empty(cards); cards_remove(&cards, cards_first(cards)))
        put_byte(page.rules.deck.face_of[cards_first(cards)]);
}

unsigned put_text(const char *text)
{
    for (; *text != '\0'; text++)
        put_byte((unsigned char)*text);
    return page.length;
}

void put_nothing(void)
{
    page.length = 0;
}

static unsigned give_text(const char *text)
{
    put_nothing();
    return text != NULL ? put_text(text) : 0;
}

uint8_t *page_bytes(void)
{
    return page.bytes;
}

unsigned page_version(void)
{
    return RULES_VERSION;
}

/* -- names -- */

unsigned page_set(unsigned n)
{
    const struct ruleset *set = ruleset_at(n);
    return give_text(set != NULL ? ruleset_name(set) : NULL);
}

unsigned page_switch(unsigned n)
{
    return give_text(n < SWITCH_COUNT ? switch_info((enum switch_id)n)->name : NULL);
}

unsigned page_player(unsigned n)
{
    const struct player_impl *player = player_at(n);
    page.length = 0;
    if (player == NULL)
        return 0;
    put_byte(player->forgets);
    put_byte(player->notices);
    return put_text(player->name);
}

/* -- rules -- */

bool page_choose(unsigned set, unsigned version)
{
    page.players = 0;
    page.dealt = false;
    page.version = version;
    page.set = version > 0 && version <= RULES_VERSION ? ruleset_at(set) : NULL;
    if (page.set == NULL)
        return false;
    ruleset_defaults_of(page.set, version, &page.switches);
    return true;
}

unsigned page_value(unsigned id)
{
    char value[64];
    if (id >= SWITCH_COUNT)
        return give_text(NULL);
    switches_format(&page.switches, (enum switch_id)id, value, sizeof(value));
    return give_text(value);
}

bool page_change(unsigned id, unsigned length)
{
    page.players = 0;
    page.dealt = false;
    if (id >= SWITCH_COUNT || length >= PAGE_BYTES)
        return false;
    page.bytes[length] = '\0';
    return switches_parse(&page.switches, (enum switch_id)id, (const char *)page.bytes);
}

unsigned page_rules(unsigned players)
{
    page.players = 0;
    page.dealt = false;
    if (page.set == NULL || players < 2 || players > PLAYERS_MAX)
        return give_text(rules_error_name(RULES_PLAYERS));
    enum rules_error error = rules_init(&page.rules, page.set, &page.switches, players);
    if (error == RULES_OK)
        error = rules_deal(&page.rules.switches, players);
    if (error != RULES_OK)
        return give_text(rules_error_name(error));
    rules_set_version(&page.rules, page.version);
    page.players = players;
    return 0;
}

unsigned page_face(unsigned face)
{
    char code[CARD_TEXT];
    page.length = 0;
    if (page.players == 0 || face >= page.rules.deck.faces)
        return 0;
    const struct card *card = &page.rules.deck.face[face];
    put_byte(card->kind);
    put_byte(card->colour);
    put_byte(card->value);
    put_byte(card->flex_colour);
    put_byte(card->flex);
    put_byte(card->flip);
    put_byte(card->points);
    put_byte(page.rules.deck.copies[face]);
    put_byte(play_needs_colour(&page.rules, face));
    return put_text(face_format(card, code));
}

unsigned page_colours(void)
{
    page.length = 0;
    for (unsigned i = 0; page.players > 0 && i < sizeof(page.rules.colours); i++)
        put_byte(page.rules.colours[i]);
    return page.length;
}

/* -- a round -- */

void page_sha256(unsigned length)
{
    if (length <= PAGE_BYTES)
        sha256(page.bytes, length, page.bytes);
}

bool page_deal(unsigned dealer)
{
    page.dealt = page.players > 0 && (dealer < page.players || dealer == SEAT_NONE);
    if (!page.dealt)
        return false;
    chance_init_chacha20(&page.chance, page.bytes);
    game_deal(&page.rules, &page.game, page.players, dealer, &page.chance.base, &page.events);
    memory_begin(&page.memory, &page.game);
    return true;
}

unsigned page_apply(unsigned length)
{
    struct action action;
    if (!page.dealt || length > PAGE_BYTES)
        return give_text("not_dealt");
    const char *unread = action_parse(&page.rules, (const char *)page.bytes, length, &action);
    if (unread != NULL)
        return give_text(unread);
    const struct game before = page.game;
    enum refusal refusal =
        game_apply(&page.rules, &page.game, &action, &page.chance.base, &page.events);
    if (refusal != REFUSED_NOT)
        return give_text(refusal_name(refusal));
    memory_note(&page.memory, &page.rules, &before, &action, &page.game);
    return 0;
}

uint64_t page_hash(void)
{
    return page.dealt ? game_hash(&page.rules, &page.game) : 0;
}

unsigned page_events(unsigned seat)
{
    page.length = 0;
    for (unsigned i = 0; page.dealt && i < page.events.count; i++) {
        const struct event *event = &page.events.at[i];
        uint32_t points = (uint32_t)event->points;
        put_byte(event->kind);
        put_byte(event->seat);
        put_byte(event->other);
        put_byte(event->face);
        put_byte(event->colour);
        put_byte(event->count);
        put_byte(event->detail);
        put_byte(event->flex);
        put_two(points);
        put_two(points >> 16);
        put_cards(seat == PAGE_ALL ? event->cards : view_event_cards(event, seat));
    }
    return page.length;
}

static unsigned answers_of(const struct legal *legal)
{
    return (unsigned)legal->draw | (unsigned)legal->keep << 1 | (unsigned)legal->pass << 2 |
           (unsigned)legal->accept << 3 | (unsigned)legal->challenge << 4 |
           (unsigned)legal->colour << 5 | (unsigned)legal->target << 6;
}

static void put_open(const struct view *view)
{
    const struct legal *legal = &view->legal;
    const unsigned bytes[] = {view->players,    view->dealer,        view->turn,
                              view->phase,      view->direction > 0, view->colour,
                              view->offender,   view->hyper,         view->pending_kind,
                              view->pile_count, view->discard_count, view->top_face,
                              view->drawn_face, page.game.winner,    legal->jump_in};
    const uint32_t seats[] = {view->in_round,  view->exposed,  view->announced,
                              view->power_red, legal->targets, legal->catchable};
    for (unsigned i = 0; i < ARRAY_SIZE(bytes); i++)
        put_byte(bytes[i]);
    put_two(view->pending);
    put_two(answers_of(legal));
    for (unsigned i = 0; i < ARRAY_SIZE(seats); i++) {
        put_two(seats[i]);
        put_two(seats[i] >> 16);
    }
    for (unsigned i = 0; i < PLAYERS_MAX; i++)
        put_byte(view->hand_count[i]);
    for (unsigned i = 0; i < PLAYERS_MAX; i++)
        put_byte(page.game.place[i]);
}

unsigned page_view(unsigned seat)
{
    struct view view;
    page.length = 0;
    if (!page.dealt)
        return 0;
    view_of(&page.rules, &page.game, seat < page.players ? seat : SEAT_NONE, &view);
    put_open(&view);
    for (unsigned i = 0; seat == PAGE_ALL && i < page.players; i++)
        put_cards(page.game.hand[i]);
    if (seat != PAGE_ALL) {
        put_cards(view.hand);
        put_cards(view.legal.normal);
        put_cards(view.legal.flex);
    }
    return page.length;
}

bool page_aims(unsigned seat, unsigned face, bool flex)
{
    return page.dealt && seat < page.players && face < page.rules.deck.faces &&
           play_needs_target(&page.rules, &page.game, seat, face, flex);
}

unsigned page_decide(unsigned player, uint64_t seed, unsigned nodes)
{
    const struct player_impl *impl = player_at(player);
    const struct player_budget budget = {.nodes = nodes, .memory = &page.memory};
    struct chance_seeded chance;
    struct action action;
    struct view view;
    char text[ACTION_TEXT];
    page.length = 0;
    if (!page.dealt || impl == NULL || page.game.phase == PHASE_ROUND_OVER)
        return 0;
    view_of(&page.rules, &page.game, page.game.turn, &view);
    chance_init_seed(&chance, seed);
    impl->choose(&page.rules, &view, &chance.base, &budget, &action);
    action_format(&page.rules, &action, text);
    return put_text(text);
}
