/* Any bytes as what Discord's gateway dispatches: lines of "NAME json" to whatever reads them. What
 * is taken must hold what its reader promises; a channel is entered before it is removed, once; and
 * what is kept of the channels is taken again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/guilds/channels.h"
#include "adapters/discord/guilds/commands.h"
#include "adapters/discord/messages/components.h"
#include "adapters/discord/messages/interaction.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHANNELS = 256, ID_MAX = 20 };

static const struct chat_option options[] = {
    {.name = "card", .help = "Which", .kind = CHAT_TEXT, .suggest = true},
    {.name = "times", .help = "How", .kind = CHAT_NUMBER, .most = 9},
    {.name = "uno", .help = "Call", .kind = CHAT_FLAG, .says = "uno"},
    {.name = "rules",
     .help = "Which",
     .kind = CHAT_CHOICE,
     .choice_count = 1,
     .choices = {{.says = "classic", .name = "Classic"}}},
};

static const struct chat_command commands[] = {
    {.says = "play", .name = "play", .help = "Play", .option_count = 4, .options = options},
    {.says = "hand", .name = "hand", .help = "Hand", .channel_only = true},
};

struct run {
    struct channels channels;
    char entered[CHANNELS][32];
    unsigned count;
    bool full;
};

static void check(bool holds)
{
    if (!holds)
        abort();
}

static unsigned find(const struct run *run, const char *channel)
{
    unsigned i = 0;
    while (i < run->count && strcmp(run->entered[i], channel) != 0)
        i++;
    return i;
}

static void on_entered(void *arg, const char *channel)
{
    struct run *run = arg;
    check(*channel != '\0' && strlen(channel) < sizeof(run->entered[0]));
    check(run->full || find(run, channel) == run->count);
    run->full = run->full || run->count == CHANNELS;
    if (!run->full)
        strcpy(run->entered[run->count++], channel);
    channels_hold(&run->channels, channel, strlen(channel) % 2);
}

static void on_removed(void *arg, const char *channel)
{
    struct run *run = arg;
    unsigned at = find(run, channel);
    check(run->full || at < run->count);
    if (at < run->count) {
        run->count--;
        memmove(run->entered[at], run->entered[run->count], sizeof(run->entered[0]));
    }
}

static bool is_id(const char *id)
{
    return !id || (*id != '\0' && strlen(id) <= ID_MAX && id[strspn(id, "0123456789")] == '\0');
}

static void check_use(const struct component_use *use)
{
    check(memchr(use->words, '\0', sizeof(use->words)));
    check(use->kind == USE_PAGE ? use->page < CONTROLS_MAX : *use->words != '\0');
    if (use->kind == USE_MODAL) {
        cJSON *modal = components_modal(use);
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(modal, "custom_id"));
        struct component_use sent;
        check(id && strlen(id) <= COMPONENTS_ID && components_read_modal(id, &sent));
        check(sent.kind == USE_MODAL && sent.stamp == use->stamp);
        cJSON_Delete(modal);
    }
}

static void interact(struct run *run, const struct channels_setup *setup, const cJSON *json)
{
    struct interaction got;
    if (!interaction_read(json, commands, 2, &got))
        return;
    check(got.id && got.token && *got.token != '\0' && got.application && got.channel &&
          got.user.id);
    check(is_id(got.id) && is_id(got.application) && is_id(got.channel) && is_id(got.guild));
    check(is_id(got.message) && is_id(got.user.id) && got.user.account && got.user.name);
    check(memchr(got.text, '\0', sizeof(got.text)));
    if (got.understood && got.kind == INTERACTION_MESSAGE_COMPONENT)
        check_use(&got.use);
    if (got.understood && got.command)
        check(*got.text != '\0');
    if (got.guild)
        channels_see(&run->channels, setup, got.channel, got.guild);
}

static void compare(const cJSON *have)
{
    cJSON *wanted = commands_json(commands, 2, NULL);
    check(wanted && commands_same(wanted, wanted));
    commands_same(have, wanted);
    cJSON_Delete(wanted);
}

/* Words that a component could carry. */
static void press(const cJSON *json)
{
    struct component_use use;
    const char *id = cJSON_GetStringValue(cJSON_GetArrayItem(json, 0));
    if (id && components_read(id, cJSON_GetStringValue(cJSON_GetArrayItem(json, 1)), &use))
        check_use(&use);
}

static void restart(const struct run *run)
{
    struct channels other = {.all = NULL};
    char *kept = channels_write(&run->channels, 0, 0);
    check(kept);
    channels_read(&other, kept, 0, 0);
    char *again = channels_write(&other, 0, 0);
    check(again && strlen(again) <= strlen(kept) && strncmp(kept, again, strlen(again)) == 0);
    free(again);
    free(kept);
    channels_finish(&other);
}

static void step(struct run *run, char *line)
{
    const struct channels_setup setup = {.entered = on_entered, .removed = on_removed, .arg = run};
    char *blank = strchr(line, ' ');
    cJSON *json = blank ? cJSON_Parse(blank + 1) : NULL;
    struct chat_user user;
    if (!json)
        return;
    *blank = '\0';
    if (strcmp(line, "INTERACTION_CREATE") == 0) {
        interact(run, &setup, json);
    } else if (strcmp(line, "MESSAGE_CREATE") == 0) {
        check(!interaction_user(json, &user) || (user.id && is_id(user.id) && user.name));
    } else if (strcmp(line, "COMMANDS") == 0) {
        compare(json);
    } else if (strcmp(line, "PRESS") == 0) {
        press(json);
    } else if (strcmp(line, "PLACES") == 0 && cJSON_IsString(json)) {
        struct channels other = {.all = NULL};
        channels_read(&other, json->valuestring, 0, 0);
        channels_finish(&other);
    } else {
        channels_dispatch(&run->channels, &setup, line, json);
    }
    cJSON_Delete(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run = {.count = 0};
    char *text = calloc(1, size + 1);
    check(text != NULL);
    memcpy(text, data, size);
    for (char *line = text; line < text + size;) {
        size_t length = strcspn(line, "\n");
        line[length] = '\0';
        step(&run, line);
        line += length + 1;
    }
    restart(&run);
    channels_finish(&run.channels);
    free(text);
    return 0;
}
