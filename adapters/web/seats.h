/* seats.h: pages of seats: by a WebSocket at "/seat/live" who has a session is sent what their seat
 * sees, and says what they play (adapter_setup.sit, .stand, adapter_impl.seat).
 *
 * What goes out is one JSON object a message: the host's document, of which the newest alone
 * counts;
 * {"type":"said", ...}, an answer of the host, each one in its order; {"type":"over", ...}, the
 * last. What comes in is {"say": WORDS, "stamp": TEXT}, the stamp of the document or answer whose
 * control was used; typed words have none. Who says too much at once is told so and hung up on.
 *
 * All that is kept is kept by the id of a seat, and nothing of one is ever given to another. */
#ifndef TALON_ADAPTERS_WEB_SEATS_H
#define TALON_ADAPTERS_WEB_SEATS_H

#include "adapters/adapter.h"
#include "httpd.h"

struct seats;

enum {
    SEATS_FRAME_MAX = 512,     /* bytes of a message that comes in */
    SEATS_SAID_MAX = 32,       /* answers that wait for who reads slowly, of each seat */
    SEATS_BURST_MAX = 20,      /* messages at once, of one page */
    SEATS_PAUSE = 300,         /* ms until one more may follow */
    SEATS_PING = 30000,        /* ms between two pings to one page */
    SEATS_BYTES_MAX = 64 << 20 /* of all that is held for them */
};

/* NULL: memory is out. */
struct seats *seats_create(struct adapter *adapter);
/* After all have left. `done` is called in a later turn. Accepts NULL, and then calls nothing. */
void seats_destroy(struct seats *seats, void (*done)(void *arg), void *arg);

/* Whether an onlooker is one of ours. */
bool seats_is_one(const struct onlooker *onlooker);
/* httpd_setup.joins, .takes, .leaves and .hears. */
unsigned seats_join(struct seats *seats, struct onlooker *onlooker, const struct request *request);
bool seats_take(struct onlooker *onlooker, struct frame *frame);
void seats_leave(struct seats *seats, struct onlooker *onlooker);
bool seats_hear(struct seats *seats, struct onlooker *onlooker, const char *text, size_t length);

/* Is adapter_impl.seat. */
void seats_show(struct seats *seats, const char *id, const struct page *page, bool last);
/* What is whispered to one of them. */
void seats_say(struct seats *seats, const struct message *message);

#endif
