#include "channels.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/round_json.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "storage/web_query.h"

enum { CHANNELS_AGE = 30, ROUNDS_AGE = 10 /* seconds */, ROUNDS = 20 };

struct channels_asked {
    struct page_job *job;
    page_present *present;
    unsigned limit;
};

/* Begins a question to the store. NULL: memory is out, and `present` got the error. */
static struct channels_asked *ask(struct page_job *job, page_present *present, unsigned limit)
{
    struct channels_asked *asked = malloc(sizeof(*asked));
    if (asked != NULL)
        *asked = (struct channels_asked){job, present, limit};
    else
        present(job, 503, NULL, 0);
    return asked;
}

static void refuse(struct channels_asked *asked)
{
    job_present_error(asked->job, 503, job_unread, asked->present);
    free(asked);
}

/* -- the list -- */

static void add_channel(struct json *json, cJSON *list, struct people *people,
                        const struct store_channel *channel, enum web_level level)
{
    cJSON *at = json_object(json, list, NULL);
    json_channel(json, at, people, channel->network, channel->channel);
    json_number(json, at, "people", channel->people);
    json_number(json, at, "rounds", channel->rounds);
    json_known(json, at, "last_at", channel->last_at);
    json_flag(json, at, "watch", level == WEB_WATCH);
}

static void channels_came(void *arg, bool ok, const struct store_channel *channels, unsigned count)
{
    struct channels_asked *asked = arg;
    struct json json;
    if (!ok) {
        refuse(asked);
        return;
    }
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "channels");
    for (unsigned i = 0; i < count; i++) {
        enum web_level level =
            web_of(asked->job->pages->lent.people, channels[i].network, channels[i].channel);
        if (level != WEB_OFF)
            add_channel(&json, list, asked->job->pages->lent.people, &channels[i], level);
    }
    json_known(&json, json.root, "next", count == STORE_LIST_MAX ? channels[count - 1].id : 0);
    asked->present(asked->job, 200, json_end(&json), CHANNELS_AGE);
    free(asked);
}

void channels_make(struct page_job *job, int64_t behind, page_present *present)
{
    struct channels_asked *asked = ask(job, present, 0);
    if (asked != NULL)
        store_ask_channels(job->pages->lent.store, behind, channels_came, asked);
}

void channels_api(struct page_job *job)
{
    int64_t behind = 0;
    if (job_number(job, "after", 0, &behind))
        channels_make(job, behind, job_answer_json);
    else
        job_refuse_json(job, 400, N_("after is what next was in the rows before."));
}

/* -- rounds of one -- */

static void rounds_came(void *arg, bool ok, const struct store_played *rounds, unsigned count)
{
    struct channels_asked *asked = arg;
    struct json json;
    if (!ok) {
        refuse(asked);
        return;
    }
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "rounds");
    for (unsigned i = 0; i < count; i++)
        round_json(&json, json_object(&json, list, NULL), &rounds[i], asked->job);
    json_known(&json, json.root, "next", count == asked->limit ? rounds[count - 1].id : 0);
    asked->present(asked->job, 200, json_end(&json), ROUNDS_AGE);
    free(asked);
}

void rounds_make(struct page_job *job, const struct rounds_query *query, page_present *present)
{
    if (web_of(job->pages->lent.people, query->network, query->channel) == WEB_OFF) {
        job_present_error(job, 404, job_no_page, present);
        return;
    }
    struct channels_asked *asked = ask(job, present, query->limit);
    if (asked != NULL) {
        store_ask_rounds(job->pages->lent.store, query->network, query->channel, query->before,
                         query->limit, rounds_came, asked);
    }
}

void rounds_api(struct page_job *job)
{
    char network[STORE_NAME_MAX];
    char channel[STORE_ACCOUNT_MAX];
    struct rounds_query query = {network, channel, 0, ROUNDS};
    if (!job_parameter(job, "network", network, sizeof(network)) || *network == '\0' ||
        !job_parameter(job, "channel", channel, sizeof(channel)) || *channel == '\0') {
        job_refuse_json(job, 400,
                        N_("Say of which network, and of which channel: network=...&channel=..."));
    } else if (!job_number(job, "before", 0, &query.before))
        job_refuse_json(job, 400, N_("before is the number of a round."));
    else
        rounds_make(job, &query, job_answer_json);
}
