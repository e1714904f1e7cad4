/* How long the loop was busy at a stretch while 64 tables play: what anybody else on it waits.
 * Against the same loop with a timer alone. */
#include <stdio.h>

#include "table_load.h"

enum { TABLES = 64, MOVES = 40000, TICKS = 500 };

/* One turn of the loop, without the time it slept. */
struct stretch {
    uv_check_t check; /* runs when the loop has slept */
    double last;
    uint64_t idle; /* nanoseconds slept until then */
    struct samples samples;
};

static void on_check(uv_check_t *check)
{
    struct stretch *stretch = check->data;
    double now = measure_now();
    uint64_t idle = uv_metrics_idle_time(check->loop);
    if (stretch->last > 0)
        samples_add(&stretch->samples, now - stretch->last - (double)(idle - stretch->idle) / 1e9);
    stretch->last = now;
    stretch->idle = idle;
}

static void begin(struct stretch *stretch, struct table_load *rig)
{
    *stretch = (struct stretch){.last = 0};
    uv_check_init(loop_uv(rig->loop), &stretch->check);
    stretch->check.data = stretch;
    uv_check_start(&stretch->check, on_check);
}

static void end(struct stretch *stretch, struct table_load *rig)
{
    uv_close((uv_handle_t *)&stretch->check, NULL);
    uv_run(loop_uv(rig->loop), UV_RUN_NOWAIT);
    samples_sort(&stretch->samples);
}

struct ticker {
    struct timer timer;
    struct loop *loop;
    unsigned left;
};

static void on_tick(struct timer *timer)
{
    struct ticker *ticker = (struct ticker *)timer;
    if (--ticker->left == 0)
        loop_stop(ticker->loop);
    else
        timer_set(timer, 1);
}

static void tick(struct table_load *rig)
{
    struct ticker ticker = {.loop = rig->loop, .left = TICKS};
    timer_init(rig->loop, &ticker.timer, on_tick);
    timer_set(&ticker.timer, 1);
    loop_run(rig->loop);
    timer_finish(&ticker.timer, NULL);
    uv_run(loop_uv(rig->loop), UV_RUN_NOWAIT);
}

static const char *say(char text[MEASURE_TEXT], const char *of, const struct samples *samples)
{
    return measure_text(text, "%s%.0f / %.0f / %.0f us", of, samples_at(samples, 0.5) * 1e6,
                        samples_at(samples, 0.99) * 1e6, samples_at(samples, 1) * 1e6);
}

int main(void)
{
    struct stretch playing;
    struct stretch still;
    struct table_load rig;
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 16];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    if (!measure_folder(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    if (!table_load_open(&rig, path, TABLES) || !table_load_deal(&rig, TABLES) ||
        uv_loop_configure(loop_uv(rig.loop), UV_METRICS_IDLE_TIME) != 0)
        return 1;
    begin(&still, &rig);
    tick(&rig);
    end(&still, &rig);
    begin(&playing, &rig);
    bool good = table_load_play(&rig, TABLES, TABLES, MOVES, 0);
    end(&playing, &rig);
    double thought = rig.chosen / (double)rig.groups;
    table_load_close(&rig);
    measure_folder_remove(folder);
    if (!good)
        return 1;
    measure_head();
    measure_row(0, "loop busy, p50 / p99 / longest", say(here, "", &playing.samples),
                say(baseline, "a timer alone ", &still.samples), "-", VERDICT_NONE);
    printf("         (of each turn, the people's own thinking: %.0f us)\n", thought * 1e6);
    samples_finish(&playing.samples);
    samples_finish(&still.samples);
    return 0;
}
