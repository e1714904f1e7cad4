#include "log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void add(struct log_text *log, size_t *length, const char *words)
{
    size_t more = strlen(words);
    assert_true(*length + more < LOG_MAX);
    memcpy(log->text + *length, words, more + 1);
    *length += more;
}

/* "[R 5]" as Discord shows it: behind a square. */
static void add_discord(struct log_text *log, size_t *length, const char *words)
{
    for (; *words != '\0'; words++) {
        char one[2] = {*words, '\0'};
        if (*words == '[')
            add(log, length, "\xf0\x9f\x9f\xa6");
        add(log, length, one);
    }
    add(log, length, "\n");
}

static void add_line(struct log_text *log, size_t *length, enum dress dress, bool aloud,
                     const char *words)
{
    static const char *const heads[][2] = {
        [DRESS_PLAIN] = {"", ""},
        [DRESS_IRC] = {"12:35 -\x03"
                       "04,11talon\x03- \x1d",
                       "[12:34:56] \x02<talon>\x0f \x1d"},
        [DRESS_DISCORD] = {"Only you can see:\n", "**Talon** BOT \xe2\x80\x94 12:34\n"}};
    add(log, length, heads[dress][aloud]);
    if (dress == DRESS_DISCORD) {
        add_discord(log, length, words);
        return;
    }
    add(log, length, words);
    add(log, length, dress == DRESS_IRC ? "\x0f \r\n" : "\n");
}

void log_take(struct scene *scene, const char *who, enum dress dress, struct log_text *log)
{
    char own[32];
    size_t length = 0;
    snprintf(own, sizeof(own), "@%s: ", who);
    log->text[0] = '\0';
    for (size_t i = 0; i < script_lines(scene->adapter); i++) {
        const char *line = script_line(scene->adapter, i);
        bool aloud = strncmp(line, "#table: ", 8) == 0;
        if (aloud || strncmp(line, own, strlen(own)) == 0)
            add_line(log, &length, dress, aloud, line + (aloud ? 8 : strlen(own)));
    }
}

void log_change(struct log_text *log, const char *part, const char *with, unsigned n)
{
    size_t from = strlen(part);
    size_t to = strlen(with);
    unsigned found = 0;
    unsigned made = 0;
    for (char *at = log->text; (at = strstr(at, part)) != NULL;) {
        if (++found != n && n != 0) {
            at += from;
            continue;
        }
        assert_true(strlen(log->text) + to < LOG_MAX);
        memmove(at + to, at + from, strlen(at + from) + 1);
        memcpy(at, with, to);
        at += to;
        made++;
    }
    if (made == 0)
        fail_msg("\"%s\" is not in the log", part);
}

unsigned log_drop(struct log_text *log, const char *part)
{
    unsigned dropped = 0;
    for (char *at = log->text; *at != '\0';) {
        char *end = strchr(at, '\n');
        char *found = strstr(at, part);
        assert_non_null(end);
        if (found == NULL || found > end) {
            at = end + 1;
            continue;
        }
        memmove(at, end + 1, strlen(end + 1) + 1);
        dropped++;
    }
    return dropped;
}

const struct proof *log_prove(const struct log_text *log)
{
    static struct proof proof;
    static char text[LOG_MAX + 1];
    memcpy(text, log->text, strlen(log->text) + 1);
    proof_run(text, strlen(log->text), &proof);
    return &proof;
}

void log_assert(const struct log_text *log, const char *why, const char *file, int line)
{
    const struct proof *proof = log_prove(log);
    if (why == NULL ? proof->verdict == PROOF_PROVEN
                    : proof->verdict == PROOF_NOT && strstr(proof->why, why) != NULL)
        return;
    print_message("%s:%d: the log\n%s\n", file, line, log->text);
    fail_msg("%s:%d: %s by line %u: %s", file, line,
             proof->verdict == PROOF_PROVEN ? "proven" : "not proven", proof->line,
             proof->why != NULL ? proof->why : "");
}
