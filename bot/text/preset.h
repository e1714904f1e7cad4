/* preset.h: named sets of switches, for people who do not want to choose each one.
 *
 * A preset holds for every set of rules: it is the sheet of the set with some switches changed. */
#ifndef TALON_BOT_TEXT_PRESET_H
#define TALON_BOT_TEXT_PRESET_H

#include "engine/ruleset.h"

struct preset {
    const char *name;  /* as the catalogue has it in English */
    const char *about; /* a clause of the catalogue, without a full stop; at most 100 characters, as
                       menus on Discord show no more */
    const char *switches; /* "NAME VALUE NAME VALUE"; "": the sheet as it is */
};

enum { PRESETS_OWN = 8, PRESET_NAME = 24 };

/* Adds the operator's presets behind the built-in ones, in place of those of an earlier call:
 * "friday: stack any, jump_in exact | calm: auto_uno on". NULL, or a text that preset_check()
 * refuses: none. */
void preset_set_own(const char *text);
/* Returns what is wrong with such a text, for the operator; NULL: nothing. Callable from any
 * thread. There are at most PRESETS_OWN, with names of less than PRESET_NAME bytes. */
const char *preset_check(const char *text);

/* Returns the n-th preset; NULL behind the last one. */
const struct preset *preset_at(unsigned n);
/* Returns the n-th of the operator's presets; NULL behind the last one. */
const struct preset *preset_own_at(unsigned n);
/* Finds a preset by its name in any language, whatever the case and accents. NULL: there is none.
 */
const struct preset *preset_find(const char *word);
/* Fills `out` with the sheet of `set` and the changes of the preset (NULL: none). Returns which
 * switches the preset names: bit 1 << enum switch_id. */
uint64_t preset_switches(const struct preset *preset, const struct ruleset *set,
                         struct switches *out);
/* Returns the preset that gives exactly these switches for `set`; NULL: none does. */
const struct preset *preset_of(const struct ruleset *set, const struct switches *switches);

#endif
