#include "resume_state.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool resume_state_hears(const struct discord *discord, unsigned shard)
{
    const struct adapter_setup *setup = &discord->base.setup;
    return setup->parts == 0 || setup->hears_part == NULL ||
           setup->hears_part(setup->host, &discord->base, shard);
}

void resume_state_save_shard(struct discord *discord, unsigned shard)
{
    const struct adapter_setup *setup = &discord->base.setup;
    char key[32];
    char text[SHARD_STATE];
    if ((setup->hears != NULL && !setup->hears(setup->host, &discord->base)) ||
        !resume_state_hears(discord, shard))
        return;
    if (gateway_export(discord->gateway, shard, text, sizeof(text)) == 0)
        return;
    snprintf(key, sizeof(key), "shard %u", shard);
    const char *before = setup->kept(setup->host, &discord->base, key);
    if (before == NULL || strcmp(before, text) != 0)
        setup->keep(setup->host, &discord->base, key, text);
}

static struct discord *discord_of(struct timer *timer)
{
    return (struct discord *)((char *)timer - offsetof(struct discord, saving));
}

/* In a divided network each part has a key of its own, because its parts belong to different
 * processes. */
static void part_key(const struct discord *discord, const char *what, unsigned part, char out[32])
{
    if (discord->base.setup.parts > 0)
        snprintf(out, 32, "%s %u", what, part);
    else
        snprintf(out, 32, "%s", what);
}

static void save_places(struct discord *discord, unsigned shard)
{
    const struct adapter_setup *setup = &discord->base.setup;
    char key[32];
    part_key(discord, "places", shard, key);
    const char *before = setup->kept(setup->host, &discord->base, key);
    char *text = channels_write(&discord->channels, shard, setup->parts);
    if (text != NULL && strcmp(text, before != NULL ? before : "") != 0)
        setup->keep(setup->host, &discord->base, key, *text != '\0' ? text : NULL);
    free(text);
}

static void hold_channel(struct discord *discord, const char *channel, bool held)
{
    const struct channel_state *state = channels_state(&discord->channels, channel);
    if (channels_hold(&discord->channels, channel, held)) {
        save_places(discord,
                    shard_of_guild(strtoull(state->guild, NULL, 10), discord->base.setup.parts));
    }
}

bool resume_state_is_place(struct discord *discord, const char *channel)
{
    const struct adapter_setup *setup = &discord->base.setup;
    return resume_state_id(discord, "board", channel) != NULL ||
           (setup->plays != NULL && setup->plays(setup->host, &discord->base, channel));
}

void resume_state_save_place(struct discord *discord, const char *channel)
{
    if (resume_state_is_place(discord, channel))
        hold_channel(discord, channel, true);
}

void resume_state_save(struct discord *discord)
{
    unsigned shard = 0;
    for (unsigned n = 0; gateway_shard(discord->gateway, n, &shard); n++) {
        resume_state_save_shard(discord, shard);
        if (discord->places_moved && (n == 0 || discord->base.setup.parts > 0))
            save_places(discord, shard);
    }
    discord->places_moved = false;
}

static void save_moved(struct timer *timer)
{
    struct discord *discord = discord_of(timer);
    if (!discord->stopping && discord->gateway != NULL)
        resume_state_save(discord);
}

static void save_soon(struct discord *discord)
{
    if (!timer_active(&discord->saving))
        timer_set(&discord->saving, RESUME_STATE_AGE_MAX);
}

void resume_state_places_moved(struct discord *discord)
{
    discord->places_moved = true;
    save_soon(discord);
}

void resume_state_moved(struct discord *discord)
{
    save_soon(discord);
}

void resume_state_open(struct discord *discord)
{
    timer_init(discord->base.setup.loop, &discord->saving, save_moved);
}

void resume_state_close(struct discord *discord, void (*closed)(struct timer *timer))
{
    timer_finish(&discord->saving, closed);
}

void resume_state_load_shard(struct discord *discord, unsigned shard)
{
    const struct adapter_setup *setup = &discord->base.setup;
    char key[32];
    snprintf(key, sizeof(key), "shard %u", shard);
    const char *text = setup->kept(setup->host, &discord->base, key);
    if (text == NULL || !gateway_import(discord->gateway, shard, text))
        return;
    part_key(discord, "places", shard, key);
    text = setup->kept(setup->host, &discord->base, key);
    if (text == NULL) /* it was not divided then */
        text = setup->kept(setup->host, &discord->base, "places");
    if (text != NULL)
        channels_read(&discord->channels, text, shard, setup->parts);
}

/* -- state that belongs to no single part: each process stores it under its first part -- */

static const char old_boards[] = "old boards";

/* Continues to delete the boards in a stored list. `moves`: removes the stored list; from now on it
 * is stored under our own key. */
static void take_old_boards(struct discord *discord, const char *key, bool moves)
{
    const struct adapter_setup *setup = &discord->base.setup;
    const char *kept = setup->kept(setup->host, &discord->base, key);
    char *text = kept != NULL ? strdup(kept) : NULL;
    if (text == NULL)
        return;
    if (moves)
        setup->keep(setup->host, &discord->base, key, NULL);
    channel_messages_delete(discord->channel_messages, text);
    free(text);
}

/* Loads the number of refused requests of the process before: Discord counts them against us, too
 * (limits.h). */
static void load_refused(struct discord *discord)
{
    static const int64_t ten_minutes = 600000;
    const struct adapter_setup *setup = &discord->base.setup;
    char key[32];
    part_key(discord, "refused", (unsigned)discord->home, key);
    const char *text = setup->kept(setup->host, &discord->base, key);
    char *end = NULL;
    unsigned long posts = text != NULL ? strtoul(text, &end, 10) : 0;
    bool recent = text != NULL && clock_now() - strtoll(end, &end, 10) < ten_minutes;
    unsigned long answers = text != NULL ? strtoul(end, NULL, 10) : 0;
    uint32_t invalid[AUTHS] = {0};
    if (recent && posts <= UINT16_MAX)
        invalid[AUTH_BOT] = (uint32_t)posts;
    if (recent && answers <= UINT16_MAX)
        invalid[AUTH_INTERACTION] = (uint32_t)answers;
    rest_recall(discord->rest, invalid);
}

void resume_state_take(struct discord *discord, unsigned part)
{
    char key[32];
    bool first = discord->home < 0;
    if (first) {
        discord->home = (int)part;
        load_refused(discord);
    }
    part_key(discord, old_boards, part, key);
    take_old_boards(discord, key, !first);
    if (part == 0 &&
        strcmp(key, old_boards) != 0) /* the list from before the network was divided */
        take_old_boards(discord, old_boards, true);
}

void resume_state_save_refused(void *arg, const uint32_t invalid[AUTHS])
{
    struct discord *discord = arg;
    const struct adapter_setup *setup = &discord->base.setup;
    char text[64];
    char key[32];
    if (discord->home < 0)
        return;
    part_key(discord, "refused", (unsigned)discord->home, key);
    snprintf(text, sizeof(text), "%" PRIu32 " %" PRId64 " %" PRIu32, invalid[AUTH_BOT], clock_now(),
             invalid[AUTH_INTERACTION]);
    setup->keep(setup->host, &discord->base, key, text);
}

/* -- ids -- */

static void id_key(const struct discord *discord, const char *what, const char *address,
                   char out[CHANNEL_ADDRESS + 16])
{
    snprintf(out, CHANNEL_ADDRESS + 16, "%s %s", what, address);
    if (strcmp(out, old_boards) == 0)
        part_key(discord, old_boards, (unsigned)discord->home, out);
}

void resume_state_save_id(void *arg, const char *what, const char *address, const char *id)
{
    struct discord *discord = arg;
    const struct adapter_setup *setup = &discord->base.setup;
    char key[CHANNEL_ADDRESS + 16];
    id_key(discord, what, address, key);
    setup->keep(setup->host, &discord->base, key, id);
    if (strcmp(what, "board") == 0)
        hold_channel(discord, address, id != NULL);
}

const char *resume_state_id(void *arg, const char *what, const char *address)
{
    struct discord *discord = arg;
    const struct adapter_setup *setup = &discord->base.setup;
    char key[CHANNEL_ADDRESS + 16];
    id_key(discord, what, address, key);
    return setup->kept(setup->host, &discord->base, key);
}
