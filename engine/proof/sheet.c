/* Reads the changes of the rules that a match is played with (walk.h). */
#include <string.h>

#include "engine/ruleset.h"
#include "walk.h"

/* Reads the value that a clause tells, from its places. HR-9 has two: {n} cards the first time,
 * {more} each further time. */
static bool read_value(const struct said_switch *row, const struct heard *heard, unsigned places,
                       uint16_t *value)
{
    unsigned n = 0;
    unsigned more = 0;
    if (places > 0 && !stretch_number(heard->place[0], &n))
        return false;
    if (places > 1 && !stretch_number(heard->place[1], &more))
        return false;
    if (row->id == SWITCH_UNO_PENALTY && (n > 255 || more > 255))
        return false;
    *value = (uint16_t)(places == 0 ? row->value : n | more << 8);
    return true;
}

static unsigned places_of(const char *pattern)
{
    unsigned places = 0;
    for (; *pattern != '\0'; pattern++)
        places += *pattern == '{';
    return places;
}

/* Returns where the next clause begins; NULL: no clause ends at `end`, because other words
 * follow. */
static const char *next_clause(const char *end)
{
    while (*end == ' ')
        end++;
    if (*end != ';')
        return *end == '\0' ? end : NULL;
    for (end++; *end == ' ';)
        end++;
    return end;
}

/* Reads the longest known clause at the beginning of the text, such as "the match ends at 300
 * points". Returns where the next clause begins; NULL: the text begins with none. */
static const char *read_clause(struct switches *switches, const char *text)
{
    const char *found = NULL;
    uint16_t value = 0;
    enum switch_id id = SWITCH_COUNT;
    for (unsigned i = 0; i < said_switch_count; i++) {
        const struct said_switch *row = &said_switches[i];
        for (unsigned n = 0; n < SAID_LANGUAGES; n++) {
            struct heard heard;
            uint16_t read = 0;
            if (!said_hear(text, row->words[n], &heard) || heard.at != text)
                continue;
            const char *next = next_clause(heard.end);
            if (next == NULL || (found != NULL && next <= found) ||
                !read_value(row, &heard, places_of(row->words[n]), &read))
                continue;
            found = next;
            value = read;
            id = row->id;
        }
    }
    if (found != NULL)
        switches->value[id] = value;
    return found;
}

/* Clauses that are parted by semicolons. */
static bool read_clauses(struct switches *switches, const char *text)
{
    while (text != NULL && *text != '\0')
        text = read_clause(switches, text);
    return text != NULL;
}

/* Returns the full stop that ends the changes; NULL: the changes go on in the next line. */
static char *full_stop(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '.' && (text[1] == ' ' || text[1] == '\0'))
            return text;
    }
    return NULL;
}

static bool append_sheet(char sheet[WALK_SHEET], const char *text)
{
    size_t length = strlen(sheet);
    size_t more = strlen(text);
    if (length + more + 2 > WALK_SHEET)
        return false;
    if (length > 0)
        sheet[length++] = ' ';
    memcpy(sheet + length, text, more + 1);
    return true;
}

/* True if the line begins to tell changes of the rules; `changes` is where they begin. Sets
 * walk->set to NULL if the line names another set. */
static bool begins_changes(struct walk *walk, const char *message, const char **changes)
{
    for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
        const char *pattern = said_words[SAID_SHEET][i];
        char words[80]; /* up to its second place */
        size_t length = 0;
        struct heard heard;
        unsigned places = 0;
        for (; pattern[length] != '\0'; length++) {
            places += pattern[length] == '{';
            if (places == 2)
                break;
            words[length] = pattern[length];
        }
        words[length] = '\0';
        if (!said_hear(message, words, &heard))
            continue;
        char set[16] = "";
        if (heard.place[0].length < sizeof(set))
            memcpy(set, heard.place[0].text, heard.place[0].length);
        if (walk->set == NULL || strcmp(set, ruleset_name(walk->set)) != 0)
            walk->set = NULL;
        *changes = heard.end;
        return true;
    }
    return false;
}

const char *walk_sheet(struct walk *walk, const char *message)
{
    const char *changes = message;
    bool new = begins_changes(walk, message, &changes);
    if (!new && * walk->sheet == '\0')
        return NULL;
    if (walk->set == NULL)
        return "the rules of a match are of another set than was told";
    if (new)
        walk->sheet[0] = '\0';
    if (!append_sheet(walk->sheet, changes))
        return "the changes of the rules cannot be read";
    char *end = full_stop(walk->sheet);
    if (end == NULL)
        return NULL;
    *end = '\0';
    ruleset_defaults_of(walk->set, walk->rules_version, &walk->switches);
    bool read = read_clauses(&walk->switches, walk->sheet);
    walk->sheet[0] = '\0';
    return read ? NULL : "the changes of the rules cannot be read";
}
