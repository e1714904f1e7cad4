/* place.h: where a table is shown: a channel of a network, or a private talk.
 *
 * A table has a list of places, at most one on each network. The first is its home: the table
 * was opened there, the store has it under that name, and it stays as long as the table. Each
 * place has its own language, style and view. A place that cannot be reached says nothing; the
 * table plays on while one can. Whispers go to each player on their own network. */
#ifndef TALON_BOT_TABLE_PLACE_H
#define TALON_BOT_TABLE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include <uthash.h>

struct host;
struct language;
struct message;
struct network;
struct table;

/* What bot/show/ keeps of what was shown there, and nobody else reads. All zero: nothing was. */
struct view_state {
    /* What is gathered into one line (lines.h). */
    struct message *unsaid; /* owned; NULL: nothing */
    uint64_t unsaid_at;     /* loop_now() when that began */
    /* The last moves of the round that runs (render.h). */
    char *recent; /* that of a person and what computer players did since, as told; owned; NULL */
    uint8_t unsaid_about; /* whom the former end with (struct flow), */
    uint8_t recent_about; /* and the latter */
    /* The board (table_message.h). */
    bool shows, table_message_due; /* at the end of this turn of the loop */
    bool table_message_renew;      /* also when it is as it was, and below */
    uint8_t rung;                  /* the seat that was called last by it, */
    uint8_t pressed;               /* and 1 + the one whose command this turn is; 0: nobody's */
    int64_t rung_in;               /* the round of the former */
    uint64_t board_hash;           /* of the board that was said last; 0: none */
    struct place *shows_next;
};

enum place_kind {
    PLACE_CHANNEL,
    PLACE_PRIVATE /* the private talk with one person (private_table.h) */
};

struct place {
    UT_hash_handle hh;  /* places_first() */
    struct place *next; /* of the same table */
    struct table *table;
    struct network *network;
    char *channel;
    char *key;    /* "network\nchannel", folded */
    char *tenant; /* whose channel it is (adapter_impl.tenant), as far as was ever known; NULL */
    const struct language *language; /* of what is said to all there */
    uint8_t kind;                    /* enum place_kind */
    bool reachable;                  /* we are in the channel and the network is up */
    bool mono, quiet;
    bool proofs;       /* the secret of a round is told when it ends */
    bool words_asked;  /* the channel was told that guests need their seat words, since we came in
                          or a netsplit began */
    uint8_t web;       /* enum web_level: what the pages of the web may show of it */
    bool round_void;   /* to be told there: the table's round could not be rebuilt, */
    bool chain_begins; /* and the end of its chain of secrets; */
    bool untold;       /* that the table was opened: what said so may not have been heard */
    struct view_state view;
};

/* What begins the name that stands for a private talk where others have a channel
 * (private_table_name()): no channel of a network has it. */
enum { PLACE_PRIVATE_MARK = '@' };
enum place_kind place_kind_of(const char *channel); /* accepts NULL: no private talk of a table */

/* Its home; ->next is the next of its places. */
struct place *place_first(const struct table *table);
/* The place in a channel, NULL if no table is shown there. */
struct place *place_at(struct host *host, struct network *network, const char *channel);
/* Where the table is shown on that network; on no network of its own, its home. */
struct place *place_on(const struct table *table, const struct network *network);
/* Whether the table can be reached anywhere. */
bool place_any_reachable(const struct table *table);

/* Makes *place, which is zeroed, a place of the table; false: memory is out. */
bool place_init(struct place *place, struct table *table, struct network *network,
                const char *channel);
/* Whether it can be shown there, too: no table is, this one has no place on that network yet, and
 * the name is one of a channel. */
bool place_may_add(const struct table *table, struct network *network, const char *channel);
/* Shows the table in a channel of another network, too; it is not reachable yet. NULL: it may not
 * be, or memory is out. */
struct place *place_add(struct table *table, struct network *network, const char *channel);
/* Asks the network again whose channel it is. */
void place_learn_tenant(struct place *place);
/* As it was kept; "": it is not known. */
void place_set_tenant(struct place *place, const char *tenant);
/* What was kept for its view has gone. */
void place_free(struct place *place);

/* What the channel keeps (language, theme) has changed, for it and for the table at home. */
void place_read_channel(struct place *place);
/* The network may compare names in another way now: the place is found by the new one. */
void place_refold(struct place *place);

#endif
