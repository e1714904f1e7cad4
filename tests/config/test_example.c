/* The example configuration names every key of the code, with its default, and no other. A key that
 * is commented out by ";" counts: its default cannot be written down as a value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "bot/cli/config.h"

enum { LINES_MAX = 400 };

struct line {
    char section[64]; /* first word: "talon", "irc" */
    char key[64];
    char value[200];
};

static struct line lines[LINES_MAX];
static unsigned line_count;

static int read_example(void **state)
{
    (void)state;
    const char *path = getenv("TALON_EXAMPLE");
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file)
        return -1;
    char text[256], section[64] = "";
    while (fgets(text, sizeof text, file)) {
        struct line line = {.key = ""};
        const char *start = text + strspn(text, ";");
        if (sscanf(start, "[%63[a-z]", section) == 1)
            continue;
        if (sscanf(start, "%63[a-z0-9_] = %199[^\n]", line.key, line.value) < 1 ||
            !strstr(start, " ="))
            continue;
        memcpy(line.section, section, sizeof section);
        if (line_count == LINES_MAX)
            return -1;
        lines[line_count++] = line;
    }
    fclose(file);
    return 0;
}

static const struct line *find(const char *section, const char *key)
{
    for (unsigned i = 0; i < line_count; i++) {
        if (strcmp(lines[i].section, section) == 0 && strcmp(lines[i].key, key) == 0)
            return &lines[i];
    }
    return NULL;
}

static bool known(const struct setting_key *keys, const char *name)
{
    for (; keys && keys->name; keys++) {
        if (strcmp(keys->name, name) == 0)
            return true;
    }
    return false;
}

static void check_defaults(const char *section, const struct setting_key *keys)
{
    for (const struct setting_key *key = keys; key->name; key++) {
        const struct line *line = find(section, key->name);
        if (!line)
            fail_msg("[%s] %s is not in the example", section, key->name);
        else if (key->fallback && strcmp(line->value, key->fallback) != 0)
            fail_msg("[%s] %s: the example says %s, the code %s", section, key->name, line->value,
                     key->fallback);
    }
}

/* `more`: keys that the section has besides; NULL: none. */
static void check_keys(const char *section, const struct setting_key *keys,
                       const struct setting_key *more)
{
    check_defaults(section, keys);
    if (more)
        check_defaults(section, more);
    for (unsigned i = 0; i < line_count; i++) {
        if (strcmp(lines[i].section, section) == 0 && !known(keys, lines[i].key) &&
            !known(more, lines[i].key))
            fail_msg("[%s] %s is in the example and not in the code", section, lines[i].key);
    }
}

static void test_talon_keys(void **state)
{
    (void)state;
    check_keys("talon", talon_keys, NULL);
}

static void test_adapter_keys(void **state)
{
    (void)state;
    const struct adapter_impl *impl;
    for (unsigned i = 0; (impl = adapter_at(i)); i++) {
        if (!impl->caps.local)
            check_keys(impl->name, impl->keys, network_keys);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_talon_keys),
        cmocka_unit_test(test_adapter_keys),
    };
    return cmocka_run_group_tests(tests, read_example, NULL);
}
