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

/* What bot/show/ remembers of the things that it showed there. Nobody else reads it. All zero if it
 * showed nothing. */
struct view_state {
    /* The moves that are gathered into one line (lines.h). */
    struct message *unsaid; /* owned; NULL: nothing */
    uint64_t unsaid_at;     /* loop_now() when that began */
    /* The last moves of the round that runs (render.h). */
    char *recent; /* a person's move and what computer players did since, in the words that were
                     sent; owned; NULL */
    uint8_t unsaid_about; /* whom the former end with (struct flow), */
    uint8_t recent_about; /* and the latter */
    /* The board (table_message.h). */
    bool shows, table_message_due; /* at the end of this turn of the loop */
    bool table_message_renew;      /* also when it is as it was, and below */
    uint8_t rung;                  /* the seat that was called last by it, */
    uint8_t pressed;     /* and 1 + the seat whose command runs in this turn of the loop; 0: none */
    int64_t rung_in;     /* the round of the former */
    uint64_t board_hash; /* of the board that was said last; 0: none */
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
    char *tenant; /* the owner of the channel (adapter_impl.tenant); NULL: never known */
    const struct language *language; /* of what is said to all there */
    uint8_t kind;                    /* enum place_kind */
    bool reachable;                  /* we are in the channel and the network is up */
    bool mono, quiet;
    bool proofs;      /* people there see the secret of a round when it ends */
    bool words_asked; /* since we came in, or a netsplit began, the channel has heard that guests
                         need their seat words */
    uint8_t web;      /* enum web_level: what the pages of the web may show of it */
    bool round_void; /* people there must still hear that the table's round could not be rebuilt, */
    bool chain_begins; /* and the end of its chain of secrets; */
    bool untold; /* that the table was opened, for the line that said so may not have arrived */
    struct view_state view;
};

/* The first byte of a private talk's name, which stands in place of a channel's name
 * (private_table_name()). No channel of a network begins with it. */
enum { PLACE_PRIVATE_MARK = '@' };
enum place_kind place_kind_of(const char *channel); /* accepts NULL: no private talk of a table */

/* Its home; ->next is the next of its places. */
struct place *place_first(const struct table *table);
/* The place in a channel, NULL if no table is shown there. */
struct place *place_at(struct host *host, struct network *network, const char *channel);
/* The table's place on that network, or its home if it has no place there. */
struct place *place_on(const struct table *table, const struct network *network);
/* Returns true if the table can be reached anywhere. */
bool place_any_reachable(const struct table *table);

/* Makes *place, which is zeroed, a place of the table; false: memory is out. */
bool place_init(struct place *place, struct table *table, struct network *network,
                const char *channel);
/* Returns true if the table can be shown there, too. No table may be shown there already, this one
 * may have no place on that network yet, and the name must be a channel's. */
bool place_may_add(const struct table *table, struct network *network, const char *channel);
/* Shows the table in a channel of another network, too. The new place is not reachable yet. Returns
 * NULL if the table may not be shown there, or memory is out. */
struct place *place_add(struct table *table, struct network *network, const char *channel);
/* Asks the network again whose channel it is. */
void place_learn_tenant(struct place *place);
/* As it was kept; "": it is not known. */
void place_set_tenant(struct place *place, const char *tenant);
/* What was kept for its view has gone. */
void place_free(struct place *place);

/* Call it after a setting of the channel (language, theme) has changed: it applies the setting to
 * the place, and also to the table if the place is its home. */
void place_read_channel(struct place *place);
/* Call it when the network may compare names in another way: the place is found by its new key from
 * then on. */
void place_refold(struct place *place);

#endif
