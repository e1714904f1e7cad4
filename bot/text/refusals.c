#include "refusals.h"

#include "bot/text/language.h"

const char *refusal_words(enum refusal refusal)
{
    static const char *const words[REFUSED_COUNT] = {
        [REFUSED_ROUND_OVER] = N_("No round is running: {p}start deals one."),
        [REFUSED_NOT_SEATED] = N_("You are not in this round: the next one deals you in."),
        [REFUSED_NO_SUCH_CARD] = N_("There is no such card in this deck."),
        [REFUSED_NOT_HELD] = N_("You do not hold that card."),
        [REFUSED_NOT_YOUR_TURN] = N_("It is not your turn. {player} is to move."),
        [REFUSED_PHASE] = N_("That is not what is asked now: {p}hand shows what is."),
        [REFUSED_ONLY_DRAWN] = N_("You may play the card you drew and no other, or {p}keep it."),
        [REFUSED_NO_MATCH] = N_("That card does not match."),
        [REFUSED_NO_FLEX] = N_("Its flex side cannot be used: it has none, or your power is ✗. "
                               "Play it without flex, or {p}draw."),
        [REFUSED_COLOUR_NEEDED] = N_("Which colour?"),
        [REFUSED_COLOUR_UNKNOWN] = N_("This deck does not have that colour."),
        [REFUSED_TARGET_NEEDED] = N_("Which player?"),
        [REFUSED_TARGET] = N_("You cannot choose that player. Choose somebody else who is in this "
                              "round: {p}order shows who is."),
        [REFUSED_PROCLAIM] =
            N_("Speak the words first: By the power of Grayskull, I have the power!"),
        [REFUSED_UNLAWFUL_WD4] = N_(
            "You hold a card that matches, so this wild +4 may not be played: play another card."),
        [REFUSED_LAST_CARD] = N_("That card may not be the last one: {p}draw."),
        [REFUSED_PENDING] = N_("Answer the pending cards with a draw card, or {p}draw them."),
        [REFUSED_MUST_PLAY] = N_("You hold a card that must be played: {p}hand marks it with *."),
        [REFUSED_CAN_DRAW] = N_("Nobody passes without a card: {p}draw one first."),
        [REFUSED_NOT_EXPOSED] = N_("There is nobody to catch. You can catch a player who has one "
                                   "card and did not say UNO, until the next move."),
        [REFUSED_MULTI] = N_("Those cards cannot be played together: play one of them. {p}set "
                             "multi_play shows whether equal numbers may be."),
        [REFUSED_MALFORMED] = N_("That is not possible: {p}hand shows what is."),
        [REFUSED_NOTHING_TO_DRAW] = N_("There is nothing to draw: {p}pass."),
    };
    return words[refusal];
}

const char *rules_words(enum rules_error error)
{
    static const char *const words[] = {
        [RULES_OK] = N_("I am out of memory: try again in a minute."),
        [RULES_PLAYERS] = N_("These rules are for fewer players: {p}new SET takes other rules, "
                             "{p}bots N seats fewer computer players."),
        [RULES_HAND_TOO_LARGE] = N_("The deck is too small for so many players and cards: {p}set "
                                    "hand_size deals fewer cards."),
        [RULES_BLUFF_CONFLICT] =
            N_("Where a wild +4 cannot be a bluff there is nothing to challenge: {p}set no_bluff "
               "off or {p}set no_challenge off first."),
        [RULES_DEFLECT_ALONE] = N_("Cards to draw can be passed on only where they add up: {p}set "
                                   "stack any first."),
        [RULES_PLAY_TO_LAST_SCORED] = N_("Places are played out only where one round is the match: "
                                         "{p}set score single_round first."),
        [RULES_MERCY] = N_("With that many cards everybody would be out at once: {p}set mercy must "
                           "be above {p}set hand_size."),
        [RULES_TEAMS_PLACES] = N_("Teams do not play the places out: {p}set play_to_last off or "
                                  "{p}set teams off first."),
        [RULES_TEAMS_LOWEST] = N_("Teams do not play for the lowest sum: {p}set score points_500 "
                                  "or {p}set teams off first."),
        [RULES_UNEVEN] = N_("Teams of two need an even number of players, four at least: {p}bots N "
                            "adds computer players, {p}set teams off plays without teams."),
        [RULES_VALUE] = N_("That number is too high or too low: {p}set NAME shows what it may be."),
    };
    return words[error];
}
