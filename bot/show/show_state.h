/* show_state.h: what this room keeps for the whole daemon (host->show). For bot/show only. */
#ifndef TALON_BOT_SHOW_SHOW_STATE_H
#define TALON_BOT_SHOW_SHOW_STATE_H

#include "bot/host.h"
#include "bot/lent.h"

struct show {
    struct lent lent;
    struct outbox *outbox;         /* messages that wait (outbox.h); the daemon's */
    struct place *dirty;           /* places with something to be shown (dirty_places.h) */
    struct told *told;             /* seat words whose whisper waits for the journal; NULL: none */
    struct held_word *held_words;  /* seat words that wait for a hand; NULL: none */
    struct round_news *round_news; /* rounds whose end may be news (round_news.h); NULL: none */

    /* speak.h: the event that we handle now, and its network. NULL: none. */
    const struct chat_event *event;
    const struct network *answering;

    /* ticket.h */
    struct tickets *tickets; /* tickets of messages that may wait in slow networks; NULL: none */
    const char *looking; /* the command that we carry out now, if it shows the state of a table */
    bool redoing;        /* the messages that we make now replace one that is out of date */
};

/* The state of the daemon that has a table or network, which know only their host. */
static inline struct show *show_of(const struct host *host)
{
    return host->show;
}

#endif
