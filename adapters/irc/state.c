#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "invite.h"

enum { INVITES_TEXT = 1 << 18 }; /* bytes of the names of all channels that invited us */

static void written(struct state *state, const struct state_file *file, bool good)
{
    if (!good)
        log_warn(state->log, "state_dir: cannot write %s", file->name);
    if (!state_busy(state))
        state->idle(state->arg);
}

static void on_policy_written(struct state_file *file, bool good)
{
    written((struct state *)((char *)file - offsetof(struct state, policy)), file, good);
}

static void on_invites_written(struct state_file *file, bool good)
{
    written((struct state *)((char *)file - offsetof(struct state, invites)), file, good);
}

void state_init(struct state *state, const struct state_setup *setup)
{
    char file[STATE_FILE_NAME];
    *state = (struct state){.log = setup->log, .idle = setup->idle, .arg = setup->arg};
    if (*setup->folder && sts_name(file, setup->host))
        state_file_init(&state->policy, setup->loop, setup->folder, file, on_policy_written);
    int length = snprintf(file, sizeof file, "invited-%s", setup->name);
    if (*setup->folder && length < STATE_FILE_NAME && strchr(file, '/') == NULL)
        state_file_init(&state->invites, setup->loop, setup->folder, file, on_invites_written);
}

bool state_busy(const struct state *state)
{
    return state_file_busy(&state->policy) || state_file_busy(&state->invites);
}

static void keep(struct state *state, struct state_file *file, const char *text)
{
    if (*file->name && !state_file_put(file, text))
        log_warn(state->log, "state_dir: no memory to write %s", file->name);
}

void state_load_policy(const struct state *state, const char *host, struct sts_policy *policy)
{
    *policy = (struct sts_policy){.port = 0};
    if (*state->policy.name)
        sts_load(policy, state->policy.folder, host);
}

void state_save_policy(struct state *state, const struct sts_policy *policy)
{
    char record[STS_RECORD];
    sts_record(policy, record);
    keep(state, &state->policy, record);
}

void state_load_invites(const struct state *state, struct session *session)
{
    const struct state_file *file = &state->invites;
    char *text = *file->name ? malloc(INVITES_TEXT) : NULL;
    if (text != NULL && state_file_read(file->folder, file->name, text, INVITES_TEXT)) {
        char *rest = NULL;
        for (char *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest))
            invite_want(session, line);
    }
    free(text);
}

static void add_invite(void *arg, const char *channel)
{
    struct buf *list = arg;
    buf_printf(list, "%s\n", channel);
}

void state_save_invites(struct state *state, const struct session *session)
{
    struct buf list;
    char *text = *state->invites.name ? malloc(INVITES_TEXT) : NULL;
    if (text != NULL) {
        buf_init(&list, text, INVITES_TEXT);
        invite_each(session, add_invite, &list);
        keep(state, &state->invites, text);
        free(text);
    }
}
