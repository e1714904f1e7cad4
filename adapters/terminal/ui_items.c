/* What can be pressed now: the question, its items, and the buttons of the bar. */
#include <string.h>

#include "base/array.h"
#include "ui.h"

/* Commands whose buttons on the board the bar leaves out, because the hand has them when they can
 * be used. */
static const char *const of_hand[] = {"hand", "draw",      "keep",   "play",
                                      "pass", "challenge", "accept", "uno"};

bool ui_can_press(const struct act *act)
{
    return act->control.kind != CONTROL_MENU && !act->control.off;
}

bool ui_is_answer(const struct act *act)
{
    return act->card < 0 &&
           (act->control.tint != TINT_WILD || act->menu || act->control.kind == CONTROL_WORDS);
}

static bool hand_asks(const struct model *model)
{
    for (unsigned i = 0; i < model->hand_acts.count; i++) {
        if (ui_is_answer(&model->hand_acts.at[i]))
            return true;
    }
    return false;
}

enum question ui_question(const struct ui *ui)
{
    const struct model *model = &ui->model;
    if (model->panel_acts.count > 0)
        return QUESTION_PANEL;
    if (hand_asks(model))
        return QUESTION_ASKED;
    if (ui->ways)
        return QUESTION_WAYS;
    return !model->plays && model->board_acts.count > 0 ? QUESTION_LOBBY : QUESTION_NONE;
}

static bool same_card(const struct ui *ui, int card)
{
    return card >= 0 && ui->card < ui->model.held &&
           strcmp(ui->model.cards[card].label, ui->model.cards[ui->card].label) == 0;
}

unsigned ui_ways(const struct ui *ui, const struct act *items[ITEMS_MAX])
{
    const struct acts *acts = &ui->model.hand_acts;
    unsigned count = 0;
    for (unsigned i = 0; i < acts->count && count < ITEMS_MAX; i++) {
        if (same_card(ui, acts->at[i].card))
            items[count++] = &acts->at[i];
    }
    return count;
}

static unsigned all_of(const struct acts *acts, bool with_cards, const struct act *items[ITEMS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < acts->count && count < ITEMS_MAX; i++) {
        if (with_cards || (acts->at[i].card < 0 && acts->at[i].control.kind != CONTROL_MENU))
            items[count++] = &acts->at[i];
    }
    return count;
}

unsigned ui_items(const struct ui *ui, const struct act *items[ITEMS_MAX])
{
    switch (ui_question(ui)) {
    case QUESTION_PANEL:
        return all_of(&ui->model.panel_acts, true, items);
    case QUESTION_ASKED:
        return all_of(&ui->model.hand_acts, false, items);
    case QUESTION_WAYS:
        return ui_ways(ui, items);
    case QUESTION_LOBBY:
        return all_of(&ui->model.board_acts, true, items);
    default:
        return 0;
    }
}

static bool is_of_hand(const struct act *act)
{
    size_t length = strcspn(act->control.words, " ");
    for (unsigned i = 0; i < ARRAY_SIZE(of_hand); i++) {
        if (strlen(of_hand[i]) == length && strncmp(of_hand[i], act->control.words, length) == 0)
            return true;
    }
    return false;
}

unsigned ui_bar(const struct ui *ui, const struct act *acts[ITEMS_MAX])
{
    const struct model *model = &ui->model;
    unsigned count = 0;
    bool sits = false;
    if (!model->plays || ui_question(ui) == QUESTION_ASKED)
        return 0;
    for (unsigned i = 0; i < model->table.count; i++)
        sits = sits || model_is_self(model, i);
    for (unsigned i = 0; i < model->hand_acts.count && count < ITEMS_MAX; i++) {
        const struct act *act = &model->hand_acts.at[i];
        if (act->control.kind == CONTROL_BUTTON && !ui_is_answer(act))
            acts[count++] = act;
    }
    for (unsigned i = 0; i < model->board_acts.count && count < ITEMS_MAX; i++) {
        const struct act *act = &model->board_acts.at[i];
        bool again = sits && strcmp(act->control.words, "join") == 0;
        if (act->control.kind == CONTROL_BUTTON && !is_of_hand(act) && !again)
            acts[count++] = act;
    }
    return count;
}

int ui_item_named(const struct ui *ui, const char *name)
{
    const struct act *items[ITEMS_MAX];
    unsigned count = ui_question(ui) == QUESTION_ASKED ? ui_items(ui, items) : 0;
    for (unsigned i = 0; i < count; i++) {
        if (items[i]->menu && strcmp(items[i]->control.label, name) == 0)
            return (int)i;
    }
    return -1;
}

static bool takes_digit(const struct act *act)
{
    return ui_can_press(act) && act->control.kind == CONTROL_CHOICE;
}

/* A choice without a letter of its own gets its number. */
char ui_item_key(const struct ui *ui, unsigned item)
{
    const struct act *items[ITEMS_MAX];
    unsigned count = ui_items(ui, items);
    char digit = '0';
    if (item >= count)
        return '\0';
    for (unsigned i = 0; i <= item; i++)
        digit = (char)(digit + takes_digit(items[i]));
    if (items[item]->key >= 'A')
        return items[item]->key;
    return takes_digit(items[item]) && digit <= '9' ? digit : '\0';
}
