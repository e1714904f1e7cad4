/* adapters/files/names.c: which file a link means, and which page a file is of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/files/names.h"

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
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
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
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_is_read_from_where_it_stands),
        cmocka_unit_test(a_long_link_is_none),
        cmocka_unit_test(a_file_is_of_one_page),
        cmocka_unit_test(the_way_up_is_as_long_as_the_way_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
