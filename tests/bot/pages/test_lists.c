/* Lists that go on on another page: boards, channels, and rounds of a channel. A page leads on only
 * if more follows, and an empty one does not say that there is nothing at all. The first page reads
 * several pages of channels. */
#include "base/array.h"
#include "tests/bot/documents.h"

/* Numbers from 1 to that one, for statements that write many rows. */
#define NUMBERS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u) "

/* -- what is there -- */

/* The channel of the scene gets that many rounds like the one that was played last. */
static void add_rounds(unsigned count)
{
    trio_sql("INSERT INTO round " NUMBERS "SELECT NULL, game_table, network, channel, rule_set,"
             " setup, rules_version, started_at, secret, commitment, deal_hash, ended_at, outcome,"
             " counts, archive FROM (SELECT * FROM round WHERE ended_at IS NOT NULL LIMIT 1), n",
             count);
}

/* That many channels, named `name` and a number, get a board with bob. */
static void add_channels(const char *name, unsigned count)
{
    trio_sql("INSERT INTO scope (kind, network, channel) " NUMBERS "SELECT 0, '%s', '%s' || i"
             " FROM n",
             count, network, name);
    trio_sql("INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches,"
             " matches_won, points) SELECT c.id, 4, 0, p.id, 1, 0, 0, 0, 0 FROM scope c, person p"
             " WHERE c.channel LIKE '%s%%' AND p.name = 'bob'",
             name);
}

/* That many people are at the end of the board over all networks. */
static void add_people(unsigned count)
{
    trio_sql("INSERT INTO person (name, name_key, verified) " NUMBERS
             "SELECT 'p' || i, 'p' || i, 0 FROM n",
             count);
    trio_sql("INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches,"
             " matches_won, points) SELECT c.id, 4, 0, p.id, 1, 0, 0, 0, -1000 FROM scope c,"
             " person p WHERE c.kind = 2 AND p.name LIKE 'p%%'");
}

/* -- what is shown -- */

/* The document at the address has so many rows, and leads on if `more`. */
static void expect_rows(const char *address, const char *list, int rows, bool more)
{
    assert_int_equal(look(address), 200);
    if (cJSON_GetArraySize(member(answered, list)) != rows || is_null(answered, "next") == more)
        fail_msg("%s: %s", address, body);
}

/* The same for the rows after those of the last document. */
static void expect_further(const char *address, const char *list, int rows, bool more)
{
    char further[ADDRESS];
    const cJSON *next = member(answered, "next");
    if (cJSON_IsNumber(next))
        snprintf(further, sizeof(further), "%s%lld", address, (long long)next->valuedouble);
    else
        snprintf(further, sizeof(further), "%s%s", address, text_of(answered, "next"));
    expect_rows(further, list, rows, more);
}

static bool page_says(const char *address, const char *words)
{
    assert_int_equal(look(address), 200);
    return strstr(body, words) != NULL;
}

/* -- a list ends with its last row -- */

static void rounds_end_with_the_last(void **state)
{
    (void)state;
    static const char rounds[] = "/api/1/rounds?network=%s&channel=#table";
    static const char before[] = "/api/1/rounds?network=%s&channel=#table&before=";
    begin(SCENE_SQLITE);
    play_a_round();
    add_rounds(19);
    expect_rows(rounds, "rounds", 20, false);
    assert_false(page_says("/channels/%s/#table", "Older ones"));
    add_rounds(1);
    expect_rows(rounds, "rounds", 20, true);
    expect_further(before, "rounds", 1, false);
    assert_true(page_says("/channels/%s/#table", "Older ones"));
}

static void channels_end_with_the_last(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    add_channels("#n", 49);
    expect_rows("/api/1/channels", "channels", 50, false);
    assert_false(page_says("/channels", "Further down"));
    add_channels("#late", 1);
    expect_rows("/api/1/channels", "channels", 50, true);
    expect_further("/api/1/channels?after=", "channels", 1, false);
    assert_true(page_says("/channels", "Further down"));
}

static void boards_end_with_the_last(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    expect_rows("/api/1/boards?limit=3", "rows", 3, false);
    expect_rows("/api/1/boards?limit=3&set=rating", "rows", 3, false);
    expect_rows("/api/1/boards?limit=2", "rows", 2, true);
    add_people(97);
    expect_rows("/api/1/boards?limit=100", "rows", 100, false);
    assert_false(page_says("/boards?limit=100", "Further down"));
    trio_sql("UPDATE person SET hidden = 1 WHERE name = 'p1'");
    expect_rows("/api/1/boards?limit=99", "rows", 99, false); /* somebody who hides takes no row */
    trio_sql("UPDATE person SET hidden = 0 WHERE name = 'p1'");
    expect_rows("/api/1/boards?limit=99", "rows", 99, true);
    expect_further("/api/1/boards?limit=99&after=", "rows", 1, false);
}

/* -- channels that show nothing -- */

/* Channels that pages do not show take no place in the list. A list without channels says that
 * there are none only if nothing follows. */
static void hidden_channels_leave_no_gap(void **state)
{
    (void)state;
    static const char none[] = "No channel has a board yet.";
    begin(SCENE_SQLITE);
    play_a_round();
    trio_sql("UPDATE scope SET channel = '@x' WHERE channel = '#table'");
    add_channels("@n", 100); /* private talks are on no page */
    assert_true(page_says("/channels", none) && !page_says("/channels", "Further down"));
    expect_rows("/api/1/channels", "channels", 0, false);
    add_channels("#late", 50);
    expect_rows("/api/1/channels", "channels", 50, false);
    assert_true(page_says("/channels", "#late1") && !page_says("/channels", none));
    add_channels("@m", 100);
    expect_rows("/api/1/channels", "channels", 50, false);
    assert_false(page_says("/channels", "Further down"));
}

/* So many of them end a page, which leads on. */
static void a_page_looks_only_so_far(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    trio_sql("UPDATE scope SET channel = '@x' WHERE channel = '#table'");
    add_channels("@n", 1000);
    add_channels("#late", 1);
    assert_true(page_says("/channels", "Further down"));
    assert_false(page_says("/channels", "No channel has a board yet."));
    expect_rows("/api/1/channels", "channels", 0, true);
    while (!is_null(answered, "next") && cJSON_GetArraySize(member(answered, "channels")) == 0) {
        char further[ADDRESS];
        snprintf(further, sizeof(further), "/api/1/channels?after=%lld",
                 (long long)number_of(answered, "next"));
        assert_int_equal(look(further), 200);
    }
    assert_non_null(strstr(body, "#late1"));
    assert_true(is_null(answered, "next"));
}

/* -- behind the last row -- */

static void an_empty_page_says_that_the_list_ends(void **state)
{
    (void)state;
    static const struct {
        const char *address, *first, *none;
    } pages[] = {
        {"/channels/%s/#table?before=1", "The newest", "No round has ended here yet."},
        {"/boards?after=9,9,9,-9,0", "From the top", "Nobody is on this board yet."},
        {"/channels?after=999999", "Channels", "No channel has a board yet."},
    };
    begin(SCENE_SQLITE);
    play_a_round();
    for (size_t i = 0; i < ARRAY_SIZE(pages); i++) {
        assert_true(page_says(pages[i].address, "<p>The list ends here.</p>"));
        assert_non_null(strstr(body, pages[i].first));
        assert_null(strstr(body, pages[i].none));
    }
}

/* -- the first page -- */

/* Adds a network for people. That of the scene serves the pages, so the first page leaves it out.
 */
static void add_network(struct scene *of)
{
    static struct adapter_impl chat;
    struct fault why = {0};
    chat = script_adapter;
    chat.pages = NULL;
    assert_true(host_add_network(&of->host, &chat, "chat", &of->settings, &why));
    network_named(of->host.people, "chat")->adapter->impl = &chat;
}

/* Its first channel stands behind those of two pages. */
static void the_first_page_finds_channels_of_a_late_network(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    play_a_round();
    add_channels("#n", 120);
    add_channels("#late", 1);
    trio_sql("UPDATE scope SET network = 'chat' WHERE channel = '#late1'");
    scene.more = add_network;
    trio_restart();
    assert_true(page_says("/", ">#late1</a> <small>chat</small>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rounds_end_with_the_last),
        TEST(channels_end_with_the_last),
        TEST(boards_end_with_the_last),
        TEST(hidden_channels_leave_no_gap),
        TEST(a_page_looks_only_so_far),
        TEST(an_empty_page_says_that_the_list_ends),
        TEST(the_first_page_finds_channels_of_a_late_network),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
