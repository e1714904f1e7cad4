#include "hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "panel.h"
#include "session.h"

enum { KEY = PANEL_ADDRESS + SHARD_ID + 2, TOKEN = 400, AGAIN_MS = 3000, TRIES = 5 };

struct hand {
    UT_hash_handle hh;
    struct hands *hands;
    char key[KEY]; /* address, a blank, user */
    struct body_lines lines;
    bool shown;           /* the lines were; the next ones come instead */
    struct message *main; /* NULL: none yet. Owned */
    unsigned page;
    char application[SHARD_ID];
    char token[TOKEN]; /* "": not open */
    uint64_t until;    /* the token is good */
    char old[TOKEN];   /* of the message before, which goes when nothing is under way for it */
    bool dirty;        /* to be edited */
    uint64_t job;
    unsigned fails;
    uint64_t again_at;
};

struct hands {
    struct timer timer; /* first: it is cast back */
    struct hands_setup setup;
    struct hand *all;
    void (*closed)(void *arg);
    void *arg;
};

static uint64_t now(const struct hands *hands)
{
    return loop_now(hands->setup.loop);
}

static bool is_open(const struct hand *hand)
{
    return hand->token[0] && now(hand->hands) < hand->until;
}

static bool make_key(char key[KEY], const char *address, const char *user)
{
    return snprintf(key, KEY, "%s %s", address, user) < KEY;
}

static struct hand *find(const struct hands *hands, const char *address, const char *user)
{
    char key[KEY];
    struct hand *hand = NULL;
    if (make_key(key, address, user)) {
        HASH_FIND_STR(hands->all, key, hand);
    }
    return hand;
}

static struct hand *open_hand(struct hands *hands, const char *address, const char *user)
{
    struct hand *hand = find(hands, address, user);
    if (hand) {
        return hand;
    }
    hand = calloc(1, sizeof *hand);
    if (!hand || !make_key(hand->key, address, user)) {
        free(hand);
        return NULL;
    }
    hand->hands = hands;
    hand->until = now(hands) + HAND_TOKEN_MS; /* its first answer may be under way */
    HASH_ADD_STR(hands->all, key, hand);
    return hand;
}

static void drop(struct hand *hand)
{
    HASH_DEL(hand->hands->all, hand);
    body_drop(&hand->lines, 0);
    message_destroy(hand->main);
    free(hand);
}

/* -- editing -- */

/* Both fit: the token is shorter than its room. */
static void make_path(const struct hand *hand, const char *token, char path[REST_PATH],
                      char major[LIMITS_MAJOR])
{
    snprintf(path, REST_PATH, "/webhooks/%s/%s/messages/@original", hand->application, token);
    snprintf(major, LIMITS_MAJOR, "%s/%s", hand->application, token);
}

/* The message before, which the new one stands for. */
static void remove_old(struct hand *hand)
{
    char path[REST_PATH];
    char major[LIMITS_MAJOR];
    if (hand->job || !hand->old[0]) {
        return;
    }
    make_path(hand, hand->old, path, major);
    const struct rest_request request = {.method = "DELETE",
                                         .path = path,
                                         .route = "DELETE /webhooks/{}/{}/messages/@original",
                                         .major = major,
                                         .class = LIMITS_INFO,
                                         .token_only = true,
                                         .repeat = true,
                                         .deadline = now(hand->hands) + HAND_TOKEN_MS};
    rest_send(hand->hands->setup.rest, &request);
    hand->old[0] = '\0';
}

static void on_edited(void *arg, const struct rest_reply *reply)
{
    struct hand *hand = arg;
    struct hands *hands = hand->hands;
    hand->job = 0;
    if (reply->end == REST_ANSWERED && reply->status < 300) {
        hand->fails = 0;
    } else if (reply->end == REST_ANSWERED && reply->status < 500 && reply->status != 429) {
        if (!hand->old[0]) { /* the token is too old, or the message is gone */
            hand->token[0] = '\0';
        }
        hand->shown = false;
    } else if (reply->end != REST_STOPPED && reply->end != REST_REFUSED && ++hand->fails < TRIES) {
        hand->dirty = true;
        hand->again_at = now(hands) + AGAIN_MS;
        timer_set(&hands->timer, AGAIN_MS);
    }
    if (hand->dirty && hand->again_at <= now(hands)) {
        timer_set(&hands->timer, 0);
    }
    remove_old(hand);
}

/* With pictures the list of them is explicit, too: an edit takes away the one before. */
static cJSON *make_body(const struct hand *hand, struct picture *picture)
{
    cJSON *body = body_make(&hand->lines, hand->main, hand->page, false);
    *picture = (struct picture){.png = NULL};
    if (!body || !hand->hands->setup.pictures) {
        return body;
    }
    if (!cJSON_AddArrayToObject(body, "attachments")) {
        cJSON_Delete(body);
        return NULL;
    }
    if (hand->main) {
        picture_draw(hand->main, picture);
    }
    return body;
}

static void edit(struct hand *hand)
{
    char path[REST_PATH];
    char major[LIMITS_MAJOR];
    struct rest *rest = hand->hands->setup.rest;
    if (!is_open(hand)) {
        hand->dirty = false; /* it is shown when they ask */
        return;
    }
    make_path(hand, hand->token, path, major);
    if (hand->job && !rest_is_waiting(rest, hand->job)) {
        return; /* when that has ended */
    }
    hand->dirty = false;
    struct picture picture;
    struct form_file file;
    cJSON *body = make_body(hand, &picture);
    if (!body) {
        return;
    }
    hand->shown = true;
    if (hand->job && hand->hands->setup.pictures && rest_cancel(rest, hand->job)) {
        hand->job = 0; /* it has the picture of before */
    }
    if (hand->job) {
        picture_finish(&picture);
        hand->dirty = !rest_replace(rest, hand->job, body);
        return;
    }
    const struct rest_request request = {.method = "PATCH",
                                         .path = path,
                                         .route = "PATCH /webhooks/{}/{}/messages/@original",
                                         .major = major,
                                         .class = LIMITS_HAND,
                                         .token_only = true,
                                         .repeat = true,
                                         .deadline = hand->until,
                                         .body = body,
                                         .files = &file,
                                         .file_count = picture_file(&picture, &file),
                                         .done = on_edited,
                                         .arg = hand};
    hand->job = rest_send(rest, &request);
    picture_finish(&picture);
}

/* Its round is, and it cannot be reached any more. */
static bool is_over(const struct hand *hand)
{
    bool waits = hand->lines.count > 0 && !hand->shown;
    return !hand->dirty && !hand->job && !is_open(hand) && !waits &&
           (!hand->main || hand->main->control_count == 0) && now(hand->hands) > hand->until;
}

static void on_timer(struct timer *timer)
{
    struct hands *hands = (struct hands *)timer;
    struct hand *hand = NULL;
    struct hand *next = NULL;
    HASH_ITER(hh, hands->all, hand, next)
    {
        if (hand->dirty && hand->again_at <= now(hands)) {
            edit(hand);
        } else if (is_over(hand)) {
            drop(hand);
        }
    }
}

static void mark(struct hand *hand)
{
    hand->dirty = true;
    if (hand->again_at <= now(hand->hands)) {
        timer_set(&hand->hands->timer, 0);
    }
}

/* -- life -- */

struct hands *hands_create(const struct hands_setup *setup)
{
    struct hands *hands = calloc(1, sizeof *hands);
    if (!hands) {
        return NULL;
    }
    hands->setup = *setup;
    if (setup->pictures && !picture_prepare()) {
        log_warn(setup->log, "hands come without pictures: they cannot be drawn");
    }
    timer_init(setup->loop, &hands->timer, on_timer);
    return hands;
}

static void on_closed(struct timer *timer)
{
    struct hands *hands = (struct hands *)timer;
    void (*closed)(void *arg) = hands->closed;
    void *arg = hands->arg;
    free(hands);
    closed(arg);
}

void hands_destroy(struct hands *hands, void (*closed)(void *arg), void *arg)
{
    struct hand *hand = NULL;
    struct hand *next = NULL;
    HASH_ITER(hh, hands->all, hand, next)
    {
        drop(hand);
    }
    hands->closed = closed;
    hands->arg = arg;
    timer_finish(&hands->timer, on_closed);
}

/* -- what is said -- */

static struct hand *put(struct hands *hands, const char *address, const char *user,
                        struct message *message)
{
    struct hand *hand = open_hand(hands, address, user);
    if (!hand) {
        message_destroy(message);
        return NULL;
    }
    if (message->purpose == PURPOSE_HAND) {
        if (!hand->main || hand->main->stamp != message->stamp) {
            hand->page = 0;
        }
        message_destroy(hand->main);
        hand->main = message;
        if (hand->shown) {
            body_drop(&hand->lines, 0);
        }
    } else {
        if (hand->shown) {
            body_drop(&hand->lines, 0);
        }
        body_put(&hand->lines, message);
    }
    hand->shown = false;
    return hand;
}

void hands_put(struct hands *hands, const char *address, const char *user, struct message *message)
{
    put(hands, address, user, message);
}

void hands_say(struct hands *hands, const char *address, const char *user, struct message *message)
{
    struct hand *hand = put(hands, address, user, message);
    if (hand) {
        mark(hand);
    }
}

bool hands_turn(struct hands *hands, const char *address, const char *user, unsigned page)
{
    struct hand *hand = find(hands, address, user);
    if (!hand || !hand->main) {
        return false;
    }
    hand->page = page;
    return true;
}

bool hands_has(const struct hands *hands, const char *address, const char *user)
{
    const struct hand *hand = find(hands, address, user);
    return hand && (hand->main || (hand->lines.count > 0 && !hand->shown));
}

cJSON *hands_body(struct hands *hands, const char *address, const char *user,
                  struct picture *picture)
{
    struct hand *hand = find(hands, address, user);
    *picture = (struct picture){.png = NULL};
    cJSON *body = hand ? make_body(hand, picture) : NULL;
    if (body) {
        hand->shown = true;
        hand->dirty = false;
    }
    return body;
}

void hands_missed(struct hands *hands, const char *address, const char *user)
{
    struct hand *hand = find(hands, address, user);
    if (hand) {
        hand->shown = false;
    }
}

void hands_open(struct hands *hands, const char *address, const char *user, const char *application,
                const char *token, bool same)
{
    struct hand *hand = find(hands, address, user);
    if (!hand) {
        return;
    }
    if (!same && hand->job && rest_cancel(hands->setup.rest, hand->job)) {
        hand->job = 0;
    }
    if (!same && is_open(hand)) {
        remove_old(hand);
        memcpy(hand->old, hand->token, sizeof hand->old);
    }
    hand->fails = 0;
    hand->again_at = 0;
    bool fits = strlen(token) < sizeof hand->token && strlen(application) < SHARD_ID;
    snprintf(hand->token, sizeof hand->token, "%s", fits ? token : "");
    snprintf(hand->application, sizeof hand->application, "%s", fits ? application : "");
    hand->until = now(hand->hands) + HAND_TOKEN_MS;
    remove_old(hand);
    if (!hand->shown) { /* more came while the answer was under way */
        mark(hand);
    }
}

void hands_forget(struct hands *hands, const char *address)
{
    struct hand *hand = NULL;
    struct hand *next = NULL;
    size_t length = strlen(address);
    HASH_ITER(hh, hands->all, hand, next)
    {
        bool ours = strncmp(hand->key, address, length) == 0 && hand->key[length] == ' ';
        if (ours && hand->job && rest_cancel(hands->setup.rest, hand->job)) {
            hand->job = 0;
        }
        if (ours && !hand->job) {
            drop(hand);
        }
    }
}
