/* think.h: lets computer players search in a thread of their own, so that the loop never waits.
 *
 * One worker thread takes questions in the order in which they were asked, so that many tables
 * share it fairly, and gives each answer back on the loop. It reads a copy of the question and
 * rules that stay until the answer; it never sees a table. Call every function from the loop's
 * thread. Only thinker_destroy() waits for the worker. */
#ifndef TALON_BOT_TABLE_ROUND_THINK_H
#define TALON_BOT_TABLE_ROUND_THINK_H

#include "base/loop.h"
#include "bot/table/rules_share.h"
#include "engine/player/player.h"

struct thinker;
struct thought;

/* `done` gets the answer and `arg` once. The thought is freed after that. */
typedef void thought_done(void *arg, const struct action *action);

struct question {
    const struct player_impl *player;
    const struct rules *rules;   /* shared: held until the thought is gone */
    const struct view *view;     /* copied, as is: */
    const struct memory *memory; /* of the round; may be NULL */
    uint64_t seed;
    uint32_t nodes;
};

/* The rules go back to `shares`. The thread starts with the first thought. Returns NULL when memory
 * is out. */
struct thinker *thinker_create(struct loop *loop, struct rules_share **shares);
/* Stops the running search, drops the rest and ends the thread; no `done` is called any more.
 * Waits until the player sees its stop flag. Accepts NULL. */
void thinker_destroy(struct thinker *thinker);
/* NULL when there is no memory or no thread: `done` will not run. */
struct thought *thinker_ask(struct thinker *thinker, const struct question *question,
                            thought_done *done, void *arg);
/* Drops a question whose answer nobody wants any more. `done` will not run; do not use the thought
 * after this. */
void thinker_cancel(struct thinker *thinker, struct thought *thought);

#endif
