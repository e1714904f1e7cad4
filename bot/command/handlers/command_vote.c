/* !kick, !stop, !pause and !resume: we do them at once for somebody with rights; otherwise the
 * players at the table vote (vote.h). In a rated match the player who opened the table has no right
 * to end it or to send a person away. */
#include "bot/command/handlers/handlers.h"
#include "bot/show/button_wording.h"
#include "bot/show/render/lines.h"
#include "bot/show/seat_names.h"
#include "bot/table/pause.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seat.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { SECOND = 1000 };

static void tell_seconds(struct command_context *context, const char *pattern, unsigned seconds)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, button_wording(context->network, pattern)),
           arg_text("p", network_prefix(context->network)), arg_number("s", (long)seconds));
    context_say(context, message);
}

static const char invited[] =
    N_("This player invited you: you have no vote about their seat. {p}leave gives up yours.");

static void answer(struct command_context *context, enum vote_refusal refusal)
{
    static const char *const words[] = {
        [VOTE_OK] = N_("Your vote is counted."),
        [VOTE_OTHER] = N_("One vote at a time: please wait {s} s until the other one is over."),
        [VOTE_RESTS] = N_("A vote just failed. Ask again in {s} s."),
        [VOTE_SAID] = N_("Your vote is counted already."),
        [VOTE_NONE] =
            N_("There is no vote at this table: {p}stop, {p}pause or {p}kick NAME begins one."),
        [VOTE_GUEST] = invited,
        [VOTE_NO_MEMORY] = N_("I am out of memory: try again in a minute."),
    };
    /* The channel shows that a vote began. Only a client that waits for an answer needs one here.
     */
    if (refusal != VOTE_OK || context->event->answers != 0)
        tell_seconds(context, words[refusal], vote_wait(context->table, context->person));
}

/* True if somebody sits there who did not come by a link. */
static bool has_hosts(const struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person != NULL && !seat->leaving &&
            page_seat_of_guest(table->tables, seat->person) == NULL)
            return true;
    }
    return false;
}

/* True if nobody but the typist can vote. False for a guest if somebody who is no guest has a seat:
 * that player may be away, and must be able to refuse. */
static bool nobody_else_votes(const struct command_context *context, enum vote_about about,
                              unsigned seat)
{
    const struct table *table = context->table;
    bool counted = seat_is_present(table, context->seat) && !table->seats[context->seat].away;
    if (page_seat_of_guest(table->tables, context->person) != NULL && has_hosts(table))
        return false;
    return vote_voters(table, about, seat) == (counted ? 1 : 0);
}

static void carry_out(struct table *table, enum vote_about about, unsigned seat)
{
    switch (about) {
    case VOTE_STOP:
        table_stop(table);
        break;
    case VOTE_CLOSE:
        table_close(table);
        break;
    case VOTE_KICK:
        seat_leave(table, seat);
        break;
    case VOTE_PAUSE:
        pause_begin(table);
        break;
    case VOTE_RESUME:
        pause_end(table);
        break;
    }
}

/* Returns true if the typist may do it at once. Otherwise it begins a vote, or tells the typist why
 * not. */
static bool decides(struct command_context *context, enum vote_about about, unsigned seat)
{
    /* This is asked before the rights, because a guest may have them. */
    if (vote_bars(context->table, about, seat, context->person)) {
        answer(context, VOTE_GUEST);
        return false;
    }
    if (vote_is_shared(context->table, about, seat) ? context_is_operator(context)
                                                    : context_has_rights(context))
        return true;
    if (context_asks_who(context))
        return false;
    if (!vote_is_open(context->table) && nobody_else_votes(context, about, seat))
        return true;
    answer(context, vote_ask(context->table, about, seat, context->person, carry_out));
    return false;
}

void run_kick(struct command_context *context)
{
    unsigned seat = context_seat_named(context, context->typed);
    if (seat == SEAT_NONE)
        context_tell_no_such_player(context, context->typed);
    else if (seat == context->seat || decides(context, VOTE_KICK, seat))
        seat_leave(context->table, seat);
}

/* Says `pressed` in places with controls, `pattern` in all others. */
static void say_either(struct command_context *context, const char *pattern, const char *pressed)
{
    for (struct place *place = place_first(context->table); place != NULL; place = place->next) {
        const char *words = place_has_controls(place) ? pressed : pattern;
        struct message *line = place_line(place, URGENCY_TABLE);
        if (line != NULL) {
            PHRASE(line, tr(place->language, button_wording(place->network, words)),
                   arg_name("player", context->name),
                   arg_text("p", network_prefix(place->network)));
        }
        place_say(place, line);
    }
}

static void say_to_all(struct command_context *context, const char *pattern)
{
    say_either(context, pattern, pattern);
}

/* True if the typist has confirmed !stop. The first !stop asks if they mean it; a second one within
 * the time of a vote confirms it. */
static bool is_sure(struct command_context *context)
{
    struct table *table = context->table;
    uint64_t now = loop_now(context->host->loop);
    uint64_t time = context->host->options.vote_time;
    if (now < table->stop_until)
        return true;
    table->stop_until = now + time;
    tell_seconds(context,
                 table_is_private(table)
                     ? N_("That ends the match: say {p}stop again within {s} s.")
                     : N_("That ends the match for all: say {p}stop again within {s} s."),
                 (unsigned)(time / SECOND));
    return false;
}

void run_stop(struct command_context *context)
{
    struct table *table = context->table;
    if (table == NULL) {
        network_give_up_waiting(context->network, context->channel);
        context_tell(context,
                     N_("The table that waited is given up here: {p}uno opens another one."));
        return;
    }
    if (!decides(context, table->match_on ? VOTE_STOP : VOTE_CLOSE, SEAT_NONE))
        return;
    if (!table->match_on) {
        say_to_all(context, table_is_private(table) ? N_("The table is closed.")
                                                    : N_("{player} closes the table."));
        table_close(table);
        context->table = NULL;
        context->channel = context->event->channel; /* in private, context->channel was the channel
                                                     * of the table, which is gone */
    } else if (is_sure(context)) {
        say_either(context,
                   table_is_private(table)
                       ? N_("The match ends. {p}start deals a new one, {p}stop closes the table.")
                       : N_("{player} ends the match. {p}start deals a new one, {p}stop closes the "
                            "table."),
                   N_("{player} ends the match."));
        table_stop(table);
    }
}

void run_pause(struct command_context *context)
{
    struct table *table = context->table;
    if (!table->match_on) {
        context_tell(context, context_table_refusal_words(TABLE_NOT_RUNNING));
    } else if (pause_is_on(table)) {
        context_tell(context, pause_words);
    } else if (decides(context, VOTE_PAUSE, SEAT_NONE)) {
        say_to_all(context, N_("{player} pauses the table."));
        pause_begin(table);
    }
}

void run_resume(struct command_context *context)
{
    if (!pause_is_on(context->table)) {
        context_tell(context, N_("The table is not paused."));
    } else if (decides(context, VOTE_RESUME, SEAT_NONE)) {
        say_to_all(context, N_("{player} ends the pause."));
        pause_end(context->table);
    }
}

static void vote(struct command_context *context, bool yes)
{
    answer(context, vote_say(context->table, context->person, yes));
}

void run_yes(struct command_context *context)
{
    vote(context, true);
}

void run_no(struct command_context *context)
{
    vote(context, false);
}
