#include "set_words.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "engine/card.h"

const struct kind_rules kind_rules[KIND_COUNT] = {
    [KIND_NUMBER] = {{"2.3", N_("Goes on its colour or its number.")},
                     {"F-3, F-4", N_("Goes on its flex colour or its number; its main colour is in "
                                     "force afterwards.")}},
    [KIND_SKIP] = {{"R-13", N_("The next player loses the turn.")},
                   {"7.2, F-16", N_("All others lose the turn: you play again.")}},
    [KIND_REVERSE] = {{"R-13", N_("The direction turns. Between two players it is a Skip.")},
                      {"7.2, F-16",
                       N_("The direction turns, and the next player in the new one loses "
                          "the turn.")}},
    [KIND_DRAW2] = {{"R-12", N_("The next player draws 2 cards and loses the turn. No card answers "
                                "it, unless a house rule lets draw cards add up.")},
                    {"7.2, R-39", N_("All others draw 1 card; nobody loses a turn.")}},
    [KIND_WILD] = {{"R-09", N_("Goes on any card. You name the colour that is in force; it may be "
                               "the same again.")},
                   {NULL, NULL}},
    [KIND_WILD_DRAW4] = {{"R-18, R-21, R-23",
                          N_("You name the colour; the next player draws 4 cards and loses the "
                             "turn, or challenges. If it was a bluff, you draw the 4 and the "
                             "challenger keeps the turn; if not, the challenger draws 6.")},
                         {NULL, NULL}},
    [KIND_WILD_HYPER] = {{"H-1, H-2", N_("You name a colour. While it lasts, each card of it makes "
                                         "the next player lose the turn.")},
                         {NULL, NULL}},
    [KIND_WILD_SKULL] = {{"S-2, S-4", N_("You speak the words of power and name the colour; all "
                                         "others draw 3 cards.")},
                         {NULL, NULL}},
    [KIND_WILD_WEB] = {{"W-1, W-2, W-4", N_("You name the colour, all others show their hands, and "
                                            "you choose who of its holders loses the turn.")},
                       {NULL, NULL}},
    [KIND_WILD_MINION] = {{"M-1, M-2", N_("You name the colour; the next player draws until a card "
                                          "of it comes.")},
                          {NULL, NULL}},
    [KIND_WILD_TARGET2] = {{"R-09", N_("A plain wild: you name the colour.")},
                           {"F-13", N_("You name the colour and choose a player, who draws 2 cards "
                                       "and loses no turn.")}},
    [KIND_WILD_ALL2] = {{"R-09", N_("A plain wild: you name the colour.")},
                        {"F-14", N_("You name the colour, and all others draw 2 cards; nobody "
                                    "loses a turn.")}},
    [KIND_WILD_FLEX4] = {{"R-18, R-21, R-23",
                          N_("You name the colour; the next player draws 4 cards and loses the "
                             "turn, or challenges. If it was a bluff, you draw the 4 and the "
                             "challenger keeps the turn; if not, the challenger draws 6.")},
                         {"F-13, F-15", N_("You name the colour and choose a player, who draws 4 "
                                           "cards and loses no turn. It cannot be challenged.")}},
    [KIND_WILD_FLIP] = {{"F-9, F-17", N_("You name the colour, and every player's power card turns "
                                         "over, yours too.")},
                        {NULL, NULL}},
};

static const struct rule_words no_rules[] = {{NULL, NULL}};

static const struct rule_words hyper_rules[] = {
    {"H-1", N_("The Hyperspeed wild names a colour. The card itself makes nobody lose a turn.")},
    {"H-2", N_("From then on each card of that colour, whoever plays it, makes the next player "
               "lose the turn.")},
    {"H-3", N_("It ends with a card of another colour, or with a wild that names another one; "
               "these make nobody lose a turn by it.")},
    {"H-4, H-5", N_("A wild that names the same colour lets it go on. Another Hyperspeed begins "
                    "anew.")},
    {"H-6", N_("Drawing, keeping a card and losing a turn do not end it.")},
    {"H-7", N_("A Skip or +2 of the colour costs the next player one turn, not two.")},
    {"H-8", N_("A Reverse of the colour turns the direction first, then the next player loses the "
               "turn.")},
    {"H-10", N_("Between two players, the one who plays the colour goes on playing.")},
    {NULL, NULL}};

static const struct rule_words skull_rules[] = {
    {"S-2", N_("To play it you speak the words: “By the power of Grayskull, I have the power!”")},
    {"S-3", N_("You are asked for them; capitals, accents and marks do not matter. Until then the "
               "card stays in your hand, and you may play something else.")},
    {"S-4", N_("Then all others draw 3 cards each, in order of play.")},
    {"S-5", N_("Nobody loses a turn: play goes on with the next player.")},
    {"S-7", N_("It may be played with the colour in hand, and nobody can challenge it.")},
    {"S-8", N_("As the last card it still takes the words, but nobody draws.")},
    {NULL, NULL}};

static const struct rule_words web_rules[] = {
    {"W-1", N_("First you name the colour.")},
    {"W-2", N_("Then all others show their hands to the whole table.")},
    {"W-3, W-4", N_("You must choose a player who holds that colour, anywhere at the table; wilds "
                    "do not count. If only one does, the choice is made for you.")},
    {"W-5", N_("The chosen player loses the turn, and play goes on after them. Players between you "
               "are skipped.")},
    {"W-6", N_("If that is you yourself, as it always is between two, you play again.")},
    {"W-7", N_("If nobody holds the colour, nobody loses a turn.")},
    {"W-9", N_("As the last card it shows no hands.")},
    {NULL, NULL}};

static const struct rule_words flex_rules[] = {
    {"F-1", N_("Each player has a power card, which all can see. It shows ✓ at the start of every "
               "round.")},
    {"F-2, F-6", N_("While yours shows ✓ you may play a card by its flex side. That turns it to "
                    "✗.")},
    {"F-3", N_("The side that is played must match by itself: the normal side by the main colour, "
               "the flex side by the flex colour. Number and symbol are the same on both.")},
    {"F-4, F-5", N_("Afterwards the main colour is in force, whichever side was played.")},
    {"F-7", N_("A number with a flip icon turns your power card over, from ✓ to ✗ or back.")},
    {"F-9", N_("As soon as all power cards show ✗, all turn to ✓.")},
    {"F-11", N_("Whether a wild +4 was a bluff is judged by main colours, not by flex colours. Any "
                "other wild in hand makes it one, too.")},
    {"F-12", N_("The card turned up first flips nothing.")},
    {"F-13", N_("The player hit by a targeted card only draws and loses no turn.")},
    {NULL, NULL}};

static const struct rule_words minion_rules[] = {
    {"M-1", N_("The Mutated Minion names one colour: to be drawn for, and to go on with.")},
    {"M-2, M-3", N_("The next player draws card by card until one of that colour comes, and keeps "
                    "them all. Wilds do not stop it.")},
    {"M-5", N_("The player who drew then has the turn.")},
    {"M-6", N_("It may be played with the colour in hand, and nobody can challenge it.")},
    {"M-7", N_("As the last card it makes nobody draw.")},
    {NULL, NULL}};

static const struct {
    const char *set, *gist, *card;
    const struct rule_words *rules;
} sets[] = {
    {"classic",
     N_("The game as everybody knows it: colours, numbers, and a wild +4 that may be a "
        "bluff."),
     "W", no_rules},
    {"hyper",
     N_("A wild sets a colour to Hyperspeed: each card of it takes a turn away, until "
        "somebody breaks the spell."),
     "WH", hyper_rules},
    {"skull",
     N_("Purple instead of yellow, and a wild that needs words of power: all others draw "
        "3."),
     "WS", skull_rules},
    {"web", N_("A wild lays all hands open, and you choose who loses the turn."), "WW", web_rules},
    {"flex", N_("Cards with two sides: your power card decides when you may use the other one."),
     "Y2|G", flex_rules},
    {"minion",
     N_("Orange instead of red, and a wild that makes the next player draw until the "
        "colour comes."),
     "WM", minion_rules},
};

enum { SETS = ARRAY_SIZE(sets) };

static unsigned set_row(const char *set)
{
    unsigned i = 0;
    while (i < SETS && strcmp(sets[i].set, set) != 0)
        i++;
    return i;
}

const char *set_gist(const char *set)
{
    unsigned row = set_row(set);
    return row < SETS ? sets[row].gist : NULL;
}

const char *set_card(const char *set)
{
    unsigned row = set_row(set);
    return row < SETS ? sets[row].card : "";
}

const struct rule_words *set_rules(const char *set)
{
    unsigned row = set_row(set);
    return row < SETS ? sets[row].rules : no_rules;
}

const struct rule_words fine_points[] = {
    {"R-08", N_("A wild on top matches by the colour that was named, and by nothing else.")},
    {"R-10", N_("You may draw even if you could play. Of your hand only the drawn card may be "
                "played then.")},
    {"R-12", N_("A +2 or +4 cannot be answered with another one, unless a house rule allows it.")},
    {"R-13", N_("Between two players a Reverse is a Skip.")},
    {"R-17", N_("A wild +4 that is the last card cannot be challenged.")},
    {"R-19", N_("Whether a wild +4 was a bluff is judged by the hand that is left, and by the "
                "colour in force before it.")},
    {"R-24", N_("In a challenge only the challenger sees that hand.")},
    {"R-26", N_("UNO may be said with the play, before it in the same turn, or after it until "
                "somebody catches you. Saying it for nothing costs nothing, unless a house rule "
                "fines it.")},
    {"R-27, R-28", N_("Anybody else may catch a forgotten UNO, until the next turn is taken: by a "
                      "play or a draw. In skull there is time, too, while the next player may play "
                      "a drawn card.")},
    {"R-30",
     N_("When the draw pile is empty, the discard pile is shuffled, except for its top card.")},
    {"R-32", N_("When nobody can play and nothing is left to draw, the round is void.")},
    {"R-33", N_("Points are those of the cards left in all other hands.")},
    {"R-35", N_("By lowest_500 everybody counts their own cards instead. The match ends when "
                "somebody reaches the target, and the lowest sum wins.")},
    {NULL, NULL}};
