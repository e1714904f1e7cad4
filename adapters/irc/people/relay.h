/* relay.h: people who talk to a channel through a relay, a bot that repeats what people say on
 * another network.
 *
 * With RELAYMSG the server shows such a person under a nick with a '/' ("bob/discord"), which
 * nobody else can have. Other relays say "<bob> hello" under their own nick. We read that only from
 * relays of the configuration (`relays`), and call the person "bob/relay". We cannot whisper to
 * either: they are in no channel, and such an id is no nick. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_RELAY_H
#define TALON_ADAPTERS_IRC_PEOPLE_RELAY_H

#include <stdbool.h>

#include "adapters/irc/wire/proto.h"

struct session;

struct relayed {
    char id[PROTO_NICK];           /* "bob/relay" */
    char name[PROTO_NICK];         /* "bob" */
    char host[2 * PROTO_NICK + 2]; /* "bob@bob/relay": the relay vouches for the author */
    const char *text;              /* within the line */
};

/* True if the id is that of a person behind a relay. */
bool relay_is_id(const char *id);
/* True if the author of the line is a relay of the configuration. */
bool relay_knows(const struct session *session, const struct proto_line *line);
/* Splits a relay's text (without formatting) into name and words. Returns false if the relay speaks
 * for itself, or the name is too long. */
bool relay_read(const struct proto_line *line, const char *text, struct relayed *out);

#endif
