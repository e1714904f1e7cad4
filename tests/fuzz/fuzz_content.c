/* Any messages as bodies for Discord: whatever is said and to be pressed, the body keeps within
 * Discord's limits, calls nobody but who is meant, and what is pressed says what it stood for.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/messages/components.h"
#include "adapters/discord/messages/message_body.h"
#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONTENT_UNITS = 2000, LABEL_UNITS = 80, OPTION_UNITS = 100, IDS = 40, TYPE_ROW = 1 };

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* -- making -- */

struct input {
    const uint8_t *at, *end;
};

static unsigned take(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

/* Some bytes of the input, cleaned as the host does; never empty. */
static void take_text(struct input *input, char *out, size_t size, size_t most)
{
    struct buf buf;
    size_t length = (size_t)(input->end - input->at);
    length = length < most ? length : most;
    buf_init(&buf, out, size);
    text_clean(&buf, (const char *)input->at, length);
    input->at += length;
    if (*out == '\0')
        snprintf(out, size, "x");
}

static void add_span(struct input *input, struct message *message)
{
    char text[1024];
    unsigned how = take(input);
    take_text(input, text, sizeof(text), take(input));
    enum style style = (enum style)(how % 5);
    message_add(message, style, (enum tint)(how / 5 % 7), text, strlen(text));
    if (how & 0x80)
        message_add(message, STYLE_PLAIN, TINT_WILD, "\n", 1);
}

static void add_control(struct input *input, struct message *message)
{
    struct control control = {.kind = (uint8_t)(take(input) % 4)};
    unsigned how = take(input);
    control.strong = how & 1;
    control.off = how & 2;
    control.tint = (uint8_t)(how / 4 % 7);
    take_text(input, control.label, sizeof(control.label), how % 64);
    take_text(input, control.words, sizeof(control.words), take(input) % 64);
    if (*control.words == '>') /* no command begins so */
        *control.words = 'p';
    message_control(message, &control);
}

static struct message *make(struct input *input, bool controls)
{
    struct message *message = message_create("10", NULL, URGENCY_TABLE);
    check(message);
    for (unsigned i = take(input) % 12; i > 0; i--)
        add_span(input, message);
    if (take(input) & 1)
        message_call(message, "42");
    for (unsigned i = controls ? take(input) : 0; i > 0; i--)
        add_control(input, message);
    message->stamp = controls ? (uint64_t)take(input) << (take(input) % 57) : 0;
    return message;
}

/* -- judging -- */

static size_t units_of(const char *text)
{
    size_t units = 0;
    for (; *text != '\0'; text++)
        units += ((unsigned char)*text & 0xc0) == 0x80 ? 0 : (unsigned char)*text < 0xf0 ? 1U : 2U;
    return units;
}

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static void judge_content(const char *text, size_t most)
{
    unsigned slashes = 0;
    check(text && *text != '\0' && units_of(text) <= most);
    for (const char *at = text; *at != '\0'; at++) {
        bool open = slashes % 2 == 0;
        slashes = *at == '\\' ? slashes + 1 : 0;
        check(!open || strncmp(at, "<@", 2) != 0 || strncmp(at, "<@42>", 5) == 0);
        check(!open || strncmp(at, "<#", 2) != 0);
        check(strncmp(at, "@everyone", 9) != 0 && strncmp(at, "@here", 5) != 0);
    }
}

static void judge_menu(const cJSON *menu)
{
    const char *id = text_of(menu, "custom_id");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(menu, "options");
    int count = cJSON_GetArraySize(options);
    check(count >= 1 && count <= COMPONENTS_OPTIONS);
    for (int i = 0; i < count; i++) {
        const cJSON *option = cJSON_GetArrayItem(options, i);
        const char *value = text_of(option, "value");
        const char *label = text_of(option, "label");
        struct component_use use;
        check(value && *value != '\0' && units_of(value) <= OPTION_UNITS);
        check(label && *label != '\0' && units_of(label) <= OPTION_UNITS);
        check(components_read(id, value, &use));
        check(use.kind == USE_PAGE || (use.kind == USE_WORDS && strcmp(use.words, value) == 0));
        for (int k = 0; k < i; k++)
            check(strcmp(text_of(cJSON_GetArrayItem(options, k), "value"), value) != 0);
    }
}

static void judge_button(const cJSON *button, const struct message *main)
{
    const char *label = text_of(button, "label");
    struct component_use use;
    bool found = false;
    check(label && *label != '\0' && units_of(label) <= LABEL_UNITS);
    check(components_read(text_of(button, "custom_id"), NULL, &use));
    check(use.stamp == main->stamp && use.kind != USE_PAGE);
    for (unsigned i = 0; i < main->control_count && !found; i++)
        found = strcmp(main->controls[i].words, use.words) == 0;
    check(found);
}

static void judge_rows(const cJSON *rows, const struct message *main)
{
    const char *ids[IDS] = {NULL};
    unsigned count = 0;
    const cJSON *row = NULL;
    const cJSON *item = NULL;
    check(cJSON_IsArray(rows));
    cJSON_ArrayForEach(row, rows)
    {
        if (cJSON_GetObjectItemCaseSensitive(row, "type")->valueint != TYPE_ROW)
            continue;
        const cJSON *inside = cJSON_GetObjectItemCaseSensitive(row, "components");
        int width = cJSON_GetArraySize(inside);
        check(width >= 1 && width <= COMPONENTS_BUTTONS);
        cJSON_ArrayForEach(item, inside)
        {
            const char *id = text_of(item, "custom_id");
            check(id && *id != '\0' && units_of(id) <= COMPONENTS_ID && count < IDS);
            for (unsigned i = 0; i < count; i++)
                check(strcmp(ids[i], id) != 0);
            ids[count++] = id;
            if (cJSON_GetObjectItemCaseSensitive(item, "options")) {
                check(width == 1);
                judge_menu(item);
            } else {
                judge_button(item, main);
            }
        }
    }
}

/* A table: texts, a line between them, and rows, in one container. */
static void judge_container(const cJSON *outer, const struct message *main)
{
    const cJSON *inner =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(outer, 0), "components");
    const cJSON *item = NULL;
    size_t units = 0;
    unsigned count = 1;
    check(cJSON_GetArraySize(outer) == 1 && cJSON_GetArraySize(inner) > 0);
    cJSON_ArrayForEach(item, inner)
    {
        const char *text = text_of(item, "content");
        count +=
            1 + (unsigned)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(item, "components"));
        if (text == NULL)
            continue;
        judge_content(text, MESSAGE_TEXT);
        units += units_of(text);
    }
    check(units <= MESSAGE_TEXT && count < COMPONENTS_MAX); /* a picture may come */
    judge_rows(inner, main);
}

static void judge(const cJSON *body, const struct message *main, bool pings)
{
    const cJSON *allowed = cJSON_GetObjectItemCaseSensitive(body, "allowed_mentions");
    const cJSON *users = cJSON_GetObjectItemCaseSensitive(allowed, "users");
    const cJSON *user = NULL;
    const cJSON *components = cJSON_GetObjectItemCaseSensitive(body, "components");
    if (cJSON_HasObjectItem(body, "flags")) {
        judge_container(components, main);
    } else {
        judge_content(text_of(body, "content"), CONTENT_UNITS);
        check(cJSON_GetArraySize(components) <= COMPONENTS_ROWS);
        judge_rows(components, main);
    }
    check(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(allowed, "parse")) == 0);
    check(cJSON_IsArray(users) && (pings || cJSON_GetArraySize(users) == 0));
    cJSON_ArrayForEach(user, users)
    {
        check(strcmp(cJSON_GetStringValue(user), "42") == 0);
        check(cJSON_GetArraySize(users) == 1); /* Discord refuses one that stands there twice */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {.at = data, .end = data + size};
    struct message_lines lines = {.count = 0};
    unsigned how = take(&input);
    for (unsigned i = how % 16; i > 0; i--)
        message_lines_put(&lines, make(&input, false));
    struct message *main = make(&input, true);
    if (!main->failed) {
        cJSON *body = message_body_make(&lines, main, take(&input),
                                        how & 0x80 ? MESSAGE_BODY_PINGS : MESSAGE_BODY_QUIET, NULL);
        if (body)
            judge(body, main, how & 0x80);
        check(body || message_empty(main) || strspn(main->text, " \n") == main->length);
        cJSON_Delete(body);
    }
    message_destroy(main);
    message_lines_drop(&lines, 0);
    return 0;
}
