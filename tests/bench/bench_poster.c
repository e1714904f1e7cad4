/* What a picture of a page costs the loop, whether it is kept or new, against what its drawing
 * costs the worker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/picture/poster.h"
#include "adapters/web/pictures.h"
#include "measure.h"

enum { TIMES = 100 };

static const double most = 0.005; /* seconds of the loop */

/* Of this thread alone: what others on the machine do is no time of the loop. */
static double worked(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fill(struct poster *poster, bool is_table)
{
    memset(poster, 0, sizeof(*poster));
    snprintf(poster->title, sizeof(poster->title), "Board of #cards");
    snprintf(poster->note, sizeof(poster->note), "Best of all time");
    poster->is_table = is_table;
    poster->count = POSTER_ROWS;
    for (unsigned i = 0; i < POSTER_ROWS; i++) {
        snprintf(poster->rows[i].rank, POSTER_CELL, "%u", i + 1);
        snprintf(poster->rows[i].name, SNAPSHOT_NAME, "Player %u", i);
        snprintf(poster->rows[i].value, POSTER_CELL, "%u ± %u", 1800 - 71 * i, 60 + i);
    }
    poster->snapshot = (struct snapshot){.tint = TINT_GREEN,
                                         .colour = TINT_GREEN,
                                         .pile = 60,
                                         .top = "[G 5]",
                                         .card = {.face = 3, .face_length = 1},
                                         .colour_word = "green",
                                         .count = SNAPSHOT_SEATS};
    for (unsigned i = 0; i < SNAPSHOT_SEATS; i++) {
        snprintf(poster->snapshot.seats[i].name, SNAPSHOT_NAME, "Player %u", i);
        poster->snapshot.seats[i].cards = 7 + i;
    }
}

static struct {
    struct loop *loop;
    struct body *body;
} drawn;

static void on_drawn(void *arg, uint32_t number, struct body *body)
{
    (void)arg;
    (void)number;
    drawn.body = body != NULL ? body_hold(body) : NULL;
    loop_stop(drawn.loop);
}

/* What is done on the loop for one that is new: looking for it, beginning it, and keeping its
 * bytes. */
static bool measure(const char *what, bool is_table)
{
    struct samples loop = {0}, drawing = {0};
    char here[MEASURE_TEXT], there[MEASURE_TEXT];
    struct poster poster;
    size_t sum = 0;
    size_t size = 0;
    bool good = true;
    struct pictures *pictures = pictures_create(drawn.loop, &sum, on_drawn, NULL);
    fill(&poster, is_table);
    for (unsigned i = 0; good && pictures != NULL && i < TIMES; i++) {
        poster.snapshot.pile = (uint16_t)i;
        snprintf(poster.rows[0].value, POSTER_CELL, "%u", i);
        double before = worked();
        good = pictures_find(pictures, &poster) == NULL && pictures_draw(pictures, i + 1, &poster);
        double asked = worked() - before;
        loop_run(drawn.loop);
        before = worked();
        struct body *again =
            drawn.body != NULL ? body_create(drawn.body->bytes, drawn.body->length, &sum) : NULL;
        samples_add(&loop, asked + worked() - before);
        good = good && again != NULL;
        size = good ? again->length : 0;
        body_release(again);
        body_release(drawn.body);
        before = worked();
        free(poster_draw(&poster, &size));
        samples_add(&drawing, worked() - before);
    }
    pictures_destroy(pictures);
    samples_sort(&loop);
    samples_sort(&drawing);
    double on_loop = samples_at(&loop, 1), in_worker = samples_at(&drawing, 0.5);
    if (good && pictures != NULL) {
        measure_row(in_worker > 0 ? on_loop / in_worker : 0, what,
                    measure_text(here, "%.2f ms of the loop at most", on_loop * 1e3),
                    measure_text(there, "%.1f ms of a worker, %zu bytes", in_worker * 1e3, size),
                    "under 5 ms of the loop", verdict_of(on_loop < most));
    }
    samples_finish(&loop);
    samples_finish(&drawing);
    return good && pictures != NULL;
}

int main(void)
{
    measure_pin();
    measure_head();
    drawn.loop = loop_create();
    bool good = drawn.loop != NULL && measure("picture of a board", false) &&
                measure("picture of a table", true);
    loop_destroy(drawn.loop);
    return good ? 0 : 1;
}
