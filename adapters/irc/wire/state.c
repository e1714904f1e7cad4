#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/irc/people/invite.h"
#include "base/buf.h"

enum {
    INVITES_TEXT = 1 << 18, /* bytes of the names of all channels that invited us */
    STATE_NAME = 300,
    STATE_PATH = 4096
};

static void save_text(struct adapter *adapter, const char *key, const char *text)
{
    adapter->setup.keep(adapter->setup.host, adapter, key, text);
}

/* Reads a file of an earlier version; NULL: there is none, or it has no text of ours. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = file != NULL ? calloc(1, INVITES_TEXT) : NULL;
    if (text != NULL && fread(text, 1, INVITES_TEXT, file) == INVITES_TEXT) {
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    return text;
}

/* Returns the text under a key, which the caller frees; NULL: there is none. */
static char *load_text(struct adapter *adapter, const char *key, const char *folder,
                       const char *name)
{
    char path[STATE_PATH];
    const char *kept = adapter->setup.kept(adapter->setup.host, adapter, key);
    int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    bool file = *folder != '\0' && length < STATE_PATH && strchr(name, '/') == NULL;
    if (kept != NULL) {
        if (file)
            unlink(path);
        return strdup(kept);
    }
    char *text = file ? read_file(path) : NULL;
    if (text != NULL)
        save_text(adapter, key, text);
    return text;
}

void state_load_policy(struct adapter *adapter, const char *folder, const char *host,
                       struct sts_policy *policy)
{
    char key[STS_KEY];
    *policy = (struct sts_policy){.port = 0};
    char *text = sts_key(key, host) ? load_text(adapter, key, folder, key) : NULL;
    if (text != NULL)
        sts_read(policy, text);
    free(text);
}

void state_save_policy(struct adapter *adapter, const char *host, const struct sts_policy *policy)
{
    char key[STS_KEY];
    char record[STS_RECORD];
    sts_record(policy, record);
    if (sts_key(key, host))
        save_text(adapter, key, record);
}

void state_load_invites(struct adapter *adapter, const char *folder, struct session *session)
{
    char name[STATE_NAME];
    char *rest = NULL;
    snprintf(name, sizeof(name), "invited-%s", adapter->setup.name);
    char *text = load_text(adapter, "invited", folder, name);
    for (char *line = text != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        invite_want(session, line);
    free(text);
}

static void add_invite(void *arg, const char *channel)
{
    struct buf *list = arg;
    buf_printf(list, "%s\n", channel);
}

void state_save_invites(struct adapter *adapter, const struct session *session)
{
    struct buf list;
    char *text = malloc(INVITES_TEXT);
    if (text != NULL) {
        buf_init(&list, text, INVITES_TEXT);
        invite_each(session, add_invite, &list);
        save_text(adapter, "invited", text);
        free(text);
    }
}
