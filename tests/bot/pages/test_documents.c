/* What the pages of the web tell of boards, people, channels and rounds (docs/api.md), asked
 * as a web server asks; and what they tell nobody. */
#include "base/array.h"
#include "tests/bot/documents.h"

#include "base/buf.h"
#include "bot/pages/boards.h"
#include "bot/table/round/reveal.h"

/* -- boards and people -- */

static void boards_have_who_played(void **state)
{
    (void)state;
    char season[ADDRESS];
    char name[SEASON_TEXT];
    begin(SCENE_SQLITE);
    snprintf(season, sizeof(season), "/api/1/boards?set=rating&season=%s",
             boards_season(store_season_at(scene.store, clock_now()), name));
    assert_int_equal(look("/api/1/boards"), 200);
    assert_int_equal(cJSON_GetArraySize(member(answered, "rows")), 0);
    play_a_round();
    const char *const addresses[] = {
        "/api/1/boards",
        "/api/1/boards?scope=overall&window=day",
        "/api/1/boards?scope=network&network=%s&window=season",
        "/api/1/boards?scope=channel&network=%s&channel=%%23table&window=all",
        "/api/1/boards?set=rating&scope=network&network=%s",
        "/api/1/boards?set=classic&limit=3",
        season};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        char address[ADDRESS];
        snprintf(address, sizeof(address), "%s", addresses[i]);
        char *doubled = strstr(address, "%%");
        if (doubled != NULL)
            memmove(doubled, doubled + 1, strlen(doubled));
        assert_int_equal(look(address), 200);
        const cJSON *rows = member(answered, "rows");
        assert_int_equal(cJSON_GetArraySize(rows), 3);
        const cJSON *bob = row_of(rows, "bob");
        assert_true(number_of(bob, "player") > 0 && cJSON_IsTrue(member(bob, "verified")));
        assert_true(cJSON_IsFalse(member(row_of(rows, "alice"), "verified")));
        if (strstr(address, "set=") != NULL)
            assert_int_equal(number_of(bob, "rated"), 1);
        else
            assert_int_equal(number_of(bob, "rounds"), 1);
        expect_no_secret();
    }
    assert_int_equal(look("/api/1/boards?set=rating&season=1999-1"), 200); /* nobody was there */
    assert_int_equal(cJSON_GetArraySize(member(answered, "rows")), 0);
}

/* Three rows, one at a time, by what `next` says. */
static void rows_go_on_behind_others(void **state)
{
    (void)state;
    static const char *const boards[] = {"", "&set=rating"};
    begin(SCENE_SQLITE);
    play_a_round();
    for (unsigned i = 0; i < 2; i++) {
        char address[ADDRESS];
        char all[128];
        char names[128] = "";
        snprintf(address, sizeof(address), "/api/1/boards?limit=3%s", boards[i]);
        look(address);
        snprintf(all, sizeof(all), "%s", names_of(member(answered, "rows")));
        snprintf(address, sizeof(address), "/api/1/boards?limit=1%s", boards[i]);
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(look(address), 200);
            size_t length = strlen(names);
            snprintf(names + length, sizeof(names) - length, "%s%s", length > 0 ? " " : "",
                     names_of(member(answered, "rows")));
            snprintf(address, sizeof(address), "/api/1/boards?limit=1%s&after=%s", boards[i],
                     text_of(answered, "next"));
        }
        assert_string_equal(names, all);
        assert_true(is_null(answered, "next"));
    }
}

static void a_player_has_a_page(void **state)
{
    (void)state;
    char address[64];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    look("/api/1/search?q=BO");
    assert_string_equal(names_of(member(answered, "players")), "bob");
    snprintf(address, sizeof(address), "/api/1/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    assert_int_equal(look(address), 200);
    assert_string_equal(text_of(answered, "name"), "bob");
    assert_true(number_of(answered, "since") > 0);
    const cJSON *all = member(member(answered, "scores"), "all");
    assert_in_range(number_of(all, "rank"), 1, 3);
    assert_int_equal(number_of(all, "rounds"), 1);
    assert_int_equal(cJSON_GetArraySize(member(answered, "ratings")), 2);
    const cJSON *last = cJSON_GetArrayItem(member(answered, "last"), 0);
    assert_int_equal(number_of(last, "round"), round);
    assert_string_equal(text_of(last, "channel"), "#table");
    assert_int_equal(number_of(last, "seats"), 3);
    expect_no_secret();
    assert_int_equal(look("/api/1/search?q=bob_acc"), 200); /* found by what the boards show */
    assert_int_equal(cJSON_GetArraySize(member(answered, "players")), 0);
}

/* -- channels and rounds -- */

static void channels_have_their_rounds(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    assert_int_equal(look("/api/1/channels"), 200);
    const cJSON *channel = cJSON_GetArrayItem(member(answered, "channels"), 0);
    assert_string_equal(text_of(channel, "network"), network);
    assert_string_equal(text_of(channel, "channel"), "#table");
    assert_int_equal(number_of(channel, "people"), 3);
    assert_int_equal(number_of(channel, "rounds"), 1);
    assert_true(cJSON_IsFalse(member(channel, "watch")));
    assert_int_equal(look("/api/1/rounds?network=%s&channel=#table"), 200);
    const cJSON *last = cJSON_GetArrayItem(member(answered, "rounds"), 0);
    assert_int_equal(number_of(last, "round"), round);
    assert_string_equal(text_of(last, "outcome"), "won");
    assert_true(cJSON_IsTrue(member(last, "replay")));
    const cJSON *winner = row_of(member(last, "results"), text_of(member(last, "winner"), "name"));
    assert_true(cJSON_IsTrue(member(winner, "won")));
    assert_int_equal(number_of(winner, "place"), 1);
    expect_no_secret();
}

/* Everything that `talon verify` needs is in it, and nothing that a channel did not see. */
static void a_round_that_is_over_can_be_replayed(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    struct actor actors[3];
    trio_play(actors, 4);
    char address[64];
    snprintf(address, sizeof(address), "/api/1/rounds/%lld",
             (long long)scene_table(&scene)->round->id);
    assert_int_equal(look(address), 404); /* it runs */
    assert_string_equal(text_of(answered, "error"), "There is no such page.");
    uint8_t secret[FAIR_SIZE];
    memcpy(secret, scene_table(&scene)->round->secret, sizeof(secret));
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    assert_int_equal(look(address), 200);
    expect_no_secret();
    assert_string_equal(names_of(member(answered, "seats")), "alice bob carol");
    struct setup setup;
    assert_null(setup_read(text_of(answered, "setup"), &setup));
    uint8_t seed[FAIR_SIZE];
    char hex[FAIR_HEX];
    assert_true(fair_seed(secret, setup.cuts, setup.cut_count, seed));
    hash_hex(seed, hex);
    assert_string_equal(text_of(answered, "seed"), hex);
    const cJSON *proof = member(answered, "proof");
    hash_hex(secret, hex);
    assert_string_equal(text_of(proof, "secret"), hex);
    assert_non_null(strstr(text_of(proof, "lines"), hex));
    assert_non_null(strstr(text_of(proof, "lines"), "\nt1.1/1=talon3,"));
    uint8_t end[FAIR_SIZE];
    char bond[FAIR_TOKEN];
    assert_true(fair_commitment(secret, end));
    assert_string_equal(text_of(proof, "bond"), fair_token(0, end, bond));
    /* the moves give the game that was played */
    const char *moves = text_of(answered, "moves");
    assert_int_equal(strncmp(moves, "P", 1), 0);
    assert_non_null(strchr(moves, '\n'));
}

/* -- who is left out -- */

static void who_hides_is_a_player(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    look("/api/1/search?q=bob");
    char address[64];
    snprintf(address, sizeof(address), "/api/1/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    scene_mark(&scene);
    scene_tell(&scene, "bob", "!hide");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    assert_int_equal(look(address), 404);
    static const char *const addresses[] = {"/api/1/boards",
                                            "/api/1/boards?set=rating",
                                            "/api/1/boards?scope=network&network=%s",
                                            "/api/1/rounds?network=%s&channel=#table",
                                            "/feed/%s/#table",
                                            "/api/1/search?q=b"};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        assert_int_equal(look(addresses[i]), 200);
        assert_null(strstr(body, "bob"));
    }
    look_round(round);
    assert_null(strstr(body, "bob"));
    assert_string_equal(names_of(member(answered, "seats")), "alice a player carol");
    assert_true(is_null(answered, "proof"));
    assert_int_equal(strlen(text_of(answered, "seed")), FAIR_HEX - 1); /* it can be played */
    scene_mark(&scene);
    scene_tell(&scene, "bob", "!show");
    scene_wait(&scene, "@bob: The web pages show you");
    assert_int_equal(look(address), 200);
    look_round(round);
    assert_false(is_null(answered, "proof"));
    scene_tell(&scene, "bob", "!hide perhaps");
    assert_said(&scene, "@bob: For example: !hide, !hide off");
    scene_tell(&scene, "bob", "!hide oui");
    scene_wait(&scene, "@bob: The web pages no longer show you");
    scene_tell(&scene, "bob", "!hide off");
    scene_wait(&scene, "@bob: The web pages show you");
}

/* As if they had never been there; their rounds can be played again. */
static void who_was_forgotten_is_nobody(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    scene_stop(&scene);
    scene_do(&scene, "alice", "!stop");
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget your account");
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: Done: I have forgotten you");
    assert_int_equal(look("/api/1/boards"), 200);
    assert_int_equal(cJSON_GetArraySize(member(answered, "rows")), 2);
    assert_null(strstr(body, "bob"));
    look_round(round);
    assert_null(strstr(body, "bob"));
    assert_string_equal(names_of(member(answered, "seats")), "alice a player carol");
    assert_true(is_null(answered, "proof"));
}

static void a_channel_is_on_no_page(void **state)
{
    (void)state;
    char round[64];
    char player[64];
    begin(SCENE_SQLITE);
    snprintf(round, sizeof(round), "/api/1/rounds/%lld", (long long)play_a_round());
    look("/api/1/search?q=bob");
    snprintf(player, sizeof(player), "/api/1/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    scene_mark(&scene);
    scene_do(&scene, "alice", "!set channel web perhaps");
    assert_said(&scene, "Values: off, boards, watch.");
    scene_do(&scene, "alice", "!set channel web off");
    assert_said(&scene, "#table: alice sets for this channel: the web shows nothing of it.");
    static const char *const addresses[] = {"/api/1/rounds?network=%s&channel=#table",
                                            "/api/1/boards?scope=channel&network=%s&channel=#table",
                                            "/feed/%s/#table"};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++)
        assert_int_equal(look(addresses[i]), 404);
    assert_int_equal(look(round), 404);
    assert_int_equal(look("/api/1/channels"), 200);
    assert_int_equal(cJSON_GetArraySize(member(answered, "channels")), 0);
    assert_int_equal(look(player), 200);
    assert_int_equal(cJSON_GetArraySize(member(answered, "last")), 0);
    scene_do(&scene, "alice", "!set channel web default");
    assert_int_equal(look(round), 200);
}

/* -- hostile parameters -- */

static void wrong_parameters_are_named(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "/api/1/boards?scope=x",
        "/api/1/boards?window=x",
        "/api/1/boards?window=%00",
        "/api/1/boards?set=x",
        "/api/1/boards?set=classic&window=day",
        "/api/1/boards?scope=network",
        "/api/1/boards?scope=channel&network=n",
        "/api/1/boards?season=2026-4",
        "/api/1/boards?set=rating&season=2026-5",
        "/api/1/boards?set=rating&season=20264",
        "/api/1/boards?set=rating&season=1026-4",
        "/api/1/boards?set=rating&season=x",
        "/api/1/boards?limit=0",
        "/api/1/boards?limit=101",
        "/api/1/boards?limit=-1",
        "/api/1/boards?limit=99999999999999999999",
        "/api/1/boards?after=x",
        "/api/1/boards?after=1,1,1",
        "/api/1/boards?after=1,1,1,1,1,1,1",
        "/api/1/boards?after=0,0,0,0,0",
        "/api/1/boards?after=1,1,1,99999999999999999999,0",
        "/api/1/boards?set=rating&after=1,1,1,nan",
        "/api/1/boards?set=rating&after=1,1,1,inf",
        "/api/1/boards?set=rating&after=1,1,1,1x",
        "/api/1/search",
        "/api/1/search?q=",
        "/api/1/search?q=%ff%",
        "/api/1/channels?after=x",
        "/api/1/channels?after=-1",
        "/api/1/rounds",
        "/api/1/rounds?network=n&channel=c&before=x",
    };
    static const char *const gone[] = {
        "/api/1/players/0",
        "/api/1/players/-1",
        "/api/1/players/1x",
        "/api/1/players/99999999999999999999",
        "/api/1/players/77",
        "/api/1/players/1/2",
        "/api/1/rounds/77",
        "/api/1/rounds/x",
        "/api/1/tables/77",
        "/api/1/tables/ 1",
        "/api/1/rounds?network=n&channel=@account%20bob",
        "/api/1/boards?scope=channel&network=n&channel=@nick%20x",
        "/feed/x",
        "/feed//x",
        "/feed/n/@account x",
    };
    begin(SCENE_MEMORY);
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
        if (look(wrong[i]) != 400)
            fail_msg("%s: %s", wrong[i], body);
        assert_true(strlen(text_of(answered, "error")) > 0);
    }
    for (size_t i = 0; i < ARRAY_SIZE(gone); i++) {
        if (look(gone[i]) != 404)
            fail_msg("%s: %s", gone[i], body);
        assert_true(strlen(text_of(answered, "error")) > 0);
    }
    /* what was typed stays text, and no longer than it may be */
    assert_int_equal(look("/api/1/boards?scope=network&network=%22%5c%ff<b>"), 200);
    assert_string_equal(text_of(answered, "network"), "\"\\\xef\xbf\xbd<b>");
    assert_int_equal(look("/api/1/search?q=%27;DROP%20TABLE%20person;--"), 200);
    const struct page *page =
        script_look(scene.adapter, "/api/1/boards?scope=x&lang=fr", NULL, WAIT);
    assert_int_equal(page->status, 400);
    assert_non_null(strstr(page->body, "scope vaut channel, network ou overall."));
}

/* -- the feed -- */

static void a_feed_has_the_last_rounds(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    assert_int_equal(look("/feed/%s/#table"), 200);
    char part[96];
    snprintf(part, sizeof(part), "<id>https://cards.example/talon/rounds/%lld</id>",
             (long long)round);
    assert_non_null(strstr(body, part));
    snprintf(part, sizeof(part), "/feed/%s/%%23table\"", network);
    assert_non_null(strstr(body, part));
    assert_non_null(strstr(body, " wins a round of classic</title>"));
    assert_non_null(strstr(body, "<feed xmlns=\"http://www.w3.org/2005/Atom\">"));
    assert_non_null(strstr(strstr(body, "<entry>"), "<published>20")); /* RFC 4287, 4.2.9 */
    expect_no_secret();
}

/* -- members that programs rely on -- */

/* The members of a document, of a list those of its first item: "a,b{c,d},e[f]". */
static void write_shape(const cJSON *at, struct buf *out)
{
    const cJSON *item = at->child;
    bool list = cJSON_IsArray(at) != 0;
    if (item == NULL)
        return;
    buf_add_char(out, list ? '[' : '{');
    for (; item != NULL; item = list ? NULL : item->next) {
        buf_printf(out, "%s", list ? "" : item->string);
        write_shape(item, out);
        if (!list && item->next != NULL)
            buf_add_char(out, ',');
    }
    buf_add_char(out, list ? ']' : '}');
}

static void expect_shape(const char *address, const char *expected)
{
    char text[2048];
    struct buf out;
    assert_int_equal(look(address), 200);
    buf_init(&out, text, sizeof(text));
    write_shape(answered, &out);
    if (strcmp(text, expected) != 0)
        fail_msg("%s is now\n%s\nand was\n%s", address, text, expected);
}

#define WHO    "player,name,verified"
#define SUMS   "points,rounds,rounds_won,matches,matches_won"
#define RATING "least,rating,off,rated,provisional"
#define WINNER "{seat," WHO ",computer}"
#define RESULT "{seat," WHO ",computer,points,won,place,match_over,match_won}"
#define SCORE  "{rank," SUMS "}"
#define ROUND                                                                                      \
    "round,network,channel,channel_name,set,started_at,ended_at,outcome,counts,replay,"            \
    "winner" WINNER ",results[" RESULT "]"

/* What stands in docs/api.md, in this order; more may be added, and is added here. */
static void members_stay(void **state)
{
    (void)state;
    char address[64];
    begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!set channel web watch");
    struct actor actors[3];
    trio_play(actors, 4);
    expect_shape("/api/1/tables", "{tables[{table,network,channel,channel_name,set,state,guests,"
                                  "seats,people,play{direction,top,"
                                  "colour}}]}");
    snprintf(address, sizeof(address), "/api/1/tables/%lld", (long long)scene_table(&scene)->id);
    expect_shape(
        address,
        "{table,network,channel,channel_name,set,state,guests,seq,language,seats[{seat,name,player,"
        "computer,"
        "away,points,cards,uno,exposed}],bond,play{round,number,move,phase,turn,direction,top,"
        "colour,hyper,pile,discard,pending,target,lowest},"
        "autostart,clock{at,for,left,whole,paused},last_round,moves[{move,events[{kind,seat,count}]"
        "}],"
        "end,lines[]}");
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    int64_t round = scene_table(&scene)->last.id;
    expect_shape("/api/1", "{talon,rules,languages[],sets[]}");
    expect_shape("/api/1/boards", "{scope,window,set,season,rows[{rank," WHO "," SUMS "}],next}");
    expect_shape("/api/1/boards?scope=channel&network=%s&channel=#table&set=classic",
                 "{scope,network,channel,channel_name,window,set,season,rows[{rank," WHO "," RATING
                 "}],next}");
    expect_shape("/api/1/channels",
                 "{channels[{network,channel,channel_name,people,rounds,last_at,watch}],next}");
    expect_shape("/api/1/rounds?network=%s&channel=#table", "{rounds[{" ROUND "}],next}");
    expect_shape("/api/1/search?q=bob", "{players[{" WHO "}]}");
    snprintf(address, sizeof(address), "/api/1/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    expect_shape(
        address,
        "{" WHO ",since,scores{day" SCORE ",week" SCORE ",month" SCORE ",season" SCORE ",all" SCORE
        "},ratings[{set," RATING
        "}],last[{round,ended_at,network,channel,channel_name,set,outcome,counts,points,won,"
        "place,seats}],feats[{set,rounds,won,streak,longest,fastest,largest,"
        "duels_won,duels_lost,bluffs}],achievements[{achievement,least,earned,at}],rivals[{" WHO
        ",rounds,ahead,behind}],"
        "curve[{at,rating,off}]}");
    snprintf(address, sizeof(address), "/api/1/rounds/%lld", (long long)round);
    expect_shape(address, "{" ROUND ",seats[{seat,name,player,computer}],rules,setup,seed,deal,"
                          "moves,proof{shuffle,secret,bond,lines}}");
}

/* -- addresses in the channel -- */

static const char *web_address(const struct adapter *adapter)
{
    (void)adapter;
    return "https://cards.example/talon";
}

/* The last words of the line that has `part` in it. */
static const char *end_of(const char *part)
{
    const char *line = scene_wait(&scene, part);
    const char *blank = strrchr(line, ' ');
    return blank != NULL ? blank + 1 : line;
}

static void answers_end_with_the_page_that_shows_more(void **state)
{
    (void)state;
    static struct adapter_impl served;
    static struct page_server pages;
    char address[160];
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    scene_do(&scene, "carol", "!top");
    assert_null(strstr(scene_wait(&scene, "Best of all time"), "http")); /* nobody serves it */
    served = *scene.adapter->impl;
    pages = *served.pages;
    pages.address = web_address;
    served.pages = &pages;
    scene.adapter->impl = &served;
    scene_do(&scene, "carol", "!top");
    snprintf(address, sizeof(address), "https://cards.example/talon/boards/%s/%%23table", network);
    assert_string_equal(end_of("/talon/boards"), address);
    scene_do(&scene, "carol", "!top overall");
    assert_string_equal(end_of("/talon/boards"), "https://cards.example/talon/boards");
    look("/api/1/search?q=bob");
    snprintf(address, sizeof(address), "https://cards.example/talon/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    scene_do(&scene, "carol", "!stats bob");
    assert_string_equal(end_of("/talon/players/"), address);
    scene_tell(&scene, "bob", "!hide");
    scene_do(&scene, "carol", "!stats bob");
    assert_null(strstr(scene_wait(&scene, "bob: points "), "http"));
    scene_do(&scene, "carol", "!fair");
    snprintf(address, sizeof(address), "https://cards.example/talon/rounds/%lld", (long long)round);
    assert_non_null(scene_wait(&scene, address));
    scene_do(&scene, "alice", "!set channel web off");
    scene_do(&scene, "carol", "!top");
    assert_null(strstr(scene_wait(&scene, "Best of all time"), "http"));
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "talon verify --transcript FILE");
    assert_not_said(&scene, "http");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(boards_have_who_played),
        TEST(rows_go_on_behind_others),
        TEST(a_player_has_a_page),
        TEST(channels_have_their_rounds),
        TEST(a_round_that_is_over_can_be_replayed),
        TEST(who_hides_is_a_player),
        TEST(who_was_forgotten_is_nobody),
        TEST(a_channel_is_on_no_page),
        TEST(wrong_parameters_are_named),
        TEST(a_feed_has_the_last_rounds),
        TEST(members_stay),
        TEST(answers_end_with_the_page_that_shows_more),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
