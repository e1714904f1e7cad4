/* A whole match of each set and language, as the channel and each player saw it, against
 * tests/bot/show/golden/SET-LANGUAGE.txt. TALON_GOLDEN=write writes those files anew: read them
 * before they are committed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "engine/player/player.h"
#include "tests/bot/scene.h"
#include "tests/bot/scene_watch.h"

enum { TEXT_MAX = 400000, MOVES_MAX = 600 };

struct transcript {
    struct scene scene;
    const char *language;
    size_t read; /* lines of the network before it are in the text */
    char *text;
    struct buf buf;
};

/* Words of the two languages; everything else that is typed is a command. */
static const struct tongue {
    const char *language;
    const char *colour[COLOUR_COUNT];
    const char *proclamation;
    const char *earns; /* before the names of achievements */
} tongues[] = {
    {"en",
     {[COLOUR_RED] = "red",
      [COLOUR_GREEN] = "green",
      [COLOUR_BLUE] = "blue",
      [COLOUR_YELLOW] = "yellow",
      [COLOUR_PURPLE] = "purple",
      [COLOUR_ORANGE] = "orange"},
     "By the power of Grayskull, I have the power!",
     " has earned: "},
    {"fr",
     {[COLOUR_RED] = "rouge",
      [COLOUR_GREEN] = "vert",
      [COLOUR_BLUE] = "bleu",
      [COLOUR_YELLOW] = "jaune",
      [COLOUR_PURPLE] = "violet",
      [COLOUR_ORANGE] = "orange"},
     "Par le pouvoir du crâne ancestral, je détiens la force toute-puissante !",
     " décroche\u00a0: "},
};

static const struct tongue *tongue_of(const struct transcript *transcript)
{
    return &tongues[strcmp(transcript->language, "fr") == 0];
}

static void read_on(struct transcript *transcript)
{
    struct scene *scene = &transcript->scene;
    scene_settle(scene);
    for (; transcript->read < script_lines(scene->adapter); transcript->read++) {
        assert_true(
            buf_printf(&transcript->buf, "%s\n", script_line(scene->adapter, transcript->read)));
    }
}

static void say(struct transcript *transcript, const char *who, const char *text)
{
    read_on(transcript);
    assert_true(buf_printf(&transcript->buf, "%s> %s\n", who, text));
    scene_type(&transcript->scene, who, "%s", text);
    read_on(transcript);
}

/* "!play y2/g flex blue target bob uno" */
static void type_play(struct transcript *transcript, const struct table *table,
                      const struct action *action)
{
    const struct card *card = &table->round->rules->deck.face[action->face];
    char code[CARD_TEXT], line[200];
    struct buf buf;
    buf_init(&buf, line, sizeof(line));
    face_format(card, code);
    for (char *bar = strchr(code, '|'); bar != NULL; bar = NULL)
        *bar = '/';
    code[strcspn(code, "^")] = '\0';
    buf_printf(&buf, "!play %s", code);
    if (action->colour != COLOUR_NONE)
        buf_printf(&buf, " %s", tongue_of(transcript)->colour[action->colour]);
    if (action->flex)
        buf_printf(&buf, " flex");
    if (action->target != SEAT_NONE)
        buf_printf(&buf, " %s", seat_name(table, action->target));
    if (action->uno)
        buf_printf(&buf, " uno");
    const char *who = seat_name(table, action->seat);
    bool within = strcmp(transcript->language, "fr") == 0; /* S-3: both ways are seen */
    if (action->proclaim && within)
        buf_printf(&buf, " %s", tongue_of(transcript)->proclamation);
    say(transcript, who, line);
    if (action->proclaim && !within)
        say(transcript, who, tongue_of(transcript)->proclamation);
}

static void type_action(struct transcript *transcript, const struct table *table,
                        const struct action *action)
{
    static const char *const words[ACTION_KIND_COUNT] = {
        [ACTION_DRAW] = "!draw",     [ACTION_KEEP] = "!keep",           [ACTION_PASS] = "!pass",
        [ACTION_ACCEPT] = "!accept", [ACTION_CHALLENGE] = "!challenge", [ACTION_COLOUR] = "!colour",
        [ACTION_TARGET] = "!target", [ACTION_CATCH] = "!catch"};
    char line[200];
    struct buf buf;
    if (action->kind == ACTION_PLAY) {
        type_play(transcript, table, action);
        return;
    }
    buf_init(&buf, line, sizeof(line));
    buf_printf(&buf, "%s", words[action->kind]);
    if (action->kind == ACTION_COLOUR)
        buf_printf(&buf, " %s", tongue_of(transcript)->colour[action->colour]);
    if (action->target != SEAT_NONE)
        buf_printf(&buf, " %s", seat_name(table, action->target));
    say(transcript, seat_name(table, action->seat), line);
}

/* The seat to act does what a computer player would, typed as people type. */
static void move(struct transcript *transcript, struct table *table, unsigned n)
{
    struct round *round = table->round;
    struct chance_seeded chance;
    struct view view;
    struct action action;
    chance_init_seed(&chance, n);
    view_of(round->rules, &round->game, round->game.turn, &view);
    if (view.legal.catchable != 0 && n % 2 == 0) { /* some look, some do not */
        action = action_make(ACTION_CATCH, round->game.turn);
        action.target = (uint8_t)__builtin_ctz(view.legal.catchable);
    } else {
        player_find("random")->choose(round->rules, &view, &chance.base, NULL, &action);
        action.uno = action.uno && n % 5 != 0;
    }
    type_action(transcript, table, &action);
}

static void play_match(struct transcript *transcript)
{
    struct scene *scene = &transcript->scene;
    for (unsigned n = 0; n < MOVES_MAX; n++) {
        struct table *table = scene_table(scene);
        assert_non_null(table);
        if (table->state != TABLE_ROUND)
            return;
        move(transcript, table, n);
    }
    fail_msg("the match goes on after %d moves", MOVES_MAX);
}

static void compare(const struct transcript *transcript, const char *path)
{
    const char *mode = getenv("TALON_GOLDEN");
    FILE *file = fopen(path, mode != NULL && strcmp(mode, "write") == 0 ? "w" : "r");
    assert_non_null(file);
    if (mode != NULL && strcmp(mode, "write") == 0) {
        assert_true(fputs(transcript->text, file) >= 0);
        assert_int_equal(fclose(file), 0);
        return;
    }
    char line[4096];
    const char *at = transcript->text;
    for (unsigned number = 1; fgets(line, sizeof(line), file) != NULL; number++) {
        size_t length = strcspn(at, "\n") + (strchr(at, '\n') != NULL);
        if (strlen(line) != length || memcmp(line, at, length) != 0)
            fail_msg("%s:%u: expected %sgot %.*s", path, number, line, (int)length, at);
        at += length;
    }
    fclose(file);
    assert_string_equal(at, "");
}

static void the_match_reads_as_before(void **state)
{
    const char *name = *state, *dash = strchr(name, '-');
    struct transcript *transcript = calloc(1, sizeof(*transcript));
    char path[512], line[64];
    assert_non_null(transcript);
    struct scene *scene = &transcript->scene;
    transcript->language = dash + 1;
    transcript->text = malloc(TEXT_MAX);
    assert_non_null(transcript->text);
    buf_init(&transcript->buf, transcript->text, TEXT_MAX);
    scene_init(scene, SCENE_MEMORY);
    scene->options.seed = name;
    scene->options.gather = 1000000; /* nobody waits that long */
    scene_begin(scene);
    if (strcmp(transcript->language, "en") != 0)
        scene_watch(NULL); /* it reads English */
    const char *const people[] = {"alice", "bob", "carol"};
    for (unsigned i = 0; i < 3; i++)
        scene_join(scene, people[i]);
    script_join(scene->adapter, "#table", "oper", NULL, true);
    if (strcmp(transcript->language, "en") != 0) {
        snprintf(line, sizeof(line), "!lang %s channel", transcript->language);
        say(transcript, "oper", line);
    }
    snprintf(line, sizeof(line), "!uno %.*s", (int)(dash - name), name);
    say(transcript, "alice", line);
    snprintf(line, sizeof(line), "!rules %.*s", (int)(dash - name), name);
    say(transcript, "alice", line);
    say(transcript, "bob", "!join");
    say(transcript, "carol", "!join");
    say(transcript, "alice", "!set score single_round");
    say(transcript, "alice", "!deal");
    play_match(transcript);
    scene_wait(scene, tongue_of(transcript)->earns); /* the store is asked, which takes a moment */
    say(transcript, "bob", "!score");
    snprintf(path, sizeof(path), "%s/%s.txt", TALON_GOLDEN_FOLDER, name);
    compare(transcript, path);
    scene_finish(scene);
    free(transcript->text);
    free(transcript);
}

#define MATCH(match)                                                                               \
    {                                                                                              \
        .name = (match), .test_func = the_match_reads_as_before, .initial_state = (void *)(match)  \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        MATCH("classic-en"), MATCH("classic-fr"), MATCH("hyper-en"),  MATCH("hyper-fr"),
        MATCH("skull-en"),   MATCH("skull-fr"),   MATCH("web-en"),    MATCH("web-fr"),
        MATCH("flex-en"),    MATCH("flex-fr"),    MATCH("minion-en"), MATCH("minion-fr"),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
