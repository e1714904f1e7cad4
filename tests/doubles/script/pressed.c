/* The messages that stay visible on the double with controls, and people who use them. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "script_private.h"

static bool same(const char *one, const char *other)
{
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

/* -- how people are called -- */

static struct called *called_of(const struct script *script, const char *id)
{
    struct called *called = script->called;
    while (called != NULL && strcmp(called->id, id) != 0)
        called = called->next;
    return called;
}

void pressed_name(const struct script *script, struct chat_user *user)
{
    const struct called *called = called_of(script, user->id);
    if (called == NULL)
        return;
    if (called->name != NULL)
        user->name = called->name;
    user->locale = called->locale;
}

static struct called *called_new(struct script *script, const char *id)
{
    struct called *called = calloc(1, sizeof(*called));
    if (called == NULL)
        return NULL;
    called->id = strdup(id);
    if (called->id == NULL) {
        free(called);
        return NULL;
    }
    called->next = script->called;
    script->called = called;
    return called;
}

void script_call(struct adapter *adapter, const char *id, const char *name, const char *locale)
{
    struct script *script = script_of(adapter);
    struct called *called = called_of(script, id);
    if (called == NULL)
        called = called_new(script, id);
    if (called == NULL)
        return;
    free(called->name);
    free(called->locale);
    called->name = name != NULL ? strdup(name) : NULL;
    called->locale = locale != NULL ? strdup(locale) : NULL;
}

/* -- visible messages -- */

static struct seen *seen_of(const struct script *script, const char *channel, const char *user,
                            unsigned purpose)
{
    struct seen *seen = script->seen;
    while (seen != NULL &&
           (seen->message->purpose != purpose || !same(seen->message->channel, channel) ||
            !same(seen->message->user, user)))
        seen = seen->next;
    return seen;
}

void pressed_keep(struct script *script, struct message *message)
{
    struct seen *seen = seen_of(script, message->channel, message->user, message->purpose);
    if (message->purpose == PURPOSE_LINE && message->user == NULL) {
        message_destroy(message);
        return;
    }
    if (seen == NULL)
        seen = calloc(1, sizeof(*seen));
    if (seen == NULL) {
        message_destroy(message);
        return;
    }
    if (seen->message != NULL) {
        message_destroy(seen->message);
    } else {
        seen->next = script->seen;
        script->seen = seen;
    }
    seen->message = message;
}

const struct message *script_newest(const struct adapter *adapter, const char *channel,
                                    const char *user, enum purpose purpose)
{
    const struct seen *seen = seen_of(script_of(adapter), channel, user, purpose);
    return seen != NULL ? seen->message : NULL;
}

void pressed_finish(struct script *script)
{
    while (script->seen != NULL) {
        struct seen *seen = script->seen;
        script->seen = seen->next;
        message_destroy(seen->message);
        free(seen);
    }
    while (script->called != NULL) {
        struct called *called = script->called;
        script->called = called->next;
        free(called->id);
        free(called->name);
        free(called->locale);
        free(called);
    }
}

/* -- who uses it -- */

/* Adds the person and the place to the event, and raises it. */
static void tell(struct adapter *adapter, const char *channel, const char *id,
                 struct chat_event event)
{
    struct script *script = script_of(adapter);
    event.channel = channel;
    event.user = script_user(script, channel, id);
    script_hear(script, &event);
}

void script_command(struct adapter *adapter, const char *channel, const char *id, const char *text,
                    uint32_t answers)
{
    script_press_old(adapter, channel, id, text, 0, answers);
}

void script_press_old(struct adapter *adapter, const char *channel, const char *id,
                      const char *words, uint64_t stamp, uint32_t answers)
{
    tell(adapter, channel, id,
         (struct chat_event){.kind = CHAT_MESSAGE,
                             .text = words,
                             .command = true,
                             .stamp = stamp,
                             .answers = answers});
}

void script_press_late(struct adapter *adapter, const char *channel, const char *id,
                       const char *words, uint64_t stamp)
{
    tell(adapter, channel, id,
         (struct chat_event){
             .kind = CHAT_MESSAGE, .text = words, .command = true, .stamp = stamp, .late = true});
}

void script_words(struct adapter *adapter, const char *channel, const char *id, const char *words,
                  uint64_t stamp, uint32_t answers)
{
    tell(adapter, channel, id,
         (struct chat_event){
             .kind = CHAT_MESSAGE, .text = words, .stamp = stamp, .answers = answers});
}

void script_suggest(struct adapter *adapter, const char *channel, const char *id, const char *text,
                    uint32_t answers)
{
    tell(adapter, channel, id,
         (struct chat_event){.kind = CHAT_SUGGEST, .text = text, .answers = answers});
}

static bool has(const struct message *message, const char *words)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct control *control = &message->controls[i];
        if (control->kind != CONTROL_MENU && !control->off && strcmp(control->words, words) == 0)
            return true;
    }
    return false;
}

bool script_press(struct adapter *adapter, const char *channel, const char *id, const char *words,
                  uint32_t answers)
{
    const struct message *looks[] = {
        script_newest(adapter, channel, id, PURPOSE_PANEL),
        script_newest(adapter, channel, id, PURPOSE_HAND),
        script_newest(adapter, channel, channel != NULL ? NULL : id, PURPOSE_BOARD),
    };
    for (size_t i = 0; i < ARRAY_SIZE(looks); i++) {
        if (looks[i] == NULL || !has(looks[i], words))
            continue;
        script_press_old(adapter, channel, id, words, looks[i]->stamp, answers);
        return true;
    }
    return false;
}

/* -- answers to questions about people -- */

bool known_look_up(struct adapter *adapter, const char *id, bool first)
{
    struct script *script = script_of(adapter);
    (void)first;
    if (!script->connected || script_people_find(&script->stage, NULL, id) == NULL)
        return false;
    script_people_look_up(&script->stage, id);
    script_hear(script,
                &(struct chat_event){.kind = CHAT_KNOWN, .user = script_user(script, NULL, id)});
    return true;
}

bool known_user(const struct adapter *adapter, const char *id, struct chat_user *user)
{
    const struct script *script = script_of(adapter);
    bool there = script_people_find(&script->stage, NULL, id) != NULL;
    if (there)
        *user = script_user(script, NULL, id);
    return there;
}

void script_connect(struct adapter *adapter, const char *id, const char *connection)
{
    script_people_connect(&script_of(adapter)->stage, id, connection);
}
