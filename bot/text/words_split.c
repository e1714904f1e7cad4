#include <string.h>

#include "base/plain.h"
#include "base/text.h"
#include "typed.h"
#include "words_reader.h"

#define CARD_SIGNS "+,|/^&"

enum { PROCLAMATION_MAX = 8192, LAST_CARD_MAX = 32 };

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the folded word in `memory`, or false if it is too long for a known word. */
static bool fold_word(const struct reader *reader, const struct word *word, char *memory,
                      size_t size)
{
    struct buf buf;
    buf_init(&buf, memory, size);
    if (!text_fold(&buf, reader->text + word->at, word->length))
        return false;
    plain_digits(memory);
    return true;
}

/* Moves the letters of `text` to its front, drops everything else, and returns the new length. */
static size_t keep_letters(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at >= 'a' && *at <= 'z')
            *to++ = *at;
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* Returns the first of the letters a to z in the folded word; NUL: it has none, or is too long for
 * a known word. */
static char initial_of(const struct reader *reader, const struct word *word)
{
    char folded[128];
    return (char)(fold_word(reader, word, folded, sizeof(folded)) && keep_letters(folded) > 0
                      ? folded[0]
                      : '\0');
}

void split_words(struct reader *reader)
{
    const char *text = reader->text;
    size_t at = 0;
    for (;;) {
        while (is_blank(text[at]))
            at++;
        if (text[at] == '\0')
            return;
        if (reader->words == WORDS_MAX) {
            reader->unread = true;
            reader->unread_at = at;
            return;
        }
        struct word *word = &reader->word[reader->words++];
        *word = (struct word){.at = at};
        while (text[at] != '\0' && !is_blank(text[at]))
            at++;
        word->length = at - word->at;
        word->initial = initial_of(reader, word);
    }
}

/* Returns the number of bytes of a character beyond ASCII that has no meaning on a card:
 * punctuation, an emoji. 0: it may have one. */
static size_t idle_length(const char *text)
{
    size_t size = 0;
    enum plain_class class = plain_class(text, strnlen(text, 4), &size);
    bool idle = class == PLAIN_BLANK || class == PLAIN_CLOSER ||
                (class == PLAIN_EMOJI && typed_is_idle(text, size));
    return idle && size > 1 ? size : 0;
}

enum class { CLASS_OTHER, CLASS_LETTER, CLASS_DIGIT, CLASS_SIGN };

static enum class class_of(const char *text) {
    unsigned char c = (unsigned char)*text;
    if ((c >= 'a' && c <= 'z') || (c >= 0x80 && idle_length(text) == 0)) return CLASS_LETTER;
    if (c >= '0' && c <= '9') return CLASS_DIGIT;
    return c != '\0' && strchr(CARD_SIGNS, c) != NULL ? CLASS_SIGN : CLASS_OTHER;
}

unsigned cut_pieces(const char *folded, unsigned word, struct piece *pieces, unsigned room)
{
    unsigned count = 0;
    for (const char *at = folded; *at != '\0';) {
        enum class class = class_of(at);
        if (class == CLASS_OTHER) {
            size_t skip = (unsigned char)*at >= 0x80 ? idle_length(at) : 1;
            at += skip;
            continue;
        }
        const char *start = at++;
        while (class != CLASS_SIGN && class_of(at) == class)
            at++;
        if (count == room || at - start > UINT8_MAX)
            return room + 1;
        pieces[count++] =
            (struct piece){.text = start, .length = (uint8_t)(at - start), .word = (uint8_t)word};
    }
    return count;
}

bool word_is_known(const struct reader *reader, unsigned i)
{
    char folded[128];
    struct piece pieces[16];
    if (!fold_word(reader, &reader->word[i], folded, sizeof(folded)))
        return false;
    unsigned count = cut_pieces(folded, 0, pieces, 16);
    if (count == 0 || count > 16)
        return false;
    for (unsigned n = 0; n < count; n++) {
        const struct word_row *row = NULL;
        do {
            row = words_next_row(row, pieces[n].text, pieces[n].length);
        } while (row != NULL && (row->length != pieces[n].length || !row_applies(reader, row)));
        if (row == NULL)
            return false;
    }
    return true;
}

/* -- what is no card: proclamation, target, uno -- */

bool words_proclamation(const char *text)
{
    char folded[PROCLAMATION_MAX];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    text_fold(&buf, text, strlen(text));
    keep_letters(folded);
    for (const char *const *words = words_proclamations; *words != NULL; words++) {
        if (strstr(folded, *words) != NULL)
            return true;
    }
    return false;
}

/* Returns how many words from `first` on spell `words`; 0 if they do not. */
static unsigned spelled(const struct reader *reader, unsigned first, const char *words)
{
    if (reader->word[first].initial != *words) /* folding is dear, and most words differ here */
        return 0;
    size_t left = strlen(words);
    for (unsigned i = first; i < reader->words; i++) {
        char folded[128];
        if (!fold_word(reader, &reader->word[i], folded, sizeof(folded)))
            return 0;
        size_t length = keep_letters(folded);
        if (length > left || strncmp(words, folded, length) != 0 || (i == first && length == 0))
            return 0;
        words += length;
        left -= length;
        if (left == 0)
            return i - first + 1;
    }
    return 0;
}

void take_proclamation(struct reader *reader, struct play_words *out)
{
    for (unsigned i = 0; i < reader->words; i++) {
        for (const char *const *words = words_proclamations; *words != NULL; words++) {
            unsigned count = spelled(reader, i, *words);
            for (unsigned n = 0; n < count; n++)
                reader->word[i + n].taken = true;
            out->proclaim |= count > 0;
        }
    }
}

/* Returns how many words from `first` on say UNO; 0: they do not. */
static unsigned says_uno(const struct reader *reader, unsigned first)
{
    unsigned count = spelled(reader, first, "uno");
    for (const char *const *words = words_last_cards; *words != NULL && count == 0; words++)
        count = spelled(reader, first, *words);
    return count;
}

void take_uno(struct reader *reader, struct play_words *out)
{
    for (unsigned i = 0; i < reader->words; i++) {
        unsigned count = reader->word[i].taken ? 0 : says_uno(reader, i);
        for (unsigned n = 0; n < count; n++)
            reader->word[i + n].taken = out->uno = true;
    }
}

/* True if "last card" may begin with this byte in some language. Beyond ASCII it may be a letter
 * with an accent. */
static bool may_be_last_card(char first)
{
    const char *const *words = words_last_cards;
    while (*words != NULL && **words != (first | 0x20))
        words++;
    return *words != NULL || (unsigned char)first >= 0x80;
}

bool words_last_card(const char *text)
{
    char folded[LAST_CARD_MAX];
    struct buf buf;
    if (!may_be_last_card(text[strspn(text, " ")])) /* most lines: folding is dear */
        return false;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, text, strlen(text)))
        return false;
    keep_letters(folded);
    const char *const *words = words_last_cards;
    while (*words != NULL && strcmp(folded, *words) != 0)
        words++;
    return *words != NULL;
}

/* Copies the text from `from` to `to` into the target. Returns false if it is no possible name. */
static bool set_target(struct play_words *out, const char *from, const char *to)
{
    size_t length = (size_t)(to - from);
    from = typed_core(from, &length);
    if (length == 0 || length >= sizeof(out->target))
        return false;
    memcpy(out->target, from, length);
    out->target[length] = '\0';
    return true;
}

static bool word_is_marker(const struct reader *reader, unsigned i)
{
    char folded[16];
    if (!fold_word(reader, &reader->word[i], folded, sizeof(folded)))
        return false;
    const char *const *marker = words_target_markers;
    while (*marker != NULL && strcmp(*marker, folded) != 0)
        marker++;
    /* in "ciblé rouge" the word names a card, in "cible alice" it marks a target */
    return *marker != NULL && i + 1 < reader->words && !reader->word[i + 1].taken &&
           !(word_is_known(reader, i) && word_is_known(reader, i + 1));
}

/* A word with a sign of cards is never idle, even where the sign stands by itself ("r5 + b5"). */
void take_idle(struct reader *reader)
{
    for (unsigned i = 0; i < reader->words; i++) {
        const char *text = reader->text + reader->word[i].at;
        size_t length = reader->word[i].length;
        bool sign = strcspn(text, CARD_SIGNS) < length && strchr(":;", *text) == NULL; /* ":/" */
        unsigned count = !sign && typed_is_idle(text, length);
        for (const char *const *row = words_courtesies; count == 0 && *row != NULL; row++)
            count = spelled(reader, i, *row);
        if (i > 0 && word_is_marker(reader, i - 1))
            continue;
        for (unsigned n = 0; n < count; n++)
            reader->word[i + n].taken = true;
    }
}

/* Quotation marks around a name. quote_at() returns the number of bytes of the mark at the start of
 * `text`, quote_before() of the mark before `end`; 0: there is none. */
static const char *const double_quotes[] = {"\"",     "\u00AB", "\u00BB", "\u201C",
                                            "\u201D", "\u201E", NULL};

static size_t quote_at(const char *text)
{
    const char *const *quote = double_quotes;
    while (*quote != NULL && strncmp(text, *quote, strlen(*quote)) != 0)
        quote++;
    return *quote != NULL ? strlen(*quote) : 0;
}

static size_t quote_before(const char *text, const char *end)
{
    for (const char *const *quote = double_quotes; *quote != NULL; quote++) {
        size_t length = strlen(*quote);
        if ((size_t)(end - text) >= length && strncmp(end - length, *quote, length) == 0)
            return length;
    }
    return 0;
}

/* Returns the index of the word behind the name that begins at word `first`. The name goes to the
 * closing quote, else up to the next word that means something else. */
static unsigned name_end(const struct reader *reader, unsigned first)
{
    const char *text = reader->text + reader->word[first].at;
    size_t opens = quote_at(text + (*text == '@'));
    for (unsigned i = first; opens > 0 && i < reader->words && !reader->word[i].taken; i++) {
        const char *end = reader->text + reader->word[i].at + reader->word[i].length;
        if ((size_t)(end - text) > opens + 1 && quote_before(text, end) > 0)
            return i + 1;
    }
    unsigned i = first + 1;
    while (i < reader->words && !reader->word[i].taken && !word_is_known(reader, i) &&
           says_uno(reader, i) == 0 && !word_is_marker(reader, i))
        i++;
    return i;
}

bool take_name(struct reader *reader, unsigned first, struct play_words *out)
{
    unsigned end = name_end(reader, first);
    const struct word *last = &reader->word[end - 1];
    if (!set_target(out, reader->text + reader->word[first].at,
                    reader->text + last->at + last->length))
        return false;
    for (unsigned i = first; i < end; i++)
        reader->word[i].taken = true;
    return true;
}

void take_target(struct reader *reader, struct play_words *out)
{
    for (unsigned i = 0; i < reader->words; i++) {
        struct word *word = &reader->word[i];
        if (word->taken)
            continue;
        bool marker = word_is_marker(reader, i);
        if (!marker && (reader->text[word->at] != '@' || word->length < 2))
            continue;
        if (take_name(reader, marker ? i + 1 : i, out))
            word->taken = true;
        return;
    }
}

/* "yellow" is a colour, never "yello" and "w". Two letters may be the codes of a colour and of a
 * card: "vd" is green in Portuguese, and the green +2 in French. */
static bool is_colour(const struct piece *piece)
{
    const struct word_row *row = NULL;
    while (piece->length > 2 && (row = words_next_row(row, piece->text, piece->length)) != NULL) {
        if (row->sense == SENSE_COLOUR && row->length == piece->length)
            return true;
    }
    return false;
}

void split_pieces(struct reader *reader)
{
    size_t at = 0;
    reader->pieces = 0;
    for (unsigned i = 0; i < reader->words; i++) {
        if (reader->word[i].taken)
            continue;
        char *folded = reader->folded + at;
        unsigned room = PIECES_MAX - reader->pieces;
        unsigned count = room + 1;
        if (at < FOLDED_MAX && fold_word(reader, &reader->word[i], folded, FOLDED_MAX - at))
            count = cut_pieces(folded, i, reader->piece + reader->pieces, room);
        if (count > room) {
            reader->words = i;
            reader->unread = true;
            reader->unread_at = reader->word[i].at;
            return;
        }
        for (unsigned n = 0; n < count; n++, reader->pieces++)
            reader->piece[reader->pieces].colour = is_colour(&reader->piece[reader->pieces]);
        at += strlen(folded) + 1;
    }
}

const struct ruleset *words_ruleset(const char *text)
{
    const struct ruleset *set = NULL;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        if (text_same(ruleset_name(set), text))
            break;
    }
    return set;
}

const char *words_level(const char *text)
{
    char folded[32];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, text, strlen(text)))
        return NULL;
    for (const struct level_row *row = words_levels; row->text != NULL; row++) {
        if (strcmp(row->text, folded) == 0)
            return row->player;
    }
    return NULL;
}

bool words_is_of_cards(const char *word)
{
    char folded[32];
    struct buf buf;
    const struct word_row *row = NULL;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, word, strlen(word)))
        return false;
    size_t length = strlen(folded);
    while ((row = words_next_row(row, folded, length)) != NULL && row->length != length)
        continue;
    return row != NULL;
}
