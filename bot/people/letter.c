#include "letter.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "bot/people/fields.h"
#include "bot/people/people_state.h"
#include "storage/lease.h"

/* -- what the structs consist of -- */

#define SIZE_OF(type, member) sizeof(((type *)NULL)->member)
#define NUMBER(type, member)                                                                       \
    {                                                                                              \
        .name = #member, FIELD_NUMBER, offsetof(type, member), SIZE_OF(type, member)               \
    }
#define SIGNED(type, member)                                                                       \
    {                                                                                              \
        .name = #member, FIELD_SIGNED, offsetof(type, member), SIZE_OF(type, member)               \
    }
#define WIDE(type, member)                                                                         \
    {                                                                                              \
        .name = #member, FIELD_WIDE, offsetof(type, member), SIZE_OF(type, member)                 \
    }
#define CHARS(type, member)                                                                        \
    {                                                                                              \
        .name = #member, FIELD_CHARS, offsetof(type, member), SIZE_OF(type, member)                \
    }
#define TEXT(type, member)                                                                         \
    {                                                                                              \
        .name = #member, FIELD_TEXT, offsetof(type, member), SIZE_OF(type, member)                 \
    }
#define RECORD(type, member, fields)                                                               \
    {                                                                                              \
        .name = #member, FIELD_RECORD, offsetof(type, member), .members = (fields)                 \
    }
/* NOLINTBEGIN(bugprone-macro-parentheses): names of members stand in no parentheses */
/* `count`: the member that says how many are used. */
#define LIST(type, member, count, fields)                                                          \
    {                                                                                              \
        .name = #member, FIELD_LIST, offsetof(type, member), SIZE_OF(type, member[0]),             \
        SIZE_OF(type, member) / SIZE_OF(type, member[0]), offsetof(type, count), fields            \
    }
/* A member of an element of an array in `type`. */
#define IN(kind_, type, array, member)                                                             \
    {                                                                                              \
        .name = #member, kind_, offsetof(type, array[0].member) - offsetof(type, array[0]),        \
        SIZE_OF(type, array[0].member)                                                             \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

static const struct field card_fields[] = {
    NUMBER(struct shown_card, sign),    NUMBER(struct shown_card, flex),
    NUMBER(struct shown_card, face),    NUMBER(struct shown_card, face_length),
    NUMBER(struct shown_card, letters), NUMBER(struct shown_card, foot),
    NUMBER(struct shown_card, flip),    NUMBER(struct shown_card, playable),
    CHARS(struct shown_card, code),     {.name = NULL}};

static const struct field control_fields[] = {NUMBER(struct control, kind),
                                              NUMBER(struct control, tint),
                                              RECORD(struct control, card, card_fields),
                                              NUMBER(struct control, strong),
                                              NUMBER(struct control, off),
                                              NUMBER(struct control, chosen),
                                              CHARS(struct control, label),
                                              CHARS(struct control, help),
                                              CHARS(struct control, words),
                                              {.name = NULL}};

#define SEAT(kind_, member) IN(kind_, struct snapshot, seats, member)
static const struct field seat_fields[] = {SEAT(FIELD_CHARS, name),
                                           SEAT(FIELD_NUMBER, cards),
                                           SEAT(FIELD_NUMBER, uno),
                                           SEAT(FIELD_NUMBER, computer),
                                           SEAT(FIELD_NUMBER, away),
                                           SEAT(FIELD_SIGNED, total),
                                           {.name = NULL}};

static const struct field snapshot_fields[] = {NUMBER(struct snapshot, tint),
                                               NUMBER(struct snapshot, colour),
                                               NUMBER(struct snapshot, clockwise),
                                               NUMBER(struct snapshot, pile),
                                               NUMBER(struct snapshot, pending),
                                               CHARS(struct snapshot, top),
                                               RECORD(struct snapshot, card, card_fields),
                                               CHARS(struct snapshot, colour_word),
                                               NUMBER(struct snapshot, letters),
                                               NUMBER(struct snapshot, round),
                                               NUMBER(struct snapshot, totals),
                                               CHARS(struct snapshot, asks),
                                               CHARS(struct snapshot, moves),
                                               NUMBER(struct snapshot, moved),
                                               LIST(struct snapshot, seats, count, seat_fields),
                                               {.name = NULL}};

static const struct field drawn_fields[] = {NUMBER(struct drawn_card, tint),
                                            RECORD(struct drawn_card, card, card_fields),
                                            CHARS(struct drawn_card, label),
                                            {.name = NULL}};

#define ENDED(kind_, member) IN(kind_, struct ending, seats, member)
static const struct field ended_fields[] = {
    ENDED(FIELD_CHARS, name),
    ENDED(FIELD_NUMBER, won),
    ENDED(FIELD_CHARS, left),
    ENDED(FIELD_CHARS, total),
    {.name = "hand",
     FIELD_LIST,
     offsetof(struct ending, seats[0].hand) - offsetof(struct ending, seats[0]),
     sizeof(struct drawn_card),
     ENDING_CARDS,
     offsetof(struct ending, seats[0].cards) - offsetof(struct ending, seats[0]),
     drawn_fields},
    ENDED(FIELD_NUMBER, cards),
    {.name = NULL}};

static const struct field ending_fields[] = {CHARS(struct ending, title),
                                             CHARS(struct ending, note),
                                             CHARS(struct ending, gained),
                                             CHARS(struct ending, unit),
                                             CHARS(struct ending, left_head),
                                             CHARS(struct ending, total_head),
                                             NUMBER(struct ending, colour),
                                             CHARS(struct ending, colour_word),
                                             NUMBER(struct ending, letters),
                                             NUMBER(struct ending, clockwise),
                                             RECORD(struct ending, top, drawn_fields),
                                             CHARS(struct ending, none),
                                             LIST(struct ending, seats, count, ended_fields),
                                             {.name = NULL}};

static const struct field fact_fields[] = {
    CHARS(struct fact, name), /* its cells are members of their own: none is left out */
    {.name = "c0", FIELD_CHARS, offsetof(struct fact, cells[0]), FACT_CELL},
    {.name = "c1", FIELD_CHARS, offsetof(struct fact, cells[1]), FACT_CELL},
    {.name = "c2", FIELD_CHARS, offsetof(struct fact, cells[2]), FACT_CELL},
    {.name = "c3", FIELD_CHARS, offsetof(struct fact, cells[3]), FACT_CELL},
    {.name = NULL}};
_Static_assert(FACT_CELLS == 4, "each cell is in fact_fields");

static const struct field facts_fields[] = {CHARS(struct facts, title),
                                            CHARS(struct facts, head),
                                            CHARS(struct facts, note),
                                            CHARS(struct facts, address),
                                            LIST(struct facts, at, count, fact_fields),
                                            {.name = NULL}};

/* What message_create() and message_add() do not set. A ticket has a meaning only in the process
 * that made it. */
static const struct field message_fields[] = {TEXT(struct message, channel),
                                              TEXT(struct message, user),
                                              TEXT(struct message, title),
                                              TEXT(struct message, calls),
                                              NUMBER(struct message, rings),
                                              NUMBER(struct message, below),
                                              NUMBER(struct message, board),
                                              NUMBER(struct message, urgency),
                                              NUMBER(struct message, company),
                                              NUMBER(struct message, way),
                                              NUMBER(struct message, mono),
                                              NUMBER(struct message, first),
                                              NUMBER(struct message, replaces),
                                              NUMBER(struct message, stays),
                                              NUMBER(struct message, asks),
                                              NUMBER(struct message, purpose),
                                              NUMBER(struct message, answers),
                                              WIDE(struct message, stamp),
                                              {.name = NULL}};

/* A span with its text. */
struct spelled {
    uint8_t style, tint;
    struct shown_card card;
    const char *text;
};

static const struct field span_fields[] = {NUMBER(struct spelled, style),
                                           NUMBER(struct spelled, tint),
                                           RECORD(struct spelled, card, card_fields),
                                           TEXT(struct spelled, text),
                                           {.name = NULL}};

#define USER(kind_, member)                                                                        \
    {                                                                                              \
        .name = #member, kind_, offsetof(struct chat_event, user.member),                          \
        SIZE_OF(struct chat_event, user.member)                                                    \
    }
static const struct field event_fields[] = {TEXT(struct chat_event, channel),
                                            TEXT(struct chat_event, text),
                                            TEXT(struct chat_event, old_id),
                                            USER(FIELD_TEXT, id),
                                            USER(FIELD_TEXT, name),
                                            USER(FIELD_TEXT, account),
                                            USER(FIELD_TEXT, host),
                                            USER(FIELD_NUMBER, host_vouched),
                                            USER(FIELD_TEXT, certificate),
                                            USER(FIELD_TEXT, connection),
                                            USER(FIELD_NUMBER, unseen),
                                            USER(FIELD_NUMBER, relayed),
                                            USER(FIELD_NUMBER, is_operator),
                                            USER(FIELD_TEXT, locale),
                                            NUMBER(struct chat_event, netsplit),
                                            NUMBER(struct chat_event, tried),
                                            NUMBER(struct chat_event, too_long),
                                            NUMBER(struct chat_event, command),
                                            NUMBER(struct chat_event, written),
                                            WIDE(struct chat_event, stamp),
                                            NUMBER(struct chat_event, late),
                                            TEXT(struct chat_event, missing_permissions),
                                            NUMBER(struct chat_event, muted),
                                            NUMBER(struct chat_event, answers),
                                            {.name = NULL}};

static const char *const event_kinds[] = {[CHAT_CONNECTED] = "connected",
                                          [CHAT_DISCONNECTED] = "disconnected",
                                          [CHAT_ENTERED] = "entered",
                                          [CHAT_REMOVED] = "removed",
                                          [CHAT_DROPPED] = "dropped",
                                          [CHAT_STALE] = "stale",
                                          [CHAT_MUTED] = "muted",
                                          [CHAT_TRY] = "try",
                                          [CHAT_MESSAGE] = "message",
                                          [CHAT_SUGGEST] = "suggest",
                                          [CHAT_JOIN] = "join",
                                          [CHAT_LEAVE] = "leave",
                                          [CHAT_RENAME] = "rename",
                                          [CHAT_IDENTITY] = "identity",
                                          [CHAT_KNOWN] = "known",
                                          [CHAT_GONE] = "gone",
                                          [CHAT_FAILED] = "failed",
                                          [CHAT_UNANSWERED] = "unanswered",
                                          [CHAT_GAP] = "gap",
                                          [CHAT_STOPPED] = "stopped"};

static const char message_key[] = "message", event_key[] = "event", ask_key[] = "ask",
                  look_key[] = "look", kind_key[] = "kind", name_key[] = "name",
                  first_key[] = "first";

/* -- writing -- */

/* Sends the JSON and frees it. `good` false, or json NULL: memory is out. */
static void send_json(struct people *people, const char *to, const char *from, cJSON *json,
                      bool good)
{
    char *text = good && json != NULL ? cJSON_PrintUnformatted(json) : NULL;
    if (text == NULL)
        log_fatal(people->log, "out of memory for a letter to network %s: ending", to);
    store_send_letter(people->store, to, from, text);
    cJSON_free(text);
    cJSON_Delete(json);
}

static bool write_list(cJSON *object, const char *name, const struct field *fields,
                       const void *records, size_t size, unsigned count)
{
    cJSON *list = count > 0 ? cJSON_AddArrayToObject(object, name) : NULL;
    bool good = list != NULL || count == 0;
    for (unsigned i = 0; i < count && good; i++) {
        cJSON *item = cJSON_CreateObject();
        good = item != NULL && fields_write(fields, (const char *)records + i * size, item) &&
               cJSON_AddItemToArray(list, item);
    }
    return good;
}

static bool write_spans(cJSON *object, const struct message *message)
{
    cJSON *list = cJSON_AddArrayToObject(object, "spans");
    bool good = list != NULL;
    for (unsigned i = 0; i < message->span_count && good; i++) {
        const struct span *span = &message->spans[i];
        cJSON *item = cJSON_CreateObject();
        char *text = strndup(message->text + span->start, span->length);
        const struct spelled spelled = {span->style, span->tint, span->card, text};
        good = item != NULL && text != NULL && fields_write(span_fields, &spelled, item) &&
               cJSON_AddItemToArray(list, item);
        free(text);
    }
    return good;
}

static bool write_part(cJSON *object, const char *name, const struct field *fields,
                       const void *part)
{
    cJSON *inner = part != NULL ? cJSON_AddObjectToObject(object, name) : NULL;
    return part == NULL || (inner != NULL && fields_write(fields, part, inner));
}

void letter_send_message(struct people *people, const char *to, const char *from,
                         const struct message *message)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *object = cJSON_AddObjectToObject(json, message_key);
    bool good = object != NULL && fields_write(message_fields, message, object) &&
                write_spans(object, message) &&
                write_list(object, "controls", control_fields, message->controls,
                           sizeof(*message->controls), message->control_count) &&
                write_part(object, "snapshot", snapshot_fields, message->snapshot) &&
                write_part(object, "ending", ending_fields, message->ending) &&
                write_part(object, "facts", facts_fields, message->facts);
    send_json(people, to, from, json, good);
}

void letter_send_event(struct people *people, const char *to, const char *from,
                       const struct chat_event *event, const char *own_name)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *object = cJSON_AddObjectToObject(json, event_key);
    bool good = object != NULL && fields_write(event_fields, event, object) &&
                cJSON_AddStringToObject(object, kind_key, event_kinds[event->kind]) != NULL &&
                (own_name == NULL || cJSON_AddStringToObject(json, name_key, own_name) != NULL);
    send_json(people, to, from, json, good);
}

void letter_send_ask(struct people *people, const char *to, const char *from)
{
    cJSON *json = cJSON_CreateObject();
    send_json(people, to, from, json, cJSON_AddTrueToObject(json, ask_key) != NULL);
}

void letter_send_look(struct people *people, const char *to, const char *from, const char *id,
                      bool first)
{
    cJSON *json = cJSON_CreateObject();
    send_json(people, to, from, json,
              cJSON_AddStringToObject(json, look_key, id) != NULL &&
                  cJSON_AddBoolToObject(json, first_key, first) != NULL);
}

/* -- reading -- */

static const char *text_of(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static void read_spans(const cJSON *object, struct message *message)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "spans"))
    {
        struct spelled spelled = {.text = NULL};
        fields_read(span_fields, item, &spelled);
        if (spelled.text == NULL)
            continue;
        if (spelled.style == STYLE_CARD) {
            message_card(message, (enum tint)spelled.tint, &spelled.card, spelled.text,
                         strlen(spelled.text));
        } else {
            message_add(message, (enum style)spelled.style, (enum tint)spelled.tint, spelled.text,
                        strlen(spelled.text));
        }
    }
}

static void read_parts(const cJSON *object, struct message *message)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "controls"))
    {
        struct control control = {.kind = CONTROL_BUTTON};
        fields_read(control_fields, item, &control);
        message_control(message, &control);
    }
    const cJSON *snapshot = cJSON_GetObjectItemCaseSensitive(object, "snapshot");
    const cJSON *ending = cJSON_GetObjectItemCaseSensitive(object, "ending");
    const cJSON *facts = cJSON_GetObjectItemCaseSensitive(object, "facts");
    if (snapshot != NULL && message_snapshot(message) != NULL)
        fields_read(snapshot_fields, snapshot, message->snapshot);
    if (ending != NULL && message_ending(message) != NULL)
        fields_read(ending_fields, ending, message->ending);
    if (facts != NULL && message_facts(message) != NULL)
        fields_read(facts_fields, facts, message->facts);
}

static char *copy_of(struct message *message, const char *text)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    message->failed = message->failed || (text != NULL && copy == NULL);
    return copy;
}

static bool read_message(const cJSON *object, struct letter *letter)
{
    struct message head = {.channel = NULL};
    fields_read(message_fields, object, &head);
    struct message *message = message_create(head.channel, head.user, (enum urgency)head.urgency);
    if (message == NULL)
        return false;
    read_spans(object, message);
    read_parts(object, message);
    message->title = copy_of(message, head.title);
    message->calls = copy_of(message, head.calls);
    message->rings = head.rings;
    message->below = head.below;
    message->board = head.board;
    message->company = head.company;
    message->way = head.way;
    message->mono = head.mono;
    message->first = head.first;
    message->replaces = head.replaces;
    message->stays = head.stays;
    message->asks = head.asks;
    message->purpose = head.purpose;
    message->answers = head.answers;
    message->stamp = head.stamp;
    letter->kind = LETTER_MESSAGE;
    letter->message = message;
    return !message->failed;
}

static bool read_event(const cJSON *object, struct letter *letter)
{
    const char *kind = text_of(object, kind_key);
    letter->kind = LETTER_EVENT;
    for (unsigned i = 0; kind != NULL && i < ARRAY_SIZE(event_kinds); i++) {
        if (strcmp(event_kinds[i], kind) != 0)
            continue;
        fields_read(event_fields, object, &letter->event);
        letter->event.kind = (enum chat_event_kind)i;
        return true;
    }
    return false;
}

bool letter_read(const char *text, struct letter *letter)
{
    *letter = (struct letter){.json = cJSON_Parse(text)};
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(letter->json, message_key);
    const cJSON *event = cJSON_GetObjectItemCaseSensitive(letter->json, event_key);
    letter->name = text_of(letter->json, event != NULL ? name_key : look_key);
    letter->first = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(letter->json, first_key));
    letter->kind = letter->name != NULL ? LETTER_LOOK : LETTER_ASK;
    if (message != NULL)
        return read_message(message, letter);
    if (event != NULL)
        return read_event(event, letter);
    return letter->name != NULL ||
           cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(letter->json, ask_key));
}

void letter_finish(struct letter *letter)
{
    message_destroy(letter->message);
    cJSON_Delete(letter->json);
    *letter = (struct letter){.json = NULL};
}
