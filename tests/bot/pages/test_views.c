/* Boards, players, channels and tables for people (bot/pages/): what programs get of them
 * (tests/bot/pages/test_documents.c, test_live.c), in HTML: whole, well formed, every link
 * followed. */
#include "base/array.h"
#include "tests/bot/documents.h"

#include "markup.h"
#include "tests/leak/leak.h"

static struct markup read_page; /* of the last page that was seen */

static void see_with(const char *format, const char *language, unsigned status)
{
    char address[2 * ADDRESS];
    const char *at = strstr(format, "%s");
    snprintf(address, sizeof(address), "%.*s%s%s", at != NULL ? (int)(at - format) : (int)ADDRESS,
             format, at != NULL ? network : "", at != NULL ? at + 2 : "");
    const struct page *page = script_look(scene.adapter, address, language, WAIT);
    assert_non_null(page);
    if (page->status != status)
        fail_msg("%s: %u %s", address, page->status, page->body);
    assert_string_equal(page->type, "text/html; charset=utf-8");
    assert_true(page->length < sizeof(body));
    memcpy(body, page->body, page->length + 1);
    markup_finish(&read_page);
    markup_read(&read_page, body);
    assert_int_equal(markup_count(body, "h1"), 1);
    assert_int_equal(markup_count(body, "style"), 0);
    assert_null(strstr(body, " style="));
    assert_null(strstr(body, "bob_account"));
}

static void see(const char *format)
{
    see_with(format, NULL, 200);
}

static void see_none(const char *format)
{
    see_with(format, NULL, 404);
    assert_true(markup_says(&read_page, "There is no such page"));
}

static bool says(const char *words)
{
    return markup_says(&read_page, words);
}

static bool links_to(const char *href)
{
    for (size_t i = 0; i < read_page.href_count; i++) {
        if (strcmp(read_page.hrefs[i], href) == 0)
            return true;
    }
    return false;
}

/* The address of a link that has that in it, as this host is asked for it: decoded up to '?'. */
static const char *link_with(const char *part, char address[2 * ADDRESS])
{
    const char *href = NULL;
    char *out = address;
    for (size_t i = 0; i < read_page.href_count && href == NULL; i++) {
        if (strncmp(read_page.hrefs[i], "/talon/", 7) == 0 &&
            strstr(read_page.hrefs[i], part) != NULL)
            href = read_page.hrefs[i] + strlen("/talon");
    }
    if (href == NULL)
        fail_msg("no link with %s in %s", part, body);
    for (bool query = false; href != NULL && *href != '\0'; out++) {
        unsigned byte = 0;
        query = query || *href == '?';
        if (!query && sscanf(href, "%%%2x", &byte) == 1)
            href += 3;
        else
            byte = (unsigned char)*href++;
        *out = (char)byte;
    }
    *out = '\0';
    return address;
}

static int64_t number_of_player(const char *name)
{
    char query[128];
    snprintf(query, sizeof(query), "SELECT id FROM person WHERE name = '%s'", name);
    return trio_number(query);
}

static const char *address_of(const char *page, int64_t number)
{
    static char address[64];
    snprintf(address, sizeof(address), "%s/%lld", page, (long long)number);
    return address;
}

/* -- boards -- */

static void boards_show_who_played(void **state)
{
    (void)state;
    static const char *const addresses[] = {"/boards",
                                            "/boards?window=day",
                                            "/boards?window=week",
                                            "/boards/%s?window=month",
                                            "/boards/%s/#table?window=season",
                                            "/boards?set=rating",
                                            "/boards/%s?set=classic",
                                            "/boards/%s/#table?set=classic"};
    char href[64];
    begin(SCENE_SQLITE);
    see("/boards");
    assert_true(says("Nobody is on this board yet."));
    assert_non_null(strstr(body, "content=\"noindex\""));
    play_a_round();
    snprintf(href, sizeof(href), "/talon/players/%lld", (long long)number_of_player("bob"));
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        see(addresses[i]);
        assert_true(says("alice") && says("bob") && says("carol"));
        assert_true(says("~ marks a nick without account."));
        assert_true(links_to(href));
        assert_null(strstr(body, "noindex"));
        assert_int_equal(markup_count(body, "tr"), 4);
        assert_true(says("A rating is new until ten rounds.") ==
                    (strstr(addresses[i], "set=") != NULL));
    }
    see_with("/boards?window=week", "fr", 200);
    assert_true(says("Cette semaine"));
    assert_false(says("This week"));
}

/* What was chosen is kept in the addresses of the page in another language, and marked. */
static void a_board_knows_its_own_address(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    see("/boards?set=flex&lang=fr");
    assert_non_null(strstr(body, "href=\"/talon/boards?set=flex&amp;lang=en\""));
    assert_non_null(strstr(body, "href=\"https://cards.example/talon/boards?set=flex\""));
    assert_non_null(strstr(
        body, "<a href=\"/talon/boards?set=flex&amp;lang=fr\" aria-current=\"true\">flex</a>"));
    assert_non_null(strstr(body, "<input type=\"hidden\" name=\"lang\" value=\"fr\"/>"));
    see("/boards?set=rating&season=1999-1");
    assert_non_null(
        strstr(body, "href=\"/talon/boards?set=rating&amp;season=1999-1&amp;lang=en\""));
    see("/boards");
    assert_non_null(strstr(body, "<a href=\"/talon/boards\" aria-current=\"true\">All time</a>"));
    assert_null(strstr(body, "type=\"hidden\""));
}

static void a_board_goes_on_behind_its_rows(void **state)
{
    (void)state;
    static const char *const boards[] = {"/boards?limit=1", "/boards/%s/#table?set=rating&limit=1"};
    char address[2 * ADDRESS];
    begin(SCENE_SQLITE);
    play_a_round();
    for (unsigned i = 0; i < 2; i++) {
        see(boards[i]);
        assert_int_equal(markup_count(body, "tr"), 2);
        see(link_with("after=", address));
        assert_int_equal(markup_count(body, "tr"), 3); /* the other two */
        assert_true(says("From the top"));
        assert_non_null(strstr(body, i == 0 ? "<td class=\"number\">2</td>" : "set=rating&amp;"));
    }
}

/* Where a network has an id for a channel people see its name, also when the network is away. */
static void a_channel_is_called_by_its_name(void **state)
{
    (void)state;
    static const char *const addresses[] = {"/boards/%s/#table", "/channels/%s/#table", "/channels",
                                            "/embed/boards/%s/#table"};
    char round[64];
    begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
    script_call_channel(scene.adapter, "<kitchen>\n table");
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    snprintf(round, sizeof(round), "/rounds/%lld", (long long)play_a_round());
    for (unsigned away = 0; away < 2; away++) {
        for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
            see(addresses[i]);
            assert_true(says("<kitchen> table"));
        }
        see(round);
        assert_true(says("<kitchen> table"));
        see(address_of("/players", number_of_player("bob")));
        assert_true(says("<kitchen> table"));
        look("/api/1/channels");
        const cJSON *channel = cJSON_GetArrayItem(member(answered, "channels"), 0);
        assert_string_equal(text_of(channel, "channel"), "#table");
        assert_string_equal(text_of(channel, "channel_name"), "<kitchen> table");
        script_call_channel(scene.adapter, NULL);
    }
    script_call_channel(scene.adapter, "the cellar"); /* what it is called now counts */
    see("/channels/%s/#table");
    assert_non_null(strstr(body, "<h1>the cellar</h1>"));
}

/* Exactly one has won the round, and reads when. */
static void a_player_has_achievements(void **state)
{
    (void)state;
    unsigned winners = 0;
    begin(SCENE_SQLITE);
    play_a_round();
    for (size_t i = 0; i < 3; i++) {
        see(address_of("/players", number_of_player(trio[i])));
        assert_true(says("Achievements") && says("To come") && says("Eagle eye"));
        const char *win = strstr(body, "First win");
        bool earned = win < strstr(body, "To come");
        winners += earned;
        assert_true(earned == (memcmp(strstr(win, "</li>") - 8, "</small>", 8) == 0));
    }
    assert_int_equal(winners, 1);
    see_with(address_of("/players", number_of_player("bob")), "fr", 200);
    assert_true(says("Succès") && says("Première victoire") && says("À venir"));
}

/* What stands in a page of somebody else has the board alone, and links that open beside it. */
static void a_board_stands_in_another_page(void **state)
{
    (void)state;
    char title[96];
    begin(SCENE_SQLITE);
    play_a_round();
    see("/embed/boards/%s/#table?window=week&q=bob");
    assert_true(says("alice") && says("Best this week"));
    assert_int_equal(markup_count(body, "nav") + markup_count(body, "form"), 0);
    assert_int_equal(markup_count(body, "base"), 1);
    assert_non_null(strstr(body, "<base target=\"_blank\"/>"));
    assert_non_null(strstr(body, "content=\"noindex\""));
    snprintf(title, sizeof(title), "/talon/boards/%s/%%23table?window=week", network);
    assert_true(links_to(title));
    assert_null(strstr(body, "/embed"));
    assert_null(strstr(body, "seat"));
    see_none("/embed/boards/%s/#table/");
    see_none("/embed");
    see_none("/embed/players/1");
    see_none("/embed/tables/77");
    scene_do(&scene, "alice", "!set channel web off");
    see_none("/embed/boards/%s/#table");
}

static void players_are_found_by_name(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    see("/boards?q=BO");
    assert_true(says("bob") && !says("alice"));
    assert_non_null(strstr(body, "value=\"BO\""));
    see("/boards?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
    assert_true(says("Nobody's name begins so"));
    assert_true(says("\"><script>alert(1)</script>."));
    assert_int_equal(markup_count(body, "script"), 0);
    see("/boards?q=%ff%fe");
}

/* -- a player -- */

static void a_player_has_a_page(void **state)
{
    (void)state;
    char address[64];
    char href[64];
    char channel[96];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    snprintf(address, sizeof(address), "%s", address_of("/players", number_of_player("bob")));
    see(address);
    assert_non_null(strstr(body, "<h1><bdi>bob</bdi></h1>"));
    assert_true(markup_has_id(&read_page, "record") && markup_has_id(&read_page, "rating") &&
                markup_has_id(&read_page, "last"));
    assert_true(says("Longest streak") && says("Head to head") && says("alice~"));
    assert_false(markup_has_id(&read_page, "curve")); /* of one round there is none */
    snprintf(href, sizeof(href), "/talon/rounds/%lld", (long long)round);
    assert_true(links_to(href));
    snprintf(channel, sizeof(channel), "/talon/channels/%s/%%23table", network);
    assert_true(links_to(channel));
    see_with(address, "fr", 200);
    assert_true(says("Bilan") && !says("Last rounds"));
    see(address_of("/players", number_of_player("alice")));
    assert_true(says("A nick without account"));
    scene_do(&scene, "alice", "!set channel web off");
    see(address);
    assert_false(says("#table"));
    scene_mark(&scene);
    scene_tell(&scene, "bob", "!hide");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    see_none(address);
    see("/boards");
    assert_false(says("bob"));
    see_none("/players/77");
    see_none("/players/x");
    see_none("/players/1/2");
}

/* A picture, and the same in numbers for who does not see it. */
static void a_rating_has_a_curve(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    scene.host.options.round_pause = 0;
    struct actor actors[3];
    trio_play(actors, 4);
    for (unsigned i = 0; i < 2; i++) {
        scene_mark(&scene);
        scene_play(&scene, actors, 3, "wins the round", 5000);
        scene_settle(&scene);
    }
    see(address_of("/players", number_of_player("carol")));
    assert_true(markup_has_id(&read_page, "curve"));
    assert_int_equal(markup_count(body, "svg"), 1);
    const char *line = strstr(body, "<polyline points=\"0,");
    assert_non_null(line);
    assert_true(strstr(body, "<polygon") == NULL && says(" at the top.\n")); /* one number */
    assert_non_null(strstr(line, " 600,"));
    assert_true(says("In numbers"));
    assert_non_null(strstr(body, "aria-label=\"The rating went from "));
}

/* Whatever somebody is called, or the database says they are. */
static void a_name_is_no_markup(void **state)
{
    (void)state;
    static const char name[] = "\"><script>alert(1)</script><!--";
    char player[64];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    snprintf(player, sizeof(player), "%s", address_of("/players", number_of_player("bob")));
    (void)round;
    trio_sql("UPDATE person SET name = '%s' WHERE name = 'bob'", name);
    const char *const addresses[] = {"/boards", "/boards?set=rating", "/channels/%s/#table", "/",
                                     player};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        see(addresses[i]);
        assert_true(says(name));
        assert_int_equal(markup_count(body, "script"), strcmp(addresses[i], "/") == 0 ? 1 : 0);
    }
}

/* -- a channel -- */

static void a_channel_has_a_page(void **state)
{
    (void)state;
    char href[96];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    see("/channels/%s/#table");
    assert_non_null(strstr(body, "<h1>#table</h1>"));
    assert_true(says("alice") && says("bob") && says("carol"));
    snprintf(href, sizeof(href), "/talon/rounds/%lld", (long long)round);
    assert_true(links_to(href));
    snprintf(href, sizeof(href), "/talon/feed/%s/%%23table", network);
    assert_true(links_to(href));
    assert_non_null(strstr(body, "type=\"application/atom+xml\""));
    snprintf(href, sizeof(href), "/talon/boards/%s/%%23table", network);
    assert_true(links_to(href));
    assert_false(says("Tables to watch now")); /* boards alone, as nothing was said */
    see("/channels");
    assert_true(says("#table"));
    see("/channels/%s/#table?before=1");
    assert_true(says("The list ends here.") && says("The newest"));
    see_with("/channels/%s/#table?before=x", NULL, 400);
    scene_do(&scene, "alice", "!set channel web watch");
    see("/channels/%s/#table");
    assert_true(says("Tables to watch now"));
    scene_do(&scene, "alice", "!set channel web off");
    see_none("/channels/%s/#table");
    see_none("/boards/%s/#table");
    see("/channels");
    assert_false(says("#table"));
}

/* How it ended is there without a script, and nothing of a channel that shows nothing. */
static void a_round_has_a_page(void **state)
{
    (void)state;
    char address[64];
    char part[96];
    begin(SCENE_SQLITE);
    snprintf(address, sizeof(address), "%s", address_of("/rounds", play_a_round()));
    see(address);
    assert_true(markup_has_id(&read_page, "replay"));
    assert_true(says(" wins a round of classic"));
    assert_true(says("alice~") && says("bob") && says("#table"));
    snprintf(part, sizeof(part), " data-record=\"/talon/api/1%s\"", address);
    assert_non_null(strstr(body, part));
    assert_non_null(strstr(body, "/replay.js\""));
    scene_mark(&scene);
    scene_tell(&scene, "bob", "!hide");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    see(address);
    assert_true(says("a player") && !says("bob"));
    scene_do(&scene, "alice", "!set channel web off");
    see_none(address);
}

/* Of a network that is in the configuration no more: what was played there is still to be seen, in
 * whichever window. */
static void a_network_of_before_has_its_boards(void **state)
{
    (void)state;
    static const char *const windows[] = {"", "?window=day", "?set=flex", "?set=rating"};
    char address[ADDRESS];
    begin(SCENE_SQLITE);
    play_a_round();
    trio_sql("UPDATE scope SET network = 'before' WHERE network = '%s'", network);
    trio_sql("DELETE FROM score WHERE span < 4");
    for (size_t i = 0; i < ARRAY_SIZE(windows); i++) {
        snprintf(address, sizeof(address), "/boards/before%s", windows[i]);
        see(address);
    }
}

/* What is no place of ours is not told as if it were one. */
static void places_that_are_none_are_not_shown(void **state)
{
    (void)state;
    static const char *const gone[] = {
        "/boards/nowhere",
        "/boards/nowhere/#x",
        "/boards/<b>/<script>",
        "/channels/nowhere/#x",
        "/channels/nowhere",
        "/channels/%s/@account bob",
        "/boards/%s/@nick bob",
        "/boards/",
        "/channels/",
        "/channels/%s/",
        "/tables/77",
        "/tables/x",
        "/boards/nowhere?window=day",
        "/boards/nowhere?set=flex",
        "/boards/nowhere/#x?window=week",
        "/boards/%s/#elsewhere",
        "/boards/%s/#elsewhere?window=day",
        "/channels/%s/#elsewhere",
        "/embed/boards/nowhere?window=day",
    };
    begin(SCENE_SQLITE);
    for (size_t i = 0; i < ARRAY_SIZE(gone); i++) {
        see_none(gone[i]);
        assert_false(says("nowhere"));
    }
    script_join(scene.adapter, "#elsewhere", "dora", NULL, false);
    scene_settle(&scene);
    see("/boards/%s/#elsewhere?window=day"); /* nobody has played there yet */
    assert_true(says("Nobody is on this board yet."));
    see("/channels/%s/#elsewhere");
    see("/boards/%s");
    see_with("/boards?window=x", NULL, 400);
    see_with("/boards?set=flex&window=day", NULL, 400);
    see_with("/boards?after=x", NULL, 400);
    see_with("/channels?after=x", NULL, 400);
}

/* -- tables -- */

static void expect_no_hand(void)
{
    char found[LEAK_TEXT];
    char hex[FAIR_HEX];
    if (leak_in(body, found))
        fail_msg("told: %s", found);
    hash_hex(scene_table(&scene)->round->secret, hex);
    assert_null(strstr(body, hex));
}

static void a_table_may_be_watched(void **state)
{
    (void)state;
    char address[64];
    char part[64];
    begin(SCENE_SQLITE);
    snprintf(address, sizeof(address), "%s", address_of("/tables", scene_table(&scene)->id));
    see_none(address);
    see("/");
    assert_false(says("Tables to watch now"));
    scene_do(&scene, "alice", "!set channel web watch");
    see("/");
    assert_true(says("Tables to watch now"));
    assert_true(links_to(address_of("/talon/tables", scene_table(&scene)->id)));
    see(address);
    assert_true(says("Everybody waits for the deal.") && says("alice") && says("carol"));
    struct actor actors[3];
    trio_play(actors, 6);
    see(address);
    assert_true(says("What happened"));
    assert_int_equal(markup_count(body, "ol"), 1);
    snprintf(part, sizeof(part), " data-turn=\"%u\"", scene_table(&scene)->round->game.turn);
    assert_non_null(strstr(body, part));
    assert_non_null(strstr(body, "/live.js\""));
    assert_non_null(strstr(body, "/watch.css\""));
    snprintf(part, sizeof(part), " data-live=\"/talon/live/%lld\"",
             (long long)scene_table(&scene)->id);
    assert_non_null(strstr(body, part));
    expect_no_hand();
    scene_tell(&scene, "bob", "!hide");
    scene_settle(&scene);
    see(address);
    assert_true(says("a player") && !says("bob"));
    scene_do(&scene, "alice", "!set channel web boards");
    see_none(address);
}

static void write_install(const struct adapter *adapter, char *out, size_t size)
{
    (void)adapter;
    snprintf(out, size, "https://install.example/?id=7&x=1");
}

/* Pages lead people to the network, to a free seat, and to the page that installs the bot: only
 * where they are known. */
static void ways_in_are_shown(void **state)
{
    (void)state;
    char table[64];
    char sit[128];
    struct adapter_impl servers = script_adapter;
    begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!set channel web watch");
    snprintf(table, sizeof(table), "%s", address_of("/tables", scene_table(&scene)->id));
    snprintf(sit, sizeof(sit), "/talon/seat#table=%lld&at=%%23table",
             (long long)scene_table(&scene)->id);
    see(table);
    assert_null(strstr(body, "data-way"));
    scene.network->join_url = "ircs://irc.example";
    see(table);
    assert_true(says("Open in your IRC client"));
    assert_true(links_to("ircs://irc.example/%23table"));
    assert_false(links_to(sit));
    see("/channels/%s/#table");
    assert_true(links_to("ircs://irc.example/%23table"));
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_do(&scene, "oper", "!set channel guests on");
    see_with(table, "fr", 200);
    assert_true(links_to(sit));
    assert_true(says("S'asseoir en invit\u00e9"));
    servers.install_address = write_install;
    scene.adapter->impl = &servers;
    scene.network->join_url = "https://chat.example/a?b=\u00e9&c=1";
    see(table);
    assert_true(says("Join on Discord") && says("Add to your server"));
    assert_true(links_to("https://install.example/?id=7&x=1"));
    assert_true(links_to("https://chat.example/a?b=\u00e9&c=1"));
    scene_do(&scene, "oper", "!set channel guests links");
    see(table);
    assert_false(links_to(sit));
    scene.adapter->impl = &script_adapter;
}

static void the_first_page_has_the_top(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    see("/");
    assert_false(markup_has_id(&read_page, "board"));
    play_a_round();
    see("/");
    assert_true(markup_has_id(&read_page, "board"));
    assert_true(says("bob") && says("All boards"));
}

static int end(void **state)
{
    markup_finish(&read_page);
    read_page = (struct markup){0};
    return tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(boards_show_who_played, end),
        cmocka_unit_test_teardown(a_board_knows_its_own_address, end),
        cmocka_unit_test_teardown(a_board_goes_on_behind_its_rows, end),
        cmocka_unit_test_teardown(a_player_has_achievements, end),
        cmocka_unit_test_teardown(a_board_stands_in_another_page, end),
        cmocka_unit_test_teardown(a_channel_is_called_by_its_name, end),
        cmocka_unit_test_teardown(a_network_of_before_has_its_boards, end),
        cmocka_unit_test_teardown(players_are_found_by_name, end),
        cmocka_unit_test_teardown(a_player_has_a_page, end),
        cmocka_unit_test_teardown(a_rating_has_a_curve, end),
        cmocka_unit_test_teardown(a_name_is_no_markup, end),
        cmocka_unit_test_teardown(a_channel_has_a_page, end),
        cmocka_unit_test_teardown(a_round_has_a_page, end),
        cmocka_unit_test_teardown(places_that_are_none_are_not_shown, end),
        cmocka_unit_test_teardown(a_table_may_be_watched, end),
        cmocka_unit_test_teardown(ways_in_are_shown, end),
        cmocka_unit_test_teardown(the_first_page_has_the_top, end),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
