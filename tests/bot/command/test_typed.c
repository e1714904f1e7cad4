/* What people type, and what is understood: bot/text/typed.h, bot/command/line.h. Each line of the
 * tables below is one that people type; a word read kindly means what it means without what stands
 * around it, and talk stays talk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/plain.h"
#include "bot/text/language.h"
#include "bot/text/typed.h"
#include "tests/bot/controls.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

/* -- pure -- */

static void plain_forms(void **state)
{
    static const char *const forms[][2] = {
        {"r5", "r5"},
        {"\uFF22\uFF15", "B5"},
        {"\u0662\u0663", "23"},              /* Arabic-Indic */
        {"\u06F9", "9"},                     /* as in Persian */
        {"\u0967\u0966", "10"},              /* Devanagari */
        {"\U0001D7D8\U0001D7FF", "09"},      /* five sets of digits side by side */
        {"e\u0301t\u00E9", "\u00E9t\u00E9"}, /* composed; case and accents stay */
        {"\uFB01n", "fin"},
        {"\u2460", "1"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
        char text[40];
        struct buf buf;
        buf_init(&buf, text, sizeof(text));
        assert_true(plain_text(&buf, forms[i][0], strlen(forms[i][0])));
        assert_string_equal(text, forms[i][1]);
        snprintf(text, sizeof(text), "%s", forms[i][0]);
        plain_digits(text);
        if (i >= 2 && i < 6)
            assert_string_equal(text, forms[i][1]);
    }
    char text[3];
    struct buf buf;
    buf_init(&buf, text, sizeof(text));
    assert_false(plain_text(&buf, "abc", 3));
    assert_false(plain_text(&buf, "\xff", 1));
}

static void words_behind_a_command(void **state)
{
    static const char *const forms[][2] = {
        {"", ""},
        {"hyper?", "hyper"},
        {"  week ,  network !", "week network"},
        {"\u00ABoff\u00BB.", "off"},
        {"\u201Coff.\u201D", "off"},
        {"on please", "on"},
        {"on \U0001F642", "on"},
        {"on, s\u2019il te pla\u00EEt !", "on"},
        {"2 (hard)", "2 hard"},
        {"stack = any", "stack any"},
        {"stack=any", "stack=any"},
        {"@bob,", "bob"},
        {"<@123456>", "<@123456>"},
        {"#2.", "#2"},
        {"#table hand", "#table hand"},
        {"[bob]", "[bob]"},
        {"bob` :D", "bob`"},
        {"please", ""},
        {"?!", ""},
        {"thank you thank you", ""},
        {"progressive 2,3", "progressive 2,3"},
        {"\u0664", "4"},
        {"la\u3002", "la"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
        char out[40];
        assert_true(typed_arguments(forms[i][0], out, sizeof(out)));
        assert_string_equal(out, forms[i][1]);
    }
    char out[4];
    assert_false(typed_arguments("abcd", out, sizeof(out)));
}

static void numbers(void **state)
{
    static const struct {
        const char *text, *behind;
        unsigned long number;
    } rows[] = {
        {"2", "", 2},     {"12 hard", "hard", 12}, {"two", "", 2},  {"deux faciles", "faciles", 2},
        {"Three", "", 3}, {"z\u00E9ro", "", 0},    {"ten", "", 10}, {"dix", "", 10}};
    static const char *const none[] = {"", "hard", "2x", "x2", "-1", "toto"};
    unsigned long number = 0;
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *behind = typed_number(rows[i].text, &number);
        assert_non_null(behind);
        assert_string_equal(behind, rows[i].behind);
        assert_int_equal(number, rows[i].number);
    }
    for (size_t i = 0; i < ARRAY_SIZE(none); i++)
        assert_null(typed_number(none[i], &number));
}

static void languages(void **state)
{
    static const char *const french[] = {"fr",     "FR",    "fran\u00E7ais", "Francais",
                                         "french", "fr-FR", "fr_CA",         "fr-ca"};
    static const char *const none[] = {"", "f", "fr-", "frites", "french-fries", "sv", "sv-SE"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(french); i++)
        assert_ptr_equal(language_named(french[i]), language_find("fr"));
    assert_ptr_equal(language_named("anglais"), language_find("en"));
    assert_ptr_equal(language_named("en-GB"), language_find("en"));
    for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
        if (strcmp(none[i], "fr-") != 0)
            assert_null(language_named(none[i]));
    }
}

/* -- lines in a channel -- */

struct row {
    const char *line;
    const char *part; /* of what is said; NULL: nothing is */
};

static void check(const char *who, const struct row *row)
{
    scene_do(&scene, who, "%s", row->line);
    if (row->part == NULL && scene_count(&scene, "") > 0)
        fail_msg("\"%s\" is talk, and was answered", row->line);
    if (row->part != NULL)
        scene_assert_said(&scene, row->part, true, row->line, 0);
}

/* All of these play the blue 2 of who is to move. */
static void moves(void **state)
{
    static const char *const lines[] = {
        "!play. b2",
        "!p b2",
        "\u201C!play b2\u201D",
        "\u00AB\u00A0!play b2\u00A0\u00BB",
        "\"!play b2\"",
        "!pb2",
        "!playb2",
        "!jouerb2",
        "!play:b2",
        "!p b2 \U0001F642",
        "!p b2\U0001F642",
        "!p b2 please",
        "!p b2, merci !",
        "!p b2 s'il te pla\u00EEt",
        "!p \uFF42\uFF12",
        "!p b\u0662",
        "\uFF01p b2",
        "!p [B 2]*",
        "!b2",
        "!b2 :D",
        "talon play b2",
        "talon p b2",
        "talon b2",
        "Talon joue b2 stp",
        "@Talon, play b2",
        "@Talon play b2.",
        "talon !pb2",
        "play b2",
        "Play b2.",
        "joue le 2 bleu",
        "p b2",
        "pl b2 please",
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        const struct row row = {lines[i], " plays [B\u00A02]"};
        controls_lay("B5", "B2 G4 G7 R9 Y1");
        check(pair_of_turn(), &row);
    }
}

/* All of these draw. */
static void draws(void **state)
{
    static const char *const lines[] = {
        "!draw.",      "!draw?", "!draw!", "!Draw \U0001F340", "!draw please", "!d.",
        "!pioche svp", "dr",     "dr.",    "talon draw",       "talon, draw."};
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        const struct row row = {lines[i], " draws 1 card"};
        controls_lay("B5", "G4 G7 R9 Y1");
        check(pair_of_turn(), &row);
    }
}

/* At one's own turn these are no moves, and nobody is bothered. */
static void talk(void **state)
{
    static const char *const lines[] = {
        "play",
        "play nice",
        "play b2 or g4?",
        "play 5",
        "draw?",
        "draw",
        "dr?",
        "tu ?",
        "tu dors ?",
        "talon hand is nice",
        "talon leave bob alone",
        "talon plays b2",
        "talon",
        "talon!",
        "talon name is odd",
        "talon start now",
        "uno is fun",
        "uno ?",
        "uno, anyone",
        "b2",
        "talon is a bot",
        "uno?",
        "\u201Chand\u201D",
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        const struct row row = {lines[i], NULL};
        controls_lay("B5", "B2 G4 G7 R9 Y1");
        check(pair_of_turn(), &row);
    }
    const struct row row = {"play b2", NULL}; /* it is not their turn */
    check(pair_other(), &row);
}

static void words_of_a_round(void **state)
{
    static const struct row rows[] = {
        {"!hand?", "Your hand"},
        {"!HAND !", "Your hand"},
        {"\u201C!hand\u201D", "Your hand"},
        {"talon hand", "Your hand"},
        {"talon hand?", "Your hand"},
        {"!main s'il vous pla\u00EEt", "Your hand"},
        {"@Talon, order", "alice"},
        {"talon order please", "alice"},
        {"!order.", "alice"},
        {"talon rules hyper", "hyper: "},
        {"!rules hyper?", "hyper: "},
        {"!rules: hyper", "hyper: "},
        {"!rules \u201Chyper\u201D", "hyper: "},
        {"!regles hyper merci", "hyper: "},
        {"!catch nobody,", "Nobody of that name sits here"},
        {"!help play?", "plays a card"},
        {"!help !play", "plays a card"},
        {"!pings off.", "I no longer call you"},
        {"!pings on \U0001F514", "I call you when"},
        {"!pings maybe", "on changes that"},
        {"!jion", "There is no !jion. Did you mean !join?"},
        {"!ordre", "alice"},
        {"!lang fran\u00E7ais", "Je vous parle"},
        {"!lang English!", "I speak English"},
        {"!lang fr-FR", "Je vous parle"},
        {"!langue anglais", "I speak English"},
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        check(i % 2 == 0 ? "alice" : "bob", &rows[i]);
    scene_do(&scene, "oper", "!top week.");
    scene_wait(&scene, "Best this week");
    scene_do(&scene, "carol", "!top \u00ABsemaine\u00BB, salon !");
    scene_wait(&scene, "Best this week");
}

static void names(void **state)
{
    static const struct row rows[] = {
        {"!catch bob,", "nobody to catch"},     {"!catch @bob", "nobody to catch"},
        {"!catch \"bob\"?", "nobody to catch"}, {"!catch \u201Cbob\u201D merci", "nobody to catch"},
        {"!catch BOB.", "nobody to catch"},     {"!catch bo", "nobody to catch"},
        {"!catch #2.", "nobody to catch"},      {"!catch #\u0662", "nobody to catch"}};
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        check("alice", &rows[i]);
}

static void words_of_a_round_in_french(void **state)
{
    static const struct row rows[] = {
        {"!langue fran\u00E7ais.", "Je vous parle"},
        {"!main ?", "Votre main"},
        {"\u00AB\u00A0!main\u00A0\u00BB", "Votre main"},
        {"talon, tapis svp", "alice"},
        {"!r\u00E8gles \u00AB hyper \u00BB ?", "@alice: hyper"},
        {"!contre @bob !", "personne \u00E0 contrer"},
        {"!mentions non, merci", "Je ne vous appelle plus"},
        {"!aide jouer ?", "jouer une carte"},
        {"!piohcer", "!piohcer n'existe pas. Vouliez-vous dire !piocher"},
        {"!montrer ma main", "Cette commande s'emploie sans autre mot"},
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        check("alice", &rows[i]);
}

static void words_of_a_lobby(void **state)
{
    static const struct row rows[] = {
        {"!join.", "bob takes a seat"},
        {"!bots \uFF11", "1 computer player"},
        {"!bots two", "2 computer players"},
        {"!bots deux !", "2 computer players"},
        {"!bots \u0663", "3 computer players"},
        {"!bots2", "2 computer players"},
        {"!bots 1 (hard)", "3 computer players"}, /* one more */
        {"!bots none", "How many computer players"},
        {"!set hand_size seven", "bob sets"},
        {"!set hand_size = \u0668", "bob sets"},
        {"!set stack: any.", "bob sets"},
        {"!leave \U0001F44B", "bob leaves the table"},
    };
    (void)state;
    pair_come();
    scene_do(&scene, "alice", "!new");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        bool rights = strncmp(rows[i].line, "!set", 4) == 0;
        if (rights)
            continue;
        scene_mark(&scene);
        scene_do(&scene, "bob", "%s", rows[i].line);
        if (strncmp(rows[i].line, "!bots", 5) == 0 && strstr(rows[i].part, "computer") != NULL &&
            strstr(rows[i].part, "How") == NULL) {
            assert_int_equal(scene_table(&scene)->seat_count,
                             2 + (unsigned)(rows[i].part[0] - '0'));
        } else
            assert_said(&scene, rows[i].part);
    }
    scene_do(&scene, "alice", "!set hand_size seven");
    assert_said(&scene, "alice sets: everybody is dealt 7 cards");
    scene_do(&scene, "alice", "!set hand_size = \u0668.");
    assert_said(&scene, "alice sets: everybody is dealt 8 cards");
    scene_do(&scene, "alice", "!set stack: any !");
    assert_said(&scene, "alice sets: draw cards add up: any of them");
    scene_do(&scene, "alice", "!start please");
    assert_said(&scene, "first card [");
}

/* -- a nick that is a word of the game -- */

static const char *uno_name(const struct adapter *adapter)
{
    (void)adapter;
    return "Uno";
}

static int set_up_uno(void **state)
{
    static struct adapter_impl impl;
    assert_true(language_setup());
    pair_set_up(state);
    impl = *scene.impl;
    impl.own_name = uno_name;
    scene.adapter->impl = &impl;
    return 0;
}

/* Bare words stay what they are, and the nick still calls. */
static void a_nick_that_is_a_command(void **state)
{
    (void)state;
    pair_seat(true);
    controls_lay("B5", "B2 G4");
    const char *who = pair_of_turn();
    scene_do(&scene, who, "uno");
    assert_said(&scene, " says UNO!");
    const struct row rows[] = {
        {"uno hand", "Your hand"}, {"uno is fun", NULL}, {"uno play b2", " plays [B\u00A02]"}};
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        check(who, &rows[i]);
}

/* -- words that miss a command -- */

/* A slip is suggested and never guessed: in a channel the word may be for another bot, and what is
 * done at a table cannot be undone. Without a table nobody is answered. */
static void slips_are_suggested(void **state)
{
    static const struct row none = {"!jion", NULL};
    static const struct row slips[] = {
        {"!jion", "Did you mean !join?"},   {"!satrt", "Did you mean !start?"},
        {"!leaev", "Did you mean !leave?"}, {"!laeve.", "There is no !laeve. Did you mean !leave?"},
        {"\u201C!quite\u201D", NULL}, /* a word of French for it */
    };
    (void)state;
    pair_come();
    check("carol", &none);
    pair_seat(false);
    check("carol", &slips[0]);
    check("carol", &none); /* once in a while; it may be another bot */
    for (size_t i = 0; i + 1 < ARRAY_SIZE(slips); i++) {
        assert_refused(&scene, "bob", slips[i].line, slips[i].part);
    }
}

/* The same for names behind a command. */
static void slips_of_names_are_suggested(void **state)
{
    (void)state;
    pair_come();
    assert_refused(&scene, "alice", "!new clasic",
                   "There is no !new clasic. Did you mean !new classic?");
    assert_refused(&scene, "alice", "!new chess", "I do not know these rules");
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "alice", "!set stakc any",
                   "There is no !set stakc. Did you mean !set stack?");
    assert_refused(&scene, "alice", "!set Langauge fr", "Did you mean !set language?");
    assert_refused(&scene, "alice", "!set castle on", "There is no such switch");
    assert_refused(&scene, "alice", "!help jion",
                   "There is no !help jion. Did you mean !help join?");
    assert_refused(&scene, "alice", "!help castle", "I do not know that command");
}

/* -- words behind a command that takes none -- */

static void words_too_many(void **state)
{
    static const char *const lines[] = {
        "!stop it",   "!pause 5 min", "!away from here", "!yes but",    "!no way",
        "!show hand", "!watch bob",   "!leave bob",      "!swap seats", "!resume it"};
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        assert_refused(&scene, i % 2 == 0 ? "alice" : "bob", lines[i],
                       "It takes no words, so I did nothing.");
    }
    assert_refused(&scene, "alice", "!show hand",
                   "!show puts you back on the web pages. It takes no words, so I did nothing. Did "
                   "you mean !hand?");
    scene_do(&scene, "bob", "!away please");
    assert_said(&scene, "bob is away");
    scene_do(&scene, "bob", "!back now"); /* what is meant is clear, and easily undone */
    assert_said(&scene, "bob is back");
}

/* -- private talk -- */

static void private_words(void **state)
{
    static const struct row rows[] = {
        {"draw.", " draws 1 card"},
        {"play. b2", " plays [B\u00A02]"},
        {"hand?", "our hand"},
        {"pb2", " plays [B\u00A02]"},
        {"\u201Cplay b2\u201D", " plays [B\u00A02]"},
        {"p b2 \U0001F642", " plays [B\u00A02]"},
        {"rules hyper?", "hyper: "},
        {"pings off.", "I no longer call you"},
        {"b2 please", " plays [B\u00A02]"},
        {"drwa", "Did you mean !draw?"},
        {"?", "!help says what you can type now"},
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        controls_lay("B5", "B2 G4 G7 R9 Y1");
        scene_tell(&scene, pair_of_turn(), "%s", rows[i].line);
        if (scene_said(&scene, rows[i].part) == NULL)
            scene_assert_said(&scene, rows[i].part, true, rows[i].line, (int)i);
    }
}

/* -- where a client shows commands with a '/' -- */

static int set_up_slashes(void **state)
{
    return controls_set_up(state);
}

static void no_double_slash(void)
{
    for (size_t i = scene.mark; script_line(scene.adapter, i) != NULL; i++) {
        if (strstr(script_line(scene.adapter, i), "//") != NULL)
            fail_msg("%s", script_line(scene.adapter, i));
    }
}

/* They are typed as text, too, in private and in the channel, and not printed with two. */
static void slashes_are_a_prefix(void **state)
{
    static const struct row rows[] = {
        {"/hand", "our hand"},
        {"/help", "/help"},
        {"/help /play", "/play"},
        {"/help /name", "/uno me name"},
        {"/help uno me name", "/uno me name"},
        {"/help pass", "/uno turn keep"},
        {"/uno me pings", "/uno me pings off ends that"},
        {"/pings", "/uno me pings off ends that"},
        {"// hand", "our hand"},
        {"//hand", "our hand"},
        {"/pb2", "plays [B\u00A02]"},
        {"/play r9", "does not match"},
        {"/plya b2", "There is no /plya. Did you mean /play?"},
        {"/nothing", "/help says"},
        {"/", "/help says"},
        {"/p b2 please", "plays [B\u00A02]"},
        {"!hand", "our hand"},
        {"/show hand", "Did you mean /hand?"},
    };
    (void)state;
    controls_deal("classic");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        controls_lay("B5", "B2 G4 G7 R9 Y1");
        scene_tell(&scene, pair_of_turn(), "%s", rows[i].line);
        scene_assert_said(&scene, rows[i].part, true, rows[i].line, (int)i);
        no_double_slash();
    }
    controls_lay("B5", "B2 G4 G7 R9 Y1");
    const struct row row = {"/play b2", "plays [B\u00A02]"};
    check(pair_of_turn(), &row);
}

/* Where commands are not shown so, it is nothing. */
static void slashes_elsewhere(void **state)
{
    const struct row row = {"/hand", NULL};
    (void)state;
    pair_seat(true);
    check("alice", &row);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_forms),
        cmocka_unit_test(words_behind_a_command),
        cmocka_unit_test(numbers),
        cmocka_unit_test(languages),
        TEST(moves),
        TEST(draws),
        TEST(talk),
        TEST(words_of_a_round),
        TEST(names),
        TEST(words_of_a_round_in_french),
        TEST(words_of_a_lobby),
        cmocka_unit_test_setup_teardown(a_nick_that_is_a_command, set_up_uno, pair_tear_down),
        TEST(slips_are_suggested),
        TEST(slips_of_names_are_suggested),
        TEST(words_too_many),
        TEST(private_words),
        cmocka_unit_test_setup_teardown(slashes_are_a_prefix, set_up_slashes, pair_tear_down),
        TEST(slashes_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
