#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "body.h"
#include "side.h"

enum {
    CALLBACK_MESSAGE = 4,
    CALLBACK_DEFER_MESSAGE = 5,
    CALLBACK_DEFER_UPDATE = 6,
    CALLBACK_UPDATE = 7,
    CALLBACK_CHOICES = 8,
    CALLBACK_MODAL = 9,
    FLAG_EPHEMERAL = 64,
    CODE_ANSWERED = 40060, /* it has an answer: ours, that was sent again */
    CHOICES_MOST = 25
};

enum reply_state {
    REPLY_OPEN,     /* not answered */
    REPLY_DEFERRED, /* Discord knows that it will be */
    REPLY_ANSWERED,
    REPLY_TEXT /* a message: there is no answer but another message */
};

struct reply {
    UT_hash_handle hh;
    struct replies *replies;
    uint32_t number;
    enum reply_state state;
    enum interaction_kind kind;
    char id[SHARD_ID], user[SHARD_ID], guild[SHARD_ID]; /* guild "": a talk, or words */
    struct original at;                                 /* its answer will be */
    char address[PANEL_ADDRESS];
    bool on_board;          /* by a component of a message of the channel */
    bool loading;           /* deferred by a message that is to be filled in */
    bool whispered;         /* the hand has something to show */
    struct body_lines own;  /* whispered, before it is known where that is shown */
    struct message *panel;  /* is the answer; NULL: none. Owned */
    struct body_lines said; /* to the channel */
    char *told;             /* that in words, as the answer; NULL: no such answer. Owned */
    char link[SHARD_ID];    /* a thread that it is to link to; "": none */
    uint64_t opened, until; /* ms: it came, it is forgotten */
    bool dirty;
    bool handed;    /* the hand was said anew */
    bool hand_goes; /* what is under way shows the hand */
    bool side_goes; /* and this a panel beside it */
    unsigned flying;
    struct rest_file *picture; /* goes with what is sent next; NULL: none */
};

struct replies {
    struct timer_home home; /* first: its timer is cast back */
    struct replies_setup setup;
    struct reply *all; /* in the order of their opening */
    struct sides sides;
    uint32_t last;
};

static uint64_t now(const struct replies *replies)
{
    return loop_now(replies->setup.loop);
}

static void drop(struct reply *reply)
{
    HASH_DEL(reply->replies->all, reply);
    body_drop(&reply->said, 0);
    body_drop(&reply->own, 0);
    message_destroy(reply->panel);
    free(reply->told);
    free(reply);
}

/* By a component of a hand. */
static bool is_in_hand(const struct reply *reply)
{
    return reply->at.pressed != 0;
}

static struct reply *find(const struct replies *replies, uint32_t number)
{
    struct reply *reply = NULL;
    HASH_FIND(hh, replies->all, &number, sizeof number, reply);
    return reply;
}

/* -- sending -- */

static void link_now(struct reply *reply);

static void on_answered(void *arg, const struct rest_reply *answer)
{
    struct reply *reply = arg;
    const struct replies_setup *setup = &reply->replies->setup;
    reply->flying--;
    bool twice = answer->code == CODE_ANSWERED;
    bool good = answer->end == REST_ANSWERED && (answer->status < 300 || twice);
    if (!good) {
        log_debug(setup->log, "an answer did not arrive: HTTP %u, code %u", answer->status,
                  (unsigned)answer->code);
    }
    if (!good && (!rest_passes(answer) || answer->end == REST_LATE) &&
        reply->state == REPLY_DEFERRED) { /* there is nothing to be filled in */
        reply->state = REPLY_ANSWERED;
        reply->loading = false;
    }
    if (reply->hand_goes && good) {
        hands_open(setup->hands, reply->address, reply->user, &reply->at);
    } else if (reply->hand_goes) {
        hands_missed(setup->hands, reply->address, reply->user);
    }
    if (reply->side_goes && good) {
        sides_open(&reply->replies->sides, reply->address, reply->user, &reply->at, setup->rest,
                   now(reply->replies));
    }
    reply->hand_goes = reply->side_goes = false;
    link_now(reply);
    if (reply->dirty) { /* it waited for the deferral to arrive */
        timer_set(&reply->replies->home.timer, 0);
    }
}

static struct rest_file *take_picture(struct reply *reply)
{
    struct rest_file *picture = reply->picture;
    reply->picture = NULL;
    return picture;
}

static bool send_callback(struct reply *reply, int type, cJSON *data)
{
    char path[REST_PATH];
    cJSON *body = cJSON_CreateObject();
    if (!body || !cJSON_AddNumberToObject(body, "type", type) ||
        (data && !cJSON_AddItemToObject(body, "data", data))) {
        cJSON_Delete(body);
        cJSON_Delete(data);
        return false;
    }
    snprintf(path, sizeof path, "/interactions/%s/%s/callback", reply->id, reply->at.token);
    const struct rest_request request = {.method = "POST",
                                         .path = path,
                                         .route = "POST /interactions/{}/{}/callback",
                                         .major = reply->id,
                                         .place = reply->address,
                                         .class = LIMITS_ANSWER,
                                         .token_only = true,
                                         .repeat = true, /* a second one is refused */
                                         .deadline = reply->opened + LIMITS_ANSWER_MS,
                                         .body = body,
                                         .file = take_picture(reply),
                                         .done = on_answered,
                                         .arg = reply};
    bool sent = rest_send(reply->replies->setup.rest, &request) != 0;
    reply->flying += sent;
    return sent;
}

/* Of a deferred one: into the message that loads, or the hand; both are the user's alone. */
static bool send_late(struct reply *reply, cJSON *data)
{
    bool sent = original_edit(&reply->at, reply->replies->setup.rest, data, take_picture(reply),
                              on_answered, reply) != 0;
    reply->flying += sent;
    reply->loading = reply->loading && !sent;
    return sent;
}

static cJSON *make_ephemeral(cJSON *data)
{
    if (data && !cJSON_AddNumberToObject(data, "flags", FLAG_EPHEMERAL)) {
        cJSON_Delete(data);
        return NULL;
    }
    return data;
}

/* -- what the answer is -- */

static void say_choices(struct reply *reply, struct message *message)
{
    cJSON *data = body_choices(message);
    message_destroy(message);
    if (reply->state == REPLY_ANSWERED || !data) {
        cJSON_Delete(data);
        return;
    }
    reply->state = REPLY_ANSWERED;
    send_callback(reply, CALLBACK_CHOICES, data);
}

static void answer_hand(struct reply *reply)
{
    struct hands *hands = reply->replies->setup.hands;
    bool open = reply->state == REPLY_OPEN;
    if (hands_left(hands, reply->address, reply->user, &reply->at)) {
        replies_nothing(reply->replies, reply->number);
        reply->state = REPLY_ANSWERED;
        return;
    }
    cJSON *data = hands_body(hands, reply->address, reply->user, &reply->at, &reply->picture);
    if (!data) {
        return;
    }
    reply->state = REPLY_ANSWERED;
    if (!open) {
        reply->hand_goes = send_late(reply, data);
    } else if (is_in_hand(reply)) {
        reply->hand_goes = send_callback(reply, CALLBACK_UPDATE, data);
    } else {
        data = make_ephemeral(data);
        reply->hand_goes = data && send_callback(reply, CALLBACK_MESSAGE, data);
    }
    if (!reply->hand_goes) {
        hands_missed(hands, reply->address, reply->user);
    }
    rest_file_destroy(take_picture(reply)); /* memory was out */
}

/* Nothing comes for a message that was announced. */
static void stop_loading(struct reply *reply)
{
    if (reply->loading) {
        original_remove(&reply->at, reply->replies->setup.rest);
    }
    reply->loading = false;
}

/* So that Discord waits. The message which the token reaches is never a public one. */
static void defer(struct reply *reply)
{
    reply->state = REPLY_DEFERRED;
    if (reply->kind == INTERACTION_SUGGEST) {
        say_choices(reply, NULL);
    } else if (is_in_hand(reply)) {
        send_callback(reply, CALLBACK_DEFER_UPDATE, NULL);
    } else {
        reply->loading =
            send_callback(reply, CALLBACK_DEFER_MESSAGE, make_ephemeral(cJSON_CreateObject()));
    }
}

void replies_nothing(struct replies *replies, uint32_t number)
{
    struct reply *reply = find(replies, number);
    bool component = reply && (is_in_hand(reply) || reply->on_board);
    if (!reply || reply->state != REPLY_OPEN) {
        return;
    }
    if (component) {
        reply->state = REPLY_ANSWERED;
        send_callback(reply, CALLBACK_DEFER_UPDATE, NULL);
    } else {
        defer(reply);
    }
}

/* Into the channel, as for everything else that is said there. */
static void pass_on(struct reply *reply)
{
    for (unsigned i = 0; i < reply->said.count; i++) {
        panels_say(reply->replies->setup.panels, reply->address, reply->said.at[i]);
    }
    reply->said.count = 0;
}

static void answer_channel(struct reply *reply)
{
    bool component = is_in_hand(reply) || reply->on_board;
    bool open = reply->state == REPLY_OPEN;
    cJSON *data = !component && open ? body_make(&reply->said, NULL, 0, BODY_QUIET) : NULL;
    const char *content = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "content"));
    char *told = content ? strdup(content) : NULL;
    if (data && send_callback(reply, CALLBACK_MESSAGE, data)) {
        reply->told = told;
        told = NULL;
        body_drop(&reply->said, 0);
    } else {
        pass_on(reply);
        replies_nothing(reply->replies, reply->number);
        stop_loading(reply);
    }
    free(told);
    reply->state = REPLY_ANSWERED;
}

/* Into the hand, which the answer shows. */
static void keep_own(struct reply *reply)
{
    for (unsigned i = 0; i < reply->own.count; i++) {
        hands_put(reply->replies->setup.hands, reply->address, reply->user, reply->own.at[i]);
    }
    reply->whispered = reply->whispered || reply->handed || reply->own.count > 0;
    reply->own.count = 0;
}

static void answer_panel(struct reply *reply)
{
    bool open = reply->state == REPLY_OPEN;
    if (reply->handed) { /* it is not what the answer shows: it changes where it is */
        hands_show(reply->replies->setup.hands, reply->address, reply->user);
    }
    cJSON *data = body_make(&reply->own, reply->panel, 0, BODY_ANSWER);
    body_drop(&reply->own, 0);
    message_destroy(reply->panel);
    reply->panel = NULL;
    if (!data) {
        return;
    }
    reply->state = REPLY_ANSWERED;
    if (!open) {
        reply->side_goes = send_late(reply, data);
    } else if (is_in_hand(reply)) {
        reply->side_goes = send_callback(reply, CALLBACK_UPDATE, data);
    } else if ((data = make_ephemeral(data)) != NULL) {
        reply->side_goes = send_callback(reply, CALLBACK_MESSAGE, data);
    }
}

/* Behind what was told, as soon as that is there. */
static void link_now(struct reply *reply)
{
    enum { LINK = SHARD_ID + 8 };
    if (!*reply->link || !reply->told || reply->flying > 0) {
        return;
    }
    size_t size = strlen(reply->told) + LINK;
    char *text = malloc(size);
    cJSON *body = text ? cJSON_CreateObject() : NULL;
    if (body) {
        snprintf(text, size, "%s\n\xe2\x86\x92 <#%s>", reply->told, reply->link);
    }
    reply->link[0] = '\0';
    cJSON *allowed = body ? cJSON_AddObjectToObject(body, "allowed_mentions") : NULL;
    if (allowed && cJSON_AddArrayToObject(allowed, "parse") &&
        cJSON_AddStringToObject(body, "content", text)) {
        original_edit(&reply->at, reply->replies->setup.rest, body, NULL, NULL, NULL);
    } else {
        cJSON_Delete(body);
    }
    free(text);
}

bool replies_link(struct replies *replies, const char *address, const char *thread)
{
    struct reply *newest = NULL;
    for (struct reply *reply = replies->all; reply; reply = reply->hh.next) {
        if (reply->told && strcmp(reply->address, address) == 0) {
            newest = reply;
        }
    }
    if (newest) {
        snprintf(newest->link, sizeof newest->link, "%s", thread);
        link_now(newest);
    }
    return newest != NULL;
}

static void answer(struct reply *reply)
{
    reply->dirty = false;
    if (reply->panel && reply->state != REPLY_ANSWERED) {
        pass_on(reply);
        answer_panel(reply);
        return;
    }
    keep_own(reply);
    if (reply->state == REPLY_ANSWERED || reply->state == REPLY_TEXT) {
        pass_on(reply);
    } else if (reply->whispered) {
        pass_on(reply);
        answer_hand(reply);
    } else if (reply->said.count > 0) {
        answer_channel(reply);
    }
}

/* -- time -- */

static uint64_t due_of(const struct reply *reply)
{
    bool waits = reply->state == REPLY_DEFERRED && reply->flying > 0;
    if (reply->dirty && !waits) {
        return 0;
    }
    return reply->state == REPLY_OPEN ? reply->opened + REPLY_DEFER_MS : reply->until;
}

static void tick(struct reply *reply)
{
    if (reply->state != REPLY_OPEN && reply->flying > 0 && due_of(reply) > 0) {
        reply->until = now(reply->replies) + REPLY_KEPT_MS;
    } else if (reply->dirty) {
        answer(reply);
    } else if (reply->state == REPLY_OPEN) {
        defer(reply);
    } else {
        stop_loading(reply);
        drop(reply);
    }
}

static void arm(struct replies *replies)
{
    uint64_t soonest = UINT64_MAX;
    for (const struct reply *reply = replies->all; reply; reply = reply->hh.next) {
        uint64_t due = due_of(reply);
        soonest = due < soonest ? due : soonest;
    }
    if (soonest == UINT64_MAX) {
        timer_stop(&replies->home.timer);
    } else {
        timer_set(&replies->home.timer, soonest > now(replies) ? soonest - now(replies) : 0);
    }
}

static void on_timer(struct timer *timer)
{
    struct replies *replies = (struct replies *)timer;
    struct reply *reply = NULL;
    struct reply *next = NULL;
    HASH_ITER(hh, replies->all, reply, next)
    {
        if (due_of(reply) <= now(replies)) {
            tick(reply);
        }
    }
    arm(replies);
}

/* -- life -- */

struct replies *replies_create(const struct replies_setup *setup)
{
    struct replies *replies = calloc(1, sizeof *replies);
    if (!replies) {
        return NULL;
    }
    replies->setup = *setup;
    timer_init(setup->loop, &replies->home.timer, on_timer);
    return replies;
}

void replies_destroy(struct replies *replies, void (*closed)(void *arg), void *arg)
{
    struct reply *reply = NULL;
    struct reply *next = NULL;
    if (!replies) {
        return;
    }
    HASH_ITER(hh, replies->all, reply, next)
    {
        drop(reply);
    }
    sides_finish(&replies->sides);
    timer_home_free(&replies->home, closed, arg);
}

/* Whether it counts against that bound: of the user, the server, all. */
static bool is_kin(const struct reply *reply, const char *user, const char *guild, unsigned bound)
{
    return bound == 0   ? strcmp(reply->user, user) == 0
           : bound == 1 ? *guild && strcmp(reply->guild, guild) == 0
                        : true;
}

/* The oldest that is done with makes room. False: there is none. */
static bool make_room(struct replies *replies, const char *user, const char *guild)
{
    static const unsigned most[] = {REPLIES_USER, REPLIES_GUILD, REPLIES_MOST};
    for (unsigned bound = 0; bound < sizeof most / sizeof most[0]; bound++) {
        unsigned count = 0;
        struct reply *done = NULL;
        for (struct reply *reply = replies->all; reply; reply = reply->hh.next) {
            bool kin = is_kin(reply, user, guild, bound);
            bool over = reply->state == REPLY_ANSWERED || reply->state == REPLY_TEXT;
            count += kin;
            done = !done && kin && over && !reply->dirty && reply->flying == 0 ? reply : done;
        }
        if (count >= most[bound] && !done) {
            return false;
        }
        if (count >= most[bound]) {
            drop(done);
        }
    }
    return true;
}

uint32_t replies_open(struct replies *replies, const struct interaction *interaction,
                      const char *address, const char *user)
{
    const char *guild = interaction && interaction->guild ? interaction->guild : "";
    struct reply *reply = make_room(replies, user, guild) ? calloc(1, sizeof *reply) : NULL;
    if (!reply) {
        return 0;
    }
    reply->replies = replies;
    reply->number = ++replies->last ? replies->last : ++replies->last;
    reply->opened = now(replies);
    reply->until = reply->opened + REPLY_KEPT_MS;
    reply->state = REPLY_TEXT;
    snprintf(reply->address, sizeof reply->address, "%s", address);
    snprintf(reply->user, sizeof reply->user, "%s", user);
    snprintf(reply->guild, sizeof reply->guild, "%s", guild);
    if (interaction) {
        if (!original_set(&reply->at, interaction, address, reply->opened)) {
            free(reply);
            return 0;
        }
        reply->state = REPLY_OPEN;
        reply->kind = interaction->kind;
        reply->on_board = interaction->message && !interaction->ephemeral;
        snprintf(reply->id, sizeof reply->id, "%s", interaction->id);
    }
    HASH_ADD(hh, replies->all, number, sizeof reply->number, reply);
    arm(replies);
    return reply->number;
}

/* -- what is said -- */

/* Somebody wrote to us: there is no token, so what is for them alone goes to the talk with them,
 * but for a hand that is not wanted there. */
static void say_text(const struct reply *reply, struct message *message)
{
    const struct replies_setup *setup = &reply->replies->setup;
    if (!message->user) {
        panels_answer(setup->panels, reply->address, message);
    } else if (message->purpose == PURPOSE_HAND && message->way != WAY_TALK) {
        hands_say(setup->hands, reply->address, message->user, message);
    } else {
        panels_whisper(setup->panels, message);
    }
}

bool replies_say(struct replies *replies, uint32_t number, struct message *message)
{
    struct reply *reply = find(replies, number);
    bool whisper = !panels_take(message);
    if (!reply || (whisper && strcmp(message->user, reply->user) != 0)) {
        return false;
    }
    bool late = reply->state == REPLY_ANSWERED && !reply->dirty;
    bool panel = message->purpose == PURPOSE_PANEL;
    if (message->purpose == PURPOSE_CHOICES) {
        say_choices(reply, message);
    } else if (panel && (reply->state == REPLY_ANSWERED || reply->state == REPLY_TEXT)) {
        message_destroy(message); /* they have something else by now */
    } else if (panel) {
        message_destroy(reply->panel);
        reply->panel = message;
        reply->dirty = true;
    } else if (reply->state == REPLY_TEXT) {
        say_text(reply, message);
    } else if (whisper && late) {
        hands_say(replies->setup.hands, reply->address, reply->user, message);
    } else if (message->purpose == PURPOSE_HAND) { /* at once: a newer one may come before that */
        hands_put(replies->setup.hands, reply->address, reply->user, message);
        reply->handed = true;
        reply->dirty = true;
    } else if (whisper) {
        body_put(&reply->own, message);
        reply->dirty = true;
    } else if (late || message->purpose == PURPOSE_BOARD) {
        panels_say(replies->setup.panels, reply->address, message);
    } else {
        body_put(&reply->said, message);
        reply->dirty = true;
    }
    if (reply->dirty) {
        timer_set(&replies->home.timer, 0);
    }
    return true;
}

void replies_modal(struct replies *replies, uint32_t number, const struct use *use)
{
    struct reply *reply = find(replies, number);
    cJSON *data = reply && reply->state == REPLY_OPEN ? components_modal(use) : NULL;
    if (data && send_callback(reply, CALLBACK_MODAL, data)) {
        reply->state = REPLY_ANSWERED;
    }
}

void replies_hand(struct replies *replies, uint32_t number)
{
    struct reply *reply = find(replies, number);
    if (reply) {
        reply->whispered = true;
        reply->dirty = true;
        timer_set(&replies->home.timer, 0);
    }
}
