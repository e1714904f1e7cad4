#include "content.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/guilds/command_mentions.h"
#include "base/array.h"
#include "base/text.h"
#include "card_emoji.h"

#define BOLD        "**"
#define WORD_JOINER "\xe2\x81\xa0"
#define ELLIPSIS    "\xe2\x80\xa6"

enum {
    ATOM_MAX = 200, /* bytes of text; a longer word is cut */
    BLANKS_MAX = 64,
    ATOM_BYTES = 1000 /* bytes after escaping ('@' becomes four), with a square or a mention */
};

static const char *const squares[] = {
    [TINT_WILD] = "",
    [TINT_RED] = "\xf0\x9f\x9f\xa5",
    [TINT_GREEN] = "\xf0\x9f\x9f\xa9",
    [TINT_BLUE] = "\xf0\x9f\x9f\xa6",
    [TINT_YELLOW] = "\xf0\x9f\x9f\xa8",
    [TINT_PURPLE] = "\xf0\x9f\x9f\xaa",
    [TINT_ORANGE] = "\xf0\x9f\x9f\xa7",
};

const char *content_square(enum tint tint)
{
    return tint < ARRAY_SIZE(squares) ? squares[tint] : "";
}

/* A piece of text that is never cut: a card, a mention, a run of blanks, a word, or if a word has
 * several spans, its part in one of them. */
struct atom {
    const char *text;
    size_t length;
    const char *square;
    char mention[CONTENT_ID];                     /* user id; "": none */
    char emoji[CARD_EMOJI_NAME + CONTENT_ID + 4]; /* the emoji in place of the square; "": none */
    char command[COMMAND_MENTION];                /* the mention in place of the text; "": none */
    bool blank, card, bold;
};

/* Where a part may end. */
struct mark {
    size_t length, units, at;
    unsigned mention_count;
    bool bold, set;
};

/* A part as it grows. */
struct content_growth {
    struct content_part *part;
    size_t limit;
    const char *blanks; /* written only if something follows on the line */
    size_t blank_count;
    bool bold; /* bold is open */
    bool line_start;
    bool after_card;
    struct mark line, word; /* where the part may be cut: behind its last line end; at its last
                               blank, or between its last two cards */
};

void content_init(struct content *content, const struct message *message,
                  const struct content_setup *setup)
{
    *content = (struct content){.message = message};
    if (setup != NULL)
        content->setup = *setup;
}

/* -- reading -- */

static bool find_mention(const struct content *content, const char *name, size_t length,
                         char out[CONTENT_ID])
{
    const char *id = content->setup.id_of != NULL
                         ? content->setup.id_of(content->setup.arg, name, length)
                         : NULL;
    if (id == NULL || *id == '\0' || id[strspn(id, "0123456789")] != '\0' ||
        strlen(id) >= CONTENT_ID)
        return false;
    memcpy(out, id, strlen(id) + 1);
    return true;
}

/* Writes the emoji of a card as Discord reads it in a text; "": it has none. */
static void find_emoji(struct content *content, const struct span *span, struct atom *atom)
{
    char name[CARD_EMOJI_NAME];
    const char *id = content->emoji < CONTENT_EMOJI ? card_emoji_find(content->setup.looks.emoji,
                                                                      span->tint, &span->card, name)
                                                    : NULL;
    if (id == NULL)
        return;
    snprintf(atom->emoji, sizeof(atom->emoji), "<:%s:%s>", name, id);
    content->emoji++;
}

/* Returns the next piece of the line; there must be one before the line ends. */
static struct atom next_atom(struct content *content)
{
    const struct message *message = content->message;
    const struct span *span = message_span(message, content->at, &content->span);
    const char *text = message->text + content->at;
    size_t length = span->start + span->length - content->at;
    const char *line_end = memchr(text, '\n', length);
    length = line_end != NULL ? (size_t)(line_end - text) : length;
    struct atom atom = {.text = text, .square = ""};
    bool whole = span->style == STYLE_MENTION && content->at == span->start &&
                 length == span->length && find_mention(content, text, length, atom.mention);
    if (whole) {
        atom.length = length;
        return atom;
    }
    if (span->style == STYLE_COMMAND && content->at == span->start && length == span->length &&
        command_mentions_write(content->setup.looks.commands, text, length, atom.command)) {
        content->commands++;
        atom.length = length;
        return atom;
    }
    atom.card = span->style == STYLE_CARD;
    atom.bold = span->style == STYLE_STRONG || span->style == STYLE_MENTION;
    atom.blank = *text == ' ' && !atom.card;
    atom.length = atom.card ? length : text_run(text, length);
    bool squares_wanted = !message->mono && !content->setup.looks.letters;
    if (atom.card && content->at == span->start && squares_wanted) {
        atom.square = content_square((enum tint)span->tint);
        find_emoji(content, span, &atom);
    }
    if (atom.length > ATOM_MAX) {
        size_t cut = text_cut(text, atom.length, ATOM_MAX);
        atom.length = cut > 0 ? cut : 1; /* take at least one byte, even of invalid text */
    }
    return atom;
}

/* -- escaping -- */

/* True for an https address. It is not escaped, so that Discord makes it a link; so only characters
 * that cannot end the link or begin markup are allowed. */
static bool is_address(const struct atom *atom)
{
    static const char head[] = "https://";
    if (atom->length < sizeof(head) || memcmp(atom->text, head, sizeof(head) - 1) != 0)
        return false;
    for (size_t i = 0; i < atom->length; i++) {
        char c = atom->text[i];
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!word && strchr(":/._%?=&#+-", c) == NULL)
            return false;
    }
    return true;
}

/* Returns true if the character must be escaped. Some are special only at the start of a line,
 * where they make headings, lists and quotes. */
static bool is_special(const struct atom *atom, size_t i, bool line_start)
{
    char c = atom->text[i];
    if (strchr("\\*_~`|<[", c) != NULL)
        return true;
    if (!line_start)
        return false;
    size_t digits = strspn(atom->text, "0123456789");
    return i == 0 ? strchr("#->+", c) != NULL : c == '.' && i == digits;
}

struct scrap {
    char text[ATOM_BYTES];
    size_t length;
};

static void add_text(struct scrap *scrap, const char *text, size_t length)
{
    if (length <= sizeof(scrap->text) - scrap->length) {
        memcpy(scrap->text + scrap->length, text, length);
        scrap->length += length;
    }
}

static void escape_atom(struct scrap *scrap, const struct atom *atom, bool line_start)
{
    if (*atom->mention != '\0') {
        add_text(scrap, "<@", 2);
        add_text(scrap, atom->mention, strlen(atom->mention));
        add_text(scrap, ">", 1);
        return;
    }
    if (*atom->command != '\0') {
        add_text(scrap, atom->command, strlen(atom->command));
        return;
    }
    bool plain = is_address(atom);
    const char *sign = atom->emoji[0] != '\0' ? atom->emoji : atom->square;
    add_text(scrap, sign, strlen(sign));
    for (size_t i = 0; i < atom->length; i++) {
        if (atom->text[i] == '\0')
            continue;
        if (!plain && is_special(atom, i, line_start))
            add_text(scrap, "\\", 1);
        add_text(scrap, atom->text + i, 1);
        if (atom->text[i] == '@')
            add_text(scrap, WORD_JOINER, sizeof(WORD_JOINER) - 1);
    }
}

/* -- writing -- */

static size_t units_of(const char *text, size_t length)
{
    size_t units = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        units += (c & 0xc0) != 0x80;
        units += c >= 0xf0; /* a pair */
    }
    return units;
}

static void put_text(struct content_part *part, const char *text, size_t length)
{
    if (length < sizeof(part->text) - part->length) {
        memcpy(part->text + part->length, text, length);
        part->length += length;
        part->units += units_of(text, length);
    }
}

static struct mark mark_here(const struct content_growth *growth, const struct content *content,
                             size_t skip)
{
    return (struct mark){.length = growth->part->length,
                         .units = growth->part->units,
                         .at = content->at + skip,
                         .mention_count = growth->part->mention_count,
                         .bold = growth->bold,
                         .set = growth->part->length > 0};
}

/* Cuts a full part at a good place: the last line end, or a later blank or joint of cards if the
 * line end would leave more than half of the part empty. */
static void go_back(struct content_growth *growth, struct content *content)
{
    const struct mark *mark = &growth->word;
    if (growth->line.set && (!mark->set || growth->line.length >= mark->length ||
                             growth->line.units >= growth->limit / 2))
        mark = &growth->line;
    if (!mark->set)
        return; /* a word longer than a part: it is cut here */
    growth->part->length = mark->length;
    growth->part->units = mark->units;
    growth->part->mention_count = mark->mention_count;
    growth->bold = mark->bold;
    content->at = mark->at;
}

/* False: no room. */
static bool put_atom(struct content_growth *growth, const struct atom *atom)
{
    struct content_part *part = growth->part;
    struct scrap scrap = {.length = 0};
    escape_atom(&scrap, atom, growth->line_start);
    size_t needed = growth->blank_count + units_of(scrap.text, scrap.length) + 3 * strlen(BOLD);
    if (part->units + needed > growth->limit ||
        (*atom->mention != '\0' && part->mention_count == CONTENT_MENTIONS))
        return false;
    if (growth->bold && !atom->bold) /* Markdown wants the mark next to the word */
        put_text(part, BOLD, strlen(BOLD));
    put_text(part, growth->blanks, growth->blank_count);
    if (!growth->bold && atom->bold)
        put_text(part, BOLD, strlen(BOLD));
    put_text(part, scrap.text, scrap.length);
    if (*atom->mention != '\0')
        memcpy(part->mentions[part->mention_count++], atom->mention, CONTENT_ID);
    growth->bold = atom->bold;
    growth->blank_count = 0;
    growth->line_start = false;
    growth->after_card = atom->card;
    return true;
}

static bool end_line(struct content_growth *growth, struct content *content)
{
    growth->line = mark_here(growth, content, 1);
    growth->blank_count = 0;
    if (growth->part->length > 0) {
        if (growth->part->units + 2 * strlen(BOLD) + 1 > growth->limit)
            return false;
        put_text(growth->part, growth->bold ? BOLD "\n" : "\n",
                 growth->bold ? strlen(BOLD) + 1 : 1);
    }
    growth->bold = growth->after_card = false;
    growth->line_start = true;
    content->at++;
    return true;
}

/* Adds the next piece or line end to the part; false: it does not fit. */
static bool grow_part(struct content_growth *growth, struct content *content)
{
    if (content->message->text[content->at] == '\n')
        return end_line(growth, content);
    struct atom atom = next_atom(content);
    if (atom.blank) {
        if (growth->blank_count == 0) {
            growth->word = mark_here(growth, content, atom.length);
            growth->blanks = atom.text;
        }
        growth->blank_count += growth->part->length > 0 ? atom.length : 0;
        growth->blank_count = growth->blank_count < BLANKS_MAX ? growth->blank_count : BLANKS_MAX;
        content->at += atom.length;
        return true;
    }
    if (atom.card && growth->after_card && growth->blank_count == 0)
        growth->word = mark_here(growth, content, 0);
    if (!put_atom(growth, &atom))
        return false;
    content->at += atom.length;
    return true;
}

bool content_next(struct content *content, struct content_part *part, size_t limit)
{
    struct content_growth growth = {.part = part,
                                    .limit = limit < CONTENT_MIN       ? CONTENT_MIN
                                             : limit > CONTENT_DISPLAY ? CONTENT_DISPLAY
                                                                       : limit,
                                    .blanks = "",
                                    .line_start = true};
    part->length = part->units = part->mention_count = 0;
    while (content->at < content->message->length) {
        if (!grow_part(&growth, content)) {
            go_back(&growth, content);
            break;
        }
    }
    if (growth.bold)
        put_text(part, BOLD, strlen(BOLD));
    while (part->length > 0 && part->text[part->length - 1] == '\n') {
        part->length--;
        part->units--;
    }
    part->text[part->length] = '\0';
    return part->length > 0;
}

bool content_shorten(const struct content *content, struct content_looks *looks)
{
    if (content->commands > 0 && looks->commands != NULL)
        looks->commands = NULL;
    else if (content->emoji > 0 && looks->emoji != NULL)
        looks->emoji = NULL;
    else if (!looks->letters)
        looks->letters = true;
    else
        return false;
    return true;
}

static void append_text(char *out, size_t *length, const char *text, size_t count)
{
    memcpy(out + *length, text, count);
    *length += count;
}

size_t content_words(const char *words, size_t most, char *out)
{
    size_t left = strlen(words);
    size_t length = 0;
    size_t units = 0;
    while (left > 0) {
        struct scrap scrap = {.length = 0};
        struct atom atom = {.text = words, .square = ""};
        atom.length = text_cut(words, text_run(words, left), ATOM_MAX);
        escape_atom(&scrap, &atom, units == 0);
        size_t rest = atom.length < left; /* an ellipsis may have to follow */
        bool cut = units + units_of(scrap.text, scrap.length) + rest > most;
        while (cut && units + units_of(scrap.text, scrap.length) + 1 > most) {
            atom.length = text_cut(words, atom.length, atom.length - 1);
            scrap.length = 0;
            escape_atom(&scrap, &atom, units == 0);
        }
        append_text(out, &length, scrap.text, scrap.length);
        units += units_of(scrap.text, scrap.length);
        if (cut) {
            append_text(out, &length, ELLIPSIS, strlen(ELLIPSIS));
            units++;
        }
        words += atom.length;
        left = cut ? 0 : left - atom.length;
    }
    out[length] = '\0';
    return units;
}

bool content_json(const struct content_part *part, cJSON *body)
{
    bool complete = cJSON_AddStringToObject(body, "content", part->text) != NULL;
    cJSON *allowed = cJSON_AddObjectToObject(body, "allowed_mentions");
    complete = complete && cJSON_AddArrayToObject(allowed, "parse") != NULL;
    cJSON *users = part->mention_count > 0 ? cJSON_AddArrayToObject(allowed, "users") : NULL;
    for (unsigned i = 0; i < part->mention_count; i++)
        complete = complete && cJSON_AddItemToArray(users, cJSON_CreateString(part->mentions[i]));
    return complete && allowed != NULL;
}
