/* unanswered.h: presses that got no answer, and gaps in which presses were lost.
 *
 * Discord may bring a press but take no answer (responder.h): then the host tells the user. We
 * collect such users for UNANSWERED_GATHER_MS, so that a short outage of Discord makes only one
 * line in a channel, which names each user once. In private, and in a channel where we are not
 * heard, the host tells the user only.
 *
 * While a shard has no connection to the gateway, Discord cannot bring a press: the user's client
 * says at once that it failed. If the session resumes, Discord brings the press late (dispatch.c).
 * If a new session begins, the press is lost; then the host may say so once, in channels that have
 * a table. A gap shorter than UNANSWERED_GAP_MS is not worth a line: hardly anybody presses in it,
 * and their client told them. Neither is a gap after which the session resumes.
 *
 * Bound: at most UNANSWERED_MAX users wait to be told; one more makes us tell all of them at
 * once. */
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
/* Tells nobody any more. `closed` comes when the loop has let go of the timer. */
void unanswered_close(struct discord *discord, void (*closed)(struct timer *timer));
/* Hook `unanswered` of hand.h and responder.h; `arg` is the adapter. */
void unanswered_add(void *arg, const char *address, const char *user, const char *name);
/* Call it when a new session of a shard has begun after a gap of UNANSWERED_GAP_MS or more: the
 * host tells channels with a table that presses may be lost. */
void unanswered_gap(struct discord *discord, unsigned shard);

#endif
