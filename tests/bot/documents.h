/* documents.h: asking for documents as a web server does, at a table of trio.h. */
#ifndef TALON_TESTS_BOT_DOCUMENTS_H
#define TALON_TESTS_BOT_DOCUMENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "bot/pages/live.h"
#include "bot/pages/pages.h"
#include "bot/text/language.h"
#include "trio.h"

enum { WAIT = 20000 /* milliseconds */, ADDRESS = 256 };

static char network[24]; /* of the scene */

/* -- asking -- */

static cJSON *answered; /* of the last question; owned */
static char body[65536];

/* Asks, and keeps the answer; `format` has the network's name in it where it has "%s". */
static inline unsigned look(const char *format)
{
    char address[ADDRESS];
    const char *at = strstr(format, "%s");
    snprintf(address, sizeof(address), "%.*s%s%s", at != NULL ? (int)(at - format) : (int)ADDRESS,
             format, at != NULL ? network : "", at != NULL ? at + 2 : "");
    const struct page *page = script_look(scene.adapter, address, NULL, WAIT);
    assert_non_null(page);
    assert_true(page->length < sizeof(body));
    memcpy(body, page->body, page->length + 1);
    cJSON_Delete(answered);
    answered = cJSON_Parse(body);
    return page->status;
}

static inline const cJSON *member(const cJSON *at, const char *key)
{
    const cJSON *found = cJSON_GetObjectItem(at, key);
    if (found == NULL)
        fail_msg("no \"%s\" in %s", key, body);
    return found;
}

static inline const char *text_of(const cJSON *at, const char *key)
{
    const char *text = cJSON_GetStringValue(member(at, key));
    return text != NULL ? text : "";
}

static inline int64_t number_of(const cJSON *at, const char *key)
{
    return (int64_t)cJSON_GetNumberValue(member(at, key));
}

static inline bool is_null(const cJSON *at, const char *key)
{
    return cJSON_IsNull(member(at, key)) != 0;
}

/* Whom a list names by that member, in order: "alice bob". */
static inline const char *names_of(const cJSON *list)
{
    static char names[512];
    const cJSON *at = NULL;
    names[0] = '\0';
    cJSON_ArrayForEach(at, list)
    {
        size_t length = strlen(names);
        snprintf(names + length, sizeof(names) - length, "%s%s", length > 0 ? " " : "",
                 text_of(at, "name"));
    }
    return names;
}

static inline const cJSON *row_of(const cJSON *list, const char *name)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, list)
    {
        if (strcmp(text_of(at, "name"), name) == 0)
            return at;
    }
    fail_msg("no %s in %s", name, body);
    return NULL;
}

/* Bob's account is "bob_account", and his host and nobody else's id may be anywhere. */
static inline void expect_no_secret(void)
{
    assert_null(strstr(body, "bob_account"));
    assert_null(strstr(body, "host"));
}

/* -- scenes -- */

static inline void begin(enum scene_store kind)
{
    trio_begin(kind);
    scene.host.options.round_pause = 100000000;
    snprintf(network, sizeof(network), "%s", scene.name);
}

static inline int64_t play_a_round(void)
{
    struct actor actors[3];
    trio_play(actors, 4);
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    return scene_table(&scene)->last.id;
}

static inline void look_round(int64_t id)
{
    char address[64];
    snprintf(address, sizeof(address), "/api/1/rounds/%lld", (long long)id);
    assert_int_equal(look(address), 200);
}

static inline int tear_down(void **state)
{
    cJSON_Delete(answered);
    answered = NULL;
    return trio_tear_down(state);
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

#endif
