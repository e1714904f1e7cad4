#include "text.h"

#include <string.h>
#include <utf8proc.h>

#include "array.h"

enum { REPLACEMENT = 0xFFFD };

/* Returns the character at `text`, and in `size` how many bytes it has. An invalid byte counts as
 * one U+FFFD. */
static utf8proc_int32_t char_at(const char *text, size_t length, size_t *size)
{
    utf8proc_int32_t c;
    if ((unsigned char)*text < 0x80) {
        *size = 1;
        return (unsigned char)*text;
    }
    utf8proc_ssize_t bytes =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &c);
    if (bytes <= 0) {
        *size = 1;
        return REPLACEMENT;
    }
    *size = (size_t)bytes;
    return c;
}

size_t text_valid(const char *text, size_t length)
{
    size_t at = 0;
    for (size_t size; at < length; at += size) {
        if (char_at(text + at, length - at, &size) == REPLACEMENT && size == 1)
            break;
    }
    return at;
}

bool text_is_ascii(const char *text, size_t length)
{
    uint64_t bits = 0;
    for (uint64_t word; length >= sizeof(word); text += sizeof(word), length -= sizeof(word)) {
        memcpy(&word, text, sizeof(word));
        bits |= word;
    }
    for (; length > 0; length--)
        bits |= (unsigned char)*text++;
    return (bits & UINT64_C(0x8080808080808080)) == 0;
}

/* A visible ASCII character. Most texts are made of those, and they need no tables. */
static bool is_plain(utf8proc_int32_t c)
{
    return c > ' ' && c <= '~';
}

static bool add_char(struct buf *out, utf8proc_int32_t c)
{
    if (is_plain(c))
        return buf_add_char(out, (char)c);
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t length = utf8proc_encode_char(c, bytes);
    return buf_add_bytes(out, bytes, (size_t)length);
}

/* -- cleaning -- */

enum kind { KEEP, BLANK, DROP };

enum {
    NON_JOINER = 0x200C,
    JOINER = 0x200D,
    EMOJI_FORM = 0xFE0F,
    BRAILLE_BLANK = 0x2800 /* a pattern without dots */
};

static enum kind kind_of(utf8proc_int32_t c)
{
    if (is_plain(c))
        return KEEP;
    if (c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r' || c == 0x85)
        return BLANK;
    if (c == BRAILLE_BLANK)
        return BLANK;
    if (c >= 0xFE00 && c <= EMOJI_FORM) /* choose between the text and emoji forms of a symbol */
        return KEEP;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return BLANK;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
        return DROP;
    default:
        /* fillers and the like: invisible letters that make two names look the same */
        return utf8proc_get_property(c)->ignorable ? DROP : KEEP;
    }
}

static bool is_pictograph(utf8proc_int32_t c)
{
    return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* Arabic and Syriac letters, Mandaic, Mongolian: their forms depend on their neighbours. */
static bool is_joined_letter(utf8proc_int32_t c)
{
    bool script = (c >= 0x0600 && c <= 0x077F) || (c >= 0x0840 && c <= 0x08FF) ||
                  (c >= 0x1800 && c <= 0x18AF) || (c >= 0xFB50 && c <= 0xFDFF) ||
                  (c >= 0xFE70 && c <= 0xFEFC);
    utf8proc_category_t category = utf8proc_category(c);
    return script && (category == UTF8PROC_CATEGORY_LO || category == UTF8PROC_CATEGORY_LM ||
                      category == UTF8PROC_CATEGORY_MN);
}

/* Whether the joiner `c` changes how its neighbours look (after UAX 31, and UTS 51 for emoji).
 * Elsewhere it would only make two different names look the same. */
static bool joiner_changes(utf8proc_int32_t last, utf8proc_int32_t c, utf8proc_int32_t next)
{
    enum { VIRAMA = 9, SKIN_FIRST = 0x1F3FB, SKIN_LAST = 0x1F3FF };
    bool skin = last >= SKIN_FIRST && last <= SKIN_LAST;
    if (c == JOINER && (is_pictograph(last) || last == EMOJI_FORM || skin))
        return is_pictograph(next);
    if (c != JOINER && c != NON_JOINER)
        return false;
    return (is_joined_letter(last) && is_joined_letter(next)) ||
           (utf8proc_get_property(last)->combining_class == VIRAMA && kind_of(next) == KEEP);
}

bool text_shows(const char *text, size_t length, size_t *size)
{
    utf8proc_int32_t c = char_at(text, length, size);
    bool invalid = c == REPLACEMENT && *size == 1;
    return !invalid && (kind_of(c) == KEEP || utf8proc_category(c) == UTF8PROC_CATEGORY_ZS);
}

/* Whether a grapheme begins with `c`. */
static bool begins_grapheme(utf8proc_int32_t last, utf8proc_int32_t c, utf8proc_int32_t *state)
{
    if (!is_plain(last) || !is_plain(c))
        return utf8proc_grapheme_break_stateful(last, c, state);
    *state = 0;
    return true;
}

/* Returns true if a text is visible ASCII with single blanks inside, so that nothing of it has to
 * be cleaned. */
static bool is_clean(const char *text, size_t length)
{
    bool clean = length == 0 || (text[0] != ' ' && text[length - 1] != ' ');
    for (size_t i = 0; clean && i < length; i++)
        clean = is_plain((unsigned char)text[i]) || (text[i] == ' ' && text[i + 1] != ' ');
    return clean;
}

bool text_clean(struct buf *out, const char *text, size_t length)
{
    if (length <= buf_room(out) && is_clean(text, length))
        return buf_add_bytes(out, text, length);
    char *start = out->at;
    char *grapheme = out->at; /* start of the last grapheme */
    utf8proc_int32_t last = 0, state = 0;
    bool blank = false;
    for (size_t i = 0, size; i < length; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        enum kind kind = kind_of(c);
        size_t next_size;
        if (!blank && last != 0 && i + size < length && (c == JOINER || c == NON_JOINER) &&
            joiner_changes(last, c, char_at(text + i + size, length - i - size, &next_size)))
            kind = KEEP;
        if (kind == BLANK)
            blank = true;
        if (kind != KEEP)
            continue;
        char *before = out->at;
        bool gap = blank && before != start;
        if (before == start || gap || begins_grapheme(last, c, &state))
            grapheme = before;
        if ((gap && !buf_add_char(out, ' ')) || !add_char(out, c)) {
            out->at = grapheme;
            *out->at = '\0';
            return false;
        }
        if (gap)
            state = 0;
        blank = false;
        last = c;
    }
    return true;
}

bool text_blank(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0, size; i < length; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        utf8proc_category_t category = utf8proc_category(c);
        bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
                    category == UTF8PROC_CATEGORY_ME;
        if (!mark && kind_of(c) == KEEP)
            return false;
    }
    return true;
}

bool text_runs_left(const char *text, size_t length)
{
    if (text_is_ascii(text, length))
        return false;
    for (size_t i = 0, size; i < length; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        utf8proc_propval_t class = is_plain(c) ? 0 : utf8proc_get_property(c)->bidi_class;
        if (class == UTF8PROC_BIDI_CLASS_R || class == UTF8PROC_BIDI_CLASS_AL)
            return true;
    }
    return false;
}

size_t text_mark(const char *text, size_t length)
{
    static const char *const marks[] = {TEXT_JOINER, TEXT_ISOLATE, TEXT_RELEASE};
    for (unsigned i = 0; i < ARRAY_SIZE(marks); i++) {
        if (length >= strlen(marks[i]) && memcmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    }
    return 0;
}

static bool is_letter(utf8proc_int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN: /* vowels of many scripts */
    case UTF8PROC_CATEGORY_MC:
        return utf8proc_get_property(c)->ignorable == 0;
    default:
        return c >= '0' && c <= '9';
    }
}

void text_letters(struct buf *out, const char *text, size_t length)
{
    for (size_t i = 0, size; i < length; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        char *before = out->at;
        if (is_letter(c) && !add_char(out, c)) {
            out->at = before;
            *out->at = '\0';
            return;
        }
    }
}

/* -- folding -- */

/* A stream of folded characters. It lets us compare texts of any length without allocating
 * memory. */
enum { SEGMENT_MAX = 48, DECOMPOSED_MAX = 24 };
struct fold_stream {
    const char *text;
    size_t length, at;
    utf8proc_int32_t segment[SEGMENT_MAX + 1]; /* a base and its marks, composed */
    utf8proc_ssize_t count, given;
    utf8proc_int32_t next[DECOMPOSED_MAX]; /* decomposed, belongs to later segments */
    utf8proc_ssize_t next_count, next_given;
};

static void folder_init(struct fold_stream *folder, const char *text, size_t length)
{
    memset(folder, 0, sizeof(*folder));
    folder->text = text;
    folder->length = length;
}

/* Whether a mark is an accent of the Latin, Greek or Cyrillic alphabet. The marks of other
 * scripts are vowels and tones: they make another word, so they stay. */
static bool is_accent(utf8proc_int32_t c)
{
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
           (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
           (c >= 0xFE20 && c <= 0xFE2F);
}

/* Whether a character continues a segment: marks do, and the vowels and finals of a Korean
 * syllable. */
static bool continues_segment(utf8proc_int32_t c)
{
    return utf8proc_get_property(c)->combining_class != 0 || (c >= 0x1160 && c <= 0x11FF);
}

/* Makes the next decomposed, case-folded character ready; false at the end. */
static bool peek_folded(struct fold_stream *folder, utf8proc_int32_t *c)
{
    for (;;) {
        while (folder->next_given < folder->next_count) {
            *c = folder->next[folder->next_given];
            if (!is_accent(*c))
                return true;
            folder->next_given++;
        }
        if (folder->at == folder->length)
            return false;
        size_t size;
        utf8proc_int32_t raw =
            char_at(folder->text + folder->at, folder->length - folder->at, &size);
        int bounds = 0;
        utf8proc_ssize_t count = utf8proc_decompose_char(
            raw, folder->next, DECOMPOSED_MAX,
            UTF8PROC_CASEFOLD | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE, &bounds);
        if (count < 0 || count > DECOMPOSED_MAX) { /* no character decomposes to more than 18 */
            folder->next[0] = raw;
            count = 1;
        }
        folder->next_count = count;
        folder->next_given = 0;
        folder->at += size;
    }
}

/* Marks of one base in canonical order: a stable insertion sort by combining class. */
static void order_marks(utf8proc_int32_t *segment, utf8proc_ssize_t count)
{
    for (utf8proc_ssize_t i = 1; i < count; i++) {
        utf8proc_int32_t c = segment[i];
        int rank = utf8proc_get_property(c)->combining_class;
        utf8proc_ssize_t j = i;
        while (rank != 0 && j > 0 &&
               utf8proc_get_property(segment[j - 1])->combining_class > rank) {
            segment[j] = segment[j - 1];
            j--;
        }
        segment[j] = c;
    }
}

/* The next folded character, or -1 at the end. */
static utf8proc_int32_t folder_next(struct fold_stream *folder)
{
    if (folder->given == folder->count) {
        utf8proc_int32_t c;
        folder->count = folder->given = 0;
        while (folder->count < SEGMENT_MAX && peek_folded(folder, &c) &&
               (folder->count == 0 || continues_segment(c))) {
            folder->segment[folder->count++] = c;
            folder->next_given++;
        }
        if (folder->count == 0)
            return -1;
        order_marks(folder->segment, folder->count);
        if (folder->count > 1) {
            folder->count = utf8proc_normalize_utf32(folder->segment, folder->count,
                                                     UTF8PROC_COMPOSE | UTF8PROC_STABLE);
        }
    }
    return folder->segment[folder->given++];
}

/* ASCII folds by itself: it has no accents, and no marks that join a letter before them. */
static char fold_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool fold_ascii(struct buf *out, const char *text, size_t length)
{
    size_t room = buf_room(out);
    size_t fits = length < room ? length : room;
    for (size_t i = 0; i < fits; i++)
        out->at[i] = fold_letter(text[i]);
    out->at += fits;
    *out->at = '\0';
    out->full = out->full || fits < length;
    return fits == length;
}

bool text_fold(struct buf *out, const char *text, size_t length)
{
    struct fold_stream folder;
    if (text_is_ascii(text, length))
        return fold_ascii(out, text, length);
    folder_init(&folder, text, length);
    utf8proc_int32_t c;
    while ((c = folder_next(&folder)) >= 0) {
        if (!add_char(out, c))
            return false;
    }
    return true;
}

/* Compares up to the first character that is not ASCII. Returns true and sets `same` if that
 * decides: different letters of ASCII stay different, whatever marks follow them. */
static bool ascii_decides(const char *a, const char *b, bool *same)
{
    for (; ((unsigned char)*a | (unsigned char)*b) < 0x80; a++, b++) {
        *same = fold_letter(*a) == fold_letter(*b);
        if (!*same || *a == '\0')
            return true;
    }
    return false;
}

bool text_same(const char *a, const char *b)
{
    struct fold_stream left, right;
    bool same = false;
    if (ascii_decides(a, b, &same))
        return same;
    folder_init(&left, a, strlen(a));
    folder_init(&right, b, strlen(b));
    utf8proc_int32_t c;
    do {
        c = folder_next(&left);
        if (c != folder_next(&right))
            return false;
    } while (c >= 0);
    return true;
}

/* -- measuring -- */

size_t text_width(const char *text, size_t length)
{
    size_t width = 0,
           grapheme =
               0; /* a grapheme is two columns wide at most, however many characters it has */
    utf8proc_int32_t last = 0, state = 0;
    for (size_t i = 0, size; i < length; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        if (i > 0 && utf8proc_grapheme_break_stateful(last, c, &state)) {
            width += grapheme;
            grapheme = 0;
        }
        grapheme += (size_t)utf8proc_charwidth(c);
        if (grapheme > 2)
            grapheme = 2;
        last = c;
    }
    return width + grapheme;
}

size_t text_cut(const char *text, size_t length, size_t limit)
{
    if (length <= limit)
        return length;
    size_t grapheme = 0, character = 0; /* the end of the last grapheme within the limit */
    utf8proc_int32_t last = 0, state = 0;
    for (size_t i = 0, size; i < length && i <= limit; i += size) {
        utf8proc_int32_t c = char_at(text + i, length - i, &size);
        if (i > 0 && utf8proc_grapheme_break_stateful(last, c, &state))
            grapheme = i;
        character = i;
        last = c;
    }
    return grapheme > 0 ? grapheme : character;
}

size_t text_run(const char *text, size_t length)
{
    size_t run = 0;
    while (run < length && (text[run] == ' ') == (*text == ' '))
        run++;
    return run;
}
