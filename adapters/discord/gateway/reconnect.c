#include "reconnect.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"

/* All ms. */
enum {
    STEADY =
        30000, /* after being ready for that long, a shard begins again with the shortest delay */
    BACKOFF_MIN = 1000,
    BACKOFF_MAX = 120000,
    ANEW_MIN = 1000, /* delay of a new session after Discord refused the old one */
    ANEW_MAX = 5000
};

enum {
    SHAKY = 3, /* at most this many failures lengthen the delay if the lost connection had been
                * ready, because a game waits */
    RESUMES_MAX = 3, /* this many RESUMEs without success, then the shard begins a new session */
    UNHEARD_MAX = 5 /* failed connections without HELLO, after which we ask for the address again */
};

uint64_t reconnect_random(struct shard *shard, uint64_t most)
{
    shard->random ^= shard->random << 13;
    shard->random ^= shard->random >> 17;
    shard->random ^= shard->random << 5;
    return (uint64_t)shard->random * most >> 32;
}

void reconnect_forget(struct shard *shard)
{
    shard->session[0] = shard->resume_address[0] = '\0';
    shard->sequence = 0;
    shard->numbered = false;
    shard->resumes = 0;
}

static void say_why(struct shard *shard, const char *why)
{
    snprintf(shard->why, sizeof(shard->why), "%s", why);
}

void reconnect_open(struct shard *shard)
{
    if (shard->resumes >= RESUMES_MAX)
        reconnect_forget(shard);
    if (shard->unheard >= UNHEARD_MAX && *shard->session == '\0') {
        shard->address[0] = '\0';
        shard->unheard = 0;
    }
    shard->resuming = *shard->session;
    /* The machine behind the session's resume address may be gone: each fourth try uses the address
     * that all sessions share. */
    bool common =
        *shard->resume_address == '\0' || (shard->unheard % 4 == 3 && *shard->address != '\0');
    const char *address = shard->resuming && !common ? shard->resume_address : shard->address;
    if (*address == '\0') {
        shard->stage = STAGE_ASKING;
        return;
    }
    size_t length = strlen(address);
    snprintf(shard->url, sizeof(shard->url), "%s%s?v=10&encoding=json", address,
             address[length - 1] == '/' ? "" : "/");
    shard->stage = STAGE_OPENING;
}

void reconnect_hang_up(struct shard *shard, unsigned code, const char *why)
{
    shard->stage = STAGE_CLOSING;
    shard->close_code = code;
    say_why(shard, why);
}

/* What to do after a connection has ended. */
enum after { AFTER_RESUME, AFTER_SLOWLY, AFTER_ANEW, AFTER_NEVER };

static const struct close_row {
    unsigned code;
    enum after after;
    const char *why;
} close_rows[] = {
    {4004, AFTER_NEVER, "Discord does not accept the token (4004)"},
    {4007, AFTER_ANEW, "the gateway does not know the sequence number (4007)"},
    {4008, AFTER_SLOWLY, "the gateway says that the bot sends too fast (4008)"},
    {4009, AFTER_ANEW, "the session timed out (4009)"},
    {4010, AFTER_NEVER, "Discord does not accept the shard number (4010)"},
    {4011, AFTER_NEVER, "Discord wants more shards for this bot (4011)"},
    {4012, AFTER_NEVER, "Discord no longer speaks version 10 of the gateway (4012)"},
    {4013, AFTER_NEVER, "Discord does not know the requested intents (4013)"},
    {4014, AFTER_NEVER, "this bot may not use the requested intents (4014)"},
};

static const struct close_row *find_close(unsigned code)
{
    for (size_t i = 0; i < ARRAY_SIZE(close_rows); i++) {
        if (close_rows[i].code == code)
            return &close_rows[i];
    }
    return NULL;
}

void reconnect_anew(struct shard *shard)
{
    reconnect_forget(shard);
    shard->wait_min = ANEW_MIN;
    shard->wait_max = ANEW_MAX;
}

/* Returns the delay until the next connection, in ms. It grows with each failure. It is random,
 * because other clients may have lost their connections at the same moment. */
static uint64_t back_off(struct shard *shard)
{
    if (shard->failures == 0)
        return reconnect_random(shard, BACKOFF_MIN);
    uint64_t most = BACKOFF_MIN;
    for (unsigned i = 1; i < shard->failures && most < BACKOFF_MAX; i++)
        most *= 2;
    most = most < BACKOFF_MAX ? most : BACKOFF_MAX;
    return most / 2 + reconnect_random(shard, most / 2);
}

static void wait_again(struct shard *shard, uint64_t now)
{
    uint64_t wait = back_off(shard);
    if (shard->wait_max > 0 && (shard->failures == 0 || shard->wait_min > wait))
        wait = shard->wait_min + reconnect_random(shard, shard->wait_max - shard->wait_min);
    shard->failures += shard->failures < UINT8_MAX;
    shard->wait_min = shard->wait_max = 0;
    shard->stage = STAGE_WAITING;
    shard->due = now + wait;
}

void reconnect_after(struct shard *shard, unsigned code, uint64_t now)
{
    if (shard->stage < STAGE_OPENING || shard->stage > STAGE_CLOSING)
        return;
    const struct close_row *row = find_close(code);
    bool ours = shard->stage == STAGE_CLOSING;
    shard->unheard += shard->stage == STAGE_OPENING;
    if (shard->ready_at > 0) {
        unsigned most = now - shard->ready_at >= STEADY ? 0 : SHAKY;
        shard->failures = shard->failures < most ? shard->failures : most;
    }
    shard->ready_at = 0;
    shard->unanswered = shard->heartbeat_now = false;
    if (shard->leaving) {
        shard->stage = STAGE_LEFT;
        return;
    }
    if (row != NULL)
        say_why(shard, row->why);
    else if (!ours && code > 0)
        snprintf(shard->why, sizeof(shard->why), "the gateway closed the connection (%u)", code);
    else if (!ours)
        say_why(shard, "the connection to the gateway was lost");
    if (row != NULL && row->after == AFTER_NEVER) {
        reconnect_forget(shard);
        shard->stage = STAGE_REFUSED;
        return;
    }
    if (row != NULL && row->after == AFTER_ANEW) {
        reconnect_anew(shard);
    } else if (row != NULL && row->after == AFTER_SLOWLY) {
        shard->wait_min = BACKOFF_MAX / 4;
        shard->wait_max = BACKOFF_MAX / 2;
    }
    wait_again(shard, now);
}
