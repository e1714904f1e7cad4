/* One suite for all stores: what store.h promises to keep. */
#include "database_fixture.h"
#include "storage/web_query.h"
#include "tests/doubles/memory/memory.h"

/* What a load gave, as text to compare. */
struct dump {
    char text[4096];
};

static void add_line(struct dump *dump, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_line(struct dump *dump, const char *format, ...)
{
    size_t length = strlen(dump->text);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(dump->text + length, sizeof(dump->text) - length, format, args);
    va_end(args);
    assert_true(more >= 0 && (size_t)more < sizeof(dump->text) - length);
}

static bool dump_table(void *arg, const struct store_table *table)
{
    add_line(arg, "%d %s %s %s\n", (int)table->id, table->network, table->channel, table->state);
    return true;
}

static bool dump_setting(void *arg, const char *scope, const char *key, const char *value)
{
    add_line(arg, "%s %s %s\n", scope, key, value);
    return true;
}

static bool dump_round(void *arg, const struct store_round *round)
{
    struct store_round same = a_round(round->id);
    assert_int_equal(round->table, same.table);
    assert_string_equal(round->network, same.network);
    assert_string_equal(round->channel, same.channel);
    assert_string_equal(round->set, same.set);
    assert_string_equal(round->setup, same.setup);
    assert_int_equal(round->rules_version, same.rules_version);
    assert_int_equal(round->started_at, same.started_at);
    assert_memory_equal(round->secret, same.secret, sizeof(same.secret));
    assert_memory_equal(round->commitment, same.commitment, sizeof(same.commitment));
    assert_true(round->deal_hash == same.deal_hash);
    add_line(arg, "round %d\n", (int)round->id);
    return true;
}

static bool dump_action(void *arg, const struct store_action *action)
{
    char text[16];
    struct store_action same = an_action(action->round, action->seq, text);
    assert_string_equal(action->text, same.text);
    assert_int_equal(action->at, same.at);
    assert_true(action->hash == same.hash);
    add_line(arg, "%d.%u\n", (int)action->round, action->seq);
    return true;
}

static void tables_and_settings_come_back(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_next_table_id(f->store), 1);
    store_put_table(f->store, &(struct store_table){2, "net", "#b", "two"});
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "one"});
    store_put_table(f->store, &(struct store_table){3, "net", "#c", "three"});
    store_put_setting(f->store, "daemon", "motd", "d\u00e9fi");
    store_put_setting(f->store, "channel:net:#a", "lang", "fr");
    store_put_setting(f->store, "channel:net:#a", "theme", "plain");
    commit(f);
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "changed"});
    store_close_table(f->store, 3);
    store_put_setting(f->store, "channel:net:#a", "lang", "en");
    store_put_setting(f->store, "channel:net:#a", "theme", NULL);
    store_put_setting(f->store, "channel:net:#a", "never", NULL);
    commit(f);
    reopen(f);

    struct dump dump = {""};
    assert_true(store_load_tables(f->store, dump_table, &dump));
    assert_string_equal(dump.text, "1 net #a changed\n2 net #b two\n");
    assert_int_equal(store_next_table_id(f->store), 4); /* a closed one's id never comes again */
    dump.text[0] = '\0';
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "channel:net:#a lang en\ndaemon motd d\u00e9fi\n");
}

static void unfinished_rounds_come_back(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_next_round_id(f->store), 1);
    struct store_round rounds[] = {a_round(1), a_round(2), a_round(3)};
    for (int i = 2; i >= 0; i--)
        store_begin_round(f->store, &rounds[i]);
    append(f, 1, 1, 3);
    append(f, 3, 1, 1);
    commit(f);
    append(f, 1, 4, 4);
    append(f, 2, 1, 5);
    append(f, 3, 2, 2);
    commit(f);
    store_end_round(f->store,
                    &(struct store_round_end){.round = 2, .ended_at = noon, .outcome = "blocked"});
    commit(f);
    reopen(f);
    struct dump dump = {""};
    assert_true(store_load_rounds(f->store, dump_round, dump_action, &dump));
    assert_string_equal(dump.text, "round 1\n1.1\n1.2\n1.3\n1.4\nround 3\n3.1\n3.2\n");
    assert_int_equal(store_next_round_id(f->store), 4);
}

static bool stop(void *arg, const struct store_table *table)
{
    (void)table;
    ++*(unsigned *)arg;
    return false;
}

static bool stop_action(void *arg, const struct store_action *action)
{
    (void)arg;
    return action->seq < 2;
}

static void a_load_can_be_stopped(void **state)
{
    struct fixture *f = *state;
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "one"});
    store_put_table(f->store, &(struct store_table){2, "net", "#b", "two"});
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    append(f, 1, 1, 3);
    commit(f);
    unsigned calls = 0;
    assert_false(store_load_tables(f->store, stop, &calls));
    assert_int_equal(calls, 1);
    struct dump dump = {""};
    assert_false(store_load_rounds(f->store, dump_round, stop_action, &dump));
}

static void batches_are_numbered(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_batch(f->store), 0);
    assert_int_equal(store_commit(f->store), 0);
    assert_int_equal(store_durable(f->store), 0);
    store_put_setting(f->store, "daemon", "a", "1");
    assert_int_equal(store_batch(f->store), 1);
    store_put_setting(f->store, "daemon", "b", "1");
    assert_int_equal(store_batch(f->store), 1);
    assert_int_equal(store_commit(f->store), 1);
    assert_int_equal(store_commit(f->store), 1);
    assert_int_equal(store_batch(f->store), 1);
    for (uint64_t i = 2; i <= 300; i++) {
        store_put_setting(f->store, "daemon", "a", "2");
        assert_int_equal(store_commit(f->store), i);
    }
    commit(f); /* the fixture checks that each is announced once and in order */
    assert_int_equal(store_durable(f->store), 300);
}

static void text_is_copied(void **state)
{
    struct fixture *f = *state;
    size_t size = 100000; /* more than a chunk of a batch */
    char *text = malloc(size);
    memset(text, 'x', size - 1);
    text[size - 1] = '\0';
    store_put_table(f->store, &(struct store_table){1, "net", "#a", text});
    char key[] = "key", value[] = "value";
    store_put_setting(f->store, "daemon", key, value);
    memset(text, 'y', size - 1);
    key[0] = value[0] = '?';
    commit(f);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon key value\n");
    unsigned calls = 0;
    store_load_tables(f->store, stop, &calls);
    assert_int_equal(calls, 1);
    free(text);
}

static void closing_saves_what_was_gathered(void **state)
{
    struct fixture *f = *state;
    store_put_setting(f->store, "daemon", "a", "1");
    store_commit(f->store);
    store_put_setting(f->store, "daemon", "b", "2");
    reopen(f);
    if (f->kind == MEMORY)
        commit(f);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon a 1\ndaemon b 2\n");
    assert_true(store_close(NULL));
}

/* -- what a round is proven by, when it is over -- */

struct replay {
    struct fixture *f;
    bool ok, found;
    char setup[32], actions[64];
};

static void on_replay(void *arg, bool ok, bool found, const struct store_replay *replay)
{
    struct replay *got = arg;
    got->ok = ok;
    got->found = found && replay->played.kept;
    snprintf(got->setup, sizeof(got->setup), "%s", got->found ? replay->played.setup : "");
    snprintf(got->actions, sizeof(got->actions), "%s", got->found ? replay->actions : "");
    loop_stop(got->f->loop);
}

static const struct replay *ask_replay(struct fixture *f, int64_t round)
{
    static struct replay replay;
    replay = (struct replay){.f = f};
    store_ask_replay(f->store, round, on_replay, &replay);
    loop_run(f->loop);
    assert_true(replay.ok);
    return &replay;
}

static void a_replay_is_of_a_round_that_ended(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 40, true);
    struct store_round running = a_round(2);
    play(f, 1, "#cards", noon, true, &result, 1);
    store_begin_round(f->store, &running);
    append(f, 2, 1, 2);
    commit(f);
    reopen(f);
    const struct replay *replay = ask_replay(f, 1);
    assert_true(replay->found);
    assert_string_equal(replay->setup, "seats=a,b");
    assert_string_equal(replay->actions, "p1 r2\np2 r3\np3 r4\n");
    assert_false(ask_replay(f, 2)->found);
    assert_false(ask_replay(f, 3)->found);
}

/* -- failures on demand -- */

/* From now on no setting can be written, or each can again. */
static void be_refused(struct fixture *f, bool fails)
{
    if (f->kind == MEMORY)
        store_memory_fail(f->store, fails);
    else
        raw(f, fails ? "ALTER TABLE setting RENAME TO away" : "ALTER TABLE away RENAME TO setting");
}

static void a_failed_batch_stays_first(void **state)
{
    struct fixture *f = *state;
    be_refused(f, true);
    store_put_setting(f->store, "daemon", "a", "1");
    store_commit(f->store);
    f->wanted_troubles = 1;
    loop_run(f->loop);
    assert_non_null(strstr(f->trouble, f->kind == MEMORY ? "memory: told to fail" : "setting"));
    assert_int_equal(store_durable(f->store), 0);
    store_put_setting(f->store, "daemon", "a", "2");
    be_refused(f, false);
    commit(f);
    assert_int_equal(store_durable(f->store), 2);
    assert_int_equal(f->troubles, 1);
    assert_int_equal(f->overs, 1);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon a 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(tables_and_settings_come_back),
        EACH(unfinished_rounds_come_back),
        EACH(a_load_can_be_stopped),
        EACH(batches_are_numbered),
        EACH(text_is_copied),
        EACH(closing_saves_what_was_gathered),
        EACH(a_replay_is_of_a_round_that_ended),
        EACH(a_failed_batch_stays_first),
    };
    return RUN_ON_EACH(tests);
}
