/* What the writer remembers of people and channels: how much of it, and of whom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "storage/sql/sql_known.h"

enum { SEASON = 8100 };

static struct store_identity nick(const char *name, const char *mark)
{
    return (struct store_identity){"libera", name, name, false, mark};
}

static void put(struct known *known, const struct store_identity *who, int64_t identity)
{
    struct standing standing = {.settled = true, .rounds = identity};
    strcpy(standing.own.records.set, "classic");
    known_put(known, who, SEASON, &(struct met){identity, identity + 1}, &standing);
}

/* 0: not known. */
static int64_t find(const struct known *known, const struct store_identity *who)
{
    struct met met;
    struct standing standing;
    if (!known_find(known, who, "classic", SEASON, &met, &standing))
        return 0;
    assert_true(standing.remembered);
    assert_int_equal(standing.rounds, met.identity);
    return met.identity;
}

static void people_are_known_as_they_were(void **state)
{
    struct known known = {NULL, NULL};
    struct met met;
    struct standing standing;
    const struct store_identity alice = nick("alice", "here"), moved = nick("alice", "there");
    struct store_identity account = nick("alice", NULL), renamed = alice;
    (void)state;
    account.verified = true;
    renamed.name = "Alice";
    put(&known, &alice, 7);
    assert_int_equal(find(&known, &alice), 7);
    assert_int_equal(find(&known, &moved), 0);
    assert_int_equal(find(&known, &account), 0);
    assert_int_equal(find(&known, &renamed), 0);
    assert_false(known_find(&known, &alice, "flex", SEASON, &met, &standing));
    assert_false(known_find(&known, &alice, "classic", SEASON + 1, &met, &standing));
    put(&known, &moved, 8); /* one entry for each nick */
    assert_int_equal(find(&known, &alice), 0);
    assert_int_equal(find(&known, &moved), 8);
    known_drop(&known, &alice);
    assert_int_equal(find(&known, &moved), 0);
    known_forget(&known);
}

static void so_much_is_remembered(void **state)
{
    struct known known = {NULL, NULL};
    char name[24];
    (void)state;
    for (int64_t i = 1; i <= KNOWN_PEOPLE + 10; i++) {
        snprintf(name, sizeof(name), "p%d", (int)i);
        const struct store_identity who = nick(name, NULL);
        put(&known, &who, i);
    }
    const struct store_identity gone = nick("p10", NULL), stays = nick("p11", NULL);
    assert_int_equal(find(&known, &gone), 0);
    assert_int_equal(find(&known, &stays), 11);
    for (int64_t i = 1; i <= KNOWN_CHANNELS + 10; i++) {
        snprintf(name, sizeof(name), "#c%d", (int)i);
        known_put_scopes(&known, "libera", name, (const int64_t[]){i, i, i});
    }
    assert_null(known_scopes(&known, "libera", "#c10"));
    assert_int_equal(known_scopes(&known, "libera", "#c11")[0], 11);
    known_forget(&known);
    assert_int_equal(find(&known, &stays), 0);
    assert_null(known_scopes(&known, "libera", "#c11"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_known_as_they_were),
        cmocka_unit_test(so_much_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
