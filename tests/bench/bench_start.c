/* Start-up over 300,000 rounds that are over and a few tables in play: after a disorderly end,
 * against one after an orderly end, and how long the database is read as a whole afterwards. */
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "raw.h"
#include "table_load.h"

enum { ROUNDS = 300000, TABLES = 16, ACTIONS = 40, TURNS = 3 };
static const double target = 2.0; /* seconds */

static bool make(const char *path)
{
    struct table_load rig;
    if (!table_load_open(&rig, path, TABLES))
        return false;
    table_load_close(&rig);
    return raw_fill(path, ROUNDS);
}

/* Plays at some tables and ends as one that is killed does. */
static bool play_and_die(const char *path)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct table_load rig;
        bool good = table_load_open(&rig, path, TABLES) && table_load_deal(&rig, TABLES) &&
                    table_load_play(&rig, TABLES, TABLES, 0, ACTIONS);
        _exit(good ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

struct found {
    struct samples start, end, whole;
};

/* Until all of it was read. */
static void wait_whole(struct table_load *rig)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    while (store_whole(rig->store) == STORE_READ)
        nanosleep(&pause, NULL);
}

/* A start, and an orderly end at once or (whole) when all of it was read. */
static bool start_and_end(const char *path, bool whole, struct found *found)
{
    struct table_load rig;
    if (!table_load_open(&rig, path, TABLES))
        return false;
    samples_add(&found->start, rig.restored);
    double before = measure_now();
    if (whole)
        wait_whole(&rig);
    samples_add(&found->whole, measure_now() - before);
    before = measure_now();
    table_load_close(&rig);
    samples_add(&found->end, measure_now() - before);
    return true;
}

static double median(struct samples *samples)
{
    samples_sort(samples);
    double value = samples_at(samples, 0.5);
    samples_finish(samples);
    return value;
}

static void show(const char *what, double here, double baseline, const char *goal,
                 enum verdict verdict)
{
    char left[MEASURE_TEXT];
    char right[MEASURE_TEXT];
    measure_row(here / baseline, what, measure_text(left, "%.3f s", here),
                measure_text(right, "after an orderly end %.3f s", baseline), goal, verdict);
}

int main(void)
{
    struct found killed = {0};
    struct found read = {0};
    struct found ended = {0};
    struct stat size = {0};
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 16];
    char here[MEASURE_TEXT];
    bool good = measure_folder(folder);
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    good = good && make(path) && stat(path, &size) == 0;
    for (unsigned i = 0; good && i < TURNS; i++) {
        good = play_and_die(path) && start_and_end(path, false, &killed) &&
               start_and_end(path, true, &read) && start_and_end(path, false, &ended);
    }
    measure_folder_remove(folder);
    if (!good)
        return 1;
    double start = median(&killed.start);
    double end = median(&killed.end);
    measure_head();
    measure_row(0, "300000 rounds on the disk",
                measure_text(here, "%.2f GB", (double)size.st_size / 1e9), "-", "-", VERDICT_NONE);
    show("start-up over them after a kill", start, median(&ended.start), "under 2 s",
         verdict_of(start < target));
    show("an end soon after it", end, median(&ended.end), "-", VERDICT_NONE);
    measure_row(0, "reading all of it meanwhile", measure_text(here, "%.2f s", median(&read.whole)),
                "-", "-", VERDICT_NONE);
    return 0;
}
