/* isupport.h: what a server says about itself by numeric 005; before that, the values of RFC 1459.
 * Pure. */
#ifndef TALON_ADAPTERS_IRC_WIRE_ISUPPORT_H
#define TALON_ADAPTERS_IRC_WIRE_ISUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto.h"

enum { ISUPPORT_RANKS = 8 };

struct isupport {
    enum proto_casemap map;
    char channel_types[8];
    char rank_modes[ISUPPORT_RANKS + 1]; /* PREFIX: modes, highest first ("ov") */
    char rank_signs[ISUPPORT_RANKS + 1]; /* and their signs ("@+") */
    char modes_always[64];               /* CHANMODES A and B: always with a parameter */
    char modes_set[64];                  /* CHANMODES C: with a parameter when set */
    unsigned nick_length;                /* 0: unknown */
    unsigned line_length;                /* PROTO_LINE or more, at most PROTO_LINE_MAX */
    char bot_mode;                       /* BOT: the user mode of bots; 0: none */
    bool whox, cprivmsg, cnotice;
    bool utf8;             /* UTF8ONLY: the server passes on only UTF-8 */
    unsigned monitor;      /* how many nicks MONITOR watches; 0: there is no MONITOR */
    unsigned join_targets; /* channels that one JOIN may name */
};

void isupport_init(struct isupport *isupport);
/* Takes one token ("NICKLEN=30", "-PREFIX"). Ignores unknown tokens and invalid values. */
void isupport_take(struct isupport *isupport, const char *token);

bool isupport_channel(const struct isupport *isupport, const char *name);
/* Returns the bit of a rank, by its mode ('o') or its sign ('@'); 0: it is no rank. Bit 0 is the
 * highest rank. */
uint8_t isupport_rank_mode(const struct isupport *isupport, char mode);
uint8_t isupport_rank_sign(const struct isupport *isupport, char sign);
/* Returns the bits of the ranks of channel operators: 'o' and those above it. */
uint8_t isupport_operators(const struct isupport *isupport);
/* True if the channel mode has a parameter. */
bool isupport_mode_takes(const struct isupport *isupport, char mode, bool set);

#endif
