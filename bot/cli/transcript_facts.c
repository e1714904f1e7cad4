/* Whether the setup of a round is what its channel was told of the table. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/text/language.h"
#include "bot/text/switch_words.h"
#include "engine/player/player.h"
#include "transcript.h"

bool transcript_words(const char *pattern, const char *from, char *words, size_t size)
{
    const char *at = from != NULL ? strstr(pattern, from) : pattern;
    if (at == NULL)
        return false;
    at += from != NULL ? strlen(from) : 0;
    size_t length = strcspn(at, "{");
    length = length < size ? length : size - 1;
    memcpy(words, at, length);
    words[transcript_clean(words, length)] = '\0';
    return *words != '\0';
}

/* -- who sits there -- */

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) != 0 || (unsigned char)letter >= 0x80;
}

static bool stands_in(const char *line, const char *words, bool alone)
{
    size_t length = strlen(words);
    for (const char *at = strstr(line, words); at != NULL; at = strstr(at + 1, words))
        if (!alone || ((at == line || !is_word(at[-1])) && !is_word(at[length])))
            return true;
    return false;
}

/* Between two lines, from 1. */
static bool was_shown(const struct transcript *transcript, unsigned from, unsigned to,
                      const char *words, bool alone)
{
    for (unsigned line = from > 0 ? from - 1 : 0; line < to && line < transcript->line_count;
         line++)
        if (stands_in(transcript->lines[line], words, alone))
            return true;
    return false;
}

static bool check_names(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned seat = 0; seat < proof->setup.players; seat++) {
        char name[PERSON_NAME_MAX];
        snprintf(name, sizeof(name), "%s", proof->setup.seats[seat].name);
        name[transcript_clean(name, strlen(name))] = '\0';
        if (!was_shown(transcript, proof->bond_line, proof->end_line, name, true))
            return transcript_refuse(proof, 0, "the setup has a seat of %s, who is nowhere in it",
                                     proof->setup.seats[seat].name);
    }
    return true;
}

/* -- what a line says of somebody -- */

struct said {
    unsigned line; /* from 1; 0: nobody said so */
    unsigned seat;
    const char *behind; /* the words */
};

/* The next line from `from` on (from 1, up to the end of the round) that says one of the sentences
 * of somebody at the table: the words behind {player} in any language. */
static bool find_said(const struct transcript *transcript, const struct transcript_proof *proof,
                      const char *pattern, unsigned from, unsigned to, struct said *said)
{
    for (unsigned line = from > 0 ? from : 1; line <= to && line <= transcript->line_count;
         line++) {
        for (unsigned i = 0; language_at(i) != NULL; i++) {
            char words[96];
            const char *text = transcript->lines[line - 1];
            if (!transcript_words(tr(language_at(i), pattern), "{player}", words, sizeof(words)))
                continue;
            const char *at = strstr(text, words);
            if (at == NULL)
                continue;
            *said = (struct said){.line = line,
                                  .seat = transcript_seat_before(proof, text, at + 1),
                                  .behind = at + strlen(words)};
            return true;
        }
    }
    return false;
}

static void note_sitting(const struct transcript *transcript, const struct transcript_proof *proof,
                         const char *pattern, unsigned sat[PLAYERS_MAX])
{
    struct said said = {0};
    while (find_said(transcript, proof, pattern, said.line + 1, proof->deal_line, &said))
        if (said.seat != SEAT_NONE && sat[said.seat] < said.line)
            sat[said.seat] = said.line;
}

/* People take their seats one after the other: a setup with another order could be one of many that
 * were tried. Where the lines do not show it, who saw it compares. */
static bool check_order(const struct transcript *transcript, struct transcript_proof *proof)
{
    unsigned sat[PLAYERS_MAX] = {0};
    unsigned last = 0;
    note_sitting(transcript, proof, N_("{player} opens a table ({set})."), sat);
    note_sitting(transcript, proof, N_("{player} takes a seat."), sat);
    note_sitting(transcript, proof, N_("{player} takes a seat and plays from the next round on."),
                 sat);
    for (unsigned seat = 0; seat < proof->setup.players; seat++) {
        if (sat[seat] == 0)
            continue;
        if (proof->setup.seats[seat].player != NULL)
            return transcript_refuse(proof, sat[seat], "the setup has a computer player there");
        if (sat[seat] < last)
            return transcript_refuse(proof, sat[seat], "the setup has the seats in another order");
        last = sat[seat];
    }
    return true;
}

/* What the lines call a computer player, if they do. */
static bool check_computers(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned line = proof->bond_line; line < proof->deal_line; line++) {
        for (unsigned i = 0; language_at(i) != NULL; i++) {
            char words[64];
            const char *text = transcript->lines[line];
            if (!transcript_words(tr(language_at(i), N_(" (computer, {level})")), NULL, words,
                                  sizeof(words)))
                continue;
            for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
                unsigned seat = transcript_seat_before(proof, text, at + 1);
                if (seat != SEAT_NONE && proof->setup.seats[seat].player == NULL)
                    return transcript_refuse(proof, line + 1, "the setup has a person there");
            }
        }
    }
    return true;
}

/* -- the round -- */

static bool check_dealer(const struct transcript *transcript, struct transcript_proof *proof)
{
    struct said said;
    if (!find_said(transcript, proof, "{player} deals {n} card each", proof->deal_line,
                   proof->deal_line, &said))
        return true;
    return said.seat == SEAT_NONE || said.seat == proof->dealt.dealer ||
           transcript_refuse(proof, said.line, "the setup gives the deal to somebody else");
}

/* Whether words that every void round ends with were told before the deal, since the deal before.
 */
static bool was_void(const struct transcript *transcript, const struct transcript_proof *proof)
{
    static const char *const patterns[] = {
        N_("Nobody can play or draw: the round is void."),
        N_("The round has gone on too long and is void."),
        N_("Only one player is left: the round ends without points."),
        N_("The running round could not be rebuilt and is void; the scores stand. "),
    };
    unsigned from = 0;
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind == 'd' && token->number + 1 == proof->shuffle &&
            token->line < proof->deal_line)
            from = token->line + 1;
    }
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        for (unsigned n = 0; n < sizeof(patterns) / sizeof(patterns[0]); n++) {
            char words[128];
            if (!transcript_words(tr(language_at(i), patterns[n]), NULL, words, sizeof(words)))
                continue;
            words[strcspn(words, ".")] = '\0'; /* a blank at the end may have been lost */
            if (was_shown(transcript, from, proof->deal_line, words, false))
                return true;
        }
    }
    return false;
}

/* Who deals the first round of a match is left to chance: a setup that names somebody could
 * be one of several that were tried. Behind a void round the deal moves on, and it is a
 * first one still. */
static bool check_first_dealer(const struct transcript *transcript, struct transcript_proof *proof)
{
    return proof->setup.round != 1 || proof->setup.dealer == SEAT_NONE ||
           (proof->shuffle > 1 && was_void(transcript, proof)) ||
           transcript_refuse(proof, proof->deal_line,
                             "the setup names who deals, which is left to chance in a first round "
                             "where none before it was void");
}

static bool check_number(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned i = 0; proof->last_line > 0 && language_at(i) != NULL; i++) {
        char words[64];
        if (!transcript_words(tr(language_at(i), N_("Round {round}: secret {secret} ({p}fair)")),
                              NULL, words, sizeof(words)))
            continue;
        const char *text = transcript->lines[proof->last_line - 1];
        const char *at = strstr(text, words);
        if (at != NULL && isdigit((unsigned char)at[strlen(words)]) != 0 &&
            strtoul(at + strlen(words), NULL, 10) != proof->setup.round)
            return transcript_refuse(proof, proof->last_line, "the setup is of another round");
    }
    return true;
}

static bool check_end(const struct transcript *transcript, struct transcript_proof *proof)
{
    const struct replay *replay = &proof->replay;
    struct said said;
    if (replay->game.phase != PHASE_ROUND_OVER || replay->game.winner == SEAT_NONE ||
        !find_said(transcript, proof, "{player} wins the round and {n} point!", proof->last_line,
                   proof->last_line, &said))
        return true;
    return (said.seat == replay->game.winner &&
            strtol(said.behind, NULL, 10) == (long)replay->points) ||
           transcript_refuse(proof, said.line, "it tells another end than the record has");
}

/* -- the rules -- */

static bool change_was_shown(const struct transcript *transcript,
                             const struct transcript_proof *proof, enum switch_id id)
{
    bool shown = false;
    for (unsigned i = 0; language_at(i) != NULL && !shown; i++) {
        struct message *words = message_create(NULL, NULL, URGENCY_INFO);
        if (words == NULL)
            return false;
        switch_says(words, language_at(i), &proof->setup.switches, id);
        words->text[transcript_clean(words->text, words->length)] = '\0';
        shown =
            *words->text != '\0' && was_shown(transcript, 0, proof->deal_line, words->text, false);
        message_destroy(words);
    }
    return shown;
}

/* Each change of the sheet is told before a match is dealt: a switch that nobody was told of could
 * be there to make other cards. */
static bool check_switches(const struct transcript *transcript, struct transcript_proof *proof)
{
    struct switches sheet;
    ruleset_defaults_of(proof->setup.set, proof->setup.rules_version, &sheet);
    for (unsigned id = 0; id < SWITCH_COUNT; id++)
        if (proof->setup.switches.value[id] != sheet.value[id] &&
            !change_was_shown(transcript, proof, (enum switch_id)id))
            return transcript_refuse(proof, 0,
                                     "the setup changes %s, and nobody was told so before the deal",
                                     switch_info((enum switch_id)id)->name);
    return true;
}

/* -- what was said and not told -- */

/* The word of a cut as somebody typed it: "!cut WORD" behind whatever a client puts before it;
 * NULL: the line has none. */
static const char *typed_cut(const char *line)
{
    static const char *const words[] = {"!cut ", "/cut ", "!coupe ", "/coupe ", "!couper "};
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const char *at = strstr(line, words[i]);
        const char *word = at != NULL ? at + strlen(words[i]) : "";
        bool advice = strncmp(word, "WORD", 4) == 0 || strncmp(word, "MOT", 3) == 0; /* ours */
        if (at != NULL && !advice && (at == line || at[-1] == ' '))
            return word;
    }
    return NULL;
}

/* A cut that the channel saw typed and that was never told: it may have been refused in private, so
 * this alone is no fault. */
static void find_untold(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned line = proof->bond_line; line < proof->deal_line; line++) {
        const char *word = typed_cut(transcript->lines[line]);
        bool told = word == NULL;
        for (unsigned i = 0; i < proof->setup.cut_count && !told; i++) {
            char cut[CUT_SIZE];
            snprintf(cut, sizeof(cut), "%s", proof->setup.cuts[i].word);
            cut[transcript_clean(cut, strlen(cut))] = '\0';
            told = strncmp(word, cut, strlen(cut)) == 0;
        }
        if (!told && proof->untold_line == 0)
            proof->untold_line = line + 1;
    }
}

bool transcript_check_facts(const struct transcript *transcript, struct transcript_proof *proof)
{
    find_untold(transcript, proof);
    return check_names(transcript, proof) && check_order(transcript, proof) &&
           check_computers(transcript, proof) && check_dealer(transcript, proof) &&
           check_first_dealer(transcript, proof) && check_number(transcript, proof) &&
           check_switches(transcript, proof) && check_end(transcript, proof);
}
