#include "said.h"

#include <string.h>

#include "record.h"

const char *const said_words[SAID_COUNT][SAID_LANGUAGES] = {
    [SAID_OPENS] = {"{player} opens a table ({set}).", "{player} ouvre une table ({set})."},
    [SAID_ALONE] = {"A table for you alone ({set}).", "Une table rien que pour vous ({set})."},
    [SAID_SITS] = {"{player} takes a seat.", "{player} prend une place."},
    [SAID_SITS_NEXT] = {"{player} takes a seat and plays from the next round on.",
                        "{player} prend une place et jouera dès la prochaine manche."},
    [SAID_LEAVES] = {"{player} leaves the table.", "{player} quitte la table."},
    [SAID_LEAVES_ROUND] = {"{player} leaves the table; the hand goes into the draw pile",
                           "{player} quitte la table ; sa main va dans la pioche"},
    [SAID_PLAYS_AS] = {"{old} plays as {player} now.",
                       "{old} joue désormais sous le pseudo {player}."},
    [SAID_CLOSES] = {"{player} closes the table.", "{player} ferme la table."},
    [SAID_CLOSED] = {"The table is closed.", "La table est fermée."},
    [SAID_CLOSED_EMPTY] =
        {"Nobody came: the table is closed. {p}uno opens it again.",
         "Personne n'est venu : la table est fermée. {p}nouveau en ouvre une autre."},
    [SAID_CLOSED_UNREAD] = {"The table that was here could not be read and is closed; the scores "
                            "stand. {p}uno opens a new one.",
                            "La table qui était ici n'a pas pu être relue et est fermée ; le "
                            "pointage reste. {p}nouveau en ouvre une nouvelle."},
    [SAID_CLOSED_VOTE] = {"{yes} for, {no} against: the table is closed.",
                          "{yes} pour, {no} contre : la table est fermée."},
    [SAID_CLOSED_HOST] = {"The table is closed by whoever runs me.",
                          "La table est fermée par qui m'héberge."},
    [SAID_STOPS] = {"{player} ends the match.", "{player} met fin à la partie."},
    [SAID_STOPPED] = {"The match ends. {p}start deals a new one, {p}stop closes the table.",
                      "La partie s'arrête. {p}commencer en lance une autre, {p}arrêter ferme la "
                      "table."},
    [SAID_STOPPED_VOTE] = {"{yes} for, {no} against: the match ends. {p}start deals a new one.",
                           "{yes} pour, {no} contre : la partie s'arrête. {p}commencer en "
                           "distribue une autre."},
    [SAID_CHOOSES] = {"{player} chooses the rules of {set}.", "{player} choisit les règles {set}."},
    [SAID_AT_TABLE] = {"At the table: {seats}", "À la table : {seats}"},
    [SAID_COMPUTER] = {" (computer, {level})", " (ordinateur, {level})"},
    [SAID_AWAY] = {" (away)", " (absence)"},
    [SAID_CUTS] = {"{player} cuts for the next deal: {token}",
                   "{player} coupe pour la prochaine donne : {token}"},
    [SAID_SHEET] = {"Played by the sheet of {set}, but: {changes}.",
                    "Règles de la feuille {set}, mais : {changes}."},
    [SAID_DEALS_ONE] = {"{player} deals {n} card each",
                        "{player} distribue {n} carte par personne"},
    [SAID_DEALS] = {"{player} deals {n} cards each", "{player} distribue {n} cartes par personne"},
    [SAID_WINS_ONE] = {"{player} wins the round and {n} point!",
                       "{player} gagne la manche et {n} point !"},
    [SAID_WINS] = {"{player} wins the round and {n} points!",
                   "{player} gagne la manche et {n} points !"},
    [SAID_WINS_MATCH_ONE] = {"{player} wins the round and {n} point, and so the match!",
                             "{player} gagne la manche et {n} point, et donc la partie !"},
    [SAID_WINS_MATCH] = {"{player} wins the round and {n} points, and so the match!",
                         "{player} gagne la manche et {n} points, et donc la partie !"},
    [SAID_MATCH_WON] = {" {player} wins the match!", " {player} gagne la partie !"},
    [SAID_VOID_BLOCKED] = {"Nobody can play or draw: the round is void.",
                           "Personne ne peut jouer ni piger : la manche est nulle."},
    [SAID_VOID_LIMIT] = {"The round has gone on too long and is void.",
                         "La manche a trop duré : elle est nulle."},
    [SAID_VOID_DESERTED] = {"Only one player is left: the round ends without points.",
                            "Il ne reste qu'une personne : la manche finit sans points."},
    [SAID_VOID_LOST] = {"The running round could not be rebuilt and is void; the scores stand. ",
                        "La manche en cours n'a pas pu être reconstituée et est nulle ; le "
                        "pointage reste. "},
    [SAID_PLAYS] = {"{player} plays {card}", "{player} joue {card}"},
    [SAID_FIRST] = {"first card {card}", "première carte {card}"},
    [SAID_PASSED_OVER] = {"{card} is turned up and does not count",
                          "{card} est retournée et ne compte pas"},
    [SAID_GOES_BACK] = {"{card} is turned up and goes back into the draw pile",
                        "{card} est retournée et remise dans la pioche"},
    [SAID_THEN] = {", ", ", "},
    [SAID_AND] = {" and ", " et "},
    [SAID_LAST_MOVE] = {"Last move: {words}", "Dernier coup : {words}"},
    [SAID_LAST_ROUND] = {"The last round: {words}", "Dernière manche : {words}"},
};

const char *const said_kinds[KIND_COUNT][SAID_LANGUAGES] = {
    [KIND_SKIP] = {"skip", "passer"},
    [KIND_REVERSE] = {"rev", "inv."},
    [KIND_DRAW2] = {"+2", "+2"},
    [KIND_WILD] = {"W", "blanche"},
    [KIND_WILD_DRAW4] = {"W+4", "blanche +4"},
    [KIND_WILD_HYPER] = {"W hyper", "blanche hyper"},
    [KIND_WILD_SKULL] = {"W skull", "blanche crâne"},
    [KIND_WILD_WEB] = {"W web", "blanche toile"},
    [KIND_WILD_MINION] = {"W minion", "blanche minion"},
    [KIND_WILD_TARGET2] = {"W+2 targeted", "blanche +2 ciblée"},
    [KIND_WILD_ALL2] = {"W+2 all", "blanche +2 tous"},
    [KIND_WILD_FLEX4] = {"W+4", "blanche +4"},
    [KIND_WILD_FLIP] = {"W all flip", "blanche retourner toutes"},
};

const struct said_level said_levels[SAID_LEVELS] = {
    {"easy", {"easy", "facile"}},
    {"normal", {"normal", "normal"}},
    {"hard", {"hard", "difficile"}},
    {"random", {"random", "au hasard"}},
};

/* -- finding -- */

bool text_begins(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

bool text_ends(const char *from, const char *at, const char *words)
{
    size_t length = strlen(words);
    return (size_t)(at - from) >= length && memcmp(at - length, words, length) == 0;
}

bool stretch_is(struct stretch stretch, const char *text)
{
    return strlen(text) == stretch.length && memcmp(text, stretch.text, stretch.length) == 0;
}

bool stretch_number(struct stretch stretch, unsigned *number)
{
    return value_number(stretch.text, stretch.length, number);
}

/* The words of a pattern up to its next place; returns their length in bytes. */
static size_t words_length(const char *pattern)
{
    size_t length = 0;
    while (pattern[length] != '\0' && pattern[length] != '{')
        length++;
    return length;
}

static const char *find_words(const char *text, const char *words, size_t length)
{
    for (; *text != '\0'; text++) {
        if (*text == *words && strncmp(text, words, length) == 0)
            return text;
    }
    return NULL;
}

/* Behind the } of a place. */
static const char *behind_place(const char *pattern)
{
    while (*pattern != '}')
        pattern++;
    return pattern + 1;
}

/* Reads the places after the first words, which end at `at`. */
static bool hear_rest(const char *pattern, const char *at, unsigned places, struct heard *heard)
{
    while (*pattern == '{' && places < HEARD_PLACES) {
        pattern = behind_place(pattern);
        size_t length = words_length(pattern);
        const char *next = length > 0 ? find_words(at, pattern, length) : at + strlen(at);
        if (next == NULL)
            return false;
        heard->place[places++] = (struct stretch){at, (size_t)(next - at)};
        at = next + length;
        pattern += length;
    }
    heard->end = at;
    return true;
}

static bool hear_from(const char *message, const char *from, const char *pattern,
                      struct heard *heard)
{
    bool placed = *pattern == '{';
    const char *words = placed ? behind_place(pattern) : pattern;
    size_t length = words_length(words);
    const char *at = from;
    while ((at = find_words(at, words, length)) != NULL) {
        heard->at = at;
        if (placed)
            heard->place[0] = (struct stretch){message, (size_t)(at - message)};
        if (hear_rest(words + length, at + length, placed ? 1 : 0, heard))
            return true;
        at++;
    }
    return false;
}

bool said_hear(const char *message, const char *pattern, struct heard *heard)
{
    return hear_from(message, message, pattern, heard);
}

bool said_again(const char *message, const char *pattern, struct heard *heard)
{
    return hear_from(message, heard->at + 1, pattern, heard);
}

bool said_is(const char *message, enum said said, struct heard *heard)
{
    for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
        if (said_hear(message, said_words[said][i], heard))
            return true;
    }
    return false;
}
