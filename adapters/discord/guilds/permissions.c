#include "permissions.h"

#include <stdlib.h>

#include "base/buf.h"

/* Marks a text for the catalogues; the host translates it. */
#define N_(text) text

enum {
    BIT_ADMINISTRATOR = 3,
    CODE_NO_ACCESS = 50001,
    CODE_THREAD_ARCHIVED = 50083,
    CODE_LOCKED = 160005
};

static const struct {
    unsigned bit;               /* Discord's */
    const char *name, *purpose; /* texts of the catalogues; purpose NULL: `name` */
} rows[PERMISSIONS] = {
    [PERMISSION_VIEW_CHANNEL] = {10, N_("View Channel"), NULL},
    [PERMISSION_SEND_MESSAGES] = {11, N_("Send Messages"), NULL},
    [PERMISSION_SEND_IN_THREADS] = {38, N_("Send Messages in Threads"),
                                    N_("threads (Send Messages in Threads)")},
    [PERMISSION_CREATE_THREADS] = {35, N_("Create Public Threads"),
                                   N_("threads (Create Public Threads)")},
    [PERMISSION_MANAGE_THREADS] = {34, N_("Manage Threads"), NULL},
    [PERMISSION_ATTACH_FILES] = {15, N_("Attach Files"), N_("pictures (Attach Files)")},
};

unsigned permissions_lacks(const cJSON *interaction)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(interaction, "app_permissions"));
    unsigned lacks = 0;
    unsigned long long have = text != NULL ? strtoull(text, NULL, 10) : 0;
    if (text == NULL || (have >> BIT_ADMINISTRATOR & 1))
        return 0;
    for (unsigned i = 0; i < PERMISSIONS; i++)
        lacks |= have >> rows[i].bit & 1 ? 0 : 1U << i;
    return lacks;
}

/* Needed to give tables threads of their own. */
static const unsigned for_threads =
    1U << PERMISSION_CREATE_THREADS | 1U << PERMISSION_SEND_IN_THREADS;

unsigned permissions_silent(unsigned lacks, const struct permissions_use *use)
{
    unsigned view = 1U << PERMISSION_VIEW_CHANNEL;
    unsigned send = use->thread ? 1U << PERMISSION_SEND_IN_THREADS : 1U << PERMISSION_SEND_MESSAGES;
    bool elsewhere = !use->thread && use->threads && !(lacks & for_threads);
    return lacks & (elsewhere ? view : view | send);
}

unsigned permissions_wanted(unsigned lacks, const struct permissions_use *use)
{
    unsigned wanted = use->pictures ? 1U << PERMISSION_ATTACH_FILES : 0;
    wanted |= use->threads && !use->thread ? for_threads : 0;
    return lacks & wanted;
}

unsigned permissions_refused(unsigned code, bool thread)
{
    return code == CODE_NO_ACCESS                                ? 1U << PERMISSION_VIEW_CHANNEL
           : code == CODE_THREAD_ARCHIVED || code == CODE_LOCKED ? 1U << PERMISSION_MANAGE_THREADS
           : thread                                              ? 1U << PERMISSION_SEND_IN_THREADS
                                                                 : 1U << PERMISSION_SEND_MESSAGES;
}

static const char *join_names(unsigned permissions, bool purposes, char out[PERMISSIONS_WORDS])
{
    struct buf buf;
    buf_init(&buf, out, PERMISSIONS_WORDS);
    out[0] = '\0';
    for (unsigned i = 0; i < PERMISSIONS; i++) {
        const char *purpose = purposes ? rows[i].purpose : NULL;
        if (!(permissions & 1U << i))
            continue;
        if (buf_length(&buf) > 0)
            buf_add(&buf, ", ");
        buf_add(&buf, purpose != NULL ? purpose : rows[i].name);
    }
    return out;
}

const char *permissions_words(unsigned permissions, char out[PERMISSIONS_WORDS])
{
    return join_names(permissions, false, out);
}

const char *permissions_purposes(unsigned permissions, char out[PERMISSIONS_WORDS])
{
    return join_names(permissions, true, out);
}
