/* outbox_state.h: what an outbox holds. For outbox.c and its tests only. */
#ifndef TALON_BOT_SHOW_OUTBOX_STATE_H
#define TALON_BOT_SHOW_OUTBOX_STATE_H

#include "bot/show/outbox.h"

struct outbox_entry {
    uint64_t batch;
    struct adapter *adapter;
    struct message *message;
    uint64_t caused_at; /* uv_hrtime() of the event that led to the message; 0: no event did */
};

/* A ring that grows; empty when all zero. */
struct outbox {
    struct outbox_entry *ring;
    size_t room, first, count;
    uint64_t caused_at; /* outbox_set_cause(): goes with the messages put in from now on */
};

#endif
