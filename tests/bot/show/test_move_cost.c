/* What a move may cost on the loop, from its line to the outbox, counted in allocations: they do
 * not depend on the machine. A message is one allocation (base/message.h). More of them than before
 * means that a text is made for nobody, or that a message is made of pieces again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bot/show/outbox.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

/* -- the program's own calls -- */

static unsigned allocations;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

/* Returns how many allocations a line took until everything that it causes waits in the outbox. */
static unsigned cost_of(const char *who, const char *text, unsigned *messages)
{
    const struct chat_event event = {
        .kind = CHAT_MESSAGE, .channel = "#table", .text = text, .user = {.id = who, .name = who}};
    size_t waiting = outbox_count(scene.host.outbox);
    unsigned before = allocations;
    adapter_raise(scene.adapter, &event);
    unsigned cost = allocations - before;
    *messages = (unsigned)(outbox_count(scene.host.outbox) - waiting);
    scene_settle(&scene);
    return cost;
}

/* Both draw, and keep what could be played. A hand of ten cards outgrows its message, so the round
 * is still young. */
static void a_move_costs_few_allocations(void **state)
{
    enum { MOVES = 4, OTHERS = 3 /* the list of last moves, and what the store notes */ };
    (void)state;
    pair_seat(true);
    for (unsigned i = 0; i < MOVES; i++) {
        const struct round *round = scene_table(&scene)->round;
        uint32_t seq = round->seq;
        unsigned messages = 0;
        unsigned cost = cost_of(pair_of_turn(),
                                round->game.phase == PHASE_DRAWN ? "!keep" : "!draw", &messages);
        assert_int_equal(scene_table(&scene)->round->seq, seq + 1);
        assert_true(messages >= 2); /* the line and a hand */
        assert_true(cost <= messages + OTHERS);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_costs_few_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
