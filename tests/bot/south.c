#include "south.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/people/setting_store.h"
#include "bot/text/language.h"

struct scene scene;
static struct settings settings;
static char name[24];
struct network *south;
size_t south_mark;
unsigned south_gone;
const char *south_styles = "off";

/* -- the second network -- */

void south_settle(void)
{
    for (unsigned i = 0; i < 2; i++) {
        scene_settle(&scene);
        assert_true(script_settle(south->adapter, 1000));
    }
    scene_settle(&scene);
}

void south_mark_both(void)
{
    south_settle();
    scene_mark(&scene);
    south_mark = script_lines(south->adapter);
}

/* Types and settles; what is looked at begins with this. */
void south_do(const char *who, const char *text)
{
    bool at_home = strcmp(who, "alice") == 0;
    south_mark_both();
    script_type(at_home ? scene.adapter : south->adapter, at_home ? "#table" : "#south", who, text);
    south_settle();
}

const char *south_said(const char *part)
{
    for (size_t i = south_mark; i < script_lines(south->adapter); i++) {
        if (strstr(script_line(south->adapter, i), part) != NULL)
            return script_line(south->adapter, i);
    }
    return NULL;
}

/* The next line from *at on to that channel, without its name; NULL: none. */
static const char *next_public(struct adapter *adapter, const char *channel, size_t *at)
{
    while (*at < script_lines(adapter)) {
        const char *line = script_line(adapter, (*at)++);
        if (strncmp(line, channel, strlen(channel)) == 0)
            return line + strlen(channel);
    }
    return NULL;
}

/* Since the mark both channels were told the same, line by line; how many lines. */
unsigned south_assert_alike(void)
{
    size_t at_north = scene.mark;
    size_t at_south = south_mark;
    for (unsigned lines = 0;; lines++) {
        const char *north = next_public(scene.adapter, "#table", &at_north);
        const char *other = next_public(south->adapter, "#south", &at_south);
        if (north == NULL || other == NULL) {
            assert_true(north == NULL && other == NULL);
            return lines;
        }
        assert_string_equal(north, other);
    }
}

/* -- the table -- */

static const struct adapter_impl *impl;

void south_add(struct scene *of)
{
    struct fault why = {0};
    assert_true(host_add_network(&of->host, impl, name, &settings, &why));
    south = network_at(of->host.people, 1);
}

void south_begin(const struct adapter_impl *of_south, enum scene_store store, const char *language)
{
    static unsigned count;
    assert_true(language_setup());
    snprintf(name, sizeof(name), "south%u", count++); /* so that its flood buckets are fresh */
    south_gone = 0;
    impl = of_south;
    assert_true(settings_init(&settings, impl->keys));
    assert_null(settings_put(&settings, SCRIPT_CHANNELS, "#south"));
    assert_null(settings_put(&settings, SCRIPT_STYLES, south_styles));
    scene_init(&scene, store);
    scene.more = south_add;
    scene_begin(&scene);
    south_settle();
    assert_true(setting_set_channel(south, "#south", "language", language));
    scene_join(&scene, "alice");
    script_join(south->adapter, "#south", "bob", NULL, false);
    scene_do(&scene, "alice", "!new");
}

int south_finish(void **state)
{
    (void)state;
    scene_finish(&scene);
    settings_finish(&settings);
    return 0;
}

void south_turn_until(bool (*is_so)(void))
{
    enum { PATIENCE = 240 /* seconds */ };
    time_t end = time(NULL) + PATIENCE;
    while (!is_so()) {
        scene_turn(&scene);
        assert_true(time(NULL) < end);
    }
}

void south_on_gone(void *arg)
{
    (void)arg;
    south_gone++;
}

bool south_runs(const char *which)
{
    const struct network *network = network_named(scene.host.people, which);
    return network != NULL && network->stage == NETWORK_RUNS && network->connected;
}

const char *south_of_turn(void)
{
    const struct table *table = scene_table(&scene);
    return table->seats[table->round->game.turn].person->name;
}

/* What comes first of what may be done: with a card that was drawn nothing is done. */
void south_move(void)
{
    static const char *const words[] = {
        [PHASE_TURN] = "!draw",
        [PHASE_DRAWN] = "!keep",
        [PHASE_CHALLENGE] = "!accept",
        [PHASE_COLOUR] = "!colour red",
    };
    south_do(south_of_turn(), words[scene_table(&scene)->round->game.phase]);
}
