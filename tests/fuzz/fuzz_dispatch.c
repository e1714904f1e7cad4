/* Any bytes as what Discord's gateway dispatches to the whole bot: the real adapter but for its
 * sockets (wire.h), the real host, a store in memory. Lines:
 *
 *   NAME json   a dispatch
 *   {json       a message of the gateway as it is
 *   <STATUS +MS body   how a request to come is answered; 0: not; the waiting time that a 429 names
 *   xCODE       the gateway closes
 *   +           timers ring at once from now on, -: when they should
 *
 * Whatever comes, each request is one that Discord would take, everything ends within the time that
 * stop() promises, and no memory stays. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "adapters/discord/discord.h"
#include "bot/host/daemon.h"
#include "bot/host/shutdown.h"
#include "bot/table/round/replay.h"
#include "bot/text/language.h"
#include "tests/doubles/memory/memory.h"
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 16, LINES = 40, TURNS = 4, END_TURNS = 2000, WAITS = 100 };

/* The linker puts this in between. */
static bool hurries;
void __real_timer_set(struct timer *timer, uint64_t milliseconds);
void __wrap_timer_set(struct timer *timer, uint64_t milliseconds);

void __wrap_timer_set(struct timer *timer, uint64_t milliseconds)
{
    __real_timer_set(timer, hurries && milliseconds > 1 ? 1 : milliseconds);
}

struct run {
    struct loop *loop;
    struct store *store;
    struct host host;
    struct settings settings;
    unsigned sequence;
    bool stopped;
};

static const struct log quiet = {NULL, ""};

static void check(bool holds)
{
    if (!holds)
        abort();
}

static const char *token_file(void)
{
    static char path[64];
    if (path[0] == '\0') {
        snprintf(path, sizeof(path), "/tmp/talon-fuzz-%ld", (long)getpid());
        FILE *file = fopen(path, "w");
        check(file != NULL && fputs("token-of-the-bot\n", file) > 0 && fclose(file) == 0);
        check(chmod(path, 0600) == 0);
    }
    return path;
}

static void remove_token(void)
{
    unlink(token_file());
}

/* Some turns of the loop, and what waits for the store. */
static void turn(struct run *run, unsigned turns)
{
    const struct timespec moment = {0, 1100000}, writing = {0, 50000};
    for (unsigned i = 0; i < turns; i++) {
        if (hurries)
            nanosleep(&moment, NULL);
        uv_run(loop_uv(run->loop), UV_RUN_NOWAIT);
        for (unsigned waits = 0;
             store_durable(run->store) < store_batch(run->store) && waits < WAITS; waits++)
            nanosleep(&writing, NULL);
    }
}

static void say(struct run *run, const char *name, const char *json)
{
    size_t size = strlen(name) + strlen(json) + 64;
    char *text = malloc(size);
    check(text != NULL);
    int length = snprintf(text, size, "{\"op\":0,\"s\":%u,\"t\":\"%s\",\"d\":%s}", ++run->sequence,
                          name, json);
    wire_text(text, (size_t)length);
    free(text);
}

/* As far as a gateway lets one in. */
static void let_in(struct run *run)
{
    static const char hello[] = "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}";
    for (unsigned i = 0; i < 100 && !wire.open; i++)
        turn(run, 1);
    wire_text(hello, strlen(hello));
    turn(run, TURNS);
    say(run, "READY",
        "{\"session_id\":\"s1\",\"resume_gateway_url\":\"wss://"
        "gw.example\",\"application\":{\"id\":"
        "\"5\"},\"user\":{\"id\":\"6\"}}");
    turn(run, TURNS);
    say(run, "GUILD_CREATE",
        "{\"id\":\"50\",\"channels\":[{\"id\":\"10\",\"type\":0},{\"id\":\"11\",\"type\":0}]}");
    turn(run, TURNS);
}

static void on_stopped(void *arg)
{
    ((struct run *)arg)->stopped = true;
}

static void begin(struct run *run, bool threads)
{
    const struct host_options options = {.language = language_find("en"),
                                         .prefix = "!",
                                         .gather = 1000,
                                         .seed = "fuzz",
                                         .tables_max = 8,
                                         .tables_per_network = 8,
                                         .tables_per_person = 3};
    struct fault why = {0};
    *run = (struct run){.loop = loop_create()};
    hurries = false;
    wire_reset();
    check(run->loop && settings_init(&run->settings, discord_adapter.keys));
    check(!settings_put(&run->settings, settings_find(&run->settings, "token_file"), token_file()));
    if (threads)
        check(!settings_put(&run->settings, settings_find(&run->settings, "threads"), "on"));
    check(store_open_memory(&run->store, 0, run->loop) == STORE_OK);
    check(host_init(&run->host, run->loop, run->store, &quiet, &options));
    check(host_add_network(&run->host, &discord_adapter, "d", &run->settings, &why));
    check(replay_all(run->host.tables));
    daemon_set_hooks(&run->host, &(struct daemon_hooks){.stopped = on_stopped, .arg = run});
    host_start(&run->host);
    let_in(run);
}

static void end(struct run *run)
{
    hurries = true;
    shutdown_begin(&run->host, "");
    for (unsigned i = 0; i < END_TURNS && !run->stopped; i++)
        turn(run, 1);
    check(run->stopped);
    host_finish(&run->host);
    turn(run, TURNS);
    store_close(run->store);
    settings_finish(&run->settings);
    loop_destroy(run->loop);
}

static void plan(char *text)
{
    char *rest = text;
    unsigned status = (unsigned)strtoul(rest, &rest, 10) % 600;
    rest += strspn(rest, " ");
    uint32_t wait = *rest == '+' ? (uint32_t)strtoul(rest + 1, &rest, 10) % 60000 : 1;
    rest += strspn(rest, " ");
    wire_plan(status > 0 && status < 100 ? 100 : status, *rest != '\0' ? rest : NULL, wait);
}

static void step(struct run *run, char *line)
{
    char *blank = strchr(line, ' ');
    switch (*line) {
    case '\0':
        break;
    case '{':
        wire_text(line, strlen(line));
        break;
    case '<':
        plan(line + 1);
        return;
    case 'x':
        wire_close((unsigned)strtoul(line + 1, NULL, 10) % 5000);
        break;
    case '+':
    case '-':
        hurries = *line == '+';
        break;
    default:
        if (blank == NULL || strcspn(line, "\"\\") < (size_t)(blank - line))
            return;
        *blank = '\0';
        say(run, line, blank + 1);
    }
    turn(run, TURNS);
    if (!wire.open)
        let_in(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    static bool once;
    if (size > INPUT_MAX)
        return 0;
    log_set_level(LOG_ERROR);
    if (!once)
        atexit(remove_token);
    once = true;
    char *text = calloc(1, size + 1);
    check(text != NULL);
    memcpy(text, data, size);
    begin(&run, size % 2 == 1);
    unsigned lines = 0;
    for (char *line = text; line < text + size && !run.stopped && lines < LINES; lines++) {
        size_t length = strcspn(line, "\n");
        line[length] = '\0';
        step(&run, line);
        line += length + 1;
    }
    end(&run);
    free(text);
    return 0;
}
