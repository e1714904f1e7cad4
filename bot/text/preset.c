#include "preset.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/text/language.h"

enum { NAME_SIZE = 32 };

/* The house rules of RULES.md 10. */
static const struct preset presets[] = {
    {N_("official"), N_("the rules of the printed sheet, nothing changed"), ""},
    {N_("quick"), N_("five cards each, and one round"), "hand_size 5 score single_round"},
    {N_("party"),
     N_("draw cards add up, jump in, 7 swaps hands, 0 moves all hands, draw until a card fits"),
     "stack up jump_in exact seven_zero on draw_until_playable on"},
    {N_("brutal"),
     N_("party, and any draw card adds up, skip and reverse pass it on, 25 cards put you out"),
     "stack any deflect on jump_in exact seven_zero on draw_until_playable on mercy 25"},
};

const struct preset *preset_at(unsigned n)
{
    return n < ARRAY_SIZE(presets) ? &presets[n] : NULL;
}

const struct preset *preset_find(const char *word)
{
    for (unsigned i = 0; i < ARRAY_SIZE(presets); i++) {
        if (text_same(presets[i].name, word))
            return &presets[i];
        const struct language *language = NULL;
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            if (text_same(tr(language, presets[i].name), word))
                return &presets[i];
        }
    }
    return NULL;
}

void preset_switches(const struct preset *preset, const struct ruleset *set, struct switches *out)
{
    const char *pairs = preset != NULL ? preset->switches : "";
    char name[NAME_SIZE];
    char value[NAME_SIZE];
    int length = 0;
    ruleset_defaults(set, out);
    _Static_assert(NAME_SIZE > 31, "the widths below fit");
    while (sscanf(pairs, " %31s %31s%n", name, value, &length) == 2) {
        switches_parse(out, switch_find(name), value);
        pairs += length;
    }
}

const struct preset *preset_of(const struct ruleset *set, const struct switches *switches)
{
    for (unsigned i = 0; i < ARRAY_SIZE(presets); i++) {
        struct switches wanted;
        preset_switches(&presets[i], set, &wanted);
        if (memcmp(&wanted, switches, sizeof(wanted)) == 0)
            return &presets[i];
    }
    return NULL;
}
