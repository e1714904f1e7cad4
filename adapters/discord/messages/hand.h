/* hand.h: what each player is shown alone, and how it is kept up to date.
 *
 * A hand is an ephemeral message: only the token of an interaction reaches it, for fifteen minutes.
 * Each answer to a click or command makes the newest such message the hand, and the message before
 * is deleted. Between answers the hand is edited when the game moves. When the token has ended, or
 * the message is gone, words wait until the player asks again.
 *
 * Edits go one at a time, and wait for answers that are under way. An answer waits for nothing.
 * Where an answer may reach Discord before an edit that was sent earlier, or the message that was
 * pressed is not the newest any more, the newest hand follows as one more edit.
 *
 * Beside the hand there may be a panel, an ephemeral message of its own: one for each person at a
 * table, known for as long as its token is good. A panel that is forgotten stays where it is, and
 * what is pressed in it is judged by its stamp.
 *
 * Bounds: a user has HANDS_USER hands (one for each channel where they play), and there are
 * HANDS_MAX of all, two kilobytes each and what they say (MESSAGE_LINES). Beyond that a hand whose
 * round is over makes room, else the whisper is dropped and its player gets the hand when they ask.
 * A hand that no token reaches is forgotten when its round is over, and words in it after
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
    /* What that user was to be answered with waits until they ask. Called in a later turn. */
    void (*unanswered)(void *arg, const char *address, const char *user, const char *name);
    void *arg;
};

/* NULL: memory is out. */
struct hands *hands_create(const struct hands_setup *setup);
/* After the rest is destroyed or its requests have ended; `closed` when the loop has let go.
 * Accepts NULL, and calls nothing then. */
void hands_destroy(struct hands *hands, void (*closed)(void *arg), void *arg);

/* A whisper (taken over). `address` as channel_message.h has it. hands_say() shows it at the end of
 * the turn, if the hand is open; hands_put() leaves that to the answer that is being made, or to
 * hands_show().
 */
void hands_say(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_put(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_show(struct hands *hands, const char *address, const char *user);
/* Shows another page of its menus; false: there is no hand to show. */
bool hands_turn(struct hands *hands, const char *address, const char *user, unsigned page);
/* Whether a newer message took the place of the one that `at` was pressed in; then that one will
 * show what was put. */
bool hands_left(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* What an answer that opens it says, to the interaction of `at`, and the picture that goes with it
 * (to be destroyed; NULL: none). Then one of the next two is called. NULL: nothing, or memory is
 * out, and there is no picture. */
cJSON *hands_body(struct hands *hands, const char *address, const char *user,
                  const struct interaction_response *at, struct rest_file **picture);
/* That answer did not arrive: an open hand shows its words, and `unanswered` comes if it cannot.
 * False: none is open, and they wait. */
bool hands_missed(struct hands *hands, const char *address, const char *user, const char *name);
/* It arrived, and the hand is reached by `at` from now on, but for one that was left. */
void hands_open(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* A panel of that user (PURPOSE_PANEL of message.h), beside the hand, is reached by `at` from now
 * on: an answer showed it there. The panel before goes, unless it is the one that `at` was pressed
 * in. */
void hands_open_panel(struct hands *hands, const char *address, const char *user,
                      const struct interaction_response *at);
/* How many are kept. */
unsigned hands_count(const struct hands *hands);
/* All hands of a channel: it is gone. */
void hands_forget(struct hands *hands, const char *address);

#endif
