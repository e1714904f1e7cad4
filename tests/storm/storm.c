#include "storm.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buf.h"
#include "books.h"
#include "tests/bench/measure.h"
#include "tests/match/guest.h"
#include "tests/match/reading.h"

const char *const storm_acts[STORM_ACTS] = {"killed",     "killed in its start", "ended",  "held",
                                            "clocks set", "nicks taken",         "cut off"};
static const char *const names[] = {"alice", "bob", "carol", "dave"};
static const char nomad[] = "nomad"; /* the nick of a player whose nick is taken */

static uint32_t draw(struct storm *storm, uint32_t below)
{
    return crowd_random(&storm->crowd, below);
}

void storm_need(const struct storm *storm, bool good, const char *why)
{
    if (good)
        return;
    daemon_show_log(&storm->daemon);
    fail_msg("%s (TALON_TORTURE_SEED=%" PRIu64 ")", why, storm->seed);
}

/* -- what is told -- */

static void accuse(struct storm *storm, const char *what, const char *line)
{
    if (storm->wrong[0] == '\0')
        snprintf(storm->wrong, sizeof(storm->wrong), "%s: %.500s", what, line);
}

/* The bot knows the connection of who has another nick, lets them play on, and calls them so. */
static void use_own_name(const struct storm *storm, const char *plain, char out[LINE_MAX_TEXT])
{
    struct buf buf;
    buf_init(&buf, out, LINE_MAX_TEXT);
    for (const char *at; (at = strstr(plain, nomad)) != NULL; plain = at + strlen(nomad))
        buf_printf(&buf, "%.*s%s", (int)(at - plain), plain, names[storm->nomad]);
    buf_printf(&buf, "%s", plain);
}

/* Whoever comes back tells the table before all else. */
static void on_said(void *arg, const char *plain)
{
    struct storm *storm = arg;
    char own[LINE_MAX_TEXT];
    bool news = strncmp(plain, "The table goes on where it was.", 31) == 0;
    if (storm->silent && news) {
        storm->told++;
    } else if (storm->silent) {
        accuse(storm, "the table was not told that it goes on", plain);
    }
    storm->silent = false;
    witness_channel(&storm->witness, "test", "#cards", plain);
    use_own_name(storm, plain, own);
    record_said(&storm->record, own);
}

static void on_whisper(void *arg, unsigned who, const char *plain)
{
    struct storm *storm = arg;
    witness_whisper(&storm->witness, "test", storm->crowd.who[who].nick, UINT64_C(1) << who, plain);
}

/* Every line that the thief reads: no card is theirs to see but those of the channel. */
static void on_theft(void *arg, const char *line)
{
    char plain[LINE_MAX_TEXT];
    const char *words = strstr(line, " :");
    if (strncmp(line, ":talon!", 7) != 0 || words == NULL || strstr(line, " #cards :") != NULL)
        return;
    guest_strip(words + 2, plain, sizeof(plain));
    if (strchr(reading_behind_context(plain), '[') != NULL)
        accuse(arg, "cards to who has but the nick", plain);
}

/* Every line that the onlooker reads. */
static void on_line(void *arg, const char *line)
{
    struct storm *storm = arg;
    if (strncmp(line, ":talon!", 7) == 0 && strstr(line, " JOIN ") != NULL) {
        storm->entered++;
        storm->silent = storm->dealt;
    }
}

static bool always(void *arg)
{
    (void)arg;
    return true;
}

static void look(struct storm *storm)
{
    crowd_run(&storm->crowd, 0, always, storm);
    storm_need(storm, storm->wrong[0] == '\0', storm->wrong);
    storm_need(storm, storm->witness.wrong[0] == '\0', storm->witness.wrong);
    storm_need(storm, storm->crowd.leaked[0] == '\0', storm->crowd.leaked);
}

/* -- begin and end -- */

static void make_clock(struct storm *storm)
{
    snprintf(storm->clock_path, sizeof(storm->clock_path), "%s/clock", storm->daemon.folder);
    int fd = open(storm->clock_path, O_RDWR | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0 && ftruncate(fd, sizeof(*storm->clock)) == 0);
    void *shared = mmap(NULL, sizeof(*storm->clock), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(shared != MAP_FAILED);
    storm->clock = shared;
    close(fd);
    /* for the daemon, and what looks at its database by the same clock */
    setenv("TALON_CLOCK", storm->clock_path, 1);
    setenv("LD_PRELOAD", STORM_CLOCK_LIBRARY, 1);
}

static bool is_won(void *arg)
{
    return ((const struct storm *)arg)->record.match_won;
}

static void sit_down(struct storm *storm)
{
    static const char *const words[] = {"alice opens a table", "bob takes a seat",
                                        "carol takes a seat", "dave takes a seat"};
    for (unsigned i = 0; i < STORM_PEOPLE; i++) { /* in the order of the seats */
        crowd_type(&storm->crowd, i, i == 0 ? "!uno" : "!join");
        assert_true(crowd_hear(&storm->crowd, STORM_PATIENCE, words[i]));
    }
    crowd_type(&storm->crowd, 0, "!set score points_500");
    assert_true(crowd_hear(&storm->crowd, STORM_PATIENCE, "alice sets: "));
}

void storm_open(struct storm *storm, struct ircd *server, uint64_t seed)
{
    unsigned ports[CHATTERS_MAX];
    bool secure[CHATTERS_MAX] = {false};
    *storm = (struct storm){.seed = seed, .server = server, .wire = *server, .calm = storm->calm};
    for (unsigned i = 0; i < CHATTERS_MAX; i++)
        ports[i] = server->port;
    assert_true(record_init(&storm->record) && witness_init(&storm->witness));
    assert_true(relay_open(&storm->relay, server->port, seed));
    storm->wire.port = storm->relay.port;
    storm->crowd.random = seed;
    storm->crowd.said = on_said;
    storm->crowd.whispered = on_whisper;
    storm->crowd.arg = storm;
    assert_true(crowd_open(&storm->crowd, STORM_PEOPLE + 1, ports, secure));
    storm->crowd.who[STORM_THIEF].thinks = true;
    irc_client_watch(storm->crowd.onlooker, on_line, storm);
    irc_client_watch(storm->crowd.who[STORM_THIEF].client, on_theft, storm);
    daemon_talon_lines = "rounds_per_hour = 1000000\n"; /* they play fast */
    assert_true(daemon_init(&storm->daemon, &storm->wire, false, "reconnect_max = 1\n"));
    make_clock(storm);
    assert_true(daemon_start(&storm->daemon));
    assert_true(crowd_await_bot(&storm->crowd));
    sit_down(storm);
    storm_again(storm);
}

void storm_again(struct storm *storm)
{
    enum { SOON = 1000, TIMES = STORM_PATIENCE / SOON };
    unsigned asked = 0;
    storm->record.match_won = false;
    do { /* who has typed much is not heard for a while */
        crowd_type(&storm->crowd, asked % STORM_PEOPLE, "!start");
    } while (!crowd_hear(&storm->crowd, SOON, "cards each") && ++asked < TIMES);
    storm_need(storm, asked < TIMES, "nobody deals");
    storm->moved = measure_now();
    storm->dealt = true;
    atomic_store(&storm->relay.twice, storm->calm ? 0 : 5);
    atomic_store(&storm->relay.swapped, storm->calm ? 0 : 15);
}

void storm_close(struct storm *storm)
{
    unsetenv("LD_PRELOAD");
    unsetenv("TALON_CLOCK");
    if (storm->relay.book != NULL) {
        crowd_close(&storm->crowd);
        munmap((void *)(uintptr_t)storm->clock, sizeof(*storm->clock));
        unlink(storm->clock_path);
        daemon_finish(&storm->daemon);
        relay_finish(&storm->relay);
        record_finish(&storm->record);
        witness_finish(&storm->witness);
    }
    *storm = (struct storm){0};
}

/* -- play -- */

struct waiting {
    struct storm *storm;
    double until;
    unsigned told; /* more than these */
};

enum { REST = 3 }; /* seconds, when it is calm */

/* People say more than their moves, and not when they are asked. */
static void chat(struct storm *storm)
{
    static const char *const words[] = {"!hand", "!draw", "!table", "uno", "!order", "well played"};
    double now = measure_now();
    if (now < storm->chats || draw(storm, 3) != 0)
        return;
    storm->chats = now + (storm->calm ? REST : 0);
    crowd_type(&storm->crowd, draw(storm, STORM_PEOPLE), words[draw(storm, ARRAY_SIZE(words))]);
}

static bool is_over(void *arg)
{
    const struct waiting *waiting = arg;
    return waiting->storm->record.match_won || measure_now() >= waiting->until;
}

bool storm_play(struct storm *storm, int milliseconds)
{
    struct waiting waiting = {storm, measure_now() + milliseconds / 1000.0, 0};
    chat(storm);
    while (!is_over(&waiting)) {
        double left = 1000 * (waiting.until - measure_now());
        crowd_run(&storm->crowd, left > 1 ? (int)left : 1, is_over, &waiting);
    }
    if (storm->crowd.lines != storm->lines) {
        storm->lines = storm->crowd.lines;
        storm->moved = measure_now();
    }
    storm_need(storm, 1000 * (measure_now() - storm->moved) < STORM_PATIENCE || is_won(storm),
               "the match stands still");
    look(storm);
    return storm->record.match_won;
}

/* -- acts -- */

/* What is on the disk is whole at any moment, and so is what can be proven of it. */
static void ask_database(struct storm *storm)
{
    static const char *const words[] = {"check-db --timezone UTC", "verify --all"};
    char text[4096];
    for (unsigned i = 0; i < 2; i++) {
        int status = daemon_tool(&storm->daemon, words[i], text, sizeof(text));
        if (status != 0)
            fprintf(stderr, "%s: %d: %s\n", words[i], status, text);
        storm_need(storm, status == 0, words[i]);
    }
}

static bool is_told(void *arg)
{
    const struct waiting *waiting = arg;
    return waiting->storm->told > waiting->told || waiting->storm->wrong[0] != '\0';
}

/* It comes again, and the table hears of it. */
static void start(struct storm *storm)
{
    struct waiting waiting = {storm, 0, storm->told};
    assert_true(daemon_start(&storm->daemon));
    storm_need(storm, crowd_run(&storm->crowd, STORM_PATIENCE, is_told, &waiting),
               "silence after a start");
    look(storm);
}

static void kill_it(struct storm *storm)
{
    daemon_kill(&storm->daemon);
    ask_database(storm);
    start(storm);
}

/* What it does in a start is done again in the next. */
static void kill_start(struct storm *storm)
{
    daemon_kill(&storm->daemon);
    assert_true(daemon_start(&storm->daemon));
    poll(NULL, 0, (int)draw(storm, 60));
    kill_it(storm);
}

/* In its start a signal ends it as it ends any program; what the daemon before said may reach the
 * channel so late that it is taken for the new one's. */
static void end_in_order(struct storm *storm)
{
    int status = daemon_stop(&storm->daemon);
    storm_need(storm, status == 0 || status == 128 + SIGTERM, "it does not end in order");
}

static void stop_it(struct storm *storm)
{
    end_in_order(storm);
    ask_database(storm);
    start(storm);
}

/* All that came meanwhile comes at once. */
static void hold(struct storm *storm)
{
    daemon_pause(&storm->daemon, true);
    storm_play(storm, 20 + (int)draw(storm, 300));
    daemon_pause(&storm->daemon, false);
}

/* To another time, forward or back, and with it all that is told by it: days, weeks, backups. */
static void set_clock(struct storm *storm)
{
    static const int64_t hour = 3600000, day = 24 * hour;
    const int64_t times[] = {0, 1000, -1000, 61000, hour, -hour, day, -day, 45 * day, -300 * day};
    *storm->clock = times[draw(storm, ARRAY_SIZE(times))];
    storm_play(storm, (int)draw(storm, 50));
    ask_database(storm); /* of a daemon that writes meanwhile */
}

static void take_nick(struct storm *storm, unsigned who, const char *nick)
{
    char pattern[64];
    struct chatter *chatter = &storm->crowd.who[who];
    irc_client_send(chatter->client, "NICK %s", nick);
    snprintf(chatter->nick, sizeof(chatter->nick), "%s", nick);
    snprintf(pattern, sizeof(pattern), ":*!* NICK *%s", nick);
    assert_non_null(irc_client_expect(chatter->client, STORM_PATIENCE, pattern));
}

/* While the bot is away somebody takes the nick of one who plays, and asks for what is theirs. The
 * answer is that a seat is kept, or, once WHOIS has shown where its owner is, that the thief has no
 * seat. */
static void steal(struct storm *storm)
{
    char refusal[64];
    unsigned victim = draw(storm, STORM_PEOPLE);
    struct chatter *thief = &storm->crowd.who[STORM_THIEF];
    daemon_kill(&storm->daemon);
    storm->nomad = victim;
    books_rename(storm->relay.book, nomad, names[victim]);
    take_nick(storm, victim, nomad);
    take_nick(storm, STORM_THIEF, names[victim]);
    start(storm);
    irc_client_send(thief->client, "PRIVMSG #cards :!hand");
    irc_client_send(thief->client, "PRIVMSG talon :hand");
    irc_client_send(thief->client, "PRIVMSG #cards :!draw");
    snprintf(refusal, sizeof(refusal), ":talon!* %s :*seat *", names[victim]);
    storm_need(storm, irc_client_expect(thief->client, STORM_PATIENCE, refusal) != NULL,
               "the thief is told nothing");
    take_nick(storm, STORM_THIEF, "erin");
    take_nick(storm, victim, names[victim]);
    irc_client_send(storm->crowd.who[victim].client, "PRIVMSG talon :seat %s",
                    storm->crowd.who[victim].word);
}

void storm_cut(struct storm *storm)
{
    struct waiting waiting = {storm, 0, storm->told};
    storm->acts[STORM_CUT]++;
    relay_cut(&storm->relay);
    storm_need(storm, crowd_run(&storm->crowd, STORM_PATIENCE, is_told, &waiting),
               "silence after a connection that broke");
    look(storm);
}

void storm_act(struct storm *storm, bool lives)
{
    static void (*const acts[STORM_ACTS])(struct storm * storm) = {
        [STORM_KILL] = kill_it, [STORM_KILL_START] = kill_start, [STORM_STOP] = stop_it,
        [STORM_SLEEP] = hold,   [STORM_CLOCK] = set_clock,       [STORM_THEFT] = steal};
    static const uint8_t deadly[] = {STORM_KILL,  STORM_KILL,  STORM_KILL,  STORM_KILL_START,
                                     STORM_STOP,  STORM_SLEEP, STORM_CLOCK, STORM_CLOCK,
                                     STORM_SLEEP, STORM_THEFT};
    static const uint8_t mild[] = {STORM_SLEEP, STORM_CLOCK};
    unsigned which = lives ? mild[draw(storm, sizeof(mild))] : deadly[draw(storm, sizeof(deadly))];
    storm->acts[which]++;
    acts[which](storm);
}

unsigned long storm_moves(const struct storm *storm)
{
    unsigned long moves = 0;
    for (unsigned i = 0; i < STORM_PEOPLE; i++)
        moves += storm->crowd.who[i].commands;
    return moves;
}

/* -- the end -- */

/* What the channel was told, and what people asked for, against the moves that are kept. */
static void judge_moves(struct storm *storm)
{
    struct truth truth;
    char why[RECORD_WHY] = "";
    assert_true(truth_read(&truth, &storm->daemon, names));
    storm_need(storm, truth.wrong[0] == '\0', truth.wrong);
    storm_need(storm, truth_covers(&truth, &storm->record, why), why);
    storm_need(storm, truth_heard(&truth, &storm->record, why), why);
    storm_need(storm, books_ask_for(storm->relay.book, &truth, why, sizeof(why)), why);
    truth_finish(&truth);
}

void storm_judge(struct storm *storm)
{
    struct verdict_of_rounds verdict;
    look(storm);
    end_in_order(storm);
    look(storm);
    relay_close(&storm->relay);
    ask_database(storm);
    if (storm->acts[STORM_CUT] == 0 && storm->record.heard_count < RECORD_PLAYS)
        judge_moves(storm);
    bool good = witness_judge(&storm->witness, storm->daemon.database, "test", "#cards", &verdict);
    storm_need(storm, good, storm->witness.wrong);
    storm_need(storm, verdict.finished >= storm->record.rounds_won,
               "rounds that were told are not kept");
    storm_need(storm, verdict.compared >= 10UL * verdict.finished, "too few hands were compared");
}
