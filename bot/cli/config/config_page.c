/* talon config: prints the pages that config_page.h describes. */
#include "bot/cli/config/config_page.h"
#include "base/array.h"
#include "bot/text/language.h"

#include <getopt.h>
#include <string.h>

#include "base/buf.h"
#include "base/message.h"
#include "bot/cli/cli.h"
#include "bot/cli/config/config.h"
#include "bot/command/command.h"
#include "bot/command/commands.h"
#include "bot/command/slash.h"
#include "bot/show/render/achievement_words.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"
#include "storage/query.h"

enum { COLUMNS = 100, LIMITS_MAX = 512 };

/* The example file and the manual page both begin with these paragraphs. */
static const char *const form[] = {
    "A line is a [section], `key = value`, blank, or a comment that begins with # or ;. A line has "
    "at most 198 bytes. A value cannot contain a space followed by a semicolon. A key without a "
    "value counts as left out. A key that takes several words may appear several times: the words "
    "add up. Talon refuses unknown sections, unknown keys and values out of range. `sudo talon "
    "serve --check --config FILE` lists every mistake with its line, and starts nothing.",
    "`systemctl reload talon` (SIGHUP) reads the file again. Most changes take effect at once, and "
    "no connection or game ends. Keys that need a restart say so. Talon joins a network whose "
    "section is new, and leaves one whose section is gone; the tables of that network wait in the "
    "database until the section is back. The log lists what changed. A file with a mistake changes "
    "nothing.",
    "Secrets are not in this file. Each is a file of its own beside it (in /etc/talon) that only "
    "root may read (mode 0600). The key holds the name of that file, such as libera-password: no "
    "path, and never the secret itself. The service gets all files of this folder "
    "(LoadCredential), so the configuration may have mode 0600, too. Outside the service you can "
    "give a secret by its path, if Talon's user may read it.",
};
enum { PARAGRAPHS = ARRAY_SIZE(form) };

void config_page_limits(const struct setting_key *key, char *text, size_t size)
{
    struct buf out;
    char range[LIMITS_MAX];
    buf_init(&out, text, size);
    settings_range(key, range, sizeof(range));
    buf_add(&out, range);
    const char *absent = key->absent;
    if (!absent && !key->required && !key->fallback)
        absent = "none";
    if (key->required)
        buf_printf(&out, "%srequired", *range != '\0' ? "; " : "");
    else if (absent)
        buf_printf(&out, "%sdefault: %s", *range != '\0' ? "; " : "", absent);
    if (!key->live)
        buf_printf(&out, "%sneeds a restart", buf_length(&out) > 0 ? "; " : "");
}

/* -- lines made of words -- */

struct writer {
    FILE *out;
    const char *prefix; /* put before each line */
    bool roff;
    size_t column; /* 0 if the line has no word yet */
};

static void put_roff(FILE *out, char c)
{
    static const struct {
        char c;
        const char *roff;
    } escapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                   {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    for (size_t i = 0; i < ARRAY_SIZE(escapes); i++) {
        if (escapes[i].c == c) {
            fputs(escapes[i].roff, out);
            return;
        }
    }
    fputc(c, out);
}

static void put_word(struct writer *writer, const char *word, size_t length)
{
    if (writer->column > 0 && writer->column + 1 + length > COLUMNS) {
        fputc('\n', writer->out);
        writer->column = 0;
    }
    if (writer->column > 0) {
        fputc(' ', writer->out);
    } else {
        fputs(writer->prefix, writer->out);
        writer->column = strlen(writer->prefix);
        if (writer->roff && *word == '.')
            fputs("\\&", writer->out); /* else roff takes the line as a request */
    }
    for (size_t i = 0; i < length; i++) {
        if (writer->roff)
            put_roff(writer->out, word[i]);
        else
            fputc(word[i], writer->out);
    }
    writer->column += 1 + length;
}

static void put_words(struct writer *writer, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        put_word(writer, text, length);
        text += length + strspn(text + length, " ");
    }
}

static void end_words(struct writer *writer)
{
    fputc('\n', writer->out);
    writer->column = 0;
}

/* Prints the help of a key, then its limits in a line of their own. */
static void put_help(struct writer *writer, const struct setting_key *key)
{
    char limits[LIMITS_MAX];
    char bracketed[LIMITS_MAX + 2];
    config_page_limits(key, limits, sizeof(limits));
    snprintf(bracketed, sizeof(bracketed), "(%s)", limits);
    put_words(writer, key->help);
    end_words(writer);
    if (*limits == '\0')
        return;
    if (writer->roff)
        fputs(".br\n", writer->out);
    put_words(writer, bracketed);
    end_words(writer);
}

/* -- the example file -- */

static void comment(FILE *out, const char *text)
{
    struct writer writer = {.out = out, .prefix = "# "};
    put_words(&writer, text);
    end_words(&writer);
}

/* Returns the value to print after `=`. */
static const char *shown(const struct setting_key *key)
{
    const char *value = key->fallback ? key->fallback : key->example;
    return value ? value : "";
}

/* Prints a key with a default as a line that sets it, and every other key as a comment. If `asleep`
 * is true, all keys are comments. */
static void example_keys(FILE *out, const struct setting_key *keys, bool asleep)
{
    for (const struct setting_key *key = keys; key->name; key++) {
        struct writer writer = {.out = out, .prefix = "# "};
        const char *value = shown(key);
        bool holds = key->required || (key->fallback && !key->absent);
        if (key->topic != NULL)
            fprintf(out, "\n# -- %s --\n", key->topic);
        fputc('\n', out);
        put_help(&writer, key);
        fprintf(out, "%s%s =%s%s\n", asleep || !holds ? ";" : "", key->name,
                *value != '\0' ? " " : "", value);
    }
}

void config_page_example(FILE *out)
{
    const struct adapter_impl *impl;
    bool asleep = false; /* the first network is for the reader to fill in */
    comment(out, "Talon's configuration: every key with its default. Copy this file to "
                 "/etc/talon/talon.conf. The manual page talon.conf(5) says the same.");
    for (unsigned i = 0; i < PARAGRAPHS; i++) {
        fputs("#\n", out);
        comment(out, form[i]);
    }
    fputc('\n', out);
    comment(out, config_about);
    fputs("[talon]\n", out);
    example_keys(out, talon_keys, false);
    for (unsigned n = 0; (impl = adapter_at(n)); n++) {
        if (!impl->about)
            continue;
        fputc('\n', out);
        comment(out, impl->about);
        fprintf(out, "%s[%s%s]\n", asleep ? ";" : "", impl->name, impl->unnamed ? "" : " example");
        example_keys(out, impl->keys, asleep);
        if (!impl->unnamed)
            example_keys(out, network_keys, asleep);
        asleep = true;
    }
}

/* -- the manual page -- */

void config_page_roff(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        put_roff(out, *c);
}

void config_page_paragraph(FILE *out, const char *text)
{
    struct writer writer = {.out = out, .prefix = "", .roff = true};
    put_words(&writer, text);
    end_words(&writer);
}

/* Prints each key in bold, then what it does and what holds if it is left out. */
static void manual_keys(FILE *out, const struct setting_key *keys)
{
    for (const struct setting_key *key = keys; key->name; key++) {
        struct writer writer = {.out = out, .prefix = "", .roff = true};
        if (key->topic != NULL)
            fprintf(out, ".SS %s\n", key->topic);
        fprintf(out, ".TP\n\\fB%s\\fP", key->name);
        if (*shown(key) != '\0') {
            fputs(" = \\fI", out);
            config_page_roff(out, shown(key));
            fputs("\\fP", out);
        }
        fputc('\n', out);
        put_help(&writer, key);
    }
}

void config_page_manual(FILE *out)
{
    const struct adapter_impl *impl;
    fputs(".\\\" Made by ./dev config of the tables of keys; what is changed here is lost.\n"
          ".TH TALON.CONF 5 \"\" Talon \"File formats\"\n"
          ".SH NAME\n"
          "talon.conf \\- configuration of talon, which deals card games in chat channels\n"
          ".SH DESCRIPTION\n"
          ".B talon serve\n"
          "reads the file of\n"
          ".BR \\-\\-config ;\n"
          "for the service that is /etc/talon/talon.conf.\n"
          ".B talon config\n"
          "prints an example.\n",
          out);
    for (unsigned i = 0; i < PARAGRAPHS; i++) {
        fputs(".PP\n", out);
        config_page_paragraph(out, form[i]);
    }
    fputs(".PP\n", out);
    config_page_paragraph(out,
                          "Each key below has its default, or an example if it has no default.");
    fputs(".SH [talon]\n", out);
    config_page_paragraph(out, config_about);
    manual_keys(out, talon_keys);
    for (unsigned n = 0; (impl = adapter_at(n)); n++) {
        if (!impl->about)
            continue;
        fprintf(out, ".SH [%s%s]\n", impl->name, impl->unnamed ? "" : " NAME");
        config_page_paragraph(out, impl->about);
        manual_keys(out, impl->keys);
        if (!impl->unnamed)
            manual_keys(out, network_keys);
    }
    fputs(".SH FILES\n.TP\n/etc/talon/talon.conf\nThe configuration of the service. Secrets "
          "are files beside it.\n.SH SEE ALSO\n.BR talon (1)\n",
          out);
}

/* -- the table of commands -- */

/* Writes the command as Discord lists it; nothing, if Discord lacks it. */
static void discord_name(FILE *out, const struct command *command)
{
    char path[SLASH_NAME_MAX];
    if (slash_command_of(command, true) == NULL)
        return;
    slash_path_write(language_at(0), command->name, path);
    fprintf(out, " `/%s`", path);
}

void config_page_commands(FILE *out)
{
    const struct command *command;
    fputs("| command | what it does | on Discord | other names |\n|---|---|---|---|\n", out);
    for (unsigned n = 0; (command = command_at(n)) != NULL; n++) {
        fprintf(out, "| `!%s%s", command->name, *command->arguments != '\0' ? " " : "");
        for (const char *c = command->arguments; *c != '\0'; c++) {
            if (*c == '|')
                fputc('\\', out); /* an unescaped | would end the cell */
            fputc(*c, out);
        }
        fprintf(out, "` | %s |", command->help);
        discord_name(out, command);
        fputs(" |", out);
        const char *alias = language_command(language_at(0), command->name);
        for (size_t length; (length = strcspn(alias, " ")) > 0;
             alias += length + strspn(alias + length, " "))
            fprintf(out, " `%.*s`", (int)length, alias);
        fputs(" |\n", out);
    }
}

/* -- the table of achievements -- */

void config_page_achievements(FILE *out)
{
    fputs("| achievement | what it takes |\n|---|---|\n", out);
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        struct message *takes = message_create(NULL, NULL, URGENCY_INFO);
        if (takes == NULL)
            return;
        achievement_says(takes, language_find("en"), i);
        fprintf(out, "| %s | %s |\n", achievement_name(i), takes->text);
        message_destroy(takes);
    }
}

/* -- talon config -- */

static void usage(FILE *out)
{
    fputs(
        "usage: talon config [--manual | --player-manual LANGUAGE | --commands | --achievements]\n"
        "Prints an example configuration: what every key does, its possible values, its default.\n"
        "  --manual        prints it as the manual page talon.conf(5), in roff\n"
        "  --player-manual LANGUAGE  prints the commands as the manual page talon-play(6), in "
        "roff\n"
        "  --commands      prints the table of commands of the game, in Markdown\n"
        "  --achievements  prints the table of achievements, in Markdown\n",
        out);
}

int cli_config(int argc, char **argv)
{
    static const struct option options[] = {
        {"manual", no_argument, NULL, 'm'},   {"player-manual", required_argument, NULL, 'p'},
        {"commands", no_argument, NULL, 'c'}, {"achievements", no_argument, NULL, 'a'},
        {"help", no_argument, NULL, 'h'},     {NULL, 0, NULL, 0}};
    void (*print)(FILE * out) = config_page_example;
    const struct language *language = NULL;
    int option = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'm')
            print = config_page_manual;
        else if (option == 'p' && (language = language_find(optarg)) != NULL)
            print = NULL;
        else if (option == 'c')
            print = config_page_commands;
        else if (option == 'a')
            print = config_page_achievements;
        else
            return usage(option == 'h' ? stdout : stderr), option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    if (optind != argc)
        return usage(stderr), CLI_USAGE;
    if ((language != NULL && !language_setup()) || !commands_setup())
        return CLI_FAILED;
    if (print != NULL)
        print(stdout);
    else
        player_manual_print(stdout, language);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_DONE;
    perror("talon config");
    return CLI_FAILED;
}
