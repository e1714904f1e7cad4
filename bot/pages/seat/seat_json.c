#include "seat_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "base/message.h"
#include "bot/pages/json.h"
#include "bot/pages/table_json.h"
#include "bot/show/controls.h"
#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/show/table_message_controls.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "engine/notation.h"

/* One document as it is made. */
struct seat_page {
    struct json *json;
    const struct table *table;
    unsigned seat;
    const struct language *language;
    bool plays;
    struct view view; /* hand of that seat; empty if the seat does not play */
};

static void add_stamp(struct json *json, uint64_t stamp)
{
    char text[24];
    snprintf(text, sizeof(text), "%" PRIu64, stamp);
    json_text(json, json->root, "stamp", text);
}

/* -- controls -- */

static void add_control(struct json *json, cJSON *list, const struct control *control)
{
    static const char *const kinds[] = {[CONTROL_BUTTON] = "button",
                                        [CONTROL_MENU] = "menu",
                                        [CONTROL_CHOICE] = "choice",
                                        [CONTROL_WORDS] = "words"};
    cJSON *at = json_object(json, list, NULL);
    json_text(json, at, "kind", kinds[control->kind]);
    json_text(json, at, "words", control->words);
    json_text(json, at, "label", control->label);
    if (*control->help != '\0')
        json_text(json, at, "help", control->help);
    if (control->strong)
        json_flag(json, at, "strong", true);
    if (control->off)
        json_flag(json, at, "off", true);
    if (control->chosen)
        json_flag(json, at, "chosen", true);
}

/* Begins a list of controls. NULL: memory is out; then the document fails. */
static struct message *controls_begin(const struct seat_page *page)
{
    struct message *message = message_create(NULL, NULL, URGENCY_INFO);
    if (message == NULL)
        page->json->failed = true;
    return message;
}

static void controls_end(const struct seat_page *page, const char *key, struct message *message)
{
    cJSON *list = json_list(page->json, page->json->root, key);
    for (unsigned i = 0; message != NULL && i < message->control_count; i++)
        add_control(page->json, list, &message->controls[i]);
    page->json->failed = page->json->failed || (message != NULL && message->failed);
    message_destroy(message);
}

/* -- what is asked -- */

/* Adds the colour or the seat that the controls of a list stand for, so that pages can mark it. */
static void mark_controls(const struct seat_page *page, const char *key)
{
    static const char *const of_seats[] = {"target ", "catch "};
    cJSON *at = NULL;
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(page->json->root, key))
    {
        const char *words = cJSON_GetStringValue(cJSON_GetObjectItem(at, "words"));
        if (words != NULL && strncmp(words, "colour ", strlen("colour ")) == 0)
            json_text(page->json, at, "colour", words + strlen("colour "));
        for (unsigned i = 0; words != NULL && i < ARRAY_SIZE(of_seats); i++) {
            size_t length = strlen(of_seats[i]);
            if (strncmp(words, of_seats[i], length) == 0)
                json_number(page->json, at, "target", seat_named(page->table, words + length));
        }
    }
}

static void add_asked(const struct seat_page *page)
{
    struct message *words = controls_begin(page);
    struct message *choices = controls_begin(page);
    if (page->plays && words != NULL && choices != NULL)
        hand_asks(page->table, page->seat, page->language, words, choices);
    json_text(page->json, page->json->root, "asked",
              words != NULL && words->length > 0 ? words->text : "");
    page->json->failed = page->json->failed || (words != NULL && words->failed);
    message_destroy(words);
    controls_end(page, "choices", choices);
    mark_controls(page, "choices");
}

/* Lists the colours that a wild may name, in the order of the set. */
static void add_colours(const struct seat_page *page)
{
    cJSON *list = json_list(page->json, page->json->root, "colours");
    for (unsigned i = 0; page->plays && i < sizeof(page->table->round->rules->colours); i++)
        json_text(page->json, list, NULL, colour_name(page->table->round->rules->colours[i]));
}

/* -- the hand -- */

static void add_way(const struct seat_page *page, cJSON *list, const struct plays *plays,
                    const struct control *control)
{
    cJSON *at = json_object(page->json, list, NULL);
    json_text(page->json, at, "words", control->words);
    json_text(page->json, at, "label", control->label);
    json_flag(page->json, at, "flex", plays->flex);
    json_flag(page->json, at, "uno", plays->uno);
    json_number(page->json, at, "more", plays->more);
}

/* Lists the ways in which a face can be played now. */
static void add_ways(const struct seat_page *page, cJSON *card, unsigned face)
{
    struct plays plays = {
        .language = page->language, .rules = page->table->round->rules, .view = &page->view};
    struct control control;
    cJSON *list = json_list(page->json, card, "ways");
    while (plays_next(&plays, &control)) {
        if (plays.face == face)
            add_way(page, list, &plays, &control);
    }
}

static void add_card(const struct seat_page *page, cJSON *hand, unsigned card)
{
    const struct rules *rules = page->table->round->rules;
    const struct legal *legal = &page->view.legal;
    char code[CARD_TEXT];
    cJSON *at = json_object(page->json, hand, NULL);
    bool playable = cards_has(legal->normal, card) || cards_has(legal->flex, card);
    json_text(page->json, at, "card",
              face_format(&rules->deck.face[rules->deck.face_of[card]], code));
    json_flag(page->json, at, "playable", playable);
    if (playable)
        add_ways(page, at, rules->deck.face_of[card]);
}

/* Colour by colour, wilds last. */
static void add_hand(const struct seat_page *page)
{
    cJSON *hand = json_list(page->json, page->json->root, "hand");
    if (!page->plays)
        return;
    const struct rules *rules = page->table->round->rules;
    for (unsigned group = 0; group <= sizeof(rules->colours); group++) {
        struct cards left = cards_and(page->view.hand, group < sizeof(rules->colours)
                                                           ? rules->of_colour[rules->colours[group]]
                                                           : rules->wilds);
        for (; !cards_empty(left); cards_remove(&left, cards_first(left)))
            add_card(page, hand, cards_first(left));
    }
}

/* -- the rest -- */

static void add_actions(const struct seat_page *page)
{
    struct message *actions = controls_begin(page);
    if (page->plays && actions != NULL) {
        hand_answers(page->table, page->seat, page->language, actions);
        seat_catches(page->table, page->seat, page->language, actions);
    }
    controls_end(page, "actions", actions);
    mark_controls(page, "actions");
    struct message *beside = controls_begin(page);
    if (beside != NULL)
        seat_controls(page->table, page->seat, page->language, beside);
    controls_end(page, "beside", beside);
}

static void add_rules(const struct seat_page *page)
{
    struct message *rules = controls_begin(page);
    if (rules == NULL)
        return;
    render_rules(page->table, page->language, rules);
    json_text(page->json, page->json->root, "rules", rules->text);
    page->json->failed = page->json->failed || rules->failed;
    message_destroy(rules);
}

static void add_table(const struct seat_page *page, const struct seat_json_facts *facts)
{
    const struct table_json_facts shown = {.seq = facts->seq,
                                           .reader = page->seat,
                                           .lines = facts->lines,
                                           .line_count = facts->line_count};
    table_json(page->json, json_object(page->json, page->json->root, "table"), page->table, &shown);
}

bool seat_json_write(struct json *json, const struct table *table, unsigned seat,
                     const struct language *language, const struct seat_json_facts *facts)
{
    const struct round *round = table->round;
    struct seat_page page = {.json = json, .table = table, .seat = seat, .language = language};
    page.plays = round != NULL && seat_in_round(table, seat);
    if (page.plays)
        view_of(round->rules, &round->game, seat, &page.view);
    json_text(json, json->root, "type", "seat");
    json_number(json, json->root, "seq", facts->seq);
    if (round != NULL && round->game.turn != SEAT_NONE)
        json_number(json, json->root, "turn", round->game.turn);
    else
        json_null(json, json->root, "turn");
    add_stamp(json, table_stamp(table));
    json_number(json, json->root, "seat", seat);
    json_text(json, json->root, "you", seat_name(table, seat));
    json_text(json, json->root, "language", language->code);
    json_flag(json, json->root, "plays", page.plays);
    json_flag(json, json->root, "guest",
              page_seat_of_guest(table->tables, table->seats[seat].person) != NULL);
    add_table(&page, facts);
    add_rules(&page);
    add_asked(&page);
    add_colours(&page);
    add_hand(&page);
    add_actions(&page);
    return !json->failed;
}

bool seat_json_over(struct json *json, const char *why, const char *words,
                    const struct language *language)
{
    json_text(json, json->root, "type", "over");
    json_text(json, json->root, "why", why);
    json_text(json, json->root, "words", tr(language, words));
    return !json->failed;
}
