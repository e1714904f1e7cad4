/* Any bytes as what people type (base/plain.h, bot/text/typed.h). What is plain stays plain,
 * what was read once reads the same again, and what stands around a play does not change it, in any
 * set of rules. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/plain.h"
#include "base/text.h"
#include "bot/text/language.h"
#include "bot/text/typed.h"
#include "bot/text/words.h"
#include "tests/bot/text/words_sets.h"

enum { ROOM = 8192, LINE_MAX_BYTES = 600 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_plain(const char *text)
{
    char once[ROOM];
    char twice[ROOM];
    struct buf first;
    struct buf second;
    buf_init(&first, once, sizeof(once));
    buf_init(&second, twice, sizeof(twice));
    if (!plain_text(&first, text, strlen(text)))
        return;
    check(plain_text(&second, once, strlen(once)) && strcmp(once, twice) == 0);
    plain_digits(twice);
    check(strcmp(once, twice) == 0);
}

static void check_arguments(const char *text)
{
    char once[ROOM];
    char twice[ROOM];
    unsigned long number = 0;
    if (!typed_arguments(text, once, sizeof(once)))
        return;
    check(typed_arguments(once, twice, sizeof(twice)) && strcmp(once, twice) == 0);
    const char *behind = typed_number(once, &number);
    check(behind == NULL || (behind > once && behind <= once + strlen(once)));
    const struct language *language = language_named(once);
    check(language == NULL || language_find(language->code) == language);
}

static void check_words(const char *text)
{
    for (const char *at = text + strspn(text, " "); *at != '\0';) {
        size_t length = strcspn(at, " ");
        size_t meant = length;
        size_t again = 0;
        const char *core = typed_core(at, &meant);
        check(core >= at && core + meant <= at + length);
        again = meant;
        check(meant == 0 || (typed_core(core, &again) == core && again == meant));
        typed_is_idle(at, length);
        at += length + strspn(at + length, " ");
    }
}

static void check_unquoted(const char *text)
{
    char line[ROOM];
    snprintf(line, sizeof(line), "%s", text);
    typed_unquote(line);
    check(strlen(line) <= strlen(text));
    if (strlen(text) > 0 && strchr("\"'", *text) == NULL && (unsigned char)*text < 0x80) {
        check(strcmp(line, text) == 0);
        snprintf(line, sizeof(line), "\u201C%s\u201D", text);
        typed_unquote(line);
        check(strncmp(line, text + strspn(text, " "), strlen(line)) == 0);
    }
}

static void check_play(const struct rules *rules, const char *text)
{
    static const char *const around[] = {"\u201C%s\u201D", "%s please", "%s \U0001F642", "%s !"};
    struct play_words bare;
    struct play_words got;
    char line[LINE_MAX_BYTES + 32];
    if (words_play(rules, text, &bare) != WORDS_OK || bare.target[0] != '\0' ||
        strchr(text, '@') != NULL) /* what stands behind a name may be a part of it */
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(around); i++) {
        size_t at = (size_t)(strstr(around[i], "%s") - around[i]);
        snprintf(line, sizeof(line), "%.*s%s%s", (int)at, around[i], text, around[i] + at + 2);
        enum words_result result = words_play(rules, line, &got);
        if (got.target[0] != '\0') /* "+2 target please": a card, or a player called "please" */
            continue;
        check(result == WORDS_OK && got.face == bare.face && got.colour == bare.colour &&
              got.flex == bare.flex && got.uno == bare.uno);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rules rules[SETS];
    static bool built;
    char text[LINE_MAX_BYTES];
    struct buf buf;
    for (unsigned set = 0; !built && set < SETS; set++)
        words_set_rules(&rules[set], set);
    built = true;
    buf_init(&buf, text, sizeof(text));
    if (memchr(data, '\0', size) != NULL || !text_clean(&buf, (const char *)data, size))
        return 0;
    check_plain(text);
    check_arguments(text);
    check_words(text);
    check_unquoted(text);
    for (unsigned set = 0; set < SETS; set++)
        check_play(&rules[set], text);
    return 0;
}
