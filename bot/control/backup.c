#include "backup.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/control/request.h"
#include "bot/host.h"
#include "bot/host/daily.h"
#include "storage/check/copy.h"

struct backup {
    struct work work;     /* must be the first member: it is cast to the struct */
    struct backup **home; /* where the control socket keeps this backup; NULL: nobody waits */
    void (*answered)(void *client, const struct answer *answer);
    void *client;
    const struct host *host;
    atomic_bool stop;
    enum store_error error;
    struct store_book book;
    struct fault why;
    char to[STORE_KEPT_MAX];
    char from[];
};

static void make_copy(struct work *work)
{
    struct backup *backup = (struct backup *)work;
    const struct store_copying copying = {
        .from = backup->from, .to = backup->to, .stop = &backup->stop};
    backup->error = store_copy(&copying, &backup->book, &backup->why);
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

/* Puts a name without a folder beside the database, where a sandboxed unit may write. */
static bool name_copy(const char *database, const char *name, char to[STORE_KEPT_MAX])
{
    const char *slash = strrchr(database, '/');
    int folder = slash != NULL && strchr(name, '/') == NULL ? (int)(slash - database) + 1 : 0;
    int length = snprintf(to, STORE_KEPT_MAX, "%.*s%s", folder, database, name);
    return length > 0 && length < STORE_KEPT_MAX;
}

bool backup_begin(struct request *request)
{
    const char *database = request->setup->database;
    struct answer *answer = &request->answer;
    if (strstr(database, "://") != NULL) {
        answer_refuse(answer, "the database is on a PostgreSQL server: back it up with pg_dump");
        return true;
    }
    if (*request->backup != NULL) {
        answer_refuse(answer, "a backup is already running: wait for it");
        return true;
    }
    size_t size = strlen(database) + 1;
    struct backup *backup = calloc(1, sizeof(*backup) + size);
    if (backup == NULL) {
        answer->lost = true;
        return true;
    }
    memcpy(backup->from, database, size);
    if (!name_copy(database, request->words[0], backup->to)) {
        answer_refuse(answer, "the file name is empty or too long");
        free(backup);
        return true;
    }
    backup->answered = request->answered;
    backup->client = request->client;
    backup->host = request->setup->host;
    backup->home = request->backup;
    *request->backup = backup;
    loop_work(request->setup->host->loop, &backup->work, make_copy, made);
    return false;
}
