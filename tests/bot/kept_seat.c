#include "kept_seat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "pair.h"

int kept_seat_set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

void kept_seat_word(const char *who, const char *words, char word[CODE_SIZE])
{
    char start[80];
    snprintf(start, sizeof(start), "@%s: ", who);
    word[0] = '\0';
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        const char *line = script_line(scene.adapter, i);
        const char *at = strstr(line, words);
        if (strncmp(line, start, strlen(start)) == 0 && at != NULL)
            snprintf(word, CODE_SIZE, "%s", at + strlen(words));
    }
    assert_int_equal(strlen(word), CODE_LENGTH);
}

void kept_seat_deal(char word[CODE_SIZE])
{
    scene_do(&scene, "alice", "!new");
    kept_seat_word("alice", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
}

struct person *kept_seat_owner(void)
{
    return scene_table(&scene)->seats[0].person;
}

void kept_seat_impostor(void)
{
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    scene_mark(&scene);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
}
