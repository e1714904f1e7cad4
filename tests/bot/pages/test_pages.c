/* Documents for who looks and does not talk (bot/pages/): how they are asked for and given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "base/array.h"
#include "base/version.h"
#include "bot/pages/pages.h"
#include "bot/people/setting_store.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "tests/bot/scene.h"
#include "tests/doubles/memory/memory.h"

enum { WAIT = 20000 }; /* milliseconds */

static const struct page *look(struct scene *scene, const char *address, const char *language)
{
    const struct page *page = script_look(scene->adapter, address, language, WAIT);
    assert_non_null(page);
    assert_int_equal(page->length, strlen(page->body));
    return page;
}

static const char *error_of(cJSON *json)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(json, "error"));
    assert_non_null(text);
    return text;
}

static void assert_refused_page(struct scene *scene, const char *address, const char *language,
                                unsigned status, const char *error)
{
    const struct page *page = look(scene, address, language);
    assert_int_equal(page->status, status);
    assert_string_equal(page->type, "application/json");
    cJSON *json = cJSON_Parse(page->body);
    assert_string_equal(error_of(json), error);
    cJSON_Delete(json);
}

static void test_about(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    const struct page *page = look(&scene, "/api/1", NULL);
    assert_int_equal(page->status, 200);
    assert_string_equal(page->type, "application/json");
    cJSON *json = cJSON_Parse(page->body);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(json, "talon")), version_number);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "sets")), 6);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "languages")), 6);
    cJSON_Delete(json);
    scene_finish(&scene);
}

static void test_no_such_page(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    static const char *const addresses[] = {"/api", "/api/10", "/api/1/", "/api/1/x"};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++)
        assert_refused_page(&scene, addresses[i], NULL, 404, "There is no such page.");
    scene_finish(&scene);
}

/* How names are folded is known on the network alone: where another process has it whatever they
 * may be there counts, and the strictest of it. */
static void test_web_of_elsewhere(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    setting_load(scene.host.people, "channel:libera:#cards", WEB_KEY, "off");
    setting_load(scene.host.people, "channel:libera:#{x}~", WEB_KEY, "off");
    setting_load(scene.host.people, "channel:libera:#[x]^", WEB_KEY, "watch");
    setting_load(scene.host.people, "channel:libera:#watched", WEB_KEY, "watch");
    assert_int_equal(web_of(scene.host.people, "libera", "#Cards"), WEB_OFF);
    assert_int_equal(web_of(scene.host.people, "libera", "#[X]^"), WEB_OFF);
    assert_int_equal(web_of(scene.host.people, "libera", "#Watched"), WEB_WATCH);
    assert_int_equal(web_of(scene.host.people, "libera", "#Others"), WEB_BOARDS);
    assert_int_equal(web_of(scene.host.people, "oftc", "#cards"), WEB_BOARDS);
    scene_finish(&scene);
}

/* The address says the language, else the browser, else the configuration. */
static void test_languages(void **state)
{
    (void)state;
    static const char english[] = "There is no such page.";
    static const char french[] = "Cette page n'existe pas.";
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    assert_refused_page(&scene, "/api/x", "fr", 404, french);
    assert_refused_page(&scene, "/api/x", "fr-CH, en;q=0.8", 404, french);
    assert_refused_page(&scene, "/api/x", "sv-SE,xx , fr;q=0.5", 404, french);
    assert_refused_page(&scene, "/api/x", "en-GB,fr", 404, english);
    assert_refused_page(&scene, "/api/x", "*", 404, english);
    assert_refused_page(&scene, "/api/x", ",;,a-very-long-word-that-is-no-language,", 404, english);
    assert_refused_page(&scene, "/api/x?lang=en", "fr", 404, english);
    assert_refused_page(&scene, "/api/x?a=b&lang=fr", "en", 404, french);
    assert_refused_page(&scene, "/api/x?lang=%66%72", NULL, 404, french);
    assert_refused_page(&scene, "/api/x?lang=%6", "fr", 404, french);
    assert_refused_page(&scene, "/api/x?lang=%zz", "fr", 404, french);
    assert_refused_page(&scene, "/api/x?lang=%0a", NULL, 404, english);
    assert_refused_page(&scene, "/api/x?lang=frfrfrfrfrfrfrfr&langx=fr", NULL, 404, english);
    scene_finish(&scene);
}

/* Nobody is told what a crash could take back: what shows a table waits for the disk. That is seen
 * by who makes such a page; here, that pages which show none do not wait for it. */
static void test_no_disk_needed(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_do(&scene, "alice", "!uno");
    store_memory_fail(scene.store, true);
    scene_type(&scene, "bob", "!join");
    assert_int_equal(look(&scene, "/api/1", NULL)->status, 200);
    store_memory_fail(scene.store, false);
    scene_settle(&scene);
    scene_finish(&scene);
}

static void so_many_pages_are_made_at_once(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    struct page_request request = {
        .path = "/api/1", .query = "", .home = "", .origin = "", .assets = ""};
    const struct adapter_setup *setup = &scene.adapter->setup;
    for (unsigned i = 0; i < PAGES_MAX; i++) {
        request.number = 1000 + i;
        assert_true(setup->pages->ask(setup->host, scene.adapter, &request));
    }
    assert_false(setup->pages->ask(setup->host, scene.adapter, &request));
    scene_turn(&scene);
    assert_int_equal(look(&scene, "/api/1", NULL)->status, 200);
    scene_finish(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_about),
        cmocka_unit_test(test_no_such_page),
        cmocka_unit_test(test_web_of_elsewhere),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_no_disk_needed),
        cmocka_unit_test(so_many_pages_are_made_at_once),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
