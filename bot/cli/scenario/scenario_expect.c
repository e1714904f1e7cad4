#include "scenario_expect.h"

#include <string.h>

#include "scenario_check.h"

struct expectation_reader {
    const struct rules *rules;
    unsigned players, line;
    const struct words *words;
    unsigned at;
    struct scenario_fault *fault;
};

static bool complain(struct expectation_reader *reader, const char *what, struct word word)
{
    return scenario_fault_word(reader->fault, reader->line, what, word);
}

static bool read_player(struct expectation_reader *reader, struct word word, unsigned *player)
{
    return word_player(word, reader->players, player) || complain(reader, "unknown player", word);
}

static bool read_range(struct expectation_reader *reader, struct word word, struct expect *expect)
{
    for (unsigned i = 0; i + 1 < word.length; i++) {
        if (word.text[i] != '.' || word.text[i + 1] != '.')
            continue;
        struct word low = {word.text, i}, high = {word.text + i + 2, word.length - i - 2};
        return (word_number(low, UINT16_MAX, &expect->low) &&
                word_number(high, UINT16_MAX, &expect->high) && expect->low <= expect->high) ||
               complain(reader, "no range", word);
    }
    if (!word_number(word, UINT16_MAX, &expect->low))
        return complain(reader, "no number", word);
    expect->high = expect->low;
    return true;
}

static bool read_play(struct expectation_reader *reader, struct word word, uint8_t *play)
{
    static const char flex[] = "/flex";
    struct word card = word;
    unsigned side = 0;
    if (word.length > 5 && memcmp(word.text + word.length - 5, flex, 5) == 0) {
        card.length -= 5;
        side = PLAY_FLEX;
    }
    if (!word_card(reader->rules, card, play))
        return complain(reader, "unknown card", word);
    if (*play != FACE_NONE)
        *play = (uint8_t)(*play | side);
    return true;
}

static bool read_phase(struct expectation_reader *reader, struct word word, struct expect *expect)
{
    for (unsigned phase = 0; phase <= PHASE_ROUND_OVER; phase++) {
        if (word_is(word, phase_name(phase))) {
            expect->value = phase;
            return true;
        }
    }
    expect->value = PHASE_MATCH_OVER;
    return word_is(word, "match_over") || complain(reader, "unknown phase", word);
}

static bool read_choice(struct expectation_reader *reader, struct word word, const char *no,
                        const char *yes, struct expect *expect)
{
    expect->value = word_is(word, yes);
    return expect->value != 0 || word_is(word, no) || complain(reader, "unknown value", word);
}

static bool read_colour(struct expectation_reader *reader, struct word word, struct expect *expect)
{
    return word_colour(word, &expect->value) || complain(reader, "unknown colour", word);
}

static bool read_to(struct expectation_reader *reader, struct word word, struct expect *expect)
{
    if (!word_is(word, "to"))
        return complain(reader, "unknown word", word);
    if (reader->at >= reader->words->count)
        return complain(reader, "a player, all or none is missing behind", word);
    struct word to = reader->words->at[reader->at++];
    if (word_is(to, "all"))
        expect->other = OTHER_ALL;
    else if (!word_is(to, "none"))
        return read_player(reader, to, &expect->other);
    return true;
}

/* Reads one item of a list. */
static bool read_item(struct expectation_reader *reader, char letter, struct word word,
                      struct expect *expect)
{
    uint8_t *item = &expect->list[expect->count];
    unsigned player;
    if (expect->count >= DECK_MAX)
        return complain(reader, "too many words from", word);
    if (letter == 'P') {
        if (!read_player(reader, word, &player))
            return false;
        *item = (uint8_t)player;
    } else if (letter == 'L') {
        if (!read_play(reader, word, item))
            return false;
    } else if (!word_card(reader->rules, word, item)) {
        return complain(reader, "unknown card", word);
    }
    expect->count++;
    return true;
}

/* Reads the other words as a list. A single "none" is the empty list where the shape allows it. */
static bool read_list(struct expectation_reader *reader, char letter, struct expect *expect)
{
    const struct words *words = reader->words;
    if (letter != 'C' && reader->at + 1 == words->count && word_is(words->at[reader->at], "none")) {
        reader->at++;
        return true;
    }
    if (letter != 'C' && reader->at == words->count) {
        return scenario_fault_set(reader->fault, reader->line,
                                  "players, cards or none are missing");
    }
    while (reader->at < words->count) {
        if (!read_item(reader, letter, words->at[reader->at++], expect))
            return false;
    }
    return true;
}

static bool read_argument(struct expectation_reader *reader, char letter, struct expect *expect)
{
    if (letter == 'C' || letter == 'L' || letter == 'P')
        return read_list(reader, letter, expect);
    if (reader->at >= reader->words->count)
        return scenario_fault_set(reader->fault, reader->line, "an argument of expect is missing");
    struct word word = reader->words->at[reader->at++];
    switch (letter) {
    case 'q':
        if (word_is(word, "none"))
            return true;
        return read_player(reader, word, &expect->player);
    case 'p':
        return read_player(reader, word, &expect->player);
    case 'n':
        return read_range(reader, word, expect);
    case 'h':
        expect->value = COLOUR_NONE;
        return word_is(word, "off") || read_colour(reader, word, expect);
    case 'k':
        return read_colour(reader, word, expect);
    case 'd':
        return read_choice(reader, word, "ccw", "cw", expect);
    case 'w':
        return read_choice(reader, word, "red", "green", expect);
    case 'f':
        return read_phase(reader, word, expect);
    case 't':
        return read_to(reader, word, expect);
    default:
        return read_item(reader, letter, word, expect);
    }
}

static const struct expectation *find_row(const struct words *words)
{
    for (const struct expectation *row = expectations; row->name != NULL; row++) {
        bool one_number = words->count == 3 && row->shape[0] == 'c' && row->shape[1] != 0;
        if (word_is(words->at[1], row->name) && !one_number) /* `deck N` has no card */
            return row;
    }
    return NULL;
}

bool expect_read(const struct rules *rules, unsigned players, const struct words *words,
                 unsigned line, struct expect *expect, struct scenario_fault *fault)
{
    struct expectation_reader reader = {rules, players, line, words, 2, fault};
    *expect = (struct expect){.player = SEAT_NONE, .other = SEAT_NONE};
    if (words->count < 2)
        return scenario_fault_set(fault, line, "expect what?");
    expect->row = find_row(words);
    if (expect->row == NULL)
        return complain(&reader, "unknown expectation", words->at[1]);
    for (const char *letter = expect->row->shape; *letter != '\0'; letter++) {
        if (!read_argument(&reader, *letter, expect))
            return false;
    }
    return reader.at == words->count ||
           complain(&reader, "too many words from", words->at[reader.at]);
}
