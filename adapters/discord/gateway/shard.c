#include "shard.h"

#include <stdlib.h>
#include <string.h>

#include "gateway_payload.h"
#include "reconnect.h"

/* All ms. */
enum {
    HELLO_MAX = 20000,   /* from the connection to HELLO */
    READY_MAX = 20000,   /* ms from IDENTIFY, RESUME or a replayed event to the next event */
    HEARTBEAT_MIN = 600, /* the shortest time between heartbeats: 100 of the 120 sends that Discord
                            allows a minute */
    INTERVAL_MAX = 600000,
    PROMPT_MAX = 500 /* ms, the longest delay before we reconnect because the server asked for it */
};

enum { TOKEN_MAX = 512, CLOSE_GOOD = 1000 /* ends the session */ };

static const uint32_t privileged = 1U << 1 | 1U << 8 | 1U << 15;

struct shard *shard_create(const struct shard_setup *setup)
{
    if (setup->token == NULL || *setup->token == '\0' || strlen(setup->token) > TOKEN_MAX ||
        setup->shard >= setup->shards || setup->identify_limit == NULL || setup->dispatch == NULL)
        return NULL;
    struct shard *shard = calloc(1, sizeof(*shard));
    if (shard != NULL) {
        shard->setup = *setup;
        shard->setup.intents &= ~privileged;
        shard->random = setup->seed ? setup->seed : 1;
        for (unsigned i = 0; i < 8; i++) /* small seeds give similar first numbers: skip these */
            (void)reconnect_random(shard, 1);
    }
    return shard;
}

void shard_destroy(struct shard *shard)
{
    free(shard);
}

unsigned shard_of_guild(uint64_t guild, unsigned shards)
{
    return shards > 0 ? (unsigned)((guild >> 22) % shards) : 0;
}

bool shard_ready(const struct shard *shard)
{
    return shard->stage == STAGE_READY;
}

const char *shard_application(const struct shard *shard)
{
    return shard->application;
}

const char *shard_user(const struct shard *shard)
{
    return shard->user;
}

enum shard_want shard_want(const struct shard *shard)
{
    static const enum shard_want wants[] = {
        [STAGE_WAITING] = SHARD_WAIT,    [STAGE_ASKING] = SHARD_ASK,
        [STAGE_OPENING] = SHARD_OPEN,    [STAGE_GREETING] = SHARD_KEEP,
        [STAGE_STARTING] = SHARD_KEEP,   [STAGE_READY] = SHARD_KEEP,
        [STAGE_CLOSING] = SHARD_HANG_UP, [STAGE_LEFT] = SHARD_LEFT,
        [STAGE_REFUSED] = SHARD_REFUSED,
    };
    return wants[shard->stage];
}

const char *shard_url(const struct shard *shard)
{
    return shard->url;
}

unsigned shard_close_code(const struct shard *shard)
{
    return shard->close_code;
}

const char *shard_why(const struct shard *shard)
{
    return shard->why;
}

/* -- what comes in -- */

void shard_opened(struct shard *shard, uint64_t now)
{
    if (shard->stage != STAGE_OPENING)
        return;
    shard->stage = STAGE_GREETING;
    shard->due = now + HELLO_MAX;
    shard->started = false;
    shard->heartbeat_now = shard->unanswered = false;
    shard->heartbeat_soonest = 0;
    shard->unheard++; /* until HELLO */
}

static void on_hello(struct shard *shard, const cJSON *message, uint64_t now)
{
    const cJSON *item = payload_member(payload_member(message, "d"), "heartbeat_interval");
    if (shard->stage != STAGE_GREETING || !cJSON_IsNumber(item) || !(item->valuedouble >= 1))
        return;
    shard->interval = item->valuedouble < HEARTBEAT_MIN  ? HEARTBEAT_MIN
                      : item->valuedouble > INTERVAL_MAX ? INTERVAL_MAX
                                                         : (uint64_t)item->valuedouble;
    shard->heartbeat_due = now + reconnect_random(shard, shard->interval);
    shard->stage = STAGE_STARTING;
    shard->unheard = 0;
    shard->due = UINT64_MAX; /* from sending on */
}

static void on_heartbeat(struct shard *shard, const cJSON *message, uint64_t now)
{
    (void)message;
    (void)now;
    shard->heartbeat_now = shard->stage == STAGE_STARTING || shard->stage == STAGE_READY;
}

static void on_ack(struct shard *shard, const cJSON *message, uint64_t now)
{
    (void)message;
    (void)now;
    shard->unanswered = false;
}

static void on_reconnect(struct shard *shard, const cJSON *message, uint64_t now)
{
    (void)message;
    (void)now;
    reconnect_hang_up(shard, CLOSE_OURS, "the gateway asks us to reconnect");
    shard->wait_max = PROMPT_MAX;
}

static void on_invalid_session(struct shard *shard, const cJSON *message, uint64_t now)
{
    (void)now;
    const cJSON *resumable = payload_member(message, "d");
    if (!cJSON_IsBool(resumable))
        return;
    if (cJSON_IsTrue(resumable) && *shard->session != '\0') {
        reconnect_hang_up(shard, CLOSE_OURS, "the session is to be resumed");
        return;
    }
    reconnect_hang_up(shard, CLOSE_OURS, "the session is no longer known");
    reconnect_anew(shard);
}

static void become_ready(struct shard *shard, uint64_t now)
{
    shard->stage = STAGE_READY;
    shard->ready_at = now;
    shard->resumes = 0;
}

static bool take_ready(struct shard *shard, const cJSON *data, uint64_t now)
{
    char session[SHARD_SESSION_ID];
    char application[SNOWFLAKE_MAX];
    char user[SNOWFLAKE_MAX];
    if (!payload_word(session, sizeof(session), payload_member(data, "session_id")) ||
        !payload_id(application, payload_member(payload_member(data, "application"), "id")) ||
        !payload_id(user, payload_member(payload_member(data, "user"), "id")))
        return false;
    memcpy(shard->session, session, sizeof(session));
    memcpy(shard->application, application, sizeof(application));
    memcpy(shard->user, user, sizeof(user));
    shard->resume_address[0] = '\0';
    (void)payload_address(shard, shard->resume_address, payload_member(data, "resume_gateway_url"));
    become_ready(shard, now);
    return true;
}

/* Returns true if the event fits the stage of the shard; others are dropped. READY and RESUMED make
 * the shard ready. */
static bool take_event(struct shard *shard, const char *name, const cJSON *data, uint64_t now)
{
    if (shard->stage == STAGE_READY)
        return strcmp(name, "READY") != 0 && strcmp(name, "RESUMED") != 0;
    if (shard->stage != STAGE_STARTING || !shard->started)
        return false;
    if (!shard->resuming)
        return strcmp(name, "READY") == 0 && take_ready(shard, data, now);
    if (strcmp(name, "RESUMED") == 0)
        become_ready(shard, now);
    shard->due = now + READY_MAX;
    return strcmp(name, "READY") != 0;
}

/* Returns true if the event with this number comes for the first time, and notes the number. After
 * a RESUME Discord may send events again, in any order. */
static bool take_number(struct shard *shard, uint64_t sequence)
{
    enum { KNOWN = 64 }; /* bits of `taken` */
    if (!shard->numbered || sequence > shard->sequence) {
        uint64_t ahead = shard->numbered ? sequence - shard->sequence : KNOWN;
        shard->taken = ahead < KNOWN ? shard->taken << ahead | 1 : 1;
        shard->sequence = sequence;
        shard->numbered = true;
        return true;
    }
    uint64_t behind = shard->sequence - sequence;
    if (behind >= KNOWN || (shard->taken >> behind & 1) != 0)
        return false;
    shard->taken |= UINT64_C(1) << behind;
    return true;
}

static void on_dispatch(struct shard *shard, const cJSON *message, uint64_t now)
{
    const char *name = cJSON_GetStringValue(payload_member(message, "t"));
    const cJSON *data = payload_member(message, "d");
    uint64_t sequence;
    if (name == NULL || data == NULL ||
        !payload_whole(payload_member(message, "s"), payload_sequence_max, &sequence) ||
        !take_event(shard, name, data, now))
        return;
    if (!take_number(shard, sequence) && strcmp(name, "RESUMED") != 0)
        return;
    shard->setup.dispatch(shard->setup.arg, name, data);
}

static void dispatch_op(struct shard *shard, const cJSON *message, uint64_t now)
{
    static void (*const handlers[])(struct shard *, const cJSON *, uint64_t) = {
        [OP_DISPATCH] = on_dispatch,   [OP_HEARTBEAT] = on_heartbeat,
        [OP_RECONNECT] = on_reconnect, [OP_INVALID_SESSION] = on_invalid_session,
        [OP_HELLO] = on_hello,         [OP_ACK] = on_ack,
    };
    uint64_t op;
    if (payload_whole(payload_member(message, "op"), OP_ACK, &op) && handlers[op] != NULL)
        handlers[op](shard, message, now);
}

void shard_text(struct shard *shard, const char *text, size_t length, uint64_t now)
{
    if (shard->stage < STAGE_GREETING || shard->stage > STAGE_READY || length > SHARD_TEXT_MAX)
        return;
    cJSON *message = cJSON_ParseWithLength(text, length);
    if (cJSON_IsObject(message))
        dispatch_op(shard, message, now);
    cJSON_Delete(message);
}

/* -- the connection -- */

bool shard_address(struct shard *shard, const char *address)
{
    const cJSON item = {.type = cJSON_String, .valuestring = (char *)(uintptr_t)address};
    if (!payload_address(shard, shard->address, &item))
        return false;
    if (shard->stage == STAGE_ASKING)
        reconnect_open(shard);
    return true;
}

void shard_closed(struct shard *shard, unsigned code, uint64_t now)
{
    reconnect_after(shard, code, now);
}

void shard_leave(struct shard *shard, bool for_good)
{
    if (shard->stage >= STAGE_LEFT)
        return;
    if (for_good)
        reconnect_forget(shard);
    shard->leaving = true;
    if (shard->stage < STAGE_OPENING)
        shard->stage = STAGE_LEFT;
    else
        reconnect_hang_up(shard, for_good ? CLOSE_GOOD : CLOSE_OURS, "leaving");
}

/* -- time -- */

void shard_tick(struct shard *shard, uint64_t now)
{
    switch (shard->stage) {
    case STAGE_WAITING:
        if (now >= shard->due)
            reconnect_open(shard);
        return;
    case STAGE_GREETING:
        if (now >= shard->due)
            reconnect_hang_up(shard, CLOSE_OURS, "the gateway does not greet");
        return;
    case STAGE_STARTING:
        if (now >= shard->due) {
            reconnect_hang_up(shard, CLOSE_OURS, "the gateway does not accept the login");
            return;
        }
        break;
    case STAGE_READY:
        break;
    default:
        return;
    }
    if (now >= shard->heartbeat_due) {
        if (shard->unanswered)
            reconnect_hang_up(shard, CLOSE_OURS, "the gateway does not answer heartbeats");
        else
            shard->heartbeat_now = true;
    }
}

static uint64_t earlier_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool is_to_start(const struct shard *shard)
{
    return shard->stage == STAGE_STARTING && !shard->started;
}

bool shard_held(const struct shard *shard)
{
    return (shard->stage == STAGE_OPENING || is_to_start(shard)) &&
           shard->setup.may_start != NULL && !shard->setup.may_start(shard->setup.arg);
}

bool shard_identifies(const struct shard *shard)
{
    return is_to_start(shard) && !shard->resuming;
}

uint64_t shard_due(const struct shard *shard)
{
    uint64_t due = UINT64_MAX;
    if (shard->stage == STAGE_WAITING || shard->stage == STAGE_GREETING)
        return shard->due;
    if (shard->stage == STAGE_STARTING) {
        due = shard->started      ? shard->due
              : shard_held(shard) ? UINT64_MAX
              : shard->resuming
                  ? 0
                  : identify_limit_due(shard->setup.identify_limit, shard->setup.shard);
    } else if (shard->stage != STAGE_READY) {
        return due;
    }
    return earlier_of(due, shard->heartbeat_now ? shard->heartbeat_soonest : shard->heartbeat_due);
}

/* -- what goes out -- */

/* Writes IDENTIFY or RESUME, if it may be sent now. */
static size_t take_identify_or_resume(struct shard *shard, uint64_t now, char *out, size_t size)
{
    size_t length;
    if (shard->resuming) {
        length = payload_resume(shard, out, size);
        shard->resumes += length > 0;
    } else if (identify_limit_due(shard->setup.identify_limit, shard->setup.shard) <= now) {
        length = payload_identify(shard, out, size);
        if (length > 0)
            identify_limit_take(shard->setup.identify_limit, shard->setup.shard, now);
    } else {
        return 0;
    }
    if (length > 0) {
        shard->started = true;
        shard->due = now + READY_MAX;
    } else {
        reconnect_hang_up(shard, CLOSE_OURS, "memory is out");
    }
    return length;
}

static size_t take_heartbeat(struct shard *shard, uint64_t now, char *out, size_t size)
{
    shard->heartbeat_now = false;
    shard->heartbeat_soonest = now + HEARTBEAT_MIN;
    /* This heartbeat is on schedule. An extra one, for which the server asked, does not change the
     * schedule. */
    if (!shard->unanswered) {
        shard->unanswered = true;
        shard->heartbeat_due = now + shard->interval;
    }
    return payload_heartbeat(shard, out, size);
}

size_t shard_take(struct shard *shard, uint64_t now, char *out, size_t size)
{
    size_t length = 0;
    if (size <= SHARD_FRAME_MAX || (shard->stage != STAGE_STARTING && shard->stage != STAGE_READY))
        return 0;
    if (is_to_start(shard) && !shard_held(shard))
        length = take_identify_or_resume(shard, now, out, SHARD_FRAME_MAX);
    if (length == 0 && shard->stage != STAGE_CLOSING && shard->heartbeat_now &&
        now >= shard->heartbeat_soonest)
        length = take_heartbeat(shard, now, out, size);
    return length;
}

/* -- beyond this process -- */

size_t shard_export(const struct shard *shard, char *out, size_t size)
{
    return *shard->session != '\0' && shard->numbered ? payload_session(shard, out, size) : 0;
}

static bool same_number(const cJSON *item, double wanted)
{
    return cJSON_IsNumber(item) && item->valuedouble == wanted;
}

static bool import_from(struct shard *shard, const cJSON *root)
{
    struct shard next = *shard;
    const cJSON *pair = payload_member(root, "shard");
    if (!same_number(payload_member(root, "version"), 1) ||
        !same_number(payload_member(root, "intents"), shard->setup.intents) ||
        !same_number(cJSON_GetArrayItem(pair, 0), shard->setup.shard) ||
        !same_number(cJSON_GetArrayItem(pair, 1), shard->setup.shards) ||
        !payload_word(next.session, sizeof(next.session), payload_member(root, "session")) ||
        !payload_id(next.application, payload_member(root, "application")) ||
        !payload_id(next.user, payload_member(root, "user")) ||
        !payload_whole(payload_member(root, "sequence"), payload_sequence_max, &next.sequence))
        return false;
    next.resume_address[0] = '\0';
    (void)payload_address(shard, next.resume_address, payload_member(root, "address"));
    next.numbered = true;
    next.taken = UINT64_MAX;
    *shard = next;
    return true;
}

bool shard_import(struct shard *shard, const char *text)
{
    if (shard->stage != STAGE_WAITING || *shard->why != '\0')
        return false;
    cJSON *root = cJSON_Parse(text);
    bool taken = cJSON_IsObject(root) && import_from(shard, root);
    cJSON_Delete(root);
    return taken;
}
