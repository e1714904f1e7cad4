#include "ui.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "adapters/adapter.h"
#include "base/array.h"
#include "words.h"

/* The words of the control that leads back from a question to the hand. */
static const char way_back[] = "hand back";

void ui_finish(struct ui *ui)
{
    model_finish(&ui->model);
}

const char *ui_words(const struct ui *ui, const char *text)
{
    return ui->words != NULL ? ui->words(ui->words_arg, text) : text;
}

void ui_words_with(const struct ui *ui, const char *text, const char *value, char *out, size_t size)
{
    const char *words = ui_words(ui, text);
    const char *open = strchr(words, '{');
    const char *close = open != NULL ? strchr(open, '}') : NULL;
    if (close == NULL)
        snprintf(out, size, "%s", words);
    else
        snprintf(out, size, "%.*s%s%s", (int)(open - words), words, value, close + 1);
}

void ui_hit(struct ui *ui, struct box box, enum hit_kind kind, unsigned index)
{
    if (ui->hit_count < HITS_MAX)
        ui->hits[ui->hit_count++] = (struct hit){box, kind, index};
}

/* -- messages -- */

/* Returns the first item that can be pressed, searching from `from` in that direction. */
static unsigned next_item(const struct ui *ui, unsigned from, int step)
{
    const struct act *items[ITEMS_MAX];
    unsigned count = ui_items(ui, items);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = (from + (unsigned)((int)count + step * (int)i)) % count;
        if (ui_can_press(items[at]))
            return at;
    }
    return 0;
}

static void remember_keys(struct ui *ui)
{
    const struct acts *acts = &ui->model.hand_acts;
    for (unsigned i = 0; i < acts->count; i++) {
        const struct act *act = &acts->at[i];
        if (act->key >= 'A' && act->control.kind == CONTROL_BUTTON && act->card < 0 &&
            !ui_is_answer(act) && strcmp(act->control.words, way_back) != 0)
            memcpy(ui->remembered[act->key - 'A'], act->control.words, CONTROL_SAYS);
    }
}

/* Returns the item to select first: the one that its control recommends (`strong`), else the
 * first. */
static unsigned likely_item(const struct ui *ui)
{
    const struct act *items[ITEMS_MAX];
    unsigned count = ui_items(ui, items);
    for (unsigned i = 0; i < count; i++) {
        if (ui_can_press(items[i]) && items[i]->control.strong)
            return i;
    }
    return next_item(ui, 0, 1);
}

/* Chooses the card that was drawn, or the first that can be played, when the hand has changed. */
static void choose_card(struct ui *ui, const char *before)
{
    const struct model *model = &ui->model;
    for (unsigned i = 0; i < model->hand_acts.count; i++) {
        const struct act *act = &model->hand_acts.at[i];
        if (act->control.kind == CONTROL_BUTTON && act->card >= 0) {
            ui->card = (unsigned)act->card;
            return;
        }
    }
    unsigned same = HELD_MAX;
    unsigned open = HELD_MAX; /* the first card that can be played */
    for (unsigned i = model->held; i-- > 0;) {
        if (strcmp(model->cards[i].label, before) == 0)
            same = i;
        if (model->cards[i].playable)
            open = i;
    }
    if (same < HELD_MAX && (open == HELD_MAX || model->cards[same].playable))
        ui->card = same;
    else if (open < HELD_MAX)
        ui->card = open;
    else if (ui->card >= model->held)
        ui->card = model->held > 0 ? model->held - 1 : 0;
}

void ui_take(struct ui *ui, const struct message *message)
{
    char before[SNAPSHOT_LABEL] = "";
    enum question question = ui_question(ui);
    if (message->purpose == PURPOSE_CHOICES) {
        if (ui->typing)
            prompt_suggest(&ui->prompt, message);
        return;
    }
    if (ui->card < ui->model.held)
        snprintf(before, sizeof(before), "%s", ui->model.cards[ui->card].label);
    if (message->purpose != PURPOSE_LINE)
        ui->field = NULL; /* its control goes */
    model_take(&ui->model, message);
    if (message->purpose == PURPOSE_HAND) {
        ui->ways = false;
        remember_keys(ui);
        choose_card(ui, before);
    }
    if (ui_question(ui) != question || message->purpose == PURPOSE_PANEL)
        ui->item = likely_item(ui);
    const struct act *acts[ITEMS_MAX];
    if (ui->act >= ui_bar(ui, acts))
        ui->in_bar = false;
}

/* -- keys -- */

static void say(struct ui_outcome *outcome, const char *words, uint64_t stamp)
{
    outcome->wish = WISH_SAY;
    outcome->stamp = stamp;
    snprintf(outcome->words, sizeof(outcome->words), "%s", words);
}

static void begin_typing(struct ui *ui, const char *text)
{
    ui->typing = true;
    prompt_clear(&ui->prompt);
    snprintf(ui->prompt.text, sizeof(ui->prompt.text), "%s", text);
    ui->prompt.cursor = strlen(ui->prompt.text);
}

static void press_act(struct ui *ui, const struct act *act, struct ui_outcome *outcome)
{
    if (!ui_can_press(act))
        return;
    if (act->control.kind == CONTROL_WORDS) {
        ui->field = act;
        begin_typing(ui, "");
        return;
    }
    say(outcome, act->control.words, act->stamp);
    ui->ways = false;
}

/* Plays the chosen card. The host says why if it cannot be played. */
static void play_card(struct ui *ui, struct ui_outcome *outcome)
{
    const struct act *ways[ITEMS_MAX];
    char words[SNAPSHOT_LABEL + 8];
    unsigned count = ui_ways(ui, ways);
    if (ui->card >= ui->model.held)
        return;
    if (count == 1) {
        press_act(ui, ways[0], outcome);
    } else if (count > 1) {
        ui->ways = true;
        ui->item = likely_item(ui);
    } else {
        snprintf(words, sizeof(words), "play %s", ui->model.cards[ui->card].label);
        say(outcome, words, 0);
    }
}

static void move_card(struct ui *ui, int step)
{
    if (ui->model.held > 0)
        ui->card = (ui->card + ui->model.held + (unsigned)step) % ui->model.held;
}

static void move_act(struct ui *ui, int step)
{
    const struct act *acts[ITEMS_MAX];
    unsigned count = ui_bar(ui, acts);
    if (count > 0)
        ui->act = (ui->act + count + (unsigned)step) % count;
}

/* Moves along the row that has the focus. */
static void move(struct ui *ui, int step)
{
    if (ui_question(ui) != QUESTION_NONE) {
        const struct act *items[ITEMS_MAX];
        unsigned count = ui_items(ui, items);
        ui->item =
            next_item(ui, (ui->item + count + (unsigned)step) % (count > 0 ? count : 1), step);
    } else if (ui->in_bar) {
        move_act(ui, step);
    } else {
        move_card(ui, step);
    }
}

/* Tab goes from the hand through the bar and back. */
static void move_focus(struct ui *ui, int step)
{
    const struct act *acts[ITEMS_MAX];
    unsigned count = ui_bar(ui, acts);
    if (ui_question(ui) != QUESTION_NONE) {
        move(ui, step);
    } else if (!ui->in_bar && count > 0) {
        ui->in_bar = true;
        ui->act = step > 0 ? 0 : count - 1;
    } else if (step > 0 ? ui->act + 1 < count : ui->act > 0) {
        ui->act += (unsigned)step;
    } else {
        ui->in_bar = false;
    }
}

static void enter(struct ui *ui, struct ui_outcome *outcome)
{
    const struct act *acts[ITEMS_MAX];
    if (ui_question(ui) != QUESTION_NONE) {
        if (ui->item < ui_items(ui, acts))
            press_act(ui, acts[ui->item], outcome);
    } else if (ui->in_bar) {
        if (ui->act < ui_bar(ui, acts))
            press_act(ui, acts[ui->act], outcome);
    } else {
        play_card(ui, outcome);
    }
}

static void escape(struct ui *ui, struct ui_outcome *outcome)
{
    const struct acts *acts = &ui->model.hand_acts;
    enum question question = ui_question(ui);
    ui->in_bar = false;
    if (question == QUESTION_PANEL) {
        model_close_panel(&ui->model);
        ui->item = likely_item(ui);
    }
    ui->ways = false;
    for (unsigned i = 0; question == QUESTION_ASKED && i < acts->count; i++) {
        if (strcmp(acts->at[i].control.words, way_back) == 0)
            press_act(ui, &acts->at[i], outcome);
    }
}

static const struct act *act_of_key(const struct acts *acts, char key)
{
    for (unsigned i = 0; i < acts->count; i++) {
        if (acts->at[i].key == key && ui_can_press(&acts->at[i]))
            return &acts->at[i];
    }
    return NULL;
}

static void open_sheet(struct ui *ui, enum sheet sheet)
{
    ui->sheet = ui->sheet == sheet ? SHEET_NONE : sheet;
    ui->scroll = 0;
}

static const struct act *act_of_digit(const struct ui *ui, char digit)
{
    const struct act *items[ITEMS_MAX];
    unsigned count = ui_items(ui, items);
    for (unsigned i = 0; i < count; i++) {
        if (ui_item_key(ui, i) == digit)
            return items[i];
    }
    return NULL;
}

/* Handles a letter or a sign. A letter that is the key of nothing now begins a command. */
static void press_text(struct ui *ui, const struct press *press, struct ui_outcome *outcome)
{
    char key = (char)(press->text[1] == '\0' ? toupper((unsigned char)press->text[0]) : '\0');
    const struct model *model = &ui->model;
    bool panel = model->panel_acts.count > 0;
    const struct act *act = NULL;
    if (press->pasted) {
        begin_typing(ui, press->text);
        return;
    }
    if (key >= '1' && key <= '9')
        act = act_of_digit(ui, key);
    else if (key >= 'A' && key <= 'Z' && !panel) {
        act = act_of_key(&model->hand_acts, key);
        act = act != NULL ? act : act_of_key(&model->board_acts, key);
    }
    if (act != NULL)
        press_act(ui, act, outcome);
    else if (key >= 'A' && key <= 'Z' && model->plays && ui->remembered[key - 'A'][0] != '\0')
        say(outcome, ui->remembered[key - 'A'], 0);
    else if (key == '?')
        open_sheet(ui, SHEET_HELP);
    else if (key == 'L')
        open_sheet(ui, SHEET_LOG);
    else if (key == ' ')
        enter(ui, outcome);
    else if (key == '/' || key == ':')
        begin_typing(ui, "");
    else if (key < '0' || key > '9')
        begin_typing(ui, press->text);
}

/* -- typing -- */

static void end_line(struct ui *ui, struct ui_outcome *outcome)
{
    const char *text = ui->prompt.text + strspn(ui->prompt.text, " ");
    uint64_t stamp = ui->field != NULL ? ui->field->stamp : 0;
    ui->typing = false;
    ui->field = NULL;
    if (*text == '\0')
        return;
    if (adapter_says_quit(text))
        outcome->wish = WISH_QUIT;
    else
        say(outcome, text, stamp);
    prompt_keep(&ui->prompt);
}

static void ask_completion(struct ui *ui, struct ui_outcome *outcome)
{
    if (prompt_complete(&ui->prompt))
        return;
    outcome->wish = WISH_SUGGEST;
    snprintf(outcome->words, sizeof(outcome->words), "%.*s", (int)ui->prompt.cursor,
             ui->prompt.text);
}

static void type(struct ui *ui, const struct press *press, struct ui_outcome *outcome)
{
    bool empty = ui->prompt.text[0] == '\0';
    if (press->kind == PRESS_ENTER)
        end_line(ui, outcome);
    else if (press->kind == PRESS_TAB)
        ask_completion(ui, outcome);
    else if (press->kind == PRESS_ESCAPE || (press->kind == PRESS_BACKSPACE && empty) ||
             (press->kind == PRESS_CONTROL && press->text[0] == 'D' && empty)) {
        ui->typing = false;
        ui->field = NULL;
    } else
        prompt_press(&ui->prompt, press);
}

/* -- sheets -- */

static void scroll_by(struct ui *ui, int lines)
{
    unsigned most = ui->sheet_lines > ui->sheet_rows ? ui->sheet_lines - ui->sheet_rows : 0;
    int at = (int)ui->scroll + lines;
    ui->scroll = at < 0 ? 0 : (unsigned)at > most ? most : (unsigned)at;
}

static void read_sheet(struct ui *ui, const struct press *press)
{
    int page = ui->sheet_rows > 1 ? (int)ui->sheet_rows - 1 : 1;
    switch (press->kind) {
    case PRESS_UP:
        scroll_by(ui, -1);
        break;
    case PRESS_DOWN:
        scroll_by(ui, 1);
        break;
    case PRESS_PAGE_UP:
        scroll_by(ui, -page);
        break;
    case PRESS_PAGE_DOWN:
        scroll_by(ui, page);
        break;
    case PRESS_HOME:
        scroll_by(ui, -(int)ui->sheet_lines);
        break;
    case PRESS_END:
        scroll_by(ui, (int)ui->sheet_lines);
        break;
    default:
        if (ui->sheet == SHEET_NOTES)
            model_forget_notes(&ui->model);
        ui->sheet = SHEET_NONE;
    }
}

/* -- the mouse -- */

static void click(struct ui *ui, const struct press *press, struct ui_outcome *outcome)
{
    const struct act *acts[ITEMS_MAX];
    /* From the last one back, because what was drawn last lies on top. */
    for (unsigned i = ui->hit_count; i-- > 0;) {
        const struct hit *hit = &ui->hits[i];
        if (press->row < hit->box.row || press->row >= hit->box.row + hit->box.rows ||
            press->column < hit->box.column || press->column >= hit->box.column + hit->box.columns)
            continue;
        if (hit->kind == HIT_CARD && ui_question(ui) == QUESTION_NONE) {
            ui->card = hit->index;
            play_card(ui, outcome);
        } else if (hit->kind == HIT_ACT && hit->index < ui_bar(ui, acts)) {
            press_act(ui, acts[hit->index], outcome);
        } else if (hit->kind == HIT_ITEM && hit->index < ui_items(ui, acts)) {
            press_act(ui, acts[hit->index], outcome);
        }
        return;
    }
}

static void press_key(struct ui *ui, const struct press *press, struct ui_outcome *outcome)
{
    switch (press->kind) {
    case PRESS_TEXT:
        press_text(ui, press, outcome);
        break;
    case PRESS_ENTER:
        enter(ui, outcome);
        break;
    case PRESS_ESCAPE:
        escape(ui, outcome);
        break;
    case PRESS_TAB:
        move_focus(ui, 1);
        break;
    case PRESS_BACK_TAB:
        move_focus(ui, -1);
        break;
    case PRESS_LEFT:
    case PRESS_UP:
        move(ui, -1);
        break;
    case PRESS_RIGHT:
    case PRESS_DOWN:
        move(ui, 1);
        break;
    case PRESS_HOME:
        ui->card = 0;
        break;
    case PRESS_END:
        ui->card = ui->model.held > 0 ? ui->model.held - 1 : 0;
        break;
    case PRESS_HELP:
        open_sheet(ui, SHEET_HELP);
        break;
    case PRESS_CLICK:
        click(ui, press, outcome);
        break;
    case PRESS_CONTROL:
        if (press->text[0] == 'D')
            ui_interrupt(ui, outcome);
        break;
    default:
        break;
    }
}

void ui_press(struct ui *ui, const struct press *press, struct ui_outcome *outcome)
{
    bool redraw = press->kind == PRESS_CONTROL && press->text[0] == 'L';
    *outcome = (struct ui_outcome){0};
    if (redraw)
        return;
    bool quits = press->kind == PRESS_CONTROL && press->text[0] == 'D' && !ui->typing;
    ui->quitting = ui->quitting && quits;
    if (ui->sheet != SHEET_NONE) {
        read_sheet(ui, press);
        return;
    }
    if (!ui->quitting)
        model_forget_notes(&ui->model);
    if (ui->typing)
        type(ui, press, outcome);
    else
        press_key(ui, press, outcome);
}

void ui_interrupt(struct ui *ui, struct ui_outcome *outcome)
{
    *outcome = (struct ui_outcome){.wish = ui->quitting ? WISH_QUIT : WISH_NOTHING};
    model_forget_notes(&ui->model);
    ui->sheet = SHEET_NONE;
    ui->typing = false;
    ui->quitting = true;
    model_note(&ui->model, ui_words(ui, N_("Ctrl-C again leaves the table. The game is kept.")));
}
