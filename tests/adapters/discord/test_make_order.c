/* Which picture is drawn next, as transcripts: "p NAME CLASS" it waits (CLASS as in queue.h),
 * "> NAME" it is the next to draw, ">" none is, "<" one is drawn, "c NAME" it is dropped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/make_order.h"

enum { MOST = 2 };

struct picture {
    struct make_turn turn; /* first: it is cast back */
    char name;
};

static struct picture pictures['z' + 1];

static void take_step(struct make_order *order, const char *step)
{
    static const char classes[] = "ahti";
    struct picture *picture = &pictures[(unsigned char)(step[1] != '\0' ? step[2] : 'a')];
    switch (*step) {
    case 'p':
        assert_false(picture->turn.waits);
        picture->name = step[2];
        make_order_put(order, &picture->turn,
                       (enum limits_class)(strchr(classes, step[4]) - classes));
        assert_true(picture->turn.waits);
        break;
    case 'c':
        make_order_drop(order, &picture->turn);
        assert_false(picture->turn.waits);
        break;
    case '<':
        make_order_done(order);
        break;
    default: {
        const struct make_turn *next = make_order_take(order);
        const char name = next != NULL ? ((const struct picture *)next)->name : '\0';
        if (name != (step[1] != '\0' ? step[2] : '\0'))
            fail_msg("at '%s' comes: %c", step, name != '\0' ? name : '-');
        assert_true(next == NULL || !next->waits);
    }
    }
}

static void run(const char *const *steps)
{
    struct make_order order = {.most = MOST};
    memset(pictures, 0, sizeof(pictures));
    for (; *steps != NULL; steps++)
        take_step(&order, *steps);
}

#define ORDER(name, ...)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        run((const char *const[]){__VA_ARGS__, NULL});                                             \
    }

ORDER(test_none_waits, ">")
ORDER(test_first_come_first_drawn, "p a t", "p b t", "p c t", "> a", "> b", "<", "> c", ">")
ORDER(test_two_at_once, "p a a", "p b a", "p c a", "> a", "> b", ">", "<", "> c", ">", "<", ">")
ORDER(test_answers_pass_hands_and_boards, "p i i", "p t t", "p u t", "p h h", "p a a", "> a", "> h",
      "<", "> t", "<", "> u", "<", "> i")
/* An answer that comes later passes boards that wait, and waits only for one that is drawn. */
ORDER(test_late_answer, "p t t", "p u t", "p v t", "> t", "> u", "p a a", ">", "<", "> a", "<",
      "> v")
ORDER(test_dropped, "p a t", "p b t", "p c t", "c b", "> a", "> c", "<", "<", ">", "p b h", "c b",
      ">")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none_waits),  cmocka_unit_test(test_first_come_first_drawn),
        cmocka_unit_test(test_two_at_once), cmocka_unit_test(test_answers_pass_hands_and_boards),
        cmocka_unit_test(test_late_answer), cmocka_unit_test(test_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
