#include "table_notes.h"

#include "bot/show/button_wording.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/show_state.h"
#include "bot/table/seats/seats.h"
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
    const char *alone; /* the words at a private table; NULL: the same words */
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
    [NOTE_NETWORK_LEFT] = {N_("I am leaving another network that this table is played on: the "
                              "table waits until I am back there."),
                           NULL},
    [NOTE_PAUSE_BEGINS] = {N_("The clocks stand still, {n} min at most: {p}resume goes on."), NULL},
    [NOTE_PAUSED] = {pause_words, NULL},
    [NOTE_PAUSE_TOO_LONG] = {N_("The pause has lasted {n} min and is over."), NULL},
    [NOTE_SEAT_LEFT] = {N_("{player} leaves the table."), NULL},
    [NOTE_SEAT_GONE] = {N_("{player} is gone: a computer player keeps the seat until they are "
                           "back."),
                        NULL},
    /* A log of the channel must show that the seat is left and taken again, because the deal
       follows the order in which players took the seats there (docs/fair.md). */
    [NOTE_SEAT_WAITS] = {N_("{player} leaves the table. The seat is kept, without cards, until "
                            "they are back."),
                         NULL},
    [NOTE_SEAT_TAKEN] = {N_("{player} takes a seat."), NULL},
    [NOTE_SEAT_NEXT] = {N_("{player} takes a seat and plays from the next round on."), NULL},
    [NOTE_SEAT_BACK] = {N_("{player} is back."), NULL},
    [NOTE_IN_CHARGE] = {N_("{player} has charge of the table now."), NULL},
    [NOTE_ALL_AWAY] = {N_("Everybody is away: the table waits until somebody is {p}back."),
                       N_("The table waits until you are {p}back.")},
};

static void tell_all(struct place *place, const struct table_note *note)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    bool alone = shared[note->kind].alone != NULL && place->kind == PLACE_PRIVATE;
    const char *words = alone ? shared[note->kind].alone : shared[note->kind].words;
    if (line == NULL)
        return;
    PHRASE(line, tr(place->language, button_wording(place->network, words)),
           arg_text("p", network_prefix(place->network)),
           arg_name("player", note->seat != SEAT_NONE ? seat_name(place->table, note->seat) : ""),
           arg_number("n", minutes((uint64_t)note->n)));
    place_say(place, line);
}

/* -- and to who is to act -- */

/* True if this place shows the table to that player. A reminder rings for them only there; other
 * places only name them. */
static bool calls(const struct place *place, unsigned seat)
{
    return seat_is_present(place->table, seat) && seat_place(place->table, seat) == place;
}

/* In a quiet channel only the player gets the reminder. */
static void tell_turn_waits(struct place *place, const struct table_note *note)
{
    struct table *table = place->table;
    unsigned seat = note->seat;
    bool silent = seat_is_silent(table, seat) || seat_is_elsewhere(place, seat);
    struct message *line = !place->quiet                      ? place_line(place, URGENCY_TABLE)
                           : seat_place(table, seat) == place ? seat_line(table, seat)
                                                              : NULL;
    if (line == NULL)
        return;
    PHRASE(line, tr(place->language, N_("{player}, it is your turn.")),
           silent ? arg_name("player", seat_name(table, seat))
                  : arg_mention("player", seat_name(table, seat)));
    if (calls(place, seat) && !silent)
        message_call(line, table->seats[seat].person->id);
    line->replaces = line->user == NULL;
    place_say(place, line);
}

/* Says that the pause is over and calls the player who must act, because they may look elsewhere by
 * now. */
static void tell_pause_over(struct place *place, const struct table_note *note)
{
    struct table *table = place->table;
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    const char *name = seat_name(table, note->seat);
    bool named = seat_is_elsewhere(place, note->seat) || seat_is_silent(table, note->seat);
    if (named) {
        PHRASE(line, tr(place->language, N_("Play goes on: it is {player}'s turn.")),
               arg_name("player", name));
    } else {
        PHRASE(line, tr(place->language, N_("{player}, play goes on: it is your turn.")),
               arg_mention("player", name));
    }
    if (calls(place, note->seat) && !named)
        message_call(line, table->seats[note->seat].person->id);
    place_say(place, line);
}

static void tell_seat(struct table *table, unsigned seat, const char *words)
{
    struct message *line = seat_line(table, seat);
    if (line == NULL)
        return;
    PHRASE(line, tr(seat_language(table, seat), words),
           arg_text("p", network_prefix(seat_place(table, seat)->network)),
           arg_name("player", seat_name(table, table->round->game.turn)));
    seat_say(table, seat, line);
}

/* -- why a deal has to wait -- */

void table_notes_deals_spent(const struct place *place, uint64_t wait, struct message *message)
{
    PHRASE(message,
           tr(place->language,
              N_("{player}'s tables have reached the hourly limit. Next deal in {n} min.")),
           arg_name("player", place->table->opener->name), arg_number("n", minutes(wait)));
}

static void tell_deals_spent(struct place *place, const struct table_note *note)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    table_notes_deals_spent(place, (uint64_t)note->n, line);
    place_say(place, line);
}

static void tell_deal_waits(struct place *place)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    struct message *why = message_create(NULL, NULL, URGENCY_INFO);
    if (why != NULL) {
        PHRASE(why, tr(place->language, render_teams_lack(place->table)),
               arg_text("p", network_prefix(place->network)));
    }
    if (line != NULL) {
        PHRASE(line, tr(place->language, N_("The next round waits. {why}")),
               arg_piece(line, "why", why));
    }
    place_say(place, line);
    message_destroy(why);
}

static void tell_no_deal(struct place *place, const struct table_note *note)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    struct message *why = message_create(NULL, NULL, URGENCY_INFO);
    if (why != NULL) {
        PHRASE(why, tr(place->language, rules_words((enum rules_error)note->n)),
               arg_text("p", network_prefix(place->network)));
    }
    if (line != NULL) {
        PHRASE(
            line,
            tr(place->language, note->kind == NOTE_NO_START
                                    ? N_("The round cannot start: {why}")
                                    : N_("The match ends, the next round cannot be dealt: {why}")),
            arg_piece(line, "why", why));
        place_say(place, line);
    }
    message_destroy(why);
}

/* -- which of them -- */

static const char *private_words(const struct table_note *note)
{
    switch (note->kind) {
    case NOTE_MOVE_WAITS:
        return N_("The next move waits a moment, so that a missing UNO can be caught.");
    case NOTE_MOVE_VOID:
        return N_("That turn is over: your move does not count.");
    case NOTE_MOVE_REFUSED:
        return refusal_words((enum refusal)note->n);
    case NOTE_UNO_IDLE:
        return N_("That UNO has no effect: say it as you play your last card but one ({p}play CARD "
                  "uno).");
    default:
        return NULL;
    }
}

static void tell_place(struct place *place, const struct table_note *note)
{
    switch (note->kind) {
    case NOTE_TURN_WAITS:
        tell_turn_waits(place, note);
        break;
    case NOTE_PAUSE_OVER:
        tell_pause_over(place, note);
        break;
    case NOTE_DEALS_SPENT:
        tell_deals_spent(place, note);
        break;
    case NOTE_DEAL_WAITS:
        tell_deal_waits(place);
        break;
    case NOTE_NO_DEAL:
    case NOTE_NO_START:
        tell_no_deal(place, note);
        break;
    default:
        tell_all(place, note);
    }
}

void table_notes_tell(struct table *table, const struct table_note *note)
{
    const char *words = private_words(note);
    if (words != NULL)
        tell_seat(table, note->seat, words);
    for (struct place *place = place_first(table); words == NULL && place != NULL;
         place = place->next) {
        if (note->place == NULL || note->place == place)
            tell_place(place, note);
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

static void tell_vote(struct place *place, const struct vote_note *note)
{
    const struct table *table = place->table;
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(place->language, button_wording(place->network, vote_words(note))),
           arg_name("player", note->name),
           arg_name("other", note->seat != SEAT_NONE ? seat_name(table, note->seat) : ""),
           arg_text("p", network_prefix(place->network)), arg_number("yes", (long)note->yes),
           arg_number("no", (long)note->no), arg_number("needed", (long)note->needed),
           arg_number("voters", (long)note->voters),
           arg_number("s", (long)(show_of(table->host)->lent.options->vote_time / SECOND)));
    place_say(place, line);
}

void table_notes_vote(struct table *table, const struct vote_note *note)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        tell_vote(place, note);
}
