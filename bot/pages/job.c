#include "job.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/pages/pages_state.h"
#include "bot/text/language.h"

/* Bytes of a language's code, NUL included. */
enum { CODE_MAX = 16 };

/* -- making and ending one -- */

static const char *keep(char **at, const char *text)
{
    size_t size = strlen(text) + 1;
    char *kept = memcpy(*at, text, size);
    *at += size;
    return kept;
}

/* A header is like "fr-CH, fr;q=0.9, en;q=0.8". We take the first known language, since clients
 * list the preferred one first. */
const struct language *job_language_accepted(const char *header)
{
    while (header != NULL && *header != '\0') {
        char code[CODE_MAX] = "";
        header += strspn(header, " ,");
        size_t length = strcspn(header, ";, ");
        if (length < sizeof(code)) {
            memcpy(code, header, length);
            code[length] = '\0';
        }
        const struct language *language = language_of_tag(code);
        if (language != NULL)
            return language;
        header += strcspn(header, ",");
    }
    return NULL;
}

static const struct language *language_of(const struct page_job *job)
{
    char code[CODE_MAX];
    const struct language *language = NULL;
    if (job_parameter(job, "lang", code, sizeof(code)))
        language = language_find(code);
    if (language == NULL)
        language = job_language_accepted(job->request.language);
    if (language == NULL && job->pages != NULL)
        language = job->pages->lent.options->language;
    return language;
}

struct page_job *job_create(struct pages *pages, struct adapter *adapter,
                            const struct page_request *request)
{
    const char *session = request->session != NULL ? request->session : "";
    const char *texts[] = {request->path, request->query,  request->language,
                           request->home, request->origin, request->assets,
                           request->body, session,         request->peer};
    size_t size = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(texts); i++)
        size += texts[i] != NULL ? strlen(texts[i]) + 1 : 0;
    struct page_job *job = calloc(1, sizeof(*job) + size);
    if (job == NULL)
        return NULL;
    job->pages = pages;
    job->adapter = adapter;
    char *at = job->texts;
    job->request = (struct page_request){
        .number = request->number,
        .path = keep(&at, request->path),
        .query = keep(&at, request->query),
        .language = request->language != NULL ? keep(&at, request->language) : NULL,
        .home = keep(&at, request->home),
        .origin = keep(&at, request->origin),
        .assets = keep(&at, request->assets),
        .draws = request->draws,
        .body = request->body != NULL ? keep(&at, request->body) : NULL,
        .session = keep(&at, session),
        .peer = request->peer != NULL ? keep(&at, request->peer) : NULL,
    };
    job->rest = "";
    job->language = language_of(job);
    return job;
}

void job_destroy(struct page_job *job)
{
    if (job == NULL)
        return;
    cJSON_Delete(job->kept);
    free((char *)(uintptr_t)job->page.body);
    free((struct poster *)(uintptr_t)job->page.poster);
    free(job);
}

/* -- what was asked for -- */

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes a parameter. Returns false for a bad "%" or a control code, so that no later code has to
 * deal with control codes. */
static bool decode(const char *text, size_t length, struct buf *out)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i] == '+' ? ' ' : text[i];
        if (c == '%') {
            int high = i + 2 < length ? digit(text[i + 1]) : -1;
            int low = i + 2 < length ? digit(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if ((unsigned char)c < ' ' || c == 0x7f || !buf_add_char(out, c))
            return false;
    }
    return true;
}

bool job_parameter(const struct page_job *job, const char *name, char *out, size_t size)
{
    struct buf value;
    size_t name_length = strlen(name);
    buf_init(&value, out, size);
    for (const char *at = job->request.query; *at != '\0';) {
        size_t length = strcspn(at, "&");
        if (length > name_length && at[name_length] == '=' && strncmp(at, name, name_length) == 0) {
            if (decode(at + name_length + 1, length - name_length - 1, &value))
                return true;
            buf_reset(&value);
            return false;
        }
        at += length;
        at += *at == '&';
    }
    return true;
}

/* Returns the number that the text is; 0 if it is anything but digits, or too large. */
static int64_t read_number(const char *text)
{
    char *end = NULL;
    errno = 0;
    if (*text < '0' || *text > '9')
        return 0;
    int64_t number = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' ? number : 0;
}

bool job_number(const struct page_job *job, const char *name, int64_t least, int64_t *number)
{
    char text[24];
    if (!job_parameter(job, name, text, sizeof(text)))
        return false;
    if (*text == '\0')
        return true;
    *number = read_number(text);
    return *number >= least && (*number > 0 || strcmp(text, "0") == 0);
}

int64_t job_rest_number(const struct page_job *job)
{
    return read_number(job->rest);
}

bool job_rest_channel(const struct page_job *job, char network[STORE_NAME_MAX],
                      char channel[STORE_ACCOUNT_MAX])
{
    size_t length = strcspn(job->rest, "/");
    const char *behind = job->rest + length + (job->rest[length] == '/');
    if (length == 0 || length >= STORE_NAME_MAX || *behind == '\0' ||
        strlen(behind) >= STORE_ACCOUNT_MAX)
        return false;
    memcpy(network, job->rest, length);
    network[length] = '\0';
    snprintf(channel, STORE_ACCOUNT_MAX, "%s", behind);
    return true;
}

/* -- answers -- */

const char *const job_no_page = N_("There is no such page.");
const char *const job_unread = N_("My records cannot be read just now. Try again later.");

void job_answer_text(struct page_job *job, unsigned status, const char *type, char *body,
                     unsigned max_age)
{
    job->answered = true;
    job->page = (struct page){.status = status,
                              .type = type,
                              .body = body,
                              .length = body != NULL ? strlen(body) : 0,
                              .max_age = max_age};
    if (body == NULL)
        job->page = (struct page){.status = 503, .type = "application/json"};
}

void job_answer_poster(struct page_job *job, struct poster *poster, unsigned max_age)
{
    job->answered = true;
    job->page =
        (struct page){.status = 200, .type = "image/png", .max_age = max_age, .poster = poster};
}

void job_answer_json(struct page_job *job, unsigned status, struct cJSON *json, unsigned max_age)
{
    char *body = json != NULL ? cJSON_PrintUnformatted(json) : NULL;
    cJSON_Delete(json);
    job_answer_text(job, status, "application/json", body, max_age);
}

void job_present_error(struct page_job *job, unsigned status, const char *text,
                       page_present *present)
{
    cJSON *json = cJSON_CreateObject();
    if (cJSON_AddStringToObject(json, "error", tr(job->language, text)) == NULL) {
        cJSON_Delete(json);
        json = NULL;
    }
    present(job, status, json, 0);
}

void job_refuse_json(struct page_job *job, unsigned status, const char *text)
{
    job_present_error(job, status, text, job_answer_json);
}
