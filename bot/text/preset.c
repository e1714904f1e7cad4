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

/* True if the word names the preset in any language. */
static bool is_named(const struct preset *preset, const char *word)
{
    const struct language *language = NULL;
    if (text_same(preset->name, word))
        return true;
    for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
        if (text_same(tr(language, preset->name), word))
            return true;
    }
    return false;
}

_Static_assert(SWITCH_COUNT <= 64, "a set of switches is one word of 64 bits");

/* Changes switches by pairs, "stack any jump_in exact", and adds them to the set `named`. Returns
 * what is wrong; NULL: nothing. */
static const char *apply_pairs(const char *pairs, struct switches *out, uint64_t *named)
{
    char name[NAME_SIZE];
    char value[NAME_SIZE];
    int length = 0;
    _Static_assert(NAME_SIZE > 31, "the widths below fit");
    while (sscanf(pairs, " %31s %31s%n", name, value, &length) == 2) {
        enum switch_id id = switch_find(name);
        if (id == SWITCH_COUNT)
            return "names a switch that does not exist: !set lists them";
        if (!switches_parse(out, id, value))
            return "gives a switch a value that it does not have: !set NAME lists them";
        *named |= UINT64_C(1) << id;
        pairs += length;
    }
    return pairs[strspn(pairs, " ")] == '\0' ? NULL : "has a switch without a value";
}

/* -- the operator's own -- */

enum { PAIRS_SIZE = 200 };

struct own_preset {
    char name[PRESET_NAME];
    char about[PAIRS_SIZE]; /* "stack any, jump_in exact": as the operator wrote it */
    char pairs[PAIRS_SIZE]; /* the same without commas */
};

static struct {
    struct own_preset texts[PRESETS_OWN];
    struct preset presets[PRESETS_OWN];
    unsigned count;
} own;

/* Copies a text without the blanks at its ends. False: it does not fit, or nothing is left. */
static bool copy_trimmed(char *out, size_t size, const char *from, size_t length)
{
    while (length > 0 && *from == ' ') {
        from++;
        length--;
    }
    while (length > 0 && from[length - 1] == ' ')
        length--;
    if (length == 0 || length >= size)
        return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

/* Returns what is wrong with a name that stands behind `count` others; NULL: nothing. */
static const char *check_name(const struct own_preset *texts, unsigned count, const char *name)
{
    bool taken = ruleset_find(name) != NULL;
    if (strpbrk(name, " ,") != NULL)
        return "has a name that is not one word";
    for (unsigned i = 0; i < ARRAY_SIZE(presets); i++)
        taken = taken || is_named(&presets[i], name);
    for (unsigned i = 0; i < count; i++)
        taken = taken || text_same(texts[i].name, name);
    return taken ? "has a name that a set of rules or another preset has" : NULL;
}

/* Reads "friday: stack any, jump_in exact" into the text number `count`. Returns what is wrong;
 * NULL: nothing. */
static const char *read_own(struct own_preset *texts, unsigned count, const char *text,
                            size_t length)
{
    const char *colon = memchr(text, ':', length);
    struct switches switches;
    struct rules rules;
    uint64_t named = 0;
    if (count == PRESETS_OWN)
        return "has more than eight presets";
    struct own_preset *out = &texts[count];
    if (colon == NULL || !copy_trimmed(out->name, PRESET_NAME, text, (size_t)(colon - text)) ||
        !copy_trimmed(out->about, PAIRS_SIZE, colon + 1, length - (size_t)(colon + 1 - text)))
        return "must be NAME: SWITCH VALUE, SWITCH VALUE | NAME: SWITCH VALUE";
    memcpy(out->pairs, out->about, PAIRS_SIZE);
    for (char *comma = out->pairs; (comma = strchr(comma, ',')) != NULL;)
        *comma = ' ';
    ruleset_defaults(ruleset_find("classic"), &switches);
    const char *why = check_name(texts, count, out->name);
    if (why == NULL)
        why = apply_pairs(out->pairs, &switches, &named);
    if (why == NULL && rules_init(&rules, ruleset_find("classic"), &switches, 2) != RULES_OK)
        why = "has switches that do not go together";
    return why;
}

/* Reads a whole text. Returns what is wrong; NULL: nothing. */
static const char *read_all(const char *text, struct own_preset *texts, unsigned *count)
{
    *count = 0;
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, "|");
        const char *why = read_own(texts, *count, text, length);
        if (why != NULL)
            return why;
        *count += 1;
        text += length + (text[length] == '|');
    }
    return NULL;
}

const char *preset_check(const char *text)
{
    struct own_preset texts[PRESETS_OWN];
    unsigned count = 0;
    return read_all(text, texts, &count);
}

void preset_set_own(const char *text)
{
    if (read_all(text, own.texts, &own.count) != NULL)
        own.count = 0;
    for (unsigned i = 0; i < own.count; i++) {
        const struct own_preset *from = &own.texts[i];
        own.presets[i] = (struct preset){from->name, from->about, from->pairs};
    }
}

/* -- all of them -- */

const struct preset *preset_at(unsigned n)
{
    unsigned count = ARRAY_SIZE(presets);
    return n < count ? &presets[n] : n - count < own.count ? &own.presets[n - count] : NULL;
}

const struct preset *preset_own_at(unsigned n)
{
    return n < own.count ? &own.presets[n] : NULL;
}

const struct preset *preset_find(const char *word)
{
    const struct preset *preset = NULL;
    for (unsigned i = 0; (preset = preset_at(i)) != NULL && !is_named(preset, word);)
        i++;
    return preset;
}

uint64_t preset_switches(const struct preset *preset, const struct ruleset *set,
                         struct switches *out)
{
    uint64_t named = 0;
    ruleset_defaults(set, out);
    if (preset != NULL)
        apply_pairs(preset->switches, out, &named);
    return named;
}

const struct preset *preset_of(const struct ruleset *set, const struct switches *switches)
{
    const struct preset *preset = NULL;
    for (unsigned i = 0; (preset = preset_at(i)) != NULL; i++) {
        struct switches wanted;
        preset_switches(preset, set, &wanted);
        if (memcmp(&wanted, switches, sizeof(wanted)) == 0)
            break;
    }
    return preset;
}
