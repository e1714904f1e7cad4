/* Whether we are heard in a channel: by what interactions tell of our permissions, by Discord's
 * refusals, and by trying again when something has changed. */
#include <string.h>

#include "discord_private.h"
#include "rights.h"

enum {
    DOUBT_LEAST = 10000, /* ms that a refusal counts more than what interactions tell; doubled */
    DOUBT_MOST = 600000
};

static uint64_t now(const struct discord *discord)
{
    return loop_now(discord->base.setup.loop);
}

static struct rights_use use_of(const struct discord *discord, const struct place_state *state)
{
    return (struct rights_use){.thread = state->thread,
                               .threads = discord->keys.threads,
                               .pictures = discord->keys.images};
}

/* Names the permissions in an event; `words` is lent to it. */
static void name_lacks(struct chat_event *event, unsigned rights, bool purposes,
                       char words[CHAT_LANGUAGES][RIGHTS_WORDS])
{
    for (unsigned i = 0; rights && i < CHAT_LANGUAGES; i++) {
        enum chat_language language = (enum chat_language)i;
        event->lacks[i] = purposes ? rights_purposes(rights, language, words[i])
                                   : rights_words(rights, language, words[i]);
    }
}

/* Once, and in the log as well, until we are heard again. */
static void mute(struct discord *discord, struct place_state *state, const char *channel,
                 unsigned rights)
{
    char words[CHAT_LANGUAGES][RIGHTS_WORDS];
    struct chat_event event = {.kind = CHAT_MUTED, .channel = channel};
    if (state->muted) {
        return;
    }
    state->muted = true;
    panels_mute(discord->panels, channel, true);
    log_warn(&discord->base.log, "not heard in channel %s of server %s: it lacks %s", channel,
             state->guild, rights_words(rights, CHAT_ENGLISH, words[0]));
    name_lacks(&event, rights, false, words);
    adapter_raise(&discord->base, &event);
}

static void unmute(struct discord *discord, struct place_state *state, const char *channel,
                   bool tried)
{
    if (!state->muted) {
        return;
    }
    state->muted = state->refused = false;
    panels_mute(discord->panels, channel, false);
    log_info(&discord->base.log, "heard again in channel %s of server %s", channel, state->guild);
    adapter_raise(&discord->base,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel, .tried = tried});
}

/* -- by interactions -- */

void hearing_learn(struct discord *discord, const struct interaction *interaction)
{
    struct place_state *state =
        places_know(&discord->places, interaction->channel, interaction->guild);
    if (!state) {
        return;
    }
    state->thread |= interaction->parent && strcmp(interaction->parent, interaction->channel) != 0;
    state->lacks = interaction->lacks;
    const struct rights_use use = use_of(discord, state);
    unsigned silent = rights_silent(state->lacks, &use);
    bool doubted = state->refused && now(discord) < state->heard_at;
    if (silent) {
        mute(discord, state, interaction->channel, silent);
    } else if (!doubted) {
        unmute(discord, state, interaction->channel, false);
    }
}

void hearing_tell(struct discord *discord, const struct interaction *interaction,
                  struct chat_event *event, char words[CHAT_LANGUAGES][RIGHTS_WORDS])
{
    struct place_state *state =
        interaction->guild ? places_state(&discord->places, interaction->channel) : NULL;
    if (!state || event->kind != CHAT_MESSAGE) {
        return;
    }
    const struct rights_use use = use_of(discord, state);
    unsigned wanted = rights_wanted(state->lacks, &use);
    event->silent = state->muted;
    if (event->silent) {
        unsigned silent = rights_silent(state->lacks, &use);
        name_lacks(event, silent ? silent : state->denied, false, words);
    } else if (wanted & ~state->hinted) { /* who opens a table hears of it, as a rule */
        name_lacks(event, wanted, true, words);
        state->hinted = wanted;
    }
}

/* -- by what Discord does -- */

void event_refused(void *arg, const char *address, unsigned rights)
{
    struct discord *discord = arg;
    struct place_state *state = places_know(&discord->places, address, NULL);
    if (!state) {
        return;
    }
    if (state->thread && (rights & 1U << RIGHT_SEND)) {
        rights = 1U << RIGHT_SEND_IN_THREADS;
    }
    state->refused = true;
    state->denied = rights;
    state->wait = state->wait ? state->wait * 2 : DOUBT_LEAST;
    state->wait = state->wait < DOUBT_MOST ? state->wait : DOUBT_MOST;
    state->heard_at = now(discord) + state->wait;
    mute(discord, state, address, rights);
}

void event_try(void *arg, const char *address)
{
    struct discord *discord = arg;
    adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_TRY, .channel = address});
}

void event_heard(void *arg, const char *address)
{
    struct discord *discord = arg;
    struct place_state *state = places_state(&discord->places, address);
    if (state) {
        state->wait = 0;
        unmute(discord, state, address, true);
    }
}

unsigned event_lacks(void *arg, const char *address)
{
    const struct discord *discord = arg;
    const struct place_state *state = places_state(&discord->places, address);
    return state ? state->lacks : 0;
}

/* Where no table waits it is believed; else what says how it stands goes first. */
void hearing_changed(void *arg, const char *channel)
{
    struct discord *discord = arg;
    struct place_state *state = places_state(&discord->places, channel);
    if (state && !panels_try(discord->panels, channel)) {
        state->lacks = 0;
        unmute(discord, state, channel, false);
    }
}
