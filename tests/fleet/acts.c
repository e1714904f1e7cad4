#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/array.h"
#include "fleet.h"
#include "tests/storage/postgresql/pg_server.h"

const char *const fleet_acts[FLEET_ACTS] = {"killed",
                                            "frozen",
                                            "held for a moment",
                                            "cut off from the server",
                                            "out of reach of the server",
                                            "clocks set",
                                            "ended",
                                            "drained",
                                            "given by hand",
                                            "killed while giving",
                                            "servers killed",
                                            "servers ended",
                                            "servers replaced",
                                            "servers replaced with loss",
                                            "disks full"};

/* -- whom -- */

static bool holds(const struct fleet *fleet, const struct process *process)
{
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (town_speaker(&fleet->towns[i]) == process->start)
            return true;
    }
    return false;
}

static bool all_run(const struct fleet *fleet, const void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < FLEET_PROCESSES; i++) {
        if (fleet->processes[i].daemon.pid == 0)
            return false;
    }
    return true;
}

/* Mostly one that plays. */
static struct process *choose(struct fleet *fleet)
{
    fleet_await(fleet, all_run, NULL, "it is not started again");
    struct process *process = &fleet->processes[fleet_draw(fleet, FLEET_PROCESSES)];
    for (unsigned i = 0; i < FLEET_PROCESSES && fleet_draw(fleet, 5) != 0; i++) {
        if (!holds(fleet, process))
            process = &fleet->processes[(process - fleet->processes + 1) % FLEET_PROCESSES];
    }
    fleet_tell(fleet, holds(fleet, process) ? "who plays:" : "who waits:", process);
    return process;
}

/* -- what is to come of it -- */

/* The towns of a process, when something is done to it. */
struct left {
    unsigned start;
    double at;
    bool towns[FLEET_TOWNS];
};

static struct left leave(const struct fleet *fleet, const struct process *process)
{
    struct left left = {process->start, measure_now(), {false}};
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        left.towns[i] = town_speaker(&fleet->towns[i]) == process->start;
    return left;
}

static bool is_taken(const struct fleet *fleet, const void *arg)
{
    const struct left *left = arg;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (left->towns[i] &&
            (town_speaker(&fleet->towns[i]) == left->start || fleet->towns[i].moved == 0))
            return false;
    }
    return true;
}

static void note_times(struct fleet *fleet, const struct left *left, enum fleet_act act)
{
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        const struct town *town = &fleet->towns[i];
        if (!left->towns[i])
            continue;
        samples_add(&fleet->lines[i][act], town->changed - left->at);
        samples_add(&fleet->moves[i][act], town->moved - left->at);
    }
}

/* Waits until another start plays there. */
static void await_taken(struct fleet *fleet, const struct left *left, enum fleet_act act)
{
    fleet_await(fleet, is_taken, left, "nobody plays on");
    note_times(fleet, left, act);
}

static bool is_heard(const struct fleet *fleet, const void *arg)
{
    const double *since = arg;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (fleet->towns[i].spoken <= *since)
            return false;
    }
    return true;
}

static bool has_ended(const struct fleet *fleet, const void *arg)
{
    const struct left *left = arg;
    for (unsigned i = 0; i < FLEET_PROCESSES; i++) {
        if (fleet->processes[i].start == left->start && fleet->processes[i].daemon.pid != 0)
            return false;
    }
    return true;
}

/* -- acts -- */

static void come_again(struct fleet *fleet, struct process *process)
{
    process->again = measure_now() + fleet_draw(fleet, 1500) / 1000.0;
}

static void kill_one(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left left = leave(fleet, process);
    daemon_kill(&process->daemon);
    come_again(fleet, process);
    await_taken(fleet, &left, FLEET_KILL);
}

/* Who had something and is awake again after another has it ends, and says nothing (town.h). */
static void freeze(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left left = leave(fleet, process);
    bool plays = holds(fleet, process);
    process->may_end = true;
    daemon_pause(&process->daemon, true);
    await_taken(fleet, &left, FLEET_FREEZE);
    fleet_play(fleet, plays ? (int)fleet_draw(fleet, 500) : 500 + (int)fleet_draw(fleet, 2500));
    daemon_pause(&process->daemon, false);
    if (plays)
        fleet_await(fleet, has_ended, &left, "it lives though another has its place");
}

/* It may be longer than was meant, on a machine that is busy. */
static void hold(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    process->may_end = true;
    daemon_pause(&process->daemon, true);
    fleet_play(fleet, 20 + (int)fleet_draw(fleet, 900));
    daemon_pause(&process->daemon, false);
}

static void cut(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    int trap = (int)fleet_draw(fleet, 3);
    fleet_tell(fleet,
               trap == WIRE_NOTHING  ? "now"
               : trap == WIRE_BEFORE ? "before"
                                     : "behind",
               NULL);
    atomic_store(&process->wire.trap, trap);
    if (trap == WIRE_NOTHING)
        wire_cut(&process->wire);
}

/* It is there, and may not speak. */
static void set_dead(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left left = leave(fleet, process);
    bool brief = fleet_draw(fleet, 3) == 0;
    process->may_end = true;
    wire_set_dead(&process->wire, true);
    if (brief)
        fleet_play(fleet, (int)fleet_draw(fleet, 900));
    else
        await_taken(fleet, &left, FLEET_DEAD);
    wire_set_dead(&process->wire, false);
    if (!brief && holds(fleet, process) == false && (left.towns[0] || left.towns[1]))
        fleet_await(fleet, has_ended, &left, "it lives though another has its place");
}

static void set_clock(struct fleet *fleet)
{
    static const int64_t times[] = {0, 1000, -1000, 61000, -61000, 600000, -600000, 3600000};
    struct process *process = choose(fleet);
    *process->clock = times[fleet_draw(fleet, ARRAY_SIZE(times))];
}

/* People there ask again after 0.2 s of silence, because nobody heard their lines. NULL: after 2 s
 * again. */
static void hurry(struct fleet *fleet, const struct left *left)
{
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        fleet->towns[i].hurries = left != NULL && left->towns[i];
}

static void await_moved(struct fleet *fleet, const struct left *left, enum fleet_act act)
{
    hurry(fleet, left);
    await_taken(fleet, left, act);
    hurry(fleet, NULL);
}

static void end_one(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left left = leave(fleet, process);
    int status = daemon_stop(&process->daemon);
    fleet_need(fleet, status == 0 || status == 128 + SIGTERM || process->may_end,
               "it does not end in order");
    come_again(fleet, process);
    await_moved(fleet, &left, FLEET_END);
}

static void drain(struct fleet *fleet)
{
    char text[512];
    struct process *process = choose(fleet);
    for (int tries = 0; daemon_ctl(&process->daemon, "fleet", text, sizeof(text)) != 0; tries++) {
        fleet_need(fleet, tries < 1000, "it does not answer");
        fleet_play(fleet, 20);
    }
    struct left left = leave(fleet, process);
    if (daemon_ctl(&process->daemon, "drain", text, sizeof(text)) != 0)
        fleet_need(fleet, process->may_end, text);
    await_moved(fleet, &left, FLEET_DRAIN);
    int status = daemon_stop(&process->daemon);
    fleet_need(fleet, status == 0 || process->may_end, "it does not end in order");
    come_again(fleet, process);
}

/* Begins to give one network of the process away, of which `left` becomes. False: it has none. */
static bool begin_to_give(struct fleet *fleet, const struct process *process, struct left *left)
{
    char words[64], text[512];
    unsigned given = 0;
    *left = leave(fleet, process);
    while (given < FLEET_TOWNS && !left->towns[given])
        given++;
    if (given == FLEET_TOWNS)
        return false;
    snprintf(words, sizeof(words), "give %s", fleet->towns[given].network);
    for (int tries = 0; daemon_ctl(&process->daemon, words, text, sizeof(text)) != 0; tries++) {
        if (town_speaker(&fleet->towns[given]) != left->start)
            return false; /* it was too busy to renew in time */
        fleet_need(fleet, tries < 1000, text);
        fleet_play(fleet, 20);
    }
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        left->towns[i] = i == given;
    return true;
}

/* The sum of the epochs of the leases that the process has: more than before if it got one back. */
static long taken_by(const struct fleet *fleet, const struct process *process)
{
    char sql[200];
    snprintf(sql, sizeof(sql),
             "SELECT coalesce(sum(epoch), 0) FROM lease JOIN member ON member.process = holder"
             " WHERE member.name = 'p%d'",
             (int)(process - fleet->processes));
    return pg_server_number(fleet->database, sql);
}

/* Waits until another process plays there, or this one has the network again because the taker was
 * out of reach. */
static void await_given(struct fleet *fleet, const struct process *process, const struct left *left,
                        long taken)
{
    double next = left->at + 3; /* seconds; a healthy taker needs less */
    hurry(fleet, left);
    while (!is_taken(fleet, left)) {
        fleet_need(fleet, measure_now() < left->at + FLEET_PATIENCE, "nobody plays on");
        fleet_play(fleet, 10);
        if (measure_now() > next && taken_by(fleet, process) > taken)
            break;
        if (measure_now() > next)
            next = measure_now() + 1;
    }
    hurry(fleet, NULL);
    if (is_taken(fleet, left))
        note_times(fleet, left, FLEET_GIVE);
}

/* It ends afterwards: a start that was replaced must never be heard again (town.h), so it must not
 * get the network back. */
static void give_one(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left left;
    long taken = taken_by(fleet, process);
    if (begin_to_give(fleet, process, &left))
        await_given(fleet, process, &left, taken);
    int status = daemon_stop(&process->daemon);
    fleet_need(fleet, status == 0 || process->may_end, "it does not end in order");
    come_again(fleet, process);
}

static void kill_giving(struct fleet *fleet)
{
    struct process *process = choose(fleet);
    struct left all = leave(fleet, process);
    struct left left;
    if (!begin_to_give(fleet, process, &left))
        return;
    all.at = measure_now();
    fleet_play(fleet, (int)fleet_draw(fleet, 500));
    daemon_kill(&process->daemon);
    come_again(fleet, process);
    await_moved(fleet, &all, FLEET_GIVE_KILL);
}

/* -- to the server -- */

/* Nobody need lose anything by it: they are heard before they are buried. */
static void trouble_all(struct fleet *fleet)
{
    for (unsigned i = 0; i < FLEET_PROCESSES; i++)
        fleet->processes[i].may_end = true;
}

static bool is_played(const struct fleet *fleet, const void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (fleet->towns[i].moved == 0)
            return false;
    }
    return true;
}

/* A move is told in each town. */
static void await_move(struct fleet *fleet)
{
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        town_expect(&fleet->towns[i]);
    fleet_await(fleet, is_played, NULL, "nobody plays on");
}

static void bring_back(struct fleet *fleet, enum fleet_act act, void (*bring)(void))
{
    double since = measure_now();
    fleet_tell(fleet, "it comes again", NULL);
    bring();
    await_move(fleet);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        samples_add(&fleet->lines[i][act], fleet->towns[i].changed - since);
        samples_add(&fleet->moves[i][act], fleet->towns[i].moved - since);
    }
}

/* What was said before is heard. */
static void stay_away(struct fleet *fleet)
{
    fleet_play(fleet, 100 + (int)fleet_draw(fleet, 2900));
}

static void kill_server(struct fleet *fleet)
{
    trouble_all(fleet);
    pg_server_kill();
    stay_away(fleet);
    bring_back(fleet, FLEET_SERVER, pg_server_start);
}

static void end_server(struct fleet *fleet)
{
    trouble_all(fleet);
    pg_server_end();
    stay_away(fleet);
    bring_back(fleet, FLEET_RESTART, pg_server_start);
}

static void follow(struct fleet *fleet, bool synchronous)
{
    trouble_all(fleet);
    pg_server_follow(synchronous);
    await_move(fleet);
    fleet_play(fleet, (int)fleet_draw(fleet, 1000));
}

static void fail_over(struct fleet *fleet)
{
    follow(fleet, true);
    pg_server_kill();
    stay_away(fleet);
    bring_back(fleet, FLEET_FAILOVER, pg_server_promote);
}

/* The second move was asked for when the first one had been told, which the standby may have. */
static void fail_over_with_loss(struct fleet *fleet)
{
    unsigned speakers[FLEET_TOWNS];
    follow(fleet, false);
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        town_doubt(&fleet->towns[i], true);
    pg_server_follow_no_more();
    await_move(fleet);
    await_move(fleet);
    fleet_play(fleet, (int)fleet_draw(fleet, 500));
    pg_server_kill();
    stay_away(fleet);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        speakers[i] = town_speaker(&fleet->towns[i]);
        town_doubt(&fleet->towns[i], false);
    }
    bring_back(fleet, FLEET_LOSS, pg_server_promote);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        fleet_need(fleet, town_speaker(&fleet->towns[i]) != speakers[i],
                   "one plays on whose moves are lost");
    }
}

static bool is_silent(const struct fleet *fleet, const void *arg)
{
    enum { SILENCE = 1 /* second */ };
    (void)arg;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (measure_now() - fleet->towns[i].spoken < SILENCE)
            return false;
    }
    return true;
}

static void make_room(void)
{
    pg_server_fill(false);
    pg_server_start(); /* where it could not do without */
}

/* Pages that are not full take some moves yet. */
static void fill_disk(struct fleet *fleet)
{
    trouble_all(fleet);
    pg_server_fill(true);
    fleet_await(fleet, is_silent, NULL, "moves are told that no disk has room for");
    fleet_play(fleet, (int)fleet_draw(fleet, 2000));
    bring_back(fleet, FLEET_FULL, make_room);
}

void fleet_do(struct fleet *fleet, enum fleet_act act)
{
    static void (*const acts[FLEET_ACTS])(struct fleet * fleet) = {
        kill_one, freeze,   hold,        cut,         set_dead,   set_clock, end_one,
        drain,    give_one, kill_giving, kill_server, end_server, fail_over, fail_over_with_loss,
        fill_disk};
    if (!fleet_can(act))
        return;
    fleet->acts[act]++;
    fleet_tell(fleet, fleet_acts[act], NULL);
    acts[act](fleet);
    double since = measure_now();
    fleet_await(fleet, is_heard, &since, "silence");
}
