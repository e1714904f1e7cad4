#include "house_form.h"

#include <string.h>

#include "base/array.h"
#include "bot/show/controls.h"
#include "bot/show/panel.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"

/* Rules of which one value is chosen. A form has room for five subjects (Discord's limit). */
static const struct {
    unsigned form;
    enum switch_id id;
    const char *label; /* at most 45 characters */
} choices[] = {
    {1, SWITCH_STACK, N_("Draw cards")},
    {1, SWITCH_JUMP_IN, N_("Out of turn")},
    {1, SWITCH_NO_FINISH, N_("The last card")},
    {1, SWITCH_SCORE, N_("Points of the match")},
    {2, SWITCH_FORCE_PLAY, N_("The drawn card")},
    {2, SWITCH_MULTI_PLAY, N_("Several cards at once")},
    {2, SWITCH_TWO_PLAYER_REVERSE, N_("Reverse with two players")},
};

/* Rules that are on or off: boxes of the first form. */
static const enum switch_id boxes[] = {
    SWITCH_DEFLECT,      SWITCH_SEVEN_ZERO, SWITCH_DRAW_UNTIL_PLAYABLE, SWITCH_NO_BLUFF,
    SWITCH_NO_CHALLENGE, SWITCH_AUTO_UNO,   SWITCH_DRAW_KEEPS_TURN,
};

enum { BOXES_FORM = 1 };

/* Adds one value of a rule: in words, and as the words that set it. */
static void add_value(struct message *message, const struct language *language, enum switch_id id,
                      uint16_t value, bool chosen)
{
    struct control control = {.kind = CONTROL_CHOICE, .chosen = chosen};
    struct switches wanted = {.value = {0}};
    struct message *words = message_create(NULL, NULL, URGENCY_INFO);
    wanted.value[id] = value;
    if (words == NULL)
        return;
    switch_says(words, language, &wanted, id);
    control_label(&control, message_empty(words) ? switch_info(id)->values[value] : words->text);
    control_say(&control, "%s %s", switch_info(id)->name, switch_info(id)->values[value]);
    message_control(message, &control);
    message_destroy(words);
}

static void add_boxes(const struct table *table, const struct language *language,
                      struct message *message)
{
    control_add(message, CONTROL_BOXES, tr(language, N_("Also")), "");
    for (unsigned i = 0; i < ARRAY_SIZE(boxes); i++)
        add_value(message, language, boxes[i], 1, table->switches.value[boxes[i]] == 1);
}

void house_form_write(const struct table *table, const struct language *language, unsigned number,
                      struct message *message)
{
    struct control control = {.kind = CONTROL_BUTTON};
    message->purpose = PURPOSE_FORM;
    message->stamp = panel_stamp(table);
    message_text(message, tr(language, N_("House rules")));
    control_say(&control, "settings house %u", number);
    message_control(message, &control);
    for (unsigned i = 0; i < ARRAY_SIZE(choices); i++) {
        const char *const *values = switch_info(choices[i].id)->values;
        if (choices[i].form != number)
            continue;
        control_add(message, CONTROL_MENU, tr(language, choices[i].label), "");
        for (uint16_t value = 0; values[value] != NULL; value++) {
            add_value(message, language, choices[i].id, value,
                      table->switches.value[choices[i].id] == value);
        }
    }
    if (number == BOXES_FORM)
        add_boxes(table, language, message);
}

void house_form_untick(unsigned number, struct switches *switches)
{
    for (unsigned i = 0; number == BOXES_FORM && i < ARRAY_SIZE(boxes); i++)
        switches->value[boxes[i]] = 0;
}
