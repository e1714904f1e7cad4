/* How the bot speaks: languages and looks, of a channel or of one person. */
#include <string.h>

#include "bot/base/text.h"
#include "bot/language.h"
#include "bot/phrase.h"
#include "bot/replay.h"
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
    struct message *message = call_public(call);
    if (message == NULL)
        return;
    message_text(message, tr(language, N_("I speak English in this channel now.")));
    call_say(call, message);
}

static void set_own_language(struct call *call, const struct language *language)
{
    if (call_person(call) == NULL)
        return;
    call->person->language = language;
    call->language = language;
    host_set_person(call->host, call->person, "language", language->code);
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(call->person, &at)) != NULL)
        replay_save(table);
    call_tell(call, N_("I speak English with you now."));
}

void run_lang(struct call *call)
{
    char code[8] = "";
    bool channel = strstr(call->arguments, "channel") != NULL ||
                   strstr(call->arguments, "salon") != NULL ||
                   call->network->adapter->impl->caps.local;
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
    else if (channel)
        set_channel_language(call, language);
    else
        set_own_language(call, language);
}

/* -- looks -- */

void run_theme(struct call *call)
{
    const char *theme = channel_read("theme", call->arguments);
    if (theme == NULL)
        call_tell(call, N_("Themes: colours, mono. For example: {p}theme mono"));
    else if (channel_set(call, "theme", theme))
        call_tell(call, strcmp(theme, "mono") == 0 ? N_("Cards are plain text now.")
                                                   : N_("Cards are coloured now."));
}
