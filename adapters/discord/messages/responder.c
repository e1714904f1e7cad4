#include "responder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message_body.h"
#include "responder_room.h"
#include "responder_state.h"

enum {
    CALLBACK_CHANNEL_MESSAGE = 4,
    CALLBACK_DEFERRED_CHANNEL_MESSAGE = 5,
    CALLBACK_DEFERRED_UPDATE_MESSAGE = 6,
    CALLBACK_UPDATE_MESSAGE = 7,
    CALLBACK_AUTOCOMPLETE_RESULT = 8,
    CALLBACK_MODAL = 9,
    FLAG_EPHEMERAL = 64,
    CODE_ALREADY_ACKNOWLEDGED = 40060, /* Discord has our answer already: rest.h sent it twice */
    CHOICES_MAX = 25
};

static uint64_t now_of(const struct responder *responder)
{
    return loop_now(responder->setup.loop);
}

/* Returns true if the user pressed in a hand. */
static bool is_in_hand(const struct response *response)
{
    return response->at.pressed != 0;
}

static struct response *find_response(const struct responder *responder, uint32_t number)
{
    struct response *response = NULL;
    HASH_FIND(hh, responder->all, &number, sizeof(number), response);
    return response;
}

/* -- sending -- */

/* Adds the link to the thread behind `told`, the text that the response said in the channel. Does
 * nothing until both are known. */
static void link_now(struct response *response)
{
    enum { LINK = SNOWFLAKE_MAX + 8 };
    if (*response->link == '\0' || response->told == NULL || response->flying > 0)
        return;
    size_t size = strlen(response->told) + LINK;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s\n\xe2\x86\x92 <#%s>", response->told, response->link);
        interaction_response_reword(&response->at, response->responder->setup.rest, text);
    }
    response->link[0] = '\0';
    free(text);
}

/* Says lines in the channel, as messages of their own. */
static void say_to_channel(struct response *response, struct message_lines *lines)
{
    for (unsigned i = 0; i < lines->count; i++) {
        channel_messages_say(response->responder->setup.channel_messages, response->address,
                             lines->at[i]);
    }
    response->spoke |= lines->count > 0;
    lines->count = 0;
}

static void tell_unanswered(struct response *response)
{
    const struct responder_setup *setup = &response->responder->setup;
    response->unsure = false;
    if (response->kind != INTERACTION_AUTOCOMPLETE)
        setup->unanswered(setup->arg, response->address, response->user, response->name);
}

/* Call it when a request failed for good. `lost`: Discord may have carried it out. */
static void miss_response(struct response *response, bool lost)
{
    struct hands *hands = response->responder->setup.hands;
    say_to_channel(response, &response->going);
    free(response->told);
    response->told = NULL;
    response->unsure = lost && response->state == RESPONSE_DEFERRED;
    if (response->unsure) /* the edit with the answer will show whether this arrived */
        return;
    response->state = RESPONSE_ANSWERED; /* Discord shows no "thinking" that an answer would have to
                                          * replace */
    response->loading = false;
    bool shown = response->hand_goes
                     ? hands_missed(hands, response->address, response->user, response->name)
                     : response->spoke && !response->panel_goes;
    if (response->panel_goes && hands_stand(hands, response->address, response->user)) {
        shown = response->own.count > 0;
        for (unsigned i = 0; i < response->own.count; i++)
            hands_say(hands, response->address, response->user, response->own.at[i]);
        response->own.count = 0;
    }
    if (!shown)
        tell_unanswered(response);
}

static void on_answered(void *arg, const struct rest_reply *answer)
{
    struct response *response = arg;
    const struct responder_setup *setup = &response->responder->setup;
    response->flying--;
    bool twice = answer->code == CODE_ALREADY_ACKNOWLEDGED;
    bool good = answer->end == REST_ANSWERED && (answer->status < 300 || twice);
    if (!good) {
        log_debug(setup->log, "an answer did not arrive status=%u code=%u", answer->status,
                  (unsigned)answer->code);
    }
    if (good && response->hand_goes)
        hands_open(setup->hands, response->address, response->user, &response->at);
    if (good && response->panel_goes)
        hands_open_panel(setup->hands, response->address, response->user, &response->at);
    if (good) {
        message_lines_drop(&response->going, 0);
        response->unsure = false;
    } else {
        miss_response(response, answer->end == REST_LOST);
    }
    if (response->panel_goes)
        message_lines_drop(&response->own, 0);
    response->hand_goes = response->panel_goes = false;
    link_now(response);
    if (response->dirty) /* the rest of the answer waited for the deferral to arrive */
        timer_set(&response->responder->home.timer, 0);
}

static struct rest_file *take_picture(struct response *response)
{
    struct rest_file *picture = response->picture;
    response->picture = NULL;
    return picture;
}

static bool send_callback(struct response *response, int type, cJSON *data)
{
    struct rest_request request = {
        .file = take_picture(response), .done = on_answered, .arg = response};
    bool sent = interaction_response_callback(&response->at, response->responder->setup.rest, type,
                                              data, &request) != 0;
    response->flying += sent;
    return sent;
}

/* Answers after a deferral: edits the loading message or the hand. Only the user sees these. */
static bool send_late(struct response *response, cJSON *data)
{
    struct rest_request request = {
        .body = data, .file = take_picture(response), .done = on_answered, .arg = response};
    bool sent =
        interaction_response_edit(&response->at, response->responder->setup.rest, &request) != 0;
    response->flying += sent;
    response->loading = response->loading && !sent;
    return sent;
}

static cJSON *make_ephemeral(cJSON *data)
{
    if (data != NULL && cJSON_AddNumberToObject(data, "flags", FLAG_EPHEMERAL) == NULL) {
        cJSON_Delete(data);
        return NULL;
    }
    return data;
}

/* Shows a hand or panel to its user only, in the message where they pressed, or a new one. */
static bool send_own(struct response *response, cJSON *data)
{
    bool open = response->state == RESPONSE_OPEN;
    response->state = RESPONSE_ANSWERED;
    if (!open)
        return send_late(response, data);
    if (is_in_hand(response))
        return send_callback(response, CALLBACK_UPDATE_MESSAGE, data);
    data = make_ephemeral(data);
    return data != NULL && send_callback(response, CALLBACK_CHANNEL_MESSAGE, data);
}

/* -- what the answer is -- */

static void say_choices(struct response *response, struct message *message)
{
    cJSON *data = message_body_choices(message);
    message_destroy(message);
    if (response->state == RESPONSE_ANSWERED || data == NULL) {
        cJSON_Delete(data);
        return;
    }
    response->state = RESPONSE_ANSWERED;
    send_callback(response, CALLBACK_AUTOCOMPLETE_RESULT, data);
}

static void answer_hand(struct response *response)
{
    struct hands *hands = response->responder->setup.hands;
    if (hands_left(hands, response->address, response->user, &response->at)) {
        responder_nothing(response->responder, response->number);
        response->state = RESPONSE_ANSWERED;
        return;
    }
    cJSON *data =
        hands_body(hands, response->address, response->user, &response->at, &response->picture);
    if (data == NULL)
        return;
    response->hand_goes = send_own(response, data);
    if (!response->hand_goes &&
        !hands_missed(hands, response->address, response->user, response->name))
        tell_unanswered(response);
    rest_file_destroy(take_picture(response)); /* memory was out */
}

/* Deletes the loading message: no answer replaces it. */
static void stop_loading(struct response *response)
{
    if (response->loading)
        interaction_response_remove(&response->at, response->responder->setup.rest);
    response->loading = false;
}

/* Tells Discord that the answer comes later. Any loading message is for the user only. */
static void defer_response(struct response *response)
{
    response->state = RESPONSE_DEFERRED;
    if (response->kind == INTERACTION_AUTOCOMPLETE) {
        say_choices(response, NULL);
    } else if (is_in_hand(response)) {
        send_callback(response, CALLBACK_DEFERRED_UPDATE_MESSAGE, NULL);
    } else {
        response->loading = send_callback(response, CALLBACK_DEFERRED_CHANNEL_MESSAGE,
                                          make_ephemeral(cJSON_CreateObject()));
    }
}

void responder_nothing(struct responder *responder, uint32_t number)
{
    struct response *response = find_response(responder, number);
    bool component = response != NULL && (is_in_hand(response) || response->on_board);
    if (response == NULL || response->state != RESPONSE_OPEN)
        return;
    if (component) {
        response->state = RESPONSE_ANSWERED;
        send_callback(response, CALLBACK_DEFERRED_UPDATE_MESSAGE, NULL);
    } else {
        defer_response(response);
    }
}

static void answer_channel(struct response *response)
{
    bool component = is_in_hand(response) || response->on_board;
    bool open = response->state == RESPONSE_OPEN;
    cJSON *data = !component && open
                      ? message_body_make(&response->said, NULL, 0, MESSAGE_BODY_QUIET,
                                          response->responder->setup.looks)
                      : NULL;
    const char *content = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "content"));
    char *told = content != NULL ? strdup(content) : NULL;
    if (data != NULL && send_callback(response, CALLBACK_CHANNEL_MESSAGE, data)) {
        response->told = told;
        told = NULL;
        response->going = response->said;
        response->said.count = 0;
    } else {
        say_to_channel(response, &response->said);
        responder_nothing(response->responder, response->number);
        stop_loading(response);
    }
    free(told);
    response->state = RESPONSE_ANSWERED;
}

/* Puts the whispers into the hand, which the answer shows. */
static void keep_own(struct response *response)
{
    for (unsigned i = 0; i < response->own.count; i++) {
        hands_put(response->responder->setup.hands, response->address, response->user,
                  response->own.at[i]);
    }
    response->whispered = response->whispered || response->handed || response->own.count > 0;
    response->own.count = 0;
}

/* Shows the whispers, and the panel if there is one, in a message beside the hand. */
static void answer_beside(struct response *response)
{
    if (response->handed) /* the answer shows the panel and not the hand, so we edit the hand */
        hands_show(response->responder->setup.hands, response->address, response->user);
    cJSON *data = message_body_make(&response->own, response->panel, 0, MESSAGE_BODY_INTERACTION,
                                    response->responder->setup.looks);
    message_destroy(response->panel);
    response->panel = NULL;
    if (data == NULL)
        return;
    response->panel_goes = send_own(response, data);
    if (!response->panel_goes)
        tell_unanswered(response);
}

/* Returns true if the answer is a panel, or has only words for a user who sees their hand: then it
 * does not show the hand again. */
static bool is_beside(const struct response *response)
{
    bool words = response->own.count > 0 && !response->handed && !response->whispered;
    return response->panel != NULL ||
           (words && !is_in_hand(response) &&
            hands_stand(response->responder->setup.hands, response->address, response->user));
}

bool responder_link(struct responder *responder, const char *address, const char *thread)
{
    struct response *newest = NULL;
    for (struct response *response = responder->all; response != NULL;
         response = response->hh.next) {
        if (response->told != NULL && strcmp(response->address, address) == 0)
            newest = response;
    }
    if (newest != NULL) {
        snprintf(newest->link, sizeof(newest->link), "%s", thread);
        link_now(newest);
    }
    return newest != NULL;
}

static void send_answer(struct response *response)
{
    response->dirty = false;
    bool open = response->state == RESPONSE_OPEN || response->state == RESPONSE_DEFERRED;
    if (open && is_beside(response)) {
        say_to_channel(response, &response->said);
        answer_beside(response);
        return;
    }
    keep_own(response);
    if (response->state == RESPONSE_ANSWERED || response->state == RESPONSE_TEXT) {
        say_to_channel(response, &response->said);
    } else if (response->whispered) {
        say_to_channel(response, &response->said);
        answer_hand(response);
    } else if (response->said.count > 0) {
        answer_channel(response);
    }
}

/* -- time -- */

static uint64_t due_of(const struct response *response)
{
    bool waits = response->state == RESPONSE_DEFERRED && response->flying > 0;
    if (response->dirty && !waits)
        return 0;
    return response->state == RESPONSE_OPEN ? response->opened + RESPONDER_DEFER_MS
                                            : response->until;
}

static void tick_response(struct response *response)
{
    if (response->state != RESPONSE_OPEN && response->flying > 0 && due_of(response) > 0) {
        response->until = now_of(response->responder) + RESPONDER_KEPT_MS;
    } else if (response->dirty) {
        send_answer(response);
    } else if (response->state == RESPONSE_OPEN) {
        defer_response(response);
    } else {
        if (response->unsure && !response->spoke)
            tell_unanswered(response);
        stop_loading(response);
        responder_drop(response);
    }
}

static void arm_timer(struct responder *responder)
{
    uint64_t soonest = UINT64_MAX;
    for (const struct response *response = responder->all; response != NULL;
         response = response->hh.next) {
        uint64_t due = due_of(response); /* NOLINT(clang-analyzer-*): of uthash's making */
        soonest = due < soonest ? due : soonest;
    }
    uint64_t at = now_of(responder);
    if (soonest == UINT64_MAX)
        timer_stop(&responder->home.timer);
    else
        timer_set(&responder->home.timer, soonest > at ? soonest - at : 0);
}

static void on_timer(struct timer *timer)
{
    struct responder *responder = (struct responder *)timer;
    struct response *response = NULL;
    struct response *next = NULL;
    HASH_ITER(hh, responder->all, response, next)
    {
        if (due_of(response) <= now_of(responder))
            tick_response(response);
    }
    arm_timer(responder);
}

/* -- life -- */

struct responder *responder_create(const struct responder_setup *setup)
{
    struct responder *responder = calloc(1, sizeof(*responder));
    if (responder == NULL)
        return NULL;
    responder->setup = *setup;
    timer_init(setup->loop, &responder->home.timer, on_timer);
    return responder;
}

void responder_destroy(struct responder *responder, void (*closed)(void *arg), void *arg)
{
    struct response *response = NULL;
    struct response *next = NULL;
    if (responder == NULL)
        return;
    HASH_ITER(hh, responder->all, response, next)
    {
        responder_drop(response);
    }
    timer_home_free(&responder->home, closed, arg);
}

uint32_t responder_open(struct responder *responder, const struct interaction *interaction,
                        const char *address, const char *user)
{
    const char *guild = interaction != NULL && interaction->guild != NULL ? interaction->guild : "";
    struct response *response =
        responder_make_room(responder, user, guild) ? calloc(1, sizeof(*response)) : NULL;
    if (response == NULL)
        return 0;
    response->responder = responder;
    response->number = ++responder->last ? responder->last : ++responder->last;
    response->opened = now_of(responder);
    response->until = response->opened + RESPONDER_KEPT_MS;
    response->state = RESPONSE_TEXT;
    snprintf(response->address, sizeof(response->address), "%s", address);
    snprintf(response->user, sizeof(response->user), "%s", user);
    snprintf(response->guild, sizeof(response->guild), "%s", guild);
    if (interaction != NULL) {
        if (!interaction_response_set(&response->at, interaction, address, response->opened)) {
            free(response);
            return 0;
        }
        response->state = RESPONSE_OPEN;
        response->kind = interaction->kind;
        response->on_board = interaction->message != NULL && !interaction->ephemeral;
        snprintf(response->name, sizeof(response->name), "%s", interaction->user.name);
    }
    HASH_ADD(hh, responder->all, number, sizeof(response->number), response);
    if (response->hh.tbl == NULL) {
        free(response);
        return 0;
    }
    arm_timer(responder);
    return response->number;
}

/* -- what is said -- */

/* Answers a user's message: in the channel, in direct messages, or in the hand if that is open. */
static void say_text(const struct response *response, struct message *message)
{
    const struct responder_setup *setup = &response->responder->setup;
    if (message->user == NULL)
        channel_messages_answer(setup->channel_messages, response->address, message);
    else if (message->purpose == PURPOSE_HAND && message->way != WAY_TALK)
        hands_say(setup->hands, response->address, message->user, message);
    else
        channel_messages_whisper(setup->channel_messages, message);
}

/* Shows a form. Discord takes a form only as the first answer, and never as the answer to a form.
 * If the form comes too late, we say so. An ordinary client never makes a form answer a form; a
 * client that does gets nothing. */
static void open_form(struct response *response, struct message *message)
{
    bool again = response->kind == INTERACTION_MODAL_SUBMIT;
    cJSON *data = response->state == RESPONSE_OPEN && !again ? components_form(message) : NULL;
    message_destroy(message);
    if (data != NULL && send_callback(response, CALLBACK_MODAL, data))
        response->state = RESPONSE_ANSWERED;
    else if (again)
        responder_nothing(response->responder, response->number);
    else if (response->state == RESPONSE_DEFERRED)
        tell_unanswered(response);
}

bool responder_say(struct responder *responder, uint32_t number, struct message *message)
{
    struct response *response = find_response(responder, number);
    bool whisper = !channel_messages_take(message);
    if (response == NULL || (whisper && strcmp(message->user, response->user) != 0))
        return false;
    bool late = response->state == RESPONSE_ANSWERED && !response->dirty;
    bool panel = message->purpose == PURPOSE_PANEL;
    if (message->purpose == PURPOSE_CHOICES) {
        say_choices(response, message);
    } else if (message->purpose == PURPOSE_FORM) {
        open_form(response, message);
    } else if (panel &&
               (response->state == RESPONSE_ANSWERED || response->state == RESPONSE_TEXT)) {
        message_destroy(message); /* the user has been shown something else by now */
    } else if (panel) {
        message_destroy(response->panel);
        response->panel = message;
        response->dirty = true;
    } else if (response->state == RESPONSE_TEXT) {
        say_text(response, message);
    } else if (whisper && late) {
        hands_say(responder->setup.hands, response->address, response->user, message);
    } else if (message->purpose == PURPOSE_HAND) { /* put in at once, because a newer hand may come
                                                    * before the answer */
        hands_put(responder->setup.hands, response->address, response->user, message);
        response->handed = true;
        response->dirty = true;
    } else if (whisper) {
        message_lines_put(&response->own, message);
        response->dirty = true;
    } else if (late || message->purpose == PURPOSE_BOARD) {
        channel_messages_say(responder->setup.channel_messages, response->address, message);
    } else {
        message_lines_put(&response->said, message);
        response->dirty = true;
    }
    if (response->dirty)
        timer_set(&responder->home.timer, 0);
    return true;
}

void responder_modal(struct responder *responder, uint32_t number, const struct component_use *use)
{
    struct response *response = find_response(responder, number);
    cJSON *data =
        response != NULL && response->state == RESPONSE_OPEN ? components_modal(use) : NULL;
    if (data != NULL && send_callback(response, CALLBACK_MODAL, data))
        response->state = RESPONSE_ANSWERED;
}

void responder_hand(struct responder *responder, uint32_t number)
{
    struct response *response = find_response(responder, number);
    if (response != NULL) {
        response->whispered = true;
        response->dirty = true;
        timer_set(&responder->home.timer, 0);
    }
}
