/* hand.h: what only one player sees, and how it stays up to date.
 *
 * A hand is an ephemeral message. Only the token of an interaction reaches it, for fifteen minutes.
 * Each answer to a click or command shows the hand in a newer such message, and deletes the one
 * before. Between answers the hand is edited when the game moves. When the token has ended or the
 * message is gone, words wait until the player asks again.
 *
 * Edits go one at a time, and wait for answers that are under way. An answer waits for nothing. In
 * two cases one more edit follows with the newest hand: an answer may overtake an earlier edit on
 * its way, or the player pressed in an older message.
 *
 * Beside the hand there may be a panel, an ephemeral message of its own: one for each person at a
 * table, known until its token ends. A panel that is forgotten stays on the screen. Presses in it
 * are judged by its stamp.
 *
 * Bounds: a user has HANDS_USER hands (one for each channel where they play). There are HANDS_MAX
 * in all, two kilobytes each and their lines (MESSAGE_LINES). For one more, a hand whose round is
 * over makes room. Without such a hand the whisper is dropped, and its player gets the hand when
 * they ask. A hand that no token reaches is forgotten when its round is over, and its words after
 * HANDS_WAIT_MS. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_HAND_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_HAND_H

#include <cjson/cJSON.h>

#include "base/log.h"
#include "base/loop.h"
#include "interaction_response.h"
#include "message_body.h"

enum { HANDS_USER = 16, HANDS_MAX = 49152, HANDS_WAIT_MS = 3600000, HANDS_SWEEP_MS = 60000 };

struct hands;

struct hands_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    bool pictures; /* a hand comes with one */
    /* The answer to what that user did waits until they ask. Called in a later turn. */
    void (*unanswered)(void *arg, const char *address, const char *user, const char *name);
    void *arg;
};

/* NULL: memory is out. */
struct hands *hands_create(const struct hands_setup *setup);
/* Call after rest.h was destroyed or its requests have ended. `closed` comes when the loop has let
 * go of the timer. Accepts NULL, and calls nothing then. */
void hands_destroy(struct hands *hands, void (*closed)(void *arg), void *arg);

/* Take a whisper over, for an address of channel_message.h. After hands_say() an open hand shows it
 * at the end of the turn. After hands_put() the answer being made shows it, or hands_show()
 * does. */
void hands_say(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_put(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_show(struct hands *hands, const char *address, const char *user);
/* Shows another page of its menus; false: there is no hand to show. */
bool hands_turn(struct hands *hands, const char *address, const char *user, unsigned page);
/* Whether a newer message has taken the place of the one in which `at` was pressed. Then the newer
 * one shows what hands_put() got. */
bool hands_left(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* Makes the body of an answer to the interaction of `at` that shows the hand, and the picture that
 * goes with it (the caller destroys it; NULL: none). Call one of the next two functions afterwards.
 * NULL, and no picture: the hand is empty, or memory is out. */
cJSON *hands_body(struct hands *hands, const char *address, const char *user,
                  const struct interaction_response *at, struct rest_file **picture);
/* That answer did not arrive. An open hand shows its words; `unanswered` comes if it cannot. False:
 * the hand is not open, and the words wait. */
bool hands_missed(struct hands *hands, const char *address, const char *user, const char *name);
/* That answer arrived: `at` reaches the hand from now on, unless the hand is in a newer message
 * (hands_left()). */
void hands_open(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* An answer showed a panel of that user (PURPOSE_PANEL of message.h), which `at` reaches from now
 * on. Deletes the panel before, unless `at` was pressed in it. */
void hands_open_panel(struct hands *hands, const char *address, const char *user,
                      const struct interaction_response *at);
/* How many are kept. */
unsigned hands_count(const struct hands *hands);
/* All hands of a channel: it is gone. */
void hands_forget(struct hands *hands, const char *address);

#endif
