/* responder_state.h: the state of responder.h, which its files share: responder.c (what the answer
 * is) and responder_room.c (how many are kept). */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_STATE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_STATE_H

#include <uthash.h>

#include "message_body.h"
#include "responder.h"

enum response_state {
    RESPONSE_OPEN,     /* not answered */
    RESPONSE_DEFERRED, /* Discord knows that the answer comes later */
    RESPONSE_ANSWERED,
    RESPONSE_TEXT /* it answers a user's message to us, not an interaction: only a message can
                   * answer that */
};

struct response {
    UT_hash_handle hh;
    struct responder *responder;
    uint32_t number;
    enum response_state state;
    enum interaction_kind kind;
    char user[SNOWFLAKE_MAX], name[RESPONDER_NAME];
    char guild[SNOWFLAKE_MAX];      /* id of the server; "": a direct message channel, or
                                     * RESPONSE_TEXT */
    struct interaction_response at; /* the message that answers the interaction */
    char address[CHANNEL_ADDRESS];
    bool on_board;              /* the user used a component of a message in the channel */
    bool loading;               /* Discord shows "thinking": the answer replaces that message */
    bool whispered;             /* the host has whispered something to the user */
    struct message_lines own;   /* whispers, until we know where to show them */
    struct message *panel;      /* the panel that answers the interaction; NULL: none. Owned */
    struct message_lines said;  /* what is said to the channel */
    struct message_lines going; /* the part of `said` that the request under way has */
    char *told;                 /* the text of `going` when it was sent; NULL: none was. Owned */
    char link[SNOWFLAKE_MAX];   /* id of a thread that `told` is to link to; "": none */
    uint64_t opened, until;     /* ms: when the interaction came, when we forget it */
    bool dirty;                 /* there is something to answer with */
    bool handed;                /* the host has sent the hand again */
    bool hand_goes;             /* the request under way shows the hand */
    bool panel_goes;            /* the request under way shows a panel */
    bool spoke;                 /* the host answered in the channel instead */
    bool unsure;                /* nobody knows whether the deferral arrived */
    unsigned flying;            /* requests under way */
    struct rest_file *picture;  /* goes with the next request; NULL: none */
};

struct responder {
    struct timer_home home; /* first member: a cast of its timer finds this struct */
    struct responder_setup setup;
    struct response *all; /* in the order of their opening */
    uint32_t last;
};

#endif
