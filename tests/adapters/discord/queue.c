#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "queue.h"

static struct queue_item *item_of(struct queue *queue, const char *name)
{
    for (unsigned i = 0; i < queue->count; i++) {
        if (strcmp(queue->items[i].name, name) == 0)
            return &queue->items[i];
    }
    fail_msg("at '%s' no request %s", queue->step, name);
    return NULL;
}

static void put(struct queue *queue, bool wanted)
{
    static const char classes[] = "ahti";
    char class, route[160], major[64], life[16] = "";
    assert_true(queue->count < QUEUE_NAMES);
    struct queue_item *item = &queue->items[queue->count];
    int fields =
        sscanf(queue->step + 2, "%15s %c %159s %63s %15s", item->name, &class, route, major, life);
    assert_in_range(fields, 4, 5);
    const char *row = strchr(classes, tolower((unsigned char)class));
    assert_non_null(row);
    const struct limits_request request = {
        .route = route,
        .major = strcmp(major, "-") == 0 ? NULL : major,
        .class = (enum limits_class)(row - classes),
        .token = isupper((unsigned char)class),
        .deadline = *life != '\0' ? queue->now + strtoul(life, NULL, 10) : UINT64_MAX,
    };
    item->job = limits_put(queue->limits, &request, item, queue->now);
    if (wanted)
        assert_non_null(item->job);
    else
        assert_null(item->job);
    queue->count += wanted;
}

static void expect_next(struct queue *queue)
{
    const char *wanted = queue->step[1] != '\0' ? queue->step + 2 : "";
    struct limits_job *job = limits_take(queue->limits, queue->now);
    const struct queue_item *item = job ? limits_owner(job) : NULL;
    if (strcmp(item ? item->name : "", wanted) != 0)
        fail_msg("at '%s' goes: %s", queue->step, item ? item->name : "none");
    assert_true(!item || item->job == job);
}

/* The value of the pair "KEY=VALUE" whose key stands for that header, among those that `arg` lists
 * up to a NULL. */
static const char *value_of(const void *arg, const char *name)
{
    static const char *const names[] = {
        ['b'] = "X-RateLimit-Bucket",    ['l'] = "X-RateLimit-Limit",
        ['r'] = "X-RateLimit-Remaining", ['a'] = "X-RateLimit-Reset-After",
        ['t'] = "Retry-After",           ['s'] = "X-RateLimit-Scope",
        ['g'] = "X-RateLimit-Global",
    };
    for (char *const *pair = arg; *pair; pair++) {
        const char *known = names[(unsigned char)**pair];
        assert_non_null(known);
        if (strcmp(known, name) == 0)
            return *pair + 2;
    }
    return NULL;
}

/* "NAME STATUS [KEY=VALUE...] [| BODY]" */
static enum limits_fate feed(struct queue *queue)
{
    char text[400];
    snprintf(text, sizeof(text), "%s", queue->step + 2);
    char *body = strstr(text, " | ");
    if (body) {
        *body = '\0';
        body += 3;
    }
    char *rest = text;
    struct queue_item *item = item_of(queue, strtok_r(rest, " ", &rest));
    struct api_response answer;
    api_response_init(&answer, (unsigned)strtoul(strtok_r(NULL, " ", &rest), NULL, 10));
    char *pairs[8] = {NULL};
    for (unsigned i = 0; i < 7 && (pairs[i] = strtok_r(NULL, " ", &rest)); i++) {
    }
    api_response_headers(&answer, value_of, pairs);
    if (body)
        api_response_body(&answer, body, strlen(body));
    return limits_done(queue->limits, item->job, &answer, queue->now);
}

static enum limits_fate again(struct queue *queue)
{
    char name[16];
    unsigned long wait;
    assert_int_equal(sscanf(queue->step + 2, "%15s %lu", name, &wait), 2);
    return limits_again(queue->limits, item_of(queue, name)->job, wait, queue->now);
}

static void expect_drop(struct queue *queue)
{
    static const char *const reasons[] = {[LIMITS_LATE] = "late", [LIMITS_REFUSED] = "refused"};
    enum limits_reason reason = LIMITS_LATE;
    char said[32] = "";
    const struct queue_item *item = limits_drop(queue->limits, queue->now, &reason);
    if (item)
        snprintf(said, sizeof(said), " %s %s", item->name, reasons[reason]);
    if (strcmp(said, queue->step + 1) != 0)
        fail_msg("at '%s' dropped:%s", queue->step, said);
}

static void expect_due(struct queue *queue)
{
    uint64_t due = limits_due(queue->limits);
    char said[32] = "@";
    if (due != UINT64_MAX)
        snprintf(said, sizeof(said), "@%" PRIu64, due > queue->now ? due - queue->now : 0);
    assert_string_equal(said, queue->step);
}

static void expect_trouble(struct queue *queue)
{
    const char *why = limits_trouble(queue->limits, queue->now);
    assert_string_equal(why ? why : "", queue->step[1] != '\0' ? queue->step + 2 : "");
}

static void look(struct queue *queue)
{
    switch (*queue->step) {
    case '>':
        expect_next(queue);
        break;
    case '-':
        expect_drop(queue);
        break;
    case '@':
        expect_due(queue);
        break;
    case '?':
        expect_trouble(queue);
        break;
    default:
        fail_msg("no such step: %s", queue->step);
    }
}

static void act(struct queue *queue)
{
    switch (*queue->step) {
    case 'p':
    case 'P':
        put(queue, *queue->step == 'p');
        break;
    case '<':
        assert_int_equal(feed(queue), LIMITS_DONE);
        break;
    case '~':
        assert_int_equal(feed(queue), LIMITS_AGAIN);
        break;
    case '!':
        assert_int_equal(feed(queue), LIMITS_GIVEN_UP);
        break;
    case 'r':
        assert_int_equal(again(queue), LIMITS_AGAIN);
        break;
    case 'R':
        assert_int_equal(again(queue), LIMITS_GIVEN_UP);
        break;
    case 'm':
        limits_make(queue->limits, item_of(queue, queue->step + 2)->job);
        break;
    case 'M':
        limits_made(queue->limits, item_of(queue, queue->step + 2)->job);
        break;
    case 'c':
        limits_cancel(queue->limits, item_of(queue, queue->step + 2)->job);
        break;
    case '+':
        queue->now += strtoul(queue->step + 1, NULL, 10);
        break;
    default:
        look(queue);
    }
}

void queue_run(struct queue *queue, const char *const *steps)
{
    for (; *steps; steps++) {
        queue->step = *steps;
        act(queue);
    }
}

void queue_open(struct queue *queue, uint32_t invalid_max)
{
    *queue = (struct queue){.limits = limits_create(invalid_max), .now = 1000000};
    assert_non_null(queue->limits);
}

void queue_end(struct queue *queue)
{
    limits_destroy(queue->limits);
}
