#include "vote.h"

#include <stdlib.h>

#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

enum { SECOND = 1000, ASKER_RESTS = 4 };

struct ballot {
    struct person *person; /* held */
    bool yes;
};

struct vote {
    struct timer timer; /* first: a cast finds the vote */
    struct table *table;
    enum vote_about about;
    vote_action *carry_out;
    bool open;             /* false: the vote has failed, and nobody may ask again for a while */
    struct person *asker;  /* held */
    struct person *person; /* VOTE_KICK: the person whose seat is to be removed, held; NULL: a
                              computer player, or no seat */
    const char *bot_name;  /* VOTE_KICK: the name of the computer player to be removed */
    uint64_t ends;         /* loop_now() at which the vote ends, or the table's rest after it */
    uint64_t asker_ends;   /* when the asker's rest ends */
    unsigned count;
    struct ballot said[2 * PLAYERS_MAX];
};

struct vote_tally {
    unsigned yes, no, voters;
};

/* -- counting -- */

/* Returns true if both are one voter. */
static bool is_one_voice(const struct tables *tables, const struct person *one,
                         const struct person *other)
{
    return one == other || page_seat_together(tables, one, other);
}

static struct ballot *ballot_of(struct vote *vote, const struct person *person)
{
    for (unsigned i = 0; vote != NULL && i < vote->count; i++) {
        if (is_one_voice(vote->table->tables, vote->said[i].person, person))
            return &vote->said[i];
    }
    return NULL;
}

/* Returns true if the person lost the connection a moment ago, and the table waits for them. */
static bool is_missing(const struct table *table, unsigned seat)
{
    const struct seat *at = &table->seats[seat];
    return at->person != NULL && !at->leaving && (at->gone_at != 0 || at->split);
}

/* Which voters count. `about`: whose seat is voted on; NULL: nobody's. */
struct electorate {
    const struct person *about;
    bool over; /* the time is over: people who are missing count only if they have voted */
};

static bool is_voter(const struct table *table, unsigned seat, struct electorate who)
{
    const struct person *person = table->seats[seat].person;
    bool missing = is_missing(table, seat);
    if ((!missing && !seat_is_present(table, seat)) ||
        page_seat_invited(table->tables, person, who.about))
        return false;
    return (!table->seats[seat].away && !(missing && who.over)) ||
           ballot_of(table->vote, person) != NULL;
}

/* Returns true if the voter of this seat was counted at an earlier seat. */
static bool is_counted(const struct table *table, unsigned seat, struct electorate who)
{
    for (unsigned i = 0; i < seat; i++) {
        if (is_voter(table, i, who) &&
            page_seat_together(table->tables, table->seats[i].person, table->seats[seat].person))
            return true;
    }
    return false;
}

static struct vote_tally count_among(const struct table *table, struct electorate who)
{
    struct vote_tally tally = {0};
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (!is_voter(table, i, who) || is_counted(table, i, who))
            continue;
        const struct ballot *ballot = ballot_of(table->vote, table->seats[i].person);
        tally.voters++;
        tally.yes += ballot != NULL && ballot->yes;
        tally.no += ballot != NULL && !ballot->yes;
    }
    return tally;
}

static bool is_over(const struct vote *vote)
{
    return loop_now(vote->table->tables->lent.loop) >= vote->ends;
}

static struct vote_tally count_votes(const struct table *table)
{
    const struct vote *vote = table->vote;
    return count_among(table, (struct electorate){.about = vote->person, .over = is_over(vote)});
}

/* Returns the person whose seat a vote is about; NULL: a computer player's, or no seat. */
static struct person *person_about(const struct table *table, enum vote_about about, unsigned seat)
{
    return about == VOTE_KICK && seat != SEAT_NONE ? table->seats[seat].person : NULL;
}

static unsigned votes_needed(struct vote_tally tally)
{
    return tally.voters / 2 + 1;
}

unsigned vote_voters(const struct table *table, enum vote_about about, unsigned seat)
{
    return count_among(table, (struct electorate){.about = person_about(table, about, seat)})
        .voters;
}

bool vote_bars(const struct table *table, enum vote_about about, unsigned seat,
               const struct person *person)
{
    return page_seat_invited(table->tables, person, person_about(table, about, seat));
}

bool vote_is_shared(const struct table *table, enum vote_about about, unsigned seat)
{
    bool ends = about == VOTE_STOP || (about == VOTE_KICK && table->seats[seat].person != NULL &&
                                       seat_in_match(table, seat));
    return ends && seats_rated(table);
}

void vote_hand_over(struct table *table, struct person *from, struct person *to)
{
    struct people *people = table->tables->lent.people;
    struct vote *vote = table->vote;
    if (vote == NULL)
        return;
    person_replace(people, &vote->asker, from, to);
    person_replace(people, &vote->person, from, to);
    for (unsigned i = 0; i < vote->count; i++)
        person_replace(people, &vote->said[i].person, from, to);
}

/* Returns the seat that the vote is about; SEAT_NONE if there is none, or it is gone. */
static unsigned seat_about(const struct vote *vote)
{
    const struct table *table = vote->table;
    if (vote->person != NULL)
        return seat_of(table, vote->person);
    for (unsigned i = 0; vote->bot_name != NULL && i < table->seat_count; i++) {
        if (table->seats[i].person == NULL && !table->seats[i].leaving &&
            table->seats[i].bot_name == vote->bot_name)
            return i;
    }
    return SEAT_NONE;
}

static void tell_vote(const struct vote *vote, enum vote_turn turn, const struct person *person,
                      struct vote_tally tally)
{
    struct table *table = vote->table;
    watchers_voted(table, &(struct vote_note){.turn = turn,
                                              .about = vote->about,
                                              .name = person->name,
                                              .seat = seat_about(vote),
                                              .yes = tally.yes,
                                              .no = tally.no,
                                              .voters = tally.voters,
                                              .needed = votes_needed(tally)});
}

/* -- life -- */

static void free_vote(struct timer *timer)
{
    free(timer);
}

void vote_forget(struct table *table)
{
    struct people *people = table->tables->lent.people;
    struct vote *vote = table->vote;
    if (vote == NULL)
        return;
    table->vote = NULL;
    table_changed(table);
    for (unsigned i = 0; i < vote->count; i++)
        person_release(people, vote->said[i].person);
    if (vote->person != NULL)
        person_release(people, vote->person);
    person_release(people, vote->asker);
    timer_finish(&vote->timer, free_vote);
}

static void set_timer(struct vote *vote, uint64_t at)
{
    uint64_t now = loop_now(vote->table->tables->lent.loop);
    timer_stop(&vote->timer);
    timer_set(&vote->timer, at > now ? at - now : 0);
}

/* Returns true if what the vote is about can still be done. */
static bool vote_stands(const struct vote *vote)
{
    const struct table *table = vote->table;
    switch (vote->about) {
    case VOTE_STOP:
        return table->match_on;
    case VOTE_CLOSE:
        return !table->match_on;
    case VOTE_KICK:
        return seat_about(vote) != SEAT_NONE;
    case VOTE_PAUSE:
        return table->match_on && !pause_is_on(table);
    case VOTE_RESUME:
        return pause_is_on(table);
    }
    return false;
}

static void pass_vote(struct vote *vote, struct vote_tally tally)
{
    struct table *table = vote->table;
    enum vote_about about = vote->about;
    vote_action *carry_out = vote->carry_out;
    unsigned seat = seat_about(vote);
    tell_vote(vote, VOTE_CARRIED, vote->asker, tally);
    vote_forget(table);
    carry_out(table, about, seat);
}

static void fail_vote(struct vote *vote, struct vote_tally tally)
{
    struct table *table = vote->table;
    uint64_t now = loop_now(table->tables->lent.loop);
    tell_vote(vote, VOTE_FAILED, vote->asker, tally);
    vote->open = false;
    vote->ends = now + table->tables->lent.options->vote_time;
    vote->asker_ends = now + ASKER_RESTS * table->tables->lent.options->vote_time;
    set_timer(vote, vote->asker_ends);
    table_changed(table);
    clock_arm(table);
}

/* Ends the vote if it is decided. A vote that is undecided when its time is over has failed. While
 * no place can be reached, no vote ends. */
static void judge_vote(struct vote *vote)
{
    struct table *table = vote->table;
    struct vote_tally tally = count_votes(table);
    bool over = is_over(vote) || 2 * tally.no >= tally.voters;
    if (!vote_stands(vote)) {
        vote_forget(table);
        clock_arm(table);
    } else if (!place_any_reachable(table) || *table->tables->lent.trouble) {
        set_timer(vote,
                  loop_now(table->tables->lent.loop) + table->tables->lent.options->vote_time);
    } else if (2 * tally.yes > tally.voters) {
        pass_vote(vote, tally);
    } else if (over) {
        fail_vote(vote, tally);
    } else {
        set_timer(vote, vote->ends);
    }
}

static void on_timer(struct timer *timer)
{
    struct vote *vote = (struct vote *)timer;
    if (vote->open)
        judge_vote(vote);
    else
        vote_forget(vote->table);
}

/* Drops a pointless vote at once, because the next match may begin before a timer runs out. */
void vote_match_over(struct table *table)
{
    if (vote_is_open(table) && !vote_stands(table->vote))
        vote_forget(table);
}

void vote_check(struct table *table)
{
    if (vote_is_open(table))
        timer_set(&table->vote->timer, 0);
}

/* -- asking and saying -- */

bool vote_is_open(const struct table *table)
{
    return table->vote != NULL && table->vote->open;
}

unsigned vote_wait(const struct table *table, const struct person *person)
{
    const struct vote *vote = table->vote;
    uint64_t now = loop_now(table->tables->lent.loop);
    if (vote == NULL)
        return 0;
    uint64_t ends = !vote->open && person == vote->asker ? vote->asker_ends : vote->ends;
    return ends > now ? (unsigned)((ends - now + SECOND - 1) / SECOND) : 0;
}

static void add_vote(struct vote *vote, struct person *person, bool yes)
{
    struct ballot *ballot = ballot_of(vote, person);
    if (ballot == NULL) {
        ballot = &vote->said[vote->count++];
        ballot->person = person;
        person_hold(person);
    }
    ballot->yes = yes;
    table_changed(vote->table);
}

/* Returns true if nothing can change the result any more; then the channel is told only the result.
 */
static bool is_decided(struct vote_tally tally)
{
    return 2 * tally.yes > tally.voters || 2 * tally.no >= tally.voters;
}

static bool same_voter(const struct vote *vote, enum vote_about about, unsigned seat)
{
    return vote->about == about && (about != VOTE_KICK || seat_about(vote) == seat);
}

static struct vote *begin_vote(struct table *table, enum vote_about about, unsigned seat,
                               struct person *person, vote_action *carry_out)
{
    struct vote *vote = calloc(1, sizeof(*vote));
    if (vote == NULL)
        return NULL;
    *vote = (struct vote){
        .table = table, .about = about, .carry_out = carry_out, .open = true, .asker = person};
    person_hold(person);
    if (seat != SEAT_NONE) {
        vote->person = table->seats[seat].person;
        vote->bot_name = table->seats[seat].bot_name;
    }
    if (vote->person != NULL)
        person_hold(vote->person);
    timer_init(table->tables->lent.loop, &vote->timer, on_timer);
    vote->ends = loop_now(table->tables->lent.loop) + table->tables->lent.options->vote_time;
    return vote;
}

enum vote_refusal vote_ask(struct table *table, enum vote_about about, unsigned seat,
                           struct person *person, vote_action *carry_out)
{
    if (vote_is_open(table))
        return same_voter(table->vote, about, seat) ? vote_say(table, person, true) : VOTE_OTHER;
    if (vote_bars(table, about, seat, person))
        return VOTE_GUEST;
    if (vote_wait(table, person) > 0)
        return VOTE_RESTS;
    vote_forget(table);
    struct vote *vote = begin_vote(table, about, seat, person, carry_out);
    if (vote == NULL)
        return VOTE_NO_MEMORY;
    table->vote = vote;
    add_vote(vote, person, true);
    set_timer(vote, vote->ends);
    tell_vote(vote, VOTE_ASKED, person, count_votes(table));
    clock_arm(table); /* the deal that autostart.h counts to waits for the vote */
    return VOTE_OK;
}

enum vote_refusal vote_say(struct table *table, struct person *person, bool yes)
{
    struct vote *vote = table->vote;
    if (!vote_is_open(table))
        return VOTE_NONE;
    if (page_seat_invited(table->tables, person, vote->person))
        return VOTE_GUEST;
    const struct ballot *ballot = ballot_of(vote, person);
    if (ballot != NULL && ballot->yes == yes)
        return VOTE_SAID;
    if (ballot == NULL && vote->count == 2 * PLAYERS_MAX)
        return VOTE_NO_MEMORY;
    add_vote(vote, person, yes);
    struct vote_tally tally = count_votes(table);
    if (is_decided(tally))
        vote_check(table);
    else
        tell_vote(vote, yes ? VOTE_AGREED : VOTE_OPPOSED, person, tally);
    return VOTE_OK;
}
