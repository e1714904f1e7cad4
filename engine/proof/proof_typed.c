/* Compares the cuts that the bot told with what people typed in the channel (proof.h).
 *
 * The host knows the secret when it hears a word. It could change the spelling of the word until
 * the cards suit it, or bind another secret first. A word that nobody typed in the channel may
 * have been sent in private: then there is nothing to compare it with. */
#include <string.h>

#include "proof.h"

/* How many letters of a name are compared. No network has longer names. */
enum { SPEAKER_WORD = 128 };

static bool is_sign(char letter)
{
    return letter > ' ' && letter < 0x7f && !value_is_plain((unsigned char)letter);
}

/* The letters from U+00C0 on without accents; a blank: none of a command. */
static const char unaccented[] = "aaaaaaaceeeeiiii nooooo ouuuuy  aaaaaaaceeeeiiii nooooo ouuuuy y";

/* Reads a letter in small form and without accent. Returns its length in bytes. */
static size_t read_letter(const char *text, char *letter)
{
    unsigned char first = (unsigned char)text[0];
    unsigned char second = first != 0 ? (unsigned char)text[1] : 0;
    bool accented = first == 0xc3 && second >= 0x80 && second <= 0xbf;
    *letter = accented                       ? unaccented[second - 0x80]
              : first >= 'A' && first <= 'Z' ? (char)(first - 'A' + 'a')
                                             : text[0];
    return accented ? 2 : 1;
}

/* Commands may be typed in capitals and with accents. Returns the length of the command in the
 * text; 0: the text does not begin with it. */
static size_t begins_folded(const char *text, const char *command)
{
    const char *at = text;
    for (; *command != '\0'; command++) {
        char letter = '\0';
        at += read_letter(at, &letter);
        if (letter != *command)
            return 0;
    }
    return (size_t)(at - text);
}

/* Finds one of the commands at `at`, with a word behind it. Returns where the word begins; NULL:
 * there is none. */
static const char *word_behind(const char *at, const char *const *commands)
{
    for (; *commands != NULL; commands++) {
        size_t length = begins_folded(at, *commands);
        const char *end = at + length;
        if (length == 0 || *end != ' ')
            continue;
        while (*end == ' ')
            end++;
        return end;
    }
    return NULL;
}

/* Finds the command for a cut in a line ("!cut WORD"). Returns where its prefix ("!") is, and sets
 * `word`; NULL: there is none. `start`: the command also deals. */
static const char *typed_cut(const char *line, const char **word, bool *start)
{
    for (const char *at = line; *at != '\0'; at++) {
        if (!is_sign(*at) || (at != line && at[-1] != ' '))
            continue;
        *word = word_behind(at + 1, said_cuts);
        *start = *word == NULL;
        if (*word == NULL)
            *word = word_behind(at + 1, said_starts);
        if (*word != NULL)
            return at;
    }
    return NULL;
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (unsigned char)letter >= 0x80;
}

static size_t letters_of(const char *text, const char *end, char letters[SPEAKER_WORD])
{
    size_t made = 0;
    for (; text < end && made < SPEAKER_WORD; text++) {
        if (is_letter(*text))
            letters[made++] = *text;
    }
    return made;
}

/* True if the last word before `at` is the name or its end, by letters only: "[12:34] <@bob> !cut
 * ..." */
static bool names_speaker(const char *line, const char *at, const char *name)
{
    char speaker[SPEAKER_WORD];
    char letters[SPEAKER_WORD];
    while (at > line && at[-1] == ' ')
        at--;
    const char *from = at;
    while (from > line && from[-1] != ' ')
        from--;
    size_t spoken = letters_of(from, at, speaker);
    size_t whole = letters_of(name, name + strlen(name), letters);
    return spoken > 0 && spoken <= whole && memcmp(letters + whole - spoken, speaker, spoken) == 0;
}

/* True if the bot reads `typed` as `word`: it joins several blanks to one, and drops blanks at the
 * ends. */
static bool is_word(const char *typed, const char *word)
{
    while (*typed != '\0' && *word != '\0') {
        if (*typed++ != *word++)
            return false;
        while (typed[-1] == ' ' && *typed == ' ')
            typed++;
    }
    while (*typed == ' ')
        typed++;
    return *typed == '\0' && *word == '\0';
}

/* What the person who cut had typed before the bot told the cut. */
struct typing {
    bool early; /* this word, before the chain was told */
    bool same;  /* this word, since the chain was told */
    bool now;   /* this word, since the last deal */
    bool other; /* another word, since the last deal */
};

static void note_typing(const struct proof *proof, const struct walk_cut *cut,
                        struct typing *typing)
{
    unsigned number = 0;
    unsigned bond = proof->bond_line;
    unsigned since = proof->before.deal_line > bond ? proof->before.deal_line : bond;
    for (const char *line = transcript_first(&proof->log); line != NULL && ++number < cut->line;
         line = transcript_next(&proof->log, line)) {
        const char *word = NULL;
        bool start = false;
        const char *at = typed_cut(line, &word, &start);
        if (at == NULL ||
            (!names_speaker(line, at, cut->said.name) && !names_speaker(line, at, cut->owner)))
            continue;
        bool same = is_word(word, cut->said.word);
        typing->early |= same && number < bond;
        typing->same |= same && number > bond;
        typing->now |= same && number > since;
        typing->other |= !same && !start && number > since;
    }
}

/* Notes the first typed cut that is not in the shuffle. The bot may have refused it in private, so
 * this alone is no fault. */
static void find_untold(struct proof *proof)
{
    unsigned number = 0;
    for (const char *line = transcript_first(&proof->log);
         line != NULL && ++number < proof->deal_line; line = transcript_next(&proof->log, line)) {
        const char *word = NULL;
        bool start = false;
        if (number <= proof->bond_line || typed_cut(line, &word, &start) == NULL || start)
            continue;
        bool told = false;
        for (unsigned i = 0; i < SAID_LANGUAGES && !told; i++)
            told = text_begins(word, said_advice[i]);
        for (unsigned i = 0; i < proof->setup.cut_count && !told; i++)
            told = is_word(word, proof->setup.cuts[i].word);
        if (!told && proof->untold_line == 0)
            proof->untold_line = number;
    }
}

bool proof_typed(struct proof *proof)
{
    for (unsigned i = 0; i < proof->before.cut_count; i++) {
        const struct walk_cut *cut = &proof->before.cuts[i];
        struct typing typing = {0};
        note_typing(proof, cut, &typing);
        if (typing.now || (typing.same && !typing.other))
            continue;
        proof->why = typing.early   ? "a word was typed before its chain of shuffles was told"
                     : typing.other ? "a cut is told with another word than was typed"
                                    : NULL;
        if (proof->why == NULL)
            continue;
        proof->verdict = PROOF_NOT;
        proof->line = cut->line;
        return false;
    }
    if (proof->record.shuffle == 1) /* otherwise it may belong to an earlier deal */
        find_untold(proof);
    return true;
}
