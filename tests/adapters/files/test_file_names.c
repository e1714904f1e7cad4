/* adapters/files/names.c: which file a link means, and which page a file is of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/files/names.h"
#include "base/array.h"

static void a_link_is_read_from_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *from, *href, *name;
    } cases[] = {
        {"index.html", "./boards.html", "boards.html"},
        {"index.html", "./fr/index.html", "fr/index.html"},
        {"rules/flex.html", "../index.html", "index.html"},
        {"rules/flex.html", "../rules/flex.html#F-3", "rules/flex.html"},
        {"fr/rules/flex.html", "../../site/style.css", "site/style.css"},
        {"fr/rules/flex.html", "../../rules/flex.html", "rules/flex.html"},
        {"fr/rules/flex.html", ".././how.html", "fr/how.html"},
        {"index.html", "./a/../../boards.html", NULL}, /* out of the folder */
        {"index.html", "../boards.html", NULL},
        {"index.html", "https://talon.example/", NULL},
        {"index.html", "#main", NULL},
        {"index.html", ".//boards.html", NULL},
        {"index.html", "./boards/", NULL}, /* no file */
        {"index.html", ".", NULL},
    };
    for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
        char name[NAME_SIZE];
        bool found = name_of_link(cases[i].from, cases[i].href, name);
        if (found != (cases[i].name != NULL))
            fail_msg("%s in %s", cases[i].href, cases[i].from);
        if (found)
            assert_string_equal(name, cases[i].name);
    }
}

static void a_long_link_is_none(void **state)
{
    (void)state;
    char href[NAME_SIZE + 20];
    char name[NAME_SIZE];
    memset(href, 'x', sizeof(href));
    memcpy(href, "./", 2);
    href[sizeof(href) - 1] = '\0';
    assert_false(name_of_link("index.html", href, name));
}

static void a_file_is_of_one_page(void **state)
{
    (void)state;
    static const struct {
        const char *name, *path, *query;
    } cases[] = {
        {"index.html", "/", ""},
        {"rules/flex.html", "/rules/flex", ""},
        {"boards/libera/=23uno.html", "/boards/libera/#uno", ""},
        {"boards/libera/=23uno,window~week,set~flex.html", "/boards/libera/#uno",
         "window=week&set=flex"},
        {"boards,name~=C3=A9.html", "/boards", "name=%C3%A9"},
        {"boards/a=2Eb.html", "/boards/a.b", ""},
        {"api/1/rounds/7.json", "/api/1/rounds/7", ""},
        {"boards/=2.html", NULL, NULL},
        {"boards/=zz.html", NULL, NULL},
        {"boards/=00.html", NULL, NULL}, /* no text has such a byte */
        {"style.css", NULL, NULL},
        {".html", NULL, NULL},
        {"boards", NULL, NULL},
    };
    for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
        char path[NAME_SIZE], query[NAME_SIZE];
        if (name_address(cases[i].name, path, query) != (cases[i].path != NULL))
            fail_msg("%s", cases[i].name);
        if (cases[i].path == NULL)
            continue;
        assert_string_equal(path, cases[i].path);
        assert_string_equal(query, cases[i].query);
    }
}

static void the_way_up_is_as_long_as_the_way_down(void **state)
{
    (void)state;
    char way[NAME_SIZE];
    assert_true(name_way_up("index.html", way));
    assert_string_equal(way, ".");
    assert_true(name_way_up("rules/flex.html", way));
    assert_string_equal(way, "..");
    assert_true(name_way_up("boards/libera/=23uno.html", way));
    assert_string_equal(way, "../..");
}

/* The longest part of a name. */
static size_t longest_part(const char *name)
{
    size_t longest = 0;
    for (; *name != '\0'; name += *name == '/') {
        size_t length = strcspn(name, "/");
        longest = length > longest ? length : longest;
        name += length;
    }
    return longest;
}

/* The name of a page: `count` bytes of a channel's name, each encoded; the last one is `last`. */
static void name_long(char name[NAME_SIZE], const char *folder, unsigned count, unsigned last,
                      const char *ending)
{
    int at = snprintf(name, NAME_SIZE, "%s", folder);
    for (unsigned i = 0; i + 1 < count; i++)
        at += snprintf(name + at, NAME_SIZE - (size_t)at, "=E3");
    snprintf(name + at, NAME_SIZE - (size_t)at, "=%02X%s", last, ending);
}

static void what_a_file_system_takes_is_not_shortened(void **state)
{
    (void)state;
    char name[NAME_SIZE], shorter[NAME_SIZE];
    assert_true(name_shorten("../boards/libera/=23uno,window~week.html#top", shorter));
    assert_string_equal(shorter, "../boards/libera/=23uno,window~week.html#top");
    name_long(name, "boards/libera/-", 83, 1, ".html");
    assert_int_equal(longest_part(name), NAME_PART);
    assert_true(name_shorten(name, shorter));
    assert_string_equal(shorter, name);
}

static void a_name_too_long_has_a_hash(void **state)
{
    (void)state;
    char name[NAME_SIZE], other[NAME_SIZE], shorter[NAME_SIZE], second[NAME_SIZE];
    static const char *const endings[] = {".html", ".json", ",window~week.html", "/7.html"};
    for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
        const char *dot = strrchr(endings[i], '.');
        name_long(name, "../boards/libera/", 200, 1, endings[i]);
        name_long(other, "../boards/libera/", 200, 2, endings[i]);
        assert_true(name_shorten(name, shorter));
        assert_true(name_shorten(other, second));
        assert_true(longest_part(name) > NAME_PART && longest_part(shorter) <= NAME_PART);
        assert_string_not_equal(shorter, second); /* one byte far behind differs */
        assert_memory_equal(shorter, name, strlen("../boards/libera/=E3"));
        assert_string_equal(strrchr(shorter + 2, '.'), dot);
        assert_true(name_shorten(shorter, second));
        assert_string_equal(second, shorter);
    }
    /* a link has the name of the file, whatever is behind it */
    name_long(name, "boards/libera/", 100, 1, ".html");
    name_long(other, "boards/libera/", 100, 1, ".html#top");
    assert_true(name_shorten(name, shorter));
    assert_true(name_shorten(other, second));
    assert_memory_equal(second, shorter, strlen(shorter));
    assert_string_equal(second + strlen(shorter), "#top");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_is_read_from_where_it_stands),
        cmocka_unit_test(a_long_link_is_none),
        cmocka_unit_test(a_file_is_of_one_page),
        cmocka_unit_test(what_a_file_system_takes_is_not_shortened),
        cmocka_unit_test(a_name_too_long_has_a_hash),
        cmocka_unit_test(the_way_up_is_as_long_as_the_way_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
