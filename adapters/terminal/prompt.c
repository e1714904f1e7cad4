#include "prompt.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static void forget_choices(struct prompt *prompt)
{
    prompt->choice_count = prompt->choice = 0;
    prompt->choosing = false;
}

void prompt_clear(struct prompt *prompt)
{
    prompt->text[0] = '\0';
    prompt->cursor = 0;
    prompt->history_at = prompt->history_count;
    forget_choices(prompt);
}

static void set_text(struct prompt *prompt, const char *text)
{
    snprintf(prompt->text, sizeof(prompt->text), "%s", text);
    prompt->cursor = strlen(prompt->text);
}

static void insert(struct prompt *prompt, const char *text)
{
    size_t size = strlen(text);
    size_t length = strlen(prompt->text);
    if (length + size >= sizeof(prompt->text))
        return;
    memmove(prompt->text + prompt->cursor + size, prompt->text + prompt->cursor,
            length - prompt->cursor + 1);
    memcpy(prompt->text + prompt->cursor, text, size);
    prompt->cursor += size;
}

static void erase(struct prompt *prompt, size_t from, size_t to)
{
    memmove(prompt->text + from, prompt->text + to, strlen(prompt->text + to) + 1);
    prompt->cursor = from;
}

/* The beginning of the grapheme before the cursor. */
static size_t before(const struct prompt *prompt)
{
    return prompt->cursor == 0 ? 0 : text_cut(prompt->text, prompt->cursor, prompt->cursor - 1);
}

static size_t after(const struct prompt *prompt)
{
    size_t at = prompt->cursor + (prompt->text[prompt->cursor] != '\0');
    while (((unsigned char)prompt->text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

static size_t word_before(const struct prompt *prompt)
{
    size_t at = prompt->cursor;
    while (at > 0 && prompt->text[at - 1] == ' ')
        at--;
    while (at > 0 && prompt->text[at - 1] != ' ')
        at--;
    return at;
}

static void recall(struct prompt *prompt, int step)
{
    if ((step < 0 && prompt->history_at == 0) ||
        (step > 0 && prompt->history_at >= prompt->history_count))
        return;
    prompt->history_at = step < 0 ? prompt->history_at - 1 : prompt->history_at + 1;
    set_text(prompt,
             prompt->history_at < prompt->history_count ? prompt->history[prompt->history_at] : "");
}

static bool press_control(struct prompt *prompt, char letter)
{
    switch (letter) {
    case 'A':
        prompt->cursor = 0;
        return true;
    case 'E':
        prompt->cursor = strlen(prompt->text);
        return true;
    case 'U':
        erase(prompt, 0, prompt->cursor);
        return true;
    case 'K':
        prompt->text[prompt->cursor] = '\0';
        return true;
    case 'W':
        erase(prompt, word_before(prompt), prompt->cursor);
        return true;
    default:
        return false;
    }
}

static bool edit(struct prompt *prompt, const struct press *press)
{
    switch (press->kind) {
    case PRESS_TEXT:
        insert(prompt, press->text);
        return true;
    case PRESS_CONTROL:
        return press_control(prompt, press->text[0]);
    case PRESS_BACKSPACE:
        erase(prompt, before(prompt), prompt->cursor);
        return true;
    case PRESS_DELETE:
        erase(prompt, prompt->cursor, after(prompt));
        return true;
    case PRESS_LEFT:
        prompt->cursor = before(prompt);
        return true;
    case PRESS_RIGHT:
        prompt->cursor = after(prompt);
        return true;
    case PRESS_HOME:
        prompt->cursor = 0;
        return true;
    case PRESS_END:
        prompt->cursor = strlen(prompt->text);
        return true;
    case PRESS_UP:
        recall(prompt, -1);
        return true;
    case PRESS_DOWN:
        recall(prompt, 1);
        return true;
    default:
        return false;
    }
}

bool prompt_press(struct prompt *prompt, const struct press *press)
{
    bool took = edit(prompt, press);
    if (took)
        forget_choices(prompt);
    return took;
}

void prompt_keep(struct prompt *prompt)
{
    if (prompt->history_count == PROMPT_HISTORY) {
        memmove(prompt->history[0], prompt->history[1],
                sizeof(prompt->history) - sizeof(prompt->history[0]));
        prompt->history_count--;
    }
    memcpy(prompt->history[prompt->history_count++], prompt->text, sizeof(prompt->text));
    prompt->history_at = prompt->history_count;
}

/* -- completion -- */

static void put_choice(struct prompt *prompt)
{
    prompt->text[prompt->cursor] = '\0';
    erase(prompt, prompt->choice_from, prompt->cursor);
    insert(prompt, prompt->choices[prompt->choice].words);
    prompt->choosing = true;
}

void prompt_suggest(struct prompt *prompt, const struct message *message)
{
    forget_choices(prompt);
    for (unsigned i = 0; i < message->control_count && prompt->choice_count < PROMPT_CHOICES; i++) {
        const struct control *control = &message->controls[i];
        snprintf(prompt->choices[prompt->choice_count].label, CONTROL_LABEL, "%s", control->label);
        snprintf(prompt->choices[prompt->choice_count].words, CONTROL_SAYS, "%s", control->words);
        prompt->choice_count++;
    }
    /* The first word is a command; everything behind it is one argument, as the host sees it. */
    size_t word = strcspn(prompt->text, " ");
    prompt->choice_from = word < prompt->cursor ? word + 1 : 0;
    if (prompt->choice_count == 1) {
        put_choice(prompt);
        insert(prompt, " ");
        forget_choices(prompt);
    }
}

bool prompt_complete(struct prompt *prompt)
{
    if (prompt->choice_count == 0)
        return false;
    if (prompt->choosing)
        prompt->choice = (prompt->choice + 1) % prompt->choice_count;
    put_choice(prompt);
    return true;
}
