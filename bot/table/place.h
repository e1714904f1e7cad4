/* place.h: where a table is shown: a channel of a network, or a private talk.
 *
 * A table has a list of places, at most one on each network. The first is its home: the table was
 * opened there, the store keeps the table under the home's name, and the table never loses it. Each
 * place has its own language, style and view. A place that cannot be reached says nothing; the
 * table plays on while any place can be reached. Whispers go to each player on their own network.
 */
#ifndef TALON_BOT_TABLE_PLACE_H
#define TALON_BOT_TABLE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include <uthash.h>

struct language;
struct message;
struct network;
struct table;
struct tables;

/* What bot/show/ remembers about what it has shown in a place. Nobody else reads it. All zero if it
 * has shown nothing. */
struct view_state {
    /* The moves that are gathered into one line (lines.h). */
    struct message *unsaid; /* owned; NULL: nothing */
    uint64_t unsaid_at;     /* loop_now() when that began */
    /* The last moves of the round that runs (render.h). */
    char *recent; /* the last message about moves: a person's move and what computer players did
                     since, in the words that were sent; owned; NULL: none */
    uint8_t unsaid_about; /* the seat that the last clause of `unsaid` is about (struct flow) */
    uint8_t recent_about; /* the seat that the last clause of `recent` is about */
    uint8_t mover;        /* the seat that made the newest move */
    /* How the last round ended (table_snapshot.h); owned; NULL: a round runs, or it is not known.
     */
    struct message *ended;
    /* The board (table_message.h). */
    bool shows, table_message_due; /* `shows`: the board is shown there. `table_message_due`: it
                                    * must be sent at the end of this turn of the loop */
    bool table_message_renew; /* show it again below the last lines, even if it has not changed */
    uint8_t rung;             /* the seat that the board called last */
    uint8_t pressed;     /* 1 + the seat whose command runs in this turn of the loop; 0: none */
    int64_t rung_in;     /* the round in which the board called that seat */
    uint64_t board_hash; /* hash of the board that was sent last; 0: none */
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
    const struct language *language; /* the language of lines to the whole channel */
    uint8_t kind;                    /* enum place_kind */
    bool reachable;                  /* we are in the channel and the network is up */
    bool mono, quiet;
    bool proofs;      /* the secret of a round is shown there when the round ends, */
    bool proofs_text; /* `proofs` as a line of text, even where a button could show the secret */
    uint8_t board;    /* enum board_way: how the channel wants its table message */
    bool words_asked; /* the channel has been told that guests need their seat words, since we came
                         in or a netsplit began */
    uint8_t web;      /* enum web_level: how much of this channel the web pages may show */
    bool round_void;  /* people there must still be told that the table's round could not be rebuilt
                       */
    bool chain_begins; /* people there must still be told the end of a new chain of secrets */
    bool untold; /* people there must still be told that the table was opened, because the first
                    line that said so may not have arrived */
    struct view_state view;
};

/* The first byte of the name that a private talk has in place of a channel's name
 * (private_table_name()). No channel of a network begins with it. */
enum { PLACE_PRIVATE_MARK = '@' };
enum place_kind place_kind_of(const char *channel); /* accepts NULL: PLACE_CHANNEL */

/* Returns the table's home, which is its first place; ->next is the next one. */
struct place *place_first(const struct table *table);
/* Returns the place that is that channel; NULL if no table is shown there. */
struct place *place_at(struct tables *tables, struct network *network, const char *channel);
/* The table's place on that network, or its home if it has no place there. */
struct place *place_on(const struct table *table, const struct network *network);
/* Returns true if the table can be reached anywhere. */
bool place_any_reachable(const struct table *table);

/* Makes *place, which is zeroed, a place of the table. Returns false when memory is out. */
bool place_init(struct place *place, struct table *table, struct network *network,
                const char *channel);
/* Returns true if place_add() may show the table there, too: no table is shown in that channel,
 * this table has no place on that network, and the name is a channel's. */
bool place_may_add(const struct table *table, struct network *network, const char *channel);
/* Makes a channel of another network a place of the table, too. The new place is not reachable yet.
 * Returns NULL if place_may_add() is false, or memory is out. */
struct place *place_add(struct table *table, struct network *network, const char *channel);
/* Asks the network again for the owner of the place's channel. */
void place_learn_tenant(struct place *place);
/* Sets the tenant that was kept for the place; "": not known. */
void place_set_tenant(struct place *place, const char *tenant);
/* Removes a place from the list of all places and frees it. The watchers have freed what `view`
 * owns. */
void place_free(struct place *place);

/* Call it after a setting of the channel (language, theme) has changed. It applies the setting to
 * the place, and to the table as well if the place is its home. */
void place_read_channel(struct place *place);
/* Call it when the network may compare names in another way than before: the place gets its new
 * key. */
void place_refold(struct place *place);

#endif
