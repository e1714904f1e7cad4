#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/text/switch_words.h"
#include "engine/game.h"
#include "engine/notation.h"
#include "engine/player/player.h"

enum { WHO_DIGITS = 32 }; /* hexadecimal digits of an identity's hash that the channel saw */

static const char strange[] = "the setup cannot be read";

static bool copy_word(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length < size;
}

/* -- values -- */

static bool add_value(struct buf *buf, const char *value)
{
    bool ok = true;
    for (; *value != '\0'; value++) {
        unsigned char byte = (unsigned char)*value;
        ok = ok && (value_is_plain(byte) ? buf_add_char(buf, (char)byte)
                                         : buf_printf(buf, "%%%02X", byte));
    }
    return ok;
}

bool setup_encode(const char *value, char *text, size_t size)
{
    struct buf buf;
    buf_init(&buf, text, size);
    return add_value(&buf, value);
}

/* -- the public text -- */

void setup_settle(const struct ruleset *set, unsigned rules_version, struct switches *switches)
{
    struct switches sheet;
    bool any = true;
    ruleset_defaults_of(set, rules_version, &sheet);
    while (any) { /* repeat, because a switch that is set back may give another one its effect */
        any = false;
        for (unsigned id = 0; id < SWITCH_COUNT; id++) {
            if (switches->value[id] == sheet.value[id] ||
                switch_idle(set, switches, (enum switch_id)id) == NULL)
                continue;
            switches->value[id] = sheet.value[id];
            any = true;
        }
    }
}

static bool add_switches(struct buf *buf, const struct setup *setup)
{
    struct switches sheet;
    ruleset_defaults_of(setup->set, setup->rules_version, &sheet);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[64];
        if (setup->switches.value[id] == sheet.value[id])
            continue;
        if (switches_format(&setup->switches, (enum switch_id)id, value, sizeof(value)) == 0 ||
            !buf_printf(buf, ",switch.%s.", switch_info((enum switch_id)id)->name) ||
            !add_value(buf, value))
            return false;
    }
    return true;
}

static bool add_seat(struct buf *buf, const struct setup_seat *seat)
{
    if (seat->player == NULL)
        return buf_add(buf, ",person.") && add_value(buf, seat->name);
    return buf_add(buf, ",computer.") && add_value(buf, seat->name) && buf_add_char(buf, '.') &&
           add_value(buf, seat->player->name);
}

bool setup_write(const struct setup *setup, char *text, size_t size)
{
    struct buf buf;
    buf_init(&buf, text, size);
    bool ok = buf_printf(&buf, "talon%u,set.%s,rules.%u", setup->version, ruleset_name(setup->set),
                         setup->rules_version) &&
              add_switches(&buf, setup) && buf_printf(&buf, ",round.%u", setup->round);
    ok = ok && (setup->dealer == SEAT_NONE ? buf_add(&buf, ",dealer.-")
                                           : buf_printf(&buf, ",dealer.P%u", setup->dealer + 1));
    for (unsigned i = 0; i < setup->players; i++)
        ok = ok && add_seat(&buf, &setup->seats[i]);
    for (unsigned i = 0; i < setup->cut_count; i++) {
        ok = ok && buf_add(&buf, ",cut.") && add_value(&buf, setup->cuts[i].name) &&
             buf_add_char(&buf, '.') && add_value(&buf, setup->cuts[i].word);
    }
    return ok;
}

/* Reads a whole number loosely: "007" passes. The caller writes the text again and compares, which
 * finds such faults. */
static bool read_number(const char *value, unsigned *number)
{
    char *end = NULL;
    unsigned long read = strtoul(value, &end, 10);
    *number = (unsigned)read;
    return *value >= '0' && *value <= '9' && *end == '\0' && read <= UINT16_MAX;
}

/* Reads the version of the rules. It comes behind the set and before the switches: only switches
 * that differ from that version's sheet are in the text. */
static bool read_version(const char *value, struct setup *setup)
{
    if (setup->set == NULL || !read_number(value, &setup->rules_version) ||
        setup->rules_version == 0)
        return false;
    ruleset_defaults_of(setup->set, setup->rules_version, &setup->switches);
    return true;
}

/* Returns true if the text is exactly what setup_write() would write for that setup. */
static bool is_canonical(const char *text, const struct setup *setup)
{
    char again[SETUP_TEXT];
    struct switches switches = setup->switches;
    setup_settle(setup->set, setup->rules_version, &switches);
    return memcmp(&switches, &setup->switches, sizeof(switches)) == 0 &&
           setup_write(setup, again, sizeof(again)) && strcmp(again, text) == 0;
}

const char *setup_read(const char *text, struct setup *setup)
{
    const char *wrong = record_read(text, setup);
    return wrong != NULL               ? wrong
           : is_canonical(text, setup) ? NULL
                                       : "the setup is not written as it must be";
}

/* -- who the people are -- */

void setup_identity(const char *network, const char *account, bool verified,
                    char identity[SETUP_IDENTITY])
{
    snprintf(identity, SETUP_IDENTITY, "%s %s %s", verified ? "account" : "nick", network, account);
}

/* -- as the journal has it -- */

static bool add_who(struct buf *buf, const struct setup_kept *kept)
{
    char salt[FAIR_HEX];
    hash_hex(kept->salt, salt);
    return buf_printf(buf, "who %s\nsalt %s\n", kept->who, salt);
}

bool setup_keep(const struct setup *setup, const struct setup_kept *kept, char *text, size_t size)
{
    struct buf buf;
    char told[FAIR_HEX];
    char end[FAIR_HEX];
    buf_init(&buf, text, size);
    hash_hex(kept->told, told);
    hash_hex(kept->end, end);
    bool ok = buf_printf(&buf, "talon-round %u\ntext %s\n", setup->version, kept->text) &&
              (setup->version != 2 || add_who(&buf, kept)) &&
              buf_printf(&buf, "told %s\nend %s\nshuffle %u\n", told, end, kept->shuffle);
    for (unsigned i = 0; i < setup->players; i++)
        ok = ok && buf_printf(&buf, "seat %s\n", kept->identity[i]);
    return ok;
}

/* Reads a line of version 1. The caller has split it into key and value; a value of two words is
 * split here. */
static bool read_line_first(const char *key, char *value, struct setup *out)
{
    if (strcmp(key, "switch") == 0) {
        char *blank = strchr(value, ' ');
        if (blank == NULL || out->set == NULL)
            return false;
        *blank = '\0';
        enum switch_id id = switch_find(value);
        return id != SWITCH_COUNT && switches_parse(&out->switches, id, blank + 1);
    }
    if (strcmp(key, "seat") == 0)
        return true; /* no need to read it: the table knows its seats, and the seed is the hash of
                      * the whole text */
    if (strcmp(key, "set") == 0) {
        out->set = ruleset_find(value);
        return out->set != NULL;
    }
    if (strcmp(key, "rules") == 0)
        return read_version(value, out);
    if (strcmp(key, "players") == 0)
        return read_number(value, &out->players) && out->players <= PLAYERS_MAX;
    return strcmp(key, "dealer") == 0 && read_number(value, &out->dealer);
}

struct setup_reading {
    struct setup *setup;
    struct setup_kept *kept;
    unsigned seats;
    const char *wrong; /* of the public text */
};

static bool read_hash(const char *value, uint8_t hash[FAIR_SIZE])
{
    return strlen(value) == FAIR_HEX - 1 && fair_unhex(value, FAIR_SIZE, hash);
}

static bool read_line(struct setup_reading *reading, const char *key, const char *value)
{
    struct setup_kept *kept = reading->kept;
    if (strcmp(key, "text") == 0) {
        if (!copy_word(kept->text, sizeof(kept->text), value))
            return false;
        unsigned version = reading->setup->version;
        reading->wrong = setup_read(kept->text, reading->setup);
        return reading->wrong == NULL && reading->setup->version == version;
    }
    if (strcmp(key, "who") == 0)
        return copy_word(kept->who, sizeof(kept->who), value);
    if (strcmp(key, "salt") == 0)
        return read_hash(value, kept->salt);
    if (strcmp(key, "told") == 0)
        return read_hash(value, kept->told);
    if (strcmp(key, "end") == 0)
        return read_hash(value, kept->end);
    if (strcmp(key, "shuffle") == 0)
        return read_number(value, &kept->shuffle) && kept->shuffle > 0;
    return strcmp(key, "seat") == 0 && reading->seats < PLAYERS_MAX &&
           copy_word(kept->identity[reading->seats++], SETUP_IDENTITY, value);
}

/* Reads every line after the one with the version. */
static bool read_lines(struct setup_reading *reading, const char *text)
{
    char line[SETUP_TEXT + 16];
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof(line))
            return false;
        memcpy(line, text, length);
        line[length] = '\0';
        char *blank = strchr(line, ' ');
        if (blank == NULL)
            return false;
        *blank = '\0';
        if (reading->setup->version == 1 ? !read_line_first(line, blank + 1, reading->setup)
                                         : !read_line(reading, line, blank + 1))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

const char *setup_read_kept(const char *text, struct setup *setup, struct setup_kept *kept)
{
    static const char heads[][16] = {"talon-round 1\n", "talon-round 2\n", "talon-round 3\n"};
    struct setup_reading reading = {.setup = setup, .kept = kept};
    *setup = (struct setup){.dealer = SEAT_NONE};
    memset(kept, 0, sizeof(*kept));
    for (unsigned i = 0; i < ARRAY_SIZE(heads); i++) {
        if (strncmp(text, heads[i], strlen(heads[i])) == 0)
            setup->version = i + 1;
    }
    if (setup->version == 0 || !read_lines(&reading, text + strlen(heads[0])))
        return reading.wrong != NULL ? reading.wrong : strange;
    bool whole = setup->set != NULL && setup->players >= 2 &&
                 (setup->dealer == SEAT_NONE || setup->dealer < setup->players) &&
                 (setup->version == 1 || (reading.seats == setup->players && kept->shuffle > 0));
    return whole ? NULL : strange;
}

bool setup_seed(const char *text, const struct setup *setup, const struct setup_kept *kept,
                const uint8_t secret[FAIR_SIZE], uint8_t seed[FAIR_SIZE])
{
    return setup->version == 1   ? fair_seed_first(secret, text, seed)
           : setup->version == 2 ? fair_seed_second(secret, kept->text, seed)
                                 : fair_seed(secret, setup->cuts, setup->cut_count, seed);
}

enum setup_forgets setup_forget(const char *text, const char *identity, char *out, size_t size)
{
    struct setup setup;
    struct setup_kept kept;
    bool any = false;
    unsigned others = 0;
    const char *account = strrchr(identity, ' ');
    if (strstr(text, account != NULL ? account + 1 : identity) == NULL)
        return SETUP_NAMES_NOBODY; /* most texts do not name them, and reading each text takes
                                    * time */
    if (setup_read_kept(text, &setup, &kept) != NULL || setup.version == 1)
        return SETUP_KNOWS_FOR_GOOD;
    for (unsigned i = 0; i < setup.players; i++) {
        bool is = strcmp(kept.identity[i], identity) == 0;
        if (is)
            snprintf(kept.identity[i], SETUP_IDENTITY, "%s", SETUP_FORGOTTEN);
        any = any || is;
        others += kept.identity[i][0] != '\0' && strcmp(kept.identity[i], SETUP_FORGOTTEN) != 0;
    }
    if (!any)
        return SETUP_NAMES_NOBODY;
    if (others == 0)
        memset(kept.salt, 0, sizeof(kept.salt));
    return setup_keep(&setup, &kept, out, size) ? SETUP_FORGOT : SETUP_KNOWS_FOR_GOOD;
}

/* Returns true if the hash that the channel saw for a seat (`length` digits from `told` on) is that
 * of the person kept for the seat. If that person was forgotten, any hash passes. */
static bool is_told_of(const struct setup_kept *kept, unsigned seat, const char *told,
                       size_t length)
{
    uint8_t hash[FAIR_SIZE];
    char hex[FAIR_HEX] = "-";
    const char *identity = kept->identity[seat];
    if (strcmp(identity, SETUP_FORGOTTEN) == 0)
        return length == WHO_DIGITS && strspn(told, "0123456789abcdef") == WHO_DIGITS;
    if (identity[0] != '\0') {
        if (!fair_who(kept->salt, identity, hash))
            return false;
        hash_hex(hash, hex);
        hex[WHO_DIGITS] = '\0';
    }
    return length == strlen(hex) && strncmp(told, hex, length) == 0;
}

static bool are_told(const struct setup *setup, const struct setup_kept *kept)
{
    const char *told = kept->who;
    for (unsigned i = 0; i < setup->players; i++) {
        size_t length = strcspn(told, ",");
        bool last = i + 1 == setup->players;
        if (!is_told_of(kept, i, told, length) || (told[length] == '\0') != last)
            return false;
        told += length + !last;
    }
    return true;
}

const char *setup_check(const struct setup *setup, const struct setup_kept *kept,
                        const uint8_t secret[FAIR_SIZE])
{
    uint8_t hash[FAIR_SIZE];
    if (setup->version == 1)
        return NULL;
    if (!fair_climb(secret, kept->shuffle, hash) || memcmp(hash, kept->end, FAIR_SIZE) != 0)
        return "the secret is not of the chain that was told";
    for (unsigned i = 0; i < setup->players; i++) {
        if ((kept->identity[i][0] == '\0') != (setup->seats[i].player != NULL))
            return "its people are not those of the setup";
    }
    if (setup->version == 2 && !are_told(setup, kept))
        return "its people are not those whose hashes were told";
    if (!fair_told(kept->text, kept->who, hash) || memcmp(hash, kept->told, FAIR_SIZE) != 0)
        return "the setup is not the one that was dealt from";
    return NULL;
}
