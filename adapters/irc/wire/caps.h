/* caps.h: IRCv3 capabilities: which ones the server offers, which ones we ask for, and when the
 * negotiation ends. */
#ifndef TALON_ADAPTERS_IRC_WIRE_CAPS_H
#define TALON_ADAPTERS_IRC_WIRE_CAPS_H

#include "adapters/irc/handler.h"

/* The capabilities that we use; caps.c has their names. */
enum capability {
    CAP_MULTI_PREFIX = 1 << 0,
    CAP_ACCOUNT_TAG = 1 << 1,
    CAP_ACCOUNT_NOTIFY = 1 << 2,
    CAP_EXTENDED_JOIN = 1 << 3,
    CAP_MESSAGE_TAGS = 1 << 4,
    CAP_CHGHOST = 1 << 5,
    CAP_HOSTS_IN_NAMES = 1 << 6,
    CAP_SASL = 1 << 7,
    CAP_SERVER_TIME = 1 << 8,
    CAP_BATCH = 1 << 9,
    CAP_LABELS = 1 << 10,
    CAP_ECHO = 1 << 11,
    CAP_NOTIFY = 1 << 12,
    CAP_INVITE_NOTIFY = 1 << 13,
    CAP_STANDARD_REPLIES = 1 << 14,
    CAP_SETNAME = 1 << 15,
    CAP_AWAY_NOTIFY = 1 << 16
};

/* A connection begins: asks for the server's capabilities. */
void caps_begin(struct session *session);
/* Ends the negotiation (CAP END) if no answer is missing and no login runs. Leaves instead if a
 * login is required and has failed. Call it after each line and each tick. */
void caps_end(struct session *session);

line_handler caps_on_cap;

#endif
