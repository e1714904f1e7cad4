/* seat_json.h: the document of one seat, from which the page of its player (/seat) is made.
 *
 * It holds the table as everybody sees it, and the hand of this seat, but no other hand
 * (view_of()). Each possible action has the words of a command, the same that networks with
 * controls get. If the player presses it, the page sends these words back with `stamp`.
 *
 *   {"type": "seat", "seq", "turn": SEAT|null, "stamp": "TEXT", "seat", "you", "language",
 *    "plays": whether this seat is in the round that runs,
 *    "guest": whether a guest has it (bot/table/seats/page_seat.h),
 *    "table": {as /api/1/tables/ID},  "rules": "Rules: classic, ...",
 *    "asked": what it waits for, in words; "" where the page itself says so,
 *    "hand": [{"card": "R5", "playable", "ways": [{"words": "play R5", "label", "flex", "uno",
 *              "more": how many cards go with it}]}],
 *    "choices": [CONTROL of what is asked: "colour" or "target" (a seat) beside words and label],
 *    "colours": [those that a wild may name],
 *    "actions": [CONTROL: draw, keep, UNO, catch with a "target"], "beside": [CONTROL: start,
 * leave, settings]}
 *
 * A CONTROL is {"kind": "button"|"menu"|"choice"|"words", "words", "label", "help", "strong",
 * "off", "chosen"}; choices of a menu follow it. Stamps are text, since numbers in
 * scripts are too short for them. */
#ifndef TALON_BOT_PAGES_SEAT_SEAT_JSON_H
#define TALON_BOT_PAGES_SEAT_SEAT_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json;
struct language;
struct table;

struct seat_json_facts {
    int64_t seq;        /* of the last event */
    char *const *lines; /* what happened in the round, the oldest first, as live.h keeps it */
    unsigned line_count;
};

/* Fills the document, which json_init() has begun, for one seat. Returns false if memory is out. */
bool seat_json_write(struct json *json, const struct table *table, unsigned seat,
                     const struct language *language, const struct seat_json_facts *facts);

/* Writes the last document: {"type": "over", "why": a word for scripts, "words": to the reader}.
 * `words` is a text of the catalogue. Returns false if memory is out. */
bool seat_json_over(struct json *json, const char *why, const char *words,
                    const struct language *language);

#endif
