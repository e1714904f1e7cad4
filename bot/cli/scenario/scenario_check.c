#include "scenario_check.h"

#include "engine/move/legal.h"

static void add_seat(const struct run *run, struct buf *got, unsigned seat)
{
    for (unsigned name = 0; name < PLAYERS_MAX; name++) {
        if (seat != SEAT_NONE && run->seat[name] == seat) {
            buf_printf(got, "%sP%u", buf_length(got) > 0 ? " " : "", name + 1);
            return;
        }
    }
    buf_add(got, "none");
}

static void add_face(const struct run *run, struct buf *got, unsigned face)
{
    char code[CARD_TEXT];
    if (buf_length(got) > 0)
        buf_add_char(got, ' ');
    buf_add(got, face < run->scenario->rules.deck.faces
                     ? face_format(&run->scenario->rules.deck.face[face], code)
                     : "?");
}

static bool same_seat(const struct run *run, const struct expect *expect, struct buf *got,
                      unsigned seat)
{
    add_seat(run, got, seat);
    return seat == scenario_seat(run, expect->player);
}

static bool in_range(const struct expect *expect, struct buf *got, unsigned value)
{
    buf_printf(got, "%u", value);
    return value >= expect->low && value <= expect->high;
}

static bool check_turn(const struct run *run, const struct expect *expect, struct buf *got)
{
    return same_seat(run, expect, got,
                     run->game.phase == PHASE_ROUND_OVER ? SEAT_NONE : run->game.turn);
}

static bool check_phase(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned phase = run->game.phase;
    if (phase == PHASE_ROUND_OVER && run->match.over)
        phase = PHASE_MATCH_OVER;
    buf_add(got, phase == PHASE_MATCH_OVER ? "match_over" : phase_name(phase));
    return phase == expect->value;
}

/* Returns whether two lists hold the same faces, each the same number of times. */
static bool same_faces(const uint8_t *a, unsigned a_count, const uint8_t *b, unsigned b_count)
{
    uint8_t times[256] = {0};
    for (unsigned i = 0; i < a_count; i++)
        times[a[i]]++;
    for (unsigned i = 0; i < b_count; i++)
        times[b[i]]--;
    for (unsigned face = 0; face < 256; face++) {
        if (times[face] != 0)
            return false;
    }
    return true;
}

static bool check_hand(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player), count = 0;
    uint8_t faces[DECK_MAX];
    struct cards hand = cards_none();
    if (seat != SEAT_NONE)
        hand = run->game.hand[seat];
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand))) {
        faces[count] = run->scenario->rules.deck.face_of[cards_first(hand)];
        add_face(run, got, faces[count++]);
    }
    if (count == 0)
        buf_add(got, "no card");
    return same_faces(faces, count, expect->list, expect->count);
}

static bool check_count(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player);
    return in_range(expect, got, seat == SEAT_NONE ? 0 : run->game.hand_count[seat]);
}

static bool check_pile(const struct run *run, const struct expect *expect, struct buf *got)
{
    return in_range(expect, got, run->game.pile_count);
}

static bool check_discard(const struct run *run, const struct expect *expect, struct buf *got)
{
    return in_range(expect, got, run->game.discard_count);
}

static bool check_discard_cards(const struct run *run, const struct expect *expect, struct buf *got)
{
    bool same = expect->count == run->game.discard_count;
    for (unsigned i = 0; i < run->game.discard_count; i++) {
        unsigned face = run->scenario->rules.deck.face_of[run->game.discard[i]];
        add_face(run, got, face);
        same = same && face == expect->list[i];
    }
    return same;
}

static bool check_top(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned face = run->game.top_face;
    add_face(run, got, face);
    return face == expect->list[0];
}

static bool check_colour(const struct run *run, const struct expect *expect, struct buf *got)
{
    buf_add(got, run->game.colour == COLOUR_NONE ? "none" : colour_name(run->game.colour));
    return run->game.colour == expect->value;
}

static bool check_direction(const struct run *run, const struct expect *expect, struct buf *got)
{
    bool clockwise = run->game.direction > 0;
    buf_add(got, clockwise ? "cw" : "ccw");
    return clockwise == (expect->value != 0);
}

/* Lists the plays that a seat may make, by face and side. Equal cards are listed once. */
static unsigned list_plays(const struct run *run, unsigned seat, uint8_t plays[DECK_MAX * 2])
{
    struct legal legal;
    unsigned count = 0;
    game_legal(&run->scenario->rules, &run->game, seat, &legal);
    for (unsigned side = 0; side < 2; side++) {
        struct cards set = side == 0 ? legal.normal : legal.flex;
        unsigned last = FACE_NONE; /* cards of the same face are neighbours */
        for (; !cards_empty(set); cards_remove(&set, cards_first(set))) {
            unsigned face = run->scenario->rules.deck.face_of[cards_first(set)];
            if (face != last)
                plays[count++] = (uint8_t)(side == 0 ? face : face | PLAY_FLEX);
            last = face;
        }
    }
    return count;
}

static bool check_playable(const struct run *run, const struct expect *expect, struct buf *got)
{
    uint8_t plays[DECK_MAX * 2];
    unsigned count = list_plays(run, scenario_seat(run, expect->player), plays);
    for (unsigned i = 0; i < count; i++) {
        add_face(run, got, plays[i] & ~(unsigned)PLAY_FLEX);
        if ((plays[i] & PLAY_FLEX) != 0)
            buf_add(got, "/flex");
    }
    if (count == 0)
        buf_add(got, "none");
    return same_faces(plays, count, expect->list, expect->count);
}

static bool check_hyper(const struct run *run, const struct expect *expect, struct buf *got)
{
    buf_add(got, run->game.hyper == COLOUR_NONE ? "off" : colour_name(run->game.hyper));
    return run->game.hyper == expect->value;
}

static bool check_power(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player);
    bool green = seat == SEAT_NONE || (run->game.power_red >> seat & 1) == 0;
    buf_add(got, green ? "green" : "red");
    return seat != SEAT_NONE && green == (expect->value != 0);
}

static bool check_exposed(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < expect->count; i++) {
        if (scenario_seat(run, expect->list[i]) != SEAT_NONE)
            mask |= 1u << scenario_seat(run, expect->list[i]);
    }
    for (unsigned seat = 0; seat < run->game.players; seat++) {
        if ((run->game.exposed >> seat & 1) != 0)
            add_seat(run, got, seat);
    }
    if (run->game.exposed == 0)
        buf_add(got, "none");
    return mask == run->game.exposed;
}

static bool check_place(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player);
    return in_range(expect, got, seat == SEAT_NONE ? 0 : run->game.place[seat]);
}

/* Checks that a hand was shown once to one player only, or once to all, or to nobody. */
static bool check_shown(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player), shown = 0, to = SEAT_NONE;
    for (unsigned i = 0; i < run->events.count; i++) {
        const struct event *event = &run->events.at[i];
        if (event->kind != EVENT_SHOWN || event->seat != seat)
            continue;
        shown++;
        to = event->other == SEAT_NONE ? OTHER_ALL : event->other;
        if (to == OTHER_ALL)
            buf_add(got, "to all");
        else
            add_seat(run, got, to);
    }
    if (shown == 0)
        buf_add(got, "to none");
    if (expect->other == SEAT_NONE)
        return shown == 0;
    unsigned other = expect->other == OTHER_ALL ? OTHER_ALL : scenario_seat(run, expect->other);
    return shown == 1 && to == other;
}

static bool check_lost_turn(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned count = 0;
    bool same = true;
    for (unsigned i = 0; i < run->events.count; i++) {
        const struct event *event = &run->events.at[i];
        if (event->kind != EVENT_LOST_TURN)
            continue;
        add_seat(run, got, event->seat);
        same =
            same && count < expect->count && scenario_seat(run, expect->list[count]) == event->seat;
        count++;
    }
    if (count == 0)
        buf_add(got, "none");
    return same && count == expect->count;
}

static bool check_drew(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned seat = scenario_seat(run, expect->player), count = 0;
    for (unsigned i = 0; i < run->events.count; i++) {
        if (run->events.at[i].kind == EVENT_DREW && run->events.at[i].seat == seat)
            count += run->events.at[i].count;
    }
    return in_range(expect, got, count);
}

static bool check_deck(const struct run *run, const struct expect *expect, struct buf *got)
{
    const struct deck *deck = &run->scenario->rules.deck;
    unsigned copies = deck->size;
    if (expect->count > 0)
        copies = expect->list[0] == FACE_NONE ? 0 : deck->copies[expect->list[0]];
    return in_range(expect, got, copies);
}

static bool check_dealer(const struct run *run, const struct expect *expect, struct buf *got)
{
    return same_seat(run, expect, got, run->game.dealer);
}

static bool check_winner(const struct run *run, const struct expect *expect, struct buf *got)
{
    return same_seat(run, expect, got,
                     run->game.phase == PHASE_ROUND_OVER ? run->game.winner : SEAT_NONE);
}

static bool points_are(const struct run *run, const struct expect *expect, struct buf *got,
                       const int32_t *points)
{
    unsigned seat = scenario_seat(run, expect->player);
    return in_range(expect, got, seat == SEAT_NONE ? 0 : (unsigned)points[seat]);
}

static bool check_score(const struct run *run, const struct expect *expect, struct buf *got)
{
    return points_are(run, expect, got, run->match.gained);
}

static bool check_total(const struct run *run, const struct expect *expect, struct buf *got)
{
    return points_are(run, expect, got, run->match.total);
}

static bool check_match_winner(const struct run *run, const struct expect *expect, struct buf *got)
{
    unsigned mask = 0, winners = run->match.over ? run->match.winners : 0;
    for (unsigned i = 0; i < expect->count; i++) {
        if (scenario_seat(run, expect->list[i]) != SEAT_NONE)
            mask |= 1u << scenario_seat(run, expect->list[i]);
    }
    for (unsigned seat = 0; seat < run->match.players; seat++) {
        if ((winners >> seat & 1) != 0)
            add_seat(run, got, seat);
    }
    if (winners == 0)
        buf_add(got, "none");
    return mask == winners;
}

const struct expectation expectations[] = {
    {"turn", "p", check_turn},
    {"phase", "f", check_phase},
    {"hand", "pC", check_hand},
    {"count", "pn", check_count},
    {"pile", "n", check_pile},
    {"discard", "n", check_discard},
    {"discard-cards", "C", check_discard_cards},
    {"top", "c", check_top},
    {"colour", "k", check_colour},
    {"direction", "d", check_direction},
    {"playable", "pL", check_playable},
    {"hyper", "h", check_hyper},
    {"power", "pw", check_power},
    {"exposed", "P", check_exposed},
    {"place", "pn", check_place},
    {"shown", "pt", check_shown},
    {"lost-turn", "P", check_lost_turn},
    {"drew", "pn", check_drew},
    {"deck", "cn", check_deck},
    {"deck", "n", check_deck},
    {"dealer", "p", check_dealer},
    {"winner", "q", check_winner},
    {"score", "pn", check_score},
    {"total", "pn", check_total},
    {"match-winner", "P", check_match_winner},
    {NULL, NULL, NULL},
};
