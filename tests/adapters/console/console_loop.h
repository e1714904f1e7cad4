/* console_loop.h: the console adapter on a real loop, its events kept as text for a test to wait
 * for. */
#ifndef TALON_TESTS_ADAPTERS_CONSOLE_CONSOLE_LOOP_H
#define TALON_TESTS_ADAPTERS_CONSOLE_CONSOLE_LOOP_H

#include <stdbool.h>

#include "adapters/console/console.h"
#include "adapters/registry.h"

extern struct loop *loop;
extern struct adapter *adapter;
extern char events[200000];
extern char output[20000]; /* what was read from our end so far */
extern bool stopped;
extern bool answers;      /* each message is answered, to alice alone, by a card of its text */
extern unsigned owed;     /* how often the host is still to say that it owes an answer */
extern int in[2], out[2]; /* pipes: [0] reads, [1] writes; -1: closed */

int console_loop_set_up(void **state);
int console_loop_tear_down(void **state);
#define RIG_TEST(name)                                                                             \
    cmocka_unit_test_setup_teardown(name, console_loop_set_up, console_loop_tear_down)

/* Makes and starts the adapter on those ends; destroys it before the test is over. */
void console_loop_begin(int input, int write_end);
void console_loop_end(void);
/* What alice types; what the adapter has to say in the channel. */
void console_loop_type(const char *text);
void console_loop_say(const char *text);
/* Runs the loop until `text` holds `part`; reads what has come to our end meanwhile. */
void console_loop_wait(const char *text, const char *part);
/* Some turn of the loop, which ends by itself. */
void console_loop_turn(void);
void console_loop_read(void);
void console_loop_close(int *end);

#endif
