/* seats.h: the pages of seats. A client with a session opens a WebSocket at "/seat/live". It gets
 * what its seat sees, and sends what the player plays (page_source.sit, .stand,
 * page_server.seat).
 *
 * Each outgoing message is one JSON object. The host's document: only the newest counts.
 * {"type":"said", ...}: an answer of the host; all are sent, in order. {"type":"over", ...}: the
 * last message. An incoming message is {"say": WORDS, "stamp": TEXT}. The stamp is that of the
 * document or answer whose control was used; typed words have no stamp. A page that sends too much
 * at once is told so, and we hang up.
 *
 * Everything is kept by the id of a seat, and nothing of one seat ever goes to another. */
#ifndef TALON_ADAPTERS_WEB_SEATS_H
#define TALON_ADAPTERS_WEB_SEATS_H

#include "adapters/pages.h"
#include "httpd.h"

struct seats;

enum {
    SEATS_FRAME_MAX = 512,     /* bytes of a message that comes in */
    SEATS_SAID_MAX = 32,       /* answers kept for slow readers, for each seat */
    SEATS_BURST_MAX = 20,      /* messages at once, of one page */
    SEATS_PAUSE = 300,         /* ms until a page may send one more message */
    SEATS_PING = 30000,        /* ms between two pings to one page */
    SEATS_BYTES_MAX = 64 << 20 /* bytes of all messages that are held for the pages */
};

/* NULL: memory is out. */
struct seats *seats_create(struct adapter *adapter);
/* Call it after all pages have left. `done` is called in a later turn. If `seats` is NULL, it does
 * nothing, and does not call `done`. */
void seats_destroy(struct seats *seats, void (*done)(void *arg), void *arg);

/* True if an onlooker is the page of a seat. */
bool seats_is_one(const struct onlooker *onlooker);
/* These are httpd_setup.joins, .takes, .leaves and .hears. */
unsigned seats_join(struct seats *seats, struct onlooker *onlooker,
                    const struct web_request *request);
bool seats_take(struct onlooker *onlooker, struct frame *frame);
void seats_leave(struct seats *seats, struct onlooker *onlooker);
bool seats_hear(struct seats *seats, struct onlooker *onlooker, const char *text, size_t length);

/* Is page_server.seat. */
void seats_show(struct seats *seats, const char *id, const struct page *page, bool last);
/* Sends a whisper of the host to the pages of its seat. */
void seats_say(struct seats *seats, const struct message *message);

#endif
