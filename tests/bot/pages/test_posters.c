/* Pictures of pages (bot/pages/posters.h): what is given to be drawn, of what is shown, and nothing
 * else; where pages say that they have one. */
#include "base/array.h"
#include "tests/bot/documents.h"

#include "base/poster.h"

static struct poster shown; /* of the last picture that was asked for */

/* Asks for a picture: its status. */
static unsigned see(const char *format)
{
    char address[ADDRESS];
    const char *at = strstr(format, "%s");
    snprintf(address, sizeof(address), "%.*s%s%s", at != NULL ? (int)(at - format) : (int)ADDRESS,
             format, at != NULL ? network : "", at != NULL ? at + 2 : "");
    const struct page *page = script_look(scene.adapter, address, NULL, WAIT);
    assert_non_null(page);
    assert_true((page->poster != NULL) == (page->status == 200));
    if (page->status == 200) {
        assert_string_equal(page->type, "image/png");
        assert_true(page->max_age > 0);
        shown = *page->poster;
    }
    return page->status;
}

/* "/og/rounds/7.png" */
static unsigned see_number(const char *page, int64_t number, const char *ending)
{
    char address[ADDRESS];
    snprintf(address, sizeof(address), "%s%lld%s", page, (long long)number, ending);
    return see(address);
}

/* Whether anything to be drawn has that in it. */
static bool shows(const char *part)
{
    bool found = strstr(shown.title, part) != NULL || strstr(shown.note, part) != NULL;
    for (unsigned i = 0; i < shown.count; i++)
        found = found || strstr(shown.rows[i].name, part) != NULL;
    for (unsigned i = 0; i < shown.snapshot.count; i++)
        found = found || strstr(shown.snapshot.seats[i].name, part) != NULL;
    return found;
}

static const char *const boards[] = {
    "/og/boards.png", "/og/boards.png?set=rating", "/og/boards.png?scope=network&network=%s",
    "/og/boards.png?scope=channel&network=%s&channel=%23table&window=week"};

static void a_board_is_drawn(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    for (size_t i = 0; i < ARRAY_SIZE(boards); i++) {
        assert_int_equal(see(boards[i]), 200);
        assert_int_equal(shown.count, 3);
        assert_true(shows("alice") && shows("bob") && shows("carol"));
        assert_string_equal(shown.rows[0].rank, i == 1 ? "" : "1"); /* by rating all are new */
        assert_true(strlen(shown.rows[0].value) > 0);
        assert_false(shown.is_table);
    }
    assert_string_equal(shown.title, "Board of #table");
    assert_string_equal(shown.note, "Best this week");
    assert_int_equal(see("/og/boards.png?set=rating&lang=fr"), 200);
    assert_string_equal(shown.title, "Classements");
    assert_non_null(strstr(shown.rows[0].value, "à établir"));
    assert_int_equal(see("/og/boards.png?window=never"), 400);
    assert_int_equal(see("/og/boards.jpg"), 404);
    assert_int_equal(see("/og/"), 404);
}

/* The winner first, and the others as they came in. */
static void a_round_is_drawn(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    assert_int_equal(see_number("/og/rounds/", round, ".png"), 200);
    assert_int_equal(shown.count, 3);
    assert_non_null(strstr(shown.title, shown.rows[0].name));
    assert_non_null(strstr(shown.title, "wins a round of classic"));
    assert_string_equal(shown.note, "Played by the rules of classic in #table.");
    assert_true(shows("alice") && shows("bob") && shows("carol"));
    assert_int_equal(see_number("/og/rounds/", round + 1, ".png"), 404);
    assert_int_equal(see_number("/og/rounds/", round, ""), 404);
    assert_int_equal(see_number("/og/rounds/", round, "x.png"), 404);
    assert_int_equal(see("/og/rounds/-1.png"), 404);
    assert_int_equal(see("/og/rounds/99999999999999999999999.png"), 404);
}

static void a_table_is_drawn_where_it_is_shown(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    int64_t table = scene_table(&scene)->id;
    assert_int_equal(see_number("/og/tables/", table, ".png"), 404);
    scene_do(&scene, "alice", "!set channel web watch");
    assert_int_equal(see_number("/og/tables/", table, ".png"), 200);
    assert_string_equal(shown.title, "Table of #table");
    assert_false(shown.is_table); /* nothing is dealt yet */
    assert_int_equal(shown.count, 3);
    struct actor actors[3];
    trio_play(actors, 4);
    assert_int_equal(see_number("/og/tables/", table, ".png"), 200);
    const struct game *game = &scene_table(&scene)->round->game;
    static const char *const names[] = {"alice", "bob", "carol"};
    assert_true(shown.is_table);
    assert_int_equal(shown.snapshot.count, 3);
    assert_int_equal(shown.snapshot.pile, game->pile_count);
    assert_int_equal(shown.snapshot.clockwise, game->direction > 0);
    for (unsigned i = 0; i < 3; i++) {
        unsigned seat = (game->turn + (game->direction > 0 ? i : 3 - i)) % 3;
        assert_string_equal(shown.snapshot.seats[i].name, names[seat]);
        assert_int_equal(shown.snapshot.seats[i].cards, game->hand_count[seat]);
    }
    assert_true(shown.snapshot.card.face_length > 0);
    scene_do(&scene, "alice", "!set channel web boards");
    assert_int_equal(see_number("/og/tables/", table, ".png"), 404);
}

static int64_t number_of_person(const char *called)
{
    char query[128];
    snprintf(query, sizeof(query), "SELECT id FROM person WHERE name = '%s'", called);
    return trio_number(query);
}

static void a_player_is_drawn(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    int64_t bob = number_of_person("bob");
    assert_int_equal(see_number("/og/players/", bob, ".png"), 200);
    assert_string_equal(shown.title, "bob");
    assert_true(shows("Rounds") && shows("Rating"));
    assert_false(shown.is_table);
    assert_int_equal(see_number("/og/players/", bob, ".png?lang=fr"), 200);
    assert_true(shows("Manches"));
    assert_int_equal(see("/og/players/777.png"), 404);
    scene_tell(&scene, "bob", "!hide");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    assert_int_equal(see_number("/og/players/", bob, ".png"), 404);
}

/* Pages without a picture of their own show a table of nobody. */
static void a_page_is_drawn(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    assert_int_equal(see("/og/home.png"), 200);
    assert_true(shown.is_table);
    assert_int_equal(shown.snapshot.count, 4);
    assert_string_equal(shown.snapshot.colour_word, "green");
    assert_string_equal(shown.note, "Cards where you already talk");
}

static void who_hides_is_on_no_picture(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    int64_t table = scene_table(&scene)->id;
    scene_do(&scene, "alice", "!set channel web watch");
    scene_mark(&scene);
    scene_tell(&scene, "bob", "!hide");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    for (size_t i = 0; i < ARRAY_SIZE(boards); i++) {
        assert_int_equal(see(boards[i]), 200);
        assert_false(shows("bob"));
    }
    assert_int_equal(see_number("/og/rounds/", round, ".png"), 200);
    assert_false(shows("bob"));
    assert_true(shows("a player"));
    assert_int_equal(see_number("/og/tables/", table, ".png"), 200);
    assert_false(shows("bob"));
    assert_true(shows("a player"));
}

static void a_channel_that_is_off_has_no_picture(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    scene_do(&scene, "alice", "!set channel web off");
    assert_int_equal(see(boards[3]), 404);
    assert_int_equal(see_number("/og/rounds/", round, ".png"), 404);
    assert_int_equal(see_number("/og/tables/", scene_table(&scene)->id, ".png"), 404);
}

/* -- what pages say of them -- */

static bool names_picture(const char *format, const char *picture)
{
    char part[2 * ADDRESS];
    assert_int_equal(look(format), 200);
    snprintf(part, sizeof(part),
             "<meta property=\"og:image\" content=\"https://cards.example/talon/og/%s\"/>",
             picture);
    bool named = strstr(body, part) != NULL;
    assert_true(named == (strstr(body, "<meta property=\"og:image:width\" content=\"1200\"/>"
                                       "<meta property=\"og:image:height\" content=\"630\"/>"
                                       "<meta property=\"og:image:alt\" content=\"") != NULL));
    return named;
}

static void pages_name_their_picture(void **state)
{
    (void)state;
    char page[64];
    char picture[128];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    scene_do(&scene, "alice", "!set channel web watch");
    assert_true(names_picture("/boards?window=week",
                              "boards.png?scope=overall&amp;window=week&amp;lang=en"));
    assert_true(
        names_picture("/boards?set=classic",
                      "boards.png?scope=overall&amp;window=all&amp;set=classic&amp;lang=en"));
    snprintf(
        picture, sizeof(picture),
        "boards.png?scope=channel&amp;network=%s&amp;channel=%%23table&amp;window=all&amp;lang=en",
        network);
    assert_true(names_picture("/boards/%s/#table", picture));
    assert_true(names_picture("/channels/%s/#table", picture));
    snprintf(page, sizeof(page), "/rounds/%lld", (long long)round);
    snprintf(picture, sizeof(picture), "rounds/%lld.png?lang=en", (long long)round);
    assert_true(names_picture(page, picture));
    snprintf(page, sizeof(page), "/tables/%lld", (long long)scene_table(&scene)->id);
    snprintf(picture, sizeof(picture), "tables/%lld.png?lang=en",
             (long long)scene_table(&scene)->id);
    assert_true(names_picture(page, picture));
    int64_t bob = number_of_person("bob");
    snprintf(page, sizeof(page), "/players/%lld", (long long)bob);
    snprintf(picture, sizeof(picture), "players/%lld.png?lang=en", (long long)bob);
    assert_true(names_picture(page, picture));
    assert_true(names_picture("/", "home.png?lang=en"));
    assert_true(names_picture("/rules?lang=fr", "home.png?lang=fr"));
    assert_non_null(strstr(body, "<meta name=\"twitter:card\" content=\"summary_large_image\"/>"));
    look("/nowhere"); /* it has nothing to show */
    assert_null(strstr(body, "og:image"));
}

static void without_cairo_there_is_none(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    script_cannot_draw(scene.adapter);
    assert_int_equal(see("/og/boards.png"), 404);
    assert_int_equal(see("/og/home.png"), 404);
    assert_int_equal(see_number("/og/rounds/", round, ".png"), 404);
    assert_int_equal(look("/boards"), 200);
    assert_null(strstr(body, "og:image"));
    assert_non_null(strstr(body, "og:title"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_board_is_drawn),
        TEST(a_round_is_drawn),
        TEST(a_table_is_drawn_where_it_is_shown),
        TEST(a_player_is_drawn),
        TEST(a_page_is_drawn),
        TEST(who_hides_is_on_no_picture),
        TEST(a_channel_that_is_off_has_no_picture),
        TEST(pages_name_their_picture),
        TEST(without_cairo_there_is_none),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
