/* relay.h: people who talk to a channel through a relay, a bot that passes on what is said on
 * another network.
 *
 * With RELAYMSG the server shows them under a nick with a '/' in it ("bob/discord"), which nobody
 * can have. Other relays say "<bob> hello" under their own nick: that is heard where the
 * configuration names the relay (`relays`). Then bob is "bob/relay" to us. No whisper reaches
 * either: they are in no channel, and such an id is no nick. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_RELAY_H
#define TALON_ADAPTERS_IRC_PEOPLE_RELAY_H

#include <stdbool.h>

#include "adapters/irc/wire/proto.h"

struct session;

struct relayed {
    char id[PROTO_NICK];           /* "bob/relay" */
    char name[PROTO_NICK];         /* "bob" */
    char host[2 * PROTO_NICK + 2]; /* "bob@bob/relay": the relay vouches for who says it */
    const char *text;              /* within the line */
};

/* Whether that is the id of somebody behind a relay. */
bool relay_is_id(const char *id);
/* Whether the author of the line is a relay of the configuration. */
bool relay_knows(const struct session *session, const struct proto_line *line);
/* Takes such a relay's words (without formatting) apart. False: nobody else says that, or their
 * name is too long. */
bool relay_read(const struct proto_line *line, const char *text, struct relayed *out);

#endif
