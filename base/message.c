#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "text.h"

static char *copy_text(const char *text, bool *failed)
{
    if (text == NULL)
        return NULL;
    char *memory = strdup(text);
    if (memory == NULL)
        *failed = true;
    return memory;
}

static unsigned long lost;

unsigned long message_lost(void)
{
    return lost;
}

struct message *message_create(const char *channel, const char *user, enum urgency urgency)
{
    enum { ROOM = 128 }; /* most lines and pieces are shorter */
    struct message *message = malloc(sizeof(*message));
    if (message == NULL) {
        lost++;
        return NULL;
    }
    bool failed = false;
    *message = (struct message){.urgency = (uint8_t)urgency, .room = ROOM, .text = malloc(ROOM)};
    message->channel = copy_text(channel, &failed);
    message->user = copy_text(user, &failed);
    if (failed || message->text == NULL) {
        message_destroy(message);
        lost++;
        return NULL;
    }
    message->text[0] = '\0';
    return message;
}

void message_destroy(struct message *message)
{
    if (message == NULL)
        return;
    free(message->channel);
    free(message->user);
    free(message->title);
    free(message->calls);
    free(message->spans);
    free(message->controls);
    free(message->snapshot);
    free(message->ending);
    free(message->facts);
    free(message->text);
    free(message);
}

static bool make_room(struct message *message, size_t length)
{
    size_t need = message->length + length + 1;
    if (need > message->room) {
        size_t room = message->room;
        while (room < need)
            room *= 2;
        char *text = realloc(message->text, room);
        if (text == NULL)
            return false;
        message->text = text;
        message->room = (uint32_t)room;
    }
    if (message->span_count == message->span_room) {
        size_t room = message->span_room ? message->span_room * 2u : 8u;
        struct span *spans = realloc(message->spans, room * sizeof(*spans));
        if (spans == NULL)
            return false;
        message->spans = spans;
        message->span_room = (uint16_t)room;
    }
    return true;
}

void message_add(struct message *message, enum style style, enum tint tint, const char *text,
                 size_t length)
{
    if (message->failed || length == 0 || length > MESSAGE_MAX - message->length)
        return;
    if (!make_room(message, length)) {
        message->failed = true;
        return;
    }
    memcpy(message->text + message->length, text, length);
    unsigned count = message->span_count;
    if (count > 0 && style == STYLE_PLAIN && message->spans[count - 1].style == STYLE_PLAIN) {
        message->spans[count - 1].length = (uint16_t)(message->spans[count - 1].length + length);
    } else {
        message->spans[message->span_count++] = (struct span){
            .style = (uint8_t)style,
            .tint = (uint8_t)tint,
            .start = (uint16_t)message->length,
            .length = (uint16_t)length,
        };
    }
    message->length += (uint32_t)length;
    message->text[message->length] = '\0';
}

void message_text(struct message *message, const char *text)
{
    message_add(message, STYLE_PLAIN, TINT_WILD, text, strlen(text));
}

void message_replace_text(struct message *message, struct message *from)
{
    if (from == NULL || from->failed) {
        message->failed = true;
        message_destroy(from);
        return;
    }
    free(message->text);
    free(message->spans);
    message->text = from->text;
    message->length = from->length;
    message->room = from->room;
    message->spans = from->spans;
    message->span_count = from->span_count;
    message->span_room = from->span_room;
    from->text = NULL;
    from->spans = NULL;
    message_destroy(from);
}

void message_trim(struct message *message)
{
    char *text = realloc(message->text, message->length + 1);
    if (text != NULL) {
        message->text = text;
        message->room = message->length + 1;
    }
    struct span *spans = NULL;
    if (message->span_count > 0)
        spans = realloc(message->spans, message->span_count * sizeof(*spans));
    if (spans != NULL) {
        message->spans = spans;
        message->span_room = message->span_count;
    }
}

void message_card(struct message *message, const struct shown_card *card)
{
    if (message->span_count > 0 && message->spans[message->span_count - 1].style == STYLE_CARD)
        message->spans[message->span_count - 1].card = *card;
}

void message_title(struct message *message, const char *title)
{
    char *calls = strdup(title);
    if (calls == NULL) {
        message->failed = true;
        return;
    }
    free(message->title);
    message->title = calls;
}

void message_call(struct message *message, const char *user)
{
    char *calls = strdup(user);
    if (calls == NULL) {
        message->failed = true;
        return;
    }
    free(message->calls);
    message->calls = calls;
    message->rings = true;
}

bool message_control(struct message *message, const struct control *control)
{
    if (message->failed || message->control_count == CONTROLS_MAX)
        return false;
    struct control *controls =
        array_grow(message->controls, message->control_count, sizeof(*controls));
    if (controls == NULL) {
        message->failed = true;
        return false;
    }
    message->controls = controls;
    message->controls[message->control_count++] = *control;
    return true;
}

struct snapshot *message_snapshot(struct message *message)
{
    free(message->snapshot);
    message->snapshot = calloc(1, sizeof(*message->snapshot));
    message->failed = message->failed || message->snapshot == NULL;
    return message->snapshot;
}

struct ending *message_ending(struct message *message)
{
    free(message->ending);
    message->ending = calloc(1, sizeof(*message->ending));
    message->failed = message->failed || message->ending == NULL;
    return message->ending;
}

struct facts *message_facts(struct message *message)
{
    free(message->facts);
    message->facts = calloc(1, sizeof(*message->facts));
    message->failed = message->failed || message->facts == NULL;
    return message->facts;
}

void facts_words(char *words, size_t size, const char *text)
{
    size_t length = text_cut(text, strlen(text), size - 1);
    memcpy(words, text, length);
    words[length] = '\0';
}

struct fact *facts_add(struct facts *facts, const char *name)
{
    if (facts->count == FACTS_MAX)
        return NULL;
    struct fact *fact = &facts->at[facts->count++];
    if (text_runs_left(name, strlen(name))) {
        snprintf(fact->name, sizeof(fact->name), TEXT_ISOLATE "%.*s" TEXT_RELEASE,
                 (int)text_cut(name, strlen(name), sizeof(fact->name) - 7), name);
    } else
        facts_words(fact->name, sizeof(fact->name), name);
    return fact;
}

const struct span *message_span(const struct message *message, size_t at, unsigned *index)
{
    const struct span *span = &message->spans[*index];
    while (at < span->start)
        span--;
    while (at >= (size_t)span->start + span->length)
        span++;
    *index = (unsigned)(span - message->spans);
    return span;
}

bool message_empty(const struct message *message)
{
    return message->length == 0;
}
