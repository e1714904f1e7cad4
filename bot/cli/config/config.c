#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <ini.h>

#include "base/array.h"

enum { NAME_MAX_LENGTH = 32, LINE_MAX_LENGTH = 255, FAULT_MAX = 640, PATH_SIZE = 4096 };

/* -- faults -- */

void config_fault(struct config_faults *faults, int line, const char *format, ...)
{
    char text[FAULT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    unsigned at = faults->count;
    while (at > 0 && line > 0 &&
           (faults->list[at - 1].line > line || faults->list[at - 1].line == 0))
        at--;
    if (at > 0 && line > 0 && faults->list[at - 1].line == line)
        return;
    struct config_fault *list = array_grow(faults->list, faults->count, sizeof(*list));
    char *copy = list ? strdup(text) : NULL;
    faults->list = list ? list : faults->list;
    if (!copy) {
        faults->lost = true;
        return;
    }
    memmove(&list[at + 1], &list[at], (faults->count - at) * sizeof(*list));
    list[at] = (struct config_fault){line, copy};
    faults->count++;
}

bool config_is_right(const struct config_faults *faults)
{
    return faults->count == 0 && !faults->lost;
}

void config_fault_format(const struct config_faults *faults, unsigned n, const char *path,
                         char *text, size_t size)
{
    const struct config_fault *fault = &faults->list[n];
    if (fault->line > 0)
        snprintf(text, size, "%s:%d: %s", path, fault->line, fault->text);
    else
        snprintf(text, size, "%s: %s", path, fault->text);
}

void config_faults_finish(struct config_faults *faults)
{
    for (unsigned i = 0; i < faults->count; i++)
        free(faults->list[i].text);
    free(faults->list);
    *faults = (struct config_faults){0};
}

/* -- reading -- */

/* The state of reading one file. */
struct parse {
    struct config *config;
    struct config_faults *faults;
    FILE *file;
    const char *path;
    int line; /* of the file, from 1 */

    struct settings *section; /* NULL before the first */
    struct settings *ours;    /* values of network_keys; NULL outside a network's section */
    bool skips;               /* the section is unknown, so its keys are not judged */
    char title[80];           /* of the section: "irc libera" */
    int opened;               /* line of the section */
    int talon_line;           /* line of [talon]; 0 if it has not been read */
};

/* Returns Levenshtein's distance. Both texts are shorter than LINE_MAX_LENGTH. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LINE_MAX_LENGTH + 1];
    unsigned length = (unsigned)strlen(b);
    for (unsigned j = 0; j <= length; j++)
        row[j] = j;
    for (unsigned i = 1; a[i - 1] != '\0'; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= length; j++) {
            unsigned best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[length];
}

static const char *nearest_key(const struct setting_key *keys, const char *name)
{
    const char *nearest = NULL;
    unsigned best = (unsigned)strlen(name) / 3 + 2;
    for (; keys->name; keys++) {
        unsigned away = distance(name, keys->name);
        if (away < best) {
            best = away;
            nearest = keys->name;
        }
    }
    return nearest;
}

static void known_sections(char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "[talon]");
    const struct adapter_impl *impl;
    for (unsigned n = 0; (impl = adapter_at(n)) && length < size; n++) {
        length += (size_t)snprintf(text + length, size - length, ", [%s%s]", impl->name,
                                   impl->unnamed ? "" : " NAME");
    }
}

void config_title(const struct adapter_impl *impl, const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", impl->name, impl->unnamed ? "" : " ", impl->unnamed ? "" : name);
}

bool config_is_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MAX_LENGTH || !isalnum((unsigned char)*name))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)name[i]) && !strchr("-_.", name[i]))
            return false;
    }
    return true;
}

static void open_network(struct parse *reading, const struct adapter_impl *impl, const char *name)
{
    struct config *config = reading->config;
    char taken[CONFIG_TITLE];
    for (unsigned i = 0; i < config->network_count; i++) {
        if (strcmp(config->networks[i]->name, name) == 0) {
            const struct config_network *network = config->networks[i];
            config_title(network->impl, name, taken, sizeof(taken));
            if (impl->unnamed && network->impl == impl) {
                config_fault(reading->faults, reading->line, "[%s] is already in line %d", taken,
                             network->line);
            } else {
                config_fault(reading->faults, reading->line,
                             "the name \"%s\" is used by [%s] in line %d", name, taken,
                             network->line);
            }
            reading->skips = true;
            return;
        }
    }
    struct config_network *network = calloc(1, sizeof(*network));
    bool ok = network && (network->name = strdup(name)) != NULL &&
              settings_init(&network->ours, network_keys) &&
              settings_init(&network->settings, impl->keys) && config_give(config, network);
    if (!ok) {
        config_network_free(network);
        reading->faults->lost = reading->skips = true;
        return;
    }
    network->impl = impl;
    network->line = reading->line;
    reading->section = &network->settings;
    reading->ours = impl->unnamed ? NULL : &network->ours;
}

/* Ends a section, and reports its required keys that are missing. A key whose value was refused
 * does not count as missing. */
static void close_section(struct parse *reading)
{
    const struct settings *section = reading->section;
    for (int key = 0; section && section->keys[key].name; key++) {
        const struct setting_key *row = &section->keys[key];
        if (row->required && settings_line(section, key) == 0) {
            config_fault(reading->faults, reading->opened, "[%s] needs the key \"%s\"%s%s%s%s",
                         reading->title, row->name, row->example ? ", for example: " : "",
                         row->example ? row->name : "", row->example ? " = " : "",
                         row->example ? row->example : "");
        }
    }
    reading->section = NULL;
    reading->ours = NULL;
    reading->skips = false;
}

/* Begins a section. `title` is the text between the brackets; its blanks are cut in place. */
static void open_section(struct parse *reading, char *title)
{
    static const char blanks[] = " \t";
    char *rest, known[256];
    char *adapter = strtok_r(title, blanks, &rest);
    char *name = strtok_r(NULL, blanks, &rest);
    char *more = strtok_r(NULL, blanks, &rest);

    close_section(reading);
    reading->opened = reading->line;
    snprintf(reading->title, sizeof(reading->title), "%s%s%s", adapter ? adapter : "",
             name ? " " : "", name ? name : "");
    if (adapter && strcmp(adapter, "talon") == 0 && !name) {
        if (reading->talon_line) {
            config_fault(reading->faults, reading->line, "[talon] is already in line %d",
                         reading->talon_line);
        }
        reading->talon_line = reading->line;
        reading->section = &reading->config->talon;
        return;
    }
    const struct adapter_impl *impl = adapter ? adapter_find(adapter) : NULL;
    if (!impl) {
        known_sections(known, sizeof(known));
        reading->skips = true;
        config_fault(reading->faults, reading->line, "unknown section [%s]; there are %s",
                     reading->title, known);
    } else if (impl->unnamed) {
        reading->skips = name != NULL;
        if (name) {
            config_fault(reading->faults, reading->line,
                         "[%s] has no name and may appear once only", impl->name);
        } else
            open_network(reading, impl, impl->name);
    } else if (!name || more || !config_is_name(name)) {
        reading->skips = true;
        config_fault(
            reading->faults, reading->line,
            "[%s NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to "
            "%d)",
            impl->name, NAME_MAX_LENGTH);
    } else {
        open_network(reading, impl, name);
    }
}

/* Refuses what inih would cut or misread in silence. Also begins each section, because inih does
 * not report a section without keys. `line` has no blanks at its ends. Returns false if inih must
 * not see the line. */
static bool look_at(struct parse *reading, char *line, size_t length)
{
    if (*line == '#' || *line == ';' || *line == '\0')
        return true;
    if (*line == '[') {
        char *close = strchr(line, ']');
        if (!close || close[1] != '\0') {
            close_section(reading);
            reading->skips = true;
            config_fault(reading->faults, reading->line,
                         "a section is [NAME] with nothing else on its line");
            return false;
        }
        char title[LINE_MAX_LENGTH];
        snprintf(title, sizeof(title), "%.*s", (int)(length - 2), line + 1);
        open_section(reading, title);
        return true;
    }
    if (!strpbrk(line, "=:")) {
        config_fault(reading->faults, reading->line, "neither [SECTION] nor KEY = VALUE");
        return false;
    }
    if (strcspn(line, "=:") == 0) {
        config_fault(reading->faults, reading->line, "there is no key before \"%c\"", *line);
        return false;
    }
    char *cut = strchr(line, ';');
    while (cut && !isspace((unsigned char)cut[-1]))
        cut = strchr(cut + 1, ';');
    if (cut) {
        config_fault(
            reading->faults, reading->line,
            "a value cannot contain a space followed by \";\" (put a comment on its own line)");
    }
    return !cut;
}

/* Makes a line fit for inih: no blanks at its ends, empty if refused. Returns its length. */
static size_t trim(struct parse *reading, char **text, size_t length, size_t room)
{
    char *start = *text;
    if (memchr(start, '\0', length)) {
        config_fault(reading->faults, reading->line, "contains a NUL byte");
        return 0;
    }
    if (reading->line == 1 && strncmp(start, "\xef\xbb\xbf", 3) == 0)
        start += 3;
    while (isspace((unsigned char)*start))
        start++;
    size_t kept = strlen(start);
    while (kept && isspace((unsigned char)start[kept - 1]))
        start[--kept] = '\0';
    *text = start;
    if (*start == '#' || *start == ';')
        return 0; /* a comment may be as long as it likes */
    if (kept + 2 > room || kept >= LINE_MAX_LENGTH) {
        config_fault(reading->faults, reading->line, "the line is longer than %zu bytes", room - 2);
        return 0;
    }
    return look_at(reading, start, kept) ? kept : 0;
}

/* Replaces fgets for inih. It counts lines and removes blanks at a line's start, because inih would
 * take such a line as more of the value before. `room` includes the NUL. */
static char *next_line(char *out, int room, void *stream)
{
    struct parse *reading = stream;
    char *line = NULL;
    size_t memory = 0;
    ssize_t length = getline(&line, &memory, reading->file);
    if (length < 0) {
        free(line);
        return NULL;
    }
    reading->line++;
    char *start = line;
    size_t kept = trim(reading, &start, (size_t)length, (size_t)room);
    memcpy(out, start, kept);
    memcpy(out + kept, "\n", 2);
    free(line);
    return out;
}

/* Finds a key and the settings that it belongs to. Returns -1 if the section has no such key. */
static int find_key(const struct parse *reading, const char *name, struct settings **settings)
{
    int key = settings_find(reading->section, name);
    *settings = reading->section;
    if (key >= 0 || !reading->ours)
        return key;
    *settings = reading->ours;
    return settings_find(reading->ours, name);
}

static void refuse_key(const struct parse *reading, const char *name)
{
    const struct settings *talon = &reading->config->talon;
    if (reading->section != talon && settings_find(talon, name) >= 0) {
        config_fault(reading->faults, reading->line, "\"%s\" belongs in [talon], not in [%s]", name,
                     reading->title);
        return;
    }
    const char *nearest = nearest_key(reading->section->keys, name);
    if (!nearest && reading->ours)
        nearest = nearest_key(reading->ours->keys, name);
    config_fault(reading->faults, reading->line, "unknown key \"%s\" in [%s]%s%s%s", name,
                 reading->title, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                 nearest ? "\"?" : "");
}

static int take_key(void *user, const char *section, const char *name, const char *value)
{
    struct parse *reading = user;
    struct settings *settings;
    (void)section; /* inih cuts its text; reading->title is whole */

    if (reading->skips)
        return 1;
    if (!reading->section) {
        config_fault(reading->faults, reading->line, "\"%s\" comes before the first section", name);
        return 1;
    }
    int key = find_key(reading, name, &settings);
    if (key < 0) {
        refuse_key(reading, name);
        return 1;
    }
    const struct setting_key *kind = &settings->keys[key];
    if (settings->values[key] && kind->type != SETTING_LIST) {
        config_fault(reading->faults, reading->line, "\"%s\" is given twice in [%s]", name,
                     reading->title);
        return 1;
    }
    if (*value == '\0' && !kind->required)
        return 1; /* an empty value counts as if the line were missing */
    settings_set_line(settings, key, reading->line);
    const char *why = config_put(settings, key, value);
    if (why && kind->type == SETTING_SECRET) /* the value may be the secret itself */
        config_fault(reading->faults, reading->line, "%s: %s", name, why);
    else if (why)
        config_fault(reading->faults, reading->line, "%s = %s: %s", name, value, why);
    return 1;
}

bool config_init(struct config *config)
{
    *config = (struct config){0};
    return settings_init(&config->talon, talon_keys);
}

bool config_load(struct config *config, const char *path, struct config_faults *faults)
{
    struct parse reading = {.config = config, .path = path, .faults = faults};
    struct fault why = {0};

    if (!config_init(config)) {
        faults->lost = true;
        return false;
    }
    int fd = settings_open_beside(path);
    reading.file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (!reading.file && errno == EACCES) {
        settings_deny(path, &why);
        config_fault(faults, 0, "%s", why.text);
    } else if (!reading.file) {
        config_fault(faults, 0, "%s", strerror(errno));
    }
    if (!reading.file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    errno = 0;
    int bad = ini_parse_stream(next_line, &reading, take_key, &reading);
    if (ferror(reading.file))
        config_fault(faults, 0, "%s", strerror(errno));
    else if (bad > 0) /* cannot happen, because look_at() finds it first */
        config_fault(faults, bad, "neither [SECTION] nor KEY = VALUE");
    else if (bad < 0)
        faults->lost = true;
    close_section(&reading);
    fclose(reading.file);
    return config_is_right(faults);
}

void config_finish(struct config *config)
{
    for (unsigned i = 0; i < config->network_count; i++)
        config_network_free(config->networks[i]);
    free(config->networks);
    settings_finish(&config->talon);
    *config = (struct config){0};
}

void config_network_free(void *arg)
{
    struct config_network *network = arg;
    if (network == NULL)
        return;
    settings_finish(&network->settings);
    settings_finish(&network->ours);
    settings_finish(&network->next);
    free(network->name);
    free(network);
}

struct config_network *config_take(struct config *config, unsigned n)
{
    struct config_network *network = config->networks[n];
    config->network_count--;
    for (unsigned i = n; i < config->network_count; i++)
        config->networks[i] = config->networks[i + 1];
    return network;
}

bool config_give(struct config *config, struct config_network *network)
{
    struct config_network **networks =
        array_grow(config->networks, config->network_count, sizeof(network));
    if (!networks)
        return false;
    networks[config->network_count++] = network;
    config->networks = networks;
    return true;
}

void config_find_secrets(const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    settings_secret_folder(folder);
}

bool config_database(const struct config *config, char *path, size_t size)
{
    const char *folder = getenv("STATE_DIRECTORY");
    int length;
    if (!config->talon.values[CONFIG_DATABASE] && folder && *folder != '\0') {
        /* systemd separates several directories by colons. */
        length = snprintf(path, size, "%.*s/talon.db", (int)strcspn(folder, ":"), folder);
    } else {
        length = snprintf(path, size, "%s", settings_text(&config->talon, CONFIG_DATABASE));
    }
    return length >= 0 && (size_t)length < size;
}
