/* wire.h: Discord's adapter without its sockets: what websocket.h and http.h promise, kept by
 * nobody.
 *
 * Linked before the adapter, in their place. The one connection to the gateway says what it is told
 * to (wire_text()); each request is judged by what Discord takes, and answered in a later turn as
 * planned (wire_plan()), else with success and an id of its own. */
#ifndef TALON_TESTS_FUZZ_WIRE_H
#define TALON_TESTS_FUZZ_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_PLANS = 32 };

struct wire {
    unsigned frames;   /* that the gateway's client sent */
    unsigned requests; /* that were judged */
    bool open;         /* the connection */
};

extern struct wire wire;

/* All is as new. Between two adapters only. */
void wire_reset(void);
/* The server says a text; nothing where there is no connection. */
void wire_text(const char *text, size_t length);
/* It closes the connection. */
void wire_close(unsigned code);
/* How the next request is answered that was not planned for: a status (0: no answer comes), and the
 * body (copied; NULL: none). */
void wire_plan(unsigned status, const char *body, uint32_t retry_after);

#endif
