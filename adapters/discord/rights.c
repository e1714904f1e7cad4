#include "rights.h"

#include <stdlib.h>

#include "bot/base/buf.h"

enum { BIT_ADMINISTRATOR = 3, CODE_NO_ACCESS = 50001, CODE_ARCHIVED = 50083, CODE_LOCKED = 160005 };

static const struct {
    unsigned bit; /* Discord's */
    const char *name[CHAT_LANGUAGES], *purpose[CHAT_LANGUAGES];
} rows[RIGHTS] = {
    [RIGHT_VIEW] = {10, {"View Channel", "Voir le salon"}, {NULL}},
    [RIGHT_SEND] = {11, {"Send Messages", "Envoyer des messages"}, {NULL}},
    [RIGHT_SEND_IN_THREADS] = {38,
                               {"Send Messages in Threads", "Envoyer des messages dans les fils"},
                               {"threads", "les fils"}},
    [RIGHT_THREADS] = {35,
                       {"Create Public Threads", "Créer des fils publics"},
                       {"threads", "les fils"}},
    [RIGHT_MANAGE_THREADS] = {34, {"Manage Threads", "Gérer les fils"}, {NULL}},
    [RIGHT_ATTACH] = {15, {"Attach Files", "Joindre des fichiers"}, {"pictures", "les images"}},
};

unsigned rights_lacks(const cJSON *interaction)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(interaction, "app_permissions"));
    unsigned lacks = 0;
    unsigned long long have = text ? strtoull(text, NULL, 10) : 0;
    if (!text || (have >> BIT_ADMINISTRATOR & 1)) {
        return 0;
    }
    for (unsigned i = 0; i < RIGHTS; i++) {
        lacks |= have >> rows[i].bit & 1 ? 0 : 1U << i;
    }
    return lacks;
}

/* To have threads of tables. */
static const unsigned for_threads = 1U << RIGHT_THREADS | 1U << RIGHT_SEND_IN_THREADS;

unsigned rights_silent(unsigned lacks, const struct rights_use *use)
{
    unsigned view = 1U << RIGHT_VIEW;
    unsigned send = use->thread ? 1U << RIGHT_SEND_IN_THREADS : 1U << RIGHT_SEND;
    bool elsewhere = !use->thread && use->threads && !(lacks & for_threads);
    return lacks & (elsewhere ? view : view | send);
}

unsigned rights_wanted(unsigned lacks, const struct rights_use *use)
{
    unsigned wanted = use->pictures ? 1U << RIGHT_ATTACH : 0;
    wanted |= use->threads && !use->thread ? for_threads : 0;
    return lacks & wanted;
}

unsigned rights_refused(unsigned code, bool thread)
{
    return code == CODE_NO_ACCESS                         ? 1U << RIGHT_VIEW
           : code == CODE_ARCHIVED || code == CODE_LOCKED ? 1U << RIGHT_MANAGE_THREADS
           : thread                                       ? 1U << RIGHT_SEND_IN_THREADS
                                                          : 1U << RIGHT_SEND;
}

static const char *join(unsigned rights, enum chat_language language, bool purposes,
                        char out[RIGHTS_WORDS])
{
    struct buf buf;
    buf_init(&buf, out, RIGHTS_WORDS);
    out[0] = '\0';
    for (unsigned i = 0; i < RIGHTS; i++) {
        const char *purpose = purposes ? rows[i].purpose[language] : NULL;
        if (!(rights & 1U << i)) {
            continue;
        }
        if (buf_length(&buf) > 0) {
            buf_add(&buf, ", ");
        }
        if (purpose) {
            buf_printf(&buf, "%s (%s)", purpose, rows[i].name[language]);
        } else {
            buf_add(&buf, rows[i].name[language]);
        }
    }
    return out;
}

const char *rights_words(unsigned rights, enum chat_language language, char out[RIGHTS_WORDS])
{
    return join(rights, language, false, out);
}

const char *rights_purposes(unsigned rights, enum chat_language language, char out[RIGHTS_WORDS])
{
    return join(rights, language, true, out);
}
