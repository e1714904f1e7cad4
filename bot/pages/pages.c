#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/pages/boards.h"
#include "bot/pages/channels.h"
#include "bot/pages/html/about.h"
#include "bot/pages/html/feed.h"
#include "bot/pages/job.h"
#include "bot/pages/moves.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/players.h"
#include "bot/pages/posters.h"
#include "bot/pages/replays.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/pages/site_pages.h"
#include "bot/pages/views/board_page.h"
#include "bot/people/network.h"
#include "bot/text/language.h"
#include "storage/store.h"

/* The addresses of all documents. A '*' at the end stands for one or more parts of a path. */
static const struct {
    const char *address;
    page_maker *make;
} addresses[] = {
    {"/", home_page},
    {"/rules", rules_page},
    {"/rules/*", set_page},
    {"/how", how_page},
    {"/play", play_page},
    {"/rounds/*", round_page},
    {"/boards", board_page},
    {"/boards/*", board_page},
    {"/players/*", player_page},
    {"/channels", channels_page},
    {"/channels/*", channel_page},
    {"/tables/*", watch_page},
    {"/api/1", about_api},
    {"/api/1/boards", boards_api},
    {"/api/1/channels", channels_api},
    {"/api/1/players/*", players_api},
    {"/api/1/rounds", rounds_api},
    {"/api/1/rounds/*", replays_api},
    {"/api/1/search", search_api},
    {"/api/1/tables", tables_api},
    {"/api/1/tables/*", table_api},
    {"/feed/*", feed_page},
    {"/embed/boards", board_page},
    {"/embed/boards/*", board_page},
    {"/embed/tables/*", watch_page},
    {"/og/boards.png", poster_board},
    {"/og/home.png", poster_home},
    {"/og/players/*", poster_player},
    {"/og/rounds/*", poster_round},
    {"/og/tables/*", poster_table},
    {"/seat", seat_page},
    {"/seat/live", seat_live_look},
};

/* Makes a job, and puts it behind those that wait. Returns NULL if there are too many, or memory is
 * out. */
static struct page_job *add_job(struct pages *pages, struct adapter *adapter,
                                const struct page_request *request)
{
    struct page_job *job = pages->count < PAGES_MAX ? job_create(pages, adapter, request) : NULL;
    if (job == NULL)
        return NULL;
    struct page_job **at = &pages->jobs;
    while (*at != NULL)
        at = &(*at)->next;
    *at = job;
    pages->count++;
    return job;
}

/* Begins the document of a running table for its watchers. Returns false if it must wait. */
static bool push(struct live *live, int64_t table)
{
    static const struct page_request request = {
        .path = "", .query = "", .home = "", .origin = "", .assets = ""};
    struct page_job *job = add_job(live->pages, NULL, &request);
    if (job == NULL)
        return false;
    job->pushes = table;
    table_make(job, table, job_answer_json);
    return true;
}

struct pages *pages_create(const struct lent *lent, told_command_fn *command,
                           seat_guest_fn *seat_guest, struct commands *commands)
{
    struct pages *pages = calloc(1, sizeof(*pages));
    if (pages == NULL)
        return NULL;
    *pages = (struct pages){
        .lent = *lent, .command = command, .seat_guest = seat_guest, .commands = commands};
    pages->seat_live = seat_live_create(pages);
    if (pages->seat_live == NULL) {
        free(pages);
        return NULL;
    }
    live_init(&pages->live, pages, push);
    return pages;
}

void pages_destroy(struct pages *pages)
{
    if (pages == NULL)
        return;
    while (pages->jobs != NULL) {
        struct page_job *job = pages->jobs;
        pages->jobs = job->next;
        job_destroy(job);
    }
    live_finish(&pages->live);
    moves_finish(pages);
    seat_live_destroy(pages->seat_live);
    free(pages);
}

bool pages_command(const struct pages *pages, unsigned n, struct told_command *command)
{
    return pages->command(n, command);
}

void pages_forget_people(struct pages *pages)
{
    live_forget_people(&pages->live);
}

/* Compares a path with an address of the table. Returns what the '*' stands for, "" if the address
 * has no '*', or NULL if they do not match. */
static const char *match(const char *address, const char *path)
{
    size_t length = strcspn(address, "*");
    if (strncmp(address, path, length) != 0)
        return NULL;
    const char *rest = path + length;
    return (address[length] == '*') == (*rest != '\0') ? rest : NULL;
}

static void make(struct page_job *job)
{
    if (job->request.body != NULL) {
        if (strcmp(job->request.path, "/seat") == 0)
            seat_post(job);
        else
            job_refuse_json(job, 405, job_no_page);
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(addresses); i++) {
        const char *rest = match(addresses[i].address, job->request.path);
        if (rest == NULL)
            continue;
        job->rest = rest;
        addresses[i].make(job);
        return;
    }
    if (match("/api", job->request.path) != NULL || match("/api/*", job->request.path) != NULL)
        job_refuse_json(job, 404, N_("There is no such page."));
    else
        error_page(job, 404);
}

bool pages_ask(void *arg, struct adapter *adapter, const struct page_request *request)
{
    struct page_job *job = add_job(pages_of_host(arg), adapter, request);
    if (job == NULL)
        return false;
    make(job);
    return true;
}

void pages_forget_adapter(struct pages *pages, const struct adapter *adapter)
{
    for (struct page_job *job = pages->jobs; job != NULL; job = job->next) {
        if (job->adapter == adapter)
            job->adapter = NULL;
    }
    live_forget_adapter(&pages->live, adapter);
    seat_live_forget_adapter(pages->seat_live, adapter);
}

/* Takes out the first job that is answered and whose batch is durable. Returns NULL if none is. */
static struct page_job *take_ready(struct pages *pages, uint64_t durable)
{
    for (struct page_job **at = &pages->jobs; *at != NULL; at = &(*at)->next) {
        struct page_job *job = *at;
        if (!job->answered || job->batch > durable)
            continue;
        *at = job->next;
        pages->count--;
        return job;
    }
    return NULL;
}

void pages_release(struct pages *pages)
{
    struct page_job *job = NULL;
    live_flush(&pages->live);
    seat_live_flush(pages->seat_live);
    while ((job = take_ready(pages, store_durable(pages->lent.store))) != NULL) {
        if (job->pushes != 0)
            live_push(&pages->live, job);
        else if (network_runs(pages->lent.people, job->adapter))
            job->adapter->impl->pages->page(job->adapter, job->request.number, &job->page);
        job_destroy(job);
    }
}
