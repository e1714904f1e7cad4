#include "words.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "words_reader.h"

/* Readings tried before giving up; real plays need a few hundred. */
enum { STEPS_MAX = 2000 };
enum { CARDS_MAX = 1 + WORDS_MORE_MAX };

/* What the words say about one card. */
struct saying {
    uint16_t traits;
    uint8_t number;
    uint8_t colour, side; /* of the card, or named for a wild; `side`: the colour behind | */
    bool icon;
    bool two_colours; /* different ones */
};

/* One reading of the pieces so far. */
struct reading {
    struct saying card[CARDS_MAX]; /* the last one is being read */
    unsigned last;
    bool flex, normal;
    bool side_next;  /* a flex colour must follow */
    unsigned joins;  /* words that are joined to the one before */
    uint8_t sense;   /* of the word before */
    uint16_t traits; /* of the word before */
};

/* How good a reading is, the best first. */
enum rank { RANK_CARD, RANK_COLOUR_MISSING, RANK_AMBIGUOUS, RANK_NONE };

/* -- the set -- */

static void look_at_deck(struct reader *reader)
{
    const struct deck *deck = &reader->rules->deck;
    for (unsigned i = 0; i < deck->faces; i++) {
        reader->kinds |= (uint16_t)(1U << deck->face[i].kind);
        reader->flexes |= deck->face[i].flex;
    }
    reader->traits = TRAIT_PLUS;
    for (const struct card_row *row = words_cards; row->all != 0; row++) {
        if ((reader->kinds >> row->kind & 1) && (!row->flex || reader->flexes))
            reader->traits |= row->all | row->may;
    }
}

static bool initial_is_clear(const struct rules *rules, const struct word_row *row)
{
    const struct word_row *other = NULL;
    while ((other = words_next_row(other, row->text, row->length)) != NULL) {
        if (other->sense == SENSE_INITIAL && other->value != row->value &&
            rules_has_colour(rules, other->value))
            return false;
    }
    return rules_has_colour(rules, row->value);
}

bool row_applies(const struct reader *reader, const struct word_row *row)
{
    switch (row->sense) {
    case SENSE_COLOUR:
        return rules_has_colour(reader->rules, row->value);
    case SENSE_INITIAL:
        return initial_is_clear(reader->rules, row);
    case SENSE_TRAIT:
        return (row->value & ~reader->traits) == 0;
    case SENSE_FLEX:
    case SENSE_NORMAL:
    case SENSE_SIDE:
    case SENSE_ICON:
        return reader->flexes;
    default:
        return row->sense != SENSE_TEN;
    }
}

static unsigned face_find(const struct deck *deck, const struct card *like, bool flex, bool side,
                          bool icon)
{
    unsigned found = FACE_NONE;
    for (unsigned i = 0; i < deck->faces; i++) {
        const struct card *card = &deck->face[i];
        if (card->kind != like->kind || card->colour != like->colour || card->value != like->value)
            continue;
        if ((flex && !card->flex) || (icon && !card->flip) ||
            (side && (!card->flex || card->flex_colour != like->flex_colour)))
            continue;
        if (!card->flex || flex || side || kind_is_wild(card->kind))
            return i;
        if (found == FACE_NONE)
            found = i;
    }
    return found;
}

unsigned words_face(const struct rules *rules, unsigned kind, unsigned value, unsigned colour,
                    bool flex)
{
    const struct card like = {
        .kind = (uint8_t)kind, .value = (uint8_t)value, .colour = (uint8_t)colour};
    return face_find(&rules->deck, &like, flex, false, false);
}

unsigned words_alternative(const struct rules *rules, unsigned face, struct cards hand)
{
    const struct deck *deck = &rules->deck;
    if (face >= deck->faces || deck->face[face].flex)
        return face;
    const struct card *asked = &deck->face[face];
    unsigned found = face;
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand))) {
        unsigned held = deck->face_of[cards_first(hand)];
        const struct card *card = &deck->face[held];
        if (held == face)
            return face;
        if (found == face && card->kind == asked->kind && card->colour == asked->colour &&
            card->value == asked->value)
            found = held;
    }
    return found;
}

/* -- pieces into cards -- */

static bool say_colour(struct reading *reading, uint8_t colour)
{
    struct saying *card = &reading->card[reading->last];
    if (reading->side_next) {
        card->side = colour;
        reading->side_next = false;
    } else if (card->colour == COLOUR_NONE) {
        card->colour = colour;
    } else {
        card->two_colours = true;
        return card->colour != colour; /* a colour twice ("r r r") is no red reverse */
    }
    return true;
}

static bool say_trait(struct reading *reading, uint16_t traits)
{
    struct saying *card = &reading->card[reading->last];
    if (traits == TRAIT_WILD && card->traits == 0 && reading->sense == SENSE_FLEX)
        reading->flex = false; /* in "Flex Wild ...", "flex" is a part of the card's name and asks
                                  for no side */
    card->traits |= traits;
    return true;
}

static bool say_number(struct reading *reading, uint8_t number)
{
    struct saying *card = &reading->card[reading->last];
    if (card->traits & TRAIT_NUMBER)
        return false;
    card->traits |= TRAIT_NUMBER;
    card->number = number;
    return true;
}

/* HR-14 is for number cards, so "w + 4 red" is one card. */
static bool next_card(struct reading *reading)
{
    if (reading->card[reading->last].traits != TRAIT_NUMBER || reading->last + 1 == CARDS_MAX)
        return false;
    reading->last++;
    return true;
}

/* Adds the meaning of one word. Returns false if it cannot stand here. */
static bool say_row(struct reading *reading, const struct word_row *row)
{
    bool colour = row->sense == SENSE_COLOUR || row->sense == SENSE_INITIAL;
    if (reading->side_next && !colour)
        return false;
    switch (row->sense) {
    case SENSE_COLOUR:
    case SENSE_INITIAL:
        return say_colour(reading, (uint8_t)row->value);
    case SENSE_NUMBER:
        return say_number(reading, (uint8_t)row->value);
    case SENSE_TRAIT:
        return say_trait(reading, row->value);
    case SENSE_FLEX: /* in "wild flex +4", too, "flex" is a part of the name */
        reading->flex |= !(reading->sense == SENSE_TRAIT && reading->traits == TRAIT_WILD);
        return true;
    case SENSE_NORMAL:
        return reading->normal = true;
    case SENSE_SIDE:
        return reading->side_next = true;
    case SENSE_ICON:
        return reading->card[reading->last].icon = true;
    case SENSE_SEPARATOR:
        return next_card(reading);
    default:
        return true;
    }
}

/* Returns, as bits, the kinds of this deck that the words may name; sets `flex` to true if they
 * name that side. */
static unsigned kinds_said(const struct reader *reader, uint16_t traits, bool *flex)
{
    unsigned kinds = 0;
    if (traits & TRAIT_PLUS) {
        if ((traits & (TRAIT_TWO | TRAIT_FOUR)) == 0)
            return 0;
        traits = (uint16_t)((traits & ~TRAIT_PLUS) | TRAIT_DRAW);
    }
    for (const struct card_row *row = words_cards; row->all != 0; row++) {
        if ((reader->kinds >> row->kind & 1) == 0 || (traits & row->all) != row->all ||
            (traits & ~(row->all | row->may)) != 0)
            continue;
        kinds |= 1U << row->kind;
        *flex |= row->flex;
    }
    return kinds;
}

static bool value_exists(const struct deck *deck, unsigned kind, unsigned value)
{
    unsigned i = 0;
    while (i < deck->faces && (deck->face[i].kind != kind || deck->face[i].value != value))
        i++;
    return i < deck->faces;
}

/* Finds the face that one card's words name, and its kind and numeral if they are clear. */
static enum rank read_card(const struct reader *reader, const struct saying *said,
                           struct play_words *play)
{
    const struct deck *deck = &reader->rules->deck;
    unsigned kinds = kinds_said(reader, said->traits, &play->flex);
    if (kinds == 0)
        return RANK_NONE;
    if ((kinds & (kinds - 1)) != 0 || said->two_colours)
        return RANK_AMBIGUOUS;
    play->kind = (unsigned)__builtin_ctz(kinds);
    play->value = said->number;
    bool wild = kind_is_wild((enum kind)play->kind);
    if (!wild && said->colour == COLOUR_NONE)
        return value_exists(deck, play->kind, play->value) ? RANK_COLOUR_MISSING : RANK_NONE;

    const struct card like = {.kind = (uint8_t)play->kind,
                              .value = (uint8_t)play->value,
                              .colour = wild ? COLOUR_NONE : said->colour,
                              .flex_colour = said->side};
    play->face = face_find(deck, &like, play->flex, said->side != COLOUR_NONE, said->icon);
    play->exact |= said->side != COLOUR_NONE || said->icon;
    if (play->face == FACE_NONE)
        return RANK_NONE;
    if (wild && play->colour != COLOUR_NONE && said->colour != COLOUR_NONE &&
        play->colour != said->colour)
        return RANK_AMBIGUOUS;
    if (wild && said->colour != COLOUR_NONE)
        play->colour = said->colour;
    return RANK_CARD;
}

static bool same_play(const struct play_words *a, const struct play_words *b)
{
    return a->face == b->face && a->colour == b->colour && a->flex == b->flex &&
           a->exact == b->exact && a->kind == b->kind && a->value == b->value &&
           a->more_count == b->more_count && memcmp(a->more, b->more, a->more_count) == 0;
}

static const struct play_words nothing = {
    .face = FACE_NONE, .colour = COLOUR_NONE, .kind = KIND_COUNT};

/* Turns a finished reading into a play and keeps it if it is the best so far. */
static void weigh(struct reader *reader, const struct reading *reading)
{
    if (reading->side_next || (reading->flex && reading->normal))
        return;
    struct play_words play = nothing;
    enum rank rank = RANK_CARD;
    unsigned first = FACE_NONE;
    play.flex = reading->flex;
    for (unsigned i = 0; i <= reading->last; i++) {
        enum rank this = read_card(reader, &reading->card[i], &play);
        if (this > rank)
            rank = this;
        if (i == 0)
            first = play.face;
        else
            play.more[play.more_count++] = (uint8_t)play.face;
    }
    play.face = first;
    if (rank != RANK_COLOUR_MISSING || reading->last > 0) {
        play.kind = KIND_COUNT;
        play.value = 0;
    }
    if (rank != RANK_CARD) {
        play.face = FACE_NONE;
        play.more_count = 0;
    }
    if (rank == RANK_NONE || reading->joins > reader->joins)
        return;
    if (reading->joins < reader->joins || rank < reader->rank) {
        reader->rank = rank;
        reader->joins = reading->joins;
        reader->best = play;
        reader->conflict = false;
    } else if (rank == reader->rank && !same_play(&play, &reader->best)) {
        reader->conflict = true;
    }
}

/* True if the word may be joined with others, as in "rskip". */
static bool row_joins(const struct word_row *row)
{
    return row->sense == SENSE_COLOUR || row->sense == SENSE_INITIAL ||
           row->sense == SENSE_NUMBER || row->sense == SENSE_TRAIT;
}

/* True if the row names a trait that this card already has, and does so by a single letter or by a
 * joined word, which is not allowed. Separate words may name a trait twice ("hyper vitesse"). */
static bool row_repeats(const struct reading *reading, const struct word_row *row, bool joined)
{
    bool letter = row->text[0] >= 'a' && row->text[0] <= 'z' && row->text[1] == '\0';
    return row->sense == SENSE_TRAIT && (joined || letter) &&
           (reading->card[reading->last].traits & row->value) != 0;
}

/* Tries every meaning of the pieces, from byte `offset` of piece `at` on. */
static void read_on(struct reader *reader, const struct reading *before, unsigned at, size_t offset)
{
    if (at == reader->limit) {
        weigh(reader, before);
        return;
    }
    if (reader->steps++ >= STEPS_MAX)
        return;
    const struct piece *piece = &reader->piece[at];
    const char *text = piece->text + offset;
    size_t left = piece->length - offset;
    /* We split a run of letters into joined words only for the card itself. Behind the card it may
     * be a player's name. */
    bool letters = piece->text[0] < '0' || piece->text[0] > '9';
    bool joined =
        letters && !piece->colour && (offset > 0 || before->card[before->last].traits == 0);
    const struct word_row *row = NULL;
    while ((row = words_next_row(row, text, left)) != NULL) {
        bool whole = row->length == left;
        if ((!whole && (!joined || !row_joins(row))) || !row_applies(reader, row))
            continue;
        struct reading next = *before;
        if (row_repeats(before, row, offset > 0) || !say_row(&next, row))
            continue;
        next.joins += offset > 0;
        next.sense = row->sense;
        next.traits = row->value;
        if (whole)
            read_on(reader, &next, at + 1, 0);
        else
            read_on(reader, &next, at, offset + row->length);
    }
}

/* Reads the longest beginning of the text that is a play and ends with a whole word. */
static void read_longest(struct reader *reader)
{
    reader->rank = RANK_NONE;
    for (reader->limit = reader->pieces; reader->limit > 0; reader->limit--) {
        if (reader->limit < reader->pieces &&
            reader->piece[reader->limit].word == reader->piece[reader->limit - 1].word)
            continue;
        reader->joins = UINT_MAX;
        const struct reading start = {.sense = SENSE_FILLER};
        read_on(reader, &start, 0, 0);
        if (reader->steps > STEPS_MAX) /* not all of it was weighed */
            reader->rank = RANK_NONE;
        if (reader->rank != RANK_NONE)
            return;
    }
}

/* -- the play -- */

/* Cards that choose a player: W-1, F-13, and with HR-4 the 7. What this asks of the rules must be
 * in the key of words_memory.c, too. */
static bool takes_target(const struct rules *rules, const struct play_words *play)
{
    unsigned kind = play->kind, value = play->value;
    unsigned face = play->more_count > 0 ? play->more[play->more_count - 1] : play->face;
    if (face != FACE_NONE) {
        kind = rules->deck.face[face].kind;
        value = rules->deck.face[face].value;
    }
    return kind == KIND_WILD_WEB || kind == KIND_WILD_TARGET2 || kind == KIND_WILD_FLEX4 ||
           (kind == KIND_NUMBER && value == 7 && rules_switch(rules, SWITCH_SEVEN_ZERO));
}

static bool is_complete(const struct reader *reader)
{
    return reader->limit == reader->pieces && !reader->unread;
}

/* Takes the words behind the card as the name of the player at whom it is aimed. Returns false if
 * the card allows no target, or if these words are no name. */
static bool take_bare_name(struct reader *reader, struct play_words *out)
{
    if (reader->rank > RANK_COLOUR_MISSING || reader->conflict || is_complete(reader) ||
        reader->limit == reader->pieces || out->target[0] != '\0' ||
        !takes_target(reader->rules, &reader->best))
        return false;
    unsigned first = reader->piece[reader->limit].word;
    return !word_is_known(reader, first) && take_name(reader, first, out);
}

static enum words_result result_of(const struct reader *reader, struct play_words *out)
{
    static const enum words_result results[] = {
        [RANK_CARD] = WORDS_OK,
        [RANK_COLOUR_MISSING] = WORDS_CARD_COLOUR_MISSING,
        [RANK_AMBIGUOUS] = WORDS_AMBIGUOUS,
        [RANK_NONE] = WORDS_UNKNOWN_CARD,
    };
    enum words_result result = results[reader->conflict ? RANK_AMBIGUOUS : reader->rank];
    if (result == WORDS_AMBIGUOUS || result == WORDS_UNKNOWN_CARD)
        return result;
    if (!is_complete(reader)) {
        out->rest = reader->limit < reader->pieces
                        ? reader->word[reader->piece[reader->limit].word].at
                        : reader->unread_at;
        return WORDS_TRAILING;
    }
    const struct play_words *best = &reader->best;
    out->face = best->face;
    out->colour = best->colour;
    out->flex = best->flex;
    out->exact = best->exact;
    out->kind = best->kind;
    out->value = best->value;
    out->more_count = best->more_count;
    memcpy(out->more, best->more, sizeof(out->more));
    return result;
}

enum words_result words_play(const struct rules *rules, const char *text, struct play_words *out)
{
    struct reader reader = {.rules = rules, .text = text};
    *out = nothing;
    look_at_deck(&reader);
    split_words(&reader);
    take_proclamation(&reader, out);
    take_idle(&reader);
    take_target(&reader, out);
    take_uno(&reader, out);
    split_pieces(&reader);
    if (reader.pieces == 0)
        return reader.unread ? WORDS_UNKNOWN_CARD : WORDS_EMPTY;
    read_longest(&reader);
    if (take_bare_name(&reader, out)) {
        split_pieces(&reader);
        read_longest(&reader);
    }
    return result_of(&reader, out);
}

unsigned words_colour(const struct rules *rules, const char *text, size_t length)
{
    char typed[64];
    struct reader reader = {.rules = rules, .text = typed};
    if (length >= sizeof(typed))
        return COLOUR_NONE;
    memcpy(typed, text, length);
    typed[length] = '\0';
    split_words(&reader);
    take_idle(&reader);
    split_pieces(&reader);
    const struct piece *piece = &reader.piece[0];
    if (reader.pieces != 1 || reader.unread)
        return COLOUR_NONE;
    const struct word_row *row = NULL;
    while ((row = words_next_row(row, piece->text, piece->length)) != NULL) {
        if ((row->sense == SENSE_COLOUR || row->sense == SENSE_INITIAL) &&
            row->length == piece->length && row_applies(&reader, row))
            return row->value;
    }
    return COLOUR_NONE;
}
