/* What a picture costs the loop, against what its drawing costs the worker. */
#include <stdio.h>
#include <string.h>

#include "adapters/picture/picture.h"
#include "measure.h"

enum { TIMES = 200 };

static const double most = 0.001; /* seconds of the loop */

static struct message *hand_of(unsigned cards)
{
    static const char *const faces[] = {"0", "5", "8", "+2", "skip", "rev", "7", "W+4"};
    struct message *message = message_create("10", "7", URGENCY_HAND);
    for (unsigned i = 0; message && i <= cards; i++) {
        char label[32];
        const char *face = faces[i % 8];
        bool wild = *face == 'W';
        snprintf(label, sizeof(label), wild ? "[%s%s]" : "[%s %s]", wild ? "" : "G", face);
        const struct shown_card card = {.face = wild ? 1 : 3, .face_length = (uint8_t)strlen(face)};
        message_card(message, wild ? TINT_WILD : TINT_GREEN, &card, label, strlen(label));
        message_text(message, i == 0 ? "\n" : " ");
    }
    return message;
}

static struct message *table_of(unsigned seats)
{
    struct message *message = message_create("10", NULL, URGENCY_TABLE);
    struct snapshot *snapshot = message ? message_snapshot(message) : NULL;
    if (!snapshot) {
        return message;
    }
    message_text(message, "On top [G 5]");
    *snapshot = (struct snapshot){.tint = TINT_GREEN,
                                  .colour = TINT_GREEN,
                                  .pile = 60,
                                  .top = "[G 5]",
                                  .card = {.face = 3, .face_length = 1},
                                  .colour_word = "green",
                                  .count = seats};
    for (unsigned i = 0; i < seats; i++) {
        snprintf(snapshot->seats[i].name, SNAPSHOT_NAME, "Player %u", i);
        snapshot->seats[i].cards = 7 + i;
    }
    return message;
}

/* False: it could not be drawn. */
static bool measure(const char *what, struct message *message)
{
    struct samples loop = {0}, drawing = {0};
    char here[MEASURE_TEXT], there[MEASURE_TEXT];
    size_t size = 0;
    bool good = message;
    for (unsigned i = 0; good && i < TIMES; i++) {
        double before = measure_now();
        struct picture *picture = picture_of(message);
        double between = measure_now();
        good = picture && picture_draw(picture);
        samples_add(&drawing, measure_now() - between);
        samples_add(&loop, between - before);
        size = good ? picture->size : 0;
        picture_destroy(picture);
    }
    samples_sort(&loop);
    samples_sort(&drawing);
    double on_loop = samples_at(&loop, 0.5), drawn = samples_at(&drawing, 0.5);
    if (good) {
        measure_row(drawn > 0 ? on_loop / drawn : 0, what,
                    measure_text(here, "%.1f us of the loop", on_loop * 1e6),
                    measure_text(there, "%.2f ms of a worker, %zu bytes", drawn * 1e3, size),
                    "under 1 ms of the loop", verdict_of(on_loop < most));
    }
    samples_finish(&loop);
    samples_finish(&drawing);
    message_destroy(message);
    return good;
}

int main(void)
{
    measure_pin();
    measure_head();
    bool good = measure("picture, hand of 1", hand_of(1)) &&
                measure("picture, hand of 10", hand_of(10)) &&
                measure("picture, hand of 60", hand_of(60)) &&
                measure("picture, table of 2", table_of(2)) &&
                measure("picture, table of 10", table_of(10));
    return good ? 0 : 1;
}
