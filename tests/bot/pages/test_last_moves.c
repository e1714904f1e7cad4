/* The last moves and the end of a round as data (bot/pages/moves.h): what spectators and seats
 * read, and that it tells nobody a card which the rules hide from them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "bot/pages/json.h"
#include "bot/pages/moves_state.h"
#include "bot/pages/seat/seat_json.h"
#include "bot/pages/table_json.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "json_read.h"
#include "tests/bot/controls.h"

static cJSON *shown; /* the last document; owned */

/* The document of the table for a seat, without its time; the text is the caller's. */
static char *write_for(unsigned reader)
{
    const struct table_json_facts facts = {.seq = 41, .reader = reader};
    struct json json;
    json_init(&json);
    table_json(&json, json.root, scene_table(&scene), &facts);
    cJSON_Delete(shown);
    shown = json_end(&json);
    assert_non_null(shown);
    cJSON_DeleteItemFromObject(shown, "clock");
    return cJSON_PrintUnformatted(shown);
}

static void show(unsigned reader)
{
    free(write_for(reader));
}

static unsigned seat_called(const char *who)
{
    return strcmp(seat_name(scene_table(&scene), 0), who) == 0 ? 0 : 1;
}

static const cJSON *last_move(void)
{
    const cJSON *moves = json_member(shown, "moves");
    assert_true(cJSON_GetArraySize(moves) > 0);
    return cJSON_GetArrayItem(moves, cJSON_GetArraySize(moves) - 1);
}

/* The event of that kind in the last move; NULL: it has none. */
static const cJSON *event(const char *kind)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, json_member(last_move(), "events"))
    {
        if (strcmp(json_text_of(at, "kind"), kind) == 0)
            return at;
    }
    return NULL;
}

static struct kept_moves *kept(void)
{
    struct kept_moves *moves = moves_find(scene_table(&scene));
    assert_non_null(moves);
    return moves;
}

/* -- playing -- */

static unsigned draw(unsigned *chance, unsigned below)
{
    *chance = *chance * 1103515245U + 12345U;
    return (*chance >> 16) % below;
}

/* A random action that the engine takes. */
static void act(unsigned *chance)
{
    struct table *table = scene_table(&scene);
    const struct rules *rules = table->round->rules;
    const struct game *game = &table->round->game;
    for (unsigned tries = 0; tries < 400; tries++) {
        struct action action = action_make(ACTION_PLAY, game->turn);
        unsigned kind = draw(chance, 8);
        struct cards hand = game->hand[game->turn];
        for (unsigned skip = draw(chance, cards_count(hand)); skip > 0; skip--)
            cards_remove(&hand, cards_first(hand));
        action.face = rules->deck.face_of[cards_first(hand)];
        if (tries > 40 || kind == 7) {
            static const uint8_t others[] = {ACTION_DRAW,   ACTION_KEEP,      ACTION_PASS,
                                             ACTION_ACCEPT, ACTION_CHALLENGE, ACTION_COLOUR,
                                             ACTION_TARGET};
            action = action_make(others[draw(chance, sizeof(others))], game->turn);
        }
        action.flex = action.kind == ACTION_PLAY && draw(chance, 4) == 0;
        action.proclaim = action.kind == ACTION_PLAY && draw(chance, 2) == 0;
        action.uno = action.kind == ACTION_PLAY && draw(chance, 2) == 0;
        if (draw(chance, 2) == 0)
            action.colour = rules->colours[draw(chance, 4)];
        if (draw(chance, 2) == 0)
            action.target = (uint8_t)draw(chance, game->players);
        if (round_act(table, &action) == REFUSED_NOT)
            return;
    }
    fail_msg("no action is taken in phase %u", game->phase);
}

/* -- what is told -- */

static void a_move_is_told_by_its_events(void **state)
{
    (void)state;
    controls_deal("classic");
    show(SEAT_NONE);
    assert_int_equal(json_number_of(last_move(), "move"), 0);
    assert_non_null(event("dealt"));
    const char *who = pair_of_turn();
    int seat = (int)seat_called(who);
    controls_lay("R5", "R7 W4 B2");
    scene_command(&scene, who, "play R7");
    show(SEAT_NONE);
    assert_int_equal(json_number_of(last_move(), "move"), 1);
    assert_int_equal(json_number_of(event("played"), "seat"), seat);
    assert_string_equal(json_text_of(event("played"), "card"), "R7");
    assert_string_equal(json_text_of(event("played"), "colour"), "red");
    assert_null(
        cJSON_GetObjectItem(event("played"), "other")); /* an event has only what it needs */
    assert_null(cJSON_GetObjectItem(event("played"), "cards"));
    assert_true(cJSON_IsNull(json_member(shown, "end")));
}

static void a_drawn_card_is_its_players(void **state)
{
    (void)state;
    char code[CARD_TEXT];
    controls_deal("classic");
    const char *who = pair_of_turn();
    unsigned seat = seat_called(who);
    controls_lay("R5", "G7 B2");
    const struct round *round = scene_table(&scene)->round;
    const struct game *game = &round->game;
    unsigned face = round->rules->deck.face_of[game->pile[game->pile_count - 1]];
    scene_command(&scene, who, "draw");
    show(seat);
    assert_int_equal(json_number_of(event("drew"), "count"), 1);
    assert_int_equal(cJSON_GetArraySize(json_member(event("drew"), "cards")), 1);
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetArrayItem(json_member(event("drew"), "cards"), 0)),
        face_format(&round->rules->deck.face[face], code));
    for (unsigned i = 0; i < 2; i++) {
        show(i == 0 ? 1 - seat : SEAT_NONE);
        assert_int_equal(json_number_of(event("drew"), "count"), 1);
        assert_null(cJSON_GetObjectItem(event("drew"), "cards"));
    }
}

static void so_many_moves_are_kept(void **state)
{
    (void)state;
    unsigned chance = 3;
    controls_deal("classic");
    for (unsigned i = 0; i < MOVES_KEPT + 5; i++)
        act(&chance);
    show(SEAT_NONE);
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "moves")), MOVES_KEPT);
    assert_int_equal(json_number_of(last_move(), "move"), scene_table(&scene)->round->seq);
    char *before = cJSON_PrintUnformatted(last_move());
    scene_settle(&scene);
    scene_restart(&scene); /* tells the last move again */
    show(SEAT_NONE);
    char *after = cJSON_PrintUnformatted(last_move());
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* -- the end -- */

/* alice, bob and carol; the one to act holds `card` as the last one, the others what they have. */
static const char *ends_with(const char *score, const char *card)
{
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set score %s", score);
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    controls_lay(card, card);
    scene_command(&scene, who, "play %s", card);
    assert_null(scene_table(&scene)->round);
    return who;
}

static void the_end_says_who_won_and_what_was_left(void **state)
{
    (void)state;
    unsigned winner = seat_called(ends_with("points_500", "R7"));
    show(SEAT_NONE);
    const cJSON *end = json_member(shown, "end");
    assert_string_equal(json_text_of(end, "outcome"), "won");
    assert_int_equal(json_number_of(end, "winner"), winner);
    assert_int_equal(json_number_of(end, "target"), 500);
    assert_true(cJSON_IsFalse(json_member(end, "lowest")));
    assert_true(cJSON_IsFalse(json_member(end, "match_over")));
    assert_int_equal(json_number_of(end, "round"), scene_table(&scene)->last.id);
    const cJSON *won = cJSON_GetArrayItem(json_member(end, "seats"), (int)winner);
    const cJSON *lost = cJSON_GetArrayItem(json_member(end, "seats"), 1 - (int)winner);
    assert_int_equal(json_number_of(won, "seat"), winner);
    assert_int_equal(cJSON_GetArraySize(json_member(won, "cards")), 0);
    assert_int_equal(cJSON_GetArraySize(json_member(lost, "cards")), 7);
    assert_int_equal(json_number_of(won, "gained"), json_number_of(end, "points"));
    assert_int_equal(json_number_of(won, "total"), json_number_of(end, "points"));
    assert_int_equal(json_number_of(lost, "worth"), json_number_of(end, "points"));
    assert_int_equal(json_number_of(lost, "gained"), 0);
    assert_non_null(event("round-over"));
    show(1 - winner); /* the hands are open now, to all alike */
    assert_int_equal(cJSON_GetArraySize(json_member(json_member(shown, "end"), "seats")), 2);
}

static void the_end_of_a_match_is_told(void **state)
{
    (void)state;
    unsigned winner = seat_called(ends_with("single_round", "G4"));
    show(SEAT_NONE);
    const cJSON *end = json_member(shown, "end");
    assert_true(cJSON_IsTrue(json_member(end, "match_over")));
    assert_true(cJSON_IsNull(json_member(end, "target")));
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, json_member(end, "seats"))
    {
        assert_int_equal(cJSON_IsTrue(json_member(row, "match_won")),
                         json_number_of(row, "seat") == (int)winner);
    }
    scene_press(&scene, "alice", "start"); /* the rematch begins without it */
    show(SEAT_NONE);
    assert_true(cJSON_IsNull(json_member(shown, "end")));
    assert_int_equal(json_number_of(last_move(), "move"), 0);
}

/* Somebody leaves after the round: the rest of it stays, and names the right seats. */
static void moves_follow_the_seats(void **state)
{
    (void)state;
    ends_with("single_round", "G4");
    const char *stays = seat_name(scene_table(&scene), 1);
    char name[64];
    snprintf(name, sizeof(name), "%s", stays);
    show(SEAT_NONE);
    int total = json_number_of(
        cJSON_GetArrayItem(json_member(json_member(shown, "end"), "seats"), 1), "total");
    scene_command(&scene, seat_name(scene_table(&scene), 0), "leave");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    show(SEAT_NONE);
    const cJSON *rows = json_member(json_member(shown, "end"), "seats");
    assert_int_equal(cJSON_GetArraySize(rows), 1);
    assert_int_equal(json_number_of(cJSON_GetArrayItem(rows, 0), "seat"), 0);
    assert_int_equal(json_number_of(cJSON_GetArrayItem(rows, 0), "total"), total);
    assert_string_equal(seat_name(scene_table(&scene), 0), name);
    scene_command(&scene, "carol", "join");
    show(SEAT_NONE);
    assert_int_equal(cJSON_GetArraySize(json_member(json_member(shown, "end"), "seats")), 1);
}

/* -- secrets -- */

static void change_cards(struct event *event, unsigned reader, unsigned *chance)
{
    struct cards open = view_event_cards(event, reader);
    unsigned count = cards_count(event->cards);
    if (cards_empty(event->cards) || !cards_empty(open))
        return;
    event->cards = cards_none();
    while (cards_count(event->cards) < count)
        cards_add(&event->cards, draw(chance, 100));
}

/* All that the reader gets, without the time that is left: the table's document, or that of their
 * seat. The text is the caller's. */
static char *write_whole(unsigned reader)
{
    const struct seat_json_facts facts = {.seq = 41};
    struct json json;
    if (reader == SEAT_NONE)
        return write_for(reader);
    json_init(&json);
    assert_true(
        seat_json_write(&json, scene_table(&scene), reader, scene.host.options.language, &facts));
    cJSON *seat = json_end(&json);
    assert_non_null(seat);
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(seat, "table"), "clock");
    char *text = cJSON_PrintUnformatted(seat);
    cJSON_Delete(seat);
    return text;
}

/* Other cards were drawn and shown than the reader could see: the document is the same. */
static void expect_moves_hide(unsigned reader, const char *one, unsigned *chance)
{
    struct kept_moves *moves = kept();
    for (unsigned i = 0; i < moves->count; i++) {
        for (unsigned n = 0; n < moves->move[i]->count; n++) {
            struct event *at = &moves->move[i]->at[n];
            const struct event before = *at;
            change_cards(at, reader, chance);
            char *other = write_whole(reader);
            *at = before;
            assert_string_equal(one, other);
            free(other);
        }
    }
}

/* Others hold other cards, and others lie in the pile: the document is the same. */
static void expect_hands_hide(unsigned reader, const char *one, unsigned *chance)
{
    struct game *game = controls_game();
    const struct game before = *game;
    /* A drawn card is its player's alone, and stays where it is. Who may choose a player of those
     * that hold a colour was shown the hands (W-2). */
    if (game->phase == PHASE_DRAWN ? game->turn != reader
                                   : game->phase == PHASE_TARGET && game->turn == reader)
        return;
    controls_shuffle_hidden(reader, chance);
    char *other = write_whole(reader);
    *game = before;
    assert_string_equal(one, other);
    free(other);
}

static void expect_nothing_hidden(unsigned reader, unsigned *chance)
{
    char *one = write_whole(reader);
    expect_hands_hide(reader, one, chance);
    expect_moves_hide(reader, one, chance);
    free(one);
}

/* What the rules show of an event, told again and apart from view_event_cards(). */
static void expect_cards_are_the_readers(unsigned reader)
{
    const cJSON *move = NULL;
    const cJSON *at = NULL;
    show(reader);
    cJSON_ArrayForEach(move, json_member(shown, "moves"))
    {
        cJSON_ArrayForEach(at, json_member(move, "events"))
        {
            const cJSON *other = cJSON_GetObjectItem(at, "other");
            if (cJSON_GetObjectItem(at, "cards") == NULL)
                continue;
            if (strcmp(json_text_of(at, "kind"), "drew") == 0)
                assert_int_equal(json_number_of(at, "seat"), (int)reader);
            else {
                assert_string_equal(json_text_of(at, "kind"), "shown");
                assert_true(other == NULL || cJSON_GetNumberValue(other) == (double)reader);
            }
        }
    }
}

static void no_move_tells_what_is_hidden(void **state)
{
    (void)state;
    static const char *const sets[] = {"classic", "hyper", "skull", "web", "flex", "minion"};
    unsigned chance = 11;
    unsigned moves = 0;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_command(&scene, "oper", "set channel webswing_reveal actor_only");
    scene_command(&scene, "oper", "set channel seven_zero on");
    for (unsigned set = 0; set < 6; set++) {
        scene_command(&scene, "alice", "new %s", sets[set]);
        scene_command(&scene, "bob", "join");
        scene_command(&scene, "carol", "join");
        scene.host.options.uno_grace = 0;
        scene_press(&scene, "alice", "start");
        for (unsigned n = 0; n < 60 && scene_table(&scene)->round != NULL; n++, moves++) {
            for (unsigned seat = 0; seat < 3; seat++) {
                expect_cards_are_the_readers(seat);
                if (n % 4 == seat)
                    expect_nothing_hidden(seat, &chance);
            }
            expect_cards_are_the_readers(SEAT_NONE);
            if (n % 4 == 3)
                expect_nothing_hidden(SEAT_NONE, &chance);
            act(&chance);
        }
        scene_stop(&scene);
    }
    assert_true(moves > 100);
}

/* -- names -- */

/* Pages know the kinds by the names that the engine's page has. */
static void kinds_are_those_of_the_page(void **state)
{
    (void)state;
    char text[16384];
    FILE *file = fopen(ENGINE_JS, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    const char *at = strstr(text, "export const EVENTS = [");
    assert_non_null(at);
    controls_deal("classic");
    struct kept_moves *moves = kept();
    for (unsigned kind = 0; kind <= EVENT_ROUND_OVER; kind++) {
        char name[32];
        at = strchr(at, '"') + 1;
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, "\""), at);
        at = strchr(at, '"') + 1;
        moves->move[0]->at[0].kind = (uint8_t)kind;
        moves->count = 1;
        show(SEAT_NONE);
        assert_string_equal(
            json_text_of(cJSON_GetArrayItem(json_member(last_move(), "events"), 0), "kind"), name);
    }
    assert_int_equal(at[0], ']');
}

static int tear_down(void **state)
{
    cJSON_Delete(shown);
    shown = NULL;
    return pair_tear_down(state);
}

#define MOVES_TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MOVES_TEST(a_move_is_told_by_its_events),
        MOVES_TEST(a_drawn_card_is_its_players),
        MOVES_TEST(so_many_moves_are_kept),
        MOVES_TEST(the_end_says_who_won_and_what_was_left),
        MOVES_TEST(the_end_of_a_match_is_told),
        MOVES_TEST(moves_follow_the_seats),
        MOVES_TEST(no_move_tells_what_is_hidden),
        MOVES_TEST(kinds_are_those_of_the_page),
    };
    language_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
