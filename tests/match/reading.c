#include "reading.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

const char *reading_behind_context(const char *text)
{
    const char *end = strncmp(text, "[#", 2) == 0 ? strstr(text, "] ") : NULL;
    return end != NULL ? end + 2 : text;
}

/* The n-th marked card "[R 5]*" of a hand, without brackets. */
static unsigned marked(const char *text, unsigned wanted, char *card, size_t size)
{
    unsigned count = 0;
    for (const char *end = strstr(text, "]*"); end != NULL; end = strstr(end + 1, "]*")) {
        const char *start = end;
        while (start > text && *start != '[')
            start--;
        if (count++ == wanted) {
            snprintf(card, size, "%.*s%s", (int)(end - start - 1), start + 1,
                     strncmp(end, "]*flex", 6) == 0 ? " flex" : "");
        }
    }
    return count;
}

static void play(const char *card, uint32_t random, char answer[READING_ANSWER])
{
    static const char *const colours[] = {"red", "green", "blue", "yellow"};
    bool wild = card[0] == 'W';
    snprintf(answer, READING_ANSWER, "!play %s%s%s uno", card, wild ? " " : "",
             wild ? colours[random % 4] : "");
}

const char *reading_question(const char *text)
{
    const char *turn = strstr(text, "Your turn on ");
    const char *drawn = strstr(text, "You drew ");
    if (turn != NULL)
        return turn;
    return drawn != NULL && strstr(drawn, "!keep") != NULL ? drawn : NULL;
}

void reading_answer(const char *question, uint32_t random, char answer[READING_ANSWER])
{
    char card[32] = "";
    if (strncmp(question, "Your turn on ", 13) != 0) {
        snprintf(card, sizeof(card), "%.*s", (int)strcspn(question + 10, "]"), question + 10);
        play(card, random, answer);
        return;
    }
    unsigned cards = marked(question, 0, card, sizeof(card));
    if (strstr(question, "!challenge") != NULL) {
        snprintf(answer, READING_ANSWER, "%s", random % 2 == 0 ? "!accept" : "!challenge");
    } else if (cards == 0) {
        snprintf(answer, READING_ANSWER, "%s", strstr(question, "!pass") != NULL ? "!pass" : "dr");
    } else {
        marked(question, random / 4 % cards, card, sizeof(card));
        play(card, random, answer);
    }
}

bool reading_is_open(const char *text)
{
    static const char *const open[] = {"plays [",        "first card [", "On top [",
                                       "] is turned up", "draws [",      "shows ["};
    unsigned cards = 0;
    unsigned allowed = 0;
    for (const char *at = strchr(text, '['); at != NULL; at = strchr(at + 1, '['))
        cards++;
    for (unsigned i = 0; i < ARRAY_SIZE(open); i++) {
        for (const char *at = strstr(text, open[i]); at != NULL; at = strstr(at + 1, open[i]))
            allowed++;
    }
    return cards <= allowed && strstr(text, "]*") == NULL && strstr(text, "hand:") == NULL;
}
