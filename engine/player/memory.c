#include "memory.h"

#include <stddef.h>
#include <string.h>

#include "engine/move/step.h"
#include "normal.h"

/* A guessed hand keeps this percentage of its weight for each past play that the level `normal`
 * would not have made with it. */
enum { SURPRISE = 5 };

static void forget_plays(struct memory *memory, unsigned seat, unsigned count)
{
    memset(memory->may[seat], (int)count, sizeof(memory->may[seat]));
    memory->plays[seat] = 0;
}

void memory_begin(struct memory *memory, const struct game *game)
{
    for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
        forget_plays(memory, seat, game->hand_count[seat]);
}

/* HR-4: hands go from seat to seat. */
static bool swaps_hands(const struct rules *rules, const struct action *action)
{
    const struct card *printed = &rules->deck.face[action->face];
    return rules_switch(rules, SWITCH_SEVEN_ZERO) != 0 && printed->kind == KIND_NUMBER &&
           (printed->value == 0 || printed->value == 7);
}

/* Whether the action shows that its seat holds no wild and no card of the colour in force. */
static bool tells_lack(const struct rules *rules, const struct view *before,
                       const struct action *action)
{
    return action->kind == ACTION_DRAW && before->hyper == COLOUR_NONE && rules->plain;
}

static void note_lack(struct memory *memory, unsigned seat, unsigned colour)
{
    memory->may[seat][colour] = 0;
    memory->may[seat][COLOUR_NONE] = 0;
}

static void note_count(struct memory *memory, const struct view *after, unsigned seat, int drawn)
{
    unsigned is = after->hand_count[seat];
    if (drawn < 0) { /* the hand was swapped or given back: it is unknown now */
        forget_plays(memory, seat, is);
        return;
    }
    if (drawn > 0)
        memory->plays[seat] = 0;
    for (unsigned slot = 0; slot < COLOUR_COUNT; slot++) {
        unsigned may = memory->may[seat][slot] + (unsigned)drawn;
        memory->may[seat][slot] = (uint8_t)(may < is ? may : is);
    }
}

static void note_play(struct memory *memory, const struct view *before, const struct action *action)
{
    unsigned seat = action->seat;
    struct memory_play *play = memory->play[seat];
    if (before->phase != PHASE_TURN || before->turn != seat || action->more_count != 0) {
        memory->plays[seat] = 0; /* the seat played the drawn card, jumped in or played several
                                    cards: this was no free choice of one card from the hand */
        return;
    }
    memmove(play + 1, play, (MEMORY_PLAYS - 1) * sizeof(*play));
    play->before = *before;
    play->action = *action;
    memory->plays[seat] = (uint8_t)(memory->plays[seat] + (memory->plays[seat] < MEMORY_PLAYS));
}

void memory_note(struct memory *memory, const struct rules *rules, const struct game *before,
                 const struct action *action, const struct game *after)
{
    bool play = action->kind == ACTION_PLAY;
    struct view seen, now;
    if (play && swaps_hands(rules, action)) {
        memory_begin(memory, after);
        return;
    }
    view_of(rules, before, SEAT_NONE, &seen);
    view_of(rules, after, SEAT_NONE, &now);
    bool told = tells_lack(rules, &seen, action);
    if (told)
        note_lack(memory, action->seat, seen.colour);
    for (unsigned seat = 0; seat < now.players; seat++) {
        int played = play && seat == action->seat ? 1 + action->more_count : 0;
        note_count(memory, &now, seat, now.hand_count[seat] + played - seen.hand_count[seat]);
    }
    if (told && now.phase != PHASE_DRAWN) /* in PHASE_DRAWN the seat may still play the drawn card,
                                           * so it may hold the colour */
        note_lack(memory, action->seat, seen.colour);
    if (play)
        note_play(memory, &seen, action);
}

static bool would_play(const struct rules *rules, const struct memory_play *play, unsigned seat,
                       struct cards hand)
{
    struct game game;
    struct view view;
    struct action action;
    memset(&game, 0, offsetof(struct game, hand));
    memcpy(&game, &play->before, VIEW_OPEN_SIZE);
    game.drawn = DECK_MAX;
    game.discarded = play->before.discard;
    game.hand[seat] = hand;
    view_of(rules, &game, seat, &view);
    normal_choose(rules, &view, &action);
    return action.kind == ACTION_PLAY && action.face == play->action.face &&
           action.flex == play->action.flex && action.colour == play->action.colour;
}

uint32_t memory_weight(const struct memory *memory, const struct rules *rules, unsigned seat,
                       struct cards hand, struct cards discard, uint32_t *nodes)
{
    uint32_t weight = MEMORY_WEIGHT_MAX;
    for (unsigned i = 0; i < memory->plays[seat]; i++) {
        const struct memory_play *play = &memory->play[seat][i];
        struct cards played = cards_and(rules->of_face[play->action.face], discard);
        played = cards_without(played, hand);
        if (cards_empty(played)) /* the played card was shuffled into the draw pile since */
            break;
        cards_add(&hand, cards_first(played));
        ++*nodes;
        if (!would_play(rules, play, seat, hand))
            weight = weight * SURPRISE / 100;
    }
    return weight + 1 - (weight == MEMORY_WEIGHT_MAX);
}
