#include "backup.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/control/request.h"
#include "bot/host.h"
#include "bot/host/daemon.h"
#include "bot/host/daily.h"
#include "storage/check/backups.h"

struct backup {
    struct work work;     /* must be the first member: it is cast to the struct */
    struct backup **home; /* where the control socket keeps this backup; NULL: nobody waits */
    void (*answered)(void *client, const struct answer *answer);
    void *client;
    const struct host *host;
    struct store_source source; /* a copy: the host may be gone while the thread still works */
    atomic_bool stop;
    enum store_error error;
    struct store_book book;
    struct fault why;
    char to[STORE_KEPT_MAX];
};

static void make_copy(struct work *work)
{
    struct backup *backup = (struct backup *)work;
    const struct store_source *source = &backup->source;
    const struct store_copier *copier =
        source->copier != NULL ? source->copier : &store_copier_file;
    const struct store_copying copying = {.from = source->from,
                                          .to = backup->to,
                                          .password = source->password,
                                          .stop = &backup->stop};
    backup->error = copier->copy(&copying, &backup->book, &backup->why);
}

static void tell_result(struct backup *backup)
{
    struct answer answer;
    answer_init(&answer);
    if (backup->error != STORE_OK) {
        answer_refuse(&answer, "%s", backup->why.text);
    } else {
        daily_note_good(backup->host, clock_now() / 1000);
        answer_text(&answer, answer.result, "file", backup->to);
        answer_number(&answer, answer.result, "bytes", (double)backup->book.bytes);
        answer_number(&answer, answer.result, "people", (double)backup->book.people);
        answer_number(&answer, answer.result, "rounds", (double)backup->book.rounds);
        answer_number(&answer, answer.result, "tables", (double)backup->book.tables);
    }
    backup->answered(backup->client, &answer);
    answer_finish(&answer);
}

static void made(struct work *work)
{
    struct backup *backup = (struct backup *)work;
    if (backup->home != NULL) {
        *backup->home = NULL;
        tell_result(backup);
    }
    free(backup);
}

void backup_give_up(struct backup *backup)
{
    if (backup == NULL)
        return;
    atomic_store(&backup->stop, true);
    *backup->home = NULL;
    backup->home = NULL;
}

/* Puts a name without a folder where a sandboxed unit may write: beside the database's file. If the
 * database is on a server, into the unit's state folder, else into the folder of daily backups. */
static bool name_copy(const struct host *host, const char *name, char to[STORE_KEPT_MAX])
{
    const struct store_source *source = daemon_database(host);
    const char *slash = source->copier == NULL ? strrchr(source->from, '/') : NULL;
    const char *state = getenv("STATE_DIRECTORY");
    int length = 0;
    int folder = slash != NULL ? (int)(slash - source->from) + 1 : 0;
    const char *other = state != NULL ? state : host->options.backup;
    if (strchr(name, '/') == NULL && folder > 0)
        length = snprintf(to, STORE_KEPT_MAX, "%.*s%s", folder, source->from, name);
    else if (strchr(name, '/') == NULL && source->copier != NULL && other != NULL)
        length = snprintf(to, STORE_KEPT_MAX, "%s/%s", other, name);
    else
        length = snprintf(to, STORE_KEPT_MAX, "%s", name);
    return *name != '\0' && length < STORE_KEPT_MAX;
}

bool backup_begin(struct request *request)
{
    const struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    if (*request->backup != NULL) {
        answer_refuse(answer, "a backup is already running: wait for it");
        return true;
    }
    struct backup *backup = calloc(1, sizeof(*backup));
    if (backup == NULL) {
        answer->lost = true;
        return true;
    }
    if (daemon_database(host)->from == NULL || !name_copy(host, request->words[0], backup->to)) {
        answer_refuse(answer, "the file name is empty or too long");
        free(backup);
        return true;
    }
    backup->answered = request->answered;
    backup->client = request->client;
    backup->host = host;
    backup->source = *daemon_database(host);
    backup->home = request->backup;
    *request->backup = backup;
    loop_work(host->loop, &backup->work, make_copy, made);
    return false;
}
