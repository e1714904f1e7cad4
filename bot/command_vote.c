/* What one person does at once who may rule, and who sits there by a vote (vote.h). */
#include "bot/admin.h"
#include "bot/alone.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/pause.h"
#include "bot/phrase.h"
#include "bot/pressed.h"
#include "bot/seat.h"
#include "bot/vote.h"
#include "command.h"

enum { SECOND = 1000 };

static void tell_seconds(struct call *call, const char *pattern, unsigned seconds)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    PHRASE(message, tr(call->language, pressed_words(call->network, pattern)),
           arg_text("p", network_prefix(call->network)), arg_number("s", (long)seconds));
    call_say(call, message);
}

static void answer(struct call *call, enum vote_refusal refusal)
{
    static const char *const words[] = {
        [VOTE_OK] = N_("Your vote is counted."),
        [VOTE_OTHER] = N_("One vote at a time: please wait {s} s until the other one is over."),
        [VOTE_RESTS] = N_("A vote has failed a moment ago: ask again in {s} s."),
        [VOTE_SAID] = N_("Your vote is counted already."),
        [VOTE_NONE] = N_("There is no vote at this table."),
        [VOTE_NO_MEMORY] = N_("I am out of memory."),
    };
    if (refusal != VOTE_OK || call->event->answers != 0) /* the channel hears of it */
        tell_seconds(call, words[refusal], vote_wait(call->table, call->person));
}

/* Nobody else is there to be asked. */
static bool nobody_else_votes(const struct call *call)
{
    const struct table *table = call->table;
    bool counted = seat_is_present(table, call->seat) && !table->seats[call->seat].away;
    return vote_voters(table) == (counted ? 1 : 0);
}

/* Whether it is to be done at once; else it is asked for, or they are told why not. */
static bool decides(struct call *call, enum vote_about about, unsigned seat)
{
    if (call_rules(call))
        return true;
    if (admin_asks(call->network, call->event)) /* the command comes again */
        return false;
    if (!vote_is_open(call->table) && nobody_else_votes(call))
        return true;
    answer(call, vote_ask(call->table, about, seat, call->person));
    return false;
}

void run_kick(struct call *call)
{
    unsigned seat = call_seat_named(call, call->arguments);
    if (seat == SEAT_NONE)
        call_tell_nobody(call, call->arguments);
    else if (seat == call->seat || decides(call, VOTE_KICK, seat))
        seat_leave_aloud(call->table, seat);
}

static void say(struct call *call, const char *pattern)
{
    struct table *table = call->table;
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, pressed_words(table->network, pattern)),
           arg_name("player", call->name), arg_text("p", network_prefix(table->network)));
    table_say(table, line);
}

/* A match is not ended by a slip. */
static bool is_sure(struct call *call)
{
    struct table *table = call->table;
    uint64_t now = loop_now(call->host->loop);
    uint64_t time = call->host->options.vote_time;
    if (now < table->stop_until)
        return true;
    table->stop_until = now + time;
    tell_seconds(call,
                 alone_is(table->channel)
                     ? N_("That ends the match: say {p}stop again within {s} s.")
                     : N_("That ends the match for all: say {p}stop again within {s} s."),
                 (unsigned)(time / SECOND));
    return false;
}

void run_stop(struct call *call)
{
    struct table *table = call->table;
    if (!call_stands_alone(call) ||
        !decides(call, table->match_on ? VOTE_STOP : VOTE_CLOSE, SEAT_NONE))
        return;
    if (!table->match_on) {
        say(call, alone_is(table->channel) ? N_("The table is closed.")
                                           : N_("{player} closes the table."));
        table_close(table);
        call->table = NULL;
    } else if (is_sure(call)) {
        say(call, table_has_controls(table) ? N_("{player} ends the match.")
                  : alone_is(table->channel)
                      ? N_("The match ends. {p}start deals a new one, {p}stop closes the table.")
                      : N_("{player} ends the match. {p}start deals a new one, {p}stop closes the "
                           "table."));
        table_stop(table);
    }
}

void run_pause(struct call *call)
{
    struct table *table = call->table;
    if (!table->match_on) {
        call_tell(call, table_refusal_words(TABLE_NOT_RUNNING));
    } else if (pause_is_on(table)) {
        call_tell(call, pause_words);
    } else if (decides(call, VOTE_PAUSE, SEAT_NONE)) {
        say(call, N_("{player} pauses the table."));
        pause_begin(table);
    }
}

void run_resume(struct call *call)
{
    if (!pause_is_on(call->table)) {
        call_tell(call, N_("The table is not paused."));
    } else if (decides(call, VOTE_RESUME, SEAT_NONE)) {
        say(call, N_("{player} ends the pause."));
        pause_end(call->table);
    }
}

static void vote(struct call *call, bool yes)
{
    if (call_stands_alone(call))
        answer(call, vote_say(call->table, call->person, yes));
}

void run_yes(struct call *call)
{
    vote(call, true);
}

void run_no(struct call *call)
{
    vote(call, false);
}
