/* seat_json.h: the document of one seat: the page of who sits there (/seat) is made of it.
 *
 * It holds what lies open, as everybody at the table sees it, and of hands that of this seat alone,
 * by view_of(). Whatever may be done has words of a command beside it, the same that a network with
 * controls is given; who presses it sends these back with `stamp`.
 *
 *   {"type": "seat", "seq", "turn": SEAT|null, "stamp": "TEXT", "seat", "you", "language",
 *    "plays": whether this seat is in the round that runs,
 *    "table": {as /api/1/tables/ID},  "rules": "Rules: classic, ...",
 *    "asked": what it waits for, in words; "" where the page itself says so,
 *    "hand": [{"card": "R5", "playable", "ways": [{"words": "play R5", "label", "flex", "uno",
 *              "more": how many cards go with it}]}],
 *    "choices": [CONTROL of what is asked: "colour" or "target" (a seat) beside words and label],
 *    "actions": [CONTROL: draw, keep, UNO, catch], "beside": [CONTROL: start, leave, settings],
 *    "clock": {"left": milliseconds|null, "for": "turn"|"deal"|null, "paused"}}
 *
 * A CONTROL is {"kind": "button"|"menu"|"choice"|"words", "words", "label", "help", "strong",
 * "off", "chosen"}; choices of a menu follow it. Stamps are text: numbers of a script are too
 * short. */
#ifndef TALON_BOT_PAGES_SEAT_SEAT_JSON_H
#define TALON_BOT_PAGES_SEAT_SEAT_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json;
struct language;
struct table;

struct seat_json_facts {
    int64_t seq;        /* of the last event */
    char *const *lines; /* what happened in the round, the oldest first; as live.h keeps them */
    unsigned line_count;
};

/* Fills the document, which json_init() has begun, for who has that seat. False: memory is out. */
bool seat_json_write(struct json *json, const struct table *table, unsigned seat,
                     const struct language *language, const struct seat_json_facts *facts);

/* That nothing more comes: {"type": "over", "why": a word for scripts, "words": to the reader}.
 * `words` is a text of the catalogue. False: memory is out. */
bool seat_json_over(struct json *json, const char *why, const char *words,
                    const struct language *language);

#endif
