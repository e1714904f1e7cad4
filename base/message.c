#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "text.h"

static unsigned long lost;

unsigned long message_lost(void)
{
    return lost;
}

/* What most lines and hands need. */
enum { SPANS = 20, TEXT = 240 };

/* A message and its memory are one allocation. Behind the struct are its spans, its text, and the
 * names of its channel and user. What outgrows its place moves to memory of its own. */
static struct message *allocate(size_t spans, size_t text, size_t names)
{
    size_t size = sizeof(struct message) + spans * sizeof(struct span) + text + names;
    struct message *message = malloc(size);
    if (message == NULL)
        return NULL;
    *message = (struct message){.span_room = (uint16_t)spans, .room = (uint32_t)text};
    message->end = (char *)message + size;
    message->spans = (struct span *)(void *)(message + 1);
    message->text = (char *)(message->spans + spans);
    message->text[0] = '\0';
    return message;
}

/* True if a part of the message is not in the message's own allocation. */
static bool is_outside(const struct message *message, const void *part)
{
    return (const char *)part < (const char *)message || (const char *)part >= message->end;
}

static void free_part(const struct message *message, void *part)
{
    if (is_outside(message, part))
        free(part);
}

/* Gives a part more room, and copies what it has. Returns NULL if memory is out. */
static void *grow_part(const struct message *message, void *part, size_t used, size_t room)
{
    if (is_outside(message, part))
        return realloc(part, room);
    void *grown = malloc(room);
    if (grown != NULL)
        memcpy(grown, part, used);
    return grown;
}

/* Copies a name to `*at`, and moves `*at` behind the copy. */
static char *put_name(char **at, const char *name)
{
    char *put = *at;
    if (name == NULL)
        return NULL;
    size_t size = strlen(name) + 1;
    memcpy(put, name, size);
    *at += size;
    return put;
}

static size_t name_size(const char *name)
{
    return name != NULL ? strlen(name) + 1 : 0;
}

struct message *message_create(const char *channel, const char *user, enum urgency urgency)
{
    struct message *message = allocate(SPANS, TEXT, name_size(channel) + name_size(user));
    if (message == NULL) {
        lost++;
        return NULL;
    }
    char *names = message->text + TEXT;
    message->urgency = (uint8_t)urgency;
    message->channel = put_name(&names, channel);
    message->user = put_name(&names, user);
    return message;
}

void message_destroy(struct message *message)
{
    if (message == NULL)
        return;
    free_part(message, message->channel);
    free_part(message, message->user);
    free_part(message, message->spans);
    free_part(message, message->text);
    free(message->title);
    free(message->calls);
    free(message->controls);
    free(message->snapshot);
    free(message->ending);
    free(message->facts);
    free(message);
}

void message_drop_channel(struct message *message)
{
    free_part(message, message->channel);
    message->channel = NULL;
}

bool message_set_user(struct message *message, const char *user)
{
    char *copy = strdup(user);
    if (copy == NULL)
        return false;
    free_part(message, message->user);
    message->user = copy;
    return true;
}

/* Spans that make_room() leaves room for. */
enum { SPANS_FREE = 2 };

/* Apart from make_room(), which is quick without it. */
static __attribute__((noinline)) bool grow(struct message *message, size_t length)
{
    size_t need = message->length + length + 1;
    if (need > message->room) {
        size_t room = message->room;
        while (room < need)
            room *= 2;
        char *text = grow_part(message, message->text, message->length + 1, room);
        if (text == NULL)
            return false;
        message->text = text;
        message->room = (uint32_t)room;
    }
    if (message->span_count + SPANS_FREE > message->span_room) {
        size_t room = message->span_room > SPANS_FREE ? message->span_room * 2u : 8u;
        struct span *spans = grow_part(message, message->spans,
                                       message->span_count * sizeof(*spans), room * sizeof(*spans));
        if (spans == NULL)
            return false;
        message->spans = spans;
        message->span_room = (uint16_t)room;
    }
    return true;
}

/* Makes room for that much more text, and for SPANS_FREE more spans. False: the text is empty or
 * would be too long, or memory is out. */
static bool make_room(struct message *message, size_t length)
{
    if (message->failed || length == 0 || length > MESSAGE_MAX - message->length)
        return false;
    if (message->length + length < message->room &&
        message->span_count + SPANS_FREE <= message->span_room)
        return true;
    message->failed = !grow(message, length);
    return !message->failed;
}

/* Appends text without a span. */
static void put_text(struct message *message, const char *text, size_t length)
{
    char *end = message->text + message->length;
    memcpy(end, text, length);
    end[length] = '\0';
    message->length += (uint32_t)length;
}

/* Adds a span over the next `length` bytes of text, which are put afterwards. */
static struct span *add_span(struct message *message, enum style style, enum tint tint,
                             size_t length)
{
    struct span *span = &message->spans[message->span_count++];
    *span = (struct span){.style = (uint8_t)style,
                          .tint = (uint8_t)tint,
                          .start = (uint16_t)message->length,
                          .length = (uint16_t)length};
    return span;
}

/* Like add_span(), for text of STYLE_PLAIN, which has one span with the plain text before it. */
static void add_plain(struct message *message, size_t length)
{
    struct span *last = &message->spans[message->span_count] - 1;
    if (message->span_count > 0 && last->style == STYLE_PLAIN)
        last->length = (uint16_t)(last->length + length);
    else
        add_span(message, STYLE_PLAIN, TINT_WILD, length);
}

void message_add(struct message *message, enum style style, enum tint tint, const char *text,
                 size_t length)
{
    if (!make_room(message, length))
        return;
    if (style == STYLE_PLAIN)
        add_plain(message, length);
    else
        add_span(message, style, tint, length);
    put_text(message, text, length);
}

void message_card(struct message *message, enum tint tint, const struct shown_card *card,
                  const char *label, size_t length)
{
    if (!make_room(message, length))
        return;
    add_span(message, STYLE_CARD, tint, length)->card = *card;
    put_text(message, label, length);
}

void message_label(struct message *message, const char *before, const struct drawn_card *card,
                   size_t length)
{
    size_t gap = strlen(before);
    if (!make_room(message, gap + sizeof(card->label)))
        return;
    if (gap > 0) {
        add_plain(message, gap);
        put_text(message, before, gap);
    }
    add_span(message, STYLE_CARD, (enum tint)card->tint, length)->card = card->card;
    /* The whole field, because a copy of a constant size needs no call. */
    memcpy(message->text + message->length, card->label, sizeof(card->label));
    message->length += (uint32_t)length;
    message->text[message->length] = '\0';
}

void message_text(struct message *message, const char *text)
{
    message_add(message, STYLE_PLAIN, TINT_WILD, text, strlen(text));
}

void message_append(struct message *message, const struct message *piece)
{
    for (unsigned i = 0; i < piece->span_count; i++) {
        const struct span *span = &piece->spans[i];
        const char *text = piece->text + span->start;
        if (span->style == STYLE_CARD)
            message_card(message, (enum tint)span->tint, &span->card, text, span->length);
        else
            message_add(message, (enum style)span->style, TINT_WILD, text, span->length);
    }
    message->failed = message->failed || piece->failed;
}

void message_replace_text(struct message *message, struct message *from)
{
    message->length = message->span_count = 0;
    message->text[0] = '\0';
    if (from != NULL)
        message_append(message, from);
    else
        message->failed = true;
    message_destroy(from);
}

struct message *message_trim(struct message *message)
{
    size_t names = name_size(message->channel) + name_size(message->user);
    struct message *trimmed = allocate(message->span_count, message->length + 1, names);
    if (trimmed == NULL)
        return message;
    char *at = trimmed->text + message->length + 1;
    struct message whole = *message;
    whole.end = trimmed->end;
    whole.span_room = message->span_count;
    whole.room = message->length + 1;
    whole.spans = trimmed->spans;
    whole.text = trimmed->text;
    whole.channel = put_name(&at, message->channel);
    whole.user = put_name(&at, message->user);
    memcpy(whole.text, message->text, message->length + 1);
    if (message->span_count > 0)
        memcpy(whole.spans, message->spans, message->span_count * sizeof(*whole.spans));
    *trimmed = whole;
    message->title = message->calls = NULL; /* the new message owns these now */
    message->controls = NULL;
    message->snapshot = NULL;
    message->ending = NULL;
    message->facts = NULL;
    message_destroy(message);
    return trimmed;
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
