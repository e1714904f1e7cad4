/* table.h: one game table: seats, lobby, rounds, match, and the places where it is shown.
 *
 * A table is opened in a channel (lobby), people and computer players take seats, rounds are dealt
 * until the match is won, and a rematch starts from the same lobby. Everything that changes it goes
 * through the functions here, in seat.h and in round.h. They write to the journal (store) first and
 * tell the watchers (watcher.h) afterwards. Commands and the clock (timeout.h) call them. They
 * return refusals and send no message about them.
 *
 * The files of this room call only downwards. From the lowest up, they are: the list of seats
 * (seats.h), the state as text (save.h), the timer (clock.h), the waits of a table (pause.h,
 * split.h, vote.h), the round, the table, people who come and go (seat.h, presence.h), actions by
 * the clock (timeout.h), and the making of tables (table_open.h, replay.h). */
#ifndef TALON_BOT_TABLE_TABLE_H
#define TALON_BOT_TABLE_TABLE_H

#include <uthash.h>

#include "bot/host.h"
#include "bot/table/place.h"
#include "bot/table/round/facts.h"
#include "bot/table/round/fair.h"
#include "engine/match.h"
#include "engine/player/player.h"
#include "engine/view.h"

enum table_state {
    TABLE_LOBBY,
    TABLE_ROUND,
    TABLE_BETWEEN /* a round is over, and the next deal of the match comes */
};

/* Ten thousand tables have four or more each, so each flag takes one bit. */
struct seat {
    struct person *person;            /* NULL: a computer player */
    const struct player_impl *player; /* of a computer player */
    const char *bot_name;             /* of a computer player; constant */
    char *label; /* what seat_name() returns if an earlier seat has the same name; owned; or NULL */
    struct action *ask; /* a play that lacks its colour, target or words (S-3); owned */
    uint64_t gone_at;   /* loop_now() when the grace ends and the person counts as gone; 0: they are
                           there */
    uint32_t hand_told; /* what the hand whispered last said (render_hand.c); 0: nothing */
    bool away : 1;      /* a computer player keeps the seat until the person is back */
    bool waited : 1;    /* got their turn's time again in this round (!wait) */
    bool leaving : 1;   /* left in this round; the seat goes when it ends */
    bool given : 1;     /* left, because the person has another seat; the round gives it nothing */
    bool split : 1;     /* a netsplit took the person (split.h) */
    bool gone : 1;  /* away because the person left the network: until they are seen (presence.h) */
    bool waits : 1; /* gone, and gets no cards until they are seen, as if the match had no such seat
                     */
    bool unreachable : 1; /* a whisper failed and a line in the channel said so; no further line
                             until they ask for their hand */
    bool talks : 1;    /* asks for the hand in a private talk in this turn of the loop, so it goes
                          there */
    bool hand_due : 1; /* the hand must be shown at the end of this turn of the loop (hand.h) */
    bool guided : 1;   /* was told how to play a card */
};

/* Moves that wait: the newest of each seat, in the order in which the seats first sent one. */
struct held {
    unsigned count;
    struct action at[PLAYERS_MAX];
};

/* A round in progress. */
struct round {
    int64_t id;
    uint32_t seq;              /* actions journaled */
    uint16_t shuffle;          /* its number in the chain; of an old round: 0 */
    const struct rules *rules; /* shared (rules_share.h) */
    struct memory *memory;     /* for computer players who search; owned; NULL: there are none */
    struct game game;
    struct round_facts facts;
    struct chance_mark chance;
    uint8_t secret[FAIR_SIZE];
    uint64_t lots[LOTS]; /* fair_lots() */
};

/* The round before. It is saved with the table, so that a crash before people hear of its end
 * loses nothing, and so that !fair can check it. All zero: none. */
struct last_round {
    int64_t id;       /* of the journal, as `talon verify` takes it */
    unsigned number;  /* of the match, from 1 */
    uint16_t shuffle; /* as round.shuffle */
    uint8_t secret[FAIR_SIZE];
    char *words; /* the move that ended it and how, until one is stopped or the next match; owned */
};

enum { TURN_LIMIT_DEFAULT = UINT16_MAX, TURN_LIMIT_MIN = 15, TURN_LIMIT_MAX = 3600 };
/* As a channel keeps it: seconds, or "off" (0). TURN_LIMIT_DEFAULT: it is neither, or NULL. */
uint16_t turn_limit_read(const char *text);

struct cuts;
struct thought;
struct vote;
struct watchers;

struct table {
    UT_hash_handle hh; /* host->tables->by_id */
    struct host *host;
    struct place home; /* the first of its places (place.h) */
    struct log log;
    int64_t id;
    enum table_state state;
    bool clock_runs : 1; /* a place can be reached; no wait and no pause */
    bool damaged : 1;    /* could not be read: empty, and closes when its channel has heard of it */
    bool closing : 1;
    bool tell_anew : 1; /* a message was lost, so the table must show its state again (trouble.h) */
    bool forgot : 1;    /* the value of save_forgets() in the process before this one */
    bool match_on : 1;  /* a match is under way */
    bool match_begins : 1; /* until its first round is dealt, even if that becomes void */
    uint8_t bots_named;    /* computer players named so far */
    uint16_t matches;      /* matches begun at this table, to tell one from the next (panel.h) */
    uint64_t split_until; /* loop_now() when the wait for people lost in a netsplit ends; 0: none */
    int64_t paused_until; /* clock_now(): pause.h; 0: not paused */
    uint64_t pause_ends;  /* the same by loop_now(), which nobody sets back */
    const struct ruleset *set;
    struct switches switches;
    uint16_t turn_limit; /* the limit of its home, in seconds; 0: none; TURN_LIMIT_DEFAULT: the
                            daemon's */
    struct seat *seats;
    uint8_t seat_count, seat_room;
    uint8_t stage;           /* of the turn clock */
    uint32_t thinks_on;      /* the sequence number of an action */
    int64_t thinks_in;       /* the round of that action */
    struct thought *thought; /* a computer player's search for the next action */
    struct person *opener;   /* held; NULL: nobody known */
    struct match match;
    struct round *round;
    struct fair_chain chain; /* of the secrets of its rounds */
    struct cuts *cuts;       /* for the next deal (cut.h); NULL: none */
    struct timer timer;
    uint64_t turn_at;    /* loop_now() when this turn or pause began */
    uint64_t exposed_at; /* loop_now() since when somebody could be caught */
    struct held *held;   /* until the grace is over; owned; NULL: nothing */
    struct last_round last;
    struct watchers *watchers; /* watch.h; NULL: nobody looks on */
    struct vote *vote;         /* vote.h; NULL: none, and nobody rests after one */
    uint64_t stop_until;       /* loop_now() until when a second !stop confirms the first */
};

enum table_refusal {
    TABLE_OK,
    TABLE_FULL,
    TABLE_SEATED, /* sits here already */
    TABLE_NOT_SEATED,
    TABLE_RUNNING, /* not while a match runs */
    TABLE_NOT_RUNNING,
    TABLE_TOO_FEW,
    TABLE_RULES,    /* rules_init() refused: *rules_error says why */
    TABLE_NO_STORE, /* the database has not been reached for so long that there are no numbers */
    TABLE_NO_MEMORY
};

/* All tables of the daemon and all of their places, for HASH_ITER(), and the number of tables. */
struct table *tables_first(const struct host *host);
struct place *places_first(const struct host *host);
unsigned tables_count(const struct host *host);
/* Returns NULL if the table is not here (any more). */
struct table *table_by_id(const struct host *host, int64_t id);
/* The rules that tables share, for rules_share_get() and -put(). */
struct rules_share **tables_rules(const struct host *host);
/* The table of a channel, NULL if none is open. */
struct table *table_at(struct host *host, struct network *network, const char *channel);
/* Returns true if the table is one person's, in a private talk (private_table.h). */
static inline bool table_is_private(const struct table *table)
{
    return table->home.kind == PLACE_PRIVATE;
}
/* Stops to show the table there (place_add()). Do not call it for its home. */
void table_remove_place(struct place *place);
/* Call it after settings of its channels (language, theme, turn limit) have changed. */
void table_read_channels(struct table *table);
/* Forgets the table here and in the store. */
void table_close(struct table *table);
/* Forgets the table here; it waits in the store as it stands. */
void table_put_away(struct table *table);
/* Frees it and leaves it in the store (at the daemon's end). */
void table_destroy(struct table *table);

/* Gives the seats of `from` to `to`. Returns false if `to` has a seat here already, or memory is
 * out. */
bool table_hand_over(struct table *table, struct person *from, struct person *to);
enum table_refusal table_start(struct table *table, enum rules_error *rules_error);
/* Ends the match without a winner; seats stay. */
enum table_refusal table_stop(struct table *table);

/* Chooses another set of rules, with the switches of the channel. Works only before the deal. */
enum table_refusal table_set_rules(struct table *table, const struct ruleset *set);

/* Notes that the network and channel are there (again), or not. The clock runs while any place can
 * be reached. */
void table_set_reachable(struct place *place, bool reachable);
/* Shows everything again to people who see the table again, or may have missed something. `told`: a
 * line has just told them its state. */
void table_announce(struct place *place, bool told);
/* Notes that people may not know that the table was opened. They hear it, with the commitment of
 * its shuffles, when its home is announced next. */
void table_untold(struct table *table);
/* If the people there have missed nothing (network_has_moved()), the table continues silently. If
 * it returns false, call table_announce(). */
bool table_goes_on(struct place *place);

#endif
