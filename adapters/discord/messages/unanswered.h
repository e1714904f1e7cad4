/* unanswered.h: whose presses got no answer, and where presses were lost.
 *
 * Two things happen to a press. Discord brings it and takes no answer (responder.h): the host tells
 * its user. What is told gathers for UNANSWERED_GATHER_MS, so that a bad moment of Discord makes
 * one line in a channel, with each user once. In a talk, and where the channel does not hear us,
 * the user alone is told.
 *
 * Or Discord cannot bring it, since the gateway is away: its client says at once that it failed.
 * When the session goes on Discord brings it late (dispatch.c). When a new session begins it is
 * lost; then the host may say so once, in channels that have a table. A gap of less than
 * UNANSWERED_GAP_MS is not worth a line: hardly anybody presses in it, and who does was told by the
 * client. The same holds for a gap after which the session goes on.
 *
 * Bound: UNANSWERED_MAX users wait to be told; one more makes all of them be told at once. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_UNANSWERED_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_UNANSWERED_H

#include "channel_message.h"
#include "responder.h"

struct discord;

enum { UNANSWERED_MAX = 64, UNANSWERED_GATHER_MS = 1000, UNANSWERED_GAP_MS = 3000 };

struct unanswered {
    struct timer timer;
    unsigned count;
    struct unanswered_user {
        char address[CHANNEL_ADDRESS]; /* "": told */
        char user[SNOWFLAKE_MAX], name[RESPONDER_NAME];
    } at[UNANSWERED_MAX];
};

void unanswered_open(struct discord *discord);
/* What waits is not told. `closed` when the loop has let go. */
void unanswered_close(struct discord *discord, void (*closed)(struct timer *timer));
/* `arg` is the discord. */
void unanswered_add(void *arg, const char *address, const char *user, const char *name);
/* A new session of a shard has begun after such a gap. */
void unanswered_gap(struct discord *discord, unsigned shard);

#endif
