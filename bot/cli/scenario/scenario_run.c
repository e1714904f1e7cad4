/* Plays one case: its actions, refusals, next rounds and expectations. */
#include <string.h>

#include "scenario_check.h"

enum { DEALS_SEED = 2 };

/* Gives each name its seat in the first round. Seats change later, because the others move up when
 * a player leaves. */
static void name_seats(struct run *run)
{
    for (unsigned name = 0; name < PLAYERS_MAX; name++)
        run->seat[name] = (uint8_t)(name < run->scenario->players ? name : SEAT_NONE);
}

uint8_t scenario_seat(const struct run *run, unsigned name)
{
    return name < PLAYERS_MAX ? run->seat[name] : SEAT_NONE;
}

static struct action action_seated(const struct run *run, const struct action *action)
{
    struct action seated = *action;
    seated.seat = scenario_seat(run, action->seat);
    if (action->target != SEAT_NONE) {
        seated.target = scenario_seat(run, action->target);
        if (seated.target == SEAT_NONE)
            seated.target = PLAYERS_MAX; /* this player has left; SEAT_NONE means no target */
    }
    return seated;
}

static void say_expected(struct buf *why, const struct scenario_step *step, const char *expected,
                         const char *got)
{
    buf_printf(why, "expected %.*s%s, got %s", (int)step->line.length, step->line.text, expected,
               got);
}

/* settles a round that is over, whether an action or the deal ended it. */
static void settle_round(struct run *run)
{
    if (run->game.phase == PHASE_ROUND_OVER)
        match_add_round(&run->match, &run->scenario->rules, &run->game);
}

static bool do_action(struct run *run, const struct scenario_step *step, struct buf *why)
{
    struct action action = action_seated(run, &step->action);
    struct events events;
    enum refusal refusal =
        game_apply(&run->scenario->rules, &run->game, &action, &run->chance.base, &events);
    if (refusal != REFUSED_NOT) {
        say_expected(why, step, " to be accepted", refusal_name(refusal));
        return false;
    }
    run->events = events;
    settle_round(run);
    return true;
}

static bool refuse_action(struct run *run, const struct scenario_step *step, struct buf *why)
{
    struct action action = action_seated(run, &step->action);
    struct game before = run->game;
    struct chance_seeded chance = run->chance;
    struct events events;
    enum refusal refusal =
        game_apply(&run->scenario->rules, &run->game, &action, &run->chance.base, &events);
    if (refusal == REFUSED_NOT) {
        say_expected(why, step, "", "accepted");
        return false;
    }
    if (memcmp(&before, &run->game, sizeof(before)) != 0 ||
        memcmp(&chance, &run->chance, sizeof(chance)) != 0) {
        say_expected(why, step, " to change nothing", "another state");
        return false;
    }
    return true;
}

/* Removes players who have left from the match. */
static void close_gaps(struct run *run)
{
    for (unsigned seat = run->game.players; seat-- > 0;) {
        if ((run->game.left >> seat & 1) == 0)
            continue;
        match_remove_seat(&run->match, seat);
        for (unsigned name = 0; name < PLAYERS_MAX; name++) {
            if (run->seat[name] == seat)
                run->seat[name] = SEAT_NONE;
            else if (run->seat[name] != SEAT_NONE && run->seat[name] > seat)
                run->seat[name]--;
        }
    }
}

static bool next_round(struct run *run, const struct scenario_step *step, struct buf *why)
{
    struct position_deal deal = {.turned_count = step->expect.count};
    if (run->game.phase != PHASE_ROUND_OVER || run->match.over) {
        say_expected(why, step, " to be due",
                     run->match.over ? "match_over" : "a round that goes on");
        return false;
    }
    close_gaps(run);
    if (run->match.players < run->scenario->rules.players_min) {
        say_expected(why, step, " to be dealt", "too few players");
        return false;
    }
    enum rules_error unfit = rules_deal(&run->scenario->rules.switches, run->match.players);
    if (unfit != RULES_OK) {
        say_expected(why, step, " to be dealt", rules_error_name(unfit));
        return false;
    }
    deal.players = run->match.players;
    deal.dealer = run->match.dealer;
    memcpy(deal.turned, step->expect.list, step->expect.count);
    const char *error =
        position_deal(&run->scenario->rules, &run->game, &deal, &run->chance.base, &run->events);
    if (error != NULL) {
        say_expected(why, step, " to be dealt", error);
        return false;
    }
    settle_round(run);
    return true;
}

static bool check_step(const struct run *run, const struct scenario_step *step, struct buf *why)
{
    char memory[GOT_TEXT];
    struct buf got;
    struct line line = step->line;
    buf_init(&got, memory, sizeof(memory));
    if (step->expect.row->check(run, &step->expect, &got))
        return true;
    while (line.length > 0 && *line.text != ' ' && *line.text != '\t') { /* skips "expect" */
        line.text++;
        line.length--;
    }
    buf_printf(why, "expected%.*s, got %s", (int)line.length, line.text, memory);
    return false;
}

static bool run_step(struct run *run, const struct scenario_step *step, struct buf *why)
{
    switch (step->kind) {
    case STEP_DO:
        return do_action(run, step, why);
    case STEP_REFUSE:
        return refuse_action(run, step, why);
    case STEP_NEXT_ROUND:
        return next_round(run, step, why);
    default:
        return check_step(run, step, why);
    }
}

bool scenario_run(const struct scenario *scenario, unsigned *line, struct buf *why)
{
    struct run run = {.scenario = scenario,
                      .game = scenario->game,
                      .match = scenario->match,
                      .events = scenario->events};
    if (scenario->expects_refusal) {
        if (scenario->refused != RULES_OK)
            return true;
        *line = scenario->steps[0].line.number;
        buf_add(why, "expected start refused, got a table that can be dealt");
        return false;
    }
    chance_init_seed(&run.chance, DEALS_SEED);
    name_seats(&run);
    settle_round(&run);
    for (unsigned i = 0; i < scenario->step_count; i++) {
        if (!run_step(&run, &scenario->steps[i], why)) {
            *line = scenario->steps[i].line.number;
            return false;
        }
    }
    return true;
}
