/* What people read when there is no memory for a document that their page shows: that it cannot be
 * made now, never that there is no such page, or that they asked for something strange. */
#include "base/array.h"
#include "tests/bot/documents.h"

static bool counts;     /* allocations for documents fail when none is left */
static unsigned left;   /* how many still succeed */
static unsigned failed; /* how many have failed */

static void *allocate(size_t size)
{
    if (!counts || left > 0) {
        left -= counts;
        return malloc(size);
    }
    failed++;
    return NULL;
}

/* Asks while only `most` parts of documents have memory. False: that was enough. */
static bool look_short(const char *address, unsigned most, unsigned *status)
{
    left = most;
    failed = 0;
    counts = true;
    const struct page *page = script_look(scene.adapter, address, NULL, WAIT);
    counts = false;
    assert_non_null(page);
    *status = page->status;
    snprintf(body, sizeof(body), "%s", page->body != NULL ? page->body : "");
    return failed > 0;
}

/* `whole`: the status of the page if there is enough. */
static void expect_503(const char *address, unsigned whole)
{
    unsigned most = 0;
    for (unsigned status = 0; look_short(address, most, &status); most++) {
        if (status != 503 || strstr(body, "<h1>Not just now</h1>") == NULL)
            fail_msg("%s with %u: %u %s", address, most, status, body);
    }
    assert_true(most > 3);
    assert_int_equal(look(address), whole);
}

/* A page that leaves out some of its documents if they cannot be made. */
static void expect_503_or_less(const char *address)
{
    unsigned most = 0;
    for (unsigned status = 0; look_short(address, most, &status); most++) {
        if (status == 200 ? strstr(body, "<main") == NULL || strstr(body, "did not work") != NULL
                          : status != 503 || strstr(body, "Not just now") == NULL)
            fail_msg("%s with %u: %u %s", address, most, status, body);
    }
    assert_true(most > 3);
}

static void a_page_without_memory_is_to_be_tried_again(void **state)
{
    (void)state;
    cJSON_Hooks hooks = {.malloc_fn = allocate, .free_fn = free};
    cJSON_InitHooks(&hooks);
    begin(SCENE_MEMORY);
    scene_do(&scene, "alice", "!set channel web watch");
    int64_t round = play_a_round();
    char address[4][ADDRESS];
    look("/api/1/search?q=bob");
    snprintf(address[0], ADDRESS, "/players/%lld",
             (long long)number_of(cJSON_GetArrayItem(member(answered, "players"), 0), "player"));
    snprintf(address[1], ADDRESS, "/rounds/%lld", (long long)round);
    snprintf(address[2], ADDRESS, "/tables/%lld", (long long)scene_table(&scene)->id);
    snprintf(address[3], ADDRESS, "/boards/%s/#table", network);
    const char *const addresses[] = {address[0], address[1],      address[2], address[3],
                                     "/boards",  "/boards?q=bob", "/channels"};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++)
        expect_503(addresses[i], 200);
    snprintf(address[0], ADDRESS, "/channels/%s/#table", network);
    expect_503_or_less(address[0]);
    expect_503_or_less("/");
    expect_503("/boards/nowhere?window=day", 404); /* asks for two documents */
    cJSON_InitHooks(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_page_without_memory_is_to_be_tried_again),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
