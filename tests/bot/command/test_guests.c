/* Guests by a link (!invite) cannot hurt anybody: bot/command/handlers/invite.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/settings.h"
#include "bot/command/handlers/invite.h"
#include "bot/host/networks.h"
#include "bot/people/channel_name.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { ALICE, BOB, PAIR };

/* -- a network of pages beside the scene's -- */

static struct adapter_impl pages;
static struct page_server server;
static struct settings settings;
static char name[24];
static struct network *web;

static void seat(struct adapter *adapter, const char *id, const struct page *page, bool last)
{
    (void)adapter;
    (void)id;
    (void)page;
    (void)last;
}

static const char *address(const struct adapter *adapter)
{
    (void)adapter;
    return "https://cards.example";
}

static void add_pages(struct scene *of)
{
    struct fault why = {0};
    assert_true(host_add_network(&of->host, &pages, name, &settings, &why));
    web = network_at(of->host.people, 1);
    web->adapter->impl = &pages; /* the script takes itself for its own */
}

static int set_up(void **state)
{
    static unsigned count;
    (void)state;
    assert_true(language_setup());
    snprintf(name, sizeof(name), "pages%u", count++); /* so that its flood buckets are fresh */
    pages = script_adapter;
    server = *pages.pages;
    server.seat = seat;
    server.address = address;
    pages.pages = &server;
    assert_true(settings_init(&settings, pages.keys));
    scene_init(&scene, SCENE_SQLITE);
    scene.more = add_pages;
    scene_begin(&scene);
    pair_come();
    pair_seat(false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    settings_finish(&settings);
    return 0;
}

/* -- guests -- */

static void invite(unsigned by, char secret[PAGE_SECRET_SIZE])
{
    struct table *table = scene_table(&scene);
    assert_true(page_seat_invite(table, table->seats[by].person, secret));
}

/* Why not; NULL: they sit there, by that id. */
static const char *sit(const char *secret, const char *as, const char *peer, char id[SEAT_ID_MAX])
{
    char address[32];
    snprintf(address, sizeof(address), "%s %s", scene.name, peer); /* whose bucket is fresh, too */
    struct guest guest = {.adapter = web->adapter,
                          .invite = page_seat_find(scene.host.tables, PAGE_INVITE, secret),
                          .name = as,
                          .peer = address,
                          .language = language_at(0)};
    if (guest.invite == NULL)
        return "no such link";
    const char *why = invite_seat(scene.host.commands, &guest);
    scene_settle(&scene);
    if (why == NULL) {
        snprintf(id, SEAT_ID_MAX, "%s",
                 page_seat_find(scene.host.tables, PAGE_SESSION, guest.session)->id);
    }
    return why;
}

static void assert_sits(const char *secret, const char *as, const char *peer, char id[SEAT_ID_MAX])
{
    const char *why = sit(secret, as, peer, id);
    if (why != NULL)
        fail_msg("%s: %s", as, why);
}

static void assert_kept_out(const char *secret, const char *as, const char *peer, const char *part)
{
    char id[SEAT_ID_MAX];
    const char *why = sit(secret, as, peer, id);
    if (why == NULL || strstr(why, part) == NULL)
        fail_msg("%s: \"%s\" has no \"%s\"", as, why != NULL ? why : "sits there", part);
}

/* From the page of the table. `part` is of the refusal; NULL: they sit there. */
static void assert_walks_in(const char *as, const char *peer, const char *part)
{
    char address[32];
    snprintf(address, sizeof(address), "%s %s", scene.name, peer);
    struct guest guest = {.adapter = web->adapter,
                          .table = scene_table(&scene)->id,
                          .name = as,
                          .peer = address,
                          .language = language_at(0)};
    const char *why = invite_seat(scene.host.commands, &guest);
    scene_settle(&scene);
    if (part == NULL ? why != NULL : why == NULL || strstr(why, part) == NULL)
        fail_msg("%s: %s", as, why != NULL ? why : "sits there");
}

static void say(const char *id, const char *words)
{
    scene_mark(&scene);
    script_type(web->adapter, NULL, id, words);
    assert_true(script_settle(web->adapter, 1000));
    scene_settle(&scene);
}

static bool was_told(const char *part)
{
    for (size_t i = script_lines(web->adapter); i > 0; i--) {
        if (strstr(script_line(web->adapter, i - 1), part) != NULL)
            return true;
    }
    return false;
}

static unsigned seat_called(const char *who)
{
    const struct table *table = scene_table(&scene);
    unsigned at = 0;
    while (at < table->seat_count && strcmp(seat_name(table, at), who) != 0)
        at++;
    return at < table->seat_count ? at : SEAT_NONE;
}

/* -- tests -- */

static unsigned sit_and_leave(const char *secret, const char *peer, unsigned most)
{
    char id[SEAT_ID_MAX];
    unsigned count = 0;
    while (count < most && sit(secret, "Words of their choice", peer, id) == NULL) {
        say(id, "leave");
        count++;
    }
    return count;
}

/* Where the network knows a channel by a number, the page's button has its name. */
static void links_name_the_channel(void **state)
{
    static const char *const lines[] = {"!invite", "!web"};
    (void)state;
    script_call_channel(scene.adapter, "the kitchen");
    channel_name_keep(scene.network, "#table");
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        scene_do(&scene, "alice", "%s", lines[i]);
        scene_wait(&scene, "https://cards.example/seat#");
        assert_said(&scene, "&at=the%20kitchen");
        assert_not_said(&scene, "&at=%23table");
    }
}

/* "one address made 419 sit-downs in 30 s". Leaving gives nothing back. */
static void sitting_down_by_link_is_limited(void **state)
{
    enum { MANY = 30, OF_ADDRESS = 6, OF_LINK = 8 };
    char secret[PAGE_SECRET_SIZE];
    (void)state;
    invite(ALICE, secret);
    assert_int_equal(sit_and_leave(secret, "one", MANY), OF_ADDRESS);
    assert_kept_out(secret, "Zoe", "one", "Many guests");
    assert_int_equal(sit_and_leave(secret, "other", MANY), OF_LINK - OF_ADDRESS);
    invite(ALICE, secret); /* a new link, of the same channel */
    assert_int_equal(sit_and_leave(secret, "third", MANY), 0);
    scene_do(&scene, "alice", "!order"); /* whoever plays there is not held back */
    assert_said(&scene, "alice");
}

/* A page of a guest shares the bucket of its address, whatever session it has. */
static void commands_of_guests_are_limited_by_address(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    static const char *const names[] = {"Zoe", "Max", "Tom", "Ivy"};
    char id[SEAT_ID_MAX];
    (void)state;
    invite(ALICE, secret);
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        assert_sits(secret, names[i], "one", id);
        for (unsigned said = 0; said < 30; said++)
            say(id, "order");
    }
    size_t lines = script_lines(web->adapter);
    say(id, "order");
    say(id, "leave");
    assert_int_equal(script_lines(web->adapter), lines);
    assert_int_not_equal(seat_called("Ivy (guest)"), SEAT_NONE);
}

/* What they do is told to all: it costs more than with others. */
static void guests_do_not_fill_the_channel(void **state)
{
    enum { MANY = 60, FEW = 24 };
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    unsigned lines = 0;
    (void)state;
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    for (unsigned i = 0; i < MANY; i++) {
        say(id, i % 2 == 0 ? "away" : "back");
        lines += scene_count(&scene, "#table");
    }
    assert_in_range(lines, 1, FEW);
}

static void operators_end_links(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    invite(ALICE, secret);
    assert_refused(&scene, "carol", "!invite off", "Only players at this table, channel operators");
    assert_refused(&scene, "oper", "!invite", "You have no seat at this table");
    scene_do(&scene, "oper", "!invite off");
    assert_said(&scene, "@oper: Nobody more sits down here by a link.");
    assert_kept_out(secret, "Zoe", "one", "no such link");
    scene_do(&scene, "oper", "!invite off");
    assert_said(&scene, "@oper: There was no such link.");

    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    assert_refused(&scene, "alice", "!set channel guests off", "Only channel operators");
    assert_refused(&scene, "carol", "!set channel guests off", "Only channel operators");
    scene_do(&scene, "oper", "!set channel guests off");
    assert_said(&scene, "#table: oper sets for this channel: nobody sits down from a page.");
    assert_kept_out(secret, "Max", "one", "Guests by links are off in this channel");
    assert_refused(&scene, "alice", "!invite", "Guests by links are off in this channel");
    assert_int_not_equal(seat_called("Zoe (guest)"), SEAT_NONE);
    assert_refused(&scene, "alice", "!set channel guests on", "Only channel operators");
    scene_do(&scene, "oper", "!set channel guests default");
    assert_said(&scene, "#table: oper sets for this channel: guests may sit down by a link");
    assert_sits(secret, "Max", "one", id);
}

/* The page of the table seats strangers where an operator asked for it, and people may watch. */
static void strangers_sit_down_from_the_page(void **state)
{
    static const char closed[] = "Nobody sits down at this table from its page now";
    (void)state;
    assert_walks_in("Zoe", "one", closed);
    scene_do(&scene, "oper", "!set channel web watch");
    assert_walks_in("Zoe", "one", closed); /* without a link nobody comes */
    scene_do(&scene, "oper", "!set channel guests on");
    assert_said(&scene, "#table: oper sets for this channel: guests may sit down from the page of "
                        "the table, and by a link.");
    assert_walks_in("al\u0456ce", "one", "Choose another name");
    assert_walks_in("Zoe", "one", NULL);
    assert_int_not_equal(seat_called("Zoe (guest)"), SEAT_NONE);
    scene_do(&scene, "oper", "!set channel web boards");
    assert_walks_in("Max", "one", closed);
    scene_do(&scene, "oper", "!set channel web watch");
    for (unsigned i = 1; i < PAGE_GUESTS_TABLE_MAX; i++) {
        char as[] = {'G', (char)('a' + i), '\0'};
        assert_walks_in(as, "two", NULL);
    }
    assert_walks_in("Max", "three", "All guest seats are taken");
    scene_do(&scene, "oper", "!set channel guests links");
    assert_walks_in("Max", "three", closed);
}

/* Somebody of the channel who is asked by name is called, and others cannot repeat it. */
static void people_here_are_asked(void **state)
{
    (void)state;
    scene_join(&scene, "dora");
    scene_do(&scene, "alice", "!invite nobody");
    assert_said(&scene, "@alice: I see nobody of that name here.");
    scene_do(&scene, "alice", "!invite <@dora>"); /* no way to name people here */
    assert_said(&scene, "@alice: I see nobody of that name here.");
    scene_do(&scene, "alice", "!invite bob");
    assert_said(&scene, "@alice: They have a seat at this table already.");
    assert_refused(&scene, "carol", "!invite dora",
                   "Only players at this table, channel operators");
    scene_do(&scene, "alice", "!invite dora");
    assert_said(&scene, "#table: dora, alice asks you to the table: !join takes a seat.");
    scene_do(&scene, "bob", "!invite dora");
    assert_said(&scene, "@bob: Somebody asked them a few minutes ago.");
    scene_do(&scene, "oper", "!invite carol");
    assert_said(&scene, "#table: carol, oper asks you to the table: !join takes a seat.");
}

static void look_alikes_are_refused(void **state)
{
    static const char *const names[] = {"Alice", "\u0430lice", "a1ice",     "\u0391LICE",
                                        "B0b",   "bo\u042c",   "Tal\u043en"};
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    invite(ALICE, secret);
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        assert_kept_out(secret, names[i], "one", "Choose another name");
    assert_sits(secret, "Mia", "one", id);
    assert_kept_out(secret, "M\u0456\u0430", "two", "Choose another name");
    assert_sits(secret, "carol", "two", id); /* who has no seat */
}

/* "Four guests from one address voted the opener out in 3 s." */
static void guests_do_not_vote_about_their_host(void **state)
{
    static const char *const names[] = {"Zoe", "Max", "Tom", "Ivy"};
    char secret[PAGE_SECRET_SIZE];
    char ids[4][SEAT_ID_MAX];
    (void)state;
    scene_do(&scene, "bob", "!leave");
    invite(ALICE, secret);
    for (unsigned i = 0; i < 4; i++)
        assert_sits(secret, names[i], "one", ids[i]);
    say(ids[0], "kick alice");
    assert_true(was_told("This player invited you: you have no vote about their seat."));
    assert_null(scene_table(&scene)->vote);
    scene_do(&scene, "alice", "!away"); /* nobody else would vote */
    say(ids[0], "kick alice");
    assert_int_equal(seat_called("alice"), ALICE);
    scene_do(&scene, "alice", "!back");

    scene_restart(&scene);
    scene_do(&scene, "alice", "!order");
    for (unsigned i = 0; i < 4; i++)
        say(ids[i], "kick alice");
    assert_int_equal(seat_called("alice"), ALICE);
    assert_null(scene_table(&scene)->vote);
    scene_do(&scene, "bob", "!join"); /* somebody else may ask, and they still have no vote */
    scene_do(&scene, "bob", "!kick alice");
    assert_said(&scene, "2 of 2 must agree");
    for (unsigned i = 0; i < 4; i++)
        say(ids[i], "yes");
    assert_int_not_equal(seat_called("alice"), SEAT_NONE);
    assert_true(vote_is_open(scene_table(&scene)));
}

/* Whoever is away for a moment hears of a vote, and can say no. */
static void a_guest_decides_nothing_at_once(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    scene_do(&scene, "bob", "!leave");
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "alice", "!away");
    say(id, "stop");
    assert_said(&scene, "#table: Zoe (guest) asks to end the match");
    assert_true(scene_table(&scene)->match_on);
    scene_do(&scene, "alice", "!no");
    assert_said(&scene, "#table: 1 for, 1 against");
    assert_true(scene_table(&scene)->match_on);
}

/* Nothing names who has left the table: they may ask to be forgotten. */
static void who_invited_is_forgotten_with_their_seat(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    invite(BOB, secret);
    assert_sits(secret, "Zoe", "one", id);
    const struct page_seat *seat = page_seat_by_id(scene.host.tables, id);
    assert_non_null(seat->by);
    scene_do(&scene, "alice", "!bots 1"); /* saves the table */
    assert_non_null(seat->by);
    scene_do(&scene, "bob", "!leave");
    assert_null(seat->by);
    assert_null(page_seat_find(scene.host.tables, PAGE_INVITE, secret)->by);
    scene_restart(&scene);
    assert_null(page_seat_by_id(scene.host.tables, id)->by);
    assert_sits(secret, "Max", "one", id); /* the link is the table's */
}

/* All guests of an address are one voter. */
static void guests_of_an_address_have_one_vote(void **state)
{
    static const char *const names[] = {"Zoe", "Max", "Tom"};
    char secret[PAGE_SECRET_SIZE];
    char ids[3][SEAT_ID_MAX];
    char far[SEAT_ID_MAX];
    (void)state;
    invite(BOB, secret);
    for (unsigned i = 0; i < 3; i++)
        assert_sits(secret, names[i], "one", ids[i]);
    say(ids[0], "kick alice");
    assert_said(&scene, "2 of 3 must agree"); /* alice, bob, and all of these */
    say(ids[1], "yes");
    assert_true(was_told("Your vote is counted already."));
    say(ids[2], "yes");
    assert_int_not_equal(seat_called("alice"), SEAT_NONE);
    say(ids[1], "no"); /* their last word holds */
    scene_do(&scene, "bob", "!yes");
    assert_int_not_equal(seat_called("alice"), SEAT_NONE);
    say(ids[0], "yes");
    scene_settle(&scene);
    assert_int_equal(seat_called("alice"), SEAT_NONE); /* two of three */

    assert_sits(secret, "Far", "two", far);
    scene_do(&scene, "alice", "!join");
    say(far, "kick alice");
    assert_said(&scene, "3 of 4 must agree");
}

/* Who opened the table and leaves hands it to a guest only when nobody else is there. */
static void guests_come_into_charge_last(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    scene_do(&scene, "bob", "!leave");
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!leave");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    scene_do(&scene, "bob", "!leave");
    assert_string_equal(scene_table(&scene)->opener->name, "Zoe (guest)");
}

/* A guest whose session has expired still counts as a guest. */
static void guests_stay_guests_when_their_session_expires(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    invite(BOB, secret);
    assert_sits(secret, "Zoe", "one", id);
    page_seat_by_id(scene.host.tables, id)->expires_at = 1;
    scene_do(&scene, "bob", "!leave"); /* stores the session without who invited */
    scene_restart(&scene);
    const struct seat *seat = &scene_table(&scene)->seats[seat_called("Zoe (guest)")];
    assert_null(page_seat_by_id(scene.host.tables, id));
    assert_non_null(page_seat_of_guest(scene.host.tables, seat->person));
    assert_int_equal(page_seat_guests(scene.host.tables, 0, NULL), 1);
    scene_do(&scene, "alice", "!kick Zoe");
    assert_int_equal(page_seat_guests(scene.host.tables, 0, NULL), 0);
}

/* Outages of the network count against nobody, also after guests were there. */
static void assert_runs_without(bool runs)
{
    script_removed(scene.adapter, "#table");
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->clock_runs, runs);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_true(scene_table(&scene)->clock_runs);
}

static bool is_shown_to_guests(void)
{
    return place_on(scene_table(&scene), web)->network == web;
}

static void an_outage_counts_against_nobody_after_a_guest(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char ids[2][SEAT_ID_MAX];
    (void)state;
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", ids[0]);
    assert_sits(secret, "Max", "one", ids[1]);
    scene_do(&scene, "alice", "!start");
    assert_runs_without(true); /* who plays from a page plays on */
    say(ids[0], "kick Zoe");   /* in a round, which keeps the seat to its end */
    assert_true(scene_table(&scene)->seats[seat_called("Zoe (guest)")].leaving);
    assert_runs_without(true);
    scene_do(&scene, "alice", "!kick Max");
    scene_do(&scene, "bob", "!yes");
    assert_true(scene_table(&scene)->seats[seat_called("Max (guest)")].leaving);
    assert_runs_without(false);
    scene_restart(&scene);
    assert_runs_without(false);
    assert_sits(secret, "Tom", "one", ids[0]); /* and guests come again */
    assert_runs_without(true);
}

static void an_outage_counts_against_nobody_after_a_refusal(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    invite(ALICE, secret);
    scene_do(&scene, "alice", "!set two_decks on");
    scene_do(&scene, "alice", "!bots 18");
    assert_kept_out(secret, "Zoe", "one", "There are no more seats");
    assert_false(is_shown_to_guests());
    assert_runs_without(false);
    scene_do(&scene, "alice", "!bots 17");
    assert_sits(secret, "Zoe", "one", id);
    assert_kept_out(secret, "Max", "one", "There are no more seats");
    assert_true(is_shown_to_guests()); /* the other guest stays */
}

/* An earlier version saved the table while it was still shown to guests who had left. */
static void a_restart_hides_the_table_from_guests_who_left(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    (void)state;
    assert_non_null(place_add(scene_table(&scene), web, "table-1"));
    save_table(scene_table(&scene));
    scene_restart(&scene);
    assert_false(is_shown_to_guests());
    assert_runs_without(false);
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    scene_restart(&scene);
    assert_runs_without(true);
}

/* The table is read again when the network of pages has been there for long. */
static void guests_play_on_when_the_network_comes_back(void **state)
{
    char secret[PAGE_SECRET_SIZE];
    char id[SEAT_ID_MAX];
    struct fault why = {0};
    const struct network_setup again = {
        .impl = scene.impl, .name = scene.name, .settings = &scene.settings};
    (void)state;
    invite(ALICE, secret);
    assert_sits(secret, "Zoe", "one", id);
    networks_leave(scene.network, networks_goodbye);
    while (network_count(scene.host.people) > 1)
        scene_turn(&scene);
    scene.network = networks_make(&scene.host, &again, &why);
    scene.adapter = scene.network->adapter;
    networks_join(scene.network);
    while (scene_table(&scene) == NULL)
        scene_turn(&scene);
    scene_settle(&scene);
    assert_runs_without(true);
    say(id, "kick Zoe");
    assert_int_equal(seat_called("Zoe (guest)"), SEAT_NONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(links_name_the_channel),
        TEST(sitting_down_by_link_is_limited),
        TEST(strangers_sit_down_from_the_page),
        TEST(commands_of_guests_are_limited_by_address),
        TEST(guests_do_not_fill_the_channel),
        TEST(operators_end_links),
        TEST(people_here_are_asked),
        TEST(look_alikes_are_refused),
        TEST(guests_do_not_vote_about_their_host),
        TEST(a_guest_decides_nothing_at_once),
        TEST(who_invited_is_forgotten_with_their_seat),
        TEST(guests_of_an_address_have_one_vote),
        TEST(guests_come_into_charge_last),
        TEST(guests_stay_guests_when_their_session_expires),
        TEST(an_outage_counts_against_nobody_after_a_guest),
        TEST(an_outage_counts_against_nobody_after_a_refusal),
        TEST(a_restart_hides_the_table_from_guests_who_left),
        TEST(guests_play_on_when_the_network_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
