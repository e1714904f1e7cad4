/* hand.h: the message that only one player sees, and how it stays up to date.
 *
 * A hand is an ephemeral message. Only the token of an interaction reaches it, for fifteen minutes.
 * Each answer to a click or command shows the hand in a newer such message, and deletes the one
 * before. Between answers the hand is edited when the game moves. When the token has ended or the
 * message is gone, words wait until the player asks again.
 *
 * Edits are sent one at a time, and after answers that are under way. An answer waits for nothing.
 * In two cases we send one more edit with the newest hand after it: if the answer may overtake an
 * earlier edit, and if the player pressed in an older message.
 *
 * Beside the hand each person at a table can have one panel, an ephemeral message of its own, which
 * we can edit until its token ends. After that it stays on the screen, and its stamp still says
 * whether a press in it counts.
 *
 * Bounds: a user has HANDS_USER hands (one for each channel where they play). There are HANDS_MAX
 * in all, two kilobytes each, plus their lines (MESSAGE_LINES). To make room for one more, we drop
 * a hand whose round is over. If there is none, we drop the whisper, and its player gets the hand
 * when they ask. A hand that no token reaches is forgotten when its round is over; words that wait
 * in it are kept for HANDS_WAIT_MS. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_HAND_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_HAND_H

#include <cjson/cJSON.h>

#include "base/log.h"
#include "base/loop.h"
#include "interaction_response.h"
#include "message_body.h"

enum { HANDS_USER = 16, HANDS_MAX = 49152, HANDS_WAIT_MS = 3600000, HANDS_SWEEP_MS = 60000 };

struct content_looks;
struct hands;

struct hands_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    const struct content_looks *looks; /* of texts; outlives this */
    bool pictures;                     /* a hand is shown with a picture */
    /* That user cannot get the answer to what they did before they ask for the hand. Called in a
     * later turn of the loop. */
    void (*unanswered)(void *arg, const char *address, const char *user, const char *name);
    void *arg;
};

/* NULL: memory is out. */
struct hands *hands_create(const struct hands_setup *setup);
/* Call after rest.h was destroyed or its requests have ended. `closed` comes when the loop has let
 * go of the timer. Accepts NULL, and calls nothing then. */
void hands_destroy(struct hands *hands, void (*closed)(void *arg), void *arg);

/* Take over a whisper for the hand of a user at an address (channel_message.h). After hands_say()
 * an edit shows it at the end of this turn of the loop, if the hand is open. After hands_put() no
 * edit does: the caller shows it by hands_body() or hands_show(). */
void hands_say(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_put(struct hands *hands, const char *address, const char *user, struct message *message);
void hands_show(struct hands *hands, const char *address, const char *user);
/* Sets the page of the hand's menus, for the next answer; false: there is no hand. */
bool hands_turn(struct hands *hands, const char *address, const char *user, unsigned page);
/* Returns true if the user pressed in an older message than the one that shows the hand. Then an
 * edit of the newer one shows what hands_put() got. */
bool hands_left(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* Makes the body and the picture of the answer `at`, which shows the hand (the caller destroys the
 * picture; NULL: none). When the answer has ended, call hands_open() or hands_missed(). Returns
 * NULL, and no picture, if the hand is empty or memory is out. */
cJSON *hands_body(struct hands *hands, const char *address, const char *user,
                  const struct interaction_response *at, struct rest_file **picture);
/* Call it when an answer made by hands_body() failed. If the hand is open, an edit shows the hand's
 * words; if the edit fails, `unanswered` is called. False: no hand is open, and any words wait. */
bool hands_missed(struct hands *hands, const char *address, const char *user, const char *name);
/* Call it when the answer of hands_body() arrived. `at` reaches the hand from now on, unless a
 * newer message shows the hand (hands_left()). */
void hands_open(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at);
/* An answer showed a panel of that user (PURPOSE_PANEL of message.h), which `at` reaches from now
 * on. Deletes the panel before, unless `at` was pressed in it. */
void hands_open_panel(struct hands *hands, const char *address, const char *user,
                      const struct interaction_response *at);
/* Returns true if the user sees their cards as they are: an answer need not show them again. */
bool hands_stand(struct hands *hands, const char *address, const char *user);
/* Returns how many hands are kept. */
unsigned hands_count(const struct hands *hands);
/* Forgets all hands of a channel that is gone. */
void hands_forget(struct hands *hands, const char *address);

#endif
