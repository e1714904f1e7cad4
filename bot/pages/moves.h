/* moves.h: the last moves of each table as data, and how its last round ended, for documents of
 * tables and of seats (/api/1/tables/ID, seat_json.h).
 *
 * The watcher of tables (live.c) reports what happens. We keep the events as the engine gave them,
 * with their secret cards. What a reader may know is chosen when a document is made
 * (view_event_cards()). After a restart of the daemon the watcher hears the last move of a running
 * round again, with the moves of computer players behind it. Earlier moves, and the end of the last
 * round, are forgotten then.
 *
 * Events name seats, never people, so hidden people stay hidden. After a round the numbers of seats
 * change when somebody leaves. The moves follow them, and events of seats that are gone are left
 * out. */
#ifndef TALON_BOT_PAGES_MOVES_H
#define TALON_BOT_PAGES_MOVES_H

#include <uthash.h>

#include "engine/game.h"

struct cJSON;
struct json;
struct pages;
struct table;

enum { MOVES_KEPT = 10 };

/* A round is dealt: forgets the one before. */
void moves_begin(const struct table *table);
/* Keeps the events of the deal or of an action. */
void moves_note(const struct table *table, const struct events *events);
/* Keeps how the round ended. Call it while its game is still there, and counts in the match. */
void moves_end(const struct table *table, const struct event *over);
/* Call it when somebody leaves a seat, before the seat is removed. */
void moves_seat_left(const struct table *table, unsigned seat);
/* Finds where the seats of the last round are now. Call it after each change of the table. */
void moves_follow(const struct table *table);
void moves_forget(const struct table *table);
/* Forgets all of them, at the end of the daemon. */
void moves_finish(struct pages *pages);

/* Adds "moves" and "end" (docs/api.md), as `seat` may see them; SEAT_NONE: a spectator. */
void moves_json(struct json *json, struct cJSON *at, const struct table *table, unsigned seat);
/* Adds "target", the points that end the match (null: it has one round), and "lowest": the fewest
 * points win. */
void moves_json_target(struct json *json, struct cJSON *at, const struct rules *rules);

#endif
