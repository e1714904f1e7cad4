#include "message_body.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "components.h"
#include "content.h"
#include "embed.h"

/* The text of one message. We write it from its end: first the board, then one line after the other
 * before it, the newest first. */
struct text {
    char bytes[CONTENT_BYTES];
    size_t length, units;
};

void message_lines_put(struct message_lines *lines, struct message *message)
{
    if (lines->count == MESSAGE_LINES)
        message_lines_drop(lines, MESSAGE_LINES - 1);
    lines->at[lines->count++] = message;
}

void message_lines_seen(struct message_lines *lines, unsigned fresh)
{
    for (unsigned i = 0; i + fresh < lines->count; i++) {
        free(lines->at[i]->calls);
        lines->at[i]->calls = NULL;
    }
}

void message_lines_change(struct message_lines *lines)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < lines->count; i++) {
        if (lines->at[i]->stays)
            lines->at[kept++] = lines->at[i];
        else
            message_destroy(lines->at[i]);
    }
    lines->count = kept;
}

void message_lines_drop(struct message_lines *lines, unsigned kept)
{
    unsigned gone = lines->count > kept ? lines->count - kept : 0;
    for (unsigned i = 0; i < gone; i++)
        message_destroy(lines->at[i]);
    memmove(lines->at, lines->at + gone, (lines->count - gone) * sizeof(lines->at[0]));
    lines->count -= gone;
}

static const char *user_called(void *arg, const char *name, size_t length)
{
    (void)name;
    (void)length;
    return ((const struct message *)arg)->calls;
}

/* Puts a line before the text, with a line end between. False, and nothing is put: the whole line
 * does not fit. */
static bool put_before(struct text *text, const struct message *message, struct content_part *part)
{
    struct content content;
    const struct content_setup setup = {.id_of = user_called, .arg = (void *)message};
    size_t room = CONTENT_MAX - text->units;
    if (room < CONTENT_MIN + 1)
        return false;
    content_init(&content, message, &setup);
    if (!content_next(&content, part, room - 1))
        return true; /* it says nothing */
    bool between = text->length > 0;
    bool cut = between && content.at < message->length; /* lines go whole */
    if (cut || part->length + between + text->length >= CONTENT_BYTES)
        return false;
    memmove(text->bytes + part->length + between, text->bytes, text->length);
    memcpy(text->bytes, part->text, part->length);
    if (between)
        text->bytes[part->length] = '\n';
    text->length += part->length + between;
    text->units += part->units + between;
    text->bytes[text->length] = '\0';
    return true;
}

/* The users to ping; Discord wants each once. */
struct pings {
    unsigned count;
    char id[MESSAGE_LINES + 1][CONTENT_ID];
};

static void add_pings(struct pings *pings, const struct content_part *part)
{
    for (unsigned i = 0; i < part->mention_count; i++) {
        unsigned at = 0;
        while (at < pings->count && strcmp(pings->id[at], part->mentions[i]) != 0)
            at++;
        if (at == pings->count && at < ARRAY_SIZE(pings->id))
            memcpy(pings->id[pings->count++], part->mentions[i], CONTENT_ID);
    }
}

static bool add_mentions(cJSON *body, const struct pings *pings)
{
    cJSON *allowed = cJSON_AddObjectToObject(body, "allowed_mentions");
    cJSON *users = allowed != NULL ? cJSON_AddArrayToObject(allowed, "users") : NULL;
    if (users == NULL || cJSON_AddArrayToObject(allowed, "parse") == NULL)
        return false;
    for (unsigned i = 0; i < pings->count; i++) {
        cJSON *id = cJSON_CreateString(pings->id[i]);
        if (id == NULL || !cJSON_AddItemToArray(users, id)) {
            cJSON_Delete(id);
            return false;
        }
    }
    return true;
}

/* Puts the facts of a line before the embeds that are there, instead of its text. False: the line
 * has no facts, or they do not fit. */
static bool put_facts(cJSON *embeds, const struct message *line, size_t *room)
{
    bool fits = embeds != NULL && line->facts != NULL && cJSON_GetArraySize(embeds) < EMBEDS_MAX;
    cJSON *embed = fits ? embed_make(line->facts, room) : NULL;
    if (embed != NULL && !cJSON_InsertItemInArray(embeds, 0, embed)) {
        cJSON_Delete(embed);
        return false;
    }
    return embed != NULL;
}

cJSON *message_body_make(const struct message_lines *lines, const struct message *main,
                         unsigned page, enum message_body_way way)
{
    struct text *text = calloc(1, sizeof(*text));
    struct content_part *part = calloc(1, sizeof(*part));
    struct pings called = {.count = 0};
    cJSON *body = cJSON_CreateObject();
    const struct message none = {.stamp = 0};
    const struct pings none_called = {.count = 0};
    unsigned left_out = 0;
    size_t room = EMBEDS_UNITS;
    cJSON *embeds = body != NULL && way == MESSAGE_BODY_INTERACTION
                        ? cJSON_AddArrayToObject(body, "embeds")
                        : NULL;
    bool good = text != NULL && part != NULL && body != NULL &&
                (embeds != NULL || way != MESSAGE_BODY_INTERACTION);
    if (good && main != NULL) {
        put_before(text, main, part);
        if (main->rings)
            add_pings(&called, part);
    }
    for (unsigned i = lines != NULL ? lines->count : 0; good && i > 0; i--) {
        if (put_facts(embeds, lines->at[i - 1], &room))
            continue;
        if (!put_before(text, lines->at[i - 1], part))
            break;
        if (lines->at[i - 1]->rings)
            add_pings(&called, part);
    }
    good = good && (text->length > 0 || room < EMBEDS_UNITS) &&
           cJSON_AddStringToObject(body, "content", text->bytes) != NULL &&
           cJSON_AddArrayToObject(body, "attachments") != NULL &&
           add_mentions(body, way == MESSAGE_BODY_PINGS ? &called : &none_called) &&
           components_json(main != NULL ? main : &none, page, body, &left_out);
    free(text);
    free(part);
    if (!good) {
        cJSON_Delete(body);
        return NULL;
    }
    return body;
}

cJSON *message_body_choices(const struct message *message)
{
    enum { CHOICES_MAX = 25 };
    cJSON *data = cJSON_CreateObject();
    cJSON *choices = data != NULL ? cJSON_AddArrayToObject(data, "choices") : NULL;
    for (unsigned i = 0;
         choices != NULL && message != NULL && i < message->control_count && i < CHOICES_MAX; i++) {
        cJSON *choice = cJSON_CreateObject();
        if (choice == NULL || !cJSON_AddItemToArray(choices, choice) ||
            cJSON_AddStringToObject(choice, "name", message->controls[i].label) == NULL ||
            cJSON_AddStringToObject(choice, "value", message->controls[i].words) == NULL)
            break;
    }
    return data;
}
