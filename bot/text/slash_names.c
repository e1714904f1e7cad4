#include "slash_names.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/text/language.h"

const char slash_prefix[] = "/";

static const struct slash_group uno = {N_("uno"), N_("everything about the table"), NULL};
static const struct slash_group turn = {N_("turn"), N_("makes a move that has a button, too"),
                                        &uno};
static const struct slash_group vote = {N_("vote"), N_("answers what is voted on"), &uno};
static const struct slash_group me = {N_("me"), N_("your name, accounts and settings"), &uno};

/* The commands with a group. */
static const struct {
    const char *command;
    const struct slash_group *group;
    const char *name;    /* its name in the group, if it differs from the command's */
    const char *advised; /* the command to name in sentences, if it is another one. Sentences say
                          * "uno" to have a table opened, but there "uno" is only a group */
    const char *also;    /* another name that sentences use for it; NULL: there is none */
} rows[] = {
    {.command = "uno", .group = &turn, .name = N_("say-uno"), .advised = "new"},
    {.command = "keep", .group = &turn, .also = N_("pass")},
    {.command = "challenge", .group = &turn},
    {.command = "accept", .group = &turn},
    {.command = "colour", .group = &turn},
    {.command = "target", .group = &turn},
    {.command = "catch", .group = &turn},
    {.command = "clock", .group = &turn},
    {.command = "wait", .group = &turn},
    {.command = "yes", .group = &vote},
    {.command = "no", .group = &vote},
    {.command = "away", .group = &me},
    {.command = "back", .group = &me},
    {.command = "lang", .group = &me},
    {.command = "theme", .group = &me},
    {.command = "whisper", .group = &me},
    {.command = "pings", .group = &me},
    {.command = "achievements", .group = &me},
    {.command = "versus", .group = &me},
    {.command = "name", .group = &me},
    {.command = "link", .group = &me},
    {.command = "links", .group = &me},
    {.command = "unlink", .group = &me},
    {.command = "hide", .group = &me},
    {.command = "show", .group = &me},
    {.command = "forget", .group = &me},
    {.command = "notify", .group = &me},
    {.command = "seat", .group = &me},
    {.command = "swap", .group = &me},
    {.command = "new", .group = &uno},
    {.command = "join", .group = &uno},
    {.command = "leave", .group = &uno},
    {.command = "start", .group = &uno},
    {.command = "cut", .group = &uno},
    {.command = "bots", .group = &uno},
    {.command = "stop", .group = &uno},
    {.command = "pause", .group = &uno},
    {.command = "resume", .group = &uno},
    {.command = "kick", .group = &uno},
    {.command = "set", .group = &uno},
    {.command = "settings", .group = &uno},
    {.command = "rules", .group = &uno},
    {.command = "table", .group = &uno},
    {.command = "order", .group = &uno},
    {.command = "score", .group = &uno},
    {.command = "fair", .group = &uno},
    {.command = "watch", .group = &uno},
    {.command = "invite", .group = &uno},
    {.command = "bridge", .group = &uno},
    {.command = "quiet", .group = &uno},
    {.command = "web", .group = &uno, .name = N_("page")}, /* "uno web" deals by the set web */
};

static unsigned row_of(const char *command)
{
    unsigned i = 0;
    while (i < ARRAY_SIZE(rows) && strcmp(rows[i].command, command) != 0)
        i++;
    return i;
}

static const char *name_of(unsigned row)
{
    return rows[row].name != NULL ? rows[row].name : rows[row].command;
}

const struct slash_group *slash_group_of(const char *command)
{
    unsigned row = row_of(command);
    return row < ARRAY_SIZE(rows) ? rows[row].group : NULL;
}

const char *slash_name_in_group(const char *command)
{
    unsigned row = row_of(command);
    return row < ARRAY_SIZE(rows) ? name_of(row) : command;
}

/* -- writing -- */

static bool is_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && memcmp(name, word, length) == 0;
}

/* The commands in every language, as they are typed: "uno me name" with the name "name". */
struct slash_path {
    const struct language *language;
    const char *name, *also; /* as sentences have it; `also` may be NULL */
    size_t start;            /* of the name in `path` */
    unsigned row;
    char path[SLASH_NAME_MAX];
};

enum { ROWS = ARRAY_SIZE(rows) };
static struct slash_path paths[LANGUAGES_MAX * ROWS];
static unsigned path_count;

/* Made once: sentences name commands often, and the texts of a catalogue never change. */
static void make_paths(void)
{
    const struct language *language = NULL;
    for (unsigned n = 0; n < LANGUAGES_MAX && (language = language_at(n)) != NULL; n++) {
        for (unsigned i = 0; i < ROWS; i++) {
            const struct slash_group *group = rows[i].group;
            struct slash_path *path = &paths[path_count++];
            *path = (struct slash_path){.language = language,
                                        .name = tr(language, rows[i].command),
                                        .also = rows[i].also ? tr(language, rows[i].also) : NULL,
                                        .row = i};
            snprintf(path->path, SLASH_NAME_MAX, "%s%s%s %s",
                     group->parent != NULL ? tr(language, group->parent->name) : "",
                     group->parent != NULL ? " " : "", tr(language, group->name),
                     tr(language, name_of(i)));
            path->start = (size_t)(strrchr(path->path, ' ') + 1 - path->path);
        }
    }
}

static void need_paths(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_paths);
}

/* Returns what a language has for that row. */
static const struct slash_path *path_of(const struct language *language, unsigned row)
{
    unsigned i = 0;
    while (paths[i].language != language || paths[i].row != row)
        i++;
    return &paths[i];
}

bool slash_name_write(const struct language *language, const char *word, size_t length,
                      char out[SLASH_NAME_MAX])
{
    const struct slash_path *found = NULL;
    need_paths();
    for (unsigned i = 0; i < path_count; i++) {
        const struct slash_path *path = &paths[i];
        if ((found != NULL && path->language != language) ||
            (!is_word(path->name, word, length) &&
             (path->also == NULL || !is_word(path->also, word, length))))
            continue;
        found = path;
        if (path->language == language)
            break;
    }
    if (found != NULL && rows[found->row].advised != NULL)
        found = path_of(found->language, row_of(rows[found->row].advised));
    if (found != NULL)
        memcpy(out, found->path, SLASH_NAME_MAX);
    return found != NULL;
}

void slash_path_write(const struct language *language, const char *command,
                      char out[SLASH_NAME_MAX])
{
    unsigned row = row_of(command);
    need_paths();
    snprintf(out, SLASH_NAME_MAX, "%s",
             row < ROWS ? path_of(language, row)->path : tr(language, command));
}

/* -- reading -- */

static bool begins(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && (text[length] == ' ' || text[length] == '\0');
}

const char *slash_skip_groups(const char *text)
{
    need_paths();
    for (unsigned i = 0; i < path_count; i++) {
        if (paths[i].path[0] == *text && begins(text, paths[i].path))
            return text + paths[i].start;
    }
    return text;
}
