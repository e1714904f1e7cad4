#include "gateway.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shard.h"
#include "websocket.h"

_Static_assert((int)WEBSOCKET_CLOSE_MAX < (int)GATEWAY_STOP_MAX, "a goodbye is part of a stop");

/* ms */
enum {
    TOLD_MAX = 10000, /* ms for which we trust the number of IDENTIFYs left today: other processes
                         use some, too */
    HELD_AGAIN = 100
};

/* One shard and its connection. */
struct member {
    struct gateway *gateway;
    const struct log *log; /* `own_log`; NULL: silent */
    struct log own_log;
    char name[24];
    struct shard *machine;
    struct websocket *websocket;
    unsigned shard;
    bool connected;      /* `websocket` was opened and has not said `closed` */
    bool leaving;        /* we told the websocket to close */
    bool left;           /* gateway_leave() */
    bool ready, refused; /* what the hooks were told */
    uint64_t lost;       /* time at which the shard stopped being ready; 0: it is ready, or never
                          * was */
};

struct gateway {
    struct timer timer; /* first */
    struct gateway_setup setup;
    struct websocket_base *base;
    struct identify_limit identify_limit;
    bool started, dead;
    void (*stopped)(void *arg); /* NULL: not wanted, or already called */
    bool asking;                /* the answer to `ask` is to come */
    uint64_t ask_due, told;     /* when gateway_told() came last */
    unsigned ask_failures;
    unsigned handles; /* handles of the loop that are not closed yet */
    void (*closed)(void *arg);
    void *closed_arg;
    char address[SHARD_ADDRESS]; /* the address that Discord told last; "": none yet */
    unsigned count;              /* of: */
    struct member *members[];
};

static struct member *find_member(const struct gateway *gateway, unsigned shard)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (gateway->members[i]->shard == shard)
            return gateway->members[i];
    }
    return NULL;
}

static uint64_t now_of(const struct gateway *gateway)
{
    return loop_now(gateway->setup.loop);
}

/* -- what the shards want; after each hook check `dead`: it may have destroyed the gateway -- */

static void tell_ready(struct member *member)
{
    struct gateway *gateway = member->gateway;
    bool ready = shard_ready(member->machine);
    if (ready != member->ready && !gateway->dead) {
        member->ready = ready;
        member->lost = ready ? 0 : now_of(gateway);
        gateway->setup.ready(gateway->setup.arg, member->shard, ready);
    }
}

static void tell_refused(struct member *member)
{
    struct gateway *gateway = member->gateway;
    if (!member->refused) {
        member->refused = true;
        log_error(member->log, "%s", shard_why(member->machine));
        gateway->setup.refused(gateway->setup.arg, member->shard, shard_why(member->machine));
    }
}

static void hang_up(struct member *member)
{
    if (!member->connected) {
        shard_closed(member->machine, 0, now_of(member->gateway));
    } else if (!member->leaving) {
        member->leaving = true;
        websocket_close(member->websocket, shard_close_code(member->machine));
    }
}

/* Carries out what a shard wants now (shard_want()). */
static void serve_member(struct member *member)
{
    uint64_t now = now_of(member->gateway);
    shard_tick(member->machine, now);
    switch (shard_want(member->machine)) {
    case SHARD_OPEN:
        if (!member->connected && !shard_held(member->machine)) {
            member->connected = true;
            log_debug(member->log, "connecting to=%s", shard_url(member->machine));
            websocket_open(member->websocket, shard_url(member->machine));
        }
        break;
    case SHARD_KEEP:
        if (shard_due(member->machine) <= now)
            websocket_write(member->websocket);
        break;
    case SHARD_HANG_UP:
        hang_up(member);
        break;
    case SHARD_REFUSED:
        tell_refused(member);
        break;
    case SHARD_ASK: /* with the others */
    case SHARD_WAIT:
    case SHARD_LEFT:
        break;
    }
    tell_ready(member);
}

static bool wanted_by_any(const struct gateway *gateway, enum shard_want want)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (shard_want(gateway->members[i]->machine) == want)
            return true;
    }
    return false;
}

static void ask_address(struct gateway *gateway)
{
    if (!gateway->asking && now_of(gateway) >= gateway->ask_due &&
        wanted_by_any(gateway, SHARD_ASK)) {
        gateway->asking = true;
        gateway->setup.ask(gateway->setup.arg);
    }
}

/* Asks for a turn to IDENTIFY for each shard that could use one. Returns when to call this again.
 */
static uint64_t ask_turns(struct gateway *gateway, uint64_t now)
{
    uint64_t next = UINT64_MAX;
    identify_limit_expire(&gateway->identify_limit, now);
    for (unsigned i = 0; i < gateway->count; i++) {
        const struct member *member = gateway->members[i];
        unsigned key = 0;
        uint64_t again = UINT64_MAX;
        if (!shard_identifies(member->machine))
            continue;
        if (identify_limit_wants(&gateway->identify_limit, member->shard, now, &key, &again))
            gateway->setup.ask_turn(gateway->setup.arg, key, IDENTIFY_LIMIT_WINDOW_MS);
        next = again < next ? again : next;
    }
    return next;
}

static bool all_ended(const struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (shard_want(gateway->members[i]->machine) < SHARD_LEFT)
            return false;
    }
    return true;
}

static void wait_for_next(struct gateway *gateway, uint64_t next)
{
    uint64_t now = now_of(gateway);
    for (unsigned i = 0; i < gateway->count; i++) {
        const struct member *member = gateway->members[i];
        uint64_t due = shard_due(member->machine);
        if (shard_held(member->machine) && now + HELD_AGAIN < due)
            due = now + HELD_AGAIN;
        if (due <= now && shard_want(member->machine) == SHARD_KEEP)
            continue; /* the websocket takes it as soon as it can: no timer is needed */
        next = due < next ? due : next;
    }
    if (!gateway->asking && gateway->ask_due < next && wanted_by_any(gateway, SHARD_ASK))
        next = gateway->ask_due;
    if (next == UINT64_MAX)
        timer_stop(&gateway->timer);
    else
        timer_set(&gateway->timer, next > now ? next - now : 0);
}

static void on_timer(struct timer *timer)
{
    struct gateway *gateway = (struct gateway *)timer;
    uint64_t next = ask_turns(gateway, now_of(gateway));
    for (unsigned i = 0; i < gateway->count && !gateway->dead; i++)
        serve_member(gateway->members[i]);
    if (!gateway->dead)
        ask_address(gateway);
    if (!gateway->dead && gateway->stopped != NULL && all_ended(gateway)) {
        void (*stopped)(void *) = gateway->stopped;
        gateway->stopped = NULL;
        stopped(gateway->setup.arg);
    }
    if (!gateway->dead)
        wait_for_next(gateway, next);
}

/* Makes on_timer() run in a later turn of the loop, so that no hook comes from inside the caller.
 */
static void wake_soon(struct gateway *gateway)
{
    if (gateway->started && !gateway->dead)
        timer_set(&gateway->timer, 0);
}

/* -- the connections -- */

static void on_opened(void *arg)
{
    struct member *member = arg;
    shard_opened(member->machine, now_of(member->gateway));
    wake_soon(member->gateway);
}

static void on_text(void *arg, const char *text, size_t length)
{
    struct member *member = arg;
    shard_text(member->machine, text, length, now_of(member->gateway));
    if (!member->gateway->dead) {
        serve_member(member);
        wake_soon(member->gateway);
    }
}

static size_t on_take(void *arg, char *out, size_t size)
{
    struct member *member = arg;
    identify_limit_expire(&member->gateway->identify_limit, now_of(member->gateway));
    size_t length = shard_take(member->machine, now_of(member->gateway), out, size);
    wake_soon(member->gateway);
    return length;
}

static void on_closed(void *arg, unsigned code, const char *why)
{
    struct member *member = arg;
    struct gateway *gateway = member->gateway;
    uint64_t now = now_of(gateway);
    bool said = code > 0 || member->leaving;
    member->connected = member->leaving = false;
    shard_closed(member->machine, code, now);
    if (shard_want(member->machine) == SHARD_WAIT) {
        uint64_t due = shard_due(member->machine);
        log_info(member->log, "%s again_in=%" PRIu64 "ms%s%s", shard_why(member->machine),
                 due > now ? due - now : 0, said ? "" : ": ", said ? "" : why);
    }
    tell_ready(member);
    wake_soon(gateway);
}

static bool may_start(void *arg)
{
    const struct gateway *gateway = ((const struct member *)arg)->gateway;
    return gateway->setup.may_start == NULL || gateway->setup.may_start(gateway->setup.arg);
}

static void on_dispatch(void *arg, const char *name, const cJSON *data)
{
    struct member *member = arg;
    struct gateway *gateway = member->gateway;
    if (!gateway->dead)
        gateway->setup.dispatch(gateway->setup.arg, member->shard, name, data);
}

/* -- its life -- */

static void free_all(struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        shard_destroy(gateway->members[i]->machine);
        free(gateway->members[i]);
    }
    free(gateway);
}

static const struct websocket_hooks hooks = {
    .opened = on_opened, .text = on_text, .take = on_take, .closed = on_closed};

static struct shard *make_machine(struct member *member)
{
    struct gateway *gateway = member->gateway;
    const struct gateway_setup *setup = &gateway->setup;
    struct shard_setup own = {
        .token = setup->token,
        .shard = member->shard,
        .shards = setup->shards,
        .intents = setup->intents,
        .plain = setup->plain,
        .identify_limit = &gateway->identify_limit,
        .may_start = may_start,
        .dispatch = on_dispatch,
        .arg = member,
    };
    (void)uv_random(NULL, NULL, &own.seed, sizeof(own.seed), 0, NULL); /* jitter only */
    return shard_create(&own);
}

/* Connects a shard again that has left. */
static bool come_back(struct member *member)
{
    struct gateway *gateway = member->gateway;
    struct shard *machine = make_machine(member);
    if (machine == NULL)
        return false;
    shard_destroy(member->machine);
    member->machine = machine;
    member->left = member->ready = member->refused = false;
    member->lost = 0;
    if (*gateway->address != '\0')
        (void)shard_address(machine, gateway->address);
    wake_soon(gateway);
    return true;
}

void gateway_leave(struct gateway *gateway, unsigned shard)
{
    struct member *member = find_member(gateway, shard);
    if (member == NULL || member->left)
        return;
    member->left = true;
    shard_leave(member->machine, false);
    wake_soon(gateway);
}

bool gateway_left(const struct gateway *gateway, unsigned shard)
{
    const struct member *member = find_member(gateway, shard);
    return member == NULL ||
           (member->left && !member->connected && shard_want(member->machine) >= SHARD_LEFT);
}

bool gateway_add(struct gateway *gateway, unsigned shard)
{
    const struct gateway_setup *setup = &gateway->setup;
    struct member *member = find_member(gateway, shard);
    if (member != NULL && gateway_left(gateway, shard))
        return come_back(member);
    if (gateway->count == setup->most || member != NULL ||
        (member = calloc(1, sizeof(*member))) == NULL)
        return false;
    member->gateway = gateway;
    member->shard = shard;
    snprintf(member->name, sizeof(member->name), "shard %u", shard);
    member->own_log = (struct log){.parent = setup->log, .name = member->name};
    member->log = setup->log != NULL ? &member->own_log : NULL;
    member->machine = make_machine(member);
    if (member->machine == NULL) {
        free(member);
        return false;
    }
    member->websocket = websocket_create(gateway->base, &hooks, member);
    if (member->websocket == NULL) {
        shard_destroy(member->machine);
        free(member);
        return false;
    }
    if (*gateway->address != '\0')
        (void)shard_address(member->machine, gateway->address);
    gateway->members[gateway->count++] = member;
    wake_soon(gateway);
    return true;
}

struct gateway *gateway_create(const struct gateway_setup *setup)
{
    const unsigned most = setup->most > 0 ? setup->most : setup->count;
    if (most == 0 || most > GATEWAY_SHARDS_MAX || setup->count > most ||
        setup->first >= setup->shards || setup->count > setup->shards - setup->first)
        return NULL;
    struct gateway *gateway = calloc(1, sizeof(*gateway) + most * sizeof(gateway->members[0]));
    if (gateway == NULL)
        return NULL;
    const struct websocket_limits limits = {
        .connections = most, .text_max = SHARD_TEXT_MAX, .frame_max = SHARD_FRAME_MAX};
    gateway->setup = *setup;
    gateway->setup.ca = NULL;
    gateway->setup.most = most;
    identify_limit_init(&gateway->identify_limit);
    if (setup->ask_turn != NULL)
        identify_limit_share(&gateway->identify_limit);
    gateway->base = websocket_base_create(setup->loop, &limits, setup->ca);
    bool good = gateway->base != NULL;
    for (unsigned i = 0; good && i < setup->count; i++)
        good = gateway_add(gateway, setup->first + i);
    if (!good) {
        websocket_base_destroy(gateway->base, NULL, NULL);
        free_all(gateway);
        return NULL;
    }
    log_hide(setup->token);
    timer_init(setup->loop, &gateway->timer, on_timer);
    return gateway;
}

bool gateway_has(const struct gateway *gateway, unsigned shard)
{
    const struct member *member = find_member(gateway, shard);
    return member != NULL && !member->left;
}

bool gateway_shard(const struct gateway *gateway, unsigned n, unsigned *shard)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (gateway->members[i]->left || n-- > 0)
            continue;
        *shard = gateway->members[i]->shard;
        return true;
    }
    return false;
}

static void handle_closed(void *arg)
{
    struct gateway *gateway = arg;
    void (*closed)(void *arg) = gateway->closed;
    void *closed_arg = gateway->closed_arg;
    if (--gateway->handles > 0)
        return;
    free_all(gateway);
    if (closed != NULL)
        closed(closed_arg);
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed(timer);
}

void gateway_destroy(struct gateway *gateway, void (*closed)(void *arg), void *arg)
{
    if (gateway == NULL || gateway->dead)
        return;
    gateway->dead = true;
    gateway->closed = closed;
    gateway->closed_arg = arg;
    gateway->handles = 2;
    timer_finish(&gateway->timer, on_timer_closed);
    websocket_base_destroy(gateway->base, handle_closed, gateway);
}

bool gateway_import(struct gateway *gateway, unsigned shard, const char *text)
{
    const struct member *member = find_member(gateway, shard);
    return member != NULL && shard_import(member->machine, text);
}

size_t gateway_export(const struct gateway *gateway, unsigned shard, char *out, size_t size)
{
    const struct member *member = find_member(gateway, shard);
    return member != NULL ? shard_export(member->machine, out, size) : 0;
}

void gateway_start(struct gateway *gateway)
{
    gateway->started = true;
    wake_soon(gateway);
}

/* The delay until we ask for the address again. Its bound doubles after each failure; the delay is
 * random, between half the bound and the bound. */
static uint64_t back_off(struct gateway *gateway)
{
    uint64_t most = GATEWAY_ASK_MIN;
    for (unsigned i = 0; i < gateway->ask_failures && most < GATEWAY_ASK_MAX; i++)
        most *= 2;
    most = most < GATEWAY_ASK_MAX ? most : GATEWAY_ASK_MAX;
    gateway->ask_failures++;
    uint32_t chance = 0;
    (void)uv_random(NULL, NULL, &chance, sizeof(chance), 0, NULL);
    return most / 2 + (chance * (most / 2) >> 32);
}

void gateway_told(struct gateway *gateway, const char *address,
                  const struct session_start_limit *limit)
{
    uint64_t now = now_of(gateway);
    bool taken = address != NULL;
    for (unsigned i = 0; taken && i < gateway->count; i++)
        taken = shard_address(gateway->members[i]->machine, address);
    gateway->asking = false;
    taken = taken && strlen(address) < sizeof(gateway->address);
    if (taken) {
        snprintf(gateway->address, sizeof(gateway->address), "%s", address);
        gateway->ask_failures = 0;
        gateway->ask_due = 0;
        gateway->told = now;
        identify_limit_learn(&gateway->identify_limit, limit, now);
    } else {
        gateway->ask_due = now + back_off(gateway);
        log_warn(gateway->setup.log, "cannot get the address of the gateway again_in=%" PRIu64 "ms",
                 gateway->ask_due - now);
    }
    wake_soon(gateway);
}

void gateway_turn(struct gateway *gateway, unsigned key, uint64_t wait)
{
    uint64_t now = now_of(gateway);
    identify_limit_turn(&gateway->identify_limit, key, wait, now);
    if (wait == 0 && !gateway->asking && now - gateway->told > TOLD_MAX) { /* others used it, too */
        gateway->asking = true;
        gateway->setup.ask(gateway->setup.arg);
    }
    wake_soon(gateway);
}

void gateway_stop(struct gateway *gateway, bool for_good, void (*stopped)(void *arg))
{
    gateway->stopped = stopped;
    gateway->started = true; /* now the timer runs, if only to call `stopped` */
    for (unsigned i = 0; i < gateway->count; i++)
        shard_leave(gateway->members[i]->machine, for_good);
    wake_soon(gateway);
}

/* -- what is known -- */

const char *gateway_application(const struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (*shard_application(gateway->members[i]->machine) != '\0')
            return shard_application(gateway->members[i]->machine);
    }
    return "";
}

const char *gateway_user(const struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (*shard_user(gateway->members[i]->machine) != '\0')
            return shard_user(gateway->members[i]->machine);
    }
    return "";
}

bool gateway_ready(const struct gateway *gateway, unsigned shard)
{
    const struct member *member = find_member(gateway, shard);
    return member != NULL && shard_ready(member->machine);
}

uint64_t gateway_lost(const struct gateway *gateway, unsigned shard)
{
    const struct member *member = find_member(gateway, shard);
    uint64_t now = now_of(gateway);
    return member == NULL || member->lost == 0 ? 0 : now > member->lost ? now - member->lost : 1;
}
