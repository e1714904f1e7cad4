/* Plays the rounds of `talon simulate` in blocks, which threads take in turn. The result of a block
 * depends only on the seed and the block's number, so the totals do not depend on the number of
 * threads. */
#include "simulate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "engine/player/search.h"

/* Rounds of a block, the work that a thread takes at a time. The fastest players need a few hundred
 * microseconds for one, so taking a block costs almost nothing. */
enum { BLOCK = 64 };

struct simulate_work {
    const struct simulate_plan *plan;
    atomic_ulong next; /* the next block to take */
    atomic_bool failed;
    double shown; /* when the progress was last shown, by the worker that reports */
};

struct worker {
    struct simulate_work *work;
    struct simulate_tally tally;
    pthread_t thread;
    bool reports; /* shows the progress */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A round that is being played. */
struct simulate_run {
    const struct simulate_plan *plan;
    const struct player_impl *player[PLAYERS_MAX]; /* computer player in each seat; NULL: one that
                                                    * sees all cards */
    struct game *game;
    struct chance *chance;
    struct memory *memory; /* NULL: no player uses a memory */
};

static bool lucky(struct chance *chance, unsigned percent)
{
    return percent != 0 && chance_below(chance, 100) < percent;
}

/* A function of its own, so that players without a memory do not pay for the copy of the game. */
static __attribute__((noinline)) bool act_and_note(struct simulate_run *run,
                                                   const struct action *action)
{
    const struct rules *rules = &run->plan->rules;
    struct game before = *run->game;
    if (game_apply(rules, run->game, action, run->chance, NULL) != REFUSED_NOT)
        return false;
    memory_note(run->memory, rules, &before, action, run->game);
    return true;
}

static inline bool act(struct simulate_run *run, const struct action *action)
{
    if (run->memory != NULL)
        return act_and_note(run, action);
    return game_apply(&run->plan->rules, run->game, action, run->chance, NULL) == REFUSED_NOT;
}

/* If another player's 7 or 0 (HR-4) left somebody with one card, that player may call UNO first.
 * Then the others may catch, in order of play. */
static __attribute__((noinline)) void context_uno(struct simulate_run *run, unsigned actor)
{
    struct game *game = run->game;
    uint32_t exposed = game->exposed;
    for (unsigned seat = 0; seat < run->plan->players; seat++) {
        const struct player_impl *player = run->player[seat];
        if ((exposed >> seat & 1) == 0)
            continue;
        if (seat != actor && player != NULL && !lucky(run->chance, player->forgets)) {
            struct action uno = action_make(ACTION_UNO, seat);
            act(run, &uno);
        }
        unsigned other = game_next(game, seat);
        for (; other != seat && (game->exposed >> seat & 1) != 0; other = game_next(game, other)) {
            player = run->player[other];
            if (other == game_partner(&run->plan->rules, run->plan->players, seat))
                continue;
            if (player != NULL && !lucky(run->chance, player->notices))
                continue;
            struct action caught = action_make(ACTION_CATCH, other);
            caught.target = (uint8_t)seat;
            act(run, &caught);
        }
    }
}

enum { BROKEN = -1 };

/* Plays the round to its end. Returns the number of moves: 0 if the deal ended the round,
 * BROKEN if a player made a move that was refused. */
static long play_on(struct simulate_run *run)
{
    const struct rules *rules = &run->plan->rules;
    struct player_budget budget = run->plan->budget;
    struct game *game = run->game;
    long moves = 0;
    budget.memory = run->memory;
    while (game->phase != PHASE_ROUND_OVER) {
        struct view view;
        struct action action;
        unsigned seat = game->turn;
        view_of(rules, game, seat, &view);
        if (run->player[seat] != NULL)
            run->player[seat]->choose(rules, &view, run->chance, &budget, &action);
        else
            search_choose(rules, &view, game, run->chance, &budget, &action);
        if (!act(run, &action))
            return BROKEN;
        moves += action.kind <= ACTION_PASS;
        if (game->exposed != 0)
            context_uno(run, seat);
    }
    return moves;
}

/* Wraps a seat number that is past the last seat, at most once. A division would cost as much as a
 * move. */
static unsigned around(unsigned seat, unsigned players)
{
    return seat < players ? seat : seat - players;
}

static long play_round(const struct simulate_plan *plan, struct game *game, unsigned turned,
                       struct chance *chance)
{
    struct simulate_run run; /* zeroing it first would cost as much as a move */
    struct memory memory;
    run.plan = plan;
    run.game = game;
    run.chance = chance;
    run.memory = NULL;
    for (unsigned entry = 0; entry < plan->players; entry++) {
        run.player[around(entry + turned, plan->players)] = plan->entry[entry];
        if (plan->entry[entry] != NULL && plan->entry[entry]->searches)
            run.memory = &memory;
    }
    game_deal(&plan->rules, game, plan->players, SEAT_NONE, chance, NULL);
    if (run.memory != NULL)
        memory_begin(run.memory, game);
    return play_on(&run);
}

/* returns whether the limit ended the round: nobody went out, more than one player is left,
 * and not all have passed. */
static bool ended_by_limit(const struct simulate_plan *plan, const struct game *game)
{
    unsigned in_round = 0;
    if (game->turn_actions < rules_switch(&plan->rules, SWITCH_ROUND_LIMIT))
        return false;
    for (unsigned seat = 0; seat < plan->players; seat++) {
        if ((game->in_round >> seat & 1) == 0)
            continue;
        if (game->hand_count[seat] == 0)
            return false;
        in_round++;
    }
    return in_round > 1 && game->passes < in_round;
}

static bool play_block(const struct simulate_plan *plan, unsigned long block,
                       struct simulate_tally *tally)
{
    struct chance_seeded chance;
    struct game game;
    unsigned long first = block * BLOCK;
    unsigned long count = plan->games - first < BLOCK ? plan->games - first : BLOCK;
    chance_init_seed(&chance, plan->seed + block * UINT64_C(0xd1342543de82ef95));
    unsigned turned = (unsigned)(first % plan->players);
    for (unsigned long round = first; round < first + count; round++) {
        long moves = play_round(plan, &game, turned, &chance.base);
        if (moves == BROKEN)
            return false;
        tally->moves += (unsigned long)moves;
        if (game.winner == SEAT_NONE)
            tally->without_winner++;
        else
            tally->wins[around(game.winner + plan->players - turned, plan->players)]++;
        tally->by_limit += ended_by_limit(plan, &game);
        turned = around(turned + 1, plan->players);
    }
    tally->games += count;
    return true;
}

static void progress(struct simulate_work *work, unsigned long block)
{
    double time = now();
    if (time - work->shown < 0.2)
        return;
    work->shown = time;
    fprintf(stderr, "\r%lu of %lu rounds", block * BLOCK, work->plan->games);
    fflush(stderr);
}

static void *work_on(void *context)
{
    struct worker *worker = context;
    struct simulate_work *work = worker->work;
    unsigned long blocks = (work->plan->games + BLOCK - 1) / BLOCK, block;
    while ((block = atomic_fetch_add(&work->next, 1)) < blocks && !atomic_load(&work->failed)) {
        if (!play_block(work->plan, block, &worker->tally))
            atomic_store(&work->failed, true);
        if (worker->reports)
            progress(work, block);
    }
    return NULL;
}

static void add_tally(struct simulate_tally *sum, const struct simulate_tally *tally)
{
    sum->games += tally->games;
    sum->moves += tally->moves;
    sum->without_winner += tally->without_winner;
    sum->by_limit += tally->by_limit;
    for (unsigned entry = 0; entry < PLAYERS_MAX; entry++)
        sum->wins[entry] += tally->wins[entry];
}

/* Starts the other workers; the calling thread is the first one. */
static bool work_with(struct simulate_work *work, struct worker *workers,
                      struct simulate_tally *tally)
{
    unsigned jobs = work->plan->jobs, started;
    for (unsigned i = 0; i < jobs; i++)
        workers[i].work = work;
    workers[0].reports = isatty(STDERR_FILENO) != 0;
    for (started = 1; started < jobs; started++) {
        if (pthread_create(&workers[started].thread, NULL, work_on, &workers[started]) != 0)
            break;
    }
    if (started < jobs)
        atomic_store(&work->failed, true);
    work_on(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < started; i++)
        add_tally(tally, &workers[i].tally);
    if (workers[0].reports)
        fputs("\r\033[K", stderr);
    return !atomic_load(&work->failed);
}

bool simulate_run(const struct simulate_plan *plan, struct simulate_tally *tally)
{
    struct simulate_work work = {.plan = plan, .shown = now()};
    struct worker *workers = calloc(plan->jobs, sizeof(*workers));
    double start = now();
    *tally = (struct simulate_tally){0};
    if (workers == NULL)
        return false;
    bool done = work_with(&work, workers, tally);
    tally->seconds = now() - start;
    free(workers);
    return done;
}
