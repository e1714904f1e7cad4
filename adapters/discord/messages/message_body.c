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
    lines->fresh++;
}

void message_lines_seen(struct message_lines *lines, unsigned fresh)
{
    lines->fresh = fresh < lines->count ? fresh : lines->count;
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
    lines->fresh = lines->fresh < kept ? lines->fresh : kept;
}

void message_lines_drop(struct message_lines *lines, unsigned kept)
{
    unsigned gone = lines->count > kept ? lines->count - kept : 0;
    for (unsigned i = 0; i < gone; i++)
        message_destroy(lines->at[i]);
    memmove(lines->at, lines->at + gone, (lines->count - gone) * sizeof(lines->at[0]));
    lines->count -= gone;
    lines->fresh = lines->fresh < lines->count ? lines->fresh : lines->count;
}

static const char *user_called(void *arg, const char *name, size_t length)
{
    (void)name;
    (void)length;
    return ((const struct message *)arg)->calls;
}

#define CUT " \xe2\x80\xa6"
enum { CUT_UNITS = 2 };

/* Writes a message into `part`; if it would be cut, with shorter looks. What is cut all the same
 * ends with an ellipsis, if there is room. False: it says nothing. */
static bool write_part(struct content *content, const struct message *message,
                       struct content_part *part, const struct content_looks *looks, size_t room)
{
    struct content_setup setup = {.id_of = user_called, .arg = (void *)message, .looks = *looks};
    bool said = false;
    do {
        content_init(content, message, &setup);
        said = content_next(content, part, room);
    } while (content->at < message->length && content_shorten(content, &setup.looks));
    if (said && content->at < message->length && part->units + CUT_UNITS <= room) {
        memcpy(part->text + part->length, CUT, sizeof(CUT));
        part->length += strlen(CUT);
        part->units += CUT_UNITS;
    }
    return said;
}

/* Puts a line before the text, with a line end between. `room`: units for the line and the line
 * end. False: the whole line does not fit; then only its beginning is put into an empty text, and
 * nothing into another. */
static bool put_before(struct text *text, const struct message *message, struct content_part *part,
                       const struct content_looks *looks, size_t room)
{
    struct content content;
    if (room < CONTENT_MIN + 1)
        return false;
    if (!write_part(&content, message, part, looks, room - 1))
        return true; /* it says nothing */
    bool between = text->length > 0;
    bool whole = content.at >= message->length;
    if ((between && !whole) || part->length + between + text->length >= CONTENT_BYTES)
        return false;
    memmove(text->bytes + part->length + between, text->bytes, text->length);
    memcpy(text->bytes, part->text, part->length);
    if (between)
        text->bytes[part->length] = '\n';
    text->length += part->length + between;
    text->units += part->units + between;
    text->bytes[text->length] = '\0';
    return whole;
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

/* A body while we make it. */
struct making {
    cJSON *body;
    struct content_looks looks;
    cJSON *embeds;     /* NULL: facts are said in words */
    size_t facts_room; /* units for facts */
    struct content_part part;
    struct text board, said; /* text of the board, and lines; without a container all text goes into
                              * `board` */
    struct pings called;
};

static void note_pings(struct making *making, const struct message *message)
{
    if (message->rings)
        add_pings(&making->called, &making->part);
}

/* Puts those of the newest `count` lines that fit before `text`. `most`: units for all text of the
 * message. Returns how many are whole; the newest one is cut if it stands alone. */
static unsigned put_lines(struct making *making, const struct message_lines *lines, unsigned count,
                          struct text *text, size_t most)
{
    for (unsigned i = 0; i < count; i++) {
        const struct message *line = lines->at[lines->count - 1 - i];
        size_t used = making->board.units + making->said.units;
        size_t before = text->length;
        if (put_facts(making->embeds, line, &making->facts_room))
            continue;
        bool whole = put_before(text, line, &making->part, &making->looks, most - used);
        if (text->length > before)
            note_pings(making, line);
        if (!whole)
            return i;
    }
    return count;
}

static void put_board(struct making *making, const struct message *board, size_t most)
{
    put_before(&making->board, board, &making->part, &making->looks, most);
    if (making->board.length > 0)
        note_pings(making, board);
}

/* Puts the board and the lines below it. A line that nobody has seen stands nowhere else, and the
 * picture has what the board says: so the board is cut before such a line is. */
static void put_both(struct making *making, const struct message_lines *lines,
                     const struct message *board)
{
    static const size_t most[] = {MESSAGE_TEXT - CONTENT_MIN - 1, MESSAGE_TEXT};
    put_board(making, board, MESSAGE_TEXT);
    if (put_lines(making, lines, lines->count, &making->said, MESSAGE_TEXT) >= lines->fresh)
        return;
    unsigned whole = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(most) && whole == 0; i++) {
        making->board.length = making->board.units = making->said.length = making->said.units = 0;
        making->called.count = 0;
        whole = put_lines(making, lines, lines->fresh, &making->said, most[i]);
    }
    put_board(making, board, MESSAGE_TEXT - making->said.units);
}

/* -- plain text -- */

static bool make_plain(struct making *making, const struct message_lines *lines,
                       const struct message *main, unsigned page, bool embeds)
{
    static const struct components_room room = {COMPONENTS_ROWS, COMPONENTS_MAX};
    static const struct message none;
    unsigned left_out = 0;
    making->facts_room = EMBEDS_UNITS;
    making->embeds = embeds ? cJSON_AddArrayToObject(making->body, "embeds") : NULL;
    if (embeds && making->embeds == NULL)
        return false;
    if (main != NULL)
        put_board(making, main, CONTENT_MAX);
    put_lines(making, lines, lines->count, &making->board, CONTENT_MAX);
    cJSON *rows = cJSON_AddArrayToObject(making->body, "components");
    return (making->board.length > 0 || making->facts_room < EMBEDS_UNITS) && rows != NULL &&
           cJSON_AddStringToObject(making->body, "content", making->board.bytes) != NULL &&
           components_add(main != NULL ? main : &none, page, &room, making->looks.emoji, rows,
                          &left_out);
}

/* -- a container -- */

enum { TYPE_TEXT = 10, TYPE_SEPARATOR = 14, TYPE_CONTAINER = 17 };

/* Returns the colour of the container, as 0xRRGGBB: the colour in force, else that of the felt. */
static int accent_of(const struct message *board)
{
    enum { FELT = 0x28504f };
    static const int accents[] = {
        [TINT_WILD] = 0x4a4f5a,   [TINT_RED] = 0xb3202c,    [TINT_GREEN] = 0x2f9e62,
        [TINT_BLUE] = 0x2456c4,   [TINT_YELLOW] = 0xf2c230, [TINT_PURPLE] = 0x7c3fb0,
        [TINT_ORANGE] = 0xe8742a,
    };
    unsigned colour = board->snapshot != NULL ? board->snapshot->colour
                      : board->ending != NULL ? board->ending->colour
                                              : ARRAY_SIZE(accents);
    return colour < ARRAY_SIZE(accents) ? accents[colour] : FELT;
}

static cJSON *add_component(cJSON *array, int type)
{
    cJSON *component = cJSON_CreateObject();
    if (component == NULL || !cJSON_AddItemToArray(array, component)) {
        cJSON_Delete(component);
        return NULL;
    }
    return cJSON_AddNumberToObject(component, "type", type) != NULL ? component : NULL;
}

/* Adds a text and counts it in `used`; nothing if it is empty. */
static bool add_display(cJSON *array, const struct text *text, unsigned *used)
{
    if (text->length == 0)
        return true;
    cJSON *display = add_component(array, TYPE_TEXT);
    (*used)++;
    return display != NULL && cJSON_AddStringToObject(display, "content", text->bytes) != NULL;
}

static bool make_container(struct making *making, const struct message_lines *lines,
                           const struct message *board, unsigned page)
{
    unsigned left_out = 0;
    unsigned used = 2; /* two components: the container, and the picture that rest.h may add */
    put_both(making, lines, board);
    if (making->board.length + making->said.length == 0)
        return false;
    cJSON *outer = cJSON_AddArrayToObject(making->body, "components");
    cJSON *container = outer != NULL ? add_component(outer, TYPE_CONTAINER) : NULL;
    cJSON *inner = container != NULL ? cJSON_AddArrayToObject(container, "components") : NULL;
    bool both = making->board.length > 0 && making->said.length > 0;
    used += both;
    if (inner == NULL || cJSON_AddNumberToObject(making->body, "flags", MESSAGE_FLAG_V2) == NULL ||
        cJSON_AddNumberToObject(container, "accent_color", accent_of(board)) == NULL ||
        !add_display(inner, &making->board, &used) ||
        (both && add_component(inner, TYPE_SEPARATOR) == NULL) ||
        !add_display(inner, &making->said, &used))
        return false;
    const struct components_room room = {COMPONENTS_MAX, COMPONENTS_MAX - used};
    return components_add(board, page, &room, making->looks.emoji, inner, &left_out);
}

/* -- the whole -- */

cJSON *message_body_make(const struct message_lines *lines, const struct message *main,
                         unsigned page, enum message_body_way way,
                         const struct content_looks *looks)
{
    static const struct pings nobody;
    static const struct message_lines no_lines;
    struct making *making = calloc(1, sizeof(*making));
    if (making == NULL)
        return NULL;
    if (looks != NULL)
        making->looks = *looks;
    if (lines == NULL)
        lines = &no_lines;
    making->body = cJSON_CreateObject();
    bool good = making->body != NULL;
    if (way == MESSAGE_BODY_INTERACTION || main == NULL) {
        good = good && make_plain(making, lines, main, page, way == MESSAGE_BODY_INTERACTION);
    } else {
        good = good && make_container(making, lines, main, page);
    }
    good = good && cJSON_AddArrayToObject(making->body, "attachments") != NULL &&
           add_mentions(making->body, way == MESSAGE_BODY_PINGS ? &making->called : &nobody);
    cJSON *body = making->body;
    free(making);
    if (!good) {
        cJSON_Delete(body);
        return NULL;
    }
    return body;
}

cJSON *message_body_turn(cJSON *body)
{
    bool container = body != NULL && cJSON_HasObjectItem(body, "flags");
    if (container && (cJSON_AddNullToObject(body, "content") == NULL ||
                      cJSON_AddArrayToObject(body, "embeds") == NULL)) {
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
