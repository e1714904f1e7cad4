/* What the lines show of a round, against what its record says. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/show/render.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "transcript.h"

/* A way in which a card is told, in one language: what stands before and behind its label. */
struct telling {
    const struct language *language;
    uint8_t turned; /* as transcript_card.turned */
    char before[64], behind[96];
};

enum { LANGUAGES_MAX = 4, SENTENCES = 4, WAYS_MAX = LANGUAGES_MAX * SENTENCES };

struct ways {
    unsigned count;
    struct telling at[WAYS_MAX];
};

/* The sentences of render_tell.c. */
static const struct {
    const char *pattern;
    uint8_t turned;
} sentences[SENTENCES] = {
    {N_("{player} plays {card}"), 0},
    {N_("first card {card}"), 1},
    {N_("{card} is turned up and does not count"), 2},
    {N_("{card} is turned up and goes back into the draw pile"), 3},
};

static void copy_clean(char *to, size_t size, const char *from, size_t length)
{
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[transcript_clean(to, length)] = '\0';
}

static void find_ways(struct ways *ways)
{
    static const char player[] = "{player} ";
    static const char card[] = "{card}";
    ways->count = 0;
    for (unsigned i = 0; i < LANGUAGES_MAX && language_at(i) != NULL; i++) {
        for (unsigned n = 0; n < SENTENCES; n++) {
            const char *words = tr(language_at(i), sentences[n].pattern);
            if (strncmp(words, player, strlen(player)) == 0)
                words += strlen(player);
            const char *place = strstr(words, card);
            if (place == NULL)
                continue;
            struct telling *way = &ways->at[ways->count++];
            way->language = language_at(i);
            way->turned = sentences[n].turned;
            copy_clean(way->before, sizeof(way->before), words, (size_t)(place - words));
            copy_clean(way->behind, sizeof(way->behind), place + strlen(card),
                       strlen(place + strlen(card)));
        }
    }
}

/* A card that a line shows, so told. */
struct shown {
    const struct telling *way;
    const char *label;
    size_t length;
    const char *words; /* where `before` begins */
};

static bool ends_so(const char *line, const char *at, const char *words)
{
    size_t length = strlen(words);
    return (size_t)(at - line) >= length && memcmp(at - length, words, length) == 0;
}

/* How the label at `at` ("[") is told; false: it is in no such sentence. */
static bool recognise(const struct ways *ways, const char *line, const char *at,
                      struct shown *shown)
{
    const char *end = strchr(at, ']');
    for (unsigned i = 0; end != NULL && i < ways->count; i++) {
        const struct telling *way = &ways->at[i];
        if (!ends_so(line, at, way->before) ||
            strncmp(end + 1, way->behind, strlen(way->behind)) != 0)
            continue;
        *shown = (struct shown){.way = way,
                                .label = at,
                                .length = (size_t)(end - at) + 1,
                                .words = at - strlen(way->before)};
        return true;
    }
    return false;
}

/* Whose name stands before the words; SEAT_NONE: nobody's, as in "and plays [R 5]". */
unsigned transcript_seat_before(const struct transcript_proof *proof, const char *line,
                                const char *words)
{
    for (unsigned seat = 0; seat < proof->setup.players; seat++) {
        char name[PERSON_NAME_MAX];
        char named[PERSON_NAME_MAX + 1];
        copy_clean(name, sizeof(name), proof->setup.seats[seat].name,
                   strlen(proof->setup.seats[seat].name));
        snprintf(named, sizeof(named), "%s ", name);
        if (!ends_so(line, words, named))
            continue;
        const char *from = words - strlen(named);
        if (from == line || isalnum((unsigned char)from[-1]) == 0)
            return seat;
    }
    return SEAT_NONE;
}

static bool is_it(const struct transcript_proof *proof, const struct transcript_card *card,
                  const struct shown *shown, unsigned seat)
{
    char label[LABEL_MAX];
    if (card->turned != shown->way->turned || (seat != SEAT_NONE && card->seat != seat))
        return false;
    card_label(shown->way->language, &proof->replay.rules.deck.face[card->face], MARK_NONE, label);
    label[transcript_clean(label, strlen(label))] = '\0';
    return strlen(label) == shown->length && memcmp(label, shown->label, shown->length) == 0;
}

/* Whether the words go on in mid-sentence, about who was named before. */
static bool goes_on(const struct telling *telling, const char *line, const char *words)
{
    static const char *const joints[] = {N_(", "), N_(" and ")};
    for (unsigned i = 0; i < sizeof(joints) / sizeof(joints[0]); i++) {
        char joint[16];
        const char *text = tr(telling->language, joints[i]);
        copy_clean(joint, sizeof(joint), text, strlen(text));
        if (ends_so(line, words, joint))
            return true;
    }
    return false;
}

/* Lines that tell once more what was told. */
static bool tells_again(const char *line)
{
    static const char *const words[] = {N_("Last move: {words}"), N_("The last round: {words}")};
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        for (unsigned n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
            char head[64];
            const char *text = tr(language_at(i), words[n]);
            copy_clean(head, sizeof(head), text, strcspn(text, "{"));
            if (*head != '\0' && strstr(line, head) != NULL)
                return true;
        }
    }
    return false;
}

/* The next cards of the record are those of the line; some may be missing before them. */
static bool compare_line(const struct ways *ways, const char *line, unsigned number,
                         struct transcript_proof *proof, unsigned *next)
{
    struct shown shown;
    for (const char *at = line; (at = strchr(at, '[')) != NULL; at++) {
        if (!recognise(ways, line, at, &shown))
            continue;
        unsigned seat =
            shown.way->turned == 0 ? transcript_seat_before(proof, line, shown.words) : SEAT_NONE;
        if (shown.way->turned == 0 && seat == SEAT_NONE && !goes_on(shown.way, line, shown.words))
            return transcript_refuse(proof, number, "who plays %.*s there has no seat in the setup",
                                     (int)shown.length, shown.label);
        unsigned card = *next;
        while (card < proof->card_count && !is_it(proof, &proof->cards[card], &shown, seat))
            card++;
        if (card == proof->card_count)
            return transcript_refuse(proof, number, "it shows %.*s there, and the record does not",
                                     (int)shown.length, shown.label);
        proof->seen++;
        *next = card + 1;
        if (proof->deal_line == 0)
            proof->deal_line = number;
    }
    return true;
}

/* The first line behind the deal that tells the secret, whole or in short. */
static unsigned last_line(const struct transcript *transcript, const struct transcript_proof *proof)
{
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind == 's' && token->number == proof->shuffle &&
            token->line + 1 >= proof->deal_line && token->line + 1 >= proof->bond_line)
            return token->line + 1;
    }
    return proof->end_line;
}

bool transcript_compare(const struct transcript *transcript, struct transcript_proof *proof)
{
    struct ways ways;
    unsigned next = 0;
    unsigned from = proof->deal_line > 0 ? proof->deal_line - 1 : proof->bond_line;
    unsigned to = last_line(transcript, proof);
    find_ways(&ways);
    for (unsigned line = from; line < to && line < transcript->line_count; line++)
        if (!tells_again(transcript->lines[line]) &&
            !compare_line(&ways, transcript->lines[line], line + 1, proof, &next))
            return false;
    proof->last_line = to;
    return true;
}
