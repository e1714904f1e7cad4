/* Commands whose names are words of cards, too: "!draw 2 red" names the +2, "!passer bleu" the
 * skip (bot/command/line.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "tests/bot/pair.h"

static struct game *game_now(void)
{
    return &scene_table(&scene)->round->game;
}

static const struct rules *rules_now(void)
{
    return scene_table(&scene)->round->rules;
}

/* A card of that kind and of the colour to follow, which no rule keeps from being played. */
static unsigned follower(enum kind kind)
{
    const struct rules *rules = rules_now();
    return cards_first(cards_and(rules->of_kind[kind], kind_is_wild(kind)
                                                           ? rules->of_kind[kind]
                                                           : rules->of_colour[game_now()->colour]));
}

/* The player in turn draws that card. */
static void draw(unsigned card)
{
    struct game *game = game_now();
    struct cards *hand = &game->hand[game->turn];
    uint8_t *top = &game->pile[game->pile_count - 1];
    pair_give(game->turn, card);
    cards_remove(hand, card);
    cards_add(hand, *top);
    *top = (uint8_t)card;
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_int_equal(game->phase, PHASE_DRAWN);
    assert_int_equal(game->drawn, card);
}

/* The words for the colour to follow: English, French, German, Italian, Portuguese, Spanish. */
static const char *colour_word(unsigned language)
{
    static const char *const words[][6] = {
        [COLOUR_RED] = {"red", "rouge", "rot", "rosso", "vermelho", "rojo"},
        [COLOUR_GREEN] = {"green", "vert", "grün", "verde", "verde", "verde"},
        [COLOUR_BLUE] = {"blue", "bleu", "blau", "blu", "azul", "azul"},
        [COLOUR_YELLOW] = {"yellow", "jaune", "gelb", "giallo", "amarelo", "amarillo"},
    };
    return words[game_now()->colour][language];
}

/* Another scene, because nobody may open so many tables in one. Each has another shuffle. */
static void begin_round(void)
{
    static unsigned rounds;
    static char seed[16];
    scene_finish(&scene);
    scene_init(&scene, SCENE_MEMORY);
    snprintf(seed, sizeof(seed), "card %u", rounds++);
    scene.options.seed = seed;
    scene_begin(&scene);
    pair_come();
    pair_seat(true);
}

/* Types the words in the turn of a player who holds the card (or has drawn it), which they play.
 * '*' stands for `word`. */
static void assert_plays(unsigned card, const char *form, const char *word)
{
    char line[80];
    struct game *game = game_now();
    const char *who = pair_of_turn();
    int before = (int)strcspn(form, "*");
    snprintf(line, sizeof(line), "%.*s%s%s", before, form, word, form + before + 1);
    scene_do(&scene, who, "%s", line);
    if (game->discard[game->discard_count - 1] != card)
        fail_msg("\"%s\" does not play the card that it names", line);
}

struct form {
    const char *words;
    unsigned language; /* of colour_word() */
};

/* The drawn skip is played, and the turn is not lost. */
static void a_drawn_skip_is_played(void **state)
{
    (void)state;
    static const struct form forms[] = {{"!passer *", 1},      {"!passe *", 1},
                                        {"!pass *", 0},        {"!Passer *!", 1},
                                        {"!pass * please", 0}, {"talon: passer *", 1}};
    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++) {
        begin_round();
        unsigned card = follower(KIND_SKIP);
        draw(card);
        assert_plays(card, forms[i].words, colour_word(forms[i].language));
    }
}

static void a_draw_two_is_played(void **state)
{
    (void)state;
    static const struct form forms[] = {
        {"!draw 2 *", 0},     {"!draw two *", 0},   {"!d 2 *", 0},           {"!pige 2 *", 1},
        {"!piocher 2 *", 1},  {"!zieh zwei *", 2},  {"!ziehen 2 *", 2},      {"!pesca due *", 3},
        {"!comprar 2 *", 4},  {"!robar dos *", 5},  {"!draw 2 * please", 0}, {"!draw * 2", 0},
        {"!draw 2 * uno", 0}, {"talon draw 2 *", 0}};
    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++) {
        begin_round();
        unsigned card = follower(KIND_DRAW2);
        pair_give(game_now()->turn, card);
        assert_plays(card, forms[i].words, colour_word(forms[i].language));
    }
}

/* "draw 4 blue" plays the wild +4. "draw 4" draws: it may mean the number of cards. */
static void a_wild_four_needs_its_colour(void **state)
{
    (void)state;
    static const char *const draws[] = {"!draw 4", "!draw four", "!draw +4", "!pige quatre"};
    begin_round();
    unsigned card = follower(KIND_WILD_DRAW4);
    pair_give(game_now()->turn, card);
    assert_plays(card, "!draw 4 *", "blue");
    for (unsigned i = 0; i < ARRAY_SIZE(draws); i++) {
        begin_round();
        pair_give(game_now()->turn, follower(KIND_WILD_DRAW4));
        assert_plays(follower(KIND_WILD_DRAW4), "!play w+4 *", "red");
        assert_int_equal(game_now()->phase, PHASE_CHALLENGE);
        assert_refused(&scene, pair_of_turn(), "!draw 2 red", "You do not hold that card");
        scene_do(&scene, pair_of_turn(), "%s", draws[i]);
        assert_said(&scene, " accepts");
    }
}

/* What names no card is the command as before. */
static void the_commands_stay(void **state)
{
    (void)state;
    static const char *const draws[] = {"!draw",        "!draw please", "!draw 2",  "!draw two",
                                        "!draw a card", "!dr",          "!dr 2",    "!pige",
                                        "!zieh",        "!draw r5",     "!pick red"};
    static const char *const keeps[] = {"!keep", "!pass",        "!passer",  "!passe !",
                                        "!paso", "!pass please", "!keep it", "!pass r5"};
    for (unsigned i = 0; i < ARRAY_SIZE(draws); i++) {
        begin_round();
        scene_do(&scene, pair_of_turn(), "%s", draws[i]);
        assert_said(&scene, " draws 1 card");
    }
    for (unsigned i = 0; i < ARRAY_SIZE(keeps); i++) {
        begin_round();
        draw(follower(KIND_SKIP));
        scene_do(&scene, pair_of_turn(), "%s", keeps[i]);
        assert_said(&scene, " keeps it");
    }
}

/* Other names: "carte" is the hand in Italian and a card in French, "stop" the skip in Italian, "j"
 * yellow in French, "tour" a filler. */
static void other_commands_name_cards(void **state)
{
    (void)state;
    static const struct form forms[] = {{"!carte +2 *", 1}, {"!cartas +2 *", 4}, {"!tour +2 *", 1}};
    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++) {
        begin_round();
        unsigned card = follower(KIND_DRAW2);
        pair_give(game_now()->turn, card);
        assert_plays(card, forms[i].words, colour_word(forms[i].language));
    }
    begin_round();
    unsigned card = follower(KIND_SKIP);
    pair_give(game_now()->turn, card);
    assert_plays(card, "!stop *", colour_word(3));
    begin_round();
    while (game_now()->colour != COLOUR_YELLOW)
        begin_round();
    card = follower(KIND_DRAW2);
    pair_give(game_now()->turn, card);
    assert_plays(card, "!j *", "+2");
    assert_refused(&scene, "carol", "!stop blu", "Only players at this table");
}

/* the answer to our question is a colour, whatever else its words may mean: "vd" is green in
 * Portuguese, and "v d" the green +2 in French. */
static void a_colour_stays_an_answer(void **state)
{
    (void)state;
    static const char *const answers[] = {"!colour yellow", "!cor vd", "!color verdes", "verdes",
                                          "!farbe gelbes"};
    for (unsigned i = 0; i < ARRAY_SIZE(answers); i++) {
        begin_round();
        pair_give(game_now()->turn, follower(KIND_WILD));
        const char *who = pair_of_turn();
        scene_do(&scene, who, "!play w");
        assert_said(&scene, "Which colour?");
        scene_do(&scene, who, "%s", answers[i]);
        assert_said(&scene, " plays [W] and names ");
    }
}

/* W-1: "web" is a card, and a command. */
static void a_web_is_a_card(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno web");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    unsigned card = follower(KIND_WILD_WEB);
    pair_give(game_now()->turn, card);
    assert_refused(&scene, pair_of_turn(), "!web", "web");
    assert_refused(&scene, pair_of_turn(), "!web off", "");
    assert_plays(card, "!web *", "red");
}

/* "h" is help, and the hyper wild. */
static void a_hyper_is_a_card(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno hyper");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    unsigned card = follower(KIND_WILD_HYPER);
    pair_give(game_now()->turn, card);
    assert_refused(&scene, pair_of_turn(), "!h keep", "keeps the drawn card");
    assert_plays(card, "!h *", "red");
}

/* UNO and a card are a play for whom it is the turn. For the others it is the call, which may
 * save them. */
static void uno_and_a_card_are_a_play(void **state)
{
    (void)state;
    begin_round();
    unsigned card = follower(KIND_DRAW2);
    pair_give(game_now()->turn, card);
    assert_refused(&scene, pair_other(), "!uno b5", "That UNO has no effect");
    assert_plays(card, "!uno +2 *", colour_word(0));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_drawn_skip_is_played),
        TEST(a_draw_two_is_played),
        TEST(a_wild_four_needs_its_colour),
        TEST(the_commands_stay),
        TEST(other_commands_name_cards),
        TEST(a_colour_stays_an_answer),
        TEST(a_web_is_a_card),
        TEST(a_hyper_is_a_card),
        TEST(uno_and_a_card_are_a_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
