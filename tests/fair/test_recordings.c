/* A round of each set, and one of eleven players with two decks (HR-21), as carol's client logged
 * it, with what `talon verify` said of it: the program says the same today. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/log.h"
#include "tests/bot/program.h"
#include "tests/bot/trio.h"

static struct log_text saw;
static char path[400];

static void play(const char *name, const char *set, unsigned bots)
{
    struct actor actors[3];
    scene_init(&scene, SCENE_MEMORY);
    scene.options.seed = name;
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new %s", set);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!set score single_round");
    if (bots > 0) {
        scene_do(&scene, "alice", "!set two_decks on");
        scene_do(&scene, "alice", "!bots %u", bots);
    }
    scene_do(&scene, "carol", "!cut bananas");
    scene_do(&scene, "alice", "!start surprise");
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
    scene_play(&scene, actors, 3, "wins the round", 20000);
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: To check it, save ");
    log_take(&scene, "carol", DRESS_PLAIN, &saw);
    log_drop(&saw, "Your turn");
    log_drop(&saw, "On top");
    log_drop(&saw, "You drew");
    log_drop(&saw, "seat word");
    scene_finish(&scene);
}

/* The program's word on the recording, whole. */
static void verify(void)
{
    if (program_run("verify --transcript '%s'", path) != 0)
        fail_msg("%s: %s", path, program_said);
}

static void record(const char *name, const char *set, unsigned bots)
{
    play(name, set, bots);
    for (unsigned part = 0; part < 2; part++) { /* the log, and then what is said of it */
        FILE *file = fopen(path, part == 0 ? "w" : "a");
        assert_non_null(file);
        if (part == 1)
            fputs("-- talon verify --transcript\n", file);
        fputs(part == 0 ? saw.text : program_said, file);
        fclose(file);
        if (part == 0)
            verify();
    }
}

/* Returns what `talon verify` said when the recording was made. */
static const char *recorded_word(void)
{
    static char recorded[LOG_MAX];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    recorded[fread(recorded, 1, sizeof(recorded) - 1, file)] = '\0';
    fclose(file);
    const char *word = strstr(recorded, "-- talon verify --transcript\n");
    assert_non_null(word);
    return strchr(word, '\n') + 1;
}

static void prove(const char *name, const char *set, unsigned bots)
{
    snprintf(path, sizeof(path), "%s/%s.txt", TALON_RECORDINGS, name);
    if (getenv("TALON_GOLDEN") != NULL)
        record(name, set, bots);
    const char *word = recorded_word();
    verify();
    assert_string_equal(word, program_said);
}

static void each_recording_is_proven(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++)
        prove(ruleset_name(ruleset_at(n)), ruleset_name(ruleset_at(n)), 0);
}

/* HR-21, R-78. */
static void two_decks_are_proven(void **state)
{
    (void)state;
    prove("two-decks", "classic", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_recording_is_proven),
                                       cmocka_unit_test(two_decks_are_proven)};
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
