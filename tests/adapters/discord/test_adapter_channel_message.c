/* In each channel one message that is kept up to date; lines below it, as few requests as can be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "discord_loop.h"

static const char *const posts = "POST /api/v10/channels/10/messages";

static int begin_editing(void **state)
{
    return discord_loop_set_up_with(state, (const char *const[]){"board", "edit", NULL});
}

static void test_new_board(void **state)
{
    struct discord_loop *scene = *state;
    char line[80];
    char old[24];
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("It is Bob's turn.", "8", 1));
    const struct web_request *request =
        discord_loop_request(scene, posts, "*It is Bob's turn.*Ann plays.*");
    assert_non_null(strstr(request->body, "\"enforce_nonce\":true"));
    assert_non_null(strstr(request->body, "1.0.1.!draw"));
    snprintf(old, sizeof(old), "%s", discord_loop_board_after(scene, NULL));
    discord_loop_say(scene, discord_loop_line("10", NULL, "Bob draws."));
    discord_loop_say(scene, discord_loop_call("It is Ann's turn.", "9", 2));
    request = discord_loop_request(scene, posts, "*It is Ann's turn.*Bob draws.*");
    assert_non_null(strstr(request->body, "Ann plays.")); /* for who looks up late */
    assert_null(strstr(request->body, "Bob's turn"));
    snprintf(line, sizeof(line), "DELETE /api/v10/channels/10/messages/%s", old);
    discord_loop_request(scene, line, "*");
    assert_string_not_equal(discord_loop_board_after(scene, old), old);
}

static void test_edited_in_place(void **state)
{
    struct discord_loop *scene = *state;
    char line[80];
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Two players.", 1));
    snprintf(line, sizeof(line), "PATCH /api/v10/channels/10/messages/%s",
             discord_loop_board_after(scene, NULL));
    discord_loop_say(scene, discord_loop_table("10", NULL, "Three players.", 2));
    const struct web_request *request = discord_loop_request(scene, line, "*Three players.*");
    assert_null(strstr(request->body, "nonce"));
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 1);
}

/* Whose turn it still is, or who is not to be told. */
static struct message *named(const char *text, const char *user, uint64_t stamp)
{
    struct message *board = discord_loop_call(text, user, stamp);
    board->rings = false;
    return board;
}

/* An edit pings nobody. */
static void test_new_one_is_called(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "7", 1));
    discord_loop_request(scene, posts, "*<@7>*\"users\":[[]\"7\"]*\"parse\":[[]]*");
    discord_loop_board_after(scene, NULL);
    discord_loop_say(scene, discord_loop_call("Next: ", "8", 2));
    discord_loop_request(scene, posts, "*<@8>*\"users\":[[]\"8\"]*");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *", "*"));
    struct message *still = named("Still next: ", "8", 3);
    discord_loop_say(scene, still);
    discord_loop_request(scene, "PATCH *", "*<@8>*\"users\":[[]]*");
    still = named("Not called: ", "9", 4);
    still->below = true; /* it is where it belongs, and wakes nobody */
    discord_loop_say(scene, still);
    discord_loop_request(scene, posts, "*<@9>*\"users\":[[]]*");
}

/* What is no new turn is shown where the table stands, with the words that tell of it. */
static void test_words_beside_a_board(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "7", 1));
    discord_loop_board_after(scene, NULL);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Bob draws."));
    discord_loop_say(scene, named("Next: ", "7", 2));
    discord_loop_request(scene, "PATCH *", "*Bob draws.*\"users\":[[]]*");
    struct message *line = discord_loop_line("10", NULL, "");
    message_add(line, STYLE_MENTION, TINT_WILD, "somebody", 8);
    message_call(line, "7"); /* a reminder */
    discord_loop_say(scene, line);
    discord_loop_request(scene, posts, "*Bob draws.*<@7>*\"users\":[[]\"7\"]*");
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 2);
}

/* What the channel wants goes before what the configuration says, which is "new" here. */
static void test_a_channel_wants_it_in_place(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    struct message *board = discord_loop_call("Next: ", "7", 1);
    board->board = BOARD_STAYS;
    discord_loop_say(scene, board);
    discord_loop_board_after(scene, NULL);
    board = discord_loop_call("Then: ", "8", 2);
    board->board = BOARD_STAYS;
    discord_loop_say(scene, board);
    discord_loop_request(scene, "PATCH *", "*<@8>*\"users\":[[]]*");
    board = discord_loop_call("At last: ", "9", 3);
    board->board = BOARD_MOVES;
    discord_loop_say(scene, board);
    discord_loop_request(scene, posts, "*<@9>*\"users\":[[]\"9\"]*");
}

/* What the channel wants goes before what the configuration says, which is "edit" here. */
static void test_a_channel_wants_it_to_move(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "7", 1));
    discord_loop_board_after(scene, NULL);
    struct message *board = discord_loop_call("Then: ", "8", 2);
    board->board = BOARD_MOVES;
    discord_loop_say(scene, board);
    discord_loop_request(scene, posts, "*<@8>*\"users\":[[]\"8\"]*");
}

/* A call that could not go yet is not lost to the board that comes after it. */
static void test_a_call_that_waits(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Lobby", 1));
    discord_loop_board_after(scene, NULL);
    web_tell(scene->web, &(struct web_rule){.on = "PATCH /api/v10/channels/10/",
                                            .how = WEB_HOLD,
                                            .body = "{\"id\":\"900\"}"});
    discord_loop_say(scene, discord_loop_table("10", NULL, "Lobby of two", 1));
    discord_loop_request(scene, "PATCH *", "*");
    discord_loop_say(scene, discord_loop_call("Next: ", "7", 2));
    discord_loop_turn(scene);
    discord_loop_say(scene, named("Still next: ", "7", 3));
    discord_loop_turn(scene);
    web_release(scene->web);
    discord_loop_request(scene, posts, "*Still next: <@7>*\"users\":[[]\"7\"]*");
}

/* What waits as an edit goes as a new message when somebody is to be called meanwhile. */
static void test_called_while_an_edit_waits(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Lobby.", 1));
    discord_loop_board_after(scene, NULL);
    web_tell(scene->web, &(struct web_rule){.on = "PATCH",
                                            .status = 429,
                                            .headers = "Retry-After: 1\r\nVia: 1.1 google\r\n"
                                                       "X-RateLimit-Scope: user\r\n",
                                            .body = "{\"message\":\"slow\",\"retry_after\":3,"
                                                    "\"global\":false}"});
    discord_loop_say(scene, discord_loop_table("10", NULL, "Nobody's turn.", 2));
    discord_loop_request(scene, "PATCH *", "*Nobody's turn.*");
    for (unsigned i = 0; i < 50; i++)
        discord_loop_turn(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "8", 3));
    discord_loop_request(scene, posts, "*<@8>*\"users\":[[]\"8\"]*");
    assert_int_equal(discord_loop_requests(scene, "PATCH *", "*"), 1);
}

/* Who writes to us in the channel looks at its end: the answer comes there, and calls nobody. */
static void test_written_words_are_answered_below(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "8", 1));
    discord_loop_board_after(scene, NULL);
    discord_loop_write(scene, 101, "10", "top");
    discord_loop_event(scene, "MESSAGE 10 *");
    discord_loop_answer(scene, discord_loop_line("10", NULL, "Nobody has won yet."));
    discord_loop_request(scene, posts, "*<@8>*Nobody has won yet.*\"users\":[[]]*");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *", "*"));
}

static void test_gathered_while_one_is_under_way(void **state)
{
    struct discord_loop *scene = *state;
    char text[32];
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .how = WEB_HOLD, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "line one"));
    discord_loop_request(scene, posts, "*line one*");
    for (unsigned i = 0; i < 7; i++) {
        snprintf(text, sizeof(text), "more %u.", i);
        discord_loop_say(scene, discord_loop_line("10", NULL, text));
        discord_loop_turn(scene);
    }
    web_release(scene->web);
    const struct web_request *request = discord_loop_request(scene, posts, "*more 0.*more 6.*");
    assert_null(strstr(request->body, "line one")); /* each line is said once */
    discord_loop_say(scene, discord_loop_line("11", NULL, "elsewhere"));
    discord_loop_request(scene, "POST */channels/11/messages", "*");
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 2);
}

/* Twelve lines fit: those under way make room first, and no other is lost for that. */
static void test_many_lines_behind_one_under_way(void **state)
{
    struct discord_loop *scene = *state;
    char text[32];
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .how = WEB_HOLD, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    for (unsigned i = 0; i < 3; i++)
        discord_loop_say(scene, discord_loop_line("10", NULL, "early"));
    discord_loop_request(scene, posts, "*early*early*early*");
    for (unsigned i = 0; i < 12; i++) {
        snprintf(text, sizeof(text), "more %u.", i);
        discord_loop_say(scene, discord_loop_line("10", NULL, text));
    }
    discord_loop_turn(scene);
    web_release(scene->web);
    const struct web_request *request = discord_loop_request(scene, posts, "*more 11.*");
    for (unsigned i = 0; i < 12; i++) {
        snprintf(text, sizeof(text), "more %u.", i);
        assert_non_null(strstr(request->body, text));
    }
}

static void test_gathered_while_one_waits(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts,
                                            .status = 429,
                                            .headers = "Retry-After: 1\r\nVia: 1.1 google\r\n"
                                                       "X-RateLimit-Scope: user\r\n",
                                            .body = "{\"message\":\"slow\",\"retry_after\":3,"
                                                    "\"global\":false}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Board one.", 1));
    discord_loop_request(scene, posts, "*Board one.*");
    for (unsigned i = 0; i < 50; i++)
        discord_loop_turn(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "A line."));
    discord_loop_say(scene, discord_loop_table("10", NULL, "Board two.", 2));
    discord_loop_request(scene, posts, "*Board two.*A line.*");
    discord_loop_board_after(scene, NULL);
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 2);
}

static void test_last_board_stays(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Round one.", 1));
    discord_loop_board_after(scene, NULL);
    struct message *last = discord_loop_line("10", NULL, "Ann has won.");
    last->purpose = PURPOSE_BOARD;
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, last);
    discord_loop_request(scene, "PATCH *", "*Ann has won.*Ann plays.\"}],\"accent*");
    SCENE_UNTIL(scene, !discord_loop_kept(scene, "board 10"));
    discord_loop_say(scene, discord_loop_table("10", NULL, "Round two.", 2));
    discord_loop_request(scene, posts, "*Round two.*");
    discord_loop_board_after(scene, NULL);
    discord_loop_say(scene, discord_loop_line("11", NULL, "elsewhere"));
    discord_loop_request(scene, "POST */channels/11/messages", "*");
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0);
}

static void test_taken_away_by_a_moderator(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "PATCH /api/v10/channels/10/",
                                            .status = 404,
                                            .body = "{\"code\":10008,\"message\":\"Unknown\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_board_after(scene, NULL);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Two.", 2));
    discord_loop_request(scene, "PATCH *", "*Two.*");
    discord_loop_request(scene, posts, "*Two.*");
}

/* Discord tells of it: it stands again without another change, and pings nobody a second time. Who
 * takes it away again has peace for longer each time. */
static void test_taken_away_and_told(void **state)
{
    struct discord_loop *scene = *state;
    char board[24];
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "8", 1));
    snprintf(board, sizeof(board), "%s", discord_loop_board_after(scene, NULL));
    discord_loop_request(scene, posts, "*");
    discord_loop_tellf(scene, "MESSAGE_DELETE",
                       "{\"id\":\"899\",\"channel_id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_tellf(scene, "MESSAGE_DELETE",
                       "{\"id\":\"%s\",\"channel_id\":\"10\",\"guild_id\":\"50\"}", board);
    discord_loop_request(scene, posts, "*Next: <@8>*\"users\":[[]]*");
    snprintf(board, sizeof(board), "%s", discord_loop_board_after(scene, board));
    uint64_t before = discord_loop_now();
    discord_loop_tellf(scene, "MESSAGE_DELETE_BULK",
                       "{\"ids\":[\"1\",\"%s\"],\"channel_id\":\"10\"}", board);
    discord_loop_request(scene, posts, "*Next: <@8>*");
    assert_true(discord_loop_now() - before >= 1900);
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 3);
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0);
}

static void test_server_fails_for_a_while(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .status = 503, .body = "later"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_request(scene, posts, "*One.*");
    const struct web_request *again = discord_loop_request(scene, posts, "*One.*");
    const struct web_request *first = again;
    for (unsigned i = 0; i < web_count(scene->web) && first == again; i++) {
        const struct web_request *at = web_request(scene->web, i);
        first = strcmp(at->line, posts) == 0 ? at : again;
    }
    assert_ptr_not_equal(first, again);
    assert_string_equal(first->body, again->body); /* the same nonce: shown once */
}

static void test_channel_is_taken_away(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_board_after(scene, NULL);
    discord_loop_tell(scene, "CHANNEL_DELETE", "{\"id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "REMOVED 10 *");
    assert_null(discord_loop_kept(scene, "board 10"));
    discord_loop_tell(scene, "GUILD_DELETE", "{\"id\":\"50\"}");
    discord_loop_event(scene, "REMOVED 11 *");
}

/* Said to a channel that came back while a line from before is under way. */
static void test_channel_comes_back(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .how = WEB_HOLD, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Before."));
    discord_loop_request(scene, posts, "*Before.*");
    discord_loop_tell(scene, "CHANNEL_DELETE", "{\"id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "REMOVED 10 *");
    discord_loop_tell(scene, "CHANNEL_CREATE", "{\"id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "ENTERED 10 *");
    discord_loop_say(scene, discord_loop_line("10", NULL, "After."));
    discord_loop_turn(scene);
    web_release(scene->web);
    discord_loop_request(scene, posts, "*After.*");
}

static void test_always_edited(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_call("Next: ", "7", 1));
    discord_loop_board_after(scene, NULL);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Bob draws."));
    discord_loop_say(scene, discord_loop_call("Next: ", "8", 2));
    discord_loop_request(scene, "PATCH *", "*Bob draws.*");
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 1);
}

static void test_known_after_a_restart(void **state)
{
    struct discord_loop *scene = *state;
    char line[80];
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    snprintf(line, sizeof(line), "DELETE /api/v10/channels/10/messages/%s",
             discord_loop_board_after(scene, NULL));
    discord_loop_stop(scene);
    discord_loop_start(scene);
    SCENE_UNTIL(scene, scene->gate.count > 1);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Here again."));
    discord_loop_say(scene, discord_loop_call("Two.", "8", 2));
    discord_loop_request(scene, posts, "*Two.*Here again.*");
    discord_loop_request(scene, line, "*");
}

/* -- talks -- */

static void test_talk(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    discord_loop_say(scene, discord_loop_line(NULL, NULL, "nowhere"));
    struct message *talk = discord_loop_line("10", "7", "It is your turn.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */users/@me/channels", "{\"recipient_id\":\"7\"}");
    discord_loop_request(scene, "POST */channels/20/messages", "*It is your turn.*");
    talk = discord_loop_line("10", "7", "Again your turn.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */channels/20/messages", "*Again your turn.*");
    assert_int_equal(discord_loop_requests(scene, "POST */users/@me/channels", "*"), 1);
}

static void test_talk_is_refused(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/20/messages",
                                            .status = 403,
                                            .body = "{\"code\":50007,\"message\":\"Cannot\"}"});
    struct message *talk = discord_loop_line("10", "7", "It is your turn.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    assert_string_equal(discord_loop_event(scene, "FAILED *"),
                        "FAILED - 7 7 direct messages are closed");
}

static void test_words(void **state)
{
    static const struct {
        const char *channel, *guild, *content, *user, *more, *event;
    } rows[] = {
        {"20", "", "hand", "6", "", NULL}, /* we ourselves */
        {"20", "", "hand", "9", ",\"bot\":true", NULL},
        {"10", "\"guild_id\":\"50\",", "play r5", "7", "", NULL},
        {"10", "\"guild_id\":\"50\",", "hey <@6> play r5", "7", "", NULL},
        {"10", "\"guild_id\":\"50\",", "<@6> play r5", "7", "", "MESSAGE 10 7 bob play r5 command"},
        {"10", "\"guild_id\":\"50\",", "<@!6>  r5", "7", "", "MESSAGE 10 7 bob r5 command"},
        {"20", "", "", "7", "", NULL},
        {"10", "\"guild_id\":\"50\",", "<@6>, order", "7", "", "MESSAGE 10 7 bob order command"},
        {"10", "\"guild_id\":\"50\",", "<@6>: hand", "7", "", "MESSAGE 10 7 bob hand command"},
        {"20", "", "<@6>, hand", "7", "", "MESSAGE - 7 bob hand"},
        {"20", "", "play r5", "7", "", "MESSAGE - 7 bob play r5"},
    };
    struct discord_loop *scene = *state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        discord_loop_tellf(
            scene, "MESSAGE_CREATE",
            "{\"id\":\"80%u\",\"channel_id\":\"%s\",%s\"content\":\"%s\",\"author\":{"
            "\"id\":\"%s\",\"username\":\"bob\"%s}}",
            i, rows[i].channel, rows[i].guild, rows[i].content, rows[i].user, rows[i].more);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].event)
            assert_string_equal(discord_loop_event(scene, "*"), rows[i].event);
    }
    discord_loop_answer(scene, discord_loop_line(NULL, "7", "Not your turn."));
    discord_loop_request(scene, "POST /api/v10/channels/20/messages", "*Not your turn.*");
    assert_int_equal(discord_loop_requests(scene, "POST */users/@me/channels", "*"), 0);
}

/* What is for one alone is no message of the channel, though there is no token. */
static void test_words_in_a_channel_answered_alone(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    discord_loop_will(scene, discord_loop_line("10", "7", "For you alone."));
    discord_loop_will(scene, discord_loop_line("10", NULL, "For all."));
    discord_loop_write(scene, 800, "10", "r5");
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */channels/20/messages", "*For you alone.*"));
    SCENE_UNTIL(scene, discord_loop_requests(scene, posts, "*For all.*"));
    assert_int_equal(discord_loop_requests(scene, "*", "*alone.*"), 1);
}

static struct message *hand(const char *text, enum way way)
{
    struct message *message = discord_loop_table("10", "7", text, 4);
    message->way = (uint8_t)way;
    return message;
}

/* Where there is no token, a hand goes to whoever wants it in a talk; an ephemeral one that is open
 * is brought up to date. */
static void test_words_answered_by_a_hand(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    discord_loop_will(scene, hand("Ephemeral.", WAY_ANY));
    discord_loop_will(scene, discord_loop_line("10", "7", "It opens so."));
    discord_loop_write(scene, 801, "10", "hand");
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */channels/20/messages", "*It opens so.*"));
    discord_loop_will(scene, hand("In the talk.", WAY_TALK));
    discord_loop_write(scene, 802, "10", "hand");
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */channels/20/messages", "*In the talk.*Draw*"));
    assert_int_equal(discord_loop_requests(scene, "*", "*Ephemeral.*"), 0);
}

#define WITH(test, setup) cmocka_unit_test_setup_teardown(test, setup, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_new_board, discord_loop_set_up),
        WITH(test_edited_in_place, discord_loop_set_up),
        WITH(test_new_one_is_called, discord_loop_set_up),
        WITH(test_a_channel_wants_it_in_place, discord_loop_set_up),
        WITH(test_a_channel_wants_it_to_move, begin_editing),
        WITH(test_called_while_an_edit_waits, discord_loop_set_up),
        WITH(test_written_words_are_answered_below, discord_loop_set_up),
        WITH(test_words_beside_a_board, discord_loop_set_up),
        WITH(test_a_call_that_waits, discord_loop_set_up),
        WITH(test_gathered_while_one_is_under_way, discord_loop_set_up),
        WITH(test_many_lines_behind_one_under_way, discord_loop_set_up),
        WITH(test_gathered_while_one_waits, discord_loop_set_up),
        WITH(test_last_board_stays, discord_loop_set_up),
        WITH(test_taken_away_by_a_moderator, discord_loop_set_up),
        WITH(test_taken_away_and_told, discord_loop_set_up),
        WITH(test_server_fails_for_a_while, discord_loop_set_up),
        WITH(test_channel_is_taken_away, discord_loop_set_up),
        WITH(test_channel_comes_back, discord_loop_set_up),
        WITH(test_always_edited, begin_editing),
        WITH(test_known_after_a_restart, discord_loop_set_up),
        WITH(test_talk, discord_loop_set_up),
        WITH(test_talk_is_refused, discord_loop_set_up),
        WITH(test_words, discord_loop_set_up),
        WITH(test_words_in_a_channel_answered_alone, discord_loop_set_up),
        WITH(test_words_answered_by_a_hand, discord_loop_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
