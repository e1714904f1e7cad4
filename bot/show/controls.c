#include "controls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "bot/show/render/render.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "engine/notation.h"

void control_label(struct control *control, const char *label)
{
    size_t length = text_cut(label, strlen(label), CONTROL_LABEL - 1);
    memcpy(control->label, label, length);
    control->label[length] = '\0';
}

void control_help(struct control *control, const char *help)
{
    size_t length = text_cut(help, strlen(help), CONTROL_HELP - 1);
    memcpy(control->help, help, length);
    control->help[length] = '\0';
}

void control_say(struct control *control, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(control->words, CONTROL_SAYS, format, args);
    va_end(args);
}

void control_add(struct message *message, enum control_kind kind, const char *label,
                 const char *words)
{
    struct control control = {.kind = (uint8_t)kind};
    control_label(&control, label);
    control_say(&control, "%s", words);
    message_control(message, &control);
}

/* -- plays -- */

/* The ways to play one face. Each way with UNO stands before the same way without UNO. */
enum form { FORM_NORMAL_UNO, FORM_NORMAL, FORM_FLEX_UNO, FORM_FLEX, FORM_ALL_UNO, FORM_ALL, FORMS };

/* Returns the cards of the hand that look like this one. Together they make one choice. */
static struct cards of_face(const struct plays *plays, unsigned card)
{
    return cards_and(plays->view->hand, plays->rules->of_face[plays->rules->deck.face_of[card]]);
}

/* HR-14: returns the other cards of the same number, which can be played together with this one. */
static struct cards more_of(const struct plays *plays, unsigned card)
{
    const struct card *face = &plays->rules->deck.face[plays->rules->deck.face_of[card]];
    struct cards none = cards_none();
    if (rules_switch(plays->rules, SWITCH_MULTI_PLAY) == MULTI_OFF || face->kind != KIND_NUMBER ||
        plays->view->legal.jump_in || plays->view->phase == PHASE_DRAWN)
        return none;
    struct cards more = cards_and(plays->view->hand, plays->rules->of_number[face->value]);
    cards_remove(&more, card);
    while (cards_count(more) > 7) /* of struct action */
        cards_remove(&more, cards_first(more));
    return more;
}

static struct shown_card add_face(struct buf *words, struct buf *label, const struct plays *plays,
                                  unsigned card, const char *parted)
{
    const struct card *face = &plays->rules->deck.face[plays->rules->deck.face_of[card]];
    char code[CARD_TEXT];
    char text[LABEL_MAX];
    struct shown_card shown = card_shown(plays->language, plays->rules, face, MARK_NONE, text);
    buf_printf(words, "%s%s", parted, face_format(face, code));
    buf_printf(label, "%s%s", *parted != '\0' ? " " : "", text);
    return shown;
}

/* Adds "by its flex side" or "and UNO!" behind a label. */
static void add_more(struct buf *label, const struct plays *plays, bool flex, bool uno)
{
    if (flex)
        buf_printf(label, " %s", tr(plays->language, N_("by its flex side")));
    if (uno)
        buf_printf(label, " %s", tr(plays->language, N_("and UNO!")));
}

/* Returns false if that face cannot be played in that form. */
static bool make(struct plays *plays, unsigned card, enum form form, struct control *control)
{
    const struct legal *legal = &plays->view->legal;
    bool flex = form == FORM_FLEX_UNO || form == FORM_FLEX;
    bool all = form == FORM_ALL_UNO || form == FORM_ALL;
    bool uno = form == FORM_NORMAL_UNO || form == FORM_FLEX_UNO || form == FORM_ALL_UNO;
    struct cards more = all ? more_of(plays, card) : cards_none();
    unsigned played = 1 + cards_count(more);
    struct buf words;
    struct buf label;
    char shown[2 * CONTROL_LABEL];
    struct cards open = cards_and(of_face(plays, card), flex ? legal->flex : legal->normal);
    if (cards_empty(open) || (all && played == 1) ||
        (uno && plays->view->hand_count[plays->view->seat] != played + 1))
        return false;
    *control = (struct control){.kind = CONTROL_CHOICE, .strong = uno};
    plays->face = plays->rules->deck.face_of[card];
    plays->more = played - 1;
    plays->flex = flex;
    plays->uno = uno;
    control->tint = (uint8_t)card_tint(&plays->rules->deck.face[plays->face]);
    buf_init(&words, control->words, CONTROL_SAYS);
    buf_init(&label, shown, sizeof(shown));
    buf_add(&words, "play ");
    control->card = add_face(&words, &label, plays, card, "");
    for (; !cards_empty(more); cards_remove(&more, cards_first(more)))
        add_face(&words, &label, plays, cards_first(more), "+");
    buf_printf(&words, "%s%s", flex ? " flex" : "", uno ? " uno" : "");
    add_more(&label, plays, flex, uno);
    control_label(control, shown);
    return true;
}

/* Finds the next card of the hand, colour by colour, the wilds last. Returns false behind the last
 * card. */
static bool next_group(struct plays *plays)
{
    const struct rules *rules = plays->rules;
    while (cards_empty(plays->left)) {
        if (plays->group > sizeof(rules->colours))
            return false;
        bool wilds = plays->group == sizeof(rules->colours);
        plays->left =
            cards_and(plays->view->hand,
                      wilds ? rules->wilds : rules->of_colour[rules->colours[plays->group]]);
        plays->group++;
    }
    return true;
}

bool plays_next(struct plays *plays, struct control *control)
{
    while (next_group(plays)) {
        unsigned card = cards_first(plays->left);
        while (plays->form < FORMS) {
            if (make(plays, card, (enum form)plays->form++, control))
                return true;
        }
        plays->form = 0;
        plays->left = cards_without(plays->left, of_face(plays, card));
    }
    return false;
}
