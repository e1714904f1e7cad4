#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shard_transcript.h"

struct shard_transcript stage;

const struct shard_setup shard_transcript_setup = {
    .token = "secret",
    .shard = 0,
    .shards = 1,
    .intents = INTENT_GUILDS | INTENT_DIRECT_MESSAGES,
    .seed = 7,
};

static void on_dispatch(void *arg, const char *name, const cJSON *data)
{
    (void)arg;
    assert_true(stage.events < STAGE_EVENTS);
    char *text = cJSON_PrintUnformatted(data);
    assert_non_null(text);
    snprintf(stage.event[stage.events++], STAGE_EVENT, "%s %s", name, text);
    cJSON_free(text);
}

static const char *take(void)
{
    static char frame[SHARD_FRAME_MAX + 1];
    size_t length = shard_take(stage.shard, stage.now, frame, sizeof(frame));
    assert_in_range(length, 0, SHARD_FRAME_MAX);
    frame[length] = '\0';
    return frame;
}

static void nothing_left(void)
{
    const char *frame = take();
    if (*frame != '\0')
        fail_msg("before '%s' unexpected frame: %s", stage.step, frame);
    if (stage.next_event < stage.events)
        fail_msg("before '%s' unexpected event: %s", stage.step, stage.event[stage.next_event]);
    stage.events = stage.next_event = 0;
}

static void expect_event(const char *wanted)
{
    if (stage.next_event == stage.events)
        fail_msg("no event '%s'", wanted);
    assert_string_equal(stage.event[stage.next_event++], wanted);
}

static void expect_want(enum shard_want wanted)
{
    if (shard_want(stage.shard) != wanted) {
        fail_msg("at '%s' it wants %d: %s", stage.step, (int)shard_want(stage.shard),
                 shard_why(stage.shard));
    }
}

static void connect_to(const char *url)
{
    expect_want(SHARD_OPEN);
    assert_string_equal(shard_url(stage.shard), url + (*url == '!'));
    if (*url == '!') {
        shard_closed(stage.shard, 0, stage.now);
        return;
    }
    shard_opened(stage.shard, stage.now);
    expect_want(SHARD_KEEP);
}

static void hang_up(const char *rest)
{
    expect_want(SHARD_HANG_UP);
    char *why;
    assert_int_equal(shard_close_code(stage.shard), strtoul(rest, &why, 10));
    assert_string_equal(shard_why(stage.shard), why + 1);
    shard_closed(stage.shard, 0, stage.now);
}

static void wait_between(const char *rest)
{
    expect_want(SHARD_WAIT);
    char *end;
    uint64_t least = strtoul(rest, &end, 10);
    uint64_t most = strtoul(end + 1, &end, 10);
    uint64_t due = shard_due(stage.shard);
    assert_in_range(due - stage.now, least, most);
    assert_string_equal(shard_why(stage.shard), end + 1);
    shard_tick(stage.shard, due - 1);
    expect_want(SHARD_WAIT);
    stage.now = due;
    shard_tick(stage.shard, due);
}

static void pass(uint64_t ms)
{
    static const char ack[] = "{\"op\":11}";
    uint64_t end = stage.now + ms;
    while (stage.now < end) {
        uint64_t due = shard_due(stage.shard);
        stage.now = due > end ? end : due > stage.now ? due : stage.now + 1;
        shard_tick(stage.shard, stage.now);
        if (strncmp(take(), "{\"op\":1,", 8) == 0)
            shard_text(stage.shard, ack, strlen(ack), stage.now);
    }
}

/* Steps that only look; false: not one of them. */
static bool look(const char *rest)
{
    switch (*stage.step) {
    case '>':
        assert_string_equal(take(), rest);
        return true;
    case '!':
        expect_event(rest);
        return true;
    case '=':
        expect_want(SHARD_REFUSED);
        assert_string_equal(shard_why(stage.shard), rest);
        assert_true(shard_due(stage.shard) == UINT64_MAX);
        return true;
    case '.':
        expect_want(SHARD_LEFT);
        return true;
    case '*':
        assert_true(shard_ready(stage.shard));
        return true;
    default:
        return false;
    }
}

static void act(const char *rest)
{
    switch (*stage.step) {
    case '<':
        shard_text(stage.shard, rest, strlen(rest), stage.now);
        break;
    case '+':
        stage.now += strtoul(rest, NULL, 10);
        shard_tick(stage.shard, stage.now);
        break;
    case '-':
        pass(strtoul(rest, NULL, 10));
        break;
    case '?':
        expect_want(SHARD_ASK);
        assert_true(shard_address(stage.shard, rest));
        break;
    case '@':
        connect_to(rest);
        break;
    case 'x':
        shard_closed(stage.shard, (unsigned)strtoul(rest, NULL, 10), stage.now);
        break;
    case '/':
        hang_up(rest);
        break;
    case '~':
        wait_between(rest);
        break;
    case 'q':
    case 'Q':
        shard_leave(stage.shard, *stage.step == 'Q');
        break;
    default:
        fail_msg("no such step: %s", stage.step);
    }
}

void shard_transcript_run(const char *const *steps)
{
    for (; *steps; steps++) {
        stage.step = *steps;
        if (!look(*steps + 1)) {
            nothing_left();
            act(*steps + 1);
        }
    }
}

void shard_transcript_open(const struct shard_setup *setup, const char *address, const char *state)
{
    struct shard_setup own = *setup;
    stage = (struct shard_transcript){.now = 1000};
    identify_limit_init(&stage.starts);
    own.identify_limit = &stage.starts;
    own.dispatch = on_dispatch;
    stage.shard = shard_create(&own);
    assert_non_null(stage.shard);
    if (state)
        assert_true(shard_import(stage.shard, state));
    if (address)
        assert_true(shard_address(stage.shard, address));
    assert_int_equal(shard_want(stage.shard), SHARD_WAIT);
    assert_true(shard_due(stage.shard) <= stage.now);
    shard_tick(stage.shard, stage.now);
}

void shard_transcript_end(void)
{
    stage.step = "the end";
    nothing_left();
    shard_destroy(stage.shard);
}
