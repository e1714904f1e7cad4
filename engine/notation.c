#include "notation.h"

#include <assert.h>
#include <string.h>

#include "array_size.h"
#include "rulesets/set.h"

static const struct {
    char letter;
    const char *name;
} colours[COLOUR_COUNT] = {{'-', ""},       {'R', "red"},    {'G', "green"}, {'B', "blue"},
                           {'Y', "yellow"}, {'P', "purple"}, {'O', "orange"}};

/* The codes of kinds: of a coloured card the part after the colour's letter, of a wild the whole
 * code. A number has its numeral instead. */
static const struct {
    const char *code, *name;
} kinds[KIND_COUNT] = {
    [KIND_NUMBER] = {"", "number"},
    [KIND_SKIP] = {"skip", "skip"},
    [KIND_REVERSE] = {"rev", "reverse"},
    [KIND_DRAW2] = {"+2", "draw2"},
    [KIND_WILD] = {"W", "wild"},
    [KIND_WILD_DRAW4] = {"W4", "wild_draw4"},
    [KIND_WILD_HYPER] = {"WH", "wild_hyper_speed"},
    [KIND_WILD_SKULL] = {"WS", "wild_skull_power"},
    [KIND_WILD_WEB] = {"WW", "wild_web_swing"},
    [KIND_WILD_MINION] = {"WM", "wild_mutated_minion"},
    [KIND_WILD_TARGET2] = {"WT2", "wild_flex_target2"},
    [KIND_WILD_ALL2] = {"WA2", "wild_flex_all2"},
    [KIND_WILD_FLEX4] = {"WF4", "wild_flex_draw4"},
    [KIND_WILD_FLIP] = {"WAF", "wild_all_flip"},
};

static const char *const phases[] = {"turn",   "drawn",  "challenge",
                                     "target", "colour", "round_over"};

/* Indexed by enum action_kind. */
static const char *const verbs[ACTION_KIND_COUNT] = {"play",   "draw",   "keep",      "pass",
                                                     "colour", "accept", "challenge", "target",
                                                     "uno",    "catch",  "leave",     "timeout"};

static char lower_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether `text` is `word`, any case. */
static bool same_word(const char *text, size_t length, const char *word)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (lower_letter(text[i]) != lower_letter(word[i]))
            return false;
    }
    return true;
}

char colour_letter(unsigned colour)
{
    return colour < COLOUR_COUNT ? colours[colour].letter : '-';
}

const char *colour_name(unsigned colour)
{
    return colour < COLOUR_COUNT ? colours[colour].name : "";
}

unsigned colour_parse(const char *text, size_t length)
{
    for (unsigned colour = 1; colour < COLOUR_COUNT; colour++) {
        if (same_word(text, length, colours[colour].name) ||
            (length == 1 && lower_letter(text[0]) == lower_letter(colours[colour].letter)))
            return colour;
    }
    return COLOUR_NONE;
}

char *face_format(const struct card *card, char text[CARD_TEXT])
{
    char *at = text;
    if (!kind_is_wild(card->kind))
        *at++ = colour_letter(card->colour);
    if (card->kind == KIND_NUMBER)
        *at++ = (char)('0' + card->value);
    for (const char *code = kinds[card->kind].code; *code != '\0'; code++)
        *at++ = *code;
    if (card->flex && !kind_is_wild(card->kind)) {
        *at++ = '|';
        *at++ = colour_letter(card->flex_colour);
    }
    if (card->flip)
        *at++ = '^';
    *at = '\0';
    return text;
}

/* The first two letters of the card's code: a quick test before face_parse() compares the whole
 * code. */
static char first_letter(const struct card *card)
{
    return kind_is_wild(card->kind) ? 'W' : colour_letter(card->colour);
}

static char second_letter(const struct card *card)
{
    return card->kind == KIND_NUMBER ? (char)('0' + card->value)
                                     : kinds[card->kind].code[kind_is_wild(card->kind) ? 1 : 0];
}

unsigned face_parse(const struct deck *deck, const char *text, size_t length)
{
    char code[CARD_TEXT];
    for (unsigned face = 0; length > 0 && face < deck->faces; face++) {
        if (lower_letter(text[0]) == lower_letter(first_letter(&deck->face[face])) &&
            (length == 1 ||
             lower_letter(text[1]) == lower_letter(second_letter(&deck->face[face]))) &&
            same_word(text, length, face_format(&deck->face[face], code)))
            return face;
    }
    return FACE_NONE;
}

bool card_known(const char *text, size_t length)
{
    const struct ruleset *set;
    char code[CARD_TEXT];
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        for (unsigned row = 0; row < set->row_count; row++) {
            if (same_word(text, length, face_format(&set->rows[row].card, code)))
                return true;
        }
    }
    return false;
}

const char *kind_name(unsigned kind)
{
    return kind < KIND_COUNT ? kinds[kind].name : "";
}

const char *phase_name(unsigned phase)
{
    return phase < ARRAY_SIZE(phases) ? phases[phase] : "";
}

/* Appends to the text of action_format(), which is long enough. */
static void append_word(char *text, unsigned *at, const char *word)
{
    unsigned length = (unsigned)strlen(word);
    assert(*at + length + 2 <= ACTION_TEXT);
    if (*at > 0)
        text[(*at)++] = ' ';
    memcpy(text + *at, word, length + 1);
    *at += length;
}

static void append_seat(char *text, unsigned *at, unsigned seat)
{
    unsigned number = (seat & 0xff) + 1;
    char name[5] = "P";
    char *digit = name + 1;
    if (number >= 100)
        *digit++ = (char)('0' + number / 100);
    if (number >= 10)
        *digit++ = (char)('0' + number / 10 % 10);
    *digit = (char)('0' + number % 10);
    append_word(text, at, name);
}

static void append_face(const struct rules *rules, char *text, unsigned *at, unsigned face)
{
    char code[CARD_TEXT];
    append_word(text, at,
                face < rules->deck.faces ? face_format(&rules->deck.face[face], code) : "?");
}

static void append_play(const struct rules *rules, const struct action *action, char *text,
                        unsigned *at)
{
    append_face(rules, text, at, action->face);
    for (unsigned i = 0; i < action->more_count && i < sizeof(action->more); i++) {
        append_word(text, at, "+");
        append_face(rules, text, at, action->more[i]);
    }
    if (action->flex)
        append_word(text, at, "flex");
    if (action->colour != COLOUR_NONE)
        append_word(text, at, colour_name(action->colour));
    if (action->target != SEAT_NONE) {
        append_word(text, at, "target");
        append_seat(text, at, action->target);
    }
    if (action->uno)
        append_word(text, at, "uno");
    if (action->proclaim)
        append_word(text, at, "proclaim");
}

unsigned action_format(const struct rules *rules, const struct action *action,
                       char text[ACTION_TEXT])
{
    unsigned at = 0;
    text[0] = '\0';
    append_seat(text, &at, action->seat);
    append_word(text, &at, action->kind < ACTION_KIND_COUNT ? verbs[action->kind] : "?");
    if (action->kind == ACTION_PLAY)
        append_play(rules, action, text, &at);
    else if (action->kind == ACTION_COLOUR)
        append_word(text, &at, colour_name(action->colour));
    else if (action->kind == ACTION_TARGET || action->kind == ACTION_CATCH)
        append_seat(text, &at, action->target);
    return at;
}

/* The words of a line, one after the other. */
struct notation_words {
    const char *at, *end;
    const char *word;
    size_t length;
};

static bool next_word(struct notation_words *words)
{
    while (words->at < words->end && (*words->at == ' ' || *words->at == '\t'))
        words->at++;
    words->word = words->at;
    while (words->at < words->end && *words->at != ' ' && *words->at != '\t')
        words->at++;
    words->length = (size_t)(words->at - words->word);
    return words->length > 0;
}

unsigned seat_parse(const char *text, size_t length)
{
    if (length < 2 || length > 3 || lower_letter(text[0]) != 'p' || text[1] == '0')
        return SEAT_NONE;
    unsigned number = 0;
    for (size_t i = 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return SEAT_NONE;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    return number <= PLAYERS_MAX ? number - 1 : SEAT_NONE;
}

static const char *parse_seat(struct notation_words *words, uint8_t *seat)
{
    if (!next_word(words))
        return "missing player";
    unsigned found = seat_parse(words->word, words->length);
    *seat = (uint8_t)found;
    return found == SEAT_NONE ? "unknown player" : NULL;
}

static const char *parse_face(const struct rules *rules, struct notation_words *words,
                              uint8_t *face)
{
    if (!next_word(words))
        return "missing card";
    *face = (uint8_t)face_parse(&rules->deck, words->word, words->length);
    return *face != FACE_NONE || card_known(words->word, words->length) ? NULL : "unknown card";
}

/* One of the words that may follow the card, in any order. */
static const char *parse_play_word(const struct rules *rules, struct notation_words *words,
                                   struct action *action)
{
    unsigned colour = colour_parse(words->word, words->length);
    if (same_word(words->word, words->length, "+")) {
        if (action->more_count >= sizeof(action->more))
            return "too many cards";
        return parse_face(rules, words, &action->more[action->more_count++]);
    }
    if (same_word(words->word, words->length, "target")) {
        if (action->target != SEAT_NONE)
            return "two targets";
        return parse_seat(words, &action->target);
    }
    if (same_word(words->word, words->length, "flex"))
        action->flex = true;
    else if (same_word(words->word, words->length, "uno"))
        action->uno = true;
    else if (same_word(words->word, words->length, "proclaim"))
        action->proclaim = true;
    else if (colour == COLOUR_NONE)
        return "unknown word";
    else if (action->colour != COLOUR_NONE)
        return "two colours";
    else
        action->colour = (uint8_t)colour;
    return NULL;
}

static const char *parse_play(const struct rules *rules, struct notation_words *words,
                              struct action *action)
{
    const char *error = parse_face(rules, words, &action->face);
    while (error == NULL && next_word(words))
        error = parse_play_word(rules, words, action);
    return error;
}

static const char *parse_colour(struct notation_words *words, uint8_t *colour)
{
    if (!next_word(words))
        return "missing colour";
    *colour = (uint8_t)colour_parse(words->word, words->length);
    return *colour == COLOUR_NONE ? "unknown colour" : NULL;
}

const char *action_parse(const struct rules *rules, const char *text, size_t length,
                         struct action *action)
{
    struct notation_words words = {.at = text, .end = text + length};
    *action = action_make(ACTION_PLAY, 0);
    const char *error = parse_seat(&words, &action->seat);
    if (error != NULL)
        return error;
    if (!next_word(&words))
        return "missing action";
    unsigned kind = 0;
    while (kind < ACTION_KIND_COUNT && !same_word(words.word, words.length, verbs[kind]))
        kind++;
    if (kind == ACTION_KIND_COUNT)
        return "unknown action";
    action->kind = (uint8_t)kind;
    if (kind == ACTION_PLAY)
        error = parse_play(rules, &words, action);
    else if (kind == ACTION_COLOUR)
        error = parse_colour(&words, &action->colour);
    else if (kind == ACTION_TARGET || kind == ACTION_CATCH)
        error = parse_seat(&words, &action->target);
    if (error == NULL && next_word(&words))
        error = "too many words";
    return error;
}
