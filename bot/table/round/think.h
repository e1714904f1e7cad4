/* think.h: lets computer players search in a thread of their own, so that the loop never waits.
 *
 * One worker thread takes questions in the order in which they were asked, so that many tables
 * share it fairly, and gives each answer back on the loop. The worker reads its own copy of the
 * question, and rules that are held until the answer; it never sees a table. Call every function
 * from the loop's thread. Only thinker_destroy() waits for the worker. */
#ifndef TALON_BOT_TABLE_ROUND_THINK_H
#define TALON_BOT_TABLE_ROUND_THINK_H

#include "base/loop.h"
#include "bot/table/rules_share.h"
#include "engine/player/player.h"

struct thinker;
struct thought;

/* Called once, with the answer and `arg`. The thought is freed after that. */
typedef void thought_done(void *arg, const struct action *action);

struct question {
    const struct player_impl *player;
    const struct rules *rules;   /* shared: held until the thought is gone */
    const struct view *view;     /* copied, as is: */
    const struct memory *memory; /* memory of the round; may be NULL */
    uint64_t seed;
    uint32_t nodes;
};

/* Makes a thinker. When a thought is gone, its rules are released to `shares`. The thread starts
 * with the first thought. Returns NULL when memory is out. */
struct thinker *thinker_create(struct loop *loop, struct rules_share **shares);
/* Stops the running search, drops all questions and ends the thread; no `done` is called any more.
 * Waits until the search notices that it must stop. Accepts NULL. */
void thinker_destroy(struct thinker *thinker);
/* Asks a question. Returns NULL when memory is out or the thread cannot start; `done` is not called
 * then. */
struct thought *thinker_ask(struct thinker *thinker, const struct question *question,
                            thought_done *done, void *arg);
/* Drops a question whose answer nobody wants any more. `done` will not run; do not use the thought
 * after this. */
void thinker_cancel(struct thinker *thinker, struct thought *thought);

#endif
