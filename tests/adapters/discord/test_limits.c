/* What may go to Discord's REST API and when, as transcripts; and its bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/global_limit.h"
#include "queue.h"

/* -- buckets -- */

/* One at a time, in order; another channel does not wait for it. */
QUEUE(test_order, "@", "p a1 t post 1", "p a2 t post 1", "p b1 t post 2", "@0", "> a1", "> b1", ">",
      "@", "< a1 200", "@0", "> a2", ">", "< b1 200", "< a2 200", ">", "@")

/* Before anything is known each route is alone; then what has a hash belongs together. */
QUEUE(test_hash, "p a t post 1", "p b t patch 1", "> a", "> b", ">", "< a 200 b=H l=2 r=1 a=2",
      "< b 200 b=H l=2 r=0 a=2", "p c t post 1", "p d t patch 1", "p e t patch 2", "> e", ">",
      "@2000", "+1999", ">", "+1", "> c", ">", "< c 200 b=H l=2 r=1 a=2", "> d", ">")
/* Two routes of which one learns what the other knows: all that waited waits there, in order. */
QUEUE(test_merge, "p a t post 1", "> a", "< a 200 b=H l=1 r=0 a=5", "p b t patch 1",
      "p c t patch 1", "p d t post 1", "> b", "< b 200 b=H l=1 r=0 a=4", ">", "@4000", "+4000",
      "> d", "< d 200 b=H l=1 r=0 a=3", "@3000", "+3000", "> c")
/* What waits behind a request of an unlearnt route stays behind it. */
QUEUE(test_merge_late, "p a t post 1", "p b t post 2", "p c t post 1", "> a", "> b",
      "< b 200 b=H l=5 r=4 a=5", "p d t post 1", ">", "< a 200 b=H l=5 r=4 a=5", "> c",
      "< c 200 b=H l=5 r=3 a=5", "> d")
/* Guilds, channels and webhooks with token are counted apart; requests without are one. */
QUEUE(test_major, "p a t post 1", "> a", "< a 200 b=H l=1 r=0 a=9", "p b t post 1", "p c t post 2",
      "p d t post 2/token", "p e i get -", "p f i get -", "> c", "> d", "> e", ">")
/* A bucket that gets another hash. */
QUEUE(test_rehash, "p a t post 1", "> a", "< a 200 b=H l=5 r=4 a=9", "p b t post 1", "> b",
      "< b 200 b=J l=1 r=0 a=9", "p c t post 1", ">", "@9000")
/* What has passed counts no more, even if nothing was heard since. */
QUEUE(test_window, "p a t post 1", "> a", "< a 200 b=H l=2 r=0 a=1.0001", "p b t post 1", "@1001",
      "+1001", "> b", "< b 0", "p c t post 1", "> c", "< c 500", "p d t post 1", "> d")
QUEUE(test_headers_wrong, "p a t post 1", "> a", "< a 200 b=H l=0 r=0 a=9", "p b t post 1", "> b",
      "< b 200 b=H l=-1 r=0 a=9", "p c t post 1", "> c", "< c 200 b=H l=1 r=0 a=x", "p d t post 1",
      "> d", "< d 200 b=H l=1 r=0", "p e t post 1", "> e", "< e 200 b=H l=1 r=0 a=99999999",
      "p f t post 1", "@86400000")

/* -- priorities -- */

QUEUE(test_classes, "p i1 i get 1", "p t1 t post 1", "p h1 h patch 1", "p A1 A cb 1", "> A1",
      "> h1", "> t1", "> i1")
/* In one bucket, too; and a full table does not hold up an answer. */
QUEUE(test_classes_bucket, "p t1 t post 1", "p t2 t post 1", "p h1 h post 1", "> h1", ">",
      "p A1 A cb 9", "> A1", "< h1 200", "> t1", "< t1 200", "> t2")
/* The buckets take turns. */
QUEUE(test_turns, "p a1 t post 1", "p a2 t post 1", "p b1 t post 2", "p b2 t post 2", "> a1",
      "< a1 200", "> b1", "< b1 200", "> a2", "< a2 200", "> b2")

/* Boards whose files are made hold up other boards, but not a hand; their channels stay busy. */
static void test_making(void **state)
{
    (void)state;
    struct queue queue;
    queue_open(&queue, 0);
    for (unsigned i = 0; i <= LIMITS_FLYING; i++) {
        char major[16];
        snprintf(major, sizeof(major), "%u", i);
        const struct limits_request request = {
            .route = "post", .major = major, .class = LIMITS_TABLE, .deadline = UINT64_MAX};
        assert_non_null(limits_put(queue.limits, &request, NULL, queue.now));
    }
    struct limits_job *first = limits_take(queue.limits, queue.now);
    limits_make(queue.limits, first);
    for (unsigned i = 1; i < LIMITS_FLYING; i++)
        limits_make(queue.limits, limits_take(queue.limits, queue.now));
    queue_run(&queue, (const char *[]){">", "@", "p h h patch 1", "> h", "m h", "p i h patch 1",
                                       ">", "M h", "< h 200", "> i", NULL});
    struct api_response answer;
    api_response_init(&answer, 200);
    limits_made(queue.limits, first);
    assert_null(limits_take(queue.limits, queue.now));
    assert_int_equal(limits_done(queue.limits, first, &answer, queue.now), LIMITS_DONE);
    queue_run(&queue, (const char *[]){"< i 200", NULL});
    assert_non_null(limits_take(queue.limits, queue.now));
    queue_end(&queue);
}

/* -- 429 -- */

/* The body is more exact than the header, the request is the first again, others go on. */
QUEUE(test_429, "p a t post 1", "p b t post 1", "p c t post 2", "> a", "> c",
      "~ a 429 b=H l=5 r=0 a=1.2 t=2 s=user | {\"retry_after\":1.25,\"global\":false}", ">",
      "@1250", "+1250", "> a", ">", "< a 200 b=H l=5 r=4 a=5", "> b")
QUEUE(test_429_header, "p a t post 1", "> a", "~ a 429 b=H t=2", "@2000", "+2000", "> a",
      "~ a 429 b=H t=0", "@1", "+1", "> a", "~ a 429 b=H t=-4", "@5000", "+5000", "> a",
      "~ a 429 b=H l=5 r=0 a=3", "@3000")
QUEUE(test_429_often, "p a t post 1", "p b t post 1", "> a", "~ a 429 b=H t=1", "+1000", "> a",
      "~ a 429 b=H t=1", "+1000", "> a", "~ a 429 b=H t=1", "+1000", "> a", "~ a 429 b=H t=1",
      "+1000", "> a", "! a 429 b=H t=1", "@1000", "+1000", "> b", "< b 200")
QUEUE(test_429_late, "p a A cb 1 3000", "> a", "! a 429 b=H t=3", "@", "-")
QUEUE(test_429_shared, "p a t post 1", "> a",
      "~ a 429 b=H s=shared t=9 | {\"retry_after\":0.5,\"global\":false}", "@500")
/* Global: everything but what goes by an interaction's token. */
QUEUE(test_429_global, "p a t post 1", "p b t post 2", "p H H hook 3", "> H", "> a",
      "~ a 429 g=true s=global t=3 | {\"retry_after\":2.5,\"global\":true}", "p C A cb 4", "> C",
      ">", "@2500", "+2500", "> b", "> a")
QUEUE(test_429_global_header, "p a t post 1", "> a", "~ a 429 b=H g=true t=3", "p b t post 2", ">",
      "@3000")
/* HTML from the edge: nothing at all. */
QUEUE(test_429_edge, "p a t post 1", "> a", "?",
      "~ a 429 t=7 | <html><body>error code: 1015</body></html>", "p C A cb 4", ">", "@7000",
      "? Discord's edge blocks us: nothing is sent for a while", "+7000", "?", "> C", "> a",
      "~ a 429 | <html>", "p b t post 2", ">", "@60000")

/* -- too late, taken back, repeated, refused -- */

QUEUE(test_late, "p a A cb 1 2800", "p b A cb 1 2800", "p c A cb 1 5000", "p d h hook 1 9000",
      "> a", "> d", "@2800", "-", "+2799", "-", "+1", "@0", "- b late", "-", "@2200", "< a 200",
      "> c", "< c 200", "< d 200", "-", "@", "p e i get 1 100", "+100", ">", "- e late")
QUEUE(test_cancel, "p a t post 1", "p b t post 1", "p c t post 1", "p d t post 2 100", "c b", "> d",
      "> a", "< a 200", "> c", "p e t post 3 50", "+50", "@0", ">", "c e", "-", "@")
QUEUE(test_again, "p a t post 1", "p b t post 1", "> a", "r a 1000", ">", "@1000", "+1000", "> a",
      "r a 1", "+1", "> a", "r a 1", "+1", "> a", "r a 1", "+1", "> a", "R a 1", "+1", "> b",
      "< b 200", "p c A cb 2 2800", "> c", "R c 2800", "p d A cb 3 2800", "> d", "r d 2799")
/* After a 401 nobody asks any more; an expired interaction's 401 is no such. */
QUEUE(test_401, "p a H hook 1", "> a", "< a 401 | {\"message\":\"x\",\"code\":50027}", "?",
      "p b t post 1", "p c t post 1", "p d A cb 1", "p e t post 2 70", "p f t post 3", "> d", "> b",
      "> e", "> f", "< b 401 | {\"message\":\"401: Unauthorized\",\"code\":0}",
      "? Discord does not accept the token (401)", "@0", ">", "- c refused", "-", "@",
      "P g t post 1", "R e 5", "! f 429 b=H t=1", "< d 200")

/* -- for all together -- */

/* Fifty a second; answers of interactions beside them. */
static void test_global(void **state)
{
    (void)state;
    struct queue queue;
    struct api_response answer;
    char major[16];
    unsigned sent = 0, in_second = 0;
    queue_open(&queue, 0);
    api_response_init(&answer, 200);
    for (unsigned i = 0; i < 200; i++) {
        snprintf(major, sizeof(major), "%u", i);
        const struct limits_request request = {
            .route = "post", .major = major, .class = LIMITS_TABLE, .deadline = UINT64_MAX};
        assert_non_null(limits_put(queue.limits, &request, NULL, queue.now));
    }
    uint64_t start = queue.now;
    while (limits_waiting(queue.limits) > 0) {
        queue.now = limits_due(queue.limits) > queue.now ? limits_due(queue.limits) : queue.now;
        struct limits_job *job = limits_take(queue.limits, queue.now);
        assert_non_null(job);
        assert_int_equal(limits_done(queue.limits, job, &answer, queue.now), LIMITS_DONE);
        sent++;
        in_second += queue.now - start < 1000;
    }
    assert_int_equal(sent, 200);
    assert_int_equal(in_second, 50);
    assert_in_range(queue.now - start, 3 * 1000, 3 * GLOBAL_LIMIT_SECOND);
    queue_run(&queue,
              (const char *[]){"p a t post 1", "p C A cb 1", "> C", ">", "+1250", "> a", NULL});
    queue_end(&queue);
}

/* Refused posts stop posts long before the ban, until they are ten minutes old, and never answers
 * to interactions; refused answers stop those alone. */
static void test_invalid(void **state)
{
    (void)state;
    struct queue queue;
    queue_open(&queue, 5); /* three of posts, two of answers */
    queue_run(
        &queue,
        (const char *[]){
            "p a t post 1",
            "> a",
            "< a 403",
            "+300000",
            "p b t post 1",
            "> b",
            "< b 404",
            "p c t post 1",
            "> c",
            "~ c 429 b=H s=shared t=1",
            "+1000",
            "> c",
            "< c 200",
            "p d t post 1",
            "> d",
            "~ d 429 b=H t=1",
            "+1000",
            "> d",
            "?",
            "< d 403",
            "? too many requests were refused: nothing is posted for a while, or Discord bans us",
            "p e t post 2",
            ">",
            "p f H hook 1",
            "> f",
            "< f 401",
            "p g A cb 1",
            "> g",
            "< g 403",
            "p h A cb 2",
            ">",
            "@308000",
            "+307999",
            ">",
            "+1",
            "? too many answers were refused: nobody is answered for a while, or Discord bans us",
            "> e",
            "< e 200",
            "+300000",
            "?",
            "> h",
            NULL});
    queue_end(&queue);
}

static void test_guard(void **state)
{
    (void)state;
    struct global_limit limit;
    global_limit_init(&limit, 0);
    uint32_t posts = limit.invalid[AUTH_BOT].most;
    assert_int_equal(posts + limit.invalid[AUTH_INTERACTION].most, GLOBAL_LIMIT_INVALID);
    uint64_t now = UINT64_C(1) << 40;
    for (unsigned i = 0; i < 100000; i++) {
        global_limit_tick(&limit, now);
        if (global_limit_invalid_due(&limit, AUTH_BOT) <= now)
            global_limit_invalid(&limit, AUTH_BOT, now);
        assert_true(limit.invalid[AUTH_BOT].sum <= posts);
        assert_true(global_limit_invalid_due(&limit, AUTH_INTERACTION) == 0);
        now += 50;
    }
    assert_in_range(limit.invalid[AUTH_BOT].sum, posts - 300, posts);
    global_limit_tick(&limit, now + 3600000);
    assert_int_equal(limit.invalid[AUTH_BOT].sum, 0);
    assert_true(global_limit_invalid_due(&limit, AUTH_BOT) == 0);
}

/* What was refused before a restart counts on. */
static void test_guard_recalls(void **state)
{
    (void)state;
    struct global_limit limit;
    uint64_t now = UINT64_C(1) << 40;
    global_limit_init(&limit, 100);
    global_limit_recall(&limit, AUTH_BOT, 59, now);
    assert_true(global_limit_invalid_due(&limit, AUTH_BOT) == 0);
    global_limit_invalid(&limit, AUTH_BOT, now);
    assert_true(global_limit_invalid_due(&limit, AUTH_BOT) > now + 590000);
    global_limit_tick(&limit, now + 620000);
    assert_int_equal(limit.invalid[AUTH_BOT].sum, 0);
}

/* -- bounds -- */

static unsigned fill(struct limits *limits, enum limits_class class, unsigned majors)
{
    char major[16];
    unsigned taken = 0;
    for (unsigned i = 0; i < 2 * LIMITS_WAITING; i++) {
        snprintf(major, sizeof(major), "%u", i % majors);
        const struct limits_request request = {
            .route = "post", .major = major, .class = class, .deadline = 100000};
        taken += limits_put(limits, &request, &taken, 0) != NULL;
    }
    return taken;
}

static void test_bounds(void **state)
{
    (void)state;
    struct limits *limits = limits_create(0);
    assert_non_null(limits);
    assert_int_equal(fill(limits, LIMITS_TABLE, 1), LIMITS_WAITING_BUCKET);
    assert_int_equal(fill(limits, LIMITS_INFO, 100), LIMITS_WAITING / 4 - LIMITS_WAITING_BUCKET);
    assert_int_equal(fill(limits, LIMITS_TABLE, 100), LIMITS_WAITING / 2);
    assert_int_equal(fill(limits, LIMITS_CALLBACK, 100), LIMITS_WAITING / 4);
    assert_int_equal(limits_waiting(limits), LIMITS_WAITING);
    unsigned flying = 0;
    struct limits_job *jobs[3 * LIMITS_FLYING];
    while ((jobs[flying] = limits_take(limits, flying * 1000)))
        flying++;
    assert_int_equal(flying, 2 * LIMITS_FLYING); /* answers; others would stop at half */
    assert_int_equal(limits_due(limits), 100000);
    enum limits_reason reason;
    unsigned dropped = 0;
    while (limits_drop(limits, 100000, &reason))
        dropped++;
    assert_int_equal(dropped + flying, LIMITS_WAITING);
    assert_int_equal(limits_waiting(limits), 0);
    limits_destroy(limits); /* with some under way */
}

/* Thousands of interactions leave nothing behind; a limit in force is not forgotten. */
static void test_many(void **state)
{
    (void)state;
    struct queue queue;
    struct api_response answer;
    queue_open(&queue, 0);
    api_response_init(&answer, 200);
    queue_run(&queue, (const char *[]){"p a t post 1", "> a", "< a 200 b=H l=1 r=0 a=60", NULL});
    for (unsigned i = 0; i < 3 * LIMITS_BUCKETS; i++) {
        char major[16];
        snprintf(major, sizeof(major), "%u", i);
        const struct limits_request request = {.route = "cb",
                                               .major = major,
                                               .class = LIMITS_CALLBACK,
                                               .token = true,
                                               .deadline = queue.now + 3000};
        struct limits_job *job = limits_put(queue.limits, &request, NULL, queue.now);
        assert_non_null(job);
        assert_ptr_equal(limits_take(queue.limits, queue.now), job);
        assert_int_equal(limits_done(queue.limits, job, &answer, queue.now), LIMITS_DONE);
        queue.now++;
    }
    queue_run(&queue, (const char *[]){"p b t post 1", ">", "@35424", NULL});
    queue_end(&queue);

    /* as many limits in force as it keeps: the next bucket is refused, until they pass */
    queue_open(&queue, 0);
    for (unsigned i = 0; i < LIMITS_BUCKETS; i++) {
        char major[16];
        snprintf(major, sizeof(major), "%u", i);
        const struct limits_request request = {
            .route = "hook", .major = major, .class = LIMITS_HAND, .token = true};
        struct limits_request own = request;
        own.deadline = UINT64_MAX;
        struct limits_job *job = limits_put(queue.limits, &own, NULL, queue.now);
        assert_non_null(job);
        assert_ptr_equal(limits_take(queue.limits, queue.now), job);
        api_response_init(&answer, 200);
        answer.limit = 1;
        answer.remaining = 0;
        answer.reset_after = 5000;
        assert_int_equal(limits_done(queue.limits, job, &answer, queue.now), LIMITS_DONE);
    }
    queue_run(&queue, (const char *[]){"P b H hook x", "p c H hook 7", ">", "+5000", "p d H hook x",
                                       "> c", "> d", NULL});
    queue_end(&queue);
}

/* Too many routes and too long names are refused, not cut. */
static void test_names(void **state)
{
    (void)state;
    struct limits *limits = limits_create(0);
    assert_non_null(limits);
    char text[LIMITS_MAJOR + 1];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    struct limits_request request = {
        .route = "post", .major = text, .class = LIMITS_TABLE, .deadline = UINT64_MAX};
    assert_null(limits_put(limits, &request, NULL, 0));
    request.major = text + 1;
    assert_non_null(limits_put(limits, &request, NULL, 0));
    request.route = text + LIMITS_MAJOR - LIMITS_ROUTE;
    assert_null(limits_put(limits, &request, NULL, 0));
    request.route++;
    struct limits_job *job = limits_put(limits, &request, text, 0);
    assert_non_null(job);
    assert_ptr_equal(limits_owner(job), text);
    unsigned taken = 2;
    for (unsigned i = 0; i < 2 * LIMITS_ROUTES; i++) {
        char route[16];
        snprintf(route, sizeof(route), "r%u", i);
        request.route = route;
        taken += limits_put(limits, &request, NULL, 0) != NULL;
    }
    assert_int_equal(taken, LIMITS_ROUTES);
    limits_destroy(limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_merge_late),
        cmocka_unit_test(test_major),
        cmocka_unit_test(test_rehash),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_headers_wrong),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_classes_bucket),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_making),
        cmocka_unit_test(test_429),
        cmocka_unit_test(test_429_header),
        cmocka_unit_test(test_429_often),
        cmocka_unit_test(test_429_late),
        cmocka_unit_test(test_429_shared),
        cmocka_unit_test(test_429_global),
        cmocka_unit_test(test_429_global_header),
        cmocka_unit_test(test_429_edge),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_401),
        cmocka_unit_test(test_global),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_guard_recalls),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
