/* linked.h: a scene of pair.h where desk has an account, for tests of !link and what goes with it.
 */
#ifndef TALON_TESTS_BOT_LINKED_H
#define TALON_TESTS_BOT_LINKED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "bot/people/code.h"
#include "bot/people/link.h"
#include "bot/text/language.h"
#include "pair.h"

static inline int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    script_join(scene.adapter, "#table", "desk", "acc", false);
    scene_settle(&scene);
    return 0;
}

static char words[LINK_WORDS_SIZE]; /* of the last !link, NAME-CODE */
static char code[CODE_SIZE];        /* the same without the name */

static inline void read_code(const char *line)
{
    assert_non_null(line);
    line = strstr(line, "Your code is ") + strlen("Your code is ");
    size_t length = strcspn(line, " ") - 1; /* a full stop */
    assert_in_range(length, CODE_LENGTH + 2, sizeof(words) - 1);
    snprintf(words, sizeof(words), "%.*s", (int)length, line);
    snprintf(code, sizeof(code), "%s", words + length - CODE_LENGTH);
    assert_int_equal(words[length - CODE_LENGTH - 1], '-');
}

static inline void ask_code(const char *who)
{
    scene_tell(&scene, who, "!link");
    read_code(scene_said(&scene, "Your code is "));
}

/* "!link NAME-CODE" in private. */
static inline void give(const char *who)
{
    scene_tell(&scene, who, "!link %s", words);
}

/* `who` says the code of `whom`: the two are one, and both are told. */
static inline void join_with(const char *who, const char *whom)
{
    char told[64];
    give(who);
    snprintf(told, sizeof(told), "@%s: You and %s on ", who, whom);
    scene_wait(&scene, told);
    snprintf(told, sizeof(told), "@%s: You and %s on ", whom, who);
    scene_wait(&scene, told);
    scene_settle(&scene);
}

/* Alice and bob play a round to its end, from where it is. */
static inline void play_round(void)
{
    struct actor actors[] = {{.name = "alice"}, {.name = "bob"}};
    actors[0].read = actors[1].read = scene.mark;
    scene_play(&scene, actors, 2, "wins the round", 3000);
}

static inline void deal_and_play(void)
{
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    play_round();
}

static inline const char *board(const char *scope)
{
    scene_settle(&scene);
    scene_mark(&scene);
    scene_type(&scene, "carol", "!top all %s", scope);
    return scene_wait(&scene, "Best of all time");
}

#endif
