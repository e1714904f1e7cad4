/* !lang, !theme, !whisper, !pings and !quiet: how we speak to one person, or in a channel. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/input.h"
#include "bot/table/saved/save.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* -- language -- */

static void list_languages(struct command_context *context)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    message_text(message, tr(context->language, N_("Languages:")));
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        PHRASE(message, " {code} ({name})", arg_strong("code", language_at(i)->code),
               arg_text("name", language_at(i)->name));
    }
    context_say(context, message);
}

static void set_channel_language(struct command_context *context, const struct language *language)
{
    if (context->channel == NULL || !command_set_channel(context, "language", language->code))
        return;
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    message_text(message, tr(language, N_("I speak English in this channel now.")));
    context_say(context, message);
}

bool command_set_own(struct command_context *context, const char *key, const char *value)
{
    struct table *table = NULL;
    unsigned at = 0;
    if (context_require_person(context) == NULL)
        return false;
    preferences_choose(context->person, key, value);
    while ((table = person_table(context->person, &at)) != NULL) {
        table_read_channels(table);
        save_table(table);
    }
    context_choose_language(context);
    return true;
}

static void set_own_language(struct command_context *context, const struct language *language)
{
    if (command_set_own(context, "language", language->code))
        context_tell(context, N_("I speak English with you now."));
}

/* True if a word of the arguments says that the typist means the channel. At a terminal it is
 * always true, because the setting can mean nothing else there. */
static bool is_for_channel(const struct command_context *context)
{
    char word[32];
    if (context->network->adapter->impl->caps.local)
        return true;
    for (const char *at = context->arguments; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof(word), "%.*s", length < sizeof(word) ? (int)length : 0, at);
        if (word_means(word, "channel"))
            return true;
        at += length;
    }
    return false;
}

/* The first word of the arguments. */
static const char *first_word(const struct command_context *context, char word[16])
{
    size_t length = strcspn(context->arguments, " ");
    snprintf(word, 16, "%.*s", (int)(length < 15 ? length : 15), context->arguments);
    return word;
}

void run_lang(struct command_context *context)
{
    char code[32] = "";
    const char *at = context->arguments;
    const struct language *language = NULL;
    while (*at != '\0' && language == NULL) {
        size_t length = strcspn(at, " ");
        if (length < sizeof(code)) {
            memcpy(code, at, length);
            code[length] = '\0';
            language = language_named(code);
        }
        at += length + strspn(at + length, " ");
    }
    if (language == NULL)
        list_languages(context);
    else if (is_for_channel(context))
        set_channel_language(context, language);
    else
        set_own_language(context, language);
}

/* -- looks -- */

static void tell_theme(struct command_context *context, const char *theme)
{
    context_tell(context, strcmp(theme, "mono") == 0 ? N_("Cards are plain text now.")
                                                     : N_("Cards are coloured now."));
}

void run_theme(struct command_context *context)
{
    char word[16];
    const char *typed = first_word(context, word);
    const char *theme = channel_read("theme", typed);
    if (theme == NULL && !input_is_default(typed)) {
        context_tell(context,
                     N_("Themes: colours, mono. For example: {p}theme mono, or {p}theme mono "
                        "channel"));
    } else if (!is_for_channel(context)) {
        if (!command_set_own(context, "theme", theme))
            return;
        tell_theme(context, theme != NULL                                         ? theme
                            : channel_is_mono(context->network, context->channel) ? "mono"
                                                                                  : "colours");
    } else if (context->channel == NULL) {
        context_tell(context, N_("Say that in the channel where you want to play."));
    } else if (command_set_channel(context, "theme", theme)) {
        tell_theme(context, theme != NULL ? theme : "colours");
    }
}

/* -- the way of private lines -- */

static const char *read_way(const char *typed)
{
    static const char *const words[][2] = {
        {"notice", "notice"}, {"pm", "pm"}, {"mp", "pm"}, {"privmsg", "pm"}, {"message", "pm"}};
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        if (text_same(words[i][0], typed))
            return words[i][1];
    }
    return NULL;
}

void run_whisper(struct command_context *context)
{
    char word[16];
    const char *typed = first_word(context, word);
    const char *way = read_way(typed);
    if (context->network->adapter->impl->caps.whisper == WHISPER_LOCAL)
        context_tell(context, N_("Private lines come only one way here."));
    else if (way == NULL && !input_is_default(typed)) {
        context_tell(context,
                     N_("Private lines come as a notice or as a private message. For example: "
                        "{p}whisper notice, {p}whisper pm, {p}whisper default"));
    } else if (command_set_own(context, "whisper", way)) {
        context_tell(context, way == NULL ? N_("Private lines come as is usual here.")
                              : strcmp(way, "notice") == 0
                                  ? N_("Private lines come as notices now.")
                                  : N_("Private lines come as messages now."));
    }
}

/* -- being called -- */

void run_pings(struct command_context *context)
{
    const char *value = channel_read_state(context->arguments); /* on or off */
    if (value == NULL) {
        context_tell(context,
                     context->preferences.silent
                         ? N_("I do not call you when it is your turn. {p}pings on changes that.")
                         : N_("I call you when it is your turn. {p}pings off ends that."));
    } else if (command_set_own(context, "pings", strcmp(value, "off") == 0 ? value : NULL)) {
        context_tell(context, strcmp(value, "off") == 0
                                  ? N_("I no longer call you when it is your turn.")
                                  : N_("I call you when it is your turn."));
    }
}

/* -- quiet channels -- */

void run_quiet(struct command_context *context)
{
    const char *value = channel_read_state(*context->arguments != '\0' ? context->arguments : "on");
    if (value == NULL)
        context_tell(context, N_("For example: {p}quiet on, {p}quiet off"));
    else if (command_set_channel(context, "quiet", value))
        command_set_tell_channel(context, "quiet", value);
}
