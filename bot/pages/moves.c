#include "moves.h"

#include <stdlib.h>
#include <string.h>

#include "bot/pages/moves_state.h"
#include "bot/pages/pages_state.h"
#include "bot/table/round/round.h"
#include "bot/table/rules_share.h"
#include "bot/table/seats/seats.h"

/* -- what is kept of a table -- */

/* Without an adapter that serves pages nobody reads moves, and we keep none. */
static bool has_readers(const struct pages *pages)
{
    const struct network *network = NULL;
    unsigned at = 0;
    while ((network = network_next(pages->lent.people, &at)) != NULL) {
        if (network->adapter->impl->pages != NULL)
            return true;
    }
    return false;
}

struct kept_moves *moves_find(const struct table *table)
{
    struct kept_moves *moves = NULL;
    HASH_FIND(hh, pages_of(table)->moves, &table->id, sizeof(table->id), moves);
    return moves;
}

/* Returns the kept moves of a table, and makes them if there are none. NULL: memory is out, or
 * nobody reads moves. */
static struct kept_moves *find_or_make(const struct table *table)
{
    struct kept_moves *moves = moves_find(table);
    if (moves != NULL || !has_readers(pages_of(table)))
        return moves;
    moves = calloc(1, sizeof(*moves));
    if (moves == NULL)
        return NULL;
    moves->table = table->id;
    HASH_ADD(hh, pages_of(table)->moves, table, sizeof(moves->table), moves);
    if (moves->hh.tbl != NULL)
        return moves;
    free(moves);
    return NULL;
}

/* Keeps the rules for as long as the moves are kept, because moves name cards of the rules. */
static void take_rules(struct pages *pages, struct kept_moves *moves, const struct rules *rules)
{
    if (moves->rules == rules)
        return;
    rules_share_put(tables_rules(pages->lent.tables), moves->rules);
    moves->rules = rules;
    if (rules != NULL)
        rules_share_hold(*tables_rules(pages->lent.tables), rules);
}

static void clear(struct pages *pages, struct kept_moves *moves)
{
    for (unsigned i = 0; i < moves->count; i++)
        free(moves->move[i]);
    moves->count = 0;
    moves->end = (struct kept_end){.round = 0};
    take_rules(pages, moves, NULL);
}

static void drop(struct pages *pages, struct kept_moves *moves)
{
    clear(pages, moves);
    HASH_DEL(pages->moves, moves);
    free(moves);
}

void moves_forget(const struct table *table)
{
    struct kept_moves *moves = moves_find(table);
    if (moves != NULL)
        drop(pages_of(table), moves);
}

void moves_finish(struct pages *pages)
{
    struct kept_moves *moves = NULL;
    struct kept_moves *next = NULL;
    HASH_ITER(hh, pages->moves, moves, next)
    {
        drop(pages, moves);
    }
}

/* -- what happens -- */

/* Returns a pointer that is the same as long as the seat has the same owner. For a computer player
 * it is its name, which is a constant. */
static const void *owner_of(const struct table *table, unsigned seat)
{
    const struct seat *held = &table->seats[seat];
    return held->person != NULL ? (const void *)held->person : (const void *)held->bot_name;
}

static void note_seats(const struct table *table, struct kept_moves *moves)
{
    for (unsigned i = 0; i < PLAYERS_MAX; i++) {
        bool plays = i < table->round->game.players && i < table->seat_count;
        moves->who[i] = plays ? owner_of(table, i) : NULL;
        moves->now[i] = plays ? (uint8_t)i : SEAT_NONE;
    }
}

void moves_begin(const struct table *table)
{
    struct kept_moves *moves = find_or_make(table);
    if (moves == NULL)
        return;
    clear(pages_of(table), moves);
    take_rules(pages_of(table), moves, table->round->rules);
}

void moves_note(const struct table *table, const struct events *events)
{
    struct kept_moves *moves = events->count > 0 ? find_or_make(table) : NULL;
    struct kept_move *move =
        moves != NULL ? malloc(sizeof(*move) + events->count * sizeof(move->at[0])) : NULL;
    if (move == NULL)
        return;
    take_rules(pages_of(table), moves, table->round->rules);
    note_seats(table, moves);
    move->move = table->round->seq;
    move->count = events->count;
    memcpy(move->at, events->at, events->count * sizeof(move->at[0]));
    if (moves->count == MOVES_KEPT) {
        free(moves->move[0]);
        memmove(&moves->move[0], &moves->move[1], (MOVES_KEPT - 1) * sizeof(moves->move[0]));
        moves->count--;
    }
    moves->move[moves->count++] = move;
}

void moves_end(const struct table *table, const struct event *over)
{
    struct kept_moves *moves = find_or_make(table);
    const struct game *game = &table->round->game;
    const struct match *match = &table->match;
    if (moves == NULL)
        return;
    take_rules(pages_of(table), moves, table->round->rules);
    note_seats(table, moves);
    moves->end = (struct kept_end){.round = table->round->id,
                                   .detail = over->detail,
                                   .winner = over->seat,
                                   .partner = over->other,
                                   .players = game->players,
                                   .match_over = match->over,
                                   .winners = match->over ? match->winners : 0,
                                   .points = over->points};
    for (unsigned i = 0; i < game->players && i < match->players; i++) {
        moves->end.hand[i] = game->hand[i];
        moves->end.gained[i] = over->seat != SEAT_NONE ? match->gained[i] : 0;
        moves->end.total[i] = match->total[i];
    }
}

/* -- seats that change their numbers -- */

void moves_seat_left(const struct table *table, unsigned seat)
{
    struct kept_moves *moves = table->round == NULL ? moves_find(table) : NULL;
    for (unsigned i = 0; moves != NULL && i < PLAYERS_MAX; i++) {
        if (moves->now[i] == seat)
            moves->who[i] = NULL;
    }
}

void moves_follow(const struct table *table)
{
    struct kept_moves *moves = table->round == NULL ? moves_find(table) : NULL;
    for (unsigned i = 0; moves != NULL && i < PLAYERS_MAX; i++) {
        moves->now[i] = SEAT_NONE;
        for (unsigned n = 0; moves->who[i] != NULL && n < table->seat_count; n++) {
            if (owner_of(table, n) == moves->who[i])
                moves->now[i] = (uint8_t)n;
        }
        if (moves->now[i] == SEAT_NONE)
            moves->who[i] = NULL; /* the memory may be used for another person */
    }
}
