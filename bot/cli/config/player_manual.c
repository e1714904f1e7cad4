/* talon config --player-manual: the manual page talon-play(6), from the table of commands. */
#include <string.h>

#include "base/array.h"
#include "base/message.h"
#include "base/text.h"
#include "bot/cli/config/config_page.h"
#include "bot/command/command.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/preset.h"

/* What a reader needs first, as paragraphs. */
static const char *const first[] = {
    N_("{p}uno opens a table, {p}join takes a seat, {p}bots 2 seats computer players, {p}start "
       "deals, {p}rules explains the game, {p}top shows the best."),
    N_("Your turn: {p}play r5 plays the red 5, {p}play w red a wild, {p}draw draws a card, {p}keep "
       "keeps it, {p}hand shows yours; with your last card but one say {p}uno."),
    N_("Commands begin with {p}, unless the operator of the bot has chosen another prefix. In a "
       "private talk with the bot and in a terminal (talon play) they need no prefix."),
};

static void put_heading(FILE *out, const struct language *language, const char *heading)
{
    fprintf(out, ".SH \"%s\"\n", tr(language, heading));
}

static void put_paragraph(FILE *out, const struct language *language, const char *pattern)
{
    struct message *message = message_create(NULL, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    PHRASE(message, tr(language, pattern), arg_text("p", "!"));
    config_page_paragraph(out, message->text);
    message_destroy(message);
}

/* Prints the other words for a command, which is shown as `name`. '?' before a word is not part of
 * it. */
static void put_aliases(FILE *out, const struct language *language, const char *name,
                        const char *aliases)
{
    char word[64];
    bool any = false;
    for (size_t length; (length = strcspn(aliases, " ")) > 0;
         aliases += length + strspn(aliases + length, " ")) {
        size_t mark = *aliases == '?';
        snprintf(word, sizeof(word), "%.*s", (int)(length - mark), aliases + mark);
        if (text_same(word, name))
            continue;
        if (!any) {
            fputs(".br\n", out);
            config_page_roff(out, tr(language, N_("Other names:")));
        }
        fputc(' ', out);
        config_page_roff(out, word);
        any = true;
    }
    if (any)
        fputc('\n', out);
}

static void put_command(FILE *out, const struct language *language, const struct command *command)
{
    fputs(".TP\n\\fB!", out);
    config_page_roff(out, command_name(command, language));
    fputs("\\fP", out);
    if (*command->arguments != '\0') {
        fputc(' ', out);
        config_page_roff(out, tr(language, command->arguments));
    }
    fputc('\n', out);
    config_page_paragraph(out, tr(language, command->help));
    put_aliases(out, language, command_name(command, language),
                language_command(language, command->name));
}

static void put_presets(FILE *out, const struct language *language)
{
    const struct preset *preset = NULL;
    put_heading(out, language, N_("PRESETS"));
    for (unsigned n = 0; (preset = preset_at(n)) != NULL; n++) {
        fputs(".TP\n\\fB!uno ", out);
        config_page_roff(out, tr(language, preset->name));
        fputs("\\fP\n", out);
        config_page_paragraph(out, tr(language, preset->about));
    }
}

void player_manual_print(FILE *out, const struct language *language)
{
    const struct command *command = NULL;
    fputs(".\\\" Made by ./dev config of the table of commands; what is changed here is lost.\n"
          ".TH TALON\\-PLAY 6 \"\" Talon\n",
          out);
    put_heading(out, language, N_("NAME"));
    fputs("talon\\-play \\- ", out);
    config_page_roff(out, tr(language, N_("commands of the card games that Talon deals")));
    fputc('\n', out);
    put_heading(out, language, N_("DESCRIPTION"));
    for (unsigned i = 0; i < ARRAY_SIZE(first); i++) {
        if (i > 0)
            fputs(".PP\n", out);
        put_paragraph(out, language, first[i]);
    }
    put_heading(out, language, N_("COMMANDS"));
    for (unsigned n = 0; (command = command_at(n)) != NULL; n++)
        put_command(out, language, command);
    put_presets(out, language);
    put_heading(out, language, N_("SEE ALSO"));
    fputs(".BR talon (1)\n", out);
}
