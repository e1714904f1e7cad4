/* talon verify --all: proves every round whose replay is still in the database. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "bot/cli/cli.h"
#include "bot/cli/transcript/verify.h"
#include "bot/table/round/replay.h"
#include "storage/check/prove.h"

enum { PROGRESS_EVERY = 256 };

struct all {
    struct replay replay;
    bool watched; /* a terminal shows the progress */
    int64_t proven, running, pruned, failed;
};

static void show_progress(const struct all *all, const struct store_each_round *each)
{
    if (all->watched && each->number % PROGRESS_EVERY == 0)
        fprintf(stderr, "\r%" PRId64 " of %" PRId64 " rounds", each->number, each->rounds);
}

static void end_progress(const struct all *all)
{
    if (all->watched)
        fputs("\r\033[K", stderr);
}

static void fail(struct all *all, int64_t round, const struct verify_fault *fault)
{
    all->failed++;
    end_progress(all);
    printf("round %" PRId64 " is NOT proven: %s (move %" PRIu32 ")\n", round, fault->wrong,
           fault->seq);
}

static bool prove(void *arg, const struct store_each_round *each)
{
    struct all *all = arg;
    show_progress(all, each);
    if (each->proof == NULL) {
        all->failed++;
        end_progress(all);
        printf("%s\n", each->why);
        return true;
    }
    if (each->proof->pruned) {
        all->pruned++;
        return true;
    }
    const struct verify_fault fault = verify_round(&all->replay, each->proof);
    if (fault.wrong != NULL) {
        fail(all, each->round, &fault);
        return true;
    }
    all->proven++;
    all->running += !each->proof->ended;
    return true;
}

int verify_all(const char *path)
{
    static struct all all;
    struct fault why = {0};
    all = (struct all){.watched = isatty(STDERR_FILENO) != 0};
    enum store_error error = store_prove_all(path, prove, &all, &why);
    end_progress(&all);
    if (error != STORE_OK) {
        fprintf(stderr, "talon verify: %s\n", why.text);
        return CLI_UNJUDGED;
    }
    printf("proven: %" PRId64 " rounds (%" PRId64 " of them unfinished); not proven: %" PRId64
           "; replay deleted: %" PRId64 "\n",
           all.proven, all.running, all.failed, all.pruned);
    return all.failed > 0 ? CLI_FAILED : CLI_DONE;
}
