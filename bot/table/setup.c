#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "bot/text/switch_words.h"
#include "engine/game.h"
#include "engine/notation.h"
#include "engine/player/player.h"

enum { WHO_DIGITS = 32 }; /* of the hash of who somebody is */

static const char strange[] = "the setup cannot be read";

static bool copy(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length < size;
}

/* -- values -- */

static bool stands_for_itself(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '+';
}

static bool add_value(struct buf *buf, const char *value)
{
    bool ok = true;
    for (; *value != '\0'; value++) {
        unsigned char byte = (unsigned char)*value;
        ok = ok && (stands_for_itself(byte) ? buf_add_char(buf, (char)byte)
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

static int digit_of(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

bool setup_decode(const char *text, size_t length, char *value, size_t size)
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
            if (byte == 0 || stands_for_itself(byte))
                return false;
        } else if (!stands_for_itself(byte)) {
            return false;
        }
        if (made + 1 >= size)
            return false;
        value[made++] = (char)byte;
    }
    value[made] = '\0';
    return made > 0;
}

/* -- the public text -- */

void setup_settle(const struct ruleset *set, unsigned rules_version, struct switches *switches)
{
    struct switches sheet;
    bool any = true;
    ruleset_defaults_of(set, rules_version, &sheet);
    while (any) { /* what is taken out may have given another its effect */
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
    bool ok = buf_printf(&buf, "talon2,set.%s,rules.%u", ruleset_name(setup->set),
                         setup->rules_version) &&
              add_switches(&buf, setup) && buf_printf(&buf, ",round.%u", setup->round);
    ok = ok && (setup->dealer == SEAT_NONE ? buf_add(&buf, ",dealer.-")
                                           : buf_printf(&buf, ",dealer.P%u", setup->dealer + 1));
    for (unsigned i = 0; i < setup->players; i++)
        ok = ok && add_seat(&buf, &setup->seats[i]);
    for (unsigned i = 0; i < setup->cut_count; i++)
        ok = ok && buf_add(&buf, ",cut.") && add_value(&buf, setup->cuts[i].name) &&
             buf_add_char(&buf, '.') && add_value(&buf, setup->cuts[i].word);
    return ok;
}

/* A whole number; writing it again finds every other fault. */
static bool read_number(const char *value, unsigned *number)
{
    char *end = NULL;
    unsigned long read = strtoul(value, &end, 10);
    *number = (unsigned)read;
    return *value >= '0' && *value <= '9' && *end == '\0' && read <= UINT16_MAX;
}

/* What stands behind a point in a field, which is cut off from it; NULL: nothing does. */
static char *part(char *field)
{
    char *point = strchr(field, '.');
    if (point != NULL)
        *point++ = '\0';
    return point;
}

static bool read_switch(char *name, struct setup *setup)
{
    char value[64];
    char *behind = part(name);
    enum switch_id id = switch_find(name);
    return behind != NULL && setup->set != NULL && id != SWITCH_COUNT &&
           setup_decode(behind, strlen(behind), value, sizeof(value)) &&
           switches_parse(&setup->switches, id, value);
}

static bool read_seat(char *name, bool computer, struct setup *setup)
{
    char *level = part(name);
    struct setup_seat *seat = &setup->seats[setup->players];
    if (setup->players == PLAYERS_MAX || (level != NULL) != computer)
        return false;
    setup->players++;
    seat->player = computer ? player_find(level) : NULL;
    return (seat->player != NULL) == computer &&
           setup_decode(name, strlen(name), seat->name, sizeof(seat->name));
}

static bool read_cut(char *name, struct setup *setup)
{
    char *word = part(name);
    struct setup_cut *cut = &setup->cuts[setup->cut_count];
    if (setup->cut_count == CUTS_MAX || word == NULL)
        return false;
    setup->cut_count++;
    return setup_decode(name, strlen(name), cut->name, sizeof(cut->name)) &&
           setup_decode(word, strlen(word), cut->word, sizeof(cut->word));
}

/* Behind the set, and before all switches: those that follow differ from the sheet of that version.
 */
static bool read_version(const char *value, struct setup *setup)
{
    if (setup->set == NULL || !read_number(value, &setup->rules_version) ||
        setup->rules_version == 0)
        return false;
    ruleset_defaults_of(setup->set, setup->rules_version, &setup->switches);
    return true;
}

static bool read_field(char *field, struct setup *setup)
{
    char *value = part(field);
    if (value == NULL)
        return strcmp(field, "talon2") == 0;
    if (strcmp(field, "set") == 0) {
        setup->set = ruleset_find(value);
        return setup->set != NULL;
    }
    if (strcmp(field, "rules") == 0)
        return read_version(value, setup);
    if (strcmp(field, "switch") == 0)
        return read_switch(value, setup);
    if (strcmp(field, "round") == 0)
        return read_number(value, &setup->round) && setup->round > 0;
    if (strcmp(field, "dealer") == 0) {
        setup->dealer = seat_parse(value, strlen(value));
        return strcmp(value, "-") == 0 || setup->dealer != SEAT_NONE;
    }
    if (strcmp(field, "cut") == 0)
        return read_cut(value, setup);
    return (strcmp(field, "person") == 0 || strcmp(field, "computer") == 0) &&
           read_seat(value, *field == 'c', setup);
}

/* Whether it is what setup_write() would make of it. */
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
    char fields[SETUP_TEXT];
    *setup = (struct setup){.version = 2, .dealer = SEAT_NONE};
    if (!copy(fields, sizeof(fields), text))
        return strange;
    for (char *field = fields, *next = fields; next != NULL; field = next) {
        next = strchr(field, ',');
        if (next != NULL)
            *next++ = '\0';
        if (!read_field(field, setup))
            return strange;
    }
    if (setup->set == NULL || setup->players < 2 ||
        (setup->dealer != SEAT_NONE && setup->dealer >= setup->players))
        return strange;
    return is_canonical(text, setup) ? NULL : "the setup is not written as it must be";
}

/* -- who the people are -- */

void setup_identity(const char *network, const char *account, bool verified,
                    char identity[SETUP_IDENTITY])
{
    snprintf(identity, SETUP_IDENTITY, "%s %s %s", verified ? "account" : "nick", network, account);
}

bool setup_seal(struct setup_kept *kept, unsigned players)
{
    struct buf buf;
    buf_init(&buf, kept->who, sizeof(kept->who));
    for (unsigned i = 0; i < players; i++) {
        uint8_t hash[FAIR_SIZE];
        char hex[FAIR_HEX] = "-";
        if (kept->identity[i][0] != '\0') {
            if (!fair_who(kept->salt, kept->identity[i], hash))
                return false;
            hash_hex(hash, hex);
        }
        if (!buf_printf(&buf, "%s%.32s", i > 0 ? "," : "", hex))
            return false;
    }
    return fair_told(kept->text, kept->who, kept->told);
}

/* -- as the journal has it -- */

bool setup_keep(const struct setup_kept *kept, unsigned players, char *text, size_t size)
{
    struct buf buf;
    char salt[FAIR_HEX];
    char told[FAIR_HEX];
    char end[FAIR_HEX];
    buf_init(&buf, text, size);
    hash_hex(kept->salt, salt);
    hash_hex(kept->told, told);
    hash_hex(kept->end, end);
    bool ok = buf_printf(&buf,
                         "talon-round 2\ntext %s\nwho %s\nsalt %s\ntold %s\nend %s\nshuffle "
                         "%u\n",
                         kept->text, kept->who, salt, told, end, kept->shuffle);
    for (unsigned i = 0; i < players; i++)
        ok = ok && buf_printf(&buf, "seat %s\n", kept->identity[i]);
    return ok;
}

/* A line of the first version, parted into its key and the rest; parts it further. */
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
        return true; /* hashed into the seed; the table knows its seats */
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

struct reading {
    struct setup *setup;
    struct setup_kept *kept;
    unsigned seats;
    const char *wrong; /* of the public text */
};

static bool read_hash(const char *value, uint8_t hash[FAIR_SIZE])
{
    return strlen(value) == FAIR_HEX - 1 && fair_unhex(value, FAIR_SIZE, hash);
}

static bool read_line(struct reading *reading, const char *key, const char *value)
{
    struct setup_kept *kept = reading->kept;
    if (strcmp(key, "text") == 0) {
        if (!copy(kept->text, sizeof(kept->text), value))
            return false;
        reading->wrong = setup_read(kept->text, reading->setup);
        return reading->wrong == NULL;
    }
    if (strcmp(key, "who") == 0)
        return copy(kept->who, sizeof(kept->who), value);
    if (strcmp(key, "salt") == 0)
        return read_hash(value, kept->salt);
    if (strcmp(key, "told") == 0)
        return read_hash(value, kept->told);
    if (strcmp(key, "end") == 0)
        return read_hash(value, kept->end);
    if (strcmp(key, "shuffle") == 0)
        return read_number(value, &kept->shuffle) && kept->shuffle > 0;
    return strcmp(key, "seat") == 0 && reading->seats < PLAYERS_MAX &&
           copy(kept->identity[reading->seats++], SETUP_IDENTITY, value);
}

/* Every line behind the one that names the version. */
static bool read_lines(struct reading *reading, const char *text)
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
    static const char heads[][16] = {"talon-round 1\n", "talon-round 2\n"};
    struct reading reading = {.setup = setup, .kept = kept};
    *setup = (struct setup){.dealer = SEAT_NONE};
    memset(kept, 0, sizeof(*kept));
    for (unsigned i = 0; i < 2; i++)
        if (strncmp(text, heads[i], strlen(heads[i])) == 0)
            setup->version = i + 1;
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
    return setup->version == 1 ? fair_seed_first(secret, text, seed)
                               : fair_seed(secret, kept->text, seed);
}

enum setup_forgets setup_forget(const char *text, const char *identity, char *out, size_t size)
{
    struct setup setup;
    struct setup_kept kept;
    bool any = false;
    unsigned others = 0;
    const char *account = strrchr(identity, ' ');
    if (strstr(text, account != NULL ? account + 1 : identity) == NULL)
        return SETUP_NAMES_NOBODY; /* most do not, and reading takes its time */
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
    return setup_keep(&kept, setup.players, out, size) ? SETUP_FORGOT : SETUP_KNOWS_FOR_GOOD;
}

/* Whether what was told of a seat, `length` digits from `told` on, is the hash of who is kept for
 * it; of who was forgotten it is anybody's. */
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
    for (unsigned i = 0; i < setup->players; i++)
        if ((kept->identity[i][0] == '\0') != (setup->seats[i].player != NULL))
            return "its people are not those of the setup";
    if (!are_told(setup, kept))
        return "its people are not those whose hashes were told";
    if (!fair_told(kept->text, kept->who, hash) || memcmp(hash, kept->told, FAIR_SIZE) != 0)
        return "the setup is not the one that was told at the deal";
    return NULL;
}
