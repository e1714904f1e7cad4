#include "switch_words.h"

#include "base/array.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { VALUES_MAX = 4 };

/* What a switch does at each value. If the value is a number, the first text is for 0 and the
 * second for every other number ({n}). */
static const char *const words[SWITCH_COUNT][VALUES_MAX] = {
    [SWITCH_DEALER] = {N_("chance chooses the dealer"),
                       N_("everybody draws a card, and the highest deals")},
    [SWITCH_FIRST_DISCARD] = {N_("an action card or wild turned up first is passed over"),
                              N_("an action card or wild turned up first counts")},
    [SWITCH_FIRST_WD4] = {N_("a wild +4 turned up first is passed over"),
                          N_("a wild +4 turned up first goes back into the pile")},
    [SWITCH_FIRST_SPECIAL] = {N_("a special wild turned up first is passed over"),
                              N_("a special wild turned up first takes the colour that the first "
                                 "player names")},
    [SWITCH_WD4_MATCH] =
        {N_("a wild +4 is a bluff with the colour or any wild in hand"),
         N_("a wild +4 is a bluff with the colour or another kind of wild in hand"),
         N_("a wild +4 is a bluff only with the colour in hand")},
    [SWITCH_WD4_GUILTY_KEEPS_TURN] = {N_("who rightly challenges a wild +4 loses the turn"),
                                      N_("who rightly challenges a wild +4 keeps the turn")},
    [SWITCH_LAST_CARD_DRAW] = {N_("a +2 or wild +4 played last is not drawn"),
                               N_("a +2 played last is still drawn, a wild +4 is not"),
                               N_("a wild +4 played last is still drawn, a +2 is not"),
                               N_("a +2 or wild +4 played last is still drawn")},
    [SWITCH_UNO_WINDOW] =
        {N_("a forgotten UNO can be caught until the next player plays or draws"),
         N_("a forgotten UNO can still be caught while the next player may play a drawn card")},
    [SWITCH_SCORE] =
        {N_("one round is the whole match"),
         N_("the winner of a round gets the points of all other hands"),
         N_("everybody counts their own cards; once somebody reaches the target, the lowest "
            "sum wins")},
    [SWITCH_TARGET] = {NULL, N_("the match ends at {n} points")},
    [SWITCH_HAND_SIZE] = {NULL, N_("everybody is dealt {n} cards")},
    [SWITCH_ROUND_LIMIT] = {NULL, N_("a round is void after {n} moves")},
    [SWITCH_HYPER_STACKS] = {N_("a skip or +2 of the Hyperspeed colour costs one turn"),
                             N_("a skip or +2 of the Hyperspeed colour costs two turns")},
    [SWITCH_WEBSWING_REVEAL] = {N_("a Web Swing shows the hands to everybody"),
                                N_("a Web Swing shows the hands only to who plays it")},
    [SWITCH_SKULL_PROCLAMATION] = {N_("the words of power must be spoken"),
                                   N_("the words of power are spoken for you"),
                                   N_("the Power of Grayskull needs no words")},
    [SWITCH_MINION_SKIPS] = {N_("who draws for a Mutated Minion has the turn"),
                             N_("who draws for a Mutated Minion loses the turn")},
    [SWITCH_FLEX_MATCH] = {N_("a flex side must match by itself"),
                           N_("a flex side may be used where either side matches")},
    [SWITCH_FLEX_WD4_CHALLENGE] = {N_("the flex side of a wild +4 cannot be challenged"),
                                   N_("the flex side of a wild +4 can be challenged")},
    [SWITCH_STACK] = {N_("draw cards do not add up"),
                      N_("draw cards add up: a +2 on a +2, a wild +4 on a wild +4"),
                      N_("draw cards add up: a +2 on a +2, a wild +4 on both"),
                      N_("draw cards add up: any of them on any other")},
    [SWITCH_DEFLECT] = {N_("cards to draw cannot be passed on"),
                        N_("a reverse or skip of the colour passes cards to draw on")},
    [SWITCH_JUMP_IN] = {N_("nobody plays out of turn"),
                        N_("who holds the same card as the one on top may play it out of turn")},
    [SWITCH_SEVEN_ZERO] = {N_("7 and 0 are plain numbers"),
                           N_("a 7 swaps hands with a player, a 0 moves all hands on")},
    [SWITCH_DRAW_UNTIL_PLAYABLE] = {N_("who cannot play draws one card"),
                                    N_("who cannot play draws until a card fits")},
    [SWITCH_FORCE_PLAY] = {N_("a drawn card that fits may be kept"),
                           N_("a drawn card that fits must be played"),
                           N_("who can play must play")},
    [SWITCH_NO_BLUFF] = {N_("a wild +4 may be a bluff"),
                         N_("a wild +4 is refused to who holds a card that matches")},
    [SWITCH_NO_CHALLENGE] = {N_("a wild +4 may be challenged"),
                             N_("a wild +4 may always be played, and not be challenged")},
    [SWITCH_UNO_PENALTY] = {N_("a forgotten UNO costs nothing")},
    [SWITCH_FALSE_UNO] = {N_("a false UNO costs nothing")},
    [SWITCH_AUTO_UNO] = {N_("everybody says UNO themselves"), N_("UNO is said for all")},
    [SWITCH_NO_FINISH] = {N_("any card may be the last one"), N_("a wild cannot be the last card"),
                          N_("neither a wild nor an action card can be the last one")},
    [SWITCH_DRAW_KEEPS_TURN] = {N_("who draws for a +2 or wild +4 loses the turn"),
                                N_("who draws for a +2 or wild +4 keeps the turn")},
    [SWITCH_MULTI_PLAY] = {N_("one card is played a turn"),
                           N_("several cards of one number may be played at once")},
    [SWITCH_MERCY] = {N_("nobody is out for holding many cards"),
                      N_("who holds {n} cards or more is out of the round")},
    [SWITCH_PLAY_TO_LAST] = {N_("a round ends with the first who has no cards"),
                             N_("a round goes on until all places are played out")},
    [SWITCH_TWO_PLAYER_REVERSE] = {N_("between two players a reverse skips the other"),
                                   N_("between two players a reverse skips nobody")},
    [SWITCH_TEAMS] = {N_("everybody plays alone"),
                      N_("partners sit across from each other and win together")},
    [SWITCH_BLOCKED_ROUND] = {N_("a round where nobody can move is void"),
                              N_("a round where nobody can move is won by the lowest hand")},
    [SWITCH_TWO_DECKS] =
        {
            N_("one deck, for ten players at most (flex: eight)"),
            N_("two decks from eleven players on, for twenty at most (flex: from nine "
               "on, for 16)")},
};

/* HR-9: the low byte is the cost; the high byte is what each further time costs more. */
static void say_penalty(struct message *message, const struct language *language, unsigned value)
{
    unsigned first = value & 0xFF;
    unsigned more = value >> 8;
    if (more == 0) {
        PHRASE(message,
               trn(language, "a forgotten UNO costs {n} card", "a forgotten UNO costs {n} cards",
                   first),
               arg_number("n", first));
    } else {
        PHRASE(
            message,
            tr(language, N_("a forgotten UNO costs {n} cards, and each further one {more} more")),
            arg_number("n", first), arg_number("more", more));
    }
}

void switch_says(struct message *message, const struct language *language,
                 const struct switches *switches, enum switch_id id)
{
    unsigned value = switches->value[id];
    const char *text = NULL;
    if (switch_info(id)->values != NULL)
        text = value < VALUES_MAX ? words[id][value] : NULL;
    else if (value == 0)
        text = words[id][0];
    else if (id == SWITCH_UNO_PENALTY)
        say_penalty(message, language, value);
    else if (id == SWITCH_FALSE_UNO) {
        PHRASE(message,
               trn(language, "a false UNO costs {n} card", "a false UNO costs {n} cards", value),
               arg_number("n", value));
    } else
        text = words[id][1];
    if (text != NULL)
        PHRASE(message, tr(language, text), arg_number("n", value));
}

/* -- without effect -- */

static const char no_catch[] = N_("UNO is said for all, until {p}set auto_uno off");
static const char no_challenge[] = N_("a wild +4 is not challenged here");
static const char no_card[] = N_("this set of rules has no card that asks for it");

/* The switch `id` has no effect while the switch `other` has that value. */
static const struct {
    enum switch_id id, other;
    uint16_t value;
    const char *why;
} idle_rows[] = {
    {SWITCH_TARGET, SWITCH_SCORE, SCORE_SINGLE_ROUND,
     N_("one round is the whole match, until {p}set score points")}, /* */
    {SWITCH_UNO_PENALTY, SWITCH_AUTO_UNO, 1, no_catch},              /* HR-11 */
    {SWITCH_UNO_WINDOW, SWITCH_AUTO_UNO, 1, no_catch},
    {SWITCH_WD4_MATCH, SWITCH_NO_CHALLENGE, 1, no_challenge}, /* HR-8 */
    {SWITCH_WD4_GUILTY_KEEPS_TURN, SWITCH_NO_CHALLENGE, 1, no_challenge},
    {SWITCH_WD4_GUILTY_KEEPS_TURN, SWITCH_NO_BLUFF, 1, no_challenge}, /* HR-7 */
    {SWITCH_FLEX_WD4_CHALLENGE, SWITCH_NO_CHALLENGE, 1, no_challenge},
    {SWITCH_FLEX_WD4_CHALLENGE, SWITCH_NO_BLUFF, 1, no_challenge},
    {SWITCH_LAST_CARD_DRAW, SWITCH_NO_FINISH, NO_FINISH_ACTION_AND_WILD,
     N_("neither a +2 nor a wild +4 can be the last card, until {p}set no_finish off")}, /* HR-12 */
};

enum { IDLE_ROWS = ARRAY_SIZE(idle_rows) };

/* Switches about cards that only some decks have: the deck needs a card of one of these kinds. */
static const struct {
    enum switch_id id;
    uint32_t kinds; /* bits of enum kind */
} card_rows[] = {
    {SWITCH_HYPER_STACKS, 1U << KIND_WILD_HYPER},
    {SWITCH_WEBSWING_REVEAL, 1U << KIND_WILD_WEB},
    {SWITCH_SKULL_PROCLAMATION, 1U << KIND_WILD_SKULL},
    {SWITCH_MINION_SKIPS, 1U << KIND_WILD_MINION},
    {SWITCH_FLEX_MATCH, 1U << KIND_WILD_FLEX4},
    {SWITCH_FLEX_WD4_CHALLENGE, 1U << KIND_WILD_FLEX4},
    {SWITCH_FIRST_SPECIAL, 1U << KIND_WILD_HYPER | 1U << KIND_WILD_SKULL | 1U << KIND_WILD_WEB |
                               1U << KIND_WILD_MINION | 1U << KIND_WILD_TARGET2 |
                               1U << KIND_WILD_ALL2 | 1U << KIND_WILD_FLIP},
};

enum { CARD_ROWS = ARRAY_SIZE(card_rows) };

static uint32_t kinds_of(const struct ruleset *set)
{
    struct rules rules;
    uint32_t kinds = 0;
    rules_init(&rules, set, NULL, 0);
    for (unsigned face = 0; face < rules.deck.faces; face++)
        kinds |= 1U << rules.deck.face[face].kind;
    return kinds;
}

bool switch_has_card(const struct ruleset *set, enum switch_id id)
{
    for (unsigned i = 0; i < CARD_ROWS; i++) {
        if (card_rows[i].id == id)
            return (kinds_of(set) & card_rows[i].kinds) != 0;
    }
    return true;
}

const char *switch_idle(const struct ruleset *set, const struct switches *switches,
                        enum switch_id id)
{
    if (!switch_has_card(set, id))
        return no_card;
    for (unsigned i = 0; i < IDLE_ROWS; i++) {
        if (idle_rows[i].id == id && switches->value[idle_rows[i].other] == idle_rows[i].value)
            return idle_rows[i].why;
    }
    return NULL;
}
