#include "components.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "card_emoji.h"
#include "content.h"

#define FORM "1" /* of custom_id: FORM.NUMBER.STAMP.MARKwords */

enum {
    TYPE_ROW = 1,
    TYPE_BUTTON = 2,
    TYPE_MENU = 3,
    TYPE_INPUT = 4,
    TYPE_LABEL = 18,
    TYPE_RADIO = 21,
    TYPE_BOXES = 22,
    STYLE_PRIMARY = 1,
    STYLE_SECONDARY = 2,
    INPUT_SHORT = 1,
    LABEL_MAX = 80,
    OPTION_MAX = 100,
    TITLE_MAX = 45,
    PAGE_CHOICES = COMPONENTS_OPTIONS - 2 /* beside "back" and "on" */
};

static const char mark_says = '!', mark_menu = '=', mark_asks = '?', mark_page = '>',
                  mark_form = '#';

/* One body's components as they grow. */
struct component_layout {
    const struct message *message;
    const struct card_emoji *emoji;
    cJSON *rows;
    cJSON *row;    /* the last row of buttons, if it has room for more; NULL: none */
    unsigned room; /* components that may still be added; a row counts as one */
    unsigned rows_room;
    unsigned number;
    unsigned left_out;
    bool failed;
};

static cJSON *add_object(struct component_layout *layout, cJSON *array)
{
    cJSON *object = cJSON_CreateObject();
    if (object == NULL || !cJSON_AddItemToArray(array, object)) {
        cJSON_Delete(object);
        layout->failed = true;
        return NULL;
    }
    return object;
}

static void add_text(struct component_layout *layout, cJSON *object, const char *key,
                     const char *text, size_t most)
{
    char cut[CONTROL_HELP + 1];
    size_t length = text_cut(text, strlen(text), most < sizeof(cut) ? most : sizeof(cut) - 1);
    memcpy(cut, text, length);
    cut[length] = '\0';
    layout->failed = layout->failed || cJSON_AddStringToObject(object, key, cut) == NULL;
}

static void add_number(struct component_layout *layout, cJSON *object, const char *key, int number)
{
    layout->failed = layout->failed || cJSON_AddNumberToObject(object, key, number) == NULL;
}

/* Adds the emoji of a card or colour, or a square. */
static void add_sign(struct component_layout *layout, cJSON *object, const struct control *control)
{
    char name[CARD_EMOJI_NAME];
    const char *id = card_emoji_find(layout->emoji, control->tint, &control->card, name);
    const char *sign = id != NULL ? name : content_square((enum tint)control->tint);
    cJSON *emoji = *sign != '\0' ? cJSON_AddObjectToObject(object, "emoji") : NULL;
    if (*sign == '\0')
        return;
    layout->failed = layout->failed || emoji == NULL ||
                     cJSON_AddStringToObject(emoji, "name", sign) == NULL ||
                     (id != NULL && cJSON_AddStringToObject(emoji, "id", id) == NULL);
}

static void make_id(const struct component_layout *layout, char mark, const char *words, char *out,
                    size_t size)
{
    snprintf(out, size, FORM ".%u.%" PRIx64 ".%c%s", layout->number, layout->message->stamp, mark,
             words);
}

/* Opens a row for at least one component. Returns NULL if there is no room for both. */
static cJSON *open_row(struct component_layout *layout)
{
    bool fits = layout->rows_room > 0 && layout->room >= 2;
    cJSON *row = fits ? add_object(layout, layout->rows) : NULL;
    if (row == NULL)
        return NULL;
    layout->rows_room--;
    layout->room--;
    add_number(layout, row, "type", TYPE_ROW);
    cJSON *inside = cJSON_AddArrayToObject(row, "components");
    layout->failed = layout->failed || inside == NULL;
    return inside;
}

/* -- buttons -- */

static void add_button(struct component_layout *layout, const struct control *control)
{
    char id[COMPONENTS_ID + CONTROL_SAYS];
    char mark = control->kind == CONTROL_WORDS ? mark_asks : mark_says;
    make_id(layout, mark, control->words, id, sizeof(id));
    bool fits = strlen(id) <= COMPONENTS_ID; /* a row for nothing would be refused */
    if (fits && (layout->row == NULL || cJSON_GetArraySize(layout->row) == COMPONENTS_BUTTONS))
        layout->row = open_row(layout);
    bool placed = fits && layout->row != NULL && layout->room > 0;
    cJSON *button = placed ? add_object(layout, layout->row) : NULL;
    if (button == NULL) {
        layout->left_out++;
        return;
    }
    layout->room--;
    layout->number++;
    add_number(layout, button, "type", TYPE_BUTTON);
    add_number(layout, button, "style", control->strong ? STYLE_PRIMARY : STYLE_SECONDARY);
    add_text(layout, button, "label", control->label, LABEL_MAX);
    add_sign(layout, button, control);
    layout->failed = layout->failed || cJSON_AddStringToObject(button, "custom_id", id) == NULL;
    if (control->off)
        layout->failed = layout->failed || cJSON_AddTrueToObject(button, "disabled") == NULL;
}

/* -- menus -- */

static bool is_twin(const struct control *first, const struct control *choice)
{
    for (const struct control *at = first; at < choice; at++) {
        if (strcmp(at->words, choice->words) == 0)
            return true;
    }
    return false;
}

static void add_choice(struct component_layout *layout, cJSON *options,
                       const struct control *choice)
{
    cJSON *option = add_object(layout, options);
    if (option == NULL)
        return;
    add_text(layout, option, "label", choice->label, OPTION_MAX);
    if (*choice->help != '\0')
        add_text(layout, option, "description", choice->help, OPTION_MAX);
    if (choice->chosen)
        layout->failed = layout->failed || cJSON_AddTrueToObject(option, "default") == NULL;
    add_sign(layout, option, choice);
    layout->failed =
        layout->failed || cJSON_AddStringToObject(option, "value", choice->words) == NULL;
}

static void add_turn(struct component_layout *layout, cJSON *options, const char *arrow,
                     unsigned page, unsigned pages)
{
    char text[64];
    cJSON *option = add_object(layout, options);
    if (option == NULL)
        return;
    snprintf(text, sizeof(text), "%s %u/%u", arrow, page + 1, pages);
    add_text(layout, option, "label", text, OPTION_MAX);
    snprintf(text, sizeof(text), "%c%u", mark_page, page);
    layout->failed = layout->failed || cJSON_AddStringToObject(option, "value", text) == NULL;
}

static void add_choices(struct component_layout *layout, cJSON *options,
                        const struct control *first, unsigned count, unsigned page)
{
    bool paged = count > COMPONENTS_OPTIONS;
    unsigned pages = paged ? (count + PAGE_CHOICES - 1) / PAGE_CHOICES : 1;
    page = page < pages ? page : pages - 1;
    unsigned from = paged ? page * PAGE_CHOICES : 0;
    unsigned to = paged && from + PAGE_CHOICES < count ? from + PAGE_CHOICES : count;
    if (page > 0)
        add_turn(layout, options, "\xe2\x97\x80", page - 1, pages);
    for (unsigned i = from; i < to; i++) {
        if (!is_twin(first + from, first + i))
            add_choice(layout, options, first + i);
    }
    if (page + 1 < pages)
        add_turn(layout, options, "\xe2\x96\xb6", page + 1, pages);
}

static void add_menu(struct component_layout *layout, const struct control *menu, unsigned count,
                     unsigned page)
{
    char id[COMPONENTS_ID + CONTROL_SAYS];
    cJSON *row = count > 0 ? open_row(layout) : NULL;
    cJSON *select = row != NULL ? add_object(layout, row) : NULL;
    if (select == NULL) {
        layout->left_out += 1 + count;
        return;
    }
    layout->row = NULL;
    make_id(layout, mark_menu, "", id, sizeof(id));
    layout->room--;
    layout->number++;
    add_number(layout, select, "type", TYPE_MENU);
    add_text(layout, select, "placeholder", menu->label, OPTION_MAX);
    cJSON *options = cJSON_AddArrayToObject(select, "options");
    layout->failed = layout->failed || options == NULL ||
                     cJSON_AddStringToObject(select, "custom_id", id) == NULL;
    if (options != NULL)
        add_choices(layout, options, menu + 1, count, page);
    if (menu->off)
        layout->failed = layout->failed || cJSON_AddTrueToObject(select, "disabled") == NULL;
}

bool components_add(const struct message *message, unsigned page,
                    const struct components_room *room, const struct card_emoji *emoji,
                    cJSON *array, unsigned *left_out)
{
    struct component_layout layout = {.message = message,
                                      .emoji = emoji,
                                      .rows = array,
                                      .room = room->components,
                                      .rows_room = room->rows};
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct control *control = &message->controls[i];
        unsigned choices = 0;
        if (control->kind == CONTROL_BUTTON || control->kind == CONTROL_WORDS)
            add_button(&layout, control);
        if (control->kind != CONTROL_MENU)
            continue;
        while (i + 1 < message->control_count && control[choices + 1].kind == CONTROL_CHOICE) {
            choices++;
            i++;
        }
        add_menu(&layout, control, choices, page);
    }
    *left_out = layout.left_out;
    return !layout.failed;
}

/* -- back -- */

/* Reads the stamp of a custom_id, and returns the words behind the stamp. NULL: another version of
 * Talon made the custom_id, or it is not ours. */
static const char *read_head(const char *custom_id, uint64_t *stamp)
{
    char *end = NULL;
    if (strncmp(custom_id, FORM ".", sizeof(FORM)) != 0)
        return NULL;
    const char *at = custom_id + sizeof(FORM);
    at += strspn(at, "0123456789");
    if (*at++ != '.' || strchr("0123456789abcdef", *at) == NULL)
        return NULL;
    *stamp = strtoull(at, &end, 16);
    return *end == '.' ? end + 1 : NULL;
}

static bool read_value(const char *value, struct component_use *use)
{
    if (value != NULL && *value == mark_page) {
        char *end = NULL;
        unsigned long page = strtoul(value + 1, &end, 10);
        use->kind = USE_PAGE;
        use->page = (unsigned)page;
        return value[1] >= '0' && value[1] <= '9' && *end == '\0' && page < CONTROLS_MAX;
    }
    use->kind = USE_WORDS;
    return value != NULL && *value != '\0' &&
           snprintf(use->words, sizeof(use->words), "%s", value) < (int)sizeof(use->words);
}

bool components_read(const char *custom_id, const char *value, struct component_use *use)
{
    *use = (struct component_use){.kind = USE_WORDS};
    const char *at = read_head(custom_id, &use->stamp);
    if (at == NULL || *at == '\0')
        return false;
    if (*at == mark_menu)
        return at[1] == '\0' && read_value(value, use);
    use->kind = *at == mark_asks ? USE_MODAL : USE_WORDS;
    return (*at == mark_asks || *at == mark_says) && at[1] != '\0' &&
           snprintf(use->words, sizeof(use->words), "%s", at + 1) < (int)sizeof(use->words);
}

/* -- modals -- */

cJSON *components_modal(const struct component_use *use)
{
    struct message none = {.stamp = use->stamp};
    struct component_layout layout = {.message = &none, .room = 2, .rows_room = 1};
    char id[COMPONENTS_ID + 1];
    cJSON *data = cJSON_CreateObject();
    layout.rows = data != NULL ? cJSON_AddArrayToObject(data, "components") : NULL;
    cJSON *row = layout.rows != NULL ? open_row(&layout) : NULL;
    cJSON *input = row != NULL ? add_object(&layout, row) : NULL;
    if (input == NULL) {
        cJSON_Delete(data);
        return NULL;
    }
    make_id(&layout, mark_asks, "", id, sizeof(id));
    layout.failed = layout.failed || cJSON_AddStringToObject(data, "custom_id", id) == NULL;
    add_text(&layout, data, "title", use->words, TITLE_MAX);
    add_number(&layout, input, "type", TYPE_INPUT);
    add_number(&layout, input, "style", INPUT_SHORT);
    add_text(&layout, input, "label", use->words, TITLE_MAX);
    add_number(&layout, input, "max_length", COMPONENTS_WORDS_MAX);
    layout.failed = layout.failed || cJSON_AddStringToObject(input, "custom_id", "words") == NULL ||
                    cJSON_AddTrueToObject(input, "required") == NULL;
    if (layout.failed) {
        cJSON_Delete(data);
        return NULL;
    }
    return data;
}

bool components_read_modal(const char *custom_id, struct component_use *use)
{
    *use = (struct component_use){.kind = USE_MODAL};
    const char *at = read_head(custom_id, &use->stamp);
    if (at == NULL || (*at != mark_asks && *at != mark_form))
        return false;
    use->kind = *at == mark_form ? USE_FORM : USE_MODAL;
    int length = snprintf(use->words, sizeof(use->words), "%s", at + 1);
    return *at == mark_form ? length > 0 && length < (int)sizeof(use->words) : length == 0;
}

/* -- forms -- */

/* Adds a subject: its label, and the component with its choices. */
static void add_subject(struct component_layout *layout, const struct control *subject,
                        unsigned count)
{
    bool boxes = subject->kind == CONTROL_BOXES;
    bool menu = count > FORM_GROUP || count < 2;
    char id[16];
    cJSON *label = add_object(layout, layout->rows);
    cJSON *input = label != NULL ? cJSON_AddObjectToObject(label, "component") : NULL;
    cJSON *options = input != NULL ? cJSON_AddArrayToObject(input, "options") : NULL;
    if (options == NULL) {
        layout->failed = true;
        return;
    }
    add_number(layout, label, "type", TYPE_LABEL);
    add_text(layout, label, "label", subject->label, TITLE_MAX);
    snprintf(id, sizeof(id), "%u", layout->number++);
    add_text(layout, input, "custom_id", id, sizeof(id));
    add_number(layout, input, "type", boxes ? TYPE_BOXES : menu ? TYPE_MENU : TYPE_RADIO);
    if (boxes) { /* any of them, or none */
        layout->failed = layout->failed || cJSON_AddFalseToObject(input, "required") == NULL;
        add_number(layout, input, "min_values", 0);
        add_number(layout, input, "max_values", (int)count);
    }
    for (unsigned i = 0; i < count && i < COMPONENTS_OPTIONS; i++)
        add_choice(layout, options, subject + 1 + i);
}

cJSON *components_form(const struct message *message)
{
    struct component_layout layout = {.message = message};
    char id[COMPONENTS_ID + CONTROL_SAYS];
    cJSON *data = cJSON_CreateObject();
    layout.rows = data != NULL ? cJSON_AddArrayToObject(data, "components") : NULL;
    for (unsigned i = 1; layout.rows != NULL && i < message->control_count; i++) {
        const struct control *subject = &message->controls[i];
        unsigned count = 0;
        while (i + 1 < message->control_count && subject[count + 1].kind == CONTROL_CHOICE) {
            count++;
            i++;
        }
        if (count > 0 && cJSON_GetArraySize(layout.rows) < FORM_SUBJECTS)
            add_subject(&layout, subject, count);
    }
    if (layout.rows != NULL && message->control_count > 1) {
        layout.number = 0;
        make_id(&layout, mark_form, message->controls[0].words, id, sizeof(id));
        layout.failed = layout.failed || strlen(id) > COMPONENTS_ID ||
                        cJSON_AddStringToObject(data, "custom_id", id) == NULL;
        add_text(&layout, data, "title", message->text, TITLE_MAX);
    }
    if (layout.failed || cJSON_GetArraySize(layout.rows) == 0) {
        cJSON_Delete(data);
        return NULL;
    }
    return data;
}
