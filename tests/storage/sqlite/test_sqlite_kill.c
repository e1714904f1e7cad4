/* SIGKILL in the middle of writing: what was acknowledged is there, once, and the scores agree.
 *
 * The program starts itself as the writer (`test_sqlite_kill write PATH`), which tells on its
 * output what is durable; the test kills it at a random moment, opens the database and compares. */
#include <signal.h>
#include <sys/wait.h>

#include <sqlite3.h>

#include "storage/check/prove.h"
#include "storage/sqlite/sqlite.h"
#include "tests/storage/store_fixture.h"

enum { TABLES = 8, ACTIONS = 20, KILLS = 30, ROUNDS_MAX = 1 << 20 };

/* -- the writer -- */

struct ack {
    int64_t round;
    uint32_t seq; /* 0: the round has ended */
};

struct writer {
    struct loop *loop;
    struct store *store;
    int64_t next_round;
    struct {
        int64_t round;
        uint32_t seq;
    } tables[TABLES];
    struct ack acks[2 * TABLES]; /* of the batch under way */
    unsigned count;
    unsigned batches;
};

static void begin(struct writer *w, int table)
{
    w->tables[table].round = w->next_round++;
    w->tables[table].seq = 0;
    struct store_round round = a_round(w->tables[table].round);
    store_begin_round(w->store, &round);
}

/* Two accounts that are one person, and two again, while both win rounds. */
static void link_or_part(struct writer *w)
{
    const struct store_identity alice = {"net", "alice", "Alice", true, NULL};
    const struct store_identity bob = {"net", "bob", "Bob", true, NULL};
    if (w->batches % 6 == 2)
        store_link(w->store, &bob, &alice, 1772625600000);
    else if (w->batches % 6 == 5)
        store_part(w->store, &bob, 1772625600000);
}

static void write_batch(struct writer *w)
{
    w->count = 0;
    w->batches++;
    link_or_part(w);
    for (int t = 0; t < TABLES; t++) {
        int64_t round = w->tables[t].round;
        char text[16];
        struct store_action action = an_action(round, ++w->tables[t].seq, text);
        store_append(w->store, &action);
        w->acks[w->count++] = (struct ack){round, action.seq};
        if (action.seq < ACTIONS)
            continue;
        struct store_result result = t % 2 == 0 ? a_result(0, "alice", "Alice", 1, true)
                                                : a_result(0, "bob", "Bob", 1, true);
        store_end_round(w->store, &(struct store_round_end){.round = round,
                                                            .ended_at = 1772625600000,
                                                            .outcome = "won",
                                                            .counts = true,
                                                            .results = &result,
                                                            .result_count = 1});
        w->acks[w->count++] = (struct ack){round, 0};
        begin(w, t);
    }
    store_commit(w->store);
}

static void tell(void *arg, uint64_t batch)
{
    struct writer *w = arg;
    (void)batch;
    size_t size = w->count * sizeof(w->acks[0]); /* below PIPE_BUF: written whole */
    if (write(STDOUT_FILENO, w->acks, size) != (ssize_t)size)
        _exit(3);
    write_batch(w);
}

static int run_writer(const char *path)
{
    struct writer w = {.loop = loop_create()};
    struct fault why = {0};
    if (store_open_sqlite(&w.store, &(struct sqlite_setup){.path = path, .loop = w.loop}, &why) !=
        STORE_OK) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    store_set_owner(w.store, &(struct store_owner){tell, NULL, &w});
    w.next_round = store_next_round_id(w.store);
    for (int t = 0; t < TABLES; t++)
        begin(&w, t);
    write_batch(&w);
    loop_run(w.loop);
    return 0;
}

/* -- the test -- */

struct check {
    uint32_t acked[ROUNDS_MAX]; /* actions of each round that were acknowledged */
    bool ended[ROUNDS_MAX];
    int64_t first, last; /* rounds of the writer that was killed last */
    uint64_t total;
};
static struct check check;

static void take(const struct ack *ack)
{
    assert_in_range(ack->round, 1, ROUNDS_MAX - 1);
    if (ack->seq == 0)
        check.ended[ack->round] = true;
    else
        assert_int_equal(ack->seq, ++check.acked[ack->round]);
    if (ack->round > check.last)
        check.last = ack->round;
    check.total++;
}

/* Reads acknowledgements, kills after `acks` of them, and reads what is left. */
static void run_and_kill(const char *path, unsigned acks)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "test_sqlite_kill", "write", path, (char *)NULL);
        _exit(4);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    assert_non_null(in);
    struct ack ack;
    while (fread(&ack, sizeof(ack), 1, in) == 1) {
        take(&ack);
        if (acks > 0 && --acks == 0) {
            usleep((useconds_t)(rand() % 3000)); /* any point of a later batch */
            assert_int_equal(kill(child, SIGKILL), 0);
        }
    }
    fclose(in);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

struct proven {
    unsigned actions;
    bool ended;
};

static void on_proof(void *arg, const struct store_proof *proof)
{
    struct proven *p = arg;
    p->actions = proof->action_count;
    p->ended = proof->ended;
    for (unsigned i = 0; i < proof->action_count; i++) {
        char text[16];
        struct store_action same = an_action(proof->round.id, i + 1, text);
        assert_string_equal(proof->actions[i].text, same.text);
        assert_true(proof->actions[i].hash == same.hash);
    }
}

static int64_t number(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t result = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return result;
}

static bool any_round(void *arg, const struct store_round *round)
{
    (void)round;
    ++*(unsigned *)arg;
    return true;
}

static bool any_action(void *arg, const struct store_action *action)
{
    (void)arg;
    (void)action;
    return true;
}

/* Persons whose points of all time on their network are not those of their results. */
static const char unequal[] =
    "SELECT count(*) FROM (SELECT i.person AS person, sum(r.points) AS won FROM result r"
    " JOIN identity i ON i.id = r.identity GROUP BY i.person) LEFT JOIN (SELECT person AS owner,"
    " sum(points) AS kept FROM score JOIN scope ON id = scope WHERE kind = 2 AND span = 4"
    " GROUP BY person) ON owner = person WHERE won IS NOT kept";

static void nothing_acknowledged_is_lost(void **state)
{
    (void)state;
    struct fixture f;
    unsigned linked = 0;
    fixture_init(&f, true);
    srand(20260304);
    for (int i = 0; i < KILLS; i++) {
        check.first = check.last + 1;
        /* the ids go on after those that the killed one may have committed unheard */
        run_and_kill(f.path, 1 + (unsigned)(rand() % 600));
        must_open(&f); /* the lock of the killed one is gone */
        unsigned running = 0;
        assert_true(store_load_rounds(f.store, any_round, any_action, &running));
        assert_true(running >= TABLES);
        for (int64_t id = check.first; id <= check.last; id++) {
            struct proven p = {0, false};
            if (check.acked[id] == 0 && !check.ended[id])
                continue;
            assert_int_equal(store_prove(f.path, id, on_proof, &p, &f.why), STORE_OK);
            assert_true(p.actions >= check.acked[id]);
            assert_true(p.ended || !check.ended[id]);
            assert_true(!p.ended || p.actions == ACTIONS);
        }
        check.last = store_next_round_id(f.store) - 1;
        assert_true(store_close(f.store));
        f.store = NULL;
        /* Whoever is linked now: the boards hold what the results of each person add up to. */
        assert_int_equal(number(f.path, unequal), 0);
        linked += number(f.path, "SELECT count(DISTINCT person) = 1 FROM identity") == 1;
    }
    assert_in_range(linked, 1, KILLS - 1);
    int64_t ended = number(f.path, "SELECT count(*) FROM round WHERE ended_at IS NOT NULL");
    assert_true(ended > 0);
    assert_int_equal(number(f.path, "SELECT sum(points) FROM score JOIN scope ON id = scope"
                                    " WHERE kind = 2 AND span = 4"),
                     ended);
    assert_int_equal(number(f.path, "SELECT count(*) FROM result"), ended);
    print_message("%d kills, %llu acknowledgements, %lld rounds ended\n", KILLS,
                  (unsigned long long)check.total, (long long)ended);
    fixture_finish(&f);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "write") == 0)
        return run_writer(argv[2]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_acknowledged_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
