/* Whispers a player their own cards on networks without controls (hand.h writes the hands of the
 * others). */
#include "render.h"

#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/seat_names.h"
#include "bot/show/seat_word_delivery.h"
#include "bot/show/show_state.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"

/* Returns what the seat may do besides playing a marked card. */
static const char *choices(const struct view *view)
{
    const struct legal *legal = &view->legal;
    bool plays = !cards_empty(legal->normal) || !cards_empty(legal->flex);
    if (legal->challenge)
        return N_(" — {p}accept (4 cards) or {p}challenge (6 cards if it was no bluff)");
    if (legal->target)
        return N_(" — choose a player ({names}): {p}target NAME");
    if (legal->colour)
        return N_(" — name the colour: {p}colour COLOUR");
    if (view->phase == PHASE_DRAWN)
        return legal->keep ? N_(" — play it or {p}keep") : N_(" — it must be played");
    if (legal->pass)
        return N_(" — nothing to draw: {p}pass");
    if (legal->draw && view->pending > 0)
        return N_(" — answer with a draw card or {p}draw");
    if (legal->draw && !plays)
        return N_(" — nothing fits: {p}draw");
    return "";
}

/* At their first turn in a table's first round, players may not know the commands yet. */
static bool is_guided(const struct table *table, const struct view *view)
{
    const struct adapter_caps *caps = &seat_place(table, view->seat)->network->adapter->impl->caps;
    return !caps->local && !caps->controls && table->last.id == 0 && view->turn == view->seat &&
           !table->seats[view->seat].guided && *choices(view) == '\0';
}

static void add_choices(const struct table *table, struct message *message,
                        const struct language *language, const struct view *view)
{
    const char *pattern = choices(view);
    if (is_guided(table, view))
        pattern = N_(" — {p}play CARD or {p}draw; {p}help says more");
    if (*pattern == '\0')
        return;
    struct message *names = view->legal.target ? seats_piece(table, view->legal.targets) : NULL;
    PHRASE(message, tr(language, pattern),
           arg_text("p", network_prefix(seat_place(table, view->seat)->network)),
           view->legal.target ? arg_piece(message, "names", names) : arg_text("names", ""));
    message_destroy(names);
}

/* Whispers only the drawn cards, for networks that keep the hand up to date in a message of its
 * own. */
static void say_drawn(struct table *table, unsigned seat, struct cards drawn)
{
    struct message *line = seat_line(table, seat);
    const struct language *language = seat_language(table, seat);
    if (line == NULL)
        return;
    PHRASE(line, tr(language, N_("You draw {cards}")),
           arg_cards("cards", &(struct cards_said){language, table->round->rules, drawn, NULL}));
    place_say(seat_place(table, seat), line);
}

/* The steps of splitmix64: every bit of `value` changes about half of the hash. A hand whose hash
 * did not change is not told, so cards in the highest bits must count as much as others. */
static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) + UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

static uint64_t mix_half(uint64_t hash, struct half cards)
{
    return mix(mix(hash, cards.bits[0]), cards.bits[1]);
}

static uint64_t mix_legal(uint64_t hash, struct half normal, struct half flex)
{
    for (unsigned i = 0; i < 2; i++)
        hash = mix(mix(hash, normal.bits[i]), flex.bits[i]);
    return hash;
}

/* Returns a hash of what a whispered hand says, without the top card, because the channel shows
 * that. */
static uint32_t hash_of(const struct rules *rules, const struct view *view)
{
    const struct legal *legal = &view->legal;
    uint64_t power = rules->power_cards > 0 ? view->power_red >> view->seat & 1 : 0;
    uint64_t hash = mix_half(power, view->hand.low);
    if (rules->decks > 1)
        hash = mix_half(hash, view->hand.high);
    if (view->turn == view->seat) {
        hash = mix_legal(hash, legal->normal.low, legal->flex.low);
        if (rules->decks > 1)
            hash = mix_legal(hash, legal->normal.high, legal->flex.high);
        unsigned may = (unsigned)(1 | legal->draw << 1 | legal->keep << 2 | legal->pass << 3 |
                                  legal->accept << 4 | legal->challenge << 5 | legal->target << 6 |
                                  legal->colour << 7 | (view->pending > 0) << 8);
        hash = mix(hash, may | (uint64_t)view->phase << 16 | (uint64_t)legal->targets << 32);
    }
    return (uint32_t)hash | 1; /* 0 means that nothing was whispered */
}

/* Adds the beginning: the cards that were drawn, and the top card if the player needs it now. */
static const char *pattern_of(const struct view *view, unsigned drew)
{
    bool turn = view->turn == view->seat;
    if (drew > 1 && turn && view->phase == PHASE_DRAWN) { /* HR-5 */
        return view->legal.keep
                   ? N_("You drew {drawn}: play the marked card or {p}keep. Your hand: {cards}")
                   : N_("You drew {drawn}: the marked card must be played. Your hand: {cards}");
    }
    if (drew == 1 && turn && view->phase == PHASE_DRAWN) {
        return view->legal.keep ? N_("You drew {drawn}: play it or {p}keep. Your hand: {cards}")
                                : N_("You drew {drawn}: it must be played. Your hand: {cards}");
    }
    if (drew > 0) {
        return turn ? N_("You drew {drawn}. Your turn on {top}. Your hand: {cards}")
                    : N_("You drew {drawn}. Your hand: {cards}");
    }
    return turn ? N_("Your turn on {top}. Your hand: {cards}")
                : N_("On top {top}. Your hand: {cards}");
}

static void write_hand(const struct table *table, struct message *line,
                       const struct language *language, const struct view *view, struct cards drawn)
{
    const struct rules *rules = table->round->rules;
    bool turn = view->turn == view->seat;
    unsigned drew = cards_count(drawn);
    const struct cards_said cards = {language, rules, view->hand, turn ? &view->legal : NULL};
    PHRASE(line, tr(language, pattern_of(view, drew)),
           arg_top("top", &(struct top_said){table, language}),
           arg_cards("drawn", &(struct cards_said){language, rules, drawn, NULL}),
           arg_cards("cards", &cards),
           arg_text("p", network_prefix(seat_place(table, view->seat)->network)));
    if (rules->power_cards > 0) {
        message_text(line, (view->power_red >> view->seat & 1) != 0
                               ? tr(language, N_(" — power ✗"))
                               : tr(language, N_(" — power ✓")));
    }
    if (turn && !(drew > 0 && view->phase == PHASE_DRAWN)) /* that was said first */
        add_choices(table, line, language, view);
}

/* Tells a guest their seat word before their first hand (seat_word_delivery.h). Such a whisper must
 * not be dropped for a later hand. */
static void add_word(struct table *table, unsigned seat, struct message *line)
{
    char word[CODE_SIZE];
    if (!seat_word_delivery_take(show_of(table->host), table->seats[seat].person, word))
        return;
    PHRASE(line, tr(seat_language(table, seat), seat_word_sentence),
           arg_text("p", network_prefix(seat_place(table, seat)->network)),
           arg_strong("word", word));
    message_text(line, " ");
    code_wipe(word, CODE_SIZE);
    line->replaces = false;
}

/* `again`: whispers the hand even if it has not changed since the last whisper. */
static void whisper_hand(struct table *table, unsigned seat, struct cards drawn, bool again)
{
    struct view view;
    const struct rules *rules = table->round->rules;
    view_of(rules, &table->round->game, seat, &view);
    uint32_t hash = hash_of(rules, &view);
    /* In a quiet channel this whisper calls the player. */
    bool calls = seat_place(table, seat)->quiet && view.turn == seat;
    if (!again && !calls && hash == table->seats[seat].hand_told)
        return;
    struct message *line = seat_line(table, seat);
    if (line == NULL)
        return;
    line->replaces = true;
    add_word(table, seat, line);
    write_hand(table, line, seat_language(table, seat), &view, drawn);
    table->seats[seat].hand_told = hash;
    table->seats[seat].guided = table->seats[seat].guided || is_guided(table, &view);
    place_say(seat_place(table, seat), line);
}

void render_hand(struct table *table, unsigned seat)
{
    if (!seat_in_round(table, seat))
        return;
    if (place_has_boards(seat_place(table, seat)))
        hand_due(table, seat);
    else
        whisper_hand(table, seat, cards_none(), true);
}

void render_hand_unasked(struct table *table, unsigned seat)
{
    if (!page_seat_alone(table, seat))
        render_hand(table, seat);
}

void render_hand_news(struct table *table, unsigned seat, struct cards drawn)
{
    if (page_seat_alone(table, seat))
        return;
    if (place_has_boards(seat_place(table, seat)) && !cards_empty(drawn))
        say_drawn(table, seat, drawn);
    if (!seat_in_round(table, seat))
        return;
    if (place_has_boards(seat_place(table, seat)))
        hand_due(table, seat);
    else if (!table->seats[seat].away) { /* players who are away get their hand when they are
                                          * back */
        whisper_hand(table, seat, cards_and(drawn, table->round->game.hand[seat]),
                     !cards_empty(drawn));
    }
}

void render_hands_of(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE)
            continue;
        table->seats[seat].unreachable = false;
        if (seat_place(table, seat)->reachable)
            render_hand_unasked(table, seat);
    }
}

void render_hands_missed(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (person->preferences.page_alone && (table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat != SEAT_NONE && seat_in_round(table, seat) && table->round->game.turn == seat)
            render_hand_news(table, seat, cards_none());
    }
}
