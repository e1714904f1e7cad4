/* People who play by what was whispered to them (scene.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"

static unsigned draw(unsigned *chance, unsigned below)
{
    *chance = *chance * 1103515245U + 12345U;
    return (*chance >> 16) % below;
}

/* "[R 5]" -> "R 5", "[W+4]" -> "W+4 blue": what a person would type. A skull needs its words (S-3).
 */
static void type_card(struct scene *scene, struct actor *actor, const char *card, const char *more,
                      unsigned *chance)
{
    static const char *const colours[][4] = {{"red", "green", "blue", "yellow"},
                                             {"red", "green", "blue", "purple"},
                                             {"orange", "green", "blue", "yellow"}};
    const char *set = ruleset_name(scene_table(scene)->set);
    unsigned row = strcmp(set, "skull") == 0 ? 1 : strcmp(set, "minion") == 0 ? 2 : 0;
    char words[40];
    size_t length = strcspn(card, "]") - 1;
    assert_true(length < sizeof(words));
    memcpy(words, card + 1, length);
    words[length] = '\0';
    bool wild = words[0] == 'W';
    scene_type(scene, actor->name, "!play %s%s%s%s%s", words, wild ? " " : "",
               wild ? colours[row][draw(chance, 4)] : "",
               strncmp(card + 1 + length, "]*flex", 6) == 0 ? " flex" : "", more);
    if (strcmp(words, "W\u00A0skull") == 0)
        scene_type(scene, actor->name, "By the power of Grayskull, I have the power!");
}

/* Somebody who may be chosen, by name: who guesses wrongly again and again is ignored (flood.h),
 * and waits for an answer that never comes. */
static void type_target(struct scene *scene, struct actor *actor, unsigned *chance)
{
    const struct table *table = scene_table(scene);
    struct legal legal = {0};
    unsigned seat = 0;
    while (seat < table->seat_count && strcmp(seat_name(table, seat), actor->name) != 0)
        seat++;
    if (table->round != NULL)
        game_legal(table->round->rules, &table->round->game, seat, &legal);
    if (legal.targets == 0)
        return; /* the question is over */
    seat = draw(chance, table->seat_count);
    while ((legal.targets >> seat & 1) == 0)
        seat = (seat + 1) % table->seat_count;
    scene_type(scene, actor->name, "!target %s", seat_name(table, seat));
}

/* The n-th marked card ("[R 5]*") behind `at`, and how many there are. */
static const char *marked(const char *at, unsigned n, unsigned *count)
{
    const char *found = NULL;
    *count = 0;
    for (; (at = strchr(at, '[')) != NULL; at++) {
        const char *end = strchr(at, ']');
        if (end == NULL || end[1] != '*')
            continue;
        if ((*count)++ == n)
            found = at;
    }
    return found;
}

static unsigned cards_in(const char *at)
{
    unsigned count = 0;
    for (; (at = strchr(at, '[')) != NULL; at++)
        count++;
    return count;
}

static bool answer_turn(struct scene *scene, struct actor *actor, const char *hand,
                        unsigned *chance)
{
    unsigned count = 0;
    if (strstr(hand, "!accept") != NULL) {
        scene_type(scene, actor->name, draw(chance, 3) == 0 ? "!challenge" : "!accept");
        return true;
    }
    if (strstr(hand, "!target NAME") != NULL) {
        type_target(scene, actor, chance);
        return true;
    }
    if (strstr(hand, "!colour COLOUR") != NULL) {
        scene_type(scene, actor->name, "!colour %s", draw(chance, 2) == 0 ? "green" : "blue");
        return true;
    }
    marked(hand, 0, &count);
    if (count == 0) {
        scene_type(scene, actor->name,
                   strstr(hand, "!pass") != NULL || strstr(hand, "!keep") != NULL ? "!pass" : "dr");
        return true;
    }
    const char *card = marked(hand, draw(chance, count), &count);
    bool forgets = draw(chance, 100) < actor->forgets;
    type_card(scene, actor, card, cards_in(hand) == 2 && !forgets ? " uno" : "", chance);
    return true;
}

static bool answer(struct scene *scene, struct actor *actor, const char *line, unsigned *chance)
{
    const char *hand = strstr(line, "Your hand: ");
    if (strstr(line, "Your turn on ") != NULL && hand != NULL)
        return answer_turn(scene, actor, hand, chance);
    const char *flex = strstr(line, "By the flex side (add the word flex): ");
    if (flex != NULL && strncmp(line, "That card does not match.", 25) == 0)
        return type_card(scene, actor, strchr(flex, '['), " flex", chance), true;
    if (strncmp(line, "Which player? ", 14) == 0) /* HR-4 */
        return type_target(scene, actor, chance), true;
    bool keeps = strstr(line, "!keep") != NULL;
    if (strncmp(line, "You drew ", 9) != 0 || (!keeps && strstr(line, "must be played") == NULL))
        return false;
    if (keeps && draw(chance, 3) == 0)
        scene_type(scene, actor->name, "!keep");
    else
        type_card(scene, actor, strchr(line, '['), "", chance);
    return true;
}

bool actor_step(struct scene *scene, struct actor *actor, unsigned *chance)
{
    bool typed = false;
    char start[80];
    snprintf(start, sizeof(start), "@%s: ", actor->name);
    for (; actor->read < script_lines(scene->adapter); actor->read++) {
        const char *line = script_line(scene->adapter, actor->read);
        if (strncmp(line, start, strlen(start)) == 0 &&
            answer(scene, actor, line + strlen(start), chance)) {
            typed = true;
            actor->moves++;
        }
    }
    return typed;
}

void scene_play(struct scene *scene, struct actor *actors, unsigned count, const char *part,
                unsigned moves)
{
    unsigned chance = 20;
    for (unsigned i = 0; i < moves; i++) {
        bool typed = false;
        scene_settle(scene);
        if (scene_said(scene, part) != NULL)
            return;
        for (unsigned n = 0; n < count; n++)
            typed = actor_step(scene, &actors[n], &chance) || typed;
        for (size_t n = script_lines(scene->adapter); !typed && n > 0; n--) {
            if (script_lines(scene->adapter) - n < 9)
                print_message("  %s\n", script_line(scene->adapter, n - 1));
        }
        if (!typed)
            fail_msg("nobody was asked for anything, and nothing was said of \"%s\"", part);
    }
    fail_msg("\"%s\" was not said after %u moves", part, moves);
}
