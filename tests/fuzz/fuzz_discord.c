/* Any bytes as what Discord's gateway sends: lines of "<message", "+ms" and "xcode". The shard must
 * stay within its bounds: whole frames, no flood, the token nowhere but where it belongs, and what
 * it exports it can import. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/shard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MINUTE = 60000, SENDS_MAX = 120 };

struct run {
    struct shard *shard;
    struct identify_limit starts;
    struct shard_setup setup;
    uint64_t now;
    uint64_t sent[SENDS_MAX]; /* when the last frames of this connection went */
    unsigned frames, dispatches;
};

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void on_dispatch(void *arg, const char *name, const cJSON *data)
{
    struct run *run = arg;
    check(name && data && shard_want(run->shard) == SHARD_KEEP);
    run->dispatches++;
}

static void drain(struct run *run)
{
    char frame[SHARD_FRAME_MAX + 1];
    size_t length;
    while ((length = shard_take(run->shard, run->now, frame, sizeof(frame))) > 0) {
        check(length <= SHARD_FRAME_MAX && strlen(frame) == length);
        cJSON *root = cJSON_Parse(frame);
        const cJSON *op = cJSON_GetObjectItemCaseSensitive(root, "op");
        check(cJSON_IsNumber(op));
        check((op->valueint == 1) == !strstr(frame, "token of the bot"));
        cJSON_Delete(root);
        uint64_t *oldest = &run->sent[run->frames++ % SENDS_MAX];
        check(run->frames <= SENDS_MAX || run->now - *oldest >= MINUTE);
        *oldest = run->now;
    }
    check(shard_want(run->shard) != SHARD_KEEP || shard_due(run->shard) > run->now);
}

static void export(const struct run *run)
{
    char text[SHARD_STATE];
    if (shard_export(run->shard, text, sizeof(text)) == 0)
        return;
    check(!strstr(text, "token of the bot"));
    struct shard *other = shard_create(&run->setup);
    check(other && shard_import(other, text));
    shard_destroy(other);
}

/* Does what the shard wants, until it only waits for the other side. */
static void serve(struct run *run)
{
    check(strlen(shard_why(run->shard)) < 200 && !strstr(shard_why(run->shard), "token of"));
    switch (shard_want(run->shard)) {
    case SHARD_ASK:
        check(shard_address(run->shard, "wss://gw.example"));
        serve(run);
        return;
    case SHARD_OPEN:
        check(strncmp(shard_url(run->shard), "wss://", 6) == 0);
        shard_opened(run->shard, run->now);
        run->frames = 0;
        serve(run);
        return;
    case SHARD_HANG_UP:
        check(shard_close_code(run->shard) != 1000 && shard_close_code(run->shard) != 1001);
        shard_closed(run->shard, 0, run->now);
        serve(run);
        return;
    case SHARD_WAIT:
        check(shard_due(run->shard) <= run->now + 2 * MINUTE);
        if (shard_due(run->shard) > run->now)
            run->now = shard_due(run->shard);
        shard_tick(run->shard, run->now);
        serve(run);
        return;
    case SHARD_KEEP:
        shard_tick(run->shard, run->now);
        if (shard_want(run->shard) == SHARD_KEEP)
            drain(run);
        else
            serve(run);
        return;
    default:
        return;
    }
}

static void step(struct run *run, const char *text, size_t length)
{
    char number[8] = "";
    memcpy(number, text, length < sizeof(number) ? length : sizeof(number) - 1);
    if (length > 0 && *text == '+') {
        run->now += strtoul(number + 1, NULL, 10) % 10000000; /* "-1" is no way back */
        shard_tick(run->shard, run->now);
    } else if (length > 0 && *text == 'x') {
        shard_closed(run->shard, (unsigned)strtoul(number + 1, NULL, 10), run->now);
    } else if (length > 0) {
        shard_text(run->shard, text + 1, length - 1, run->now);
    }
    serve(run);
    export(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run = {.now = 1000};
    identify_limit_init(&run.starts);
    /* the blanks: no id of the input can be the token */
    run.setup = (struct shard_setup){.token = "token of the bot",
                                     .shard = 1,
                                     .shards = 2,
                                     .intents = INTENT_GUILDS,
                                     .seed = (uint32_t)size,
                                     .identify_limit = &run.starts,
                                     .dispatch = on_dispatch,
                                     .arg = &run};
    run.shard = shard_create(&run.setup);
    check(run.shard);
    serve(&run);
    const char *text = (const char *)data, *end = text + size;
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line_end ? line_end : end) - text);
        step(&run, text, length);
        text += length + (line_end ? 1 : 0);
    }
    shard_leave(run.shard, size % 2);
    shard_destroy(run.shard);
    return 0;
}
