/* How the bot speaks: languages and looks, of a channel or of one person. */
#include <stdio.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/language.h"
#include "bot/phrase.h"
#include "bot/save.h"
#include "bot/table.h"
#include "command.h"

/* -- language -- */

static void list_languages(struct call *call)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    message_text(message, tr(call->language, N_("Languages:")));
    for (unsigned i = 0; language_at(i) != NULL; i++)
        PHRASE(message, " {code} ({name})", arg_strong("code", language_at(i)->code),
               arg_text("name", language_at(i)->name));
    call_say(call, message);
}

static void set_channel_language(struct call *call, const struct language *language)
{
    if (call->channel == NULL || !channel_set(call, "language", language->code))
        return;
    struct message *message = message_create(call->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    message_text(message, tr(language, N_("I speak English in this channel now.")));
    call_say(call, message);
}

/* A choice for the lines that are whispered to the typist; false: they cannot be told apart. */
static bool set_own(struct call *call, const char *key, const char *value)
{
    struct table *table = NULL;
    unsigned at = 0;
    if (call_person(call) == NULL)
        return false;
    host_set_person(call->host, call->person, key, value);
    while ((table = person_table(call->person, &at)) != NULL) {
        table_read_channel(table);
        save_table(table);
    }
    call_choose_language(call);
    return true;
}

static void set_own_language(struct call *call, const struct language *language)
{
    if (set_own(call, "language", language->code))
        call_tell(call, N_("I speak English with you now."));
}

/* Whether a word of the arguments says that the channel is meant; at a terminal nothing else is. */
static bool is_for_channel(const struct call *call)
{
    return strstr(call->arguments, "channel") != NULL || strstr(call->arguments, "salon") != NULL ||
           call->network->adapter->impl->caps.local;
}

/* The first word of the arguments. */
static const char *first_word(const struct call *call, char word[16])
{
    size_t length = strcspn(call->arguments, " ");
    snprintf(word, 16, "%.*s", (int)(length < 15 ? length : 15), call->arguments);
    return word;
}

void run_lang(struct call *call)
{
    char code[8] = "";
    const char *at = call->arguments;
    const struct language *language = NULL;
    while (*at != '\0' && language == NULL) {
        size_t length = strcspn(at, " ");
        if (length < sizeof(code)) {
            memcpy(code, at, length);
            code[length] = '\0';
            language = language_find(code);
        }
        at += length + strspn(at + length, " ");
    }
    if (language == NULL)
        list_languages(call);
    else if (is_for_channel(call))
        set_channel_language(call, language);
    else
        set_own_language(call, language);
}

/* -- looks -- */

static void tell_theme(struct call *call, const char *theme)
{
    call_tell(call, strcmp(theme, "mono") == 0 ? N_("Cards are plain text now.")
                                               : N_("Cards are coloured now."));
}

void run_theme(struct call *call)
{
    char word[16];
    const char *typed = first_word(call, word);
    const char *theme = channel_read("theme", typed);
    if (theme == NULL && !says_default(typed)) {
        call_tell(call, N_("Themes: colours, mono. For example: {p}theme mono, or {p}theme mono "
                           "channel"));
    } else if (!is_for_channel(call)) {
        if (!set_own(call, "theme", theme))
            return;
        tell_theme(call, theme != NULL ? theme : channel_is_mono(call) ? "mono" : "colours");
    } else if (call->channel == NULL) {
        call_tell(call, N_("Say that in the channel where you want to play."));
    } else if (channel_set(call, "theme", theme)) {
        tell_theme(call, theme != NULL ? theme : "colours");
    }
}

/* -- the way of private lines -- */

static const char *read_way(const char *typed)
{
    static const char *const words[][2] = {
        {"notice", "notice"}, {"pm", "pm"}, {"mp", "pm"}, {"privmsg", "pm"}, {"message", "pm"}};
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (text_same(words[i][0], typed))
            return words[i][1];
    return NULL;
}

void run_whisper(struct call *call)
{
    char word[16];
    const char *typed = first_word(call, word);
    const char *way = read_way(typed);
    if (call->network->adapter->impl->caps.whisper == WHISPER_LOCAL)
        call_tell(call, N_("Private lines come only one way here."));
    else if (way == NULL && !says_default(typed))
        call_tell(call, N_("Private lines come as a notice or as a private message. For example: "
                           "{p}whisper notice, {p}whisper pm, {p}whisper default"));
    else if (set_own(call, "whisper", way))
        call_tell(call, way == NULL                  ? N_("Private lines come as is usual here.")
                        : strcmp(way, "notice") == 0 ? N_("Private lines come as notices now.")
                                                     : N_("Private lines come as messages now."));
}

/* -- being called -- */

void run_pings(struct call *call)
{
    const char *value = channel_read("quiet", call->arguments); /* on or off */
    if (value == NULL)
        call_tell(call, call->taste.silent
                            ? N_("You are not called when it is your turn. {p}pings on changes it.")
                            : N_("You are called when it is your turn. {p}pings off changes it."));
    else if (set_own(call, "pings", strcmp(value, "off") == 0 ? value : NULL))
        call_tell(call, strcmp(value, "off") == 0
                            ? N_("You are not called any more when it is your turn.")
                            : N_("You are called when it is your turn."));
}

/* -- quiet channels -- */

void run_quiet(struct call *call)
{
    const char *value = channel_read("quiet", *call->arguments != '\0' ? call->arguments : "on");
    if (value == NULL)
        call_tell(call, N_("For example: {p}quiet on, {p}quiet off"));
    else if (channel_set(call, "quiet", value))
        channel_say_set(call, "quiet", value);
}
