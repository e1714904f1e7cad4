/* Bytes of a terminal as keys, whole and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/terminal/keys.h"
#include "base/array.h"
#include "base/text.h"

static struct keys keys;

static int set_up(void **state)
{
    (void)state;
    memset(&keys, 0, sizeof(keys));
    return 0;
}

static struct press next(void)
{
    struct press press;
    assert_true(keys_next(&keys, false, &press));
    return press;
}

static void add(const char *bytes)
{
    keys_add(&keys, bytes, strlen(bytes));
}

static void nothing_is_left(void)
{
    struct press press;
    assert_false(keys_next(&keys, true, &press));
    assert_false(keys_wait(&keys));
}

static void arrows_and_letters(void **state)
{
    (void)state;
    add("\033[A\033[B\033OC\033[Dr\r\t\033[Z\177\033[5~\033[[A?");
    static const enum press_kind kinds[] = {
        PRESS_UP,  PRESS_DOWN,     PRESS_RIGHT,     PRESS_LEFT,    PRESS_TEXT, PRESS_ENTER,
        PRESS_TAB, PRESS_BACK_TAB, PRESS_BACKSPACE, PRESS_PAGE_UP, PRESS_HELP, PRESS_TEXT};
    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        assert_int_equal(next().kind, kinds[i]);
    nothing_is_left();
}

static void a_sequence_in_pieces(void **state)
{
    struct press press;
    (void)state;
    static const char bytes[] = "\033[<0;12;5M";
    for (size_t i = 0; i + 1 < sizeof(bytes) - 1; i++) {
        keys_add(&keys, bytes + i, 1);
        assert_false(keys_next(&keys, false, &press));
        assert_true(keys_wait(&keys));
    }
    add("M");
    press = next();
    assert_int_equal(press.kind, PRESS_CLICK);
    assert_int_equal(press.row, 4);
    assert_int_equal(press.column, 11);
    nothing_is_left();
}

/* An Escape by itself is one when nothing has followed it for a while. */
static void escape_alone(void **state)
{
    struct press press;
    (void)state;
    add("\033");
    assert_false(keys_next(&keys, false, &press));
    assert_true(keys_next(&keys, true, &press));
    assert_int_equal(press.kind, PRESS_ESCAPE);
    nothing_is_left();
}

static void characters_of_several_bytes(void **state)
{
    struct press press;
    (void)state;
    keys_add(&keys, "\xc3", 1);
    assert_false(keys_next(&keys, false, &press));
    keys_add(&keys, "\xa9", 1);
    assert_string_equal(next().text, "é");
    add("牌");
    assert_string_equal(next().text, "牌");
    nothing_is_left();
}

/* A release of the button, and other buttons, press nothing. */
static void the_mouse(void **state)
{
    (void)state;
    add("\033[<0;1;1m\033[<2;1;1M\033[<64;1;1M\033[<65;1;1Mx");
    assert_int_equal(next().kind, PRESS_UP);
    assert_int_equal(next().kind, PRESS_DOWN);
    assert_int_equal(next().kind, PRESS_TEXT);
    nothing_is_left();
}

static void pasted_lines_become_one(void **state)
{
    (void)state;
    add("\033[200~d\nr\033[201~d");
    struct press press = next();
    assert_true(press.pasted);
    assert_string_equal(press.text, "d");
    press = next();
    assert_true(press.pasted);
    assert_string_equal(press.text, " ");
    assert_true(next().pasted);
    assert_false(next().pasted);
    nothing_is_left();
}

static void terminfo_comes_first(void **state)
{
    (void)state;
    keys_know(&keys, "\033[11~", PRESS_LEFT);
    keys_know(&keys, NULL, PRESS_LEFT);
    keys_know(&keys, "\0339999999999999999999", PRESS_LEFT);
    add("\033[11~\033[A");
    assert_int_equal(next().kind, PRESS_LEFT);
    assert_int_equal(next().kind, PRESS_UP);
    nothing_is_left();
}

/* Whatever bytes come: it ends, and text is whole characters. */
static void any_bytes_make_sense(void **state)
{
    (void)state;
    srand(29);
    for (unsigned run = 0; run < 2000; run++) {
        char bytes[64];
        size_t count = (size_t)rand() % sizeof(bytes);
        for (size_t i = 0; i < count; i++)
            bytes[i] = (char)(rand() % 4 == 0 ? 27 : rand() % 4 == 0 ? '[' : rand());
        keys_add(&keys, bytes, count);
        struct press press;
        for (unsigned i = 0; keys_next(&keys, run % 2 == 0, &press); i++) {
            assert_true(i < KEYS_BYTES);
            if (press.kind == PRESS_TEXT)
                assert_int_equal(text_valid(press.text, strlen(press.text)), strlen(press.text));
        }
    }
}

static void a_flood_is_bounded(void **state)
{
    static char flood[3 * KEYS_BYTES];
    struct press press;
    (void)state;
    memset(flood, '9', sizeof(flood));
    memcpy(flood, "\033[", 2);
    keys_add(&keys, flood, sizeof(flood));
    assert_int_equal(keys.count, KEYS_BYTES);
    while (keys_next(&keys, false, &press))
        assert_true(keys.count < KEYS_BYTES);
    assert_false(keys_wait(&keys));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(arrows_and_letters, set_up),
        cmocka_unit_test_setup(a_sequence_in_pieces, set_up),
        cmocka_unit_test_setup(escape_alone, set_up),
        cmocka_unit_test_setup(characters_of_several_bytes, set_up),
        cmocka_unit_test_setup(the_mouse, set_up),
        cmocka_unit_test_setup(pasted_lines_become_one, set_up),
        cmocka_unit_test_setup(terminfo_comes_first, set_up),
        cmocka_unit_test_setup(any_bytes_make_sense, set_up),
        cmocka_unit_test_setup(a_flood_is_bounded, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
