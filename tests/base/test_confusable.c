/* Names that look the same (base/confusable.h, Unicode TS #39). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/confusable.h"

static void looks_like(const char *one, const char *other)
{
    if (!confusable_same(one, other))
        fail_msg("\"%s\" does not look like \"%s\"", one, other);
}

static void look_alikes_are_one_name(void **state)
{
    (void)state;
    looks_like("alice", "\u0430lice");                     /* Cyrillic a */
    looks_like("alice", "\u0430\u04cf\u0456\u0441\u0435"); /* Cyrillic throughout */
    looks_like("ALICE", "\u0391LI\u0421\u0415");           /* Greek alpha, Cyrillic es and ie */
    looks_like("alice", "\u0391LI\u0421\u0415");
    looks_like("bob", "\u0412ob"); /* a capital that is no b in small letters */
    looks_like("bob", "b0b");
    looks_like("bob", "b\u0585b"); /* Armenian oh */
    looks_like("Ian", "lan");
    looks_like("alice", "a1|ce");
    looks_like("alice", "\u13aa\u216c\uff29\u0421E"); /* Cherokee, Roman fifty, full width */
    looks_like("tom", "torn");
    looks_like("will", "vv\u0456\u04c0I");
    looks_like("Zo\u00e9", "z\u043ee");
    looks_like("alice", "al\u200dice");             /* a joiner that nobody sees */
    looks_like("alice", "\u2068alice\u2069\ufe0f"); /* an isolate, a form of an emoji */
    looks_like("alice", "\U0001d41al\U0001d422ce"); /* mathematical bold */
}

static void other_names_are_not(void **state)
{
    static const char *const names[] = {"alice",
                                        "bob",
                                        "bob_",
                                        "carol",
                                        "anna",
                                        "hannah",
                                        "\u0438\u0432\u0430\u043d", /* Ivan in Cyrillic */
                                        "\u0391\u03bd\u03bd\u03b1",
                                        "\u5f20\u4f1f",
                                        "mia",
                                        "nia"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        for (size_t j = 0; j < i; j++) {
            if (confusable_same(names[i], names[j]))
                fail_msg("\"%s\" looks like \"%s\"", names[i], names[j]);
        }
    }
}

static void a_skeleton_is_its_own(void **state)
{
    char once[CONFUSABLE_MAX], twice[CONFUSABLE_MAX];
    char longest[4 * CONFUSABLE_MAX];
    struct buf buf;
    (void)state;
    buf_init(&buf, once, sizeof(once));
    assert_true(confusable_skeleton(&buf, "M\u0430XIM\u0415 W1LL0W"));
    buf_init(&buf, twice, sizeof(twice));
    assert_true(confusable_skeleton(&buf, once));
    assert_string_equal(once, twice);
    memset(longest, 'm', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    buf_init(&buf, once, sizeof(once));
    assert_false(confusable_skeleton(&buf, longest));
    looks_like(longest, longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(look_alikes_are_one_name),
        cmocka_unit_test(other_names_are_not),
        cmocka_unit_test(a_skeleton_is_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
