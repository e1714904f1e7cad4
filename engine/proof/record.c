#include "record.h"

#include <string.h>

#include "engine/game.h"
#include "engine/notation.h"
#include "engine/player/player.h"

static const char strange[] = "the setup cannot be read";

/* -- values -- */

bool value_is_plain(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '+';
}

static int digit_of(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

bool value_decode(const char *text, size_t length, char *value, size_t size)
{
    size_t made = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '%') {
            int high = i + 2 < length ? digit_of(text[i + 1]) : -1;
            int low = high < 0 ? -1 : digit_of(text[i + 2]);
            if (low < 0)
                return false;
            byte = (unsigned char)(high << 4 | low);
            i += 2;
            if (byte < ' ' || byte == 0x7f || value_is_plain(byte))
                return false;
        } else if (!value_is_plain(byte)) {
            return false;
        }
        if (made + 1 >= size)
            return false;
        value[made++] = (char)byte;
    }
    value[made] = '\0';
    return made > 0;
}

bool value_number(const char *text, size_t length, unsigned *number)
{
    *number = 0;
    if (length == 0 || length > 5 || (length > 1 && *text == '0'))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (unsigned)(text[i] - '0');
    }
    return *number <= UINT16_MAX;
}

/* -- fields -- */

/* One field, parted at its points. */
struct record_field {
    unsigned count;
    struct part {
        const char *text;
        size_t length;
    } part[3];
};

/* The order in which fields must come. A field that may repeat may come after itself. */
enum stage {
    STAGE_HEAD,
    STAGE_SET,
    STAGE_RULES,
    STAGE_SWITCH,
    STAGE_ROUND,
    STAGE_DEALER,
    STAGE_SEAT,
    STAGE_CUT
};

struct record_reading {
    struct setup *setup;
    enum stage stage;
    unsigned switches; /* the next switch must come after this one */
};

static bool is_word(const struct part *part, const char *word)
{
    return part->length == strlen(word) && memcmp(part->text, word, part->length) == 0;
}

/* Copies a part and adds the NUL; false: it does not fit. */
static bool copy_part(const struct part *part, char *to, size_t size)
{
    if (part->length >= size)
        return false;
    memcpy(to, part->text, part->length);
    to[part->length] = '\0';
    return true;
}

/* From the stage before it, or from itself. */
static bool stage_comes(struct record_reading *reading, enum stage first, enum stage last,
                        enum stage stage)
{
    bool ok = reading->stage >= first && reading->stage <= last;
    reading->stage = stage;
    return ok;
}

static bool read_head(struct record_reading *reading, const struct record_field *field)
{
    reading->setup->version = is_word(&field->part[0], "talon2")   ? 2
                              : is_word(&field->part[0], "talon3") ? 3
                                                                   : 0;
    return field->count == 1 && reading->setup->version != 0;
}

static bool read_set(struct record_reading *reading, const struct record_field *field)
{
    char name[16];
    struct setup *setup = reading->setup;
    if (field->count != 2 || !stage_comes(reading, STAGE_HEAD, STAGE_HEAD, STAGE_SET) ||
        !copy_part(&field->part[1], name, sizeof(name)) ||
        (setup->set = ruleset_find(name)) == NULL)
        return false;
    return true;
}

/* Reads the version of the rules, and sets all switches to that version's defaults. The text has
 * only the switches that differ. */
static bool read_version(struct record_reading *reading, const struct record_field *field)
{
    struct setup *setup = reading->setup;
    const struct part *value = &field->part[1];
    if (field->count != 2 || !stage_comes(reading, STAGE_SET, STAGE_SET, STAGE_RULES) ||
        !value_number(value->text, value->length, &setup->rules_version) ||
        setup->rules_version == 0)
        return false;
    ruleset_defaults_of(setup->set, setup->rules_version, &setup->switches);
    return true;
}

static bool read_switch(struct record_reading *reading, const struct record_field *field)
{
    char name[40];
    char value[64];
    char again[64];
    struct setup *setup = reading->setup;
    if (field->count != 3 || !stage_comes(reading, STAGE_RULES, STAGE_SWITCH, STAGE_SWITCH) ||
        !copy_part(&field->part[1], name, sizeof(name)) ||
        !value_decode(field->part[2].text, field->part[2].length, value, sizeof(value)))
        return false;
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT || (unsigned)id < reading->switches ||
        strcmp(switch_info(id)->name, name) != 0)
        return false;
    uint16_t sheet = setup->switches.value[id];
    reading->switches = (unsigned)id + 1;
    return switches_parse(&setup->switches, id, value) && setup->switches.value[id] != sheet &&
           switches_format(&setup->switches, id, again, sizeof(again)) > 0 &&
           strcmp(again, value) == 0;
}

static bool read_seat(struct record_reading *reading, const struct record_field *field,
                      bool computer)
{
    char level[16];
    struct setup *setup = reading->setup;
    struct setup_seat *seat = &setup->seats[setup->players];
    if (field->count != (computer ? 3U : 2U) || setup->players == PLAYERS_MAX ||
        !stage_comes(reading, STAGE_DEALER, STAGE_SEAT, STAGE_SEAT))
        return false;
    setup->players++;
    seat->player = NULL;
    if (computer && copy_part(&field->part[2], level, sizeof(level)))
        seat->player = player_find(level);
    if (computer && (seat->player == NULL || strcmp(seat->player->name, level) != 0))
        return false; /* a level has one name */
    return value_decode(field->part[1].text, field->part[1].length, seat->name, sizeof(seat->name));
}

static bool read_cut(struct record_reading *reading, const struct record_field *field)
{
    struct setup *setup = reading->setup;
    struct setup_cut *cut = &setup->cuts[setup->cut_count];
    if (field->count != 3 || setup->cut_count == CUTS_MAX ||
        !stage_comes(reading, STAGE_SEAT, STAGE_CUT, STAGE_CUT))
        return false;
    setup->cut_count++;
    return value_decode(field->part[1].text, field->part[1].length, cut->name, sizeof(cut->name)) &&
           value_decode(field->part[2].text, field->part[2].length, cut->word, sizeof(cut->word));
}

static bool read_field(struct record_reading *reading, const struct record_field *field)
{
    struct setup *setup = reading->setup;
    const struct part *key = &field->part[0];
    const struct part *value = &field->part[1];
    if (setup->version == 0)
        return read_head(reading, field);
    if (is_word(key, "set"))
        return read_set(reading, field);
    if (is_word(key, "rules"))
        return read_version(reading, field);
    if (is_word(key, "switch"))
        return read_switch(reading, field);
    if (is_word(key, "round")) {
        return field->count == 2 && stage_comes(reading, STAGE_RULES, STAGE_SWITCH, STAGE_ROUND) &&
               value_number(value->text, value->length, &setup->round) && setup->round > 0;
    }
    if (is_word(key, "dealer")) {
        if (field->count != 2 || !stage_comes(reading, STAGE_ROUND, STAGE_ROUND, STAGE_DEALER))
            return false;
        setup->dealer = seat_parse(value->text, value->length);
        return is_word(value, "-") || (setup->dealer != SEAT_NONE && *value->text == 'P');
    }
    if (is_word(key, "cut"))
        return read_cut(reading, field);
    return (is_word(key, "person") || is_word(key, "computer")) &&
           read_seat(reading, field, *key->text == 'c');
}

/* Splits a field at its points (".") into parts; false: there are more than three. */
static bool part_field(const char *text, size_t length, struct record_field *field)
{
    field->count = 0;
    for (size_t from = 0, at = 0; at <= length; at++) {
        if (at < length && text[at] != '.')
            continue;
        if (field->count == 3)
            return false;
        field->part[field->count++] = (struct part){text + from, at - from};
        from = at + 1;
    }
    return true;
}

const char *record_read(const char *text, struct setup *setup)
{
    struct record_reading reading = {.setup = setup, .stage = STAGE_HEAD};
    *setup = (struct setup){.dealer = SEAT_NONE};
    for (;;) {
        struct record_field field;
        size_t length = 0;
        while (text[length] != '\0' && text[length] != ',')
            length++;
        if (!part_field(text, length, &field) || !read_field(&reading, &field))
            return strange;
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    bool whole =
        setup->players >= 2 && (setup->dealer == SEAT_NONE || setup->dealer < setup->players);
    return whole ? NULL : strange;
}
