#include "model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

#define NBSP "\u00A0"

/* Keys of controls that do not begin with the first letter of their label. '-': it gets no key,
 * because a slip would cost the seat; people type it, or choose it with Tab. */
static const struct {
    const char *words;
    char key;
} keys[] = {{"catch", 'X'}, {"leave", '-'}};

/* Keys that the table itself uses: L opens the log. */
#define RESERVED "L"

static void acts_clear(struct acts *acts)
{
    free(acts->at);
    *acts = (struct acts){0};
}

void model_forget_notes(struct model *model)
{
    while (model->note_count > 0)
        said_clear(&model->notes[--model->note_count]);
}

void model_close_panel(struct model *model)
{
    said_clear(&model->panel);
    acts_clear(&model->panel_acts);
}

void model_finish(struct model *model)
{
    model_forget_notes(model);
    model_close_panel(model);
    for (unsigned i = 0; i < LOG_LINES; i++)
        said_clear(&model->log[i]);
    said_clear(&model->board);
    said_clear(&model->asked);
    said_clear(&model->last);
    acts_clear(&model->board_acts);
    acts_clear(&model->hand_acts);
}

/* -- cards -- */

static void copy_part(char *out, size_t size, const char *text, size_t length)
{
    while (length > 0 && strncmp(text, NBSP, 2) == 0) {
        text += 2;
        length -= 2;
    }
    while (length > 1 && strncmp(text + length - 2, NBSP, 2) == 0)
        length -= 2;
    length = text_cut(text, length, size - 1);
    memcpy(out, text, length);
    out[length] = '\0';
}

void model_card(struct held_card *card, const char *label, size_t length, unsigned tint,
                const struct shown_card *shown)
{
    const char *end = memchr(label, ']', length);
    size_t whole = end != NULL ? (size_t)(end - label) + 1 : length; /* without its mark */
    size_t face = shown->face < whole ? shown->face : whole;
    size_t face_length = shown->face_length < whole - face ? shown->face_length : whole - face;
    *card =
        (struct held_card){.tint = (uint8_t)(tint < PAINT_TINTS ? tint : TINT_WILD),
                           .flex = (uint8_t)(shown->flex < PAINT_TINTS ? shown->flex : TINT_WILD),
                           .foot = shown->foot,
                           .flip = shown->flip,
                           .playable = shown->playable};
    copy_part(card->label, sizeof(card->label), label, whole);
    copy_part(card->face, sizeof(card->face), label + face, face_length);
    if (face > 1)
        copy_part(card->letter, sizeof(card->letter), label + 1, face - 1);
}

static void take_cards(struct model *model, const struct message *message, size_t from)
{
    model->held = 0;
    for (unsigned i = 0; i < message->span_count && model->held < HELD_MAX; i++) {
        const struct span *span = &message->spans[i];
        if (span->style != STYLE_CARD || span->start < from || span->card.face_length == 0)
            continue;
        model_card(&model->cards[model->held++], message->text + span->start, span->length,
                   span->tint, &span->card);
    }
}

/* Takes the text behind the last card of the hand, up to the end of its line. */
static void take_remark(struct model *model, const struct message *message, size_t from)
{
    size_t end = 0;
    for (unsigned i = 0; i < message->span_count; i++) {
        const struct span *span = &message->spans[i];
        if (span->style == STYLE_CARD && span->start >= from)
            end = (size_t)span->start + span->length;
    }
    const char *text = message->text + end;
    size_t length = end > 0 ? strcspn(text, "\n") : 0;
    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    copy_part(model->remark, sizeof(model->remark), text, length);
}

/* Returns the card of the hand whose label is the first one in that text; -1: none. */
static int card_in(const struct model *model, const char *text)
{
    const char *start = strchr(text, '[');
    const char *end = start != NULL ? strchr(start, ']') : NULL;
    for (unsigned i = 0; end != NULL && i < model->held; i++) {
        const char *label = model->cards[i].label;
        if (strlen(label) == (size_t)(end - start) + 1 &&
            strncmp(label, start, (size_t)(end - start) + 1) == 0)
            return (int)i;
    }
    return -1;
}

/* -- controls -- */

static void take_acts(struct acts *acts, const struct message *message)
{
    bool menu = false;
    acts_clear(acts);
    acts->at = calloc((size_t)message->control_count + 1, sizeof(*acts->at));
    for (unsigned i = 0; acts->at != NULL && i < message->control_count; i++) {
        const struct control *control = &message->controls[i];
        menu = control->kind == CONTROL_MENU || (menu && control->kind == CONTROL_CHOICE);
        acts->at[acts->count++] = (struct act){.control = *control,
                                               .stamp = message->stamp,
                                               .board = message->purpose == PURPOSE_BOARD,
                                               .menu = menu && control->kind == CONTROL_CHOICE,
                                               .card = -1};
    }
}

static char fixed_key(const struct control *control)
{
    size_t length = strcspn(control->words, " ");
    for (unsigned i = 0; i < ARRAY_SIZE(keys); i++) {
        if (strlen(keys[i].words) == length && strncmp(control->words, keys[i].words, length) == 0)
            return keys[i].key;
    }
    return 0;
}

/* Returns the first letter of the label that no other control has; 0: none is left. */
static char free_key(const struct control *control, const char *taken)
{
    for (const char *at = control->label; *at != '\0'; at++) {
        char letter = (char)toupper((unsigned char)*at);
        if (letter >= 'A' && letter <= 'Z' && strchr(taken, letter) == NULL)
            return letter;
    }
    return 0;
}

/* Gives each button of these controls a letter. `taken` holds the letters that are in use. */
static void give_keys(struct acts *acts, char taken[32])
{
    for (unsigned i = 0; i < acts->count; i++) {
        struct act *act = &acts->at[i];
        size_t count = strlen(taken);
        act->key = 0;
        if (act->control.kind != CONTROL_BUTTON || act->control.off || act->card >= 0 || count > 30)
            continue;
        char key = fixed_key(&act->control);
        if (key == 0 || (key != '-' && strchr(taken, key) != NULL))
            key = free_key(&act->control, taken);
        if (key == 0 || key == '-')
            continue;
        act->key = key;
        taken[count] = key;
        taken[count + 1] = '\0';
    }
}

/* Gives digits to the choices of a menu that play no card. */
static void give_digits(struct acts *acts)
{
    char digit = '1';
    for (unsigned i = 0; i < acts->count; i++) {
        struct act *act = &acts->at[i];
        if (act->menu && act->card < 0 && digit <= '9')
            act->key = digit++;
    }
}

/* Gives a button of the board the key of the hand's button that stands for the same words. */
static void share_keys(struct model *model)
{
    char taken[32] = RESERVED;
    give_keys(&model->hand_acts, taken);
    give_digits(&model->hand_acts);
    for (unsigned i = 0; i < model->board_acts.count; i++)
        model->board_acts.at[i].card = -1;
    give_keys(&model->board_acts, taken);
    for (unsigned i = 0; i < model->board_acts.count; i++) {
        struct act *act = &model->board_acts.at[i];
        for (unsigned j = 0; j < model->hand_acts.count; j++) {
            const struct act *same = &model->hand_acts.at[j];
            if (same->key != 0 && strcmp(same->control.words, act->control.words) == 0)
                act->key = same->key;
        }
    }
}

/* -- messages -- */

static size_t first_line(const struct message *message)
{
    const char *end = memchr(message->text, '\n', message->length);
    return end != NULL ? (size_t)(end - message->text) : message->length;
}

static void take_board(struct model *model, const struct message *message)
{
    model->plays = message->snapshot != NULL;
    if (model->plays)
        model->table = *message->snapshot;
    else
        model->moved[0] = '\0';
    if (model->table.count > SNAPSHOT_SEATS)
        model->table.count = SNAPSHOT_SEATS;
    snprintf(model->title, sizeof(model->title), "%s",
             message->title != NULL ? message->title : "");
    said_take(&model->board, message, 0, message->length);
    take_acts(&model->board_acts, message);
    share_keys(model);
}

static void take_hand(struct model *model, const struct message *message)
{
    size_t first = first_line(message);
    said_take(&model->asked, message, 0, first);
    take_cards(model, message, first);
    take_remark(model, message, first);
    take_acts(&model->hand_acts, message);
    for (unsigned i = 0; i < model->hand_acts.count; i++) {
        struct act *act = &model->hand_acts.at[i];
        if (act->menu || act->control.kind == CONTROL_BUTTON)
            act->card = card_in(model, act->control.label);
    }
    share_keys(model);
}

static void take_panel(struct model *model, const struct message *message)
{
    said_take(&model->panel, message, 0, message->length);
    take_acts(&model->panel_acts, message);
}

/* Returns where the line of a move ends. Leaves out " → NAME" at its end: the table shows who comes
 * next. */
static size_t move_end(const struct message *message)
{
    static const char arrow[] = " → ";
    const struct span *span =
        message->span_count > 0 ? &message->spans[message->span_count - 1] : NULL;
    size_t length = sizeof(arrow) - 1;
    bool names = span != NULL && (span->style == STYLE_NAME || span->style == STYLE_MENTION) &&
                 (size_t)span->start + span->length == message->length && span->start > length;
    return names && strncmp(message->text + span->start - length, arrow, length) == 0
               ? span->start - length
               : message->length;
}

/* Takes the name with which the line of a move begins. Only one thing may stand before it: the
 * character that isolates a right-to-left name. */
static void take_mover(struct model *model, const struct message *message)
{
    unsigned i = message->span_count > 1 && message->spans[0].style == STYLE_PLAIN &&
                 message->spans[0].length <= sizeof(TEXT_ISOLATE) - 1;
    const struct span *span = i < message->span_count ? &message->spans[i] : NULL;
    model->moved[0] = '\0';
    if (span != NULL && span->style != STYLE_PLAIN && span->style != STYLE_CARD)
        copy_part(model->moved, sizeof(model->moved), message->text + span->start, span->length);
}

static void log_line(struct model *model, const struct message *message, size_t end)
{
    said_take(&model->log[model->logged % LOG_LINES], message, 0, end);
    model->is_move[model->logged % LOG_LINES] = message->user == NULL;
    model->logged++;
}

static void take_line(struct model *model, const struct message *message)
{
    size_t end = move_end(message);
    log_line(model, message, end);
    if (message->user == NULL) {
        said_take(&model->last, message, 0, end);
        take_mover(model, message);
    } else if (model->note_count < ARRAY_SIZE(model->notes)) {
        said_take(&model->notes[model->note_count++], message, 0, end);
    }
}

void model_take(struct model *model, const struct message *message)
{
    if (message->failed)
        return;
    switch ((enum purpose)message->purpose) {
    case PURPOSE_BOARD:
        take_board(model, message);
        break;
    case PURPOSE_HAND:
        take_hand(model, message);
        break;
    case PURPOSE_PANEL:
        take_panel(model, message);
        break;
    case PURPOSE_LINE:
        take_line(model, message);
        break;
    case PURPOSE_CHOICES:
    case PURPOSE_FORM: /* adapter_caps.forms */
        break;
    }
}

void model_note(struct model *model, const char *text)
{
    struct message *message = message_create(NULL, "", URGENCY_INFO);
    if (message == NULL)
        return;
    message_text(message, text);
    if (model->note_count < ARRAY_SIZE(model->notes))
        said_take(&model->notes[model->note_count++], message, 0, message->length);
    message_destroy(message);
}

const struct said *model_logged(const struct model *model, unsigned n)
{
    if (n >= model->logged || n >= LOG_LINES)
        return NULL;
    return &model->log[(model->logged - 1 - n) % LOG_LINES];
}

const struct said *model_moved_before(const struct model *model, unsigned n)
{
    unsigned moves = 0; /* how many moves we have passed, including the last one */
    for (unsigned i = 0; i < model->logged && i < LOG_LINES; i++) {
        if (model->is_move[(model->logged - 1 - i) % LOG_LINES] && moves++ == n)
            return model_logged(model, i);
    }
    return NULL;
}

/* -- seats -- */

bool model_is_self(const struct model *model, unsigned seat)
{
    return model->plays && seat < model->table.count &&
           strcmp(model->table.seats[seat].name, model->self) == 0;
}

bool model_my_turn(const struct model *model)
{
    return model_is_self(model, 0);
}

unsigned model_others(const struct model *model, unsigned seats[SNAPSHOT_SEATS])
{
    unsigned count = model->plays ? model->table.count : 0;
    unsigned self = 0;
    unsigned found = 0;
    while (self < count && !model_is_self(model, self))
        self++;
    bool sits = self < count;
    /* For a spectator the seats begin at the name that sorts first, so that each seat stays in its
     * place. */
    for (unsigned i = 0; !sits && i < count; i++) {
        if (i == 0 || strcmp(model->table.seats[i].name, model->table.seats[self].name) < 0)
            self = i;
    }
    for (unsigned i = sits; i < count; i++) {
        /* The snapshot lists seats in the order of play. When the direction turns, seats keep their
         * places. */
        unsigned step = model->table.clockwise ? i : count - i;
        seats[found++] = (self + step) % count;
    }
    return found;
}
