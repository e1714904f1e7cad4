/* The pages that need no data (bot/pages/site_pages.h): each is whole and well formed in every
 * language, and every link leads somewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "engine/notation.h"
#include "engine/ruleset.h"
#include "markup.h"
#include "tests/bot/scene.h"

enum { WAIT = 20000 /* milliseconds */, PAGES = 3 * 200 };

static const char home[] = "/talon"; /* of the scripted network */

static const struct page *look(struct scene *scene, const char *address)
{
    const struct page *page = script_look(scene->adapter, address, NULL, WAIT);
    assert_non_null(page);
    return page;
}

static void look_at(struct scene *scene, const char *address, unsigned status,
                    struct markup *markup)
{
    const struct page *page = look(scene, address);
    assert_int_equal(page->status, status);
    assert_string_equal(page->type, "text/html; charset=utf-8");
    markup_read(markup, page->body);
    assert_int_equal(markup_count(page->body, "h1"), 1);
    assert_int_equal(markup_count(page->body, "main"), 1);
    assert_int_equal(markup_count(page->body, "title"), 1);
    assert_int_equal(markup_count(page->body, "style"),
                     0); /* all look is of the style sheet: CSP */
}

static void begin(struct scene *scene)
{
    scene_init(scene, SCENE_MEMORY);
    scene_begin(scene);
}

/* -- what the pages hold -- */

/* How many house rules the heading and the description of the page promise. */
static void expect_house_rules(const char *page, unsigned count)
{
    char words[80];
    snprintf(words, sizeof(words), "<h2 id=\"house\">%u house rules</h2>", count);
    assert_non_null(strstr(page, words));
    snprintf(words, sizeof(words), "content=\"Six sets of rules and %u house rules, ", count);
    assert_non_null(strstr(page, words));
}

/* RULES.md 10: every house rule, HR-1 to HR-21, and every value of its switches. */
static void all_house_rules_are_told(void **state)
{
    (void)state;
    struct scene scene;
    struct markup markup;
    begin(&scene);
    look_at(&scene, "/rules", 200, &markup);
    const char *page = look(&scene, "/rules")->body;
    unsigned count = 0;
    for (const char *at = page; (at = strstr(at, "<article class=\"house\"")) != NULL; at++)
        count++;
    expect_house_rules(page, count);
    assert_int_equal(count, 21);
    for (unsigned n = 1; n <= count; n++) {
        char id[16];
        snprintf(id, sizeof(id), "HR-%u", n);
        assert_true(markup_has_id(&markup, id));
    }
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        const struct switch_info *info = switch_info((enum switch_id)id);
        if (strncmp(info->rule, "HR-", 3) != 0)
            continue;
        for (unsigned v = 0; info->values != NULL && info->values[v] != NULL; v++) {
            char typed[80];
            snprintf(typed, sizeof(typed), "!set %s %s\n", info->name, info->values[v]);
            assert_true(markup_says(&markup, typed));
        }
        assert_true(markup_says(&markup, info->name));
    }
    markup_finish(&markup);
    scene_finish(&scene);
}

/* Every card of a set's deck is on its page, by its code. */
static void a_set_shows_its_deck(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        struct markup markup;
        struct rules rules;
        char address[64];
        snprintf(address, sizeof(address), "/rules/%s", ruleset_name(ruleset_at(i)));
        look_at(&scene, address, 200, &markup);
        const char *page = look(&scene, address)->body;
        assert_int_equal(rules_init(&rules, ruleset_at(i), NULL, 0), RULES_OK);
        for (unsigned face = 0; face < rules.deck.faces; face++) {
            char code[CARD_TEXT], attribute[64];
            snprintf(attribute, sizeof(attribute), "data-card=\"%s\"",
                     face_format(&rules.deck.face[face], code));
            assert_non_null(strstr(page, attribute));
        }
        markup_finish(&markup);
    }
    scene_finish(&scene);
}

/* Each card says itself in words, and names a drawing, which the page holds once. */
static void a_card_says_all_of_itself(void **state)
{
    (void)state;
    static const struct {
        const char *card, *words, *id;
    } cards[] = {
        {"data-card=\"Y2|G\" data-colour=\"yellow\"", "yellow 2, flex side green", "c-Y2_G"},
        {"data-card=\"R1^\" data-colour=\"red\"", "red 1, with a flip icon", "c-R1_"},
        {"data-card=\"Bskip\" data-colour=\"blue\"", "blue Skip", "c-Bskip"},
        {"data-card=\"WT2\" data-colour=\"wild\"", "Wild Flex targeted Draw Two, with a flex side",
         "c-WT2"},
    };
    struct scene scene;
    begin(&scene);
    const char *page = look(&scene, "/rules/flex")->body;
    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        char markup[512];
        snprintf(markup, sizeof(markup),
                 "<svg class=\"card\" viewBox=\"0 0 100 140\" %s role=\"img\" "
                 "aria-label=\"%s\"><use href=\"#%s\"></use></svg>",
                 cards[i].card, cards[i].words, cards[i].id);
        assert_non_null(strstr(page, markup));
        snprintf(markup, sizeof(markup), "<symbol id=\"%s\"", cards[i].id);
        const char *drawing = strstr(page, markup);
        assert_non_null(drawing);
        assert_null(strstr(drawing + 1, markup));
    }
    scene_finish(&scene);
}

static void commands_are_those_of_the_table(void **state)
{
    (void)state;
    struct scene scene;
    struct markup markup;
    begin(&scene);
    look_at(&scene, "/how", 200, &markup);
    assert_true(markup_says(&markup, "!play CARD [colour] [uno]"));
    assert_true(markup_says(&markup, "!forget me [yes|no]"));
    assert_true(markup_says(&markup, "makes me forget you, once you confirm it"));
    markup_finish(&markup);
    look_at(&scene, "/how?lang=fr", 200, &markup);
    assert_true(markup_says(&markup, "!jouer"));
    assert_false(markup_says(&markup, "!play"));
    markup_finish(&markup);
    scene_finish(&scene);
}

static void what_is_not_there_is_told_in_words(void **state)
{
    (void)state;
    static const char *const addresses[] = {
        "/x",       "/rules/", "/rules/uno", "/rules/flex/x", "/how/", "/<script>alert(1)</script>",
        "/%3Cb%3E", ""};
    struct scene scene;
    struct markup markup;
    begin(&scene);
    for (unsigned i = 0; i < ARRAY_SIZE(addresses); i++) {
        look_at(&scene, addresses[i], 404, &markup);
        assert_true(markup_says(&markup, "There is no such page"));
        markup_finish(&markup);
    }
    look_at(&scene, "/x?lang=fr", 404, &markup);
    assert_true(markup_says(&markup, "Cette page n'existe pas"));
    markup_finish(&markup);
    scene_finish(&scene);
}

/* What is sent on has one address, without the language of who sends it. */
static void a_page_says_its_own_address(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    const char *page = look(&scene, "/rules/flex?lang=fr")->body;
    assert_non_null(
        strstr(page, "<link rel=\"canonical\" href=\"https://cards.example/talon/rules/flex\"/>"));
    assert_non_null(strstr(
        page, "<meta property=\"og:url\" content=\"https://cards.example/talon/rules/flex\"/>"));
    assert_non_null(
        strstr(page, "hreflang=\"en\" href=\"https://cards.example/talon/rules/flex?lang=en\""));
    assert_non_null(strstr(page, "<html lang=\"fr\">"));
    assert_non_null(strstr(page, "href=\"/talon/how?lang=fr\""));
    scene_finish(&scene);
}

/* -- every link -- */

struct crawl {
    struct scene *scene;
    char *seen[PAGES];
    unsigned count, done;
};

/* What a link leads to on this site, as an address of the host; NULL: it leads elsewhere, or to a
 * file of the site, which others test. */
static char *target_of(const char *href)
{
    size_t length = strlen(home);
    if (strncmp(href, home, length) != 0 || strncmp(href, "/talon/site/", 12) == 0)
        return NULL;
    return strdup(href + length);
}

static void found(struct crawl *crawl, const char *href)
{
    char *target = target_of(href);
    for (unsigned i = 0; target != NULL && i < crawl->count; i++) {
        if (strcmp(crawl->seen[i], target) == 0) {
            free(target);
            target = NULL;
        }
    }
    if (target == NULL)
        return;
    target[strcspn(target, "#")] = '\0';
    assert_true(crawl->count < PAGES);
    crawl->seen[crawl->count++] = target;
}

static void look_around(struct crawl *crawl, const char *address)
{
    struct markup markup;
    look_at(crawl->scene, address, 200, &markup);
    for (size_t i = 0; i < markup.href_count; i++) {
        const char *href = markup.hrefs[i];
        if (*href == '#')
            assert_true(markup_has_id(&markup, href + 1));
        else if (*href != '/' || strncmp(href, home, strlen(home)) != 0)
            assert_memory_equal(href, "https://cards.example/", 22); /* its own, as it is sent on */
        found(crawl, href);
    }
    markup_finish(&markup);
}

static void every_link_leads_somewhere(void **state)
{
    (void)state;
    struct scene scene;
    struct crawl crawl = {.scene = &scene};
    begin(&scene);
    look_around(&crawl, "/");
    for (; crawl.done < crawl.count; crawl.done++)
        look_around(&crawl, crawl.seen[crawl.done]);
    /* 9 pages, each without a language and with either */
    assert_true(crawl.count >= 27);
    for (unsigned i = 0; i < crawl.count; i++)
        free(crawl.seen[i]);
    scene_finish(&scene);
}

/* What the scripts of the site look for, in every language; and no round without a number. */
static void scripts_find_their_place(void **state)
{
    (void)state;
    static const char *const strange[] = {"/rounds/0",
                                          "/rounds/017",
                                          "/rounds/17",
                                          "/rounds/x",
                                          "/rounds/-1",
                                          "/rounds/1/2",
                                          "/rounds/1234567890123456789"};
    struct scene scene;
    struct markup markup;
    begin(&scene);
    look_at(&scene, "/play?lang=fr", 200, &markup);
    assert_true(markup_has_id(&markup, "play"));
    assert_non_null(strstr(look(&scene, "/play")->body, "/play.js\""));
    markup_finish(&markup);
    for (size_t i = 0; i < ARRAY_SIZE(strange); i++)
        assert_int_equal(look(&scene, strange[i])->status, 404);
    scene_finish(&scene);
}

/* What is to be done without a script, and nothing of any table. */
/* "Play now" gets the operator's presets with the values that the engine reads. */
static void the_operators_presets_are_offered(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    assert_null(strstr(look(&scene, "/play")->body, "data-presets"));
    preset_set_own("friday: stack any, jump_in exact, auto_uno yes | calm: score single_round");
    const char *found = strstr(look(&scene, "/play")->body, "data-presets=\"");
    assert_non_null(found);
    static const char wanted[] =
        "data-presets=\"{&quot;friday&quot;:{&quot;about&quot;:&quot;stack any, jump_in exact, "
        "auto_uno yes&quot;,&quot;changes&quot;:{&quot;stack&quot;:&quot;any&quot;,"
        "&quot;jump_in&quot;:&quot;exact&quot;,&quot;auto_uno&quot;:&quot;on&quot;}},"
        "&quot;calm&quot;:{&quot;about&quot;:&quot;score single_round&quot;,"
        "&quot;changes&quot;:{&quot;score&quot;:&quot;single_round&quot;}}}\"";
    assert_memory_equal(found, wanted, strlen(wanted));
    preset_set_own(NULL);
    scene_finish(&scene);
}

static void a_seat_is_played_by_a_script(void **state)
{
    (void)state;
    struct scene scene;
    struct markup markup;
    begin(&scene);
    look_at(&scene, "/seat?lang=fr", 200, &markup);
    assert_true(markup_has_id(&markup, "seat"));
    assert_true(markup_says(&markup, "Le lien vers votre place"));
    assert_true(markup_says(&markup, "Cette page demande JavaScript"));
    markup_finish(&markup);
    const char *body = look(&scene, "/seat")->body;
    assert_non_null(strstr(body, " data-exchange=\"/talon/seat\""));
    assert_non_null(strstr(body, " data-live=\"/talon/seat/live\""));
    assert_non_null(strstr(body, "/seat.js\""));
    assert_non_null(strstr(body, "<code>!web</code>"));
    assert_non_null(strstr(body, "noindex"));
    scene_finish(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_house_rules_are_told),
        cmocka_unit_test(a_set_shows_its_deck),
        cmocka_unit_test(a_card_says_all_of_itself),
        cmocka_unit_test(commands_are_those_of_the_table),
        cmocka_unit_test(what_is_not_there_is_told_in_words),
        cmocka_unit_test(a_page_says_its_own_address),
        cmocka_unit_test(every_link_leads_somewhere),
        cmocka_unit_test(the_operators_presets_are_offered),
        cmocka_unit_test(a_seat_is_played_by_a_script),
        cmocka_unit_test(scripts_find_their_place),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
