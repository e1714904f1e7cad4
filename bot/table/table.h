/* table.h: one game table: seats, lobby, rounds, match, and the places where it is shown.
 *
 * A table is opened in a channel (lobby), people and computer players take seats, rounds are dealt
 * until the match is won, and a rematch starts from the same lobby. Everything that changes it goes
 * through the functions here, in seat.h and in round.h. They write to the journal (store) first and
 * tell the watchers (watcher.h) afterwards. Commands and the clock (timeout.h) call these
 * functions. They return refusals, and send no message about them.
 *
 * The files of bot/table call only files below them. From the lowest up, they are: the list of
 * seats (seats.h), the state as text (save.h), the timer (clock.h), the waits of a table (pause.h,
 * split.h, vote.h), the round, the table, people who come and go (seat.h, presence.h), actions by
 * the clock (timeout.h), and the making of tables (table_open.h, replay.h). */
#ifndef TALON_BOT_TABLE_TABLE_H
#define TALON_BOT_TABLE_TABLE_H

#include <uthash.h>

#include "base/log.h"
#include "base/loop.h"
#include "bot/people/network.h"
#include "bot/people/people.h"
#include "bot/table/place.h"
#include "bot/table/round/facts.h"
#include "bot/table/round/fair.h"
#include "engine/match.h"
#include "engine/player/player.h"
#include "engine/view.h"

enum table_state {
    TABLE_LOBBY,
    TABLE_ROUND,
    TABLE_BETWEEN /* a round is over, and the match continues with another deal */
};

/* A seat. There may be very many, so each flag takes one bit. */
struct seat {
    struct person *person;            /* NULL: a computer player */
    const struct player_impl *player; /* of a computer player */
    const char *bot_name;             /* of a computer player; constant */
    char *label; /* the name shown if an earlier seat has the same one (seat_name()); owned; NULL:
                    their own name */
    struct action *ask; /* a play that lacks its colour, target or words (S-3); owned */
    uint64_t gone_at;   /* loop_now() at which the grace ends and the person counts as gone; 0: no
                           grace runs */
    uint32_t
        hand_told;   /* a mark of what the last whisper of the hand said (render_hand.c); 0: none */
    uint32_t named;  /* people_renames() when `label` was last checked; 0: check it (seat_name()) */
    bool away : 1;   /* a computer player keeps the seat until the person is back */
    bool waited : 1; /* used !wait in this round, which begins the time of the turn again */
    bool leaving : 1; /* left in this round; the seat is removed when the round ends */
    bool given : 1;   /* left because the person has another seat here (!link); the round counts
                         nothing for this one */
    bool split : 1;   /* a netsplit took the person (split.h) */
    bool gone : 1;  /* away because the person left the network, until they are seen (presence.h) */
    bool left : 1;  /* was away already when the person left the network in this match */
    bool waits : 1; /* gone, and the seat gets no cards until they are seen */
    bool unreachable : 1; /* a whisper failed and the channel was told; it is not told again until
                             they ask for their hand */
    bool talks : 1; /* asked for the hand in a private talk in this turn of the loop, so the hand is
                       sent there */
    bool hand_due : 1; /* the hand must be shown at the end of this turn of the loop (hand.h) */
    bool guided : 1;   /* was told how to play a card */
};

/* Moves that wait: the newest of each seat, in the order in which the seats sent their first
 * one. */
struct held {
    unsigned count;
    struct action at[PLAYERS_MAX];
};

/* A round in progress. */
struct round {
    int64_t id;
    uint32_t seq;     /* actions journaled */
    uint16_t shuffle; /* number of the round's secret in the chain; 0: a round from before there
                       * were chains */
    const struct rules *rules; /* shared (rules_share.h) */
    struct memory
        *memory; /* memory of the computer players that search; owned; NULL: none sits here */
    struct game game;
    struct round_facts facts;
    struct chance_mark chance;
    uint8_t secret[FAIR_SIZE];
    uint64_t lots[LOTS]; /* fair_lots() */
};

/* The last round that ended. It is saved with the table, for !fair, and so that a crash before
 * people are told its end loses nothing. All zero: none. */
struct last_round {
    int64_t id;       /* number of the round in the journal, for `talon verify` */
    unsigned number;  /* its number in the match, from 1 */
    uint16_t shuffle; /* as round.shuffle */
    uint8_t secret[FAIR_SIZE];
    char *words; /* words about the round's last move and its end; kept until a round is stopped or
                  * the next match begins; owned */
};

enum { TURN_LIMIT_DEFAULT = UINT16_MAX, TURN_LIMIT_MIN = 15, TURN_LIMIT_MAX = 3600 };
/* Reads a turn limit as a channel's settings have it: seconds, or "off" (0). Returns
 * TURN_LIMIT_DEFAULT for anything else and for NULL. */
uint16_t turn_limit_read(const char *text);

struct cuts;
struct tables;
struct thought;
struct vote;
struct watchers;

struct table {
    UT_hash_handle hh; /* tables->by_id */
    struct tables *tables;
    struct host *host; /* for the rooms above; bot/table does not look into it */
    struct place home; /* the first of its places (place.h) */
    struct log log;
    int64_t id;
    enum table_state state;
    bool clock_runs : 1; /* the turn's time runs: a place can be reached, and the table neither
                            waits nor pauses */
    bool damaged : 1;    /* its state could not be read: the table is empty, and closes when its
                            channel has been told */
    bool closing : 1;
    bool tell_anew : 1; /* a message was lost, so the table must show its state again (trouble.h) */
    bool forgot : 1;    /* what save_forgets() returned in the process that had the table before
                         * this one */
    bool match_on : 1;  /* a match is under way */
    bool match_begins : 1; /* a match has begun whose first deal is still to come */
    bool deal_held : 1;    /* the count to the first deal is held (autostart.h) */
    uint8_t bots_named;    /* computer players named so far */
    uint16_t matches; /* how many matches have begun at this table, to tell them apart (panel.h) */
    uint64_t split_until; /* loop_now() at which the wait after a netsplit ends; 0: none */
    int64_t paused_until; /* clock_now() at which the pause ends (pause.h); 0: not paused */
    uint64_t pause_ends;  /* the same time by loop_now(), which does not change when the clock of
                           * the machine is set */
    const struct ruleset *set;
    struct switches switches;
    int64_t deals_at;    /* clock_now() at which the table deals by itself (autostart.h); 0: it does
                          * not */
    uint64_t deal_due;   /* the same by loop_now() */
    uint16_t autostart;  /* the setting of the table's home (autostart.h): seconds, AUTOSTART_OFF or
                          * AUTOSTART_FULL */
    uint16_t turn_limit; /* the turn limit of its home in seconds; 0: none; TURN_LIMIT_DEFAULT:
                            host_options.turn_limit */
    struct seat *seats;
    uint8_t seat_count, seat_room;
    uint8_t stage;      /* of the turn clock */
    uint32_t thinks_on; /* `thought` is about the turn after this action, by its sequence number */
    int64_t thinks_in;  /* `thought` is about this round */
    struct thought *thought; /* a computer player's search for the next action */
    struct person *opener;   /* held; NULL: nobody known */
    uint64_t opened_at;      /* loop_now() when this process opened the table or read it from the
                              * store */
    struct match match;
    struct round *round;
    struct fair_chain chain; /* the secrets of its rounds */
    struct cuts *cuts;       /* cuts for the next deal (cut.h); NULL: none */
    struct timer timer;
    uint64_t turn_at;    /* loop_now() when this turn or pause began */
    uint64_t exposed_at; /* loop_now() at which somebody could first be caught */
    struct held *held;   /* moves that wait until the grace is over; owned; NULL: none */
    struct last_round last;
    struct watchers *watchers; /* the onlookers (watch.h); NULL: none */
    struct vote *vote;         /* the open vote, or the rest after one (vote.h); NULL: neither */
    uint64_t stop_until;       /* loop_now() until which a second !stop confirms the first */
};

enum table_refusal {
    TABLE_OK,
    TABLE_FULL,
    TABLE_FULL_DECK, /* HR-21 would make room */
    TABLE_SEATED,    /* sits here already */
    TABLE_NOT_SEATED,
    TABLE_RUNNING, /* not while a match runs */
    TABLE_NOT_RUNNING,
    TABLE_TOO_FEW,
    TABLE_RULES,    /* rules_init() refused: *rules_error says why */
    TABLE_NO_STORE, /* the database was away until no number for a round or table was left */
    TABLE_NO_MEMORY
};

/* The first of all tables and the first of all their places, for HASH_ITER(), and the number of
 * tables. */
struct table *tables_first(const struct tables *tables);
struct place *places_first(const struct tables *tables);
unsigned tables_count(const struct tables *tables);
/* Returns loop_now() of the loop that carries the table. */
uint64_t table_now(const struct table *table);
/* Returns the table of that number; NULL if it is not in memory (any more). */
struct table *table_by_id(const struct tables *tables, int64_t id);
/* The rules that tables share, for rules_share_get() and -put(). */
struct rules_share **tables_rules(struct tables *tables);
/* Returns the table shown in that channel; NULL if none is open there. */
struct table *table_at(struct tables *tables, struct network *network, const char *channel);
/* Returns true if the table is one person's, in a private talk (private_table.h). */
static inline bool table_is_private(const struct table *table)
{
    return table->home.kind == PLACE_PRIVATE;
}
/* Ends showing the table in a place that place_add() made. Do not call it for the home. */
void table_remove_place(struct place *place);
/* Does that with a place on a network of pages, whose users are guests (bot/table/seats/
 * page_seat.h), if no guest sits at the table (any more). Such a place can always be reached, so
 * without guests the clock would run while nobody sees the table. Returns true if it did: the place
 * is freed. */
bool table_remove_guests_place(struct place *place);
/* Applies the settings of the table's channels (language, theme, turn limit, autostart), and saves
 * nothing. */
void table_read_channels(struct table *table);
/* Call it when people have changed settings of the table's channels. Applies them, saves the count
 * to the first deal (autostart.h) if it has changed, and sets the table's clock. */
void table_settings_changed(struct table *table);
/* Removes the table from memory and from the store. */
void table_close(struct table *table);
/* Removes the table from memory; it waits in the store as it is. */
void table_put_away(struct table *table);
/* Frees the table and leaves it in the store (at the daemon's end). */
void table_destroy(struct table *table);

/* Gives the seat of `from` to `to`. Returns false if `to` has a seat here already, or memory is
 * out. */
bool table_hand_over(struct table *table, struct person *from, struct person *to);
enum table_refusal table_start(struct table *table, enum rules_error *rules_error);
/* Ends the match without a winner; seats stay. */
enum table_refusal table_stop(struct table *table);

/* Chooses another set of rules, with the channel's switches. TABLE_RUNNING while a match runs;
 * TABLE_FULL if they cannot be dealt to all who sit here. */
enum table_refusal table_set_rules(struct table *table, const struct ruleset *set);

/* Call it when the rules of a table without a match have changed. Saves the table. */
void table_rules_changed(struct table *table);

/* Notes that the place can be reached (again), or not. The table's clock runs while any place can
 * be reached. */
void table_set_reachable(struct place *place, bool reachable);
/* Shows the table again in a place whose people see it again, or may have missed something. `told`:
 * a line has just told them its state. */
void table_announce(struct place *place, bool told);
/* Notes that people may not have been told that the table was opened. They are told when its home
 * is announced next, with the commitment of its shuffles. */
void table_untold(struct table *table);
/* If the people there have missed nothing (network_has_moved()), continues the table silently and
 * returns true. If it returns false, call table_announce(). */
bool table_goes_on(struct place *place);

#endif
