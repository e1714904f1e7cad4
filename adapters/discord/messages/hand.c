#include "hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "channel_message.h"
#include "picture_file.h"

enum { KEY = CHANNEL_ADDRESS + SNOWFLAKE_MAX + 2, AGAIN_MS = 3000, TRIES = 5 };

struct user_hand {
    UT_hash_handle hh;
    struct hands *hands;
    char key[KEY]; /* address, a blank, user */
    struct message_lines lines;
    bool shown; /* the user has seen these lines: new ones replace them, except lines that stay
                   (message.h) */
    struct message *main; /* the hand itself; NULL: none yet. Owned */
    unsigned page;        /* of its menus */
    struct interaction_response
        at; /* edits the message that shows the hand; without a token the hand is not open */
    struct interaction_response
        old; /* the message that showed it before, to be deleted when its edit has ended */
    struct interaction_response *panel; /* edits the panel beside the hand; NULL: none. Owned */
    bool dirty;                         /* the hand must be edited */
    uint64_t job;                       /* the edit under way; 0: none */
    unsigned answers;                   /* answers under way that show the hand */
    bool unsure; /* Discord may carry out the requests under way in any order, so we send one more
                  * edit after them
                  */
    unsigned fails;
    uint64_t again_at;
    uint64_t said_at; /* time at which the hand got its newest words */
    char *owed; /* the name of a user whose answer failed: only the next edit can answer them. NULL:
                   none. Owned */
};

struct hands {
    struct timer_home home; /* first member: a cast of its timer finds this struct */
    struct hands_setup setup;
    struct user_hand *all;
};

static uint64_t now_of(const struct hands *hands)
{
    return loop_now(hands->setup.loop);
}

static bool is_open(const struct user_hand *hand)
{
    return interaction_response_is_open(&hand->at, now_of(hand->hands));
}

static bool make_key(char key[KEY], const char *address, const char *user)
{
    return snprintf(key, KEY, "%s %s", address, user) < KEY;
}

static struct user_hand *find_hand(const struct hands *hands, const char *address, const char *user)
{
    char key[KEY];
    struct user_hand *hand = NULL;
    if (make_key(key, address, user))
        HASH_FIND_STR(hands->all, key, hand);
    return hand;
}

static void drop_hand(struct user_hand *hand)
{
    HASH_DEL(hand->hands->all, hand);
    message_lines_drop(&hand->lines, 0);
    message_destroy(hand->main);
    free(hand->panel);
    free(hand->owed);
    free(hand);
}

/* Returns true if the hand may be forgotten: its round has ended, no token reaches it, and no words
 * wait in it. */
static bool is_over(const struct user_hand *hand)
{
    uint64_t at = now_of(hand->hands);
    bool waits = hand->lines.count > 0 && !hand->shown && at < hand->said_at + HANDS_WAIT_MS;
    return !hand->dirty && !hand->job && hand->answers == 0 && !is_open(hand) && !waits &&
           (hand->main == NULL || hand->main->control_count == 0) && at > hand->at.until &&
           (hand->panel == NULL || at > hand->panel->until);
}

static bool is_of(const struct user_hand *hand, const char *user)
{
    return strcmp(strchr(hand->key, ' ') + 1, user) == 0;
}

/* Makes room for a hand. If the user has too many, drops one of theirs whose round has ended; if
 * there are too many in all, anybody's. False: there is none to drop. */
static bool make_room(struct hands *hands, const char *user)
{
    unsigned own = 0;
    struct user_hand *over = NULL;
    struct user_hand *own_over = NULL;
    for (struct user_hand *hand = hands->all; hand != NULL; hand = hand->hh.next) {
        bool mine = is_of(hand, user);
        bool gone = is_over(hand);
        own += mine;
        own_over = own_over == NULL && mine && gone ? hand : own_over;
        over = over == NULL && gone ? hand : over;
    }
    if (own >= HANDS_USER || HASH_COUNT(hands->all) >= HANDS_MAX) {
        struct user_hand *goes = own >= HANDS_USER ? own_over : over;
        if (goes == NULL)
            return false;
        drop_hand(goes);
    }
    return true;
}

unsigned hands_count(const struct hands *hands)
{
    return HASH_COUNT(hands->all);
}

static struct user_hand *open_hand(struct hands *hands, const char *address, const char *user)
{
    struct user_hand *hand = find_hand(hands, address, user);
    if (hand != NULL)
        return hand;
    hand = make_room(hands, user) ? calloc(1, sizeof(*hand)) : NULL;
    if (hand == NULL || !make_key(hand->key, address, user)) {
        free(hand);
        return NULL;
    }
    hand->hands = hands;
    hand->at.until = now_of(hands) + INTERACTION_RESPONSE_MS; /* the first answer with this hand may
                                                               * still be under way */
    HASH_ADD_STR(hands->all, key, hand);
    if (hand->hh.tbl == NULL) {
        free(hand);
        return NULL;
    }
    if (!timer_active(&hands->home.timer))
        timer_set(&hands->home.timer, HANDS_SWEEP_MS);
    return hand;
}

/* -- editing -- */

/* Deletes the message that shows the hand, because a new one does. If an edit of the old one is
 * under way, deletes it after that. */
static void leave_message(struct user_hand *hand)
{
    if (hand->job && hand->old.token[0] == '\0')
        hand->old = hand->at;
    else
        interaction_response_remove(&hand->at, hand->hands->setup.rest);
}

static void mark_dirty(struct user_hand *hand)
{
    hand->dirty = true;
    if (hand->again_at <= now_of(hand->hands))
        timer_set(&hand->hands->home.timer, 0);
}

/* Call it when a user whose answer failed has seen the answer by an edit (`seen`), or will never
 * see it. In the second case it calls `unanswered`. */
static void pay_owed(struct user_hand *hand, bool seen)
{
    const struct hands_setup *setup = &hand->hands->setup;
    char *name = hand->owed;
    char address[CHANNEL_ADDRESS];
    hand->owed = NULL;
    if (name != NULL && !seen) {
        snprintf(address, sizeof(address), "%.*s", (int)strcspn(hand->key, " "), hand->key);
        setup->unanswered(setup->arg, address, strchr(hand->key, ' ') + 1, name);
    }
    free(name);
}

/* Call it when the edit of the old message has ended: deletes that message. */
static void remove_old(struct user_hand *hand)
{
    if (hand->old.token[0] != '\0') {
        interaction_response_remove(&hand->old, hand->hands->setup.rest);
        hand->old.token[0] = '\0';
    }
}

/* Call it when a request has ended. If no request is under way now, sends the edit that waited for
 * that. */
static void settle_hand(struct user_hand *hand)
{
    if (hand->job || hand->answers > 0)
        return;
    if (hand->dirty || hand->unsure)
        mark_dirty(hand);
    hand->unsure = false;
}

static void on_edited(void *arg, const struct rest_reply *reply)
{
    struct user_hand *hand = arg;
    struct hands *hands = hand->hands;
    hand->job = 0;
    if (reply->end == REST_ANSWERED && reply->status < 300) {
        hand->fails = 0;
        if (!hand->dirty) /* if there is more to show, the next edit does this */
            pay_owed(hand, true);
    } else if (reply->end == REST_ANSWERED && reply->status < 500 && reply->status != 429) {
        if (hand->old.token[0] == '\0' &&
            !hand->unsure) { /* the token is too old, or the message is gone */
            hand->at.token[0] = '\0';
            pay_owed(hand, false);
        }
        hand->shown = false;
    } else if (reply->end != REST_STOPPED && reply->end != REST_REFUSED && ++hand->fails < TRIES) {
        hand->dirty = true;
        hand->again_at = now_of(hands) + AGAIN_MS;
        timer_set(&hands->home.timer, AGAIN_MS);
    } else {
        pay_owed(hand, false);
    }
    settle_hand(hand);
    remove_old(hand);
}

static cJSON *make_body(const struct user_hand *hand, struct rest_file **picture)
{
    cJSON *body = message_body_make(&hand->lines, hand->main, hand->page, MESSAGE_BODY_INTERACTION,
                                    hand->hands->setup.looks);
    bool drawn = body != NULL && hand->main != NULL && hand->hands->setup.pictures;
    *picture = drawn ? picture_file_of(hand->main) : NULL;
    return body;
}

static void edit_hand(struct user_hand *hand)
{
    struct rest *rest = hand->hands->setup.rest;
    if (!is_open(hand)) {
        hand->dirty = false; /* the hand is shown when the player asks for it */
        pay_owed(hand, false);
        return;
    }
    if (hand->answers > 0 || (hand->job && !rest_is_waiting(rest, hand->job)))
        return; /* when that has ended */
    hand->dirty = false;
    struct rest_file *picture = NULL;
    cJSON *body = make_body(hand, &picture);
    if (body == NULL)
        return;
    hand->shown = true;
    if (hand->job) {
        hand->dirty = !rest_replace(rest, hand->job, body, picture);
        return;
    }
    hand->job = interaction_response_edit(
        &hand->at, rest,
        &(struct rest_request){.body = body, .file = picture, .done = on_edited, .arg = hand});
}

/* Sets the timer for the next retry of an edit, or for the next look for hands to forget. */
static void arm_timer(struct hands *hands)
{
    uint64_t at = now_of(hands);
    uint64_t wait = HANDS_SWEEP_MS;
    for (const struct user_hand *hand = hands->all; hand != NULL; hand = hand->hh.next) {
        uint64_t due = hand->again_at > at ? hand->again_at - at : wait;
        wait = hand->dirty && due < wait ? due : wait;
    }
    if (hands->all != NULL)
        timer_set(&hands->home.timer, wait);
}

static void on_timer(struct timer *timer)
{
    struct hands *hands = (struct hands *)timer;
    struct user_hand *hand = NULL;
    struct user_hand *next = NULL;
    HASH_ITER(hh, hands->all, hand, next)
    {
        if (hand->dirty && hand->again_at <= now_of(hands))
            edit_hand(hand);
        else if (is_over(hand))
            drop_hand(hand);
    }
    arm_timer(hands);
}

/* -- life -- */

struct hands *hands_create(const struct hands_setup *setup)
{
    struct hands *hands = calloc(1, sizeof(*hands));
    if (hands == NULL)
        return NULL;
    hands->setup = *setup;
    timer_init(setup->loop, &hands->home.timer, on_timer);
    return hands;
}

void hands_destroy(struct hands *hands, void (*closed)(void *arg), void *arg)
{
    struct user_hand *hand = NULL;
    struct user_hand *next = NULL;
    if (hands == NULL)
        return;
    HASH_ITER(hh, hands->all, hand, next)
    {
        drop_hand(hand);
    }
    timer_home_free(&hands->home, closed, arg);
}

/* -- what is said -- */

/* `asked`: the message answers something that the user did. */
static struct user_hand *put_whisper(struct hands *hands, const char *address, const char *user,
                                     struct message *message, bool asked)
{
    struct user_hand *hand = open_hand(hands, address, user);
    if (hand == NULL) {
        message_destroy(message);
        return NULL;
    }
    if (hand->shown && asked)
        message_lines_drop(&hand->lines, 0);
    else if (hand->shown)
        message_lines_change(&hand->lines);
    if (hand->shown && asked && hand->main != NULL &&
        hand->main->stamp == 0) { /* stamp 0: this hand belongs to no round, and the user has read
                                   * it */
        message_destroy(hand->main);
        hand->main = NULL;
    }
    if (message->purpose == PURPOSE_HAND) {
        if (hand->main == NULL || hand->main->stamp != message->stamp)
            hand->page = 0;
        message_destroy(hand->main);
        hand->main = message;
    } else {
        message_lines_put(&hand->lines, message);
    }
    hand->shown = false;
    hand->said_at = now_of(hands);
    return hand;
}

void hands_put(struct hands *hands, const char *address, const char *user, struct message *message)
{
    put_whisper(hands, address, user, message, true);
}

void hands_say(struct hands *hands, const char *address, const char *user, struct message *message)
{
    struct user_hand *hand = put_whisper(hands, address, user, message, false);
    if (hand != NULL)
        mark_dirty(hand);
}

void hands_show(struct hands *hands, const char *address, const char *user)
{
    struct user_hand *hand = find_hand(hands, address, user);
    if (hand != NULL)
        mark_dirty(hand);
}

bool hands_turn(struct hands *hands, const char *address, const char *user, unsigned page)
{
    struct user_hand *hand = find_hand(hands, address, user);
    if (hand == NULL || hand->main == NULL)
        return false;
    hand->page = page;
    return true;
}

/* Returns true if the user pressed in an older message than the one that shows the hand now. Newer
 * messages have greater ids. */
static bool has_left(const struct user_hand *hand, const struct interaction_response *at)
{
    return is_open(hand) && at->pressed && at->pressed < hand->at.opened_by;
}

bool hands_left(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at)
{
    struct user_hand *hand = find_hand(hands, address, user);
    bool left = hand != NULL && has_left(hand, at);
    if (left)
        mark_dirty(hand);
    return left;
}

/* Cancels an edit that still waits, because an answer with newer content replaces it. */
static void cancel_edit(struct user_hand *hand)
{
    if (hand->job && rest_cancel(hand->hands->setup.rest, hand->job)) {
        hand->job = 0;
        remove_old(hand);
    }
}

cJSON *hands_body(struct hands *hands, const char *address, const char *user,
                  const struct interaction_response *at, struct rest_file **picture)
{
    struct user_hand *hand = find_hand(hands, address, user);
    *picture = NULL;
    cJSON *body = hand != NULL ? make_body(hand, picture) : NULL;
    if (body != NULL) {
        cancel_edit(hand);
        hand->unsure |= hand->answers > 0 || (at->pressed && hand->job);
        hand->answers++;
        hand->shown = true;
        hand->dirty = false;
    }
    return body;
}

bool hands_missed(struct hands *hands, const char *address, const char *user, const char *name)
{
    struct user_hand *hand = find_hand(hands, address, user);
    if (hand == NULL)
        return false;
    bool open = is_open(hand);
    hand->answers -= hand->answers > 0;
    hand->shown = false;
    if (open && hand->owed == NULL)
        hand->owed = strdup(name);
    hand->dirty |= hand->owed != NULL;
    bool owed = hand->owed != NULL;
    settle_hand(hand);
    return owed;
}

void hands_open(struct hands *hands, const char *address, const char *user,
                const struct interaction_response *at)
{
    struct user_hand *hand = find_hand(hands, address, user);
    if (hand == NULL)
        return;
    cancel_edit(hand);
    if (!at->pressed && is_open(hand))
        leave_message(hand);
    if (!has_left(hand, at))
        interaction_response_follow(&hand->at, at);
    if (!hand->dirty)
        pay_owed(hand, true);
    hand->fails = 0;
    hand->again_at = 0;
    hand->answers -= hand->answers > 0;
    hand->dirty |= !hand->shown; /* more came while the answer was under way */
    settle_hand(hand);
}

bool hands_stand(struct hands *hands, const char *address, const char *user)
{
    const struct user_hand *hand = find_hand(hands, address, user);
    return hand != NULL && hand->main != NULL && hand->shown && is_open(hand);
}

void hands_open_panel(struct hands *hands, const char *address, const char *user,
                      const struct interaction_response *at)
{
    struct user_hand *hand = open_hand(hands, address, user);
    if (hand == NULL)
        return;
    if (hand->panel == NULL)
        hand->panel = calloc(1, sizeof(*hand->panel));
    struct interaction_response *panel = hand->panel;
    if (panel == NULL)
        return;
    if (panel->opened_by != 0 && at->pressed > panel->opened_by) { /* in this one */
        interaction_response_follow(panel, at);
        return;
    }
    if (interaction_response_is_open(panel, now_of(hands)))
        interaction_response_remove(panel, hands->setup.rest);
    *panel = *at;
    panel->opened_by = at->interaction;
}

void hands_forget(struct hands *hands, const char *address)
{
    struct user_hand *hand = NULL;
    struct user_hand *next = NULL;
    size_t length = strlen(address);
    HASH_ITER(hh, hands->all, hand, next)
    {
        bool ours = strncmp(hand->key, address, length) == 0 && hand->key[length] == ' ';
        if (ours && hand->job && rest_cancel(hands->setup.rest, hand->job))
            hand->job = 0;
        if (ours && !hand->job)
            drop_hand(hand);
    }
}
