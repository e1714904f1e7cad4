#include "controls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "engine/notation.h"

void controls_begin(enum scene_store kind, bool styles)
{
    assert_true(language_setup());
    scene_init(&scene, kind);
    assert_null(settings_put(&scene.settings, SCRIPT_STYLES, styles ? "on" : "off"));
    scene.impl = &script_controls_adapter;
    scene.options.round_pause = 3600000;
    scene_begin(&scene);
}

int controls_set_up(void **state)
{
    (void)state;
    controls_begin(SCENE_MEMORY, false);
    return 0;
}

void controls_deal(const char *set)
{
    scene_command(&scene, "alice", "new %s", set);
    scene_command(&scene, "bob", "join");
    scene_press(&scene, "alice", "start");
}

struct game *controls_game(void)
{
    return &scene_table(&scene)->round->game;
}

void controls_lay(const char *top, const char *codes)
{
    const struct rules *rules = scene_table(&scene)->round->rules;
    struct game *at = controls_game();
    struct cards hand = cards_none();
    unsigned face = face_parse(&rules->deck, top, strlen(top));
    for (const char *code = codes; *code != '\0';) {
        size_t length = strcspn(code, " ");
        unsigned held = face_parse(&rules->deck, code, length);
        assert_int_not_equal(held, FACE_NONE);
        struct cards free = cards_without(rules->of_face[held], hand);
        cards_add(&hand, cards_first(free));
        code += length + strspn(code + length, " ");
    }
    assert_int_not_equal(face, FACE_NONE);
    at->phase = PHASE_TURN;
    at->drawn = DECK_MAX;
    at->hand[at->turn] = hand;
    at->hand_count[at->turn] = (uint8_t)cards_count(hand);
    at->top_face = (uint8_t)face;
    at->colour = rules->deck.face[face].colour;
    at->discard[at->discard_count - 1] =
        (uint8_t)cards_first(cards_without(rules->of_face[face], hand));
    at->discarded = cards_none();
    for (unsigned i = 0; i < at->discard_count; i++)
        cards_add(&at->discarded, at->discard[i]);
}

void controls_shuffle_hidden(unsigned seat, unsigned *chance)
{
    struct game *game = controls_game();
    uint8_t cards[DECK_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < game->pile_count; i++)
        cards[count++] = game->pile[i];
    for (unsigned other = 0; other < game->players; other++) {
        for (; other != seat && !cards_empty(game->hand[other]); count++) {
            cards[count] = (uint8_t)cards_first(game->hand[other]);
            cards_remove(&game->hand[other], cards[count]);
        }
    }
    for (unsigned i = count; i > 1; i--) {
        *chance = *chance * 1103515245U + 12345U;
        unsigned at = (*chance >> 16) % i;
        uint8_t card = cards[at];
        cards[at] = cards[i - 1];
        cards[i - 1] = card;
    }
    for (unsigned i = 0; i < game->pile_count; i++)
        game->pile[i] = cards[--count];
    for (unsigned other = 0; other < game->players; other++) {
        for (unsigned n = 0; other != seat && n < game->hand_count[other]; n++)
            cards_add(&game->hand[other], cards[--count]);
    }
    assert_int_equal(count, 0);
}

const struct message *controls_board(void)
{
    const struct message *board = script_newest(scene.adapter, "#table", NULL, PURPOSE_BOARD);
    assert_non_null(board);
    return board;
}

void controls_deal_again(void)
{
    if (scene_table(&scene) == NULL) {
        controls_deal("classic");
        return;
    }
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "hand");
    scene_press(&scene, "bob", "hand");
}

static const char *name_of(unsigned seat)
{
    return seat == ALICE ? "alice" : "bob";
}

void controls_give(unsigned seat, const char *codes)
{
    controls_game()->turn = (uint8_t)seat;
    controls_lay("R5", codes);
    scene_press(&scene, name_of(seat), "hand");
}

void controls_win(unsigned seat)
{
    controls_give(seat, "R7");
    scene_press(&scene, name_of(seat), "play R7");
    assert_said(&scene, "wins the round");
}

const struct message *controls_hand(const char *who)
{
    const struct message *hand = script_newest(scene.adapter, "#table", who, PURPOSE_HAND);
    assert_non_null(hand);
    return hand;
}

const struct message *controls_panel(const char *who)
{
    const struct message *panel = script_newest(scene.adapter, "#table", who, PURPOSE_PANEL);
    assert_non_null(panel);
    return panel;
}

const struct control *controls_find(const struct message *message, const char *words)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        if (strcmp(message->controls[i].words, words) == 0)
            return &message->controls[i];
    }
    return NULL;
}

const struct control *controls_in_hand(const char *who, const char *words)
{
    return controls_find(controls_hand(who), words);
}
