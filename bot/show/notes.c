#include "notes.h"

#include "bot/show/lines.h"
#include "bot/show/pressed.h"
#include "bot/show/render.h"
#include "bot/table/seats.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/refusals.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static long minutes(uint64_t time)
{
    return (long)((time + MINUTE - 1) / MINUTE);
}

/* -- one sentence to all -- */

/* {player} has the seat; {n} are minutes. */
static const struct {
    const char *words;
    const char *alone; /* at a private table; NULL: the same */
} shared[] = {
    [NOTE_SPLIT_BEGINS] = {N_("A netsplit: the table waits for those it took, {n} min at most."),
                           NULL},
    [NOTE_SPLIT_OVER] = {N_("Nobody is missing any more: play goes on."), NULL},
    [NOTE_SPLIT_TOO_LONG] = {N_("Not everybody is back, but play goes on."), NULL},
    [NOTE_TURN_RAN_OUT] = {N_("{player} took too long: a computer player keeps the seat until "
                              "{p}back."),
                           N_("You took too long.")},
    [NOTE_NOBODY_CAME] = {N_("Nobody came: the table is closed. {p}uno opens it again."),
                          N_("The table is closed. {p}uno opens it again.")},
    [NOTE_UNREADABLE] = {N_("The table that was here could not be read and is closed; the scores "
                            "stand. {p}uno opens a new one."),
                         NULL},
    [NOTE_PAUSE_BEGINS] = {N_("The clocks stand still, {n} min at most: {p}resume goes on."), NULL},
    [NOTE_PAUSED] = {pause_words, NULL},
    [NOTE_PAUSE_TOO_LONG] = {N_("The pause has lasted {n} min and is over."), NULL},
    [NOTE_SEAT_LEFT] = {N_("{player} leaves the table."), NULL},
    [NOTE_SEAT_GONE] = {N_("{player} is gone: a computer player keeps the seat until they are "
                           "back."),
                        NULL},
    [NOTE_SEAT_BACK] = {N_("{player} is back."), NULL},
    [NOTE_IN_CHARGE] = {N_("{player} has charge of the table now."), NULL},
    [NOTE_ALL_AWAY] = {N_("Everybody is away: the table waits until somebody is {p}back."),
                       N_("The table waits until you are {p}back.")},
};

static void tell_all(struct table *table, const struct table_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    bool alone = shared[note->kind].alone != NULL && table->is_private;
    const char *words = alone ? shared[note->kind].alone : shared[note->kind].words;
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, pressed_words(table->network, words)),
           arg_text("p", network_prefix(table->network)),
           arg_name("player", note->seat != SEAT_NONE ? seat_name(table, note->seat) : ""),
           arg_number("n", minutes((uint64_t)note->n)));
    table_say(table, line);
}

/* -- and to who is to act -- */

/* In a quiet channel they alone are reminded. */
static void tell_turn_waits(struct table *table, const struct table_note *note)
{
    unsigned seat = note->seat;
    struct message *line = table->quiet ? seat_line(table, seat) : table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    bool silent = seat_is_silent(table, seat);
    PHRASE(line, tr(table->language, N_("{player}, it is your turn.")),
           silent ? arg_name("player", seat_name(table, seat))
                  : arg_mention("player", seat_name(table, seat)));
    if (seat_is_present(table, seat) && !silent)
        message_call(line, table->seats[seat].person->id);
    line->replaces = line->user == NULL;
    table_say(table, line);
}

/* Who is to move is called: they may look elsewhere by now. */
static void tell_pause_over(struct table *table, const struct table_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, N_("Play goes on: it is {player}'s turn.")),
           arg_mention("player", seat_name(table, note->seat)));
    if (seat_is_present(table, note->seat))
        message_call(line, table->seats[note->seat].person->id);
    table_say(table, line);
}

static void tell_seat(struct table *table, unsigned seat, const char *words)
{
    struct message *line = seat_line(table, seat);
    if (line == NULL)
        return;
    PHRASE(line, tr(seat_language(table, seat), words),
           arg_text("p", network_prefix(table->network)),
           arg_name("player", seat_name(table, table->round->game.turn)));
    table_say(table, line);
}

/* -- why a deal has to wait -- */

void note_deals_spent(const struct table *table, uint64_t wait, struct message *message)
{
    PHRASE(message,
           tr(table->language,
              N_("As many rounds as one may deal within an hour were dealt at {player}'s tables: "
                 "the next deal is in {n} min.")),
           arg_name("player", table->opener->name), arg_number("n", minutes(wait)));
}

static void tell_deals_spent(struct table *table, const struct table_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    note_deals_spent(table, (uint64_t)note->n, line);
    table_say(table, line);
}

static void tell_no_deal(struct table *table, const struct table_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    struct message *why = message_create(NULL, NULL, URGENCY_INFO);
    if (why != NULL)
        PHRASE(why, tr(table->language, rules_words((enum rules_error)note->n)),
               arg_text("p", network_prefix(table->network)));
    if (line != NULL) {
        PHRASE(line,
               tr(table->language, N_("The match ends, the next round cannot be dealt: {why}")),
               arg_piece(line, "why", why));
        table_say(table, line);
    }
    message_destroy(why);
}

void note_tell(struct table *table, const struct table_note *note)
{
    switch (note->kind) {
    case NOTE_TURN_WAITS:
        tell_turn_waits(table, note);
        break;
    case NOTE_PAUSE_OVER:
        tell_pause_over(table, note);
        break;
    case NOTE_DEALS_SPENT:
        tell_deals_spent(table, note);
        break;
    case NOTE_NO_DEAL:
        tell_no_deal(table, note);
        break;
    case NOTE_MOVE_WAITS:
        tell_seat(table, note->seat,
                  N_("The next move waits a moment, so that a missing UNO can be caught."));
        break;
    case NOTE_MOVE_VOID:
        tell_seat(table, note->seat, N_("That turn is over: your move does not count."));
        break;
    case NOTE_MOVE_REFUSED:
        tell_seat(table, note->seat, refusal_words((enum refusal)note->n));
        break;
    case NOTE_UNO_IDLE:
        tell_seat(table, note->seat,
                  N_("That UNO has no effect: say it as you play your last card but one ({p}play "
                     "CARD uno)."));
        break;
    default:
        tell_all(table, note);
    }
}

/* -- votes -- */

/* {player} asks for it, {other} holds the seat; {needed} of {voters} must agree within {s} seconds.
 */
static const struct {
    const char *asked, *carried, *failed;
} votes[] = {
    [VOTE_STOP] = {N_("{player} asks to end the match: {p}yes or {p}no within {s} s, {needed} of "
                      "{voters} must agree."),
                   N_("{yes} for, {no} against: the match ends. {p}start deals a new one."),
                   N_("{yes} for, {no} against, {needed} needed: the match goes on.")},
    [VOTE_CLOSE] = {N_("{player} asks to close the table: {p}yes or {p}no within {s} s, {needed} "
                       "of {voters} must agree."),
                    N_("{yes} for, {no} against: the table is closed."),
                    N_("{yes} for, {no} against, {needed} needed: the table stays open.")},
    [VOTE_KICK] = {N_("{player} asks to take {other}'s seat away: {p}yes or {p}no within {s} s, "
                      "{needed} of {voters} must agree."),
                   N_("{yes} for, {no} against: {other} loses the seat."),
                   N_("{yes} for, {no} against, {needed} needed: {other} keeps the seat.")},
    [VOTE_PAUSE] = {N_("{player} asks for a pause: {p}yes or {p}no within {s} s, {needed} of "
                       "{voters} must agree."),
                    N_("{yes} for, {no} against: the table is paused."),
                    N_("{yes} for, {no} against, {needed} needed: play goes on.")},
    [VOTE_RESUME] = {N_("{player} asks to play on: {p}yes or {p}no within {s} s, {needed} of "
                        "{voters} must agree."),
                     N_("{yes} for, {no} against: the pause is over."),
                     N_("{yes} for, {no} against, {needed} needed: the pause goes on.")},
};

static const char *vote_words(const struct vote_note *note)
{
    switch (note->turn) {
    case VOTE_ASKED:
        return votes[note->about].asked;
    case VOTE_AGREED:
        return N_("{player} agrees: {yes} for, {no} against, {needed} needed.");
    case VOTE_OPPOSED:
        return N_("{player} does not agree: {yes} for, {no} against, {needed} needed.");
    case VOTE_CARRIED:
        return votes[note->about].carried;
    case VOTE_FAILED:
        return votes[note->about].failed;
    }
    return "";
}

void note_vote(struct table *table, const struct vote_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, pressed_words(table->network, vote_words(note))),
           arg_name("player", note->name),
           arg_name("other", note->seat != SEAT_NONE ? seat_name(table, note->seat) : ""),
           arg_text("p", network_prefix(table->network)), arg_number("yes", (long)note->yes),
           arg_number("no", (long)note->no), arg_number("needed", (long)note->needed),
           arg_number("voters", (long)note->voters),
           arg_number("s", (long)(table->host->options.vote_time / SECOND)));
    table_say(table, line);
}
