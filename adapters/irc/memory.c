#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "invite.h"

enum { GUESTS_TEXT = 1 << 18 }; /* bytes of the names of all channels that invited us */

static void written(struct memory *memory, const struct state_file *file, bool good)
{
    if (!good) {
        log_warn(memory->log, "state_dir: cannot write %s", file->name);
    }
    if (!memory_busy(memory)) {
        memory->idle(memory->arg);
    }
}

static void on_policy_written(struct state_file *file, bool good)
{
    written((struct memory *)((char *)file - offsetof(struct memory, policy)), file, good);
}

static void on_guests_written(struct state_file *file, bool good)
{
    written((struct memory *)((char *)file - offsetof(struct memory, guests)), file, good);
}

void memory_init(struct memory *memory, struct loop *loop, const char *folder, const char *name,
                 const char *host, struct log *log, void (*idle)(void *arg), void *arg)
{
    char file[STATE_NAME];
    *memory = (struct memory){.log = log, .idle = idle, .arg = arg};
    if (*folder && sts_name(file, host)) {
        state_file_init(&memory->policy, loop, folder, file, on_policy_written);
    }
    int length = snprintf(file, sizeof file, "invited-%s", name);
    if (*folder && length < STATE_NAME && !strchr(file, '/')) {
        state_file_init(&memory->guests, loop, folder, file, on_guests_written);
    }
}

bool memory_busy(const struct memory *memory)
{
    return state_file_busy(&memory->policy) || state_file_busy(&memory->guests);
}

static void keep(struct memory *memory, struct state_file *file, const char *text)
{
    if (*file->name && !state_file_put(file, text)) {
        log_warn(memory->log, "state_dir: no memory to write %s", file->name);
    }
}

void memory_load_policy(const struct memory *memory, const char *host, struct sts_policy *policy)
{
    *policy = (struct sts_policy){.port = 0};
    if (*memory->policy.name) {
        sts_load(policy, memory->policy.folder, host);
    }
}

void memory_keep_policy(struct memory *memory, const struct sts_policy *policy)
{
    char record[STS_RECORD];
    sts_record(policy, record);
    keep(memory, &memory->policy, record);
}

void memory_load_guests(const struct memory *memory, struct session *session)
{
    const struct state_file *file = &memory->guests;
    char *text = *file->name ? malloc(GUESTS_TEXT) : NULL;
    if (text && state_read(file->folder, file->name, text, GUESTS_TEXT)) {
        char *rest = NULL;
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            invite_want(session, line);
        }
    }
    free(text);
}

static void add_guest(void *arg, const char *channel)
{
    struct buf *list = arg;
    buf_printf(list, "%s\n", channel);
}

void memory_keep_guests(struct memory *memory, const struct session *session)
{
    struct buf list;
    char *text = *memory->guests.name ? malloc(GUESTS_TEXT) : NULL;
    if (text) {
        buf_init(&list, text, GUESTS_TEXT);
        invite_each(session, add_guest, &list);
        keep(memory, &memory->guests, text);
        free(text);
    }
}
