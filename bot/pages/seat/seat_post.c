/* What pages of seats send: a link to exchange, a guest who sits down, or the end of a session. */
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/job.h"
#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seat.h"
#include "bot/text/language.h"

#define TABLE_NUMBER_MAX 9007199254740991.0 /* the largest that JSON holds exactly */

static const char no_such_link[] =
    N_("This link was used already, or its time is over: ask me for a new one where you play.");

static const char has_a_seat[] = N_(
    "This browser has another seat. Leave that one first, or open this link in another browser.");

/* The browser keeps the session that it has. */
static void agree(struct page_job *job)
{
    struct json json;
    json_init(&json);
    json_flag(&json, json.root, "ok", true);
    job->batch = store_batch(job->pages->lent.store);
    job_answer_json(job, 200, json_end(&json), 0);
}

static void answer(struct page_job *job, const char *session)
{
    agree(job);
    snprintf(job->session, sizeof(job->session), "%s", session);
    job->page.session = job->session;
    job->page.session_age = PAGE_SESSION_LIFE;
}

/* Returns the session that this browser has; NULL: none, or its seat is given up. */
static struct page_seat *held_by(const struct page_job *job)
{
    return page_seat_find(job->pages->lent.tables, PAGE_SESSION, job->request.session);
}

/* True if the browser would lose a guest's seat with its cookie. A player gets theirs back by
 * another link, a guest could not. */
static bool would_lose(const struct page_seat *held)
{
    return held != NULL && held->guest;
}

/* Refuses a link or a guest. The answer tells the page whether its browser has a seat, so that it
 * can lead there. */
static void refuse(struct page_job *job, unsigned status, const char *why)
{
    struct json json;
    json_init(&json);
    json_text(&json, json.root, "error", tr(job->language, why));
    json_flag(&json, json.root, "seated", held_by(job) != NULL);
    job_answer_json(job, status, json_end(&json), 0);
}

static void exchange(struct page_job *job, const char *secret)
{
    struct tables *tables = job->pages->lent.tables;
    char session[PAGE_SECRET_SIZE];
    struct page_seat *link = page_seat_find(tables, PAGE_LINK, secret);
    const struct page_seat *held = held_by(job);
    if (link == NULL)
        refuse(job, 410, no_such_link);
    else if (would_lose(held))
        refuse(job, 409, has_a_seat);
    else if (!page_seat_exchange(tables, link, session))
        job_refuse_json(job, 503, N_("I am out of memory: try again in a minute."));
    else
        answer(job, session);
}

/* Seats a guest. `secret` is that of the invitation; it is NULL for a guest from the page of the
 * table. A browser that has a seat at that table already keeps it. */
static void seat_guest(struct page_job *job, const char *secret, int64_t table, const char *name)
{
    struct guest guest = {
        .adapter = job->adapter,
        .invite =
            secret != NULL ? page_seat_find(job->pages->lent.tables, PAGE_INVITE, secret) : NULL,
        .table = table,
        .name = name != NULL ? name : "",
        .peer = job->request.peer,
        .language = job->language};
    bool over = secret != NULL && guest.invite == NULL;
    const struct page_seat *held = over ? NULL : held_by(job);
    if (held != NULL && held->table == (guest.invite != NULL ? guest.invite->table : table)) {
        agree(job);
        return;
    }
    const char *why = over               ? N_("This invitation is over: ask for another one.")
                      : would_lose(held) ? has_a_seat
                                         : job->pages->seat_guest(job->pages->commands, &guest);
    if (why != NULL)
        refuse(job, over ? 410 : 409, why);
    else
        answer(job, guest.session);
}

/* Ends the session of this browser. A player keeps the seat. A guest leaves the table: nothing else
 * could bring them back to the seat, and without the session nothing would tell that it is a
 * guest's. */
static void leave(struct page_job *job)
{
    struct tables *tables = job->pages->lent.tables;
    struct page_seat *seat = held_by(job);
    struct table *table = NULL;
    unsigned number = 0;
    if (would_lose(seat) && page_seat_person(tables, seat, &table, &number) != NULL)
        seat_leave(table, number); /* which also ends the session */
    else if (seat != NULL)
        page_seat_drop(tables, seat);
    answer(job, "");
}

/* Returns the number of a table; 0: there is none. */
static int64_t table_of(const cJSON *json)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "table");
    double number = cJSON_IsNumber(item) ? item->valuedouble : 0;
    return number >= 1 && number <= TABLE_NUMBER_MAX ? (int64_t)number : 0;
}

static const char *text_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

void seat_post(struct page_job *job)
{
    cJSON *json = cJSON_Parse(job->request.body);
    const char *link = text_of(json, "t");
    const char *invite = text_of(json, "i");
    if (*job->pages->lent.trouble) {
        job_refuse_json(job, 503,
                        N_("I cannot save moves just now; nothing is lost. Please wait."));
    } else if (link != NULL)
        exchange(job, link);
    else if (invite != NULL)
        seat_guest(job, invite, 0, text_of(json, "name"));
    else if (table_of(json) != 0)
        seat_guest(job, NULL, table_of(json), text_of(json, "name"));
    else if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "out")))
        leave(job);
    else
        job_refuse_json(job, 400, N_("There is no such page."));
    cJSON_Delete(json);
}

void seat_live_look(struct page_job *job)
{
    bool known = held_by(job) != NULL;
    job_refuse_json(job, known ? 426 : 401,
                    known ? N_("This is told by a WebSocket.") : no_such_link);
}
