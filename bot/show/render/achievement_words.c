#include "achievement_words.h"

#include "base/array.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/achievement.h"

/* In the order of storage/achievement.c; {n} is the number that it takes. */
static const struct {
    const char *name, *takes;
} words[] = {
    {N_("First win"), N_("win a round")},
    {N_("Ten wins"), N_("win {n} rounds")},
    {N_("A hundred wins"), N_("win {n} rounds")},
    {N_("Hat trick"), N_("win {n} rounds in a row")},
    {N_("Unbeatable"), N_("win {n} rounds in a row")},
    {N_("Match winner"), N_("win a match of {n} rounds or more")},
    {N_("Regular"), N_("finish {n} rounds")},
    {N_("Part of the furniture"), N_("finish {n} rounds")},
    {N_("Specialist"), N_("win {n} rounds with one set of rules")},
    {N_("Lie detector"), N_("be right in {n} challenges of a wild +4, on either side")},
    {N_("Poker face"), N_("bluff {n} times with a wild +4 that nobody challenges")},
    {N_("Full table"), N_("beat {n} people in one round")},
    {N_("Jackpot"), N_("win {n} points in one round")},
    {N_("Heavy hand"), N_("win a round after holding {n} cards")},
    {N_("Straight out"), N_("win a round in 7 turns or fewer")},
    {N_("Marathon"), N_("win a round after {n} turns of your own")},
    {N_("Eagle eye"), N_("catch people {n} times in one round")},
    {N_("Landslide"), N_("win while everybody else holds {n} cards or more")},
    {N_("Parting shot"), N_("win with a wild +4 as your last card")},
    {N_("Comeback"), N_("win a round in which you had to take {n} cards at once")},
};
_Static_assert(ARRAY_SIZE(words) == STORE_ACHIEVEMENTS, "each has words");

const char *achievement_name(unsigned achievement)
{
    return words[achievement].name;
}

void achievement_says(struct message *message, const struct language *language,
                      unsigned achievement)
{
    PHRASE(message, tr(language, words[achievement].takes),
           arg_number("n", (long)achievement_least(achievement)));
}
