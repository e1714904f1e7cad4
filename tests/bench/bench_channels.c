/* Ten thousand channels with a table each on one connection: `talon serve` joins them at the pace
 * that the server allows, two people play in each; memory, and the time from "!draw" to its line in
 * the channel, against the same with a hundred tables. The server is scripted: no real one lets a
 * client into so many channels. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "measure.h"
#include "server.h"
#include "tests/match/daemon.h"

enum { CHANNELS = 10000, FEW = 100, SAMPLES = 2000, BURST = 20, RATE = 1000, PATIENCE = 120 };

struct scene {
    struct server server;
    struct daemon daemon;
    char turn[CHANNELS]; /* 'a' or 'b', 0: nobody was asked */
    bool kept[CHANNELS]; /* asked whether to keep the drawn card */
    bool heard[CHANNELS], dealt[CHANNELS];
    unsigned asked; /* tables where somebody was asked for a move */
};

/* A whisper that asks for a move, or the line in the channel. */
static void said(void *arg, const char *target, const char *text)
{
    struct scene *scene = arg;
    unsigned channel = (unsigned)atoi(target + (target[0] == '#' ? 2 : 1));
    if (channel >= CHANNELS)
        return;
    if (target[0] == '#') {
        scene->heard[channel] |= strstr(text, " draws 1 card") != NULL;
        return;
    }
    bool turn = strstr(text, "Your turn on ") != NULL;
    bool keep = strstr(text, "!keep") != NULL;
    if (!turn && !keep)
        return;
    scene->asked += !scene->dealt[channel];
    scene->dealt[channel] = true;
    scene->turn[channel] = target[0];
    scene->kept[channel] = keep;
}

static bool write_config(const struct scene *scene)
{
    FILE *file = fopen(scene->daemon.config, "w");
    if (file == NULL)
        return false;
    fprintf(file,
            "[talon]\ndatabase = %s\nlog_level = warn\ntables_max = %u\ntables_per_network = %u\n"
            "turn_reminder = 3600\nturn_whisper = 7200\nturn_limit = 10800\n"
            "gather = 0\n" /* else a card that may be played is told with what is done with it */
            "[irc bench]\nhost = 127.0.0.1\nport = %u\ntls = off\ncolours = off\n"
            "flood_burst = %u\nflood_rate = %u\n",
            scene->daemon.database, (unsigned)CHANNELS, (unsigned)CHANNELS, scene->server.port,
            (unsigned)BURST, (unsigned)RATE * 60);
    for (unsigned i = 0; i < CHANNELS; i++)
        fprintf(file, "%s#c%u%s", i % 20 == 0 ? "channels = " : " ", i, i % 20 == 19 ? "\n" : "");
    return fclose(file) == 0;
}

/* Turns the server until `*count` is `wanted`. */
static bool until(struct scene *scene, const unsigned *count, unsigned wanted)
{
    for (double end = measure_now() + PATIENCE; *count < wanted;) {
        if (!server_turn(&scene->server, 100) || measure_now() > end ||
            waitpid(scene->daemon.pid, NULL, WNOHANG) != 0)
            return false;
    }
    return true;
}

/* Opens tables: two seats each, dealt. */
static bool open_tables(struct scene *scene, unsigned from, unsigned count)
{
    static const struct {
        char player;
        const char *words;
    } steps[] = {{'a', "!uno"}, {'b', "!join"}, {'a', "!start"}};
    for (unsigned step = 0; step < 3; step++) {
        for (unsigned i = from; i < count; i++) {
            if (!server_say(&scene->server, steps[step].player, i, steps[step].words))
                return false;
        }
    }
    return until(scene, &scene->asked, count);
}

/* As many at a time as the server lets the daemon answer in a second. */
static bool open_blocks(struct scene *scene, unsigned from, unsigned count)
{
    for (; from < count; from += FEW) {
        if (!open_tables(scene, from, from + FEW))
            return false;
    }
    return true;
}

/* Somebody is asked for a move; who has drawn a card that fits keeps it. */
static bool await_turn(struct scene *scene, unsigned channel)
{
    for (double end = measure_now() + PATIENCE; measure_now() < end;) {
        if (scene->turn[channel] != 0 && !scene->kept[channel])
            return true;
        if (scene->kept[channel]) {
            server_say(&scene->server, scene->turn[channel], channel, "!keep");
            scene->kept[channel] = false;
            scene->turn[channel] = 0;
        }
        if (!server_turn(&scene->server, 100))
            return false;
    }
    return false;
}

/* From a line to the daemon to its line in the channel. */
static bool draw(struct scene *scene, unsigned channel, struct samples *samples)
{
    char player = scene->turn[channel];
    double start = measure_now(), end = start + PATIENCE;
    scene->heard[channel] = false;
    scene->turn[channel] = 0;
    if (!server_say(&scene->server, player, channel, "!draw"))
        return false;
    while (!scene->heard[channel]) {
        if (!server_turn(&scene->server, 1000) || measure_now() > end)
            return false;
    }
    samples_add(samples, measure_now() - start);
    return true;
}

static bool draw_all(struct scene *scene, unsigned tables, struct samples *samples)
{
    uint64_t random = 14;
    for (unsigned i = 0; i < SAMPLES; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        unsigned channel = (unsigned)(random >> 33) % tables;
        if (!await_turn(scene, channel))
            return false;
        if (!draw(scene, channel, samples))
            return false;
    }
    samples_sort(samples);
    return true;
}

static bool measure(struct scene *scene)
{
    const struct ircd address = {.port = scene->server.port};
    struct samples few = {0}, many = {0};
    char here[MEASURE_TEXT], baseline[MEASURE_TEXT];
    if (!daemon_init(&scene->daemon, &address, false, "") || !write_config(scene) ||
        !daemon_start(&scene->daemon))
        return false;
    double start = measure_now();
    if (!until(scene, &scene->server.joined, CHANNELS))
        return false;
    double joined = measure_now() - start;
    size_t before = measure_resident(scene->daemon.pid);
    if (!open_tables(scene, 0, FEW) || !draw_all(scene, FEW, &few) ||
        !open_blocks(scene, FEW, CHANNELS) || !draw_all(scene, CHANNELS, &many))
        return false;
    size_t after = measure_resident(scene->daemon.pid);
    measure_head();
    measure_row(0, "10,000 channels joined", measure_text(here, "%.1f s", joined),
                measure_text(baseline, "%u lines beyond the server's limit", scene->server.excess),
                "none beyond", verdict_of(scene->server.excess == 0));
    measure_row(0, "memory with a table each",
                measure_text(here, "%.1f MiB", (double)after / 1048576),
                measure_text(baseline, "%.1f MiB without tables", (double)before / 1048576), "",
                VERDICT_NONE);
    for (unsigned i = 0; i < 2; i++) {
        double part = i == 0 ? 0.5 : 0.99;
        double ratio = samples_at(&many, part) / samples_at(&few, part);
        measure_row(ratio, i == 0 ? "!draw to its line, p50" : "!draw to its line, p99",
                    measure_text(here, "%.0f us of 10,000 tables", samples_at(&many, part) * 1e6),
                    measure_text(baseline, "%.0f us of 100", samples_at(&few, part) * 1e6),
                    "ratio 2 or less", verdict_of(ratio <= 2));
    }
    samples_finish(&few);
    samples_finish(&many);
    return true;
}

int main(void)
{
    static struct scene scene;
    bool good = server_init(&scene.server, 2 * BURST, RATE);
    scene.server.said = said;
    scene.server.arg = &scene;
    good = good && measure(&scene);
    if (!good) {
        fprintf(stderr, "bench_channels: stopped with %u channels and %u tables\n",
                scene.server.joined, scene.asked);
        daemon_show_log(&scene.daemon);
    }
    daemon_finish(&scene.daemon);
    server_finish(&scene.server);
    return good ? 0 : 1;
}
