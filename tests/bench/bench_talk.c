/* From "!play" to its line in the channel, and to the next player's hand, on real servers with the
 * limits that they ship: ngircd, InspIRCd and ircd-hybrid; `talon serve` as it is configured by
 * default, tables of four people who think for three seconds, some with a computer player; beside
 * it the same at the pace that any network bears. All of it at the same time: everybody mostly
 * waits.
 *
 * TALON_TALK_SECONDS: how long each number of tables plays (60). TALON_TALK_TABLES: this number
 * alone (1, 3, 6 or 8). TALON_TALK_SOAK: minutes that
 * three tables play instead, with somebody who types !help and !rules all the time; nobody may be
 * dropped.
 *
 * The last rows are six tables of three people on InspIRCd without helpers and with four.
 */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "talk.h"

enum { KINDS = 3, PACES = 2, COUNTS = 3 };

static const enum ircd_kind kinds[KINDS] = {IRCD_NGIRCD, IRCD_INSPIRCD, IRCD_HYBRID};
static const char *const names[KINDS] = {"ngircd", "InspIRCd", "ircd-hybrid"};
static const char *const paces[PACES] = {"", "flood_burst = 5\nflood_rate = 30\n"};
static const unsigned counts[COUNTS] = {1, 3, 8};

struct figures {
    struct samples line, hand;
    struct talk_sums sums;
};

static unsigned long number_of(const char *name, unsigned long usual)
{
    const char *text = getenv(name);
    return text != NULL ? strtoul(text, NULL, 10) : usual;
}

/* A child: plays, and writes what it measured. */
static int play(int out, enum ircd_kind kind, const char *pace, const struct talk_plan *plan)
{
    static struct talk talk;
    bool good = talk_open(&talk, kind, pace, plan);
    if (good)
        talk_run(&talk, plan->seconds);
    else
        daemon_show_log(&talk.daemon);
    const struct samples *both[] = {&talk.line, &talk.hand};
    FILE *file = fdopen(out, "w");
    for (unsigned i = 0; file != NULL && i < 2; i++) {
        for (size_t n = 0; n < both[i]->count; n++)
            fprintf(file, "%c %.6f\n", i == 0 ? 'l' : 'h', both[i]->at[n]);
    }
    if (file != NULL) {
        fprintf(file, "s %u %u %u %u\n", talk.sums.dropped, talk.sums.missed, talk.sums.tables,
                talk.sums.refused);
        fclose(file);
    }
    talk_close(&talk);
    return good ? 0 : 1;
}

static FILE *begin(enum ircd_kind kind, const char *pace, const struct talk_plan *plan, pid_t *pid)
{
    int ends[2];
    if (pipe(ends) != 0)
        return NULL;
    *pid = fork();
    if (*pid == 0) {
        close(ends[0]);
        _exit(play(ends[1], kind, pace, plan));
    }
    close(ends[1]);
    return fdopen(ends[0], "r");
}

static bool collect(FILE *file, pid_t pid, struct figures *figures)
{
    char line[128];
    int status = 1;
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (line[0] == 's') {
            sscanf(line, "s %u %u %u %u", &figures->sums.dropped, &figures->sums.missed,
                   &figures->sums.tables, &figures->sums.refused);
        } else
            samples_add(line[0] == 'l' ? &figures->line : &figures->hand, atof(line + 2));
    }
    if (file != NULL)
        fclose(file);
    samples_sort(&figures->line);
    samples_sort(&figures->hand);
    return waitpid(pid, &status, 0) == pid && status == 0 && figures->line.count > 0;
}

static const char *text_of(char text[MEASURE_TEXT], const struct samples *samples)
{
    return measure_text(text, "%.2f s, p90 %.2f, most %.2f (%zu)", samples_at(samples, 0.5),
                        samples_at(samples, 0.9), samples_at(samples, 1), samples->count);
}

static void show(const char *name, unsigned tables, const struct figures *ours,
                 const struct figures *careful)
{
    char what[MEASURE_TEXT];
    char here[MEASURE_TEXT];
    char there[MEASURE_TEXT];
    double p50 = samples_at(&ours->line, 0.5);
    double p90 = samples_at(&ours->line, 0.9);
    double careful_p50 = samples_at(&careful->line, 0.5);
    enum verdict verdict = tables == 1   ? verdict_of(p50 < 0.3 && p90 < 1)
                           : tables == 3 ? verdict_of(p50 < 1)
                                         : VERDICT_NONE;
    measure_row(
        careful_p50 > 0 ? p50 / careful_p50 : 0,
        measure_text(what, "%s, %u table%s: line, p50", name, tables, tables == 1 ? "" : "s"),
        text_of(here, &ours->line), text_of(there, &careful->line),
        tables == 1   ? "0.3 s, p90 1 s"
        : tables == 3 ? "1 s"
                      : "",
        verdict);
    measure_row(
        0, measure_text(what, "%s, %u table%s: hand, p50", name, tables, tables == 1 ? "" : "s"),
        text_of(here, &ours->hand), text_of(there, &careful->hand), "", VERDICT_NONE);
    if (ours->sums.dropped > 0 || ours->sums.missed > 0 || ours->sums.tables < tables) {
        fprintf(stderr,
                "bench_talk: %s: dropped %u times, %u lines missed, %u of %u tables dealt\n", name,
                ours->sums.dropped, ours->sums.missed, ours->sums.tables, tables);
    }
}

/* One number of tables on all servers at once. */
static bool measure(unsigned tables, unsigned seconds, bool curious, unsigned pace_count)
{
    static struct figures figures[KINDS][PACES];
    FILE *file[KINDS][PACES] = {{NULL}};
    pid_t pid[KINDS][PACES] = {{0}};
    const struct talk_plan plan = {
        .tables = tables, .seconds = seconds, .seats = TALK_SEATS, .curious = curious};
    bool good = true;
    memset(figures, 0, sizeof(figures));
    for (unsigned i = 0; i < KINDS; i++) {
        for (unsigned pace = 0; pace < pace_count && ircd_has(kinds[i]); pace++)
            file[i][pace] = begin(kinds[i], paces[pace], &plan, &pid[i][pace]);
    }
    for (unsigned i = 0; i < KINDS; i++) {
        for (unsigned pace = 0; pace < pace_count; pace++) {
            if (file[i][pace] != NULL && !collect(file[i][pace], pid[i][pace], &figures[i][pace]) &&
                pace == 0) {
                fprintf(stderr, "bench_talk: nothing was measured on %s\n", names[i]);
                good = false;
            }
        }
        if (file[i][0] != NULL)
            show(names[i], tables, &figures[i][0], &figures[i][1]);
        good = good && figures[i][0].sums.dropped == 0;
        for (unsigned pace = 0; pace < pace_count; pace++) {
            samples_finish(&figures[i][pace].line);
            samples_finish(&figures[i][pace].hand);
        }
    }
    return good;
}

/* Six tables of three people on InspIRCd, without helpers and with four. */
static bool measure_helpers(unsigned seconds)
{
    static const char *const lines[2] = {"helpers = 0\n", "helpers = 4\n"};
    static struct figures figures[2];
    FILE *file[2];
    pid_t pid[2];
    char what[MEASURE_TEXT];
    char here[MEASURE_TEXT];
    char there[MEASURE_TEXT];
    bool good = true;
    for (unsigned i = 0; i < 2; i++) {
        const struct talk_plan plan = {
            .tables = 6, .seconds = seconds, .seats = 3, .helpers = i == 0 ? 0 : 4};
        file[i] = begin(IRCD_INSPIRCD, lines[i], &plan, &pid[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        good = collect(file[i], pid[i], &figures[i]) && good;
        fprintf(stderr, "bench_talk: %s%u of 6 tables dealt, dropped %u times, %u lines missed\n",
                lines[i], figures[i].sums.tables, figures[i].sums.dropped, figures[i].sums.missed);
        good = good && figures[i].sums.dropped == 0;
    }
    double p50 = samples_at(&figures[1].hand, 0.5);
    double p95 = samples_at(&figures[1].hand, 0.95);
    double alone = samples_at(&figures[0].hand, 0.5);
    measure_row(alone > 0 ? p50 / alone : 0,
                measure_text(what, "InspIRCd, 6 tables of 3, 4 helpers: hand, p50 and p95"),
                measure_text(here, "%.2f s, %.2f s (%zu)", p50, p95, figures[1].hand.count),
                measure_text(there, "%.2f s, %.2f s (%zu)", alone,
                             samples_at(&figures[0].hand, 0.95), figures[0].hand.count),
                "1 s, 4 s", verdict_of(figures[1].hand.count > 0 && p50 <= 1 && p95 <= 4));
    measure_row(0, measure_text(what, "the same: a move's line, p50 and p95"),
                measure_text(here, "%.2f s, %.2f s", samples_at(&figures[1].line, 0.5),
                             samples_at(&figures[1].line, 0.95)),
                measure_text(there, "%.2f s, %.2f s", samples_at(&figures[0].line, 0.5),
                             samples_at(&figures[0].line, 0.95)),
                "", VERDICT_NONE);
    return good;
}

int main(void)
{
    unsigned seconds = (unsigned)number_of("TALON_TALK_SECONDS", 60);
    unsigned only = (unsigned)number_of("TALON_TALK_TABLES", 0);
    unsigned soak = (unsigned)number_of("TALON_TALK_SOAK", 0);
    bool good = true;
    measure_head();
    fflush(stdout);
    if (only == 6)
        return measure_helpers(seconds) ? 0 : 1;
    if (soak > 0)
        return measure(3, soak * 60, true, 1) ? 0 : 1;
    for (unsigned i = 0; i < COUNTS; i++) {
        if (only == 0 || only == counts[i])
            good = measure(counts[i], seconds, false, PACES) && good;
        fflush(stdout);
    }
    if (only == 0)
        good = measure_helpers(seconds) && good;
    return good ? 0 : 1;
}
